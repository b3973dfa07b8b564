"""A quick character: abilities on 3d6 each in order, HP on d6, a background with its things."""

from __future__ import annotations

import random
from typing import Any

from rules.systems.cairn import tables


def quick(seed: str, language: str) -> dict[str, Any]:
    """A rolled character: {"name", "sheet", "gear"}; the same seed gives the same one."""
    chance = random.Random(seed)
    lists = tables.names()
    background = chance.choice(lists["backgrounds"])
    name = f"{chance.choice(lists['given'])[language]} {chance.choice(lists['family'])[language]}"
    rolled = {ability: sum(chance.randint(1, 6) for _die in range(3)) for ability in ("str", "dex", "wil")}
    rows = {row["key"]: row for rows in tables.equipment().values() for row in rows}
    return {
        "name": name,
        "sheet": {
            **rolled, "hp": chance.randint(1, 6), "background": background["name"][language],
            "gold": sum(chance.randint(1, 6) for _die in range(3)),
        },
        "gear": [dict(rows[key]) for key in background["gear"]],
    }  # fmt: skip
