"""Rolls of 3d6 against a level: 3 and 4 always succeed, 17 and 18 always fail."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from rules.dice import Classify, Dice, Faces
from rules.effects import NOTHING, Roll, Rule, Tell
from rules.systems.dungeon_fantasy.fighter import DfFighter

D3 = Dice((6, 6, 6))
D3_TEXT = str(D3)

#: By how much a roll has to fail for the worst (DF-52).
BADLY = 5


class Checked(NamedTuple):
    """How a roll came out, and by how much it succeeded (negative where it failed)."""

    succeeded: bool
    margin: int
    badly: bool = False


def succeeds(total: int, level: int) -> bool:
    """Whether a total of 3d6 succeeds against a level."""
    return total <= 4 or (total <= level and total < 17)


@cache
def at_most(level: int) -> Classify:
    """The two classes of a roll against a level: whether it succeeds."""
    table = [succeeds(total, level) for total in range(19)]
    return lambda faces: table[faces[0] + faces[1] + faces[2]]


@cache
def or_badly(level: int) -> Classify:
    """The three classes of a roll that may fail badly: by 5 or more, or with 17 or 18."""
    table = [2 if succeeds(total, level) else 0 if _badly(total, level) else 1 for total in range(19)]
    return lambda faces: table[faces[0] + faces[1] + faces[2]]


def by_total(faces: Faces) -> int:
    """The classes of a roll whose margin counts: its sum."""
    return faces[0] + faces[1] + faces[2]


def _badly(total: int, level: int) -> bool:
    return total >= level + BADLY or total >= 17


def check(
    fighter: DfFighter, level: int, purpose: str, rule: str,
    classes: Classify | None = None, facts: Mapping[str, Any] = NOTHING,
) -> Rule[Checked]:  # fmt: skip
    """Roll 3d6 against a level and tell how it went."""
    faces: Faces = yield Roll(D3, purpose, fighter.id, classes or at_most(level), level, rule, at_most=True)
    total = faces[0] + faces[1] + faces[2]
    good = succeeds(total, level)
    told = {"target": fighter.id, "purpose": purpose, "dice": D3_TEXT, "faces": faces, "roll": total, **facts}
    yield Tell("succeeded" if good else "failed", rule, told, (), fighter.id, {"level": level})
    return Checked(good, level - total, not good and _badly(total, level))
