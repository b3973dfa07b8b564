"""Charges: the straight lane to the nearest place from which a foe can be struck, or what stands in it (PF-30).

The lane is every line from the space at the start to the space at the end. On squares that is all the squares a
body passes over that goes straight, in any direction; on hexes those its hexes pass from centre to centre, and
where a line runs between two hexes, either of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, NamedTuple

from rules.grid import hex as hexes
from rules.grid import square
from rules.grid.cells import Border, Cell, Space, border
from rules.grid.field import Grid
from rules.grid.moves import Mover, Passage
from rules.grid.sight import Body, cover
from rules.grid.spaces import Reach, box, reaches, space_distance
from rules.grid.terrain import CREATURE, EDGES, KINDS, NAMES, OUTSIDE
from rules.grid.traces import hex_trace
from rules.words import Words, say
from rules.words import gettext_noop as _

#: A free lane; one with something in it; a foe too near or too far; one that can be struck from nowhere.
Sort = Literal["free", "blocked", "near", "far", "nowhere"]

#: The cells that a charge goes at least.
LEAST = 2


class Charge(NamedTuple):
    """Whether somebody can charge, and why not.

    `end` is where the charge would end (upper left cell, or head), `cells` how far that is, of `most`. `lane`
    are the cells it leads over, in their order, up to what stands in it: `by`, a cell or a border, and its `key`.
    """

    sort: Sort
    most: int
    end: Cell | None = None
    cells: int = 0
    lane: tuple[Cell, ...] = ()
    by: Cell | Border | None = None
    key: str | None = None

    @property
    def is_free(self) -> bool:
        """Whether the charge can be made."""
        return self.sort == "free"

    @property
    def words(self) -> Words:
        """The verdict in a sentence."""
        if self.end is None:
            return say(_("There is no place from which the target can be struck."))
        if self.key is not None:
            return say(
                _("The lane to {end} is barred at {place} by {what}."),
                end=_drawn(self.end), place=_drawn(self.by), what=say(NAMES[self.key]),
            )  # fmt: skip
        if self.is_free:
            return say(_("The lane to {end} is free."), end=_drawn(self.end))
        return say(
            _("Cells to the nearest place to strike from: {cells}. A charge takes from {least} to {most}."),
            cells=self.cells, least=LEAST, most=self.most,
        )  # fmt: skip


def charge(
    grid: Grid,
    start: Cell,
    target: Space,
    reach: Reach,
    most: int,
    mover: Mover = Mover(),  # noqa: B008  frozen
    occupied: Mapping[Cell, Passage] | None = None,
) -> Charge:
    """Whether a mover can charge a target from `start` (upper left cell, or head) over at most `most` cells.

    It must end in the nearest place on the map from which `reach` takes it to the target and no wall keeps it
    off, and that place counts though somebody stands there. Of several as near any will do, the nearest as the
    crow flies first. `occupied` are the cells of everybody else; who may be entered and stopped at, being
    helpless, does not hinder (PF-08).
    """
    spared = target if reach.most == 0 else ()
    lanes = _Lanes(grid, start, mover, occupied or {}, frozenset(spared))
    ends = sorted(_nearest(lanes, target, reach), key=lanes.crow)
    if not ends:
        return Charge("nowhere", most)
    cells = lanes.distance(ends[0])
    if not LEAST <= cells <= most:
        return Charge("near" if cells < LEAST else "far", most, ends[0], cells)
    found = [Charge(lane.sort, most, end, cells, *lane[1:]) for end in ends for lane in [lanes.to(end)]]
    return next((each for each in found if each.is_free), found[0])


class _Lane(NamedTuple):
    sort: Literal["free", "blocked"]
    cells: tuple[Cell, ...]
    by: Cell | Border | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class _Lanes:
    """Straight lanes of one mover from its start; creatures in the `spared` cells do not hinder."""

    grid: Grid
    start: Cell
    mover: Mover
    occupied: Mapping[Cell, Passage]
    spared: frozenset[Cell]

    def space(self, at: Cell) -> Space:
        """What the mover takes up at a place."""
        if self.grid.kind == "square":
            return square.space_of(at, self.mover.size)
        return tuple([(at[0] + across, at[1] + down) for across, down in self.mover.body])

    def distance(self, end: Cell) -> int:
        """The cells of movement from the start to a place."""
        return square.distance(self.start, end) if self.grid.kind == "square" else hexes.distance(self.start, end)

    def crow(self, end: Cell) -> tuple[int, Cell]:
        """What puts places in order: the square of the distance as the crow flies, then the cell."""
        across, down = end[0] - self.start[0], end[1] - self.start[1]
        slant = across * down if self.grid.kind == "hex" else 0
        return across * across + down * down + slant, end

    def to(self, end: Cell) -> _Lane:
        """The lane to a place."""
        return self._over_squares(end) if self.grid.kind == "square" else self._over_hexes(end)

    def _over_squares(self, end: Cell) -> _Lane:
        own = self.space(self.start)
        return self._go(_swept(own, end[0] - self.start[0], end[1] - self.start[1]), own)

    def _over_hexes(self, end: Cell) -> _Lane:
        col, row = self.start
        ways = {self.start: _Lane("free", ())}
        for stage in hex_trace(end[0] - col, end[1] - row).stages[1:]:
            heads = [(col + across, row + down) for across, down in stage.cells]
            tried = {}
            for head in heads:
                for before, way in ways.items():
                    tried[head] = self._step(way, before, head)
                    if tried[head].sort == "free":
                        break
            ways = {head: way for head, way in tried.items() if way.sort == "free"}
            if not ways:
                return tried[heads[0]]
        return ways[end]

    def _step(self, way: _Lane, before: Cell, head: Cell) -> _Lane:
        old = self.space(before)
        further = self._go([cell for cell in self.space(head) if cell not in old], old)
        return further._replace(cells=(*way.cells, *further.cells))

    def _go(self, cells: Iterable[Cell], old: Space) -> _Lane:
        """The lane over cells in their order, from a space, as far as it is free."""
        own, passed = self.space(self.start), set(old)
        lane: list[Cell] = []
        around = hexes.DIRECTIONS if self.grid.kind == "hex" else square.DIRECTIONS[::2]
        for cell in cells:
            for across, down in around:
                between = border(cell, (cell[0] + across, cell[1] + down))
                if between in self.grid.borders and (cell[0] + across, cell[1] + down) in passed:
                    name = self.grid.borders[between]
                    edge = EDGES[name]
                    if not edge.passable or (edge.extra and not self.mover.flies):
                        return _Lane("blocked", tuple(lane), between, name)
            key = None if cell in own else self._hindrance(cell)
            if key is not None:
                return _Lane("blocked", tuple(lane), cell, key)
            passed.add(cell)
            lane.append(cell)
        return _Lane("free", tuple(lane))

    def _hindrance(self, cell: Cell) -> str | None:
        """What in a cell stops a charge: whatever slows or blocks, or a creature that is not helpless."""
        if cell not in self.grid:
            return OUTSIDE
        for name in sorted(self.grid.terrain.get(cell, ())):
            kind = KINDS[name]
            if kind.solid or kind.narrow or (not self.mover.flies and (kind.cost > 1 or not kind.walkable)):
                return name
        passage = self.occupied.get(cell)
        if passage is None or (passage.enter and passage.stop) or cell in self.spared:
            return None
        return CREATURE


def _nearest(lanes: _Lanes, target: Space, reach: Reach) -> list[Cell]:
    """The places, all as near as each other, that are the nearest to strike the target from."""
    grid = lanes.grid
    places = []
    for at in _around(lanes, target, reach):
        space = lanes.space(at)
        if all(cell in grid for cell in space) and _strikes(grid, space, reach, target):
            places.append(at)
    for _far, each in groupby(sorted(places, key=lanes.distance), key=lanes.distance):
        open_ones = [at for at in each if _unwalled(grid, lanes.space(at), target)]
        if open_ones:
            return open_ones
    return []


def _around(lanes: _Lanes, target: Space, reach: Reach) -> Iterator[Cell]:
    """The places whose space may come within reach of a target."""
    far = reach.most
    if lanes.grid.kind == "square":
        around, size = box(target), lanes.mover.size
        for row in range(around.top - far - size + 1, around.bottom + far + 1):
            for col in range(around.left - far - size + 1, around.right + far + 1):
                yield col, row
        return
    near = {each for cell in target for each in hexes.disc(cell, far)}
    yield from sorted({(col - across, row - down) for col, row in near for across, down in lanes.mover.body})


def _strikes(grid: Grid, space: Space, reach: Reach, target: Space) -> bool:
    far = space_distance(grid.kind, space, target)
    if far == 0 or reach.most == 0:
        return far == reach.most
    if grid.kind == "square":
        return reaches(space, reach, target)
    return any(reach.least <= space_distance("hex", space, (cell,)) <= reach.most for cell in target)


def _unwalled(grid: Grid, space: Space, target: Space) -> bool:
    return cover(grid, Body("", space), Body("-", target), how="melee").sort != "total"


def _swept(space: Space, across: int, down: int) -> list[Cell]:
    """The squares whose inside a space passes over that goes straight, in the order of entering, without its own."""
    around = box(space)
    scale = (abs(across) or 1) * (abs(down) or 1)
    found = []
    for row in range(around.top + min(down, 0), around.bottom + max(down, 0) + 1):
        from_row, to_row = _when(row, around.top, around.bottom, down, scale)
        for col in range(around.left + min(across, 0), around.right + max(across, 0) + 1):
            from_col, to_col = _when(col, around.left, around.right, across, scale)
            enter, leave = max(from_col, from_row), min(to_col, to_row)
            if enter < leave and enter < scale and leave > 0 and (col, row) not in space:
                found.append((enter, col * across + row * down, (col, row)))
    return [cell for _enter, _ahead, cell in sorted(found)]


def _when(place: int, first: int, last: int, rate: int, scale: int) -> tuple[int, int]:
    """From when to when, in 1/scale of the way, a body from `first` to `last` is over a column or row."""
    if not rate:
        return -1, scale + 1
    enter, leave = sorted([(place - last - 1) * scale // rate, (place + 1 - first) * scale // rate])
    return enter, leave


def _drawn(place: Cell | Border | None) -> str:
    if isinstance(place, Border):
        return f"{_drawn(place.a)}–{_drawn(place.b)}"
    return "" if place is None else f"({place[0]}, {place[1]})"
