"""Bringing combatants into a fight that is running: reinforcements, latecomers, new characters."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from encounters.board import set_up
from encounters.door import Seat
from encounters.forms import JoiningForm
from encounters.lineup import creatures_found, sources_of
from encounters.models import Combatant, Encounter
from encounters.services import build, reinforce
from encounters.services.recruits import FOES, Joining
from encounters.services.submitting import Stale
from encounters.views.build import gm_seat
from encounters.views.submits import fresh_key, go, page_of, sentence_of, stale_sentence, submit_of
from rules.errors import RulesError
from sheets.door import MemberRequest, log_in_first
from sheets.templatetags.words import named

TEMPLATE = "encounters/build/bring_in.html"


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: MemberRequest, public_id: str) -> HttpResponse:
    """The page of sources, and who was picked from it."""
    seat = gm_seat(request, public_id)
    if seat.encounter.status != Encounter.Status.RUNNING:
        return go(request, page_of(public_id))
    if request.method != "POST":
        return _page(request, seat)
    kind, _colon, key = request.POST.get("pick", "").replace("\x00", "").partition(":")
    party = seat.encounter.campaign.rules.party
    count = request.POST.get(f"count:{kind}:{key}", "1")
    form = JoiningForm({**request.POST.dict(), "count": count}, side=party if kind == "hero" else FOES)
    if not form.is_valid():
        return _page(request, seat, 422, " ".join(str(each) for errors in form.errors.values() for each in errors))
    joining = Joining(party) if kind == "hero" else form.joining
    try:
        names = reinforce.bring_in(submit_of(request, public_id), lambda fresh: _recruits(fresh, kind, key, joining))
    except Stale:
        return _page(request, gm_seat(request, public_id), 409, _stale())
    except RulesError as error:
        return _page(request, gm_seat(request, public_id), 422, sentence_of(error))
    if names:
        messages.success(request, gettext("Came in: %(names)s.") % {"names": ", ".join(map(named, names))})
    return go(request, page_of(public_id))


def _recruits(seat: Seat, kind: str, key: str, joining: Joining) -> list[Combatant]:
    if kind in ("hero", "npc"):
        return build.sheet_recruits(seat, key, joining)
    if kind == "creature":
        return build.creature_recruits(seat, key, joining)
    raise Http404


def _stale() -> str:
    return f"{stale_sentence()} {gettext('What you had chosen is still here: press again to bring it in.')}"


def _page(request: MemberRequest, seat: Seat, status: int = 200, refused: str = "") -> HttpResponse:
    sent = request.POST if request.method == "POST" else request.GET
    text = sent.get("q", "")[:100]
    found, more = creatures_found(seat, text)
    if request.htmx:
        context = {"encounter": seat.encounter, "found": found, "more": more, "q": text}
        return render(request, f"{TEMPLATE}#found", context)
    board = set_up(seat.encounter)
    context = {
        "encounter": seat.encounter, "campaign": seat.encounter.campaign, "sources": sources_of(seat),
        "key": fresh_key(),
        "fallen": reinforce.fallen(seat, board), "found": found, "more": more, "q": text,
        "refused": refused, "is_waiting": board.is_waiting, "picked": sent.get("pick", ""),
        "picked_count": sent.get(f"count:{sent.get('pick', '')}", "1"),
    }  # fmt: skip
    return render(request, TEMPLATE, context, status=status)
