"""Going over the map: who stands in the way, where one may stand, and the way itself step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import Any

from rules.effects import EVERYBODY, GM, Rule, Tell
from rules.errors import Refused
from rules.fight import Change, Fight, Fighter
from rules.grid import square
from rules.grid.cells import Cell, Space
from rules.grid.figures import Figure, facing_to
from rules.grid.moves import Mover, Passage
from rules.grid.paths import Reach, Step, reachable
from rules.maps import BattleMap, not_on_map
from rules.tactics import Tactics
from rules.words import Words, say
from rules.words import gettext_noop as _


def tactics_of(fight: Fight) -> Tactics:
    """The system's tactics. Raises `Refused` where it is not played on maps."""
    if fight.system.tactics is None or fight.map is None:
        raise Refused(say(_("This fight has no map.")))
    return fight.system.tactics


def space_at(battle: BattleMap, mover: Mover, at: Cell, facing: int | None = None) -> Space:
    """The cells that one takes up who stands at a cell."""
    if battle.grid.kind == "hex":
        return Figure(at, facing or 0, mover.body).cells
    return square.space_of(at, mover.size)


def space_of(fight: Fight, fighter: Fighter) -> Space:
    """The cells that a fighter takes up; none where it is not on the map."""
    if fighter.at is None or fight.map is None or fight.system.tactics is None:
        return ()
    return space_at(fight.map, fight.system.tactics.mover(fighter), fighter.at, fighter.facing)


def why_no_place(battle: BattleMap, mover: Mover, at: Cell, facing: int | None = None) -> Words | None:
    """Why nobody of this shape stands there; None where it may."""
    for cell in space_at(battle, mover, at, facing):
        if cell not in battle.drawn:
            return say(_("The cell {cell} is not on the map."), cell=battle.name(cell))
        if cell in battle.drawn.solid:
            return say(_("Something solid fills the cell {cell}."), cell=battle.name(cell))
    return None


def passages(fight: Fight, fighter: Fighter) -> Mapping[Cell, Passage]:
    """How the cells of the others may be passed. Who is not seen by its foes is not in their way: it is met."""
    tactics = tactics_of(fight)
    found: dict[Cell, Passage] = {}
    for other in fight.fighters.values():
        if other is fighter or other.at is None or _is_met(fight, fighter, other):
            continue
        passage = tactics.passage(fight, fighter, other)
        if passage is not None:
            found.update(dict.fromkeys(space_of(fight, other), passage))
    return found


def reach_of(fight: Fight, fighter: Fighter, cells: int) -> Reach:
    """Everywhere a fighter can go with so many cells of movement. A player's goes only where players are shown the map.

    Raises:
        Refused: there is no map, or it is not on it.
    """
    tactics = tactics_of(fight)
    if fighter.at is None or fight.map is None:
        raise Refused(say(_("{name} is not on the map."), name=fighter.name))
    battle = fight.map.shown() if fighter.player else fight.map
    mover = tactics.mover(fighter)
    if battle.grid.kind == "hex" and fighter.facing:
        mover = Mover(mover.size, Figure((0, 0), fighter.facing, mover.body).cells, mover.flies, mover.squeezes)
    diagonals = tactics.diagonals(fight, fighter)
    return reachable(battle.grid, fighter.at, cells, mover, passages(fight, fighter), diagonals=diagonals)


def way_within(fight: Fight, fighter: Fighter, to: Cell, cells: int, rule: str) -> tuple[Step, ...]:
    """The cheapest way to a cell with so many cells of movement.

    Raises:
        Refused: there is none: the cell is none of the map's, somebody who is seen stands there, or it is too far.
    """
    battle = fight.map
    if battle is None or to not in battle.grid:
        raise Refused(not_on_map(to), rule=rule, path="to")
    reach = reach_of(fight, fighter, cells)
    if to in reach:
        return reach.path(to)
    for other in fight.fighters.values():
        if other is not fighter and not fight.is_unseen(other) and to in space_of(fight, other):
            raise Refused(say(_("{name} stands there."), name=other.name), rule=rule, path="to")
    words = say(
        _("{actor} does not get to {cell}: {length} are left, and others may stand in the way."),
        actor=fighter.name, cell=battle.name(to), length=battle.length(cells),
    )  # fmt: skip
    raise Refused(words, rule=rule, path="to")


#: What going so many steps takes, and whether it ended before its time: the system's changes that go with it.
type Pay = Callable[[tuple[Step, ...], bool], tuple[Change, ...]]


def _nothing(_steps: tuple[Step, ...], _stopped: bool) -> tuple[Change, ...]:
    return ()


def walk(
    fight: Fight, fighter: Fighter, way: tuple[Step, ...], facing: int | None, rule: str, pay: Pay = _nothing
) -> Rule[bool]:
    """Go a way to its end, or to where somebody unseen stands in it. Gives back whether the end was reached.

    An empty way only turns. Where somebody comes into sight everybody is told, from where the Game Master alone. What
    is told of one who is unseen by then, an encounter keeps from players.
    """
    battle = fight.map
    assert battle is not None
    assert fighter.at is not None
    start, free = fighter.at, _free(fight, fighter, way)
    end = free[-1].cell if free else start
    before = free[-2].cell if len(free) > 1 else start
    turned = facing if facing is not None else _ahead(battle, before, end, fighter.facing)
    stopped = len(free) < len(way)
    changes = (*fighter.to(at=end, facing=turned), *pay(free, stopped))
    was_seen, is_seen = not unseen_at(fight, fighter, start), not unseen_at(fight, fighter, end)
    facts: dict[str, Any] = {"actor": fighter.id, "from": battle.name(start), "to": battle.name(end)}
    if not stopped:
        facts["cells"] = free[-1].total if free else 0
    kind = "stopped" if stopped else "went" if way else "turned"
    if was_seen and not is_seen:  # told as long as it is seen: afterwards what concerns it is behind the screen
        yield Tell("vanished", rule, {"actor": fighter.id})
    appears = is_seen and not was_seen
    yield Tell(kind, rule, facts, changes, audience=GM if appears else EVERYBODY)
    if appears:
        yield Tell("appeared", rule, {"actor": fighter.id, "to": battle.name(end)})
    if stopped:
        taken = _met(fight, fighter)
        met = next(taken[cell] for step in way[len(free) :] for cell in step.space if cell in taken)
        yield Tell("met", rule, {"actor": fighter.id, "target": met.id}, audience=GM)
    return not stopped


def _free(fight: Fight, fighter: Fighter, way: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps of a way before the one into somebody unseen; where one only passes one is not stopped either."""
    taken = _met(fight, fighter)
    free = list(takewhile(lambda step: taken.keys().isdisjoint(step.space), way)) if taken else list(way)
    if len(free) < len(way):
        passed = {cell for cell, passage in passages(fight, fighter).items() if not passage.stop}
        while free and not passed.isdisjoint(free[-1].space):
            free.pop()
    return tuple(free)


def _met(fight: Fight, fighter: Fighter) -> Mapping[Cell, Fighter]:
    """The cells where it runs into somebody whom it does not see."""
    return {
        cell: other for other in fight.fighters.values()
        if other is not fighter and _is_met(fight, fighter, other) and _bars(fight, fighter, other)
        for cell in space_of(fight, other)
    }  # fmt: skip


def unseen_at(fight: Fight, fighter: Fighter, at: Cell | None) -> bool:
    """Whether players are not shown a fighter that stands there."""
    return fighter.hidden or (fight.map is not None and not fighter.player and at in fight.map.shroud)


def _ahead(battle: BattleMap, before: Cell, end: Cell, facing: int | None) -> int | None:
    """The facing of one who came from a neighbouring cell; on squares nobody has one."""
    if battle.grid.kind != "hex":
        return None
    return facing if before == end else facing_to(before, end)


def _is_met(fight: Fight, fighter: Fighter, other: Fighter) -> bool:
    return other.side != fighter.side and fight.is_unseen(other)


def _bars(fight: Fight, fighter: Fighter, other: Fighter) -> bool:
    passage = tactics_of(fight).passage(fight, fighter, other)
    return passage is not None and not (passage.enter and passage.stop)


def why_taken(fight: Fight, fighter: Fighter, at: Cell, facing: int | None = None) -> Words | None:
    """Why a fighter cannot be put down at a cell: the place is none, or somebody has it; None where it can."""
    tactics = tactics_of(fight)
    assert fight.map is not None
    mover = tactics.mover(fighter)
    if (words := why_no_place(fight.map, mover, at, facing)) is not None:
        return words
    space = set(space_at(fight.map, mover, at, facing))
    for other in fight.fighters.values():
        if other is fighter or space.isdisjoint(space_of(fight, other)):
            continue
        passage = tactics.passage(fight, fighter, other)
        if passage is not None and not passage.stop:
            return say(_("{name} stands there."), name=other.name)
    return None


def why_not_together(fight: Fight, fighter: Fighter, other: Fighter) -> Words | None:
    """Why two cannot stand on one cell: neither may stand where the other does; None where one of them may."""
    tactics = tactics_of(fight)
    ways = tactics.passage(fight, fighter, other), tactics.passage(fight, other, fighter)
    return None if any(each is None or each.stop for each in ways) else say(_("{name} stands there."), name=other.name)


#: What systems say of movement, beside their own sentences.
SENTENCES: Mapping[str, Any] = {
    "went": _("{actor} goes from {from} to {to}."),
    "turned": _("{actor} turns."),
    "stopped": _("{actor} goes from {from} to {to} and is stopped by somebody unseen."),
    "met": _("{actor} has run into {target}."),
    "appeared": _("{actor} comes into sight at {to}."),
    "vanished": _("{actor} goes out of sight."),
}
