"""Defence Bonus in a GCS file, however it states that of a shield, a cloak or an enchantment (DF-07, DF-08).

Files count it in every dodge, parry and block, name it as a bonus in some situations, or only note it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rules.systems.dungeon_fantasy import tables
from sheets.importing.gcs_entries import Entry, Feature, modifiers, name_of, tags_of
from sheets.importing.gcs_weapons import block_of
from sheets.importing.loose import clamped, each, text

DEFENCES = ("dodge", "parry", "block")
_SHIELD = re.compile(r"\b(shield|buckler)\b|\bщит|баклер", re.IGNORECASE)
_BUCKLER = re.compile(r"buckler|баклер", re.IGNORECASE)
_CLOAK = re.compile(r"\bcloak\b|плащ", re.IGNORECASE)
_NOTED = re.compile(
    r"\b(?:DB|Defen[cs]e Bonus|БЗ)\s*(?:of|[:=])?\s*\+?(\d)\b|(?:^|[\s(+])(\d)\s*(?:DB|БЗ)\b", re.IGNORECASE
)
_SIDE = re.compile(r"front|shield side|спереди|щит", re.IGNORECASE)
_DEFENDS = re.compile(r"dodge|parry|block|defen[cs]e|уклон|парир|блок|защит", re.IGNORECASE)
_TAGS = frozenset({"shield", "shields", "щит", "щиты"})


class Bonus(NamedTuple):
    """The Defence Bonus of a thing: its own, and that of an enchantment. `source` tells where the file has it."""

    db: int
    magic: int
    source: str


def is_shield(entry: Entry) -> bool:
    """A shield, a buckler or a cloak to fight with: by its tags, or by its name and what it does."""
    if tags_of(entry) & _TAGS:
        return True
    name = name_of(entry)
    blocks = any(block_of(weapon) is not None for weapon in each(entry, "weapons"))
    if _CLOAK.search(name):
        return blocks or bool(_noted(entry))
    if not _SHIELD.search(name):
        return False
    return blocks or bool(_noted(entry) or each(entry, "weapons") or each(entry, "features"))


def make_of(entry: Entry) -> str:
    """A shield, a buckler or a cloak, by its name."""
    name = name_of(entry)
    return "buckler" if _BUCKLER.search(name) else "cloak" if _CLOAK.search(name) else "shield"


def bonus_of(entry: Entry, features: Sequence[Feature]) -> Bonus:
    """The Defence Bonus of a shield, by the first statement of it that the file makes; else by our table."""
    own, magic = all_three(features, by_modifier=False), all_three(features, by_modifier=True)
    if own or magic:
        return Bonus(own or magic, magic if own else 0, "counted")
    for feature in features:
        if is_of_shield(feature):
            return Bonus(int(clamped(feature.amount, 0, 10)), 0, "named")
    if noted := _noted(entry):
        return Bonus(noted, 0, "noted")
    return Bonus(_usual(name_of(entry)), 0, "usual")


def is_of_shield(feature: Feature) -> bool:
    """Whether it names a bonus to defences on the side of a shield."""
    situation = text(feature.data, "situation")
    return bool(feature.kind == "conditional_modifier" and _DEFENDS.search(situation) and _SIDE.search(situation))


def _noted(entry: Entry) -> int:
    """What the notes of a thing, of its weapons and of its modifiers say."""
    for at in (entry, *each(entry, "weapons"), *modifiers(entry)):
        for key in ("local_notes", "notes", "usage_notes"):
            if found := _NOTED.search(text(at, key, 500)):
                return int(found[1] or found[2])
    return 0


def _usual(name: str) -> int:
    """What the table has for a shield of this name, or one that begins like it: “Medium Shield, Light”."""
    said = name.casefold()
    for row in tables.equipment()["shield"]:
        if any(said.startswith(known.casefold()) for known in row["name"].values()):
            return int(row["db"])
    return 0


def other_bonuses(name: str, features: Sequence[Feature], kind: str) -> Iterator[dict[str, Any]]:
    """What a ready thing adds to single defences. What adds to all three is Defence Bonus, and stands on the thing.

    A weapon has no place for it, so that there it is a bonus of the sheet.
    """
    apart = all_three(features)
    if apart and kind == "weapon":
        yield {"to": "magic_db", "amount": apart, "source": name}
    for to in DEFENCES:
        if amount := int(clamped(added(features, to) - apart, -10, 10)):
            yield {"to": to, "amount": amount, "source": name}


def all_three(features: Sequence[Feature], *, by_modifier: bool | None = None) -> int:
    """What is added to dodge, parry and block alike."""
    return int(clamped(min(added(features, to, by_modifier=by_modifier) for to in DEFENCES), 0, 10))


def added(features: Sequence[Feature], to: str, *, by_modifier: bool | None = None) -> float:
    """What is added to one defence, by the thing itself, by its modifiers, or by both."""
    return sum(
        feature.amount for feature in features
        if feature.kind == "attribute_bonus" and text(feature.data, "attribute").casefold() == to
        and by_modifier in {None, feature.by_modifier}
    )  # fmt: skip
