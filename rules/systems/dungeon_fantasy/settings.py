"""What a table may decide for itself in Dungeon Fantasy; the defaults are the book's."""

from __future__ import annotations

from typing import Literal

from rules.border import Frozen


class DfSettings(Frozen):
    """The settings of a table."""

    half_dodge: Literal["all", "base"] = "all"
    """What of Dodge is halved at low HP or FP: base and bonuses, or the base alone (DF-16)."""
    surprise: Literal["ask", "none"] = "ask"
    """Whether the Game Master is asked for a roll that lets a surprised fighter dodge (DF-14)."""
    breakage: bool = True
    """Whether weapons that parry much heavier ones may break (DF-34)."""
    npc_death: Literal["roll", "zero"] = "roll"
    """Whether opponents fight on below 0 HP while their HT rolls succeed, or fall at 0 (DF-52)."""
