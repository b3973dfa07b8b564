"""What advantages a sheet has, and what their specialities are limited to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rules.systems.dungeon_fantasy.sheet import DfSheet, Trait, TraitKey

#: A speciality that limits nothing: “all parries”.
_ALL = re.compile(r"\s*(all\b.*|все.*|всё.*|любо.*|@.*@)?\s*$", re.IGNORECASE)
#: A speciality in words that mean the bare hands.
_BARE = re.compile(r"bare|unarmed|голы|без оружия|безоруж", re.IGNORECASE)


def has(sheet: DfSheet, *keys: TraitKey) -> bool:
    """Whether it has one of these traits, whatever their specialities."""
    return any(trait.key in keys for trait in sheet.traits)


def found(sheet: DfSheet, key: TraitKey) -> Iterator[Trait]:
    """The traits of this key, as written down."""
    return (trait for trait in sheet.traits if trait.key == key)


def covers(specialty: str, names: Iterable[str], *, unarmed: bool = False) -> bool:
    """Whether a speciality takes in what goes by these names: all of them where it says nothing."""
    if _ALL.match(specialty):
        return True
    if unarmed and _BARE.search(specialty):
        return True
    wanted = specialty.casefold().strip()
    return any(wanted == name or wanted in _parts(name) for name in (each.casefold() for each in names))


def _parts(name: str) -> set[str]:
    """A name without what stands in brackets, and that alone: “Shield (Buckler)”."""
    return {part.strip() for part in re.split(r"[()]", name) if part.strip()}


def has_hands(sheet: DfSheet) -> bool:
    """Whether it can punch, hold and parry (DF-29)."""
    return not has(sheet, "no_manipulators")


def is_master(sheet: DfSheet, names: Iterable[str], *, unarmed: bool = False) -> bool:
    """Weapon Master of what goes by these names, or Trained by a Master: repeated parries cost half (DF-23)."""
    if has(sheet, "trained_by_a_master"):
        return True
    names = tuple(names)
    return not unarmed and any(covers(trait.specialty, names) for trait in found(sheet, "weapon_master"))
