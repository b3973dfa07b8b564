"""Drawing maps: cells by their names, and one token by itself."""

from __future__ import annotations

from typing import Any

from django import template

from encounters.projection import Row
from rules.maps import BattleMap

register = template.Library()


@register.filter
def cell_name(battle: BattleMap, cell: tuple[int, int]) -> str:
    """A cell as people say it, like C7."""
    return battle.name(cell)


@register.inclusion_tag("encounters/map/token.html")
def map_token(map_: Any, row: Row) -> dict[str, Any]:
    """The token of one combatant, to be swapped out of band."""
    return {"map": map_, "token": map_.token(row), "oob": True}
