"""The ground around a mover laid out flat for the search: what each cell costs to enter, and each state's steps.

A state is a form of the mover at a place; all are numbered in one row, cell after cell, form after form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rules.grid.cells import Cell, Space
from rules.grid.field import Grid
from rules.grid.moves import FULL, Move, Mover, Passage, forms_of, moves_of, tightness
from rules.grid.terrain import EDGES, KINDS

#: More than any way costs: a cell nobody enters, a border nobody crosses.
BLOCKED = 1 << 30


class _Flat(NamedTuple):
    """A move with its cells as distances in the row."""

    to: int
    by: int
    fresh: tuple[int, ...]
    kept: tuple[int, ...]
    factor: int
    corners: tuple[int, ...]
    routes: tuple[tuple[tuple[int, int, int], ...], ...]
    within: tuple[tuple[int, int], ...]


class Ground:
    """The cells that a mover may come to within `budget` cells of its start.

    `entering` and `slant` are the half cells of a straight and of a diagonal step into a cell; `straight` and
    `slanting` are how far such steps go in the row, a diagonal with its two corner cells. `special` holds the
    states whose steps only `steps` knows; None where that is all of them. `dearest` bounds the cost of a step.
    """

    __slots__ = (
        "_area", "_base", "_forms", "_left", "_moves", "_narrow", "_no_stop", "_offsets", "_tight", "_top", "_walls",
        "_wide", "dearest", "entering", "slant", "slanting", "solid", "special", "states", "straight",
    )  # fmt: skip

    def __init__(self, grid: Grid, start: Cell, budget: int, mover: Mover, occupied: Mapping[Cell, Passage]) -> None:
        self._forms = forms_of(grid.kind, mover)
        longest = 2 + max(max(abs(col), abs(row)) for form in self._forms for col, row in form)
        far = budget + longest
        first, last, top, bottom = grid.extent
        left, right = max(first, start[0] - far), min(last, start[0] + far)
        top, bottom = max(top, start[1] - far), min(bottom, start[1] + far)
        # A margin of closed cells all round, so that no step leaves the row or comes in at its other end.
        self._left, self._top = min(left, start[0]) - longest, min(top, start[1]) - longest
        self._wide = max(right, start[0]) - self._left + longest + 1
        self._area = self._wide * (max(bottom, start[1]) - self._top + longest + 1)
        self.states = self._area * len(self._forms)
        self._lay(grid, (left, right, top, bottom), mover, occupied)
        self._wall(grid, (left, right, top, bottom), mover)
        wide = self._wide
        if grid.kind == "hex":
            self.straight: tuple[int, ...] = (1, wide, wide - 1, -1, -wide, 1 - wide)
            self.slanting: tuple[tuple[int, int, int], ...] = ()
        else:
            self.straight = (1, wide, -1, -wide)
            self.slanting = tuple([(across + down, across, down) for across in (1, -1) for down in (wide, -wide)])
        self._moves = [
            [[self._flatten(move) for move in tries] for tries in form] for form in moves_of(grid.kind, mover)
        ]
        self._offsets = [[self._flat(cell) for cell in form] for form in self._forms]

    def _lay(
        self, grid: Grid, bounds: tuple[int, int, int, int], mover: Mover, occupied: Mapping[Cell, Passage]
    ) -> None:
        left, right, top, bottom = bounds
        base = [BLOCKED] * self._area
        solid = bytearray(b"\1") * self._area
        for row, first, last in grid.rows(top, bottom):
            first, last = max(first, left), min(last, right)
            if first <= last:
                at, length = self.state((first, row)), last - first + 1
                base[at : at + length] = [1] * length
                solid[at : at + length] = bytes(length)

        def here(cells: Iterable[Cell]) -> Iterator[tuple[Cell, int]]:
            for cell in cells:
                if left <= cell[0] <= right and top <= cell[1] <= bottom:
                    yield cell, self.state(cell)

        if not mover.flies:
            for cell, at in here(grid.costs):
                base[at] = min(base[at] * grid.costs[cell], BLOCKED)
            for _cell, at in here(grid.closed):
                base[at] = BLOCKED
        for _cell, at in here(grid.solid):
            base[at], solid[at] = BLOCKED, 1
        self._narrow = {at for _cell, at in here(grid.narrow)}
        self._tight = {at for cell, at in here(grid.narrow) if any(KINDS[name].tight for name in grid.terrain[cell])}
        closed = self._tight if not mover.escapes else set()
        for at in closed if mover.squeezes and len(self._forms[FULL]) == 1 else self._narrow:
            base[at] = BLOCKED
        self._no_stop = set()
        for cell, at in here(occupied):
            passage = occupied[cell]
            base[at] = min(base[at] * passage.cost, BLOCKED) if passage.enter else BLOCKED
            if not passage.stop:
                self._no_stop.add(at)
        self._base, self.solid = base, solid
        self.entering = [2 * cost for cost in base]
        self.slant = [3 * cost for cost in base]
        self.dearest = 6 * max([cost for cost in set(base) if cost < BLOCKED], default=1)

    def _wall(self, grid: Grid, bounds: tuple[int, int, int, int], mover: Mover) -> None:
        """Note what borders cost to cross, in half cells, and the cells next to one."""
        left, right, top, bottom = bounds
        self._walls: dict[tuple[int, int], int] = {}
        near: set[int] = set()
        dearest = 0
        for between, name in grid.borders.items():
            if not all(left <= cell[0] <= right and top <= cell[1] <= bottom for cell in between):
                continue
            edge = EDGES[name]
            cost = (0 if mover.flies else 2 * edge.extra) if edge.passable else BLOCKED
            if cost:
                a, b = sorted((self.state(between.a), self.state(between.b)))
                self._walls[a, b] = cost
                near.update(each + step for each in (a, b) for step in (-1, 0, 1, -self._wide, self._wide))
                dearest = max(dearest, cost if cost < BLOCKED else 0)
        self.dearest += 2 * dearest
        self.special: set[int] | None = near if self.states == self._area and len(self._forms[FULL]) == 1 else None

    def steps(self, state: int) -> Iterator[tuple[int, int]]:
        """Each state one step away, with the half cells the step costs."""
        form, at = divmod(state, self._area)
        base, solid, walls = self._base, self.solid, self._walls
        for tries in self._moves[form]:
            opened: int | None = None
            for to, by, fresh, kept, factor, corners, routes, within in tries:
                if opened is not None and tightness(to) > opened:
                    break  # it squeezes only where it must
                worst = max([base[at + cell] for cell in fresh])
                if worst >= BLOCKED:
                    continue
                if corners and any(solid[at + cell] for cell in corners):
                    continue
                extra = self._crossing(at, routes, within) if walls else 0
                if extra >= BLOCKED:
                    continue
                opened = tightness(to)
                if kept:
                    worst = max([worst, *[base[at + cell] for cell in kept if base[at + cell] < BLOCKED]])
                yield at + by + to * self._area, worst * factor + extra

    def _crossing(
        self, at: int, routes: tuple[tuple[tuple[int, int, int], ...], ...], within: tuple[tuple[int, int], ...]
    ) -> int:
        """What the borders on a step's way add: the cheaper of two routes, but a wall at a corner stops both."""
        walls = self._walls
        for a, b in within:
            if walls.get((at + a, at + b), 0) >= BLOCKED:
                return BLOCKED
        costs = []
        for route in routes:
            # A border that a wide body meets at several places is crossed once.
            legs: dict[int, int] = {}
            for a, b, leg in route:
                one, other = at + a, at + b
                cost = walls.get((one, other) if one < other else (other, one), 0)
                if cost >= BLOCKED:
                    return BLOCKED
                legs[leg] = max(legs.get(leg, 0), cost)
            costs.append(sum(legs.values()))
        return min(costs)

    def may_stop(self, state: int) -> bool:
        """Whether a move may end here: no cell of the space is one that may only be passed."""
        if not self._no_stop:
            return True
        form, at = divmod(state, self._area)
        return not any(at + cell in self._no_stop for cell in self._offsets[form])

    def is_squeezed(self, state: int) -> bool:
        """Whether the mover squeezes in this state."""
        return state >= self._area or state in self._narrow

    def is_tight(self, state: int) -> bool:
        """Whether the mover is where it is narrower than half of it: there it needs Escape Artist."""
        return tightness(state // self._area) > 1 or state in self._tight

    def state(self, cell: Cell) -> int:
        """The state of the mover as it is, at a cell."""
        return (cell[1] - self._top) * self._wide + cell[0] - self._left

    def cell(self, state: int) -> Cell:
        """Where a state stands."""
        row, col = divmod(state % self._area, self._wide)
        return col + self._left, row + self._top

    def space(self, state: int) -> Space:
        """The cells a state takes up."""
        col, row = self.cell(state)
        return tuple([(col + across, row + down) for across, down in self._forms[state // self._area]])

    def _flat(self, cell: Cell) -> int:
        return cell[1] * self._wide + cell[0]

    def _flatten(self, move: Move) -> _Flat:
        flat = self._flat
        return _Flat(
            move.to,
            flat(move.by),
            tuple([flat(cell) for cell in move.fresh]),
            tuple([flat(cell) for cell in move.kept]),
            move.factor,
            tuple([flat(cell) for cell in move.corners]),
            tuple([tuple([(flat(a), flat(b), leg) for a, b, leg in route]) for route in move.routes]),
            tuple([(flat(a), flat(b)) for a, b in move.within]),
        )
