"""The way to reports: through the door of their encounter, and only to kinds that exist for the seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404

from encounters.door import Seat, seat_at
from encounters.models import Report
from encounters.reports import KINDS, Kind, kind_of

#: How many reports a list shows.
LISTED = 50


@dataclass(frozen=True, slots=True)
class Reached:
    """A report with its kind and the seat of who looks at it."""

    report: Report
    kind: Kind
    seat: Seat


def report_for(user: Any, public_id: str) -> Reached:
    """The report with this public id, if the user may know of it.

    Raises:
        Http404: there is none, or none for this user; the two look alike.
    """
    report = Report.objects.select_related("encounter", "by").filter(public_id=public_id).first()
    kind = kind_of(report.kind) if report else None
    if report is None or kind is None:
        raise Http404
    seat = seat_at(user, report.encounter.public_id)
    if not kind.may_see(seat):
        raise Http404
    return Reached(report, kind, seat)


def kind_for(seat: Seat, slug: str) -> Kind:
    """The kind of this slug, if it exists for the seat.

    Raises:
        Http404: it does not.
    """
    kind = kind_of(slug)
    if kind is None or not kind.may_see(seat):
        raise Http404
    return kind


def reports_at(seat: Seat) -> list[Reached]:
    """The newest reports of the encounter that exist for the seat."""
    kinds = {kind.slug: kind for kind in KINDS if kind.may_see(seat)}
    rows = seat.encounter.reports.filter(kind__in=kinds).select_related("by").defer("options")
    return [Reached(report, kinds[report.kind], seat) for report in rows[:LISTED]]


def kinds_to_ask(seat: Seat) -> list[Kind]:
    """The kinds that the seat may ask for."""
    return [kind for kind in KINDS if kind.may_ask(seat)]
