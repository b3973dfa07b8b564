"""Working something out once for an owner, although sheets and gear cannot be hashed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from typing import Protocol

from rules.systems.dungeon_fantasy.gear import Item
from rules.systems.dungeon_fantasy.load import NOWHERE, Places
from rules.systems.dungeon_fantasy.sheet import DfSheet

MOST = 1024


class OfOwner[T](Protocol):
    """What follows from a sheet, its gear and where its things are."""

    def __call__(self, sheet: DfSheet, gear: Sequence[Item], places: Places = ..., /) -> T: ...


class _Owner:
    """A sheet and its gear as they are: the very same objects, which never change."""

    __slots__ = ("gear", "places", "sheet")

    def __init__(self, sheet: DfSheet, gear: Sequence[Item], places: Places) -> None:
        self.sheet, self.gear, self.places = sheet, tuple(gear), dict(places)

    def __hash__(self) -> int:
        return hash((id(self.sheet), *map(id, self.gear)))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Owner)
            and self.sheet is other.sheet
            and len(self.gear) == len(other.gear)
            and all(mine is theirs for mine, theirs in zip(self.gear, other.gear, strict=True))
            and self.places == other.places
        )


def remembered[T](work_out: Callable[[DfSheet, Sequence[Item], Places], T]) -> OfOwner[T]:
    """Remember the answers of the last owners that were asked about: a fight asks all the time."""

    @lru_cache(maxsize=MOST)
    def of(owner: _Owner) -> T:
        return work_out(owner.sheet, owner.gear, owner.places)

    @wraps(work_out)
    def ask(sheet: DfSheet, gear: Sequence[Item], places: Places = NOWHERE, /) -> T:
        return of(_Owner(sheet, gear, places))

    return ask
