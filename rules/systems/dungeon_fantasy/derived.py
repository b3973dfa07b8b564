"""Derived values with the reasons of each: secondary characteristics, load, defences, damage, attacks.

What a fight reads over and over is here by name too: `ways_of`, `parries_of`, `blocks_of`, `cover_of`, `dodge`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from rules.breakdown import Breakdown
from rules.system import Derived
from rules.systems.dungeon_fantasy.attack_ways import ways_of
from rules.systems.dungeon_fantasy.cover import cover_of, defence_bonus, dr_at
from rules.systems.dungeon_fantasy.damage_table import swing, thrust
from rules.systems.dungeon_fantasy.defence_ways import blocks_of, bonuses_to, parries_of
from rules.systems.dungeon_fantasy.gear import Item
from rules.systems.dungeon_fantasy.likely import likely_blocks, likely_parries
from rules.systems.dungeon_fantasy.load import (
    LEVELS,
    LIMITS,
    NOWHERE,
    Half,
    Places,
    basic_lift,
    basic_move,
    basic_speed,
    carried_lb,
    encumbrance,
    encumbrance_of,
    fp_max,
    halve,
    halvings,
    hp_max,
    move,
    weight,
)
from rules.systems.dungeon_fantasy.sheet import DfSheet
from rules.systems.dungeon_fantasy.traits import found, has
from rules.systems.dungeon_fantasy.ways import Way
from rules.systems.dungeon_fantasy.wielding import blow_st
from rules.words import Words, say
from rules.words import gettext_noop as _

__all__ = [
    "basic_lift", "blocks_of", "cover_of", "derive", "dodge", "dr_at", "encumbrance_of", "fp_max", "hp_max", "move",
    "parries_of", "ways_of",
]  # fmt: skip


def dodge(
    sheet: DfSheet,
    gear: Sequence[Item],
    places: Places = NOWHERE,
    hp: int | None = None,
    fp: int | None = None,
    half: Half = "all",
    load: int | None = None,
) -> Breakdown:
    """Dodge now, or at another `load`: 3 + Basic Speed and bonuses, halved when badly hurt or tired, less the load.

    `hp` and `fp` are those of the moment; those of the sheet where they are left out. `half` is the table's reading
    of what is halved (DF-16).
    """
    total = Breakdown().start(say(_("3 + Basic Speed")), 3 + basic_speed(sheet).total, "DF-16")
    low = halvings(sheet, hp, fp)
    if half == "all":
        halve(_quick(sheet, total), low)
    else:
        _quick(sheet, halve(total, low))
    level = encumbrance_of(sheet, gear, places) if load is None else load
    if level:
        total.add(say(LEVELS[level]), -level, "DF-16")
    if total.total != math.floor(total.total):
        total.set_to(say(_("rounded down")), math.floor(total.total), "DF-16")
    return total.at_least(say(_("At least 0")), 0, "DF-04")


def _quick(sheet: DfSheet, total: Breakdown) -> Breakdown:
    """Combat Reflexes, Enhanced Dodge, and other bonuses to Dodge."""
    if has(sheet, "combat_reflexes"):
        total.add(say(_("Combat Reflexes")), 1)
    for trait in found(sheet, "enhanced_dodge"):
        total.add(say(_("Enhanced Dodge")), trait.level)
    for bonus in bonuses_to(sheet, "dodge"):
        total.add(say(_("{item}"), item=bonus.source), bonus.amount)
    return total


def _given(value: int | None, words: Words, source: Words, base: int) -> Breakdown:
    """A secondary characteristic: as the sheet gives it, or that of the attribute it follows."""
    return Breakdown().start(source, base) if value is None else Breakdown().start(words, value)


def _characteristics(sheet: DfSheet) -> dict[str, Breakdown]:
    on_sheet = say(_("On the sheet"))
    return {
        "hp_max": _given(sheet.hp_max, on_sheet, say(_("ST")), sheet.st),
        "fp_max": _given(sheet.fp_max, on_sheet, say(_("HT")), sheet.ht),
        "will": _given(sheet.will, on_sheet, say(_("IQ")), sheet.iq),
        "per": _given(sheet.per, on_sheet, say(_("IQ")), sheet.iq),
        "basic_speed": basic_speed(sheet),
        "basic_move": basic_move(sheet),
    }


def _damage(sheet: DfSheet) -> dict[str, Breakdown]:
    st = blow_st(sheet)
    words = say(_("ST {st} in the table of damage"), st=st)
    return {
        "damage_thrust": Breakdown().start(words, str(thrust(st)), "DF-51"),
        "damage_swing": Breakdown().start(words, str(swing(st)), "DF-51"),
    }


def _attack(way: Way) -> dict[str, Any]:
    """One line of the table of attacks."""
    line: dict[str, Any] = {"level": way.level, "damage": way.damage.text, "hand": way.hand}
    if way.range is None:
        return {**line, "reach": [way.least, way.most]}
    return {**line, "accuracy": way.range.accuracy, "range_yd": [way.range.half, way.range.most]}


def derive(sheet: DfSheet, gear: Sequence[Item]) -> Derived:
    """All derived values by name, and the reasons of each; those by weapon under `parry.broadsword` and the like."""
    parries, blocks, ways = likely_parries(sheet, gear), likely_blocks(sheet, gear), ways_of(sheet, gear)
    dodges = [dodge(sheet, gear, load=level) for level in range(len(LIMITS))]
    level = encumbrance_of(sheet, gear)
    why = {
        "dodge": dodges[level],
        "defence_bonus": defence_bonus(sheet, gear),
        "move": move(sheet, gear),
        "encumbrance": encumbrance(sheet, gear),
        "carried_lb": weight(gear),
        "basic_lift": basic_lift(sheet),
        **_characteristics(sheet),
        **_damage(sheet),
    }
    values = {
        **{name: breakdown.total for name, breakdown in why.items()},
        "hp": hp_max(sheet) if sheet.hp is None else sheet.hp,
        "fp": fp_max(sheet) if sheet.fp is None else sheet.fp,
        "carried_lb": carried_lb(gear),
        "dodge_by_encumbrance": [each.total for each in dodges],
        "parry": {each.key: each.level for each in parries},
        "block": {each.key: each.level for each in blocks},
        "attacks": {each.key: _attack(each) for each in ways},
    }
    why |= {f"dodge_by_encumbrance.{load}": each for load, each in enumerate(dodges)}
    why |= {f"parry.{each.key}": each.why() for each in parries}
    why |= {f"block.{each.key}": each.why() for each in blocks}
    why |= {f"attacks.{each.key}": each.why() for each in ways}
    return Derived(values, why)
