"""What a benchmark gives back, and how two things are timed against each other."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

ROUNDS = 15


class Figure(NamedTuple):
    """A measured ratio and the target it has to keep: at least, or at most."""

    name: str
    ratio: float
    target: float
    at_least: bool = False
    detail: str = ""

    @property
    def ok(self) -> bool:
        return self.ratio >= self.target if self.at_least else self.ratio <= self.target


def seconds(work: Callable[[], object]) -> float:
    """How long the work takes, once."""
    start = perf_counter()
    work()
    return perf_counter() - start


def interleaved(*works: Callable[[], float], rounds: int = ROUNDS) -> tuple[float, ...]:
    """The best time of each of several works that are timed in turns, so that all meet the same weather.

    Each work measures itself and gives back seconds; the first round only warms up. Garbage is collected
    between the works, not in them.
    """
    best = [float("inf")] * len(works)
    for number in range(rounds + 1):
        for at, work in enumerate(works):
            gc.collect()
            gc.disable()
            try:
                took = work()
            finally:
                gc.enable()
            if number:
                best[at] = min(best[at], took)
    return tuple(best)
