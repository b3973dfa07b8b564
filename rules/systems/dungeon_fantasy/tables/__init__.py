"""The tables of Dungeon Fantasy: equipment, opponents, skills, names. They are part of the program and read once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any


def _rows(name: str) -> Any:
    return json.loads(files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8"))


@cache
def equipment() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Gear objects by kind, each with the `key` of its row."""
    return {
        kind: [{"kind": kind, **row} for name in names for row in _rows(name)]
        for kind, names in {
            "weapon": ("weapons", "shooting"), "shield": ("shields",), "armor": ("armor",), "gear": ("gear",),
        }.items()
    }  # fmt: skip


@cache
def creatures() -> Sequence[Mapping[str, Any]]:
    """Opponents ready to fight: {"key", "name", "sheet", "gear"}, their things copied from the equipment."""
    known = {row["key"]: row for rows in equipment().values() for row in rows}
    return [{**row, "gear": [_copied(thing, known) for thing in row["gear"]]} for row in _rows("creatures")]


def _copied(thing: Mapping[str, Any], known: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """A thing that names its row, as that row with what it says of its own."""
    own = dict(thing)
    return {**known[own.pop("item")], **own}


@cache
def skills() -> Sequence[Mapping[str, Any]]:
    """The skills of the tables: {"name", "attribute", "also": other spellings, "called": what it is shown as}."""
    return [dict(row) for row in _rows("skills")]


@cache
def quick_characters() -> Mapping[str, Any]:
    """Names and templates for quick characters."""
    return dict(_rows("quick"))
