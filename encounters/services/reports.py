"""Asking for reports, cancelling, repeating and deleting them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from encounters.door import Seat
from encounters.models import Encounter, Report
from encounters.reports import Kind
from encounters.services.report_making import UNFINISHED, Status
from encounters.tasks import make_report
from rules.errors import Refused
from rules.words import gettext_noop, say

#: How many reports of an encounter one person may have in the making.
MOST_UNFINISHED = 4
TOO_MANY = gettext_noop("You have {most} reports in the making: wait for one, or cancel one.")


def ask_for(seat: Seat, kind: Kind, options: Mapping[str, Any], public_id: str) -> Report:
    """Ask for a report; a worker makes it. The same `public_id` again gives the same report.

    Raises:
        PermissionDenied: this seat may not ask for this kind.
        Refused: there is nothing to report on, or too many are being made.
    """
    if not kind.may_ask(seat):
        raise PermissionDenied(_("This report is not for you to ask for."))
    return _queue(seat, kind.slug, lambda: kind.prepare(seat, options), public_id)


def ask_again(seat: Seat, report: Report, kind: Kind, public_id: str) -> Report:
    """Ask for the same report once more, from the same start and with the same seed.

    Raises:
        PermissionDenied, Refused: as for the first time.
    """
    if not kind.may_ask(seat):
        raise PermissionDenied(_("This report is not for you to ask for."))
    return _queue(seat, report.kind, lambda: report.options, public_id)


def may_manage(seat: Seat, report: Report) -> bool:
    """Whether this seat may cancel and delete the report."""
    return seat.is_gm or (report.by_id == seat.user_id and not seat.is_spectator)


def cancel(seat: Seat, report: Report) -> None:
    """Stop the making of a report; the figures so far stay. A finished one stays as it is.

    Raises:
        PermissionDenied: it is not theirs.
    """
    _only_theirs(seat, report)
    unfinished = Report.objects.filter(pk=report.pk, status__in=UNFINISHED)
    unfinished.update(status=Status.CANCELLED, finished_at=timezone.now())


def delete(seat: Seat, report: Report) -> None:
    """Delete a report. It can be made again.

    Raises:
        PermissionDenied: it is not theirs.
    """
    _only_theirs(seat, report)
    report.delete()


def _only_theirs(seat: Seat, report: Report) -> None:
    if not may_manage(seat, report):
        raise PermissionDenied(_("Only who asked for the report or the Game Master does this."))


@transaction.atomic
def _queue(seat: Seat, kind: str, options: Callable[[], dict[str, Any]], public_id: str) -> Report:
    Encounter.objects.select_for_update().get(pk=seat.encounter.pk)  # the same form sent twice at once waits here
    mine = seat.encounter.reports.filter(by=seat.user_id)
    if (made := mine.filter(public_id=public_id).first()) is not None:
        return made
    if mine.filter(status__in=UNFINISHED).count() >= MOST_UNFINISHED:
        raise Refused(say(TOO_MANY, most=MOST_UNFINISHED))
    report = Report.objects.create(
        encounter=seat.encounter, kind=kind, options=options(), by=seat.user, public_id=public_id
    )
    # Where the broker cannot be reached the report stays queued, and the next look for lost ones finds it.
    transaction.on_commit(partial(make_report.delay, report.pk), robust=True)
    return report
