"""The equipment of a GCS file: what is a weapon, a shield, armour or anything else, with weights and places."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.words import Words, say
from rules.words import gettext_noop as _
from sheets.importing.gcs_entries import Entry, Feature, features_of, modifiers, name_of, tags_of
from sheets.importing.gcs_traits import locations_of, warn_of_conditions
from sheets.importing.gcs_weapons import Wielder, block_of, is_ranged, mode, shot
from sheets.importing.loose import clamped, each, flag, number, part, text
from sheets.importing.notation import pounds

_MOST_DEPTH = 30
_DEFENCES = ("dodge", "parry", "block")
_SHIELD = re.compile(r"\b(shield|buckler)\b|\bщит|баклер", re.IGNORECASE)
_BUCKLER = re.compile(r"buckler|баклер", re.IGNORECASE)
_CLOAK = re.compile(r"\bcloak\b|плащ", re.IGNORECASE)
_NOTED_DB = re.compile(r"\b(?:DB|БЗ)\s*:?\s*\+?(\d)\b", re.IGNORECASE)
_BEFORE_SHIELD = re.compile(r"front|shield side|спереди|щит", re.IGNORECASE)
_DEFENDS = re.compile(r"dodge|parry|block|defen[cs]e|уклон|парир|блок|защит", re.IGNORECASE)
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
    features = list(features_of(thing.entry))
    db, conditional = _db(thing, features)
    base = _carried(thing)
    melee = [weapon for weapon in each(thing.entry, "weapons") if not is_ranged(weapon)]
    ranged = [weapon for weapon in each(thing.entry, "weapons") if is_ranged(weapon)]
    dr = _dr(thing, features, warnings)
    if not conditional or not _is_shield(thing):
        warn_of_conditions(thing.name, features, warnings)
    if _is_shield(thing) or (db and any(block_of(weapon) is not None for weapon in melee)):
        base |= {"kind": "shield", "make": _make(thing.name), "db": db or 0, "magic_db": _magic(features)}
        return base | {"modes": [mode(weapon, thing.entry, who) for weapon in melee[:6]]}
    if melee or ranged:
        if dr:
            warnings.append(
                say(_("“{name}” is a weapon here; the DR that it also gives was left out."), name=thing.name)
            )
        base |= {"kind": "weapon", "quality": _quality(thing)}
        base["modes"] = [mode(weapon, thing.entry, who) for weapon in melee[:12]]
        return base | {"shots": [shot(weapon, thing.entry, who) for weapon in ranged[:12]]}
    if dr:
        note = text(thing.entry, "local_notes", 500).casefold()
        base |= {"kind": "armor", "dr": dr, "flexible": "flexible" in note or "гибк" in note}
    else:
        base["kind"] = "gear"
    return base | {"magic_db": _all_three(features)}


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


def _is_shield(thing: Thing) -> bool:
    """A shield, a buckler or a cloak to fight with, by its tags, or by its name and what it does."""
    tags = tags_of(thing.entry)
    if tags & {"shield", "shields", "щит", "щиты"}:
        return True
    found = _SHIELD.search(thing.name) or (_CLOAK.search(thing.name) and _noted(thing))
    return bool(found) and bool(each(thing.entry, "weapons") or _noted(thing) or thing.entry.get("features"))


def _make(name: str) -> str:
    return "buckler" if _BUCKLER.search(name) else "cloak" if _CLOAK.search(name) else "shield"


def _noted(thing: Thing) -> int:
    found = _NOTED_DB.search(text(thing.entry, "local_notes", 500) or text(thing.entry, "notes", 500))
    return int(found[1]) if found else 0


def _db(thing: Thing, features: list[Feature]) -> tuple[int, bool]:
    """The Defence Bonus of a shield's own, and whether the file states it as a condition.

    Files count it in every defence, name it as a bonus in some situations, or only note it.
    """
    counted = [_bonus(features, to, by_modifier=False) for to in _DEFENCES]
    if all(counted):
        return int(clamped(min(counted), 0, 10)), False
    for feature in features:
        situation = text(feature.data, "situation")
        if feature.kind == "conditional_modifier" and _DEFENDS.search(situation) and _BEFORE_SHIELD.search(situation):
            return int(clamped(feature.amount, 0, 10)), True
    return _noted(thing), False


def is_counted(thing: Thing) -> bool:
    """Whether the file counts its bonus in every dodge, parry and block."""
    features = list(features_of(thing.entry))
    return thing.equipped and all(_bonus(features, to) > 0 for to in _DEFENCES)


def other_bonuses(thing: Thing, kind: str) -> Iterator[dict[str, Any]]:
    """What a ready thing adds to single defences; what adds to all three is Defence Bonus, and stands on the thing."""
    features = list(features_of(thing.entry))
    amounts = {to: int(_bonus(features, to)) for to in _DEFENCES}
    kept_apart = _all_three(features) if kind != "weapon" else 0
    for to, amount in amounts.items():
        if thing.equipped and amount - kept_apart:
            yield {"to": to, "amount": int(clamped(amount - kept_apart, -10, 10)), "source": thing.name}


def _all_three(features: list[Feature]) -> int:
    """What is added to dodge, parry and block alike."""
    return int(clamped(min(_bonus(features, to) for to in _DEFENCES), 0, 10))


def _magic(features: list[Feature]) -> int:
    """What an enchantment adds to all three defences."""
    return int(clamped(min(_bonus(features, to, by_modifier=True) for to in _DEFENCES), 0, 10))


def _bonus(features: list[Feature], to: str, *, by_modifier: bool | None = None) -> float:
    return sum(
        feature.amount for feature in features
        if feature.kind == "attribute_bonus" and text(feature.data, "attribute").casefold() == to
        and by_modifier in {None, feature.by_modifier}
    )  # fmt: skip


def _dr(thing: Thing, features: list[Feature], warnings: list[Words]) -> dict[str, int]:
    total: dict[str, float] = {}
    for feature in features:
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
