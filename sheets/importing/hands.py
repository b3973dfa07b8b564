"""Which hand holds what, where a file says only what is ready."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from sheets.columns import columns_of

#: The kinds of things that are held.
HELD = frozenset({"weapon", "shield"})


def askable(gear: Sequence[Mapping[str, Any]], kinds: Mapping[str, type[BaseModel]]) -> tuple[int, ...]:
    """The places in the gear of what may be held in one hand or both, and is carried; none where hands do not count."""
    held = {kind for kind in HELD & set(kinds) if _in_hands(kinds[kind])}
    return tuple(at for at, item in enumerate(gear) if item["kind"] in held and item.get("place") != "elsewhere")


def _in_hands(model: type[BaseModel]) -> bool:
    place = columns_of(model).get("place")
    return place is not None and "both" in place.options


def assign(gear: list[dict[str, Any]], handedness: str) -> list[str]:
    """Put ready weapons and shields into hands; the names of those for which none is free.

    The first shield goes to the off hand. The first weapon goes to the better hand, or into both where it takes both
    and no shield is borne; weapons of melee come before those that only shoot.
    """
    main, off = ("left", "right") if handedness == "left" else ("right", "left")
    ready = [item for item in gear if item["kind"] in HELD and item["place"] == "worn"]
    shields = [item for item in ready if item["kind"] == "shield"]
    weapons = sorted((item for item in ready if item["kind"] == "weapon"), key=lambda item: not item["modes"])
    if shields:
        shields[0]["place"] = off
    for weapon in weapons:
        if not _takes_both(weapon):
            weapon["place"] = main
            break
        if not shields:
            weapon["place"] = "both"
            break
    return [str(item["name"]) for item in ready if item["place"] == "worn"]


def _takes_both(weapon: dict[str, Any]) -> bool:
    ways = weapon["modes"] or weapon["shots"]
    return all(way["hands"] == 2 for way in ways)
