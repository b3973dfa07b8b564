"""Derived values: Armor, slots, usable HP, attack dice (CA-04, CA-13, CA-16, CA-20)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.breakdown import Breakdown
from rules.dice import Dice
from rules.system import Derived
from rules.systems.cairn.gear import Armor, Item, Weapon
from rules.systems.cairn.sheet import CairnSheet, NaturalAttack
from rules.words import Name, name_in, say
from rules.words import gettext_noop as _

SLOTS = 10
MOST_ARMOR = 3
#: Of how many weapons at hand the pairs are made.
MOST_PAIRED = 6
MOST_KEY = 40

UNARMED_NAME: Name = {"en": "unarmed", "ru": "без оружия"}


@dataclass(frozen=True, slots=True)
class Attack:
    """One way to attack. Of several dice the highest counts (CA-16)."""

    key: str
    name: Name
    dice: Dice
    blast: bool = False
    ranged: bool = False
    ignores_armor: bool = False
    #: Places in the gear of the things that lose a use with it (CA-14).
    counted: tuple[int, ...] = ()


UNARMED = Attack("unarmed", UNARMED_NAME, Dice((4,)))


def armor(sheet: CairnSheet, gear: Sequence[Item]) -> Breakdown:
    """Total Armor: natural, the best body armour, and one of each bonus; at most 3 (CA-04, CA-20)."""
    worn = sorted(
        (item for item in gear if isinstance(item, Armor) and item.place == "ready"),
        key=lambda item: -item.armor,
    )
    total = Breakdown().start(say(_("Natural armor")), sheet.armor, "CA-20")
    taken: set[str] = set()
    for item in worn:
        label = say(_("{item}"), item=item.name)
        if item.part in taken and item.part != "other":
            total.ignore(say(_("{item}: one of a kind counts"), item=item.name), item.armor, "CA-20")
        else:
            total.add(label, item.armor, "CA-20")
            taken.add(item.part)
    return total.at_most(say(_("Armor is at most 3")), MOST_ARMOR, "CA-04")


def slots_used(sheet: CairnSheet, gear: Sequence[Item]) -> Breakdown:
    """Inventory slots taken by things, fatigue and deprivation (CA-20)."""
    total = Breakdown().start(say(_("Empty inventory")), 0, "CA-20")
    for item in gear:
        if item.slots:
            label = _("{item}, bulky") if item.slots == 2 else _("{item}")
            total.add(say(label, item=item.name), item.slots, "CA-20")
        else:
            why = _("{item}: not carried") if item.place == "elsewhere" else _("{item}: petty")
            total.ignore(say(why, item=item.name), 0, "CA-20")
    if sheet.fatigue:
        total.add(say(_("Fatigue")), sheet.fatigue, "CA-20")
    if sheet.deprived:
        total.add(say(_("Deprived")), 1, "CA-20")
    return total


def hp_usable(sheet: CairnSheet, slots: int) -> Breakdown:
    """HP that protects now: none while the inventory is full; the stored HP stays (CA-20)."""
    total = Breakdown().start(say(_("HP on the sheet")), sheet.hp, "CA-04")
    if slots >= SLOTS:
        total.set_to(say(_("The inventory is full: {slots} of {most} slots"), slots=slots, most=SLOTS), 0, "CA-20")
    return total


def attacks(sheet: CairnSheet, gear: Sequence[Item]) -> tuple[Attack, ...]:
    """Every way to attack: natural attacks, ready weapons, pairs of them in two hands, and unarmed."""
    keys: set[str] = {UNARMED.key}
    natural = [_way(each, keys) for each in sheet.attacks]
    ready = [
        (item, _way(item, keys, () if item.uses is None else (place,)))
        for place, item in enumerate(gear)
        if isinstance(item, Weapon) and item.place == "ready"
    ]
    one_handed = [way for item, way in ready if not (item.ranged or item.bulky)]
    return (*natural, *[way for _item, way in ready], *_pairs(one_handed[:MOST_PAIRED], keys), UNARMED)


def _way(each: NaturalAttack | Weapon, keys: set[str], counted: tuple[int, ...] = ()) -> Attack:
    key = _unique(each.key or _slug(each.name) or f"weapon_{len(keys)}", keys)
    dice = Dice.apart(Dice.read(each.damage))
    return Attack(key, each.name, dice, each.blast, each.ranged, each.ignores_armor, counted)


def _pairs(weapons: list[Attack], keys: set[str]) -> Iterator[Attack]:
    """Two one-handed weapons used together: both dice, the highest counts (CA-16)."""
    for first, second in itertools.combinations(weapons, 2):
        yield Attack(
            _unique(f"{first.key}+{second.key}", keys),
            {lang: f"{name_in(first.name, lang)} + {name_in(second.name, lang)}" for lang in ("en", "ru")},
            Dice.apart((*first.dice, *second.dice)),
            blast=first.blast and second.blast,
            ignores_armor=first.ignores_armor and second.ignores_armor,
            counted=first.counted + second.counted,
        )


def _unique(key: str, taken: set[str]) -> str:
    unique, number = key, 2
    while unique in taken:
        unique, number = f"{key}_{number}", number + 1
    taken.add(unique)
    return unique


def _slug(name: Name) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name_in(name, "en").lower())[:MOST_KEY].strip("_")


def derive(sheet: CairnSheet, gear: Sequence[Item]) -> Derived:
    """`armor`, `slots_used`, `slots_free`, `hp_usable`, `attack_dice` with the reasons of each."""
    slots = slots_used(sheet, gear)
    why = {"armor": armor(sheet, gear), "slots_used": slots, "hp_usable": hp_usable(sheet, slots.total)}
    values = {
        **{name: breakdown.total for name, breakdown in why.items()},
        "slots_free": max(0, SLOTS - slots.total),
        "attack_dice": {way.key: str(way.dice) for way in attacks(sheet, gear)},
    }
    for way in attacks(sheet, gear):
        rule = "CA-13" if way is UNARMED else "CA-16" if len(way.dice) > 1 else "CA-04"
        die = Breakdown().start(say(_("{item}"), item=way.name), str(way.dice), rule)
        why[f"attack_dice.{way.key}"] = die
    return Derived(values, why)
