"""A fighter as it enters a fight, and what a Game Master may set by hand."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from rules.numbers import Whole
from rules.system import Frozen
from rules.systems.dungeon_fantasy.consciousness import CERTAIN_DEATH
from rules.systems.dungeon_fantasy.fighter import DfFighter, Fate, Kind, Manoeuvre, Posture
from rules.systems.dungeon_fantasy.gear import Item
from rules.systems.dungeon_fantasy.load import fp_max, hp_max
from rules.systems.dungeon_fantasy.sheet import DfSheet

Pool = Annotated[Whole, Field(ge=-2000, le=2000)]


def df_fighter(*, id: str, name: Any, side: str, player: bool, sheet: DfSheet, gear: tuple[Item, ...]) -> DfFighter:
    """A fighter as it enters a fight."""
    hp = hp_max(sheet) if sheet.hp is None else sheet.hp
    fp = fp_max(sheet) if sheet.fp is None else sheet.fp
    most = hp_max(sheet)
    dead = most > 0 and hp <= -CERTAIN_DEATH * most
    return DfFighter(
        id=id, name=name, side=side, player=player, sheet=sheet, gear=gear, hp=hp, fp=fp,
        fate="dead" if dead else "", posture="lying" if dead else "standing",
        defied=max(0, -hp // max(1, most)),
    )  # fmt: skip


class DfCorrection(Frozen):
    """The state that may be set by hand."""

    hp: Pool = 0
    fp: Pool = 0
    posture: Posture = "standing"
    fate: Fate = ""
    stunned: bool = False
    shock: Annotated[Whole, Field(ge=0, le=8)] = 0
    shock_next: Annotated[Whole, Field(ge=0, le=8)] = 0
    manoeuvre: Manoeuvre = ""
    kind: Kind = ""
    sprinted: bool = False
    step_left: bool = False
    moved: Annotated[Whole, Field(ge=0, le=9999)] = 0
    attacks_left: Annotated[Whole, Field(ge=0, le=20)] = 0
    blocked: bool = False
    acrobatic: bool = False
    defied: Annotated[Whole, Field(ge=0, le=5)] = 0
