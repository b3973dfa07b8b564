"""What of a fight goes back to the sheet."""

from __future__ import annotations

from typing import Any

from rules.systems.dungeon_fantasy.fighter import DfFighter
from rules.systems.dungeon_fantasy.load import fp_max, hp_max


def sheet_after(fighter: DfFighter) -> dict[str, Any]:
    """The sheet's fields that the fight has changed: HP and FP, with their maxima kept (DF-52)."""
    sheet = fighter.sheet
    return {"hp": fighter.hp, "fp": fighter.fp, "hp_max": hp_max(sheet), "fp_max": fp_max(sheet)}
