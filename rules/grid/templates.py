"""What an effect takes in: a burst, a cone or a line laid on a map of squares or hexes, as far as walls let it.

Sizes are in cells. What no line reaches from the origin is left out, and so are walls themselves: an effect
that spreads round corners is not drawn here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from rules.grid import figures, square
from rules.grid import hex as hexes
from rules.grid.cells import Cell, Point, Space, border
from rules.grid.field import Grid
from rules.grid.sight import Body, cover, cover_from
from rules.grid.terrain import SOLID
from rules.grid.traces import hex_trace

Shape = Literal["burst", "cone", "line"]

#: On squares: whether a burst is centred on a corner of the grid or on a cell.
Centre = Literal["corner", "cell"]


def template_cells(
    grid: Grid,
    shape: Shape,
    size: int,
    origin: Point,
    toward: int | Cell | None = None,
    *,
    centre: Centre = "corner",
    figure: Space = (),
) -> tuple[Cell, ...]:
    """The cells of the map that an effect takes in.

    - "burst": all within `size` of `origin`: on squares the corner `origin`, or where `centre` is "cell" the disc
      about that cell; on hexes always the hex;
    - "cone": from the cell `origin`, without it, `size` long;
    - "line": from the cell `origin`, without it, `size` long: the cells whose inside it crosses, up to the wall
      that stops it.

    Cones and lines go `toward` a direction (its number) or a cell; a cone takes the direction nearest to that.
    The cells of the `figure` they come from are left out.

    Raises:
        ValueError: a cone or a line without a direction, or towards the cell it starts from.
    """
    if shape == "burst":
        if grid.kind == "square" and centre == "corner":
            return _seen_from_corner(grid, origin, square.burst(origin, size))
        disc = square.disc if grid.kind == "square" else hexes.disc
        return _seen_from(grid, origin, disc(origin, size))
    if toward is None or toward == origin:
        raise ValueError("An effect that is aimed needs a direction.")
    if shape == "cone":
        found = _seen_from(grid, origin, _cone(grid, origin, _direction(grid, origin, toward), size))
    else:
        across, down = _offset(grid, origin, toward)
        found = tuple(_line(grid, origin, across, down, size))
    return tuple([cell for cell in found if cell not in figure])


def _seen_from_corner(grid: Grid, corner: Point, cells: Space) -> tuple[Cell, ...]:
    return tuple([each for each in _open(grid, cells) if cover_from(grid, corner, (each,)).sort != "total"])


def _seen_from(grid: Grid, origin: Cell, cells: Space) -> tuple[Cell, ...]:
    here = Body("", (origin,))
    if origin in grid.solid:
        return ()
    return tuple(
        [cell for cell in _open(grid, cells) if cell == origin or cover(grid, here, Body("-", (cell,))).sort != "total"]
    )


def _open(grid: Grid, cells: Space) -> Iterator[Cell]:
    return (cell for cell in cells if cell in grid and cell not in grid.solid)


def _cone(grid: Grid, origin: Cell, direction: int, size: int) -> tuple[Cell, ...]:
    if grid.kind == "square":
        return square.cone_from(origin, direction, size)
    return hexes.cone(origin, direction, size)


def _direction(grid: Grid, origin: Cell, toward: int | Cell) -> int:
    """The direction nearest to a cell; between two on squares the straight one, on hexes as one would face."""
    if isinstance(toward, int):
        return toward
    if grid.kind == "hex":
        return figures.facing_to(origin, toward)
    across, down = toward[0] - origin[0], toward[1] - origin[1]
    short, long = sorted([abs(across), abs(down)])
    slanting = (short + long) ** 2 > 2 * long**2  # beyond 22½° off the grid, where no cell lies exactly
    return square.DIRECTIONS.index(
        (
            _sign(across) if slanting or abs(across) == long else 0,
            _sign(down) if slanting or abs(down) == long else 0,
        )
    )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _offset(grid: Grid, origin: Cell, toward: int | Cell) -> Cell:
    """How far to go across and down to be on the line."""
    if isinstance(toward, int):
        return hexes.DIRECTIONS[toward] if grid.kind == "hex" else square.DIRECTIONS[toward]
    return toward[0] - origin[0], toward[1] - origin[1]


def _line(grid: Grid, origin: Cell, across: int, down: int, size: int) -> Iterator[Cell]:
    if grid.kind == "hex":
        yield from _hex_line(grid, origin, across, down, size)
        return
    col, row = origin
    if across and down:
        corner = (col + (across > 0), row + (down > 0))
    else:  # along the side of its row or column that has the row or column on its right hand
        corner = (col + (across > 0 or down > 0), row + (down > 0 or across < 0))
    cells = square.line_area(corner, (corner[0] + across, corner[1] + down), size)
    for before, cell in pairwise((origin, *cells)):
        if _barred(grid, before, cell):
            return
        yield cell


def _hex_line(grid: Grid, origin: Cell, across: int, down: int, size: int) -> Iterator[Cell]:
    """The hexes that a line of centres crosses; where it runs between two, one of them that is open."""
    col, row = origin
    times = -(-size // hexes.distance((0, 0), (across, down)))
    plain = set(hexes.line(origin, (col + times * across, row + times * down)))
    before = [origin]
    for stage in hex_trace(times * across, times * down).stages[1:]:
        cells = [(col + far, row + deep) for far, deep in stage.cells]
        before = [
            cell
            for cell in cells
            if hexes.distance(origin, cell) <= size and not all(_barred(grid, each, cell) for each in before)
        ]
        if not before:
            return
        yield min(before, key=lambda cell: (cell not in plain, cell))


def _barred(grid: Grid, a: Cell, b: Cell) -> bool:
    """Whether something solid keeps a line from going from a cell into the next one."""
    if b not in grid or b in grid.solid:
        return True
    if grid.kind == "hex" or a[0] == b[0] or a[1] == b[1]:
        return any(screen.rank == SOLID for screen in grid.edges.get(border(a, b), ()))
    return all(_barred(grid, a, way) or _barred(grid, way, b) for way in ((a[0], b[1]), (b[0], a[1])))
