"""How tables of weapons write things: “-1F”, “11†”, “C,1-2*”, “x10/x15”, “2.5 lb”."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MINUS = str.maketrans("−–—", "---")
_SIGNED = re.compile(r"([+-]?)\s*(\d{1,6})")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_WEIGHT = re.compile(r"([+-]?[\d.,]+)\s*([^\d\s]*)")
_REACH = re.compile(r"((?:C|\d{1,2})(?:[,-](?:C|\d{1,2}))*\*?)(?:\s|$)")
#: Pounds in a unit; kilograms as the game counts them, two pounds each.
_POUNDS = {"": 1.0, "#": 1.0, "lb": 1.0, "lbs": 1.0, "фунт": 1.0, "oz": 1 / 16, "tn": 2000.0, "t": 2000.0, "lt": 2240.0,
           "kg": 2.0, "кг": 2.0, "g": 0.002, "г": 0.002}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Parrying:
    """“0U”, “-1F”, “No”: the modifier (None where it cannot parry) and what kind of weapon it makes it."""

    modifier: int | None
    fencing: bool = False
    unbalanced: bool = False


def parrying(written: str) -> Parrying:
    """How a weapon parries. Without a figure it does not, whatever the language says no in."""
    plain = written.translate(_MINUS).strip().casefold()
    letters = set(plain) & {"f", "u"}
    if plain and set(plain) <= {"f", "u"}:
        return Parrying(0, "f" in letters, "u" in letters)
    modifier = signed(plain)
    return Parrying(None) if modifier is None else Parrying(modifier, "f" in letters, "u" in letters)


def signed(written: str) -> int | None:
    """The first whole number in a text, with its sign; None where there is none."""
    found = _SIGNED.search(written.translate(_MINUS))
    return None if found is None else int(found[2]) * (-1 if found[1] == "-" else 1)


def strength(written: str) -> tuple[int, int]:
    """The ST that a weapon takes and the hands: “11†” and “11‡” take both."""
    return max(0, signed(written) or 0), 2 if "†" in written or "‡" in written else 1


def pounds(written: str) -> float | None:
    """A weight in pounds; None where none is written, or in a unit that is not known."""
    found = _WEIGHT.search(written.translate(_MINUS))
    if found is None:
        return None
    unit = found[2].rstrip(".").casefold()
    figure = found[1].replace(",", "") if re.search(r",\d{3}(?:\D|$)", found[1]) else found[1].replace(",", ".")
    try:
        return float(figure) * _POUNDS[unit]
    except (KeyError, ValueError):
        return None


def ranges(written: str) -> tuple[float, float, bool]:
    """Half-damage range and maximum in yards, and whether both are times ST: “10/100”, “200”, “x15/x20”."""
    plain = re.sub(r"(\d),(\d{3})(?!\d)", r"\1\2", written.casefold().replace("×", "x").replace("х", "x"))
    found = [_yards(piece) for piece in plain.split("/")[:2]]
    return found[0] if len(found) > 1 else 0, max(found), "x" in plain


def _yards(piece: str) -> float:
    figures = _NUMBER.findall(piece)
    return min(float(figures[-1].replace(",", ".")), 100_000) if figures else 0


def whole_reach(written: str) -> str:
    """A reach as sheets have it: “C”, “1”, “1,2”, “1-3*”. “1” where nothing sensible is written."""
    plain = re.sub(r"\s*([,-])\s*", r"\1", written.translate(_MINUS).upper().replace("С", "C").strip())
    found = _REACH.match(plain)
    return found[1] if found and len(found[1]) <= 20 else "1"
