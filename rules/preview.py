"""What pages show of an order before it is given, and of orders that are given and not yet carried out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.breakdown import Breakdown
from rules.words import Name


class Preview(NamedTuple):
    """The dice of an order with their reasons, and the probability of each result that they alone give.

    It rests on nothing that only the target's player knows.
    """

    dice: str
    results: Mapping[int, float]
    why: Breakdown
    #: How likely the dice come out at the level that `why` works out, or better; None where they meet no level.
    hit: float | None = None

    @property
    def mean(self) -> float:
        return sum(result * p for result, p in self.results.items())


class Pending(NamedTuple):
    """An order declared and not yet carried out: who, on whom, with what. `undo` is the order that takes it back."""

    actor: str
    targets: tuple[str, ...]
    what: Name
    dice: str
    undo: str
