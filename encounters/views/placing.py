"""The map under a draft: choosing one of the campaign's, and putting the combatants down on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from encounters.board import set_up
from encounters.door import Seat
from encounters.lineup import side_name
from encounters.mapping.cells import FACINGS
from encounters.mapping.ground import ground_of
from encounters.mapping.pictures import picture_url
from encounters.mapping.tokens import tokens_of
from encounters.models import Encounter
from encounters.projection import Row, rows_of
from encounters.services import laying
from encounters.services.build import Begun, Built
from encounters.services.maps import map_for
from encounters.services.submitting import Stale, Submit
from encounters.views.build import gm_seat
from encounters.views.submits import fresh_key, go, page_of, sentence_of, stale_sentence, submit_of
from rules.errors import RulesError
from rules.maps import BattleMap
from sheets.door import MemberRequest, log_in_first

PAGE = "encounters/maps/placing.html"


@log_in_first
@require_GET
def page(request: MemberRequest, public_id: str) -> HttpResponse:
    """The map with who stands on it, and who does not yet."""
    seat = gm_seat(request, public_id)
    if seat.encounter.status != Encounter.Status.DRAFT:
        return go(request, page_of(public_id))
    return _page(request, seat)


@log_in_first
@require_POST
def lay(request: MemberRequest, public_id: str) -> HttpResponse:
    """Lay a copy of one of the campaign's maps, or take the map away."""
    gm_seat(request, public_id)
    wanted = request.POST.get("map", "")
    kept = map_for(request.user, wanted).map if wanted else None
    return _written(request, public_id, lambda submit: laying.lay(submit, kept), whole=True)


@log_in_first
@require_POST
def put(request: MemberRequest, public_id: str) -> HttpResponse:
    """Put one combatant down at a cell, or take it off."""
    ref, name = request.POST.get("who", "")[:16], request.POST.get("cell", "")[:20]
    facing = request.POST.get("facing", "")
    turned = int(facing) if facing in {"0", "1", "2", "3", "4", "5"} else None
    cell = None if request.POST.get("off") else name
    return _written(request, public_id, lambda submit: laying.put(submit, ref, cell, turned))


@log_in_first
@require_POST
def put_side(request: MemberRequest, public_id: str) -> HttpResponse:
    """Put everybody of a side down who is not on the map yet."""
    side = request.POST.get("side", "")[:60]
    return _written(request, public_id, lambda submit: laying.put_side(submit, side))


@log_in_first
@require_POST
def lift_all(request: MemberRequest, public_id: str) -> HttpResponse:
    """Take everybody off the map."""
    return _written(request, public_id, laying.lift_all)


def _written(
    request: MemberRequest, public_id: str, write: Callable[[Submit], Built], *, whole: bool = False
) -> HttpResponse:
    """Carry out a submit and show the map after it, or why it was not carried out. With `whole` the page is another."""
    gm_seat(request, public_id)
    try:
        write(submit_of(request, public_id))
    except Begun:
        return go(request, page_of(public_id))
    except Stale:
        return _page(request, gm_seat(request, public_id), 409, refused=stale_sentence())
    except RulesError as error:
        return _page(request, gm_seat(request, public_id), 422, refused=sentence_of(error))
    if whole or not request.htmx:
        return go(request, reverse("build_map", args=[public_id]))
    return _page(request, gm_seat(request, public_id))


def _page(request: MemberRequest, seat: Seat, status: int = 200, *, refused: str = "") -> HttpResponse:
    """The whole page, or for htmx the map and who is where."""
    encounter = seat.encounter
    board = set_up(encounter, lean=True)
    battle, ground = board.fight.map, ground_of(encounter.map_text, shown_only=False)
    rows = rows_of(seat, board)
    picked = _picked(rows, request.POST.get("who", ""), is_done=status == 200)
    context: dict[str, Any] = {
        "encounter": encounter, "campaign": encounter.campaign, "ground": ground, "battle": battle,
        "version": encounter.version, "key": fresh_key(), "refused": refused, "picked": picked,
        "picture": picture_url(encounter, battle, for_gm=True),
        "map": {"tokens": tokens_of(ground.lattice, rows) if ground else [], "battle": battle},
        "sides": _sides(rows, encounter, battle), "anybody": any(row.at is not None for row in rows),
        "facings": list(enumerate(FACINGS)) if battle is not None and battle.drawn.kind == "hex" else [],
        "maps": encounter.campaign.maps.filter(deleted_at=None), "typed": request.POST.get("cell", "")[:20],
        "said": gettext("Put down.") if request.method == "POST" and not refused else "",
    }  # fmt: skip
    return render(request, f"{PAGE}#changed" if request.htmx else PAGE, context, status=status)


def _picked(rows: list[Row], before: str, *, is_done: bool) -> str:
    """Whom the next cell is for: the next who is nowhere, unless the last one found no place."""
    if not is_done and any(row.ref == before for row in rows):
        return before
    refs = [row.ref for row in rows]
    start = refs.index(before) if before in refs else 0
    return next((row.ref for row in [*rows[start:], *rows[:start]] if row.at is None), before or (refs or [""])[0])


def _sides(rows: list[Row], encounter: Encounter, battle: BattleMap | None) -> list[dict[str, Any]]:
    """The combatants by side, the party first, each with the name of its cell."""
    party = encounter.campaign.rules.party
    found: dict[str, list[tuple[Row, str]]] = {}
    for row in rows:
        place = battle.name(row.at) if battle is not None and row.at is not None else ""
        found.setdefault(row.side, []).append((row, place))
    return [
        {"key": side, "name": side_name(side, party), "rows": those, "away": sum(not place for _row, place in those)}
        for side, those in sorted(found.items(), key=lambda each: each[0] != party)
    ]
