"""What a system's face says of sheets that are not open yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

from sheets.faces import face_of
from sheets.faces.face import Fact, Text

register = template.Library()


@register.simple_tag
def facts_of(slug: str, sheet: Mapping[str, Any]) -> Sequence[Fact]:
    """The few values of a hero, with their labels."""
    return face_of(slug).facts(sheet)


@register.simple_tag
def damage_of(slug: str, damage: str) -> Text:
    """The damage of a creature's attack."""
    return face_of(slug).damage(damage)


@register.simple_tag
def creature_facts_of(slug: str, sheet: Mapping[str, Any]) -> Sequence[Fact]:
    """The few values of a creature, with their labels."""
    return face_of(slug).creature_facts(sheet)
