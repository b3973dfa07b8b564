"""Every parry and block that somebody is likely to use: with what is in the hands, drawn, or bare (DF-21).

A fight knows only what is in the hands now (`defence_ways`); a sheet shows what a moment's change of grip would bring.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.systems.dungeon_fantasy.defence_ways import blocks_of, parries_of
from rules.systems.dungeon_fantasy.gear import HANDS, Item, Shield, Weapon
from rules.systems.dungeon_fantasy.keys import slug
from rules.systems.dungeon_fantasy.load import NOWHERE
from rules.systems.dungeon_fantasy.sheet import DfSheet
from rules.systems.dungeon_fantasy.ways import Block, Parry

#: What any hand is as a thing, where it does not matter which.
BARE_HANDS = "hands"

#: Where a weapon is that can come into the hand in a fight; a shield in the pack is not strapped on in time.
_DRAWN = HANDS | {"worn", "pack"}
_STRAPPED = HANDS | {"worn"}


def likely_parries(sheet: DfSheet, gear: Sequence[Item]) -> tuple[Parry, ...]:
    """The parries with what is in the hands, then those with every carried weapon in each grip, then bare hands."""
    found = list(parries_of(sheet, gear, NOWHERE))
    keys = {each.key for each in found}
    known = {(each.thing, each.skill) for each in found} | {(BARE_HANDS, each.skill) for each in found if each.unarmed}
    for each in _with_other_grips(sheet, gear):
        if (BARE_HANDS if each.unarmed else each.thing, each.skill) in known:
            continue
        if each.key in keys:
            each = replace(each, key=f"{each.thing}.{slug(each.skill)}")
        keys.add(each.key)
        known.add((each.thing, each.skill))
        found.append(each)
    return tuple(found)


def likely_blocks(sheet: DfSheet, gear: Sequence[Item]) -> tuple[Block, ...]:
    """The blocks with what is in the hands, then with every other worn shield or cloak."""
    found = list(blocks_of(sheet, gear, NOWHERE))
    keys = {each.key for each in found}
    for number, item in enumerate(gear):
        if isinstance(item, Shield) and item.place in _STRAPPED:
            taken = _empty_hands(gear) | {str(number): _other(sheet)}
            found += [each for each in blocks_of(sheet, gear, taken) if each.key not in keys]
    return tuple(found)


def _with_other_grips(sheet: DfSheet, gear: Sequence[Item]) -> Iterator[Parry]:
    empty = _empty_hands(gear)
    for number, item in enumerate(gear):
        if isinstance(item, Weapon) and item.place in _DRAWN:
            for hand in (sheet.handedness, "both"):
                for each in parries_of(sheet, gear, {**empty, str(number): hand}):
                    if each.place == number and not each.missiles:
                        yield each
    seen: set[str] = set()
    for each in parries_of(sheet, gear, empty):
        if each.unarmed and not each.missiles and each.skill not in seen:  # the other hand parries no otherwise
            seen.add(each.skill)
            yield each


def _empty_hands(gear: Sequence[Item]) -> dict[str, str]:
    """Where things are when both hands are empty."""
    return {str(number): "worn" for number, item in enumerate(gear) if item.place in HANDS}


def _other(sheet: DfSheet) -> str:
    return "left" if sheet.handedness == "right" else "right"
