"""One possible defence: its level with the reasons, its chance, what forbids it.

A defence is worked out in numbers; its words are made when somebody looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from msgspec import Struct

from rules.breakdown import Breakdown, Deferred
from rules.effects import Option
from rules.systems.dungeon_fantasy.ways import Block, Parry
from rules.words import Words

By = Literal["dodge", "parry", "block"]
#: What is added to a defence: a retreat, Dodge and Drop (DF-36). Against an area both are ways to dive for cover.
Added = Literal["", "retreat", "drop"]


class Mod(NamedTuple):
    """Something that adds to a defence, or takes from it. What has lost to another is shown and counts for nothing."""

    label: Words
    amount: int
    rule: str
    ignored: bool = False


type Mods = tuple[Mod, ...]


class Shared(NamedTuple):
    """What counts for every defence against a blow, and how much it is together."""

    mods: Mods
    total: int


class No(NamedTuple):
    """What forbids a defence, or speaks against it."""

    rule: str
    words: Words


class Strain(NamedTuple):
    """What a blow's weight does to what parries it: a chance in 6 to break, and whether it is too heavy altogether."""

    chance: int = 0
    too_heavy: bool = False

    @property
    def is_hopeless(self) -> bool:
        """Whether no parry counts against it: a weapon that must break offers no resistance (DF-34, DF-35)."""
        return self.too_heavy or self.chance > 6


NO_STRAIN = Strain()

#: Of 216 rolls of 3d6, those not above each level; 3 and 4 always succeed, 17 and 18 never (DF-04).
SUCCESSES = (4, 4, 4, 4, 4, 10, 20, 35, 56, 81, 108, 135, 160, 181, 196, 206, 212)


def successes(level: int) -> int:
    """How many of the 216 rolls of 3d6 succeed at a level (DF-04)."""
    return SUCCESSES[0 if level < 0 else 16 if level > 16 else level]


class Choice(Struct, frozen=True, gc=False):
    """One possible defence against one blow.

    `level` is the effective one: `base` and all that `shared` (by every defence) and `own` modifiers add. `no` forbids
    it. `warning` goes with a defence that is allowed and may end badly. `good` is how many of 216 rolls succeed.
    """

    key: str
    by: By
    label: Words
    level: int
    base: Callable[[], Breakdown]
    shared: Mods
    own: Mods
    good: int
    no: No | None = None
    warning: No | None = None
    strain: Strain = NO_STRAIN
    parry: Parry | None = None
    block: Block | None = None
    added: Added = ""
    acrobatic: bool = False


def choice_of(
    key: str, by: By, label: Words, base: int, why: Callable[[], Breakdown], shared: Shared, own: Mods, no: No | None,
    *, warning: No | None = None, strain: Strain = NO_STRAIN, parry: Parry | None = None, block: Block | None = None,
    added: Added = "",
) -> Choice:  # fmt: skip
    """A defence with its effective level."""
    level = base + shared.total
    for mod in own:
        level += mod.amount
    good = 0 if strain.is_hopeless else successes(level)
    return Choice(key, by, label, level, why, shared.mods, own, good, no, warning, strain, parry, block, added)


def level_of(choice: Choice) -> Breakdown:
    """The effective level of a defence with its reasons."""
    return Deferred(choice.level, lambda: _explain(choice))


def _explain(choice: Choice) -> Breakdown:
    why = choice.base()
    made = Breakdown()
    made.total, made.steps = why.total, [*why.steps]
    for mod in (*choice.shared, *choice.own):
        if mod.ignored:
            made.ignore(mod.label, mod.amount, mod.rule)
        else:
            made.add(mod.label, mod.amount, mod.rule)
    return made


def option_of(choice: Choice, default: str) -> Option:
    """A defence as an answer to the question for one."""
    no, warning = choice.no, choice.warning
    if no is not None:
        return Option(choice.key, choice.label, False, no.words, no.rule)
    why, rule = (None, None) if warning is None else (warning.words, warning.rule)
    return Option(
        choice.key, choice.label, True, why, rule, choice.level, level_of(choice), choice.key == default,
        choice.good / 216,
    )  # fmt: skip


def best_of(choices: Iterable[Choice]) -> str:
    """The key of the likeliest defence, of equals the first; one that leaves one lying only where nothing else is left.

    It is empty where all are forbidden.
    """
    best, key = (False, -1), ""
    for choice in choices:
        if choice.no is None:
            rank = (choice.added != "drop", choice.good)
            if rank > best:
                best, key = rank, choice.key
    return key
