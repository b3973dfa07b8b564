"""A campaign's encounters and the reports on them, as far as a seat may know of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.urls import reverse

from encounters.door import Seat
from encounters.models import Encounter, Report
from encounters.reports import Kind, kind_of
from sheets.door import Seat as CampaignSeat
from sheets.once import new_token


@dataclass(frozen=True, slots=True)
class ListedReport:
    """A report in the list of its campaign."""

    report: Report
    kind: Kind


@dataclass(frozen=True, slots=True)
class Listed:
    """An encounter in the list of its campaign, with the reports on it that this seat may open."""

    encounter: Encounter
    reports: list[ListedReport]
    #: Playing it again from this list, however often it is sent, makes one encounter.
    token: str

    @property
    def address(self) -> str:
        is_draft = self.encounter.status == Encounter.Status.DRAFT
        return reverse("encounter_build" if is_draft else "encounter", args=[self.encounter.public_id])


def listed_for(seat: CampaignSeat) -> list[Listed]:
    """The campaign's encounters, the newest first, in two queries. Drafts are the Game Masters' alone."""
    every = Encounter.objects.filter(campaign=seat.campaign, deleted_at=None).defer("state")
    if not seat.is_gm:
        every = every.exclude(status=Encounter.Status.DRAFT)
    encounters = {each.pk: each for each in every}
    reports: dict[int, list[ListedReport]] = defaultdict(list)
    for report in Report.objects.filter(encounter__in=encounters).defer("result", "options"):
        kind = kind_of(report.kind)
        # Whether a kind of report exists for a seat is decided by the seat alone.
        if kind is not None and kind.may_see(
            Seat(encounters[report.encounter_id], seat.membership, (seat.membership,))
        ):
            reports[report.encounter_id].append(ListedReport(report, kind))
    return [Listed(each, reports[each.pk], new_token()) for each in encounters.values()]
