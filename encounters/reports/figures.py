"""Shares and numbers as the reader's language writes them."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from babel.numbers import format_decimal, format_percent
from django.utils.translation import get_language

#: Stands for a number that the reader may not see.
WITHHELD = "—"


def _locale() -> str:
    return (get_language() or "en").split("-")[0]


def _digits(share: float) -> int:
    """Decimals of a share in per cent: one where it is close to never or always, but neither."""
    return 1 if 0 < share < 0.01 or 0.99 < share < 1 else 0


def percent(share: float) -> str:
    """63 %, 0.4 %, < 0.1 %; never a rounded 0 % for what has happened, nor 100 % for what has not always."""
    if 0 < share < 0.001:
        return f"< {percent(0.001)}"
    if 0.999 < share < 1:
        return f"> {percent(0.999)}"
    return _written(round(share, 2 + _digits(share)))


def _written(share: float) -> str:
    return format_percent(share, locale=_locale(), decimal_quantization=False)


def percents(shares: Sequence[float]) -> list[str]:
    """The shares of one whole, all with as many decimals, so that what one reads adds up to 100 %."""
    digits = max(map(_digits, shares), default=0)
    units = 10 ** (2 + digits)
    return [
        percent(share) if 0 < share < 0.001 or 0.999 < share < 1 else _written(round(part / units, 2 + digits))
        for share, part in zip(shares, apportioned(shares, units), strict=True)
    ]


def apportioned(shares: Sequence[float], units: int) -> list[int]:
    """Shares in whole units that add up as the shares do: who lost most by cutting off gets what is left."""
    exact = [round(share * units, 6) for share in shares]
    parts = [floor(each) for each in exact]
    by_loss = sorted(range(len(parts)), key=lambda at: parts[at] - exact[at])
    for at in by_loss[: round(sum(exact)) - sum(parts)]:
        parts[at] += 1
    return parts


def percent_between(low: float, high: float) -> str:
    """60–66 %."""
    digits = max(_digits(low), _digits(high))
    start = format_decimal(round(low * 100, digits), locale=_locale())
    return f"{start}–{_written(round(high, 2 + digits))}"


def number(value: float) -> str:
    """1,000 or 3.4: a decimal at most."""
    return format_decimal(round(value, 1), locale=_locale())
