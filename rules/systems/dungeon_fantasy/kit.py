"""What a fighter fights with, as its things lie now and as its limbs are."""

from __future__ import annotations

from typing import get_args

from rules.systems.dungeon_fantasy.cover import cover_of, dr_at
from rules.systems.dungeon_fantasy.derived import blocks_of, move, parries_of, ways_of
from rules.systems.dungeon_fantasy.fighter import DfFighter, Kit
from rules.systems.dungeon_fantasy.gear import Location
from rules.systems.dungeon_fantasy.ways import Block, Parry, Way

#: Where a broken thing is, whoever holds it (DF-34).
BROKEN = "broken"
LEGS = frozenset({"right_leg", "left_leg"})


def kit_of(fighter: DfFighter) -> Kit:
    """Its ways to attack, to parry and to block, its cover and its DR. Crippled arms do nothing (DF-54)."""
    sheet, gear = fighter.sheet, fighter.gear
    places = {**fighter.moved_gear, **{f"{place}": BROKEN for place in fighter.broken}}
    lame = not LEGS.isdisjoint(fighter.crippled)
    return Kit(
        places,
        tuple(each for each in ways_of(sheet, gear, places) if _is_sound(fighter, each) and not _kicks(each, lame)),
        tuple(each for each in parries_of(sheet, gear, places) if _is_sound(fighter, each)),
        tuple(each for each in blocks_of(sheet, gear, places) if _is_sound(fighter, each)),
        cover_of(sheet, gear, places),
        {location: dr_at(sheet, gear, places, location) for location in get_args(Location)},
        {trait.key: trait.level for trait in sorted(sheet.traits, key=lambda trait: trait.level)},
    )


def _is_sound(fighter: DfFighter, each: Way | Parry | Block) -> bool:
    """Whether no crippled arm takes part in it."""
    if each.hand == "both":
        return "right" not in fighter.crippled and "left" not in fighter.crippled
    return each.hand not in fighter.crippled


def _kicks(way: Way, lame: bool) -> bool:
    return lame and way.thing == "kick"


def move_of(fighter: DfFighter) -> int:
    """Move now, in yards: by load, wounds and weariness; on one leg one crawls (DF-16, DF-52)."""
    most: int = move(fighter.sheet, fighter.gear, fighter.kit.places, fighter.hp, fighter.fp).total
    if fighter.sprinted:
        most += max(1, most // 5)
    if fighter.posture in ("lying", "sitting", "kneeling"):
        return crawl(fighter, most)
    if not LEGS.isdisjoint(fighter.crippled):
        return crawl(fighter, most)
    return most if fighter.posture == "standing" else 2 * most // 3


def crawl(fighter: DfFighter, most: int) -> int:
    """How far one goes that is not on its feet: kneeling and crawling a third, sitting not at all."""
    return 0 if fighter.posture == "sitting" else min(1, most) if fighter.posture == "lying" else most // 3


def step_of(fighter: DfFighter) -> int:
    """The step of a manoeuvre, in yards: a tenth of Move, but one at least of what moves at all (DF-53)."""
    most = move_of(fighter)
    return min(most, max(1, -(-most // 10)))
