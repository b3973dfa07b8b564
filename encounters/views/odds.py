"""What an order would do, before it is given: exact odds, or its dice alone where the target's numbers are secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from encounters.board import Board, set_up
from encounters.door import Seat, seat_at
from encounters.mapping.ground import lattice_of
from encounters.mapping.measure import area_of
from encounters.projection import fight_for
from encounters.services.turn import know_only_the_visible
from encounters.views.answers import PARTS
from encounters.views.orders import order_from
from rules.errors import RulesError
from rules.preview import Preview
from rules.prospects import odds_of
from rules.scenario import read_command
from rules.system import Command
from rules.words import Name
from sheets.door import MemberRequest, log_in_first


@dataclass(frozen=True, slots=True)
class Bar:
    """One result of a distribution. `height` is in percent of the likeliest."""

    result: int
    p: float
    height: float


@dataclass(frozen=True, slots=True)
class Measures:
    """The odds against one target."""

    target: Name
    shares: Sequence[tuple[str, float]]
    mean: float
    bars: Sequence[Bar]


@dataclass(frozen=True, slots=True)
class Chances:
    """What is known beforehand: `measures` by target, or only what the dice show."""

    preview: Preview | None
    dice: Sequence[Bar] = ()
    measures: Sequence[Measures] = ()
    exact: bool = True


@log_in_first
@require_safe
def odds(request: MemberRequest, public_id: str) -> HttpResponse:
    """The odds of the order that the form holds."""
    seat = seat_at(request.user, public_id)
    board = set_up(seat.encounter, lean=True)
    context: dict[str, Any] = {"system": seat.encounter.campaign.system}
    if board.is_waiting or seat.is_spectator:
        return HttpResponse(status=204)
    try:
        command = _command(seat, board, request)
        fight = fight_for(seat, board)
        if (area := area_of(fight, command)) is not None and fight.map is not None:
            context |= {"area": area, "lattice": lattice_of(fight.map)}
        context["chances"] = chances(seat, board, command)
    except RulesError as error:
        context["said"] = {"sentence": error.words, "rule": error.rule}
        return render(request, f"{PARTS}#odds", context, status=422)
    return render(request, f"{PARTS}#odds", context)


def _command(seat: Seat, board: Board, request: MemberRequest) -> Command:
    system = board.fight.system
    document = {**order_from(board.fight, request.GET), "claimed": not seat.is_gm}
    command = read_command(system, document)
    know_only_the_visible(seat, board, document)
    if not seat.may_order(command, board.fight, board.combatants):
        raise PermissionDenied(gettext("It is not for you to give this order."))
    return command


def chances(seat: Seat, board: Board, command: Command) -> Chances | None:
    """Exact odds where the seat sees the numbers of all targets, else the distribution of its own dice."""
    fight = fight_for(seat, board)
    preview = fight.system.preview(fight, command)
    named = _targets(command)
    if (preview and not named) or not all(seat.sees_numbers(board.combatants[ref]) for ref in named):
        return Chances(preview, bars(preview.results) if preview else ())
    odds = odds_of(fight, command)
    measures = [
        _measures(board, ref, odds.measures(ref)) for ref in odds.targets() if ref in named
    ]  # fmt: skip
    return Chances(preview, (), measures, odds.exact)


def _targets(command: Command) -> list[str]:
    first, more = getattr(command, "target", None), getattr(command, "targets", [])
    return list(dict.fromkeys([*([first] if first else []), *more]))


def _measures(board: Board, ref: str, found: Mapping[str, Any]) -> Measures:
    damage = {int(points): p for points, p in found["damage"].items()}
    shares = [(label, found[key]) for key, label in board.fight.system.measures.items()]
    return Measures(board.combatants[ref].name, shares, found["damage_mean"], bars(damage))


def bars(shares: Mapping[int, float]) -> list[Bar]:
    """A distribution as bars, gaps between its results filled."""
    if not shares:
        return []
    most = max(shares.values())
    every = range(min(shares), max(shares) + 1)
    return [Bar(each, shares.get(each, 0.0), 100 * shares.get(each, 0.0) / most) for each in every]
