"""Roll, Ask, Tell: all that a rule may do.

Effects are made by the thousand in odds and forecasts: they are msgspec structs, which cost a fifth of a named
tuple. For the same reason rules keep options that never differ in constants.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from rules.breakdown import Breakdown
from rules.dice import Classify, Dice, Faces
from rules.fight import Change
from rules.words import Name, Words

#: Who is asked when the rules leave it to the Game Master.
GM = "gm"

EVERYBODY = "all"

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Roll(Struct, frozen=True, gc=False):
    """Dice that a fighter rolls. Answered with the faces.

    `purpose` is a message id ("attack", "STR save"). `classes` may group the faces that the rule cannot
    tell apart, so that exact odds branch on classes; it must be hashable. `level` is the number to reach or,
    with `at_most`, not to exceed, where there is one, shown to whoever types the faces in.
    """

    dice: Dice
    purpose: str
    by: str
    classes: Classify | None = None
    level: int | None = None
    rule: str | None = None
    at_most: bool = False


class Option(Struct, frozen=True, gc=False):
    """One possible answer. A forbidden one carries the sentence and the rule that forbid it.

    `chance` is how likely it succeeds, where that is known beforehand.
    """

    key: str
    label: Words | Name
    allowed: bool = True
    why: Words | None = None
    rule: str | None = None
    level: int | float | str | Words | None = None
    breakdown: Breakdown | None = None
    default: bool = False
    chance: float | None = None


class Ask(Struct, frozen=True, gc=False):
    """A question to a fighter's player, or to the `GM`. Answered with the key of an allowed option."""

    who: str
    question: str
    words: Words
    options: tuple[Option, ...]
    rule: str | None = None

    @property
    def default(self) -> str:
        """The option that the book takes where nobody decides otherwise."""
        first = None
        for option in self.options:
            if option.allowed:
                if option.default:
                    return option.key
                first = first or option
        return first.key if first else ""


class Tell(Struct, frozen=True, gc=False):
    """Something that happened, with the rule it rests on and the exact changes it made.

    `facts` name fighters by id under the keys actor, target, by, leader. `vitals` are further facts that
    give away the numbers of fighter `about`; who may not see those numbers is not sent them.
    `audience` is `EVERYBODY` or `GM`.
    """

    kind: str
    rule: str | None = None
    facts: Mapping[str, Any] = NOTHING
    changes: tuple[Change, ...] = ()
    about: str | None = None
    vitals: Mapping[str, Any] = NOTHING
    audience: str = EVERYBODY


Effect = Roll | Ask | Tell

#: What a rule is: it yields effects, is sent their answers, and may return a value to the rule that called it.
type Rule[T] = Generator[Effect, Any, T]

WHO = frozenset({"actor", "target", "by", "leader"})


def roll(
    by: str, dice: Dice, purpose: str, *, classes: Classify | None = None,
    level: int | None = None, rule: str | None = None,
) -> Rule[Faces]:  # fmt: skip
    """Roll dice and give back their faces."""
    faces: Faces = yield Roll(dice, purpose, by, classes, level, rule)
    return faces


def ask(who: str, question: str, words: Words, options: tuple[Option, ...], rule: str | None = None) -> Rule[str]:
    """Ask somebody to choose and give back the key of the option."""
    key: str = yield Ask(who, question, words, options, rule)
    return key


def nothing() -> Rule[None]:
    """The rule by which nothing happens."""
    return
    yield
