"""The equipment of a GCS file: what is a weapon, a shield, armour or anything else, with weights and places."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.words import Words, say
from rules.words import gettext_noop as _
from sheets.importing.gcs_entries import Entry, Feature, features_of, modifiers, name_of
from sheets.importing.gcs_shields import all_three, bonus_of, is_of_shield, is_shield, make_of
from sheets.importing.gcs_traits import locations_of, warn_of_conditions
from sheets.importing.gcs_weapons import Wielder, is_ranged, mode, shot
from sheets.importing.loose import clamped, each, flag, number, part, text
from sheets.importing.notation import pounds

_MOST_DEPTH = 30
_FLEXIBLE = re.compile(r"\bflexible|гибк", re.IGNORECASE)
_QUALITIES = (("very_fine", r"very fine|превосход"), ("fine", r"\bfine\b|отличн"), ("cheap", r"\bcheap\b|дешёв|дешев"))


@dataclass(frozen=True, slots=True)
class Thing:
    """A piece of equipment: what the file has of it, whether it is carried and ready, and the weight of one."""

    entry: Entry
    carried: bool
    equipped: bool
    quantity: int
    weight_lb: float

    @property
    def name(self) -> str:
        return name_of(self.entry)

    @property
    def features(self) -> list[Feature]:
        return list(features_of(self.entry))


def read_things(document: Entry) -> Iterator[Thing]:
    """What is carried, then what lies elsewhere. Containers that weigh nothing and do nothing are left out."""
    yield from _below(document, "equipment", carried=True)
    yield from _below(document, "other_equipment", carried=False)


def _below(
    at: Entry, key: str, *, carried: bool, equipped: bool = True, lighter: float = 1, depth: int = 0
) -> Iterator[Thing]:
    for entry in each(at, key):
        ready = equipped and flag(entry, "equipped")
        quantity = number(entry, "quantity")
        count = 1 if quantity is None else int(clamped(math.ceil(quantity), 0, 10_000))
        weight = _weight(entry, count)
        inside = each(entry, "children")
        if weight or not inside or entry.get("weapons") or entry.get("features"):
            yield Thing(entry, carried, ready and carried, count, round(clamped(weight * lighter, 0, 10_000), 4))
        if inside and depth < _MOST_DEPTH:
            less = lighter * _share(entry, weight * count)
            yield from _below(entry, "children", carried=carried, equipped=ready, lighter=less, depth=depth + 1)


def _weight(entry: Entry, quantity: int) -> float:
    """The pounds of one, with its modifiers where the file worked them out."""
    calc = part(entry, "calc")
    if (worked_out := pounds(text(calc, "weight"))) is not None:
        return max(0, worked_out)
    total = pounds(text(calc, "extended_weight"))
    if total is not None and quantity and not each(entry, "children"):
        return max(0, total / quantity)
    return max(0, pounds(text(entry, "base_weight") or text(entry, "weight")) or 0)


def _share(entry: Entry, own: float) -> float:
    """What part of the weight of its contents a container lets count."""
    if not any(feature.kind == "contained_weight_reduction" for feature in features_of(entry)):
        return 1
    total = pounds(text(part(entry, "calc"), "extended_weight"))
    inside = [pounds(text(part(child, "calc"), "extended_weight")) or 0 for child in each(entry, "children")]
    if total is None or not sum(inside):
        return 1
    return clamped((total - own) / sum(inside), 0, 1)


def read_item(thing: Thing, who: Wielder, warnings: list[Words]) -> dict[str, Any]:
    """The thing as gear has it; in no hand yet."""
    entry, features, base = thing.entry, thing.features, _carried(thing)
    melee = [weapon for weapon in each(entry, "weapons") if not is_ranged(weapon)]
    ranged = [weapon for weapon in each(entry, "weapons") if is_ranged(weapon)]
    if is_shield(entry):
        modes = [mode(weapon, entry, who) for weapon in melee[:6]]
        return base | {"kind": "shield", "make": make_of(entry), "modes": modes} | _shield_bonus(thing, warnings)
    warn_of_conditions(thing.name, features, warnings)
    dr = _dr(thing, warnings)
    if melee or ranged:
        if dr:
            words = _("“{name}” is a weapon here; the DR that it also gives was left out.")
            warnings.append(say(words, name=thing.name))
        return base | {
            "kind": "weapon", "quality": _quality(thing),
            "modes": [mode(weapon, entry, who) for weapon in melee[:12]],
            "shots": [shot(weapon, entry, who) for weapon in ranged[:12]],
        }  # fmt: skip
    base["magic_db"] = all_three(features)
    if not dr:
        return base | {"kind": "gear"}
    return base | {"kind": "armor", "dr": dr, "flexible": bool(_FLEXIBLE.search(base["note"]))}


def _shield_bonus(thing: Thing, warnings: list[Words]) -> dict[str, int]:
    """The Defence Bonus, with a sentence where the file counts it in, or does not state it."""
    found = bonus_of(thing.entry, thing.features)
    if found.source == "counted" and thing.equipped:
        words = _("The file counts the Defence Bonus of “{name}” ({db}) in every defence; here it is kept apart.")
        warnings.append(say(words, name=thing.name, db=found.db + found.magic))
    elif found.source == "usual":
        words = _("The file does not state the Defence Bonus of “{name}”: {db} was taken.")
        warnings.append(say(words, name=thing.name, db=found.db))
    others = [feature for feature in thing.features if not is_of_shield(feature)]
    warn_of_conditions(thing.name, others, warnings)
    return {"db": found.db, "magic_db": found.magic}


def _carried(thing: Thing) -> dict[str, Any]:
    calc = part(thing.entry, "calc")
    cost = number(calc, "value")
    if cost is None:
        cost = number(thing.entry, "base_value") or number(thing.entry, "value") or 0
    place = "worn" if thing.equipped else "pack" if thing.carried else "elsewhere"
    note = text(thing.entry, "local_notes", 500) or text(thing.entry, "notes", 500)
    return {
        "name": thing.name, "place": place, "quantity": thing.quantity, "weight_lb": thing.weight_lb,
        "cost": clamped(cost, 0, 10_000_000), "note": note,
    }  # fmt: skip


def _dr(thing: Thing, warnings: list[Words]) -> dict[str, int]:
    total: dict[str, float] = {}
    for feature in thing.features:
        if feature.kind != "dr_bonus":
            continue
        against = text(feature.data, "specialization")
        if against.casefold() not in {"", "all"}:
            words = _("“{name}”: DR {amount} counts only for {where} and was left out.")
            warnings.append(say(words, name=thing.name, amount=f"{feature.amount:g}", where=against))
            continue
        for location in locations_of(feature):
            total[location] = total.get(location, 0) + feature.amount
    return {location: int(clamped(dr, 0, 100)) for location, dr in total.items()}


def _quality(thing: Thing) -> str:
    said = " ".join([thing.name, *(text(modifier, "name") for modifier in modifiers(thing.entry))])
    return next((quality for quality, pattern in _QUALITIES if re.search(pattern, said, re.IGNORECASE)), "good")
