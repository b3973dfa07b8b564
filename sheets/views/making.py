"""Pages that make a sheet: rolled, ready-made, by hand, from a creature."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.errors import BadInput
from sheets.door import MemberRequest, Seat, campaign_for, log_in_first
from sheets.faces import face_of
from sheets.forms import ColumnForm
from sheets.models import Creature, User
from sheets.once import id_of, new_token
from sheets.page import HEADING_LABEL
from sheets.services.fields import Heading
from sheets.services.sheets import (
    create_from_creature,
    create_quick,
    create_ready,
    create_sheet,
    ready_hero,
    ready_heroes,
)
from sheets.templatetags.words import language
from sheets.views.campaigns import see_other

MOST_FOUND = 24


def making_seat(request: MemberRequest, public_id: str, *, npc: bool) -> Seat:
    """The seat of somebody who may make a character, or an NPC."""
    seat = campaign_for(request.user, public_id)
    if npc:
        seat.require_gm()
    else:
        seat.require_player()
    return seat


def hand_form(seat: Seat, data: object = None) -> tuple[ColumnForm, ColumnForm]:
    """The name, and what the system wants to know at once."""
    system = seat.campaign.rules
    face = face_of(system.slug)
    names = face.essentials or None
    heading = ColumnForm(Heading, face, data=data, initial={"name": ""})
    heading.fields["name"].label = HEADING_LABEL
    return heading, ColumnForm(system.sheet, face, names, data)


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def sheet_new(request: MemberRequest, public_id: str, *, npc: bool = False) -> HttpResponse:
    """Choose how a sheet begins; or write one by hand."""
    seat = making_seat(request, public_id, npc=npc)
    heading, form = hand_form(seat, request.POST or None)
    if request.method == "POST" and heading.is_valid() and form.is_valid():
        owner = None if npc else request.user
        made = create_sheet(
            seat.campaign, owner, heading.cleaned_data["name"], form.cleaned_data, (),
            id_of(request.POST.get("token")),
        )  # fmt: skip
        return see_other("sheet", made.public_id)
    system = seat.campaign.rules
    context = {
        "seat": seat, "campaign": seat.campaign, "system": system, "npc": npc, "heading": heading, "form": form,
        "heroes": ready_heroes(system.slug), "token": new_token(),
        "creatures": found_creatures(seat, "") if npc else (),
    }  # fmt: skip
    return render(request, "sheets/sheet_new.html", context, status=422 if request.method == "POST" else 200)


@log_in_first
@require_POST
def sheet_quick(request: MemberRequest, public_id: str) -> HttpResponse:
    """Roll a character up."""
    seat = making_seat(request, public_id, npc=False)
    token = id_of(request.POST.get("token"))
    return see_other("sheet", create_quick(seat.campaign, request.user, token, language(), token).public_id)


@log_in_first
@require_POST
def sheet_ready(request: MemberRequest, public_id: str, key: str) -> HttpResponse:
    """Take a copy of a ready-made hero."""
    seat = making_seat(request, public_id, npc=False)
    hero = ready_hero(seat.campaign.rules, key)
    if hero is None:
        raise Http404
    owner: User = request.user
    made = create_ready(seat.campaign, owner, hero, language(), id_of(request.POST.get("token")))
    return see_other("sheet", made.public_id)


def found_creatures(seat: Seat, text: str) -> list[Creature]:
    """The creatures of the campaign's system whose name has these words."""
    return list(Creature.objects.of_system(seat.campaign.system).matching(text).by_name()[:MOST_FOUND])


@log_in_first
@require_safe
def creature_find(request: MemberRequest, public_id: str) -> HttpResponse:
    """Creatures by name."""
    seat = making_seat(request, public_id, npc=True)
    creatures = found_creatures(seat, request.GET.get("q", "")[:100])
    context = {"seat": seat, "campaign": seat.campaign, "creatures": creatures, "token": new_token()}
    return render(request, "sheets/sheet_new.html#creatures", context)


@log_in_first
@require_POST
def sheet_from_creature(request: MemberRequest, public_id: str, key: str) -> HttpResponse:
    """An NPC with a creature's values."""
    seat = making_seat(request, public_id, npc=True)
    creature = Creature.objects.of_system(seat.campaign.system).keyed(key)
    if creature is None:
        raise Http404
    try:
        made = create_from_creature(seat.campaign, creature, language(), id_of(request.POST.get("token")))
    except BadInput:
        raise Http404 from None
    return see_other("sheet", made.public_id)
