"""How a bot comes nearer on a map: it turns, steps to where it can strike, else goes the way to the nearest foe."""

from __future__ import annotations

from collections.abc import Sequence

from rules.grid.cells import Cell
from rules.grid.figures import facing_to
from rules.grid.paths import Reach
from rules.system import Command
from rules.systems.dungeon_fantasy import orders
from rules.systems.dungeon_fantasy.fighter import DfFight, DfFighter
from rules.systems.dungeon_fantasy.going import gaits
from rules.systems.dungeon_fantasy.ground import cells_between, lie
from rules.systems.dungeon_fantasy.strikes import is_near_enough, why_out_of_reach
from rules.walking import reach_of


def march(fight: DfFight, actor: DfFighter, foes: Sequence[DfFighter]) -> Command | None:
    """The next step towards a foe; None where none brings it nearer. Each uses up movement."""
    paces = gaits(fight, actor)
    there = [foe for foe in foes if foe.at is not None]
    if fight.map is None or actor.at is None or not paces or not there:
        return None
    if (turned := turn_to(fight, actor, there)) is not None:
        return turned
    within = reach_of(fight, actor, paces[0].cells)
    for cell in sorted(within.costs, key=lambda cell: (within.costs[cell], cell)):
        if cell != actor.at and (foe := struck_from(fight, actor, cell, there)) is not None:
            return go(fight, actor, cell, foe)
    return approach(fight, actor, there)


def turn_to(fight: DfFight, actor: DfFighter, foes: Sequence[DfFighter]) -> Command | None:
    """Turn to one whom it could strike from where it stands."""
    assert actor.at is not None
    foe = struck_from(fight, actor, actor.at, foes)
    if foe is None or foe.at is None or actor.facing is None:
        return None
    facing = facing_to(actor.at, foe.at)
    return None if facing == actor.facing else orders.Go(do="go", actor=actor.id, to=actor.at, facing=facing)


def struck_from(fight: DfFight, actor: DfFighter, at: Cell, foes: Sequence[DfFighter]) -> DfFighter | None:
    """A foe whom it could strike from a cell if it looked that way."""
    for foe in foes:
        for way in actor.kit.ways:
            if not is_near_enough(fight, way, at, foe.at):
                continue
            ground = lie(fight, actor, at, foe, ranged=way.range is not None)
            if why_out_of_reach(fight, actor, foe, way, ground, at, None) is None:
                return foe
    return None


def go(fight: DfFight, actor: DfFighter, cell: Cell, foe: DfFighter) -> orders.Go:
    """Go to a cell, and look at the foe from there."""
    assert fight.map is not None
    assert foe.at is not None
    on_hexes = fight.map.grid.kind == "hex" and cell != foe.at
    return orders.Go(do="go", actor=actor.id, to=cell, facing=facing_to(cell, foe.at) if on_hexes else None)


def approach(fight: DfFight, actor: DfFighter, foes: Sequence[DfFighter]) -> Command | None:
    """The way to the nearest cell from which it could strike, as far as its Move goes; else nearer to a foe."""
    battle = fight.map
    assert battle is not None
    assert actor.at is not None
    size = battle.grid.size
    far = min(cells_between(fight, actor.at, foe.at) for foe in foes if foe.at is not None)
    whole = reach_of(fight, actor, 2 * (sum(size) if size else far + 10))
    goal = goal_of(fight, actor, foes, whole)
    if goal is None:
        return None
    most = gaits(fight, actor)[-1].cells
    way = [step for step in whole.path(goal) if step.cell in whole and step.total <= most]
    return orders.Go(do="go", actor=actor.id, to=way[-1].cell) if way else None


def goal_of(fight: DfFight, actor: DfFighter, foes: Sequence[DfFighter], whole: Reach) -> Cell | None:
    """The cell that takes least to get to of those nearest to where it could strike; None where none is nearer."""
    assert actor.at is not None

    def far(cell: Cell) -> int:
        return min(cells_between(fight, cell, foe.at) for foe in foes if foe.at is not None)

    near = sorted(whole.costs, key=lambda cell: (far(cell), whole.costs[cell], cell))
    goal = next((cell for cell in near[:40] if struck_from(fight, actor, cell, foes) is not None), near[0])
    return goal if goal != actor.at and far(goal) < far(actor.at) else None
