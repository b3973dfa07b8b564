"""Whether anything cuts a line: a trace laid over what stands on the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from rules.grid.cells import Border, Cell, Point, border
from rules.grid.terrain import OUTSIDE, SOLID, Screen
from rules.grid.traces import Joint, Trace, corner_ring, hex_trace, square_trace

#: What stands in cells and in borders.
Screens = Mapping[Cell, tuple[Screen, ...]]
Edges = Mapping[Border, tuple[Screen, ...]]


class Drawn(NamedTuple):
    """A line that was drawn from one point to another, and the worst of what cut it (None: nothing)."""

    start: Point
    end: Point
    cut: Screen | None


class Levels(NamedTuple):
    """The heights a line joins. A screen whose top lies on the line or below it is looked over."""

    start: int
    end: int


class Sightlines:
    """Draws lines over one set of screens.

    `counts` says of a low screen whether it counts between these two; it is asked once for each. `levels` are
    the heights of both ends, `own` the cells of both: higher ground in them hides nobody who stands on it.
    """

    __slots__ = ("_answers", "counts", "edges", "levels", "own", "screens")

    def __init__(
        self,
        screens: Screens,
        edges: Edges,
        counts: Callable[[Screen], bool] | None = None,
        levels: Levels | None = None,
        own: Iterable[Cell] = (),
    ) -> None:
        self.screens = screens
        self.edges = edges
        self.counts = counts
        self.levels = levels
        self.own = frozenset(own)
        self._answers: dict[Screen, bool] = {}

    def corners(self, start: Point, leaving: Sequence[Cell], end: Point, entering: Sequence[Cell]) -> Drawn:
        """The line between two corners of the square grid.

        It starts from any of the cells in `leaving`, which touch its first corner, and has arrived when it
        touches its last corner from inside or beside one of `entering`.
        """
        trace = square_trace(end[0] - start[0], end[1] - start[1])
        x, y = start
        if not trace.stages:
            return Drawn(start, end, self._turn(corner_ring(x, y), leaving, entering, 1, 0, (*leaving, *entering)))
        if self.edges and len(trace.stages[0].cells) == 2:
            return Drawn(start, end, self._beside(trace, start, leaving, end, entering))
        worst = self._along(trace, x, y)
        if worst is not None and worst.rank == SOLID:
            return Drawn(start, end, worst)
        first = [(col + x, row + y) for col, row in trace.stages[0].cells]
        last = [(col + x, row + y) for col, row in trace.stages[-1].cells]
        for corner, here, there, at, free in (
            (start, leaving, first, 0, leaving),
            (end, last, entering, trace.scale, entering),
        ):
            ring = corner_ring(*corner)
            if not self.edges and sum(cell in self.screens for cell in ring) < 2:
                continue
            found = self._turn(ring, here, there, trace.scale, at, free)
            if found is not None and (worst is None or found.rank > worst.rank):
                worst = found
        return Drawn(start, end, worst)

    def centres(self, start: Cell, end: Cell) -> Drawn:
        """The line between the centres of two hexes; what stands in either of them does not count."""
        trace = hex_trace(end[0] - start[0], end[1] - start[1])
        inner = Trace(trace.scale, trace.stages[1:-1], trace.joints[1:-1], ())
        worst = self._along(inner, *start)
        for number in (0, -1) if trace.joints else ():
            before, after = trace.stages[:2] if number == 0 else trace.stages[-2:]
            found = self._joint(trace.joints[number], before.cells, after.cells, trace.scale, *start)
            if found is not None and (worst is None or found.rank > worst.rank):
                worst = found
        return Drawn(start, end, worst)

    def _along(self, trace: Trace, x: int, y: int) -> Screen | None:
        """The worst of what cuts a trace that starts at (x, y), between its ends."""
        screens, scale = self.screens, trace.scale
        worst: Screen | None = None
        rank = 0
        for cells, enter, leave in trace.stages:
            col, row = cells[0]
            if (col + x, row + y) not in screens:
                continue
            found = self._cell((col + x, row + y), scale, enter, leave)
            if found is not None and len(cells) == 2:
                col, row = cells[1]
                other = self._cell((col + x, row + y), scale, enter, leave)
                found = None if other is None else min(found, other, key=_least)
            if found is not None and found.rank > rank:
                worst, rank = found, found.rank
                if rank == SOLID:
                    return worst
        stages, joints = trace.stages, trace.joints
        for number in range(len(joints)) if self.edges else trace.corners:
            found = self._joint(joints[number], stages[number].cells, stages[number + 1].cells, scale, x, y)
            if found is not None and found.rank > rank:
                worst, rank = found, found.rank
        return worst

    def _beside(
        self, trace: Trace, start: Point, leaving: Sequence[Cell], end: Point, entering: Sequence[Cell]
    ) -> Screen | None:
        """What cuts a line along the grid where there are borders: one may lie in it, and keep its sides apart.

        So the worst is kept for each side, from the start to the end.
        """
        scale = trace.scale
        sides: dict[Cell, Screen | None] = dict.fromkeys(leaving)
        ring, at, free = corner_ring(*start), 0, leaving
        for number, stage in enumerate(trace.stages):
            cells = [(col + start[0], row + start[1]) for col, row in stage.cells]
            sides = {cell: self._least(sides, ring, cell, scale, at, free) for cell in cells}
            sides = {
                cell: _worse(before, self._cell(cell, scale, stage.enter, stage.leave))
                for cell, before in sides.items()
            }
            if border(*cells) not in self.edges:
                sides = dict.fromkeys(cells, min(sides.values(), key=_rank_or_none))
            if number < len(trace.joints):
                joint = trace.joints[number]
                ring = tuple([(col + start[0], row + start[1]) for col, row in joint.ring])
                at, free = joint.at, ()
        ring = corner_ring(*end)
        found = [self._least(sides, ring, cell, scale, scale, entering) for cell in entering]
        return min(found, key=_rank_or_none)

    def _least(
        self,
        sides: Mapping[Cell, Screen | None],
        ring: Sequence[Cell],
        to: Cell,
        scale: int,
        at: int,
        free: Sequence[Cell],
    ) -> Screen | None:
        found = [_worse(before, self._turn(ring, (cell,), (to,), scale, at, free)) for cell, before in sides.items()]
        return min(found, key=_rank_or_none)

    def _joint(
        self, joint: Joint, before: Sequence[Cell], after: Sequence[Cell], scale: int, x: int, y: int
    ) -> Screen | None:
        ring = [(col + x, row + y) for col, row in joint.ring]
        if not self.edges and sum(cell in self.screens for cell in ring) < 2:
            return None  # one cell alone leaves the other way round free
        here = [(col + x, row + y) for col, row in before]
        there = [(col + x, row + y) for col, row in after]
        return self._turn(ring, here, there, scale, joint.at)

    def _turn(
        self,
        ring: Sequence[Cell],
        here: Sequence[Cell],
        there: Sequence[Cell],
        scale: int,
        at: int,
        free: Sequence[Cell] = (),
    ) -> Screen | None:
        """The least that cuts a line which goes around a corner, or over an edge, by the better way.

        What stands in the `free` cells is no matter: the line begins or ends there.
        """
        best: Screen | None = None
        for start in here:
            for end in there:
                if start == end and start in free:
                    return None
                first, last, size = ring.index(start), ring.index(end), len(ring)
                for turn in (1, -1):
                    way = [ring[(first + turn * step) % size] for step in range((last - first) * turn % size + 1)]
                    found = self._way(way, scale, at, free)
                    if found is None:
                        return None
                    if best is None or found.rank < best.rank:
                        best = found
        return best

    def _way(self, way: Sequence[Cell], scale: int, at: int, free: Sequence[Cell]) -> Screen | None:
        found = [self._cell(cell, scale, at, at) for cell in way if cell not in free]
        if self.edges:
            found += [self._edge(border(a, b), scale, at) for a, b in pairwise(way)]
        return max((each for each in found if each is not None), key=_rank, default=None)

    def _cell(self, cell: Cell, scale: int, enter: int, leave: int) -> Screen | None:
        each = self.screens.get(cell)
        return None if each is None else self._worst(each, cell in self.own, scale, enter, leave)

    def _edge(self, between: Border, scale: int, at: int) -> Screen | None:
        each = self.edges.get(between)
        return None if each is None else self._worst(each, False, scale, at, at)

    def _worst(self, each: tuple[Screen, ...], own: bool, scale: int, enter: int, leave: int) -> Screen | None:
        worst: Screen | None = None
        for screen in each:
            if worst is not None and worst.rank >= screen.rank:
                continue
            if screen.low and self.counts is not None:
                if screen not in self._answers:
                    self._answers[screen] = self.counts(screen)
                if not self._answers[screen]:
                    continue
            if screen.top is not None:
                if own:
                    continue
                start, end = self.levels or (0, 0)
                lowest = start * scale + (end - start) * (enter if end > start else leave)
                if screen.top * scale <= lowest:
                    continue
            worst = screen
        return worst


def _least(screen: Screen) -> tuple[int, bool]:
    """Of two as bad the map's edge is named last."""
    return screen.rank, screen.kind == OUTSIDE


def _rank(screen: Screen) -> int:
    return screen.rank


def _rank_or_none(screen: Screen | None) -> int:
    return 0 if screen is None else screen.rank


def _worse(a: Screen | None, b: Screen | None) -> Screen | None:
    return max(a, b, key=_rank_or_none)
