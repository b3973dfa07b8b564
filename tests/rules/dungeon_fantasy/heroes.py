"""Sheets and things for the tests of what follows from them."""

from __future__ import annotations

from typing import Any

from rules.describe import derive_document
from rules.records import read_gear
from rules.registry import system_of
from rules.systems.dungeon_fantasy.gear import Item
from rules.systems.dungeon_fantasy.sheet import DfSheet

DF = system_of("dungeon_fantasy")


def mode(skill: str = "Broadsword", damage: str = "sw+1 cut", **more: Any) -> dict[str, Any]:
    """One way to use a weapon."""
    return {"skill": skill, "damage": damage, **more}


def weapon(name: str = "blade", *modes: dict[str, Any], place: str = "right", **more: Any) -> dict[str, Any]:
    """A weapon in the right hand; a broadsword where no modes are given."""
    return {"kind": "weapon", "name": name, "place": place, "modes": list(modes or (mode(),)), **more}


def shield(name: str = "shield", place: str = "left", **more: Any) -> dict[str, Any]:
    return {"kind": "shield", "name": name, "place": place, **more}


def pack(pounds: float) -> dict[str, Any]:
    """A load on the back."""
    return {"kind": "gear", "name": "pack", "weight_lb": pounds}


def skills(**levels: int) -> list[dict[str, Any]]:
    """Learned skills; an underscore stands for a space."""
    return [{"name": name.replace("_", " "), "level": level} for name, level in levels.items()]


def trait(key: str, **more: Any) -> dict[str, Any]:
    return {"key": key, **more}


def derived(*gear: dict[str, Any], **sheet: Any) -> dict[str, Any]:
    """The values and the reasons, as the `derive` command prints them."""
    return derive_document(DF, {"sheet": sheet, "gear": list(gear)})


def values(*gear: dict[str, Any], **sheet: Any) -> dict[str, Any]:
    shown: dict[str, Any] = derived(*gear, **sheet)["values"]
    return shown


def owner(*gear: dict[str, Any], **sheet: Any) -> tuple[DfSheet, tuple[Item, ...]]:
    """The sheet and the things as the rules read them."""
    read: tuple[Any, ...] = tuple(read_gear(DF, each, "gear") for each in gear)
    return DfSheet.model_validate(sheet), read
