"""From where a blow comes, as its target has it: the arc, the difference of heights, sight (DF-10 to DF-13, DF-15)."""

from __future__ import annotations

from typing import Literal

from rules.fight import Change
from rules.grid.cells import Cell
from rules.grid.figures import Arc, arc
from rules.grid.hex import rotate
from rules.maps import FEET, BattleMap
from rules.systems.dungeon_fantasy.fighter import DfFight, DfFighter
from rules.systems.dungeon_fantasy.ground import cells_between, eyes, has_facing, on_map, yards_of
from rules.systems.dungeon_fantasy.retreating import stands_for

#: The least difference of heights that counts: 0.6 m (DF-15).
HIGHER_FT = 2

Sight = Literal["seen", "alert", "unknown"]


def blow_arc(fight: DfFight, attacker: DfFighter, target: DfFighter) -> Arc:
    """In which arc of the target the attacker strikes from, as defences count it (DF-11 to DF-13).

    Who was not behind at the start of its turn has run around: it comes from a side. Who has retreated from this
    attacker still counts as standing where it stood (DF-37).
    """
    if attacker.at is None or not has_facing(fight, target):
        return "front"
    at, facing = stands_for(fight, target, attacker)
    comes_from = arc(at, facing, attacker.at)
    if comes_from != "back" or target.id in attacker.behind:
        return comes_from
    return _side(target, at, facing, attacker.at)


def _side(target: DfFighter, at: Cell, facing: int, other: Cell) -> Arc:
    """From which side one comes who has run around; straight behind, on the side of the shield or the better hand."""
    _across, aside = rotate((other[0] - at[0], other[1] - at[1]), -facing)
    if aside:
        return "right" if aside > 0 else "left"
    hand = target.kit.cover.hand
    guarded = hand if hand in ("right", "left") else target.sheet.handedness
    return "right" if guarded == "right" else "left"


def height_bonus(fight: DfFight, attacker: DfFighter, target: DfFighter) -> int:
    """What the difference of heights adds to defences against melee attacks (DF-15).

    Heights are in the unit of the map's scale. Where they differ by as much as the two stand apart it counts double.
    """
    if fight.map is None or not fight.map.grid.heights or not on_map(fight, attacker, target):
        return 0
    assert attacker.at is not None
    at, _facing = stands_for(fight, target, attacker)
    rise = _feet(fight.map, at) - _feet(fight.map, attacker.at)
    if abs(rise) < HIGHER_FT:
        return 0
    apart = 3 * yards_of(fight.map, cells_between(fight, attacker.at, at))
    steep = 2 if abs(rise) >= apart else 1
    return steep if rise > 0 else -steep


def _feet(battle: BattleMap, cell: Cell) -> float:
    return battle.grid.height(cell) * FEET[battle.unit]


def blow_sight(fight: DfFight, attacker: DfFighter, target: DfFighter) -> Sight:
    """Whether the target sees the attack come (DF-10).

    It does unless it is blind, or the attacker is invisible, or both of them are in total darkness. Then it is alert
    if it knows of the attacker; the blind always are.
    """
    if "blindness" in target.kit.traits:
        return "alert"
    if not attacker.hidden and not _is_dark(fight, attacker, target):
        return "seen"
    return "alert" if attacker.id in target.alert else "unknown"


def _is_dark(fight: DfFight, attacker: DfFighter, target: DfFighter) -> bool:
    """Whether nothing of an attack is to be seen: a weapon that comes out of the dark into the light is."""
    if fight.map is None or not fight.map.grid.veils or not on_map(fight, attacker, target):
        return False
    terrain, hides = fight.map.grid.terrain, eyes(target)
    return all(any(hides(kind) == 2 for kind in terrain.get(each.at or (0, 0), ())) for each in (attacker, target))


def alerted(target: DfFighter, attacker: DfFighter) -> tuple[Change, ...]:
    """From now on it knows of an attacker that it does not see (DF-10)."""
    return () if attacker.id in target.alert else target.to(alert=(*target.alert, attacker.id))
