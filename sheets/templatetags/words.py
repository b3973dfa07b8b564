"""Drawing words that the rules made: message ids and names become text in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import get_language, gettext

from rules.breakdown import Step
from rules.words import Words, draw, name_in

register = template.Library()


def language() -> str:
    """The active language without its region."""
    return (get_language() or "en").split("-")[0]


@register.filter
def words(value: Words | Mapping[str, str] | str | None) -> str:
    """`Words`, a `Name` per language or a message id, in the active language. The template escapes it.

    What a person typed is no message id: draw it with `named`, lest it be translated.
    """
    if value is None or value == "":
        return ""
    if isinstance(value, Words | Mapping):
        return draw(value, gettext, language())
    return gettext(str(value))


@register.filter
def named(value: Any) -> str:
    """A `Name` in the active language; one that was typed stays as it is."""
    if value is None:
        return ""
    return name_in(value, language()) if isinstance(value, Mapping) else str(value)


@register.filter
def initials(value: Any) -> str:
    """The first letters of the first two words of a name, for a face; for one of several alike its number instead."""
    parts = [part for part in named(value).split() if part[0].isalnum()] or named(value).split()
    if len(parts) > 1 and parts[-1].isdecimal():
        return f"{parts[0][0].upper()}{parts[-1][:3]}"
    return "".join(part[0] for part in parts[:2]).upper()


_SIGNS = {"+": "+", "−": "−", "×": "×", "min": "≤ ", "max": "≥ ", "=": "", "die": ""}


@register.filter
def operand(step: Step) -> str:
    """What a step of a breakdown does, e.g. +2, −1, ≤ 3."""
    return "" if step.operand is None else f"{_SIGNS.get(step.op, '')}{step.operand}"


@register.filter
def signed(value: Any) -> str:
    """A number with its sign: +2, −1."""
    return f"+{value}" if value >= 0 else f"−{abs(value)}"
