"""The tables of Cairn: equipment, creatures, names. They are part of the program and read once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

#: Bought, not carried: a room, a seat, a horse.
_NOT_CARRIED = {"transport", "upkeep"}
_CARRIED_UPKEEP = {"rations", "animal_feed"}


def _rows(name: str) -> Any:
    return json.loads(files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8"))


@cache
def equipment() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Gear objects by kind, each with the `key` of its row."""
    weapon = ("key", "name", "damage", "bulky", "ranged", "blast", "cost")
    worn = ("key", "name", "part", "armor", "bulky", "cost")
    carried = ("key", "name", "bulky", "petty", "uses", "cost")
    return {
        "weapon": [{"kind": "weapon", **{k: row[k] for k in weapon}} for row in _rows("weapons")],
        "armor": [{"kind": "armor", **{k: row[k] for k in worn}} for row in _rows("armor")],
        "gear": [
            {"kind": "gear", **{k: row[k] for k in carried}}
            | ({"place": "elsewhere"} if row["section"] in _NOT_CARRIED and row["key"] not in _CARRIED_UPKEEP else {})
            for row in _rows("gear")
        ],
    }


@cache
def creatures() -> Sequence[Mapping[str, Any]]:
    """Creatures ready to fight: {"key", "name", "sheet", "gear"}.

    A creature whose WIL is 0 by nature is mindless.
    """
    return [
        {
            "key": row["key"],
            "name": row["name"],
            "sheet": {
                **{k: row[k] for k in ("hp", "armor", "str", "dex", "wil", "attacks", "detachment")},
                "mindless": row["wil"] == 0,
            },
            "gear": [],
        }
        for row in _rows("creatures")
    ]


@cache
def names() -> Mapping[str, Any]:
    """Given names, family names and backgrounds for quick characters."""
    return dict(_rows("names"))
