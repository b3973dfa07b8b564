"""How a report stands, as its page and the list say it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from encounters.door import Seat
from encounters.models import Report
from encounters.reports.figures import number, percent
from encounters.reports.kind import Kind
from encounters.reports.reach import Reached
from encounters.services.report_making import UNFINISHED, Status, words_from
from encounters.services.reports import may_manage
from rules.words import Words

#: Once a report has waited for so long, its page says that no worker has taken it up.
LONG_WAIT_S = 10

_TONES = {Status.DONE: "ok", Status.FAILED: "bad", Status.CANCELLED: "warn", Status.RUNNING: "info"}


@dataclass(frozen=True, slots=True)
class State:
    """A report for one seat."""

    report: Report
    kind: Kind
    seat: Seat

    @property
    def is_unfinished(self) -> bool:
        return self.report.status in UNFINISHED

    @property
    def is_failed(self) -> bool:
        return self.report.status == Status.FAILED

    @property
    def is_cancelled(self) -> bool:
        return self.report.status == Status.CANCELLED

    @property
    def may_manage(self) -> bool:
        return may_manage(self.seat, self.report)

    @property
    def may_ask_again(self) -> bool:
        return self.kind.may_ask(self.seat)

    @property
    def waits_long(self) -> bool:
        waited = timezone.now() - self.report.created_at
        return self.report.status == Status.QUEUED and waited > timedelta(seconds=LONG_WAIT_S)

    @property
    def has_figures(self) -> bool:
        return self.report.result is not None

    @property
    def is_partial(self) -> bool:
        """There are figures, but of a part only."""
        return self.has_figures and self.report.progress < self.report.total

    @property
    def label(self) -> str:
        if self.report.status == Status.DONE and self.is_partial:
            return _("done in part")
        return str(self.report.get_status_display())

    @property
    def tone(self) -> str:
        return "warn" if self.is_partial else _TONES.get(Status(self.report.status), "")

    @property
    def progress(self) -> str:
        """How far it is, in words."""
        return _("{done} of {total}").format(done=number(self.report.progress), total=number(self.report.total))

    @property
    def progress_percent(self) -> str:
        return percent(self.report.progress / self.report.total) if self.report.total else ""

    @property
    def why(self) -> Words | None:
        """Why it failed."""
        return words_from(self.report.error) if self.report.error else None

    @property
    def headline(self) -> str:
        return self.kind.headline(self.report) if self.has_figures else ""

    def figures(self) -> dict[str, Any] | None:
        """What the kind's template draws; None while there is nothing."""
        return self.kind.draw(self.seat, self.report) if self.has_figures else None


def state_of(at: Reached) -> State:
    """How a reached report stands."""
    return State(at.report, at.kind, at.seat)
