"""The map of the play page: looking at it from a cell, cells in words, showing and covering parts of it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from encounters.board import set_up
from encounters.door import seat_at
from encounters.mapping.cells import cell_in_words, who_is_in
from encounters.mapping.ground import lattice_of
from encounters.services import turn
from encounters.views.answers import PAGE, answer
from encounters.views.map_screen import MapScreen
from encounters.views.screen import Screen
from rules.errors import Refused
from rules.fight import Fight
from rules.words import gettext_noop, say
from sheets.door import MemberRequest, log_in_first
from sheets.templatetags.words import named, words


def _map_for(request: MemberRequest, public_id: str) -> MapScreen:
    seat = seat_at(request.user, public_id)
    screen = Screen(seat, set_up(seat.encounter, lean=True), request.GET)
    if screen.map is None:
        raise Http404
    screen.map.is_asked = True
    return screen.map


@log_in_first
@require_safe
def look(request: MemberRequest, public_id: str) -> HttpResponse:
    """What the map says of whom was picked and of the cell that was chosen, or what was measured."""
    found = _map_for(request, public_id)
    if not request.htmx:
        return render(request, PAGE, {"screen": found.screen})
    return render(request, "encounters/map/looked.html", {"map": found, "screen": found.screen})


@log_in_first
@require_safe
def cell(request: MemberRequest, public_id: str) -> HttpResponse:
    """A cell in words: what lies there, who stands there, how far it is from whom was picked."""
    found = _map_for(request, public_id)
    place = found.cell
    if place is None:
        raise Http404
    said = [words(each) for each in cell_in_words(found.battle, place)]
    said += [named(name) for name in who_is_in(found.fight, place, found.names)]
    if (picked := found.picked) is not None and picked.at is not None and picked.at != place:
        far = found.battle.distance(picked.at, place)
        said.append(_("{length} from {name}").format(length=words(found.battle.length(far)), name=named(picked.name)))
    return HttpResponse(
        ", ".join(said), content_type="text/plain; charset=utf-8", headers={"Cache-Control": "no-store"}
    )


@log_in_first
@require_POST
def draw(request: MemberRequest, public_id: str) -> HttpResponse:
    """Show the players a part of the map, or cover it: a rectangle from one cell to another."""

    def order(fight: Fight) -> dict[str, Any]:
        battle = fight.map
        ends = [battle.named(request.POST.get(name, "")) if battle is not None else None for name in ("from", "cell")]
        start, end = ends[0] or ends[1], ends[1]
        tool = request.POST.get("tool", "")
        if battle is None or battle.drawn.size is None or start is None or end is None or tool not in ("show", "cover"):
            raise Refused(say(gettext_noop("Choose the cells on the map.")), path="cells")
        return {"do": "redraw", "strokes": [{"tool": tool, "cells": lattice_of(battle).rectangle(start, end)}]}

    return answer(request, public_id, lambda submit: turn.give_order(submit, order))
