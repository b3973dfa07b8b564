"""Shares and numbers as the reader's language writes them."""

from __future__ import annotations

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
    return format_percent(round(share, 2 + _digits(share)), locale=_locale(), decimal_quantization=False)


def percent_between(low: float, high: float) -> str:
    """60–66 %."""
    digits = max(_digits(low), _digits(high))
    start = format_decimal(round(low * 100, digits), locale=_locale())
    return f"{start}–{format_percent(round(high, 2 + digits), locale=_locale(), decimal_quantization=False)}"


def number(value: float) -> str:
    """1,000 or 3.4: a decimal at most."""
    return format_decimal(round(value, 1), locale=_locale())
