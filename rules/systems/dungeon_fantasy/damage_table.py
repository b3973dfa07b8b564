"""Damage by Strength: the thrust and swing of every ST, and damage as weapons write it (“sw+2 cut”)."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple, get_args

from rules.dice import MOST_DICE, Dice
from rules.systems.dungeon_fantasy.ways import Damage, WoundKind

#: Thrust and swing of ST 1 to 40, as (dice, adds).
_TO_40 = {
    1: ((1, -6), (1, -5)), 2: ((1, -6), (1, -5)), 3: ((1, -5), (1, -4)), 4: ((1, -5), (1, -4)),
    5: ((1, -4), (1, -3)), 6: ((1, -4), (1, -3)), 7: ((1, -3), (1, -2)), 8: ((1, -3), (1, -2)),
    9: ((1, -2), (1, -1)), 10: ((1, -2), (1, 0)), 11: ((1, -1), (1, 1)), 12: ((1, -1), (1, 2)),
    13: ((1, 0), (2, -1)), 14: ((1, 0), (2, 0)), 15: ((1, 1), (2, 1)), 16: ((1, 1), (2, 2)),
    17: ((1, 2), (3, -1)), 18: ((1, 2), (3, 0)), 19: ((2, -1), (3, 1)), 20: ((2, -1), (3, 2)),
    21: ((2, 0), (4, -1)), 22: ((2, 0), (4, 0)), 23: ((2, 1), (4, 1)), 24: ((2, 1), (4, 2)),
    25: ((2, 2), (5, -1)), 26: ((2, 2), (5, 0)), 27: ((3, -1), (5, 1)), 28: ((3, -1), (5, 1)),
    29: ((3, 0), (5, 2)), 30: ((3, 0), (5, 2)), 31: ((3, 1), (6, -1)), 32: ((3, 1), (6, -1)),
    33: ((3, 2), (6, 0)), 34: ((3, 2), (6, 0)), 35: ((4, -1), (6, 1)), 36: ((4, -1), (6, 1)),
    37: ((4, 0), (6, 2)), 38: ((4, 0), (6, 2)), 39: ((4, 1), (7, -1)), 40: ((4, 1), (7, -1)),
}  # fmt: skip

#: From ST 45 on the table goes in steps of five; what lies between has the lower row.
_FROM_45 = {
    45: ((5, 0), (7, 1)), 50: ((5, 2), (8, -1)), 55: ((6, 0), (8, 1)), 60: ((7, -1), (9, 0)),
    65: ((7, 1), (9, 2)), 70: ((8, 0), (10, 0)), 75: ((8, 2), (10, 2)), 80: ((9, 0), (11, 0)),
    85: ((9, 2), (11, 2)), 90: ((10, 0), (12, 0)), 95: ((10, 2), (12, 2)), 100: ((11, 0), (13, 0)),
}  # fmt: skip

_TERM = re.compile(r"\s*(thr|thrust|sw|swing|(?P<dice>\d{1,3})[dк])6?\s*(?P<add>[+-]\s*\d{1,3})?", re.IGNORECASE)
#: The words of damage as Russian books shorten them.
_IN_RUSSIAN = {
    "вз": "sw", "взмах": "sw", "амп": "sw", "ук": "thr", "укол": "thr", "прям": "thr",
    "дроб": "cr", "руб": "cut", "кол": "imp", "прон": "pi", "огн": "burn", "корр": "cor", "токс": "tox",
    "уст": "fat", "отбр": "kb",
}  # fmt: skip
_RUSSIAN = re.compile(rf"\b(?:{'|'.join(_IN_RUSSIAN)})(?![а-яё])", re.IGNORECASE)
_DIVISOR = re.compile(r"\(([\d.]+)\)")
_KINDS = frozenset(get_args(WoundKind))


class Basic(NamedTuple):
    """Basic damage: dice, and what is added to them."""

    dice: int
    add: int

    def __str__(self) -> str:
        return f"{self.dice}d{self.add:+d}" if self.add else f"{self.dice}d"


def thrust(st: int) -> Basic:
    """Basic thrusting damage."""
    return Basic(*_row(st)[0])


def swing(st: int) -> Basic:
    """Basic swinging damage."""
    return Basic(*_row(st)[1])


@cache
def _row(st: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The row of the table; past ST 100, a die more for each full 10."""
    if st > 100:
        (thrusting, _add), (swinging, _more) = _FROM_45[100]
        return (thrusting + (st - 100) // 10, 0), (swinging + (st - 100) // 10, 0)
    return _FROM_45[st // 5 * 5] if st >= 45 else _TO_40[max(1, min(st, 40))]


@lru_cache(maxsize=4096)
def damage_of(text: str, st: int, per_die: int = 0) -> Damage | None:
    """The damage that a text means for this ST: “sw+2 cut”, “thr-1 imp”, “2d+1 (2) pi+”. None where it means none.

    `per_die` is what skill with the bare body adds to each die.
    """
    text = _RUSSIAN.sub(lambda word: _IN_RUSSIAN[word[0].lower()], text.replace("−", "-"))
    found = _TERM.match(text)
    if found is None:
        return None
    word, rest = found[1].lower(), text[found.end() :]
    basic = Basic(int(found["dice"]), 0) if found["dice"] else thrust(st) if word.startswith("thr") else swing(st)
    if not 1 <= basic.dice <= MOST_DICE:
        return None
    divisor = _DIVISOR.search(rest)
    return Damage(
        Dice((6,) * basic.dice, f"{basic.dice}d"),
        basic.add + int((found["add"] or "0").replace(" ", "")) + per_die * basic.dice,
        _kind(rest),
        thrust=word.startswith("thr"),
        divisor=_number(divisor[1]) if divisor else 1,
    )


def _kind(rest: str) -> WoundKind:
    for word in re.findall(r"[a-z]+[+-]{0,2}", rest.lower()):
        if word in _KINDS:
            return word  # type: ignore[no-any-return]
    return "other"


def _number(text: str) -> float:
    try:
        return float(text) or 1
    except ValueError:
        return 1
