"""Where somebody can go, what it costs and by which way: one search for squares and hexes (PF-05 … PF-14).

Costs are kept in half cells: a straight step is 2, a diagonal one 3, and a total is halved and rounded down.
That is the count of 1, 2, 1, 2 … for diagonals (PF-07), with the parity inside the number: floor(3k / 2) is
what k diagonals cost. Doubling multiplies a step, so that a diagonal through difficult terrain is 3 cells,
twice doubled 6 (PF-09, PF-13).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from rules.grid import hex as hexes
from rules.grid import square
from rules.grid.cells import Cell, Space
from rules.grid.field import MOST, Grid
from rules.grid.moves import Mover, Passage
from rules.grid.steps import Ground


class Step(NamedTuple):
    """One step of a way: the cell of the mover (upper left one, or head), what the step and the way so far cost.

    `space` is what the mover takes up there; `squeezed` whether it squeezes there, `tight` whether through less
    than half of its width (PF-11).
    """

    cell: Cell
    cost: int
    total: int
    space: Space
    squeezed: bool
    tight: bool


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a move may end: `costs` maps each cell to the cells of movement it takes, the start included with 0."""

    start: Cell
    costs: Mapping[Cell, int]
    _ends: Mapping[Cell, int]
    _ground: Ground
    _labels: list[int]
    _previous: dict[int, int]

    def __contains__(self, cell: Cell) -> bool:
        return cell in self.costs

    def previous(self, cell: Cell) -> Cell | None:
        """The cell before this one on the cheapest way; None for the start."""
        before = self._previous.get(self._ends[cell])
        return None if before is None else self._ground.cell(before)

    def path(self, cell: Cell) -> tuple[Step, ...]:
        """The cheapest way to a cell where the move may end, without the start; its costs add up to the cell's.

        Raises:
            KeyError: the move cannot end there.
        """
        states = [self._ends[cell]]
        while (before := self._previous.get(states[-1])) is not None:
            states.append(before)
        return tuple([self._step(before, state) for state, before in pairwise(states)][::-1])

    def _step(self, before: int, state: int) -> Step:
        total = self._labels[state] // 2
        cell, space = self._ground.cell(state), self._ground.space(state)
        squeezed, tight = self._ground.is_squeezed(state), self._ground.is_tight(state)
        return Step(cell, total - self._labels[before] // 2, total, space, squeezed, tight)


def reachable(
    grid: Grid,
    start: Cell,
    budget: int,
    mover: Mover = Mover(),  # noqa: B008  frozen
    occupied: Mapping[Cell, Passage] | None = None,
    *,
    diagonals: int = 0,
    least: bool = False,
) -> Reach:
    """Everywhere a mover can go with `budget` cells of movement.

    `start` is the upper left cell of its space (squares) or its head (hexes). `occupied` says how others'
    cells may be passed. `diagonals` were stepped before in the same move. `least` adds the cells one step
    away that can be entered at all, whatever they cost (PF-14).
    """
    first = diagonals % 2
    limit = 2 * budget + 1
    ground = Ground(grid, start, budget + (1 if least else 0), mover, occupied or {})
    labels = [limit + 1] * ground.states
    origin = ground.state(start)
    labels[origin] = first
    reached, previous = _search(ground, labels, origin, limit)
    if least:
        for state, cost in ground.steps(origin):
            if labels[state] > limit:
                labels[state] = first + cost
                previous[state] = origin
                reached.append(state)
    costs: dict[Cell, int] = {}
    ends: dict[Cell, int] = {}
    for state in reached:
        if state == origin or ground.may_stop(state):
            cell = ground.cell(state)
            cost = labels[state] // 2
            if cell not in costs or cost < costs[cell]:
                costs[cell], ends[cell] = cost, state
    return Reach(start, costs, ends, ground, labels, previous)


def _search(ground: Ground, labels: list[int], origin: int, limit: int) -> tuple[list[int], dict[int, int]]:
    """Label every state within the limit with the least cost: buckets of equal cost, taken in turn."""
    span = ground.dearest + 1
    buckets: list[list[int]] = [[] for _each in range(span)]
    buckets[labels[origin] % span].append(origin)
    waiting, label = 1, labels[origin]
    reached: list[int] = []
    previous: dict[int, int] = {}
    straight, slanting = ground.straight, ground.slanting
    entering, slant, solid, special = ground.entering, ground.slant, ground.solid, ground.special
    while waiting:
        at = label % span
        bucket, buckets[at] = buckets[at], []
        waiting -= len(bucket)
        for state in bucket:
            if labels[state] != label:
                continue  # a cheaper way was found since
            reached.append(state)
            if special is None or state in special:
                for to, cost in ground.steps(state):
                    found = label + cost
                    if found < labels[to] and found <= limit:
                        labels[to] = found
                        previous[to] = state
                        buckets[found % span].append(to)
                        waiting += 1
                continue
            for delta in straight:
                to = state + delta
                found = label + entering[to]
                if found < labels[to]:
                    labels[to] = found
                    previous[to] = state
                    buckets[found % span].append(to)
                    waiting += 1
            for delta, one, other in slanting:
                to = state + delta
                found = label + slant[to]
                if found < labels[to] and not solid[state + one] and not solid[state + other]:
                    labels[to] = found
                    previous[to] = state
                    buckets[found % span].append(to)
                    waiting += 1
        label += 1
    return reached, previous


def put_back(grid: Grid, way: Sequence[Cell], may_stand: Callable[[Cell], bool]) -> Cell | None:
    """Where one is put who was stopped at the end of a way on which nobody may stand there (PF-12).

    The last cell of the way where one may, or one nearer to the end where there is such; None where there is
    neither within 100 cells.
    """
    end = way[-1]
    measure = square.distance if grid.kind == "square" else hexes.distance
    ring = square.ring if grid.kind == "square" else hexes.ring
    last = next((cell for cell in reversed(way) if may_stand(cell)), None)
    for far in range(MOST + 1 if last is None else measure(last, end)):
        near = [cell for cell in ring(end, far) if cell in grid and may_stand(cell)]
        if near:
            return near[0]
    return last
