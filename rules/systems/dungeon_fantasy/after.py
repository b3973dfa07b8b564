"""What of a fight goes back to the sheet."""

from __future__ import annotations

from typing import Any

from rules.systems.dungeon_fantasy.fighter import DfFighter
from rules.systems.dungeon_fantasy.load import fp_max, hp_max


def sheet_after(fighter: DfFighter) -> dict[str, Any]:
    """The sheet's fields that the fight has changed: HP and FP (DF-52). Who came and left unhurt stays unhurt."""
    sheet = fighter.sheet
    came_with = {
        "hp": hp_max(sheet) if sheet.hp is None else sheet.hp,
        "fp": fp_max(sheet) if sheet.fp is None else sheet.fp,
    }
    left_with = {"hp": fighter.hp, "fp": fighter.fp}
    return {name: value for name, value in left_with.items() if value != came_with[name]}
