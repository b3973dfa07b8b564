"""Reading JSON of others: whatever stands at a key, an answer of the right type comes out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from rules.numbers import read_number

#: Numbers beyond it are taken for it: no rule needs them, and no conversion overflows.
_MOST = 1_000_000_000


def part(at: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """The object at a key; an empty one where there is none."""
    found = at.get(key)
    return found if isinstance(found, Mapping) else {}


def each(at: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """The objects in the list at a key."""
    found = at.get(key)
    return [entry for entry in found if isinstance(entry, Mapping)] if isinstance(found, list) else []


def text(at: Mapping[str, Any], key: str, most: int = 200) -> str:
    """The text at a key, or the number as text; empty where there is neither."""
    return as_text(at.get(key), most)


def texts(at: Mapping[str, Any], key: str) -> list[str]:
    """The texts in the list at a key, or the single one."""
    found = at.get(key)
    return [written for one in (found if isinstance(found, list) else [found]) if (written := as_text(one))]


def as_text(value: Any, most: int = 200) -> str:
    """A text on one line, at most so long; empty for what is none."""
    if isinstance(value, str):
        return " ".join(value[: most * 4].split())[:most].strip()
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{clamped(value, -_MOST, _MOST):g}"
    return ""


def number(at: Mapping[str, Any], key: str) -> float | None:
    """The number at a key, typed or written; None where there is none."""
    return as_number(at.get(key))


def as_number(value: Any) -> float | None:
    """A number out of a number or a text."""
    if isinstance(value, str):
        try:
            value = float(read_number(value))
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return None
    return clamped(value, -_MOST, _MOST)


def whole(at: Mapping[str, Any], key: str, default: int = 0) -> int:
    """The whole number at a key, rounded down."""
    found = number(at, key)
    return default if found is None else math.floor(found)


def flag(at: Mapping[str, Any], key: str) -> bool:
    """Whether a key says true."""
    return at.get(key) is True


def clamped(value: float, least: float, most: float) -> float:
    """The value between two limits."""
    return float(min(max(value, least), most))
