"""What a blow's dice do: damage, what armour takes of it, injury (DF-51, DF-54). Arithmetic alone."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.dice import Classify, Faces
from rules.systems.dungeon_fantasy.gear import Location
from rules.systems.dungeon_fantasy.locations import PLACES, factor
from rules.systems.dungeon_fantasy.ways import WoundKind


class Wounding(NamedTuple):
    """All that turns the faces of a blow's dice into injury.

    `halved` beyond half of a shot's range; `most` is the greatest injury that the location can take, 0 without limit.
    """

    add: int
    kind: WoundKind
    location: Location
    dr: int
    halved: bool = False
    most: int = 0

    def basic(self, faces: Faces) -> int:
        """The damage rolled: at least 1, but for crushing blows, which may do none."""
        rolled = sum(faces) + self.add
        if self.halved:
            rolled //= 2
        least = 0 if self.kind == "cr" else 1
        return rolled if rolled > least else least

    def injury(self, basic: int) -> int:
        """HP lost: what gets past DR times the factor of the wound, rounded down, but at least 1 of anything."""
        past = basic - self.dr
        if past <= 0:
            return 0
        over, under = factor(self.kind, self.location)
        if not over:
            return 0
        lost = max(1, past * over // under)
        return min(lost, self.most) if self.most else lost


@lru_cache(maxsize=2048)
def by_injury(wounding: Wounding) -> Classify:
    """The classes of a damage roll: the injury that it does."""

    def injury(faces: Faces) -> int:
        return wounding.injury(wounding.basic(faces))

    return injury


@lru_cache(maxsize=512)
def cripples_past(location: Location, hp_most: int) -> int:
    """The injury in one blow past which a limb is crippled; 0 for what cannot be."""
    share = PLACES[location].cripples
    return max(1, hp_most // share) if share else 0


@lru_cache(maxsize=512)
def most_injury(location: Location, hp_most: int) -> int:
    """The greatest injury a limb takes: just enough to cripple it. 0 where there is no such limit."""
    past = cripples_past(location, hp_most)
    return past + 1 if past else 0


def shock_of(injury: int, hp_most: int) -> int:
    """Shock: −1 for each HP lost, for each tenth of full HP where there are 20 or more; at most 4 (DF-52)."""
    return min(4, injury // max(1, hp_most // 10) if hp_most >= 20 else injury)
