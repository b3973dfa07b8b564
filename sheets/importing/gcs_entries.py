"""The lists of a GCS file: what is switched on in them, with containers and modifiers, and the features it brings.

The keys differ between the versions of the format: what was `advantages` is `traits`, `categories` are `tags`,
`equipment_container` is known by its `children`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sheets.importing.loose import each, flag, number, part, text, texts

Entry = Mapping[str, Any]

#: Deeper than this nobody nests containers.
_MOST_DEPTH = 30
_PLACE = re.compile(r"@([^@]{1,200})@")


@dataclass(frozen=True, slots=True)
class Feature:
    """What an entry or one of its modifiers changes: `data` as the file has it; `level` counts where it goes by it."""

    source: str
    data: Entry
    level: float
    by_modifier: bool

    @property
    def kind(self) -> str:
        return text(self.data, "type")

    @property
    def amount(self) -> float:
        found = number(self.data, "amount") or 0
        return found * self.level if flag(self.data, "per_level") or flag(self.data, "leveled") else found


def entries(document: Entry, *keys: str) -> Iterator[Entry]:
    """Everything in some lists that is switched on, containers before what is in them."""
    for key in keys:
        yield from _below(document, key, 0)


def _below(at: Entry, key: str, depth: int) -> Iterator[Entry]:
    for entry in each(at, key):
        if flag(entry, "disabled"):
            continue
        yield entry
        if depth < _MOST_DEPTH:
            yield from _below(entry, "children", depth + 1)


def switched_off(document: Entry, *keys: str) -> list[str]:
    """The names of the entries that are switched off."""
    return [name_of(entry) for key in keys for entry in each(document, key) if flag(entry, "disabled")]


def modifiers(entry: Entry) -> Iterator[Entry]:
    """The modifiers of an entry that are switched on."""
    return entries(entry, "modifiers")


def name_of(entry: Entry) -> str:
    """What an entry is called, with what was filled into its name; “?” where it has none."""
    written = text(entry, "name") or text(entry, "description") or "?"
    return filled(written, entry)[:200]


def filled(written: str, entry: Entry) -> str:
    """A text with its “@places@” filled in."""
    given = part(entry, "replacements")
    return _PLACE.sub(lambda found: text(given, found[1]) or found[0], written)


def level_of(entry: Entry) -> float:
    """The level of a trait or a modifier; 1 for what has none."""
    for found in (number(entry, "levels"), number(part(entry, "calc"), "current_level"), number(entry, "level")):
        if found is not None and found > 0:
            return found
    return 1


def tags_of(entry: Entry) -> frozenset[str]:
    """Its tags, in lower case."""
    return frozenset(tag.casefold() for key in ("tags", "categories") for tag in texts(entry, key))


def features_of(entry: Entry) -> Iterator[Feature]:
    """The features of an entry and of its modifiers that are switched on."""
    level = level_of(entry)
    for data in each(entry, "features"):
        yield Feature(name_of(entry), data, level, by_modifier=False)
    for modifier in modifiers(entry):
        own = level if flag(modifier, "use_level_from_trait") else level_of(modifier)
        for data in each(modifier, "features"):
            yield Feature(text(modifier, "name") or name_of(entry), data, own, by_modifier=True)


def traits_of(document: Entry) -> list[Entry]:
    """Advantages, disadvantages and what a race brings."""
    return list(entries(document, "traits", "advantages"))
