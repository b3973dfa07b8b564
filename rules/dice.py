"""Dice, their faces and their exact distributions. Chance enters the rules here and nowhere else."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import math
import random
import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from rules.errors import BadDice
from rules.words import gettext_noop as _
from rules.words import say

if TYPE_CHECKING:
    from rules.effects import Roll

Faces = tuple[int, ...]
Classify = Callable[[Faces], Hashable]

MOST_DICE = 100
MOST_SIDES = 1000
#: Outcomes of one roll that exact odds go through.
MOST_OUTCOMES = 100_000


class Dice(tuple[int, ...]):
    """Dice to be rolled together: the number of sides of each. `Dice((6, 6, 6))` is 3d6.

    What the faces mean (their sum, the highest of them, how many reach 8) is the rule's business; `text` is how
    its book writes the dice.
    """

    text: str

    def __new__(cls, sides: Iterable[int], text: str = "") -> Dice:
        dice = super().__new__(cls, sides)
        dice.text = text or _grouped(dice)
        return dice

    @classmethod
    def apart(cls, sides: Iterable[int]) -> Dice:
        """Dice that are never added: `Dice.apart((8, 8))` is written d8+d8, not 2d8."""
        sides = tuple(sides)
        return cls(sides, "+".join(f"d{each}" for each in sides))

    def __str__(self) -> str:
        return self.text

    @classmethod
    def read(cls, text: str) -> Dice:
        """Dice from text: `d8`, `3d6`, `d8+d8`.

        Raises:
            BadDice: the text is no dice term, or names more dice or sides than allowed.
        """
        sides: list[int] = []
        for term in text.replace(" ", "").lower().replace("к", "d").split("+"):
            match = re.fullmatch(r"(\d{0,3})d(\d{1,4})", term)
            if not match:
                raise BadDice(say(_("“{text}” is no dice: write d6, 3d6 or d8+d8."), text=text[:40]))
            sides += [int(match[2])] * int(match[1] or 1)
        if not 1 <= len(sides) <= MOST_DICE or not all(2 <= each <= MOST_SIDES for each in sides):
            raise BadDice(say(_("At most {dice} dice of 2 to {sides} sides."), dice=MOST_DICE, sides=MOST_SIDES))
        return cls(sides)


def _grouped(sides: Iterable[int]) -> str:
    groups = [(size, len(list(run))) for size, run in itertools.groupby(sides)]
    return "+".join(f"{count if count > 1 else ''}d{size}" for size, count in groups)


class TooManyOutcomes(Exception):
    """Dice whose outcomes cannot be gone through one by one."""


class Branch(NamedTuple):
    """One class of faces: faces that stand for it, and its probability."""

    faces: Faces
    p: float


@lru_cache(maxsize=4096)
def branches(dice: Dice, classify: Classify | None) -> tuple[Branch, ...]:
    """Every outcome of the dice, grouped by class (by sorted faces where none is declared).

    Raises:
        TooManyOutcomes: nobody should wait for that.
    """
    if math.prod(dice) > MOST_OUTCOMES:
        raise TooManyOutcomes
    weights: dict[Hashable, int] = {}
    sample: dict[Hashable, Faces] = {}
    for faces in itertools.product(*(range(1, sides + 1) for sides in dice)):
        group = classify(faces) if classify else tuple(sorted(faces))
        weights[group] = weights.get(group, 0) + 1
        sample.setdefault(group, faces)
    total = sum(weights.values())
    return tuple(Branch(sample[group], weight / total) for group, weight in weights.items())


def highest(faces: Faces) -> int:
    """The class of a roll of which only the best die counts."""
    return max(faces)


class Source(Protocol):
    """Where faces come from. `None` says that a person has yet to give them."""

    def roll(self, roll: Roll) -> Faces | None: ...


class Chance:
    """Fast faces for simulations, from a `random.Random`."""

    __slots__ = ("_random",)

    def __init__(self, seed: str | int) -> None:
        self._random = random.Random(seed).random

    def roll(self, roll: Roll) -> Faces:
        dice = roll.dice
        if len(dice) == 1:
            return (int(self._random() * dice[0]) + 1,)
        return tuple([int(self._random() * sides) + 1 for sides in dice])


class Sealed:
    """Faces that can be checked: roll number n of a fight is read off HMAC-SHA256(seed, "n.block").

    `seal` is shown when the fight begins and `seed` when it ends, so that anyone can roll them again.
    """

    def __init__(self, seed: str, counter: int = 0) -> None:
        self.seed = seed
        self.counter = counter
        self._key = seed.encode()

    @property
    def seal(self) -> str:
        """The SHA-256 of the seed, in hexadecimal."""
        return hashlib.sha256(self._key).hexdigest()

    def roll(self, roll: Roll) -> Faces:
        words = self._words(self.counter)
        self.counter += 1
        faces = []
        for sides in roll.dice:
            limit = 2**32 - 2**32 % sides
            faces.append(next(word for word in words if word < limit) % sides + 1)
        return tuple(faces)

    def _words(self, number: int) -> Iterable[int]:
        for block in itertools.count():
            digest = hmac.digest(self._key, f"{number}.{block}".encode(), "sha256")
            for at in range(0, 32, 4):
                yield int.from_bytes(digest[at : at + 4], "big")


class Scripted:
    """Faces given beforehand, in the order they are rolled: a test's, a bug report's."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.left = list(faces)
        self.rolls = 0

    def roll(self, roll: Roll) -> Faces:
        self.rolls += 1
        if len(self.left) < len(roll.dice):
            raise BadDice(
                say(
                    _("Roll {number} ({purpose} of {by}) needs {dice}, but no faces are left for it."),
                    number=self.rolls, purpose=roll.purpose, by=roll.by, dice=str(roll.dice),
                ),
                path="dice",
            )  # fmt: skip
        faces = tuple(self.left[: len(roll.dice)])
        check_faces(roll, faces, self.rolls)
        del self.left[: len(roll.dice)]
        return faces

    def finish(self) -> None:
        """Complain of faces that nobody rolled."""
        if self.left:
            raise BadDice(
                say(_("{count} faces are left over after roll {number}."), count=len(self.left), number=self.rolls),
                path="dice",
            )


class Recorded:
    """The faces of an earlier run first, then those of another source."""

    def __init__(self, rolls: Iterable[Sequence[int]], then: Source) -> None:
        self._rolls = iter(rolls)
        self._then = then

    def roll(self, roll: Roll) -> Faces | None:
        faces = next(self._rolls, None)
        if faces is None:
            return self._then.roll(roll)
        check_faces(roll, tuple(faces))
        return tuple(faces)


def check_faces(roll: Roll, faces: Sequence[int], number: int | None = None) -> None:
    """Raise `BadDice` unless these are faces that the dice of this roll can show."""
    dice = roll.dice
    possible = len(faces) == len(dice) and all(
        type(face) is int and 1 <= face <= sides for face, sides in zip(faces, dice, strict=True)
    )
    if not possible:
        shown = ", ".join(str(face)[:12] for face in faces)
        if number is None:
            raise BadDice(say(_("{dice} cannot show {faces}."), dice=str(dice), faces=shown or "—"), path="faces")
        raise BadDice(
            say(_("Roll {number}: {dice} cannot show {faces}."), number=number, dice=str(dice), faces=shown),
            path="dice",
        )
