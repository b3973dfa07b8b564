"""Numbers as people type them."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any

from pydantic import BeforeValidator

_MINUS = str.maketrans(dict.fromkeys("−–—‐‑‒﹣－", "-"))


def read_number(value: Any) -> Any:
    """Turn a typed number into digits that Python reads; leave anything else to the validator.

    Accepts U+2212 and dashes as minus, full-width digits, a decimal comma, surrounding spaces.
    """
    if isinstance(value, bool):
        return str(value)  # a switch is no number, and the validator says so
    if not isinstance(value, str):
        return value
    text = unicodedata.normalize("NFKC", value).translate(_MINUS).strip().removeprefix("+")
    return text.replace(" ", "").replace(",", ".") if len(text) <= 40 else value


#: A number with or without a fraction, read from a number or from text.
Number = Annotated[float, BeforeValidator(read_number)]
#: A whole number, read from a number or from text.
Whole = Annotated[int, BeforeValidator(read_number)]
