"""What things are called in orders and in parries: “broadsword”, “broadsword_2”, “right_hand”."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.systems.dungeon_fantasy.gear import Item
from rules.words import Name, name_in

MOST_KEY = 60


def slug(name: Name) -> str:
    """A name as a key: its English words in lower case, or those it has."""
    return re.sub(r"\W+", "_", name_in(name, "en").casefold().replace("'", "").replace("’", ""))[:MOST_KEY].strip("_")


def unique(key: str, taken: set[str]) -> str:
    """The key, numbered where it is taken already; it is taken from now on."""
    found, number = key, 2
    while found in taken:
        found, number = f"{key}_{number}", number + 1
    taken.add(found)
    return found


def thing_keys(gear: Sequence[Item]) -> tuple[str, ...]:
    """The key of each thing, by its place in the gear: the same wherever the thing is."""
    taken: set[str] = set()
    return tuple(unique(item.key or slug(item.name) or item.kind, taken) for item in gear)


def hand_key(hand: str) -> str:
    """The bare hand as a thing that parries and strikes."""
    return f"{hand}_hand"
