"""What a fight has done to the sheets: a look at the differences, and writing those that are chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from encounters.board import set_up
from encounters.door import Seat, seat_at
from encounters.models import Encounter
from encounters.services import after
from encounters.services.after import Chosen, Difference, Returning
from encounters.services.submitting import Stale
from encounters.views.submits import fresh_key, go, sentence_of, stale_sentence, submit_of, version_of
from rules.errors import RulesError
from sheets.door import MemberRequest, log_in_first
from sheets.faces import face_of
from sheets.page import OWN_LABELS
from sheets.templatetags.words import named


@dataclass(frozen=True, slots=True)
class Line:
    """A difference as the page shows it. `chosen`: it is ticked to begin with."""

    difference: Difference
    label: str
    now: str
    after: str
    chosen: bool


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def send_back(request: MemberRequest, public_id: str) -> HttpResponse:
    """The differences, and what comes of choosing among them."""
    seat = seat_at(request.user, public_id)
    if seat.is_spectator:
        raise PermissionDenied(gettext("Spectators watch."))
    if seat.encounter.status == Encounter.Status.DRAFT:
        return go(request, reverse("encounter_build", args=[public_id]))
    if request.method != "POST":
        return _page(request, seat)
    try:
        names = after.send_back(submit_of(request, public_id), _chosen(request))
    except Stale:
        return _page(request, seat_at(request.user, public_id), 409, stale_sentence())
    except RulesError as error:
        return _page(request, seat, 422, sentence_of(error))
    if names:
        messages.success(request, gettext("Sent back: %(names)s.") % {"names": ", ".join(map(named, names))})
    else:
        messages.info(request, gettext("The sheets say so already: nothing was written."))
    return go(request, reverse("encounter_send_back", args=[public_id]))


def _chosen(request: MemberRequest) -> dict[str, Chosen]:
    found: dict[str, Chosen] = {}
    for ref in request.POST.getlist("who"):
        fields = frozenset(request.POST.getlist(f"field:{ref}"))
        found[ref] = Chosen(version_of(request.POST.get(f"version:{ref}")), fields)
    return found


def _page(request: MemberRequest, seat: Seat, status: int = 200, refused: str = "") -> HttpResponse:
    those = after.returning(seat, set_up(seat.encounter, partly=False))
    rows = [(each, [_line(seat, each, difference) for difference in each.differences]) for each in those]
    context = {
        "encounter": seat.encounter, "campaign": seat.encounter.campaign, "seat": seat, "refused": refused,
        "changed": [row for row in rows if row[1]], "same": [each for each, lines in rows if not lines],
        "key": fresh_key(),
    }  # fmt: skip
    return render(request, "encounters/build/send_back.html", context, status=status)


def _line(seat: Seat, one: Returning, difference: Difference) -> Line:
    face = face_of(seat.encounter.campaign.system)
    if difference.item is not None:
        label = gettext("%(item)s: uses left") % {"item": named(difference.item)}
    else:
        label = str(OWN_LABELS.get(difference.field) or face.label(difference.field))
    return Line(
        difference, label, _shown(difference.now), _shown(difference.after), difference.since is None and one.alone
    )


def _shown(value: Any) -> str:
    if value is None or value == []:
        return "—"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
