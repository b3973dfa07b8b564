"""Saves: d20, not above the ability; 1 always succeeds, 20 always fails."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.dice import Classify, Dice, Faces
from rules.effects import NOTHING, Roll, Rule, Tell
from rules.systems.cairn.fighter import CairnFighter
from rules.systems.cairn.orders import Ability
from rules.words import gettext_noop as _

D20 = Dice((20,))

PURPOSES: Mapping[Ability, str] = {"str": _("STR save"), "dex": _("DEX save"), "wil": _("WIL save")}


@cache
def at_most(level: int) -> Classify:
    """The two classes of a save against an ability: whether the face succeeds."""

    def succeeds(faces: Faces) -> bool:
        return faces[0] == 1 or (faces[0] <= level and faces[0] != 20)

    return succeeds


def save(
    fighter: CairnFighter, ability: Ability, rule: str, purpose: str = "", facts: Mapping[str, Any] = NOTHING
) -> Rule[bool]:
    """Roll a save and tell how it went. Gives back whether it succeeded."""
    level: int = getattr(fighter, ability)
    purpose = purpose or PURPOSES[ability]
    succeeds = at_most(level)
    faces: Faces = yield Roll(D20, purpose, fighter.id, succeeds, level, rule, at_most=True)
    succeeded = succeeds(faces)
    told = {"target": fighter.id, "ability": ability, "purpose": purpose, "roll": faces[0]}
    if facts:
        told |= facts
    yield Tell("saved" if succeeded else "failed_save", rule, told, (), fighter.id, {"level": level})
    return bool(succeeded)
