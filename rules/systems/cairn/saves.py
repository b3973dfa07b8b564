"""Saves: d20, not above the ability; 1 always succeeds, 20 always fails."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from rules.dice import Dice, Faces
from rules.effects import Roll, Rule, Tell
from rules.systems.cairn.fighter import CairnFighter
from rules.words import gettext_noop as _

D20 = Dice((20,))
Ability = Literal["str", "dex", "wil"]

PURPOSES: dict[str, str] = {"str": _("STR save"), "dex": _("DEX save"), "wil": _("WIL save")}


class Succeeds(NamedTuple):
    """The two classes of a save against an ability."""

    level: int

    def __call__(self, faces: Faces) -> bool:
        return faces[0] == 1 or (faces[0] <= self.level and faces[0] != 20)


def save(fighter: CairnFighter, ability: Ability, rule: str, *, level: int | None = None, **facts: Any) -> Rule[bool]:
    """Roll a save and tell how it went. Gives back whether it succeeded.

    `level` replaces the fighter's own ability, e.g. by its leader's.
    """
    level = getattr(fighter, ability) if level is None else level
    succeeds = Succeeds(level)
    faces = yield Roll(D20, PURPOSES[ability], fighter.id, succeeds, level, rule)
    succeeded = succeeds(faces)
    yield Tell(
        "saved" if succeeded else "failed_save", rule,
        {"target": fighter.id, "ability": ability, "purpose": PURPOSES[ability], "roll": faces[0], **facts},
        (), fighter.id, {"level": level},
    )  # fmt: skip
    return succeeded
