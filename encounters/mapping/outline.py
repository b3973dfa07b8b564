"""Sets of cells as outlines: closed paths around them, in the whole numbers of the grid's own lattice.

A square's corners are whole numbers already. A hex stands at lattice point (2q + r, 3r); its corners lie one or two
lattice steps off, so that they are whole numbers too. A drawing scales the lattice to pixels (`Lattice.transform`),
and a path of a hundred cells stays a few hundred characters long.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.grid.cells import Border, Cell, Point
from rules.grid.field import GridKind
from rules.grid.hex import DIRECTIONS as HEX_STEPS
from rules.grid.hex import from_offset, to_offset

#: The width of a cell in the units of the drawing.
UNIT = 20

#: The corners of a cell from its lattice point, clockwise; the edge from each to the next faces the step beside it.
_SQUARE: tuple[tuple[Point, Cell], ...] = (((0, 0), (0, -1)), ((1, 0), (1, 0)), ((1, 1), (0, 1)), ((0, 1), (-1, 0)))
_HEX: tuple[tuple[Point, Cell], ...] = (
    ((0, -2), (1, -1)), ((1, -1), (1, 0)), ((1, 1), (0, 1)), ((0, 2), (-1, 1)), ((-1, 1), (-1, 0)), ((-1, -1), (0, -1)),
)  # fmt: skip
assert {step for _corner, step in _HEX} == set(HEX_STEPS)


@dataclass(frozen=True, slots=True)
class Lattice:
    """The lattice of a grid of so many columns and rows, and how it lies in the drawing."""

    kind: GridKind
    cols: int
    rows: int

    @property
    def step(self) -> tuple[float, float]:
        """The width and the height of a lattice step in the drawing."""
        return (UNIT, UNIT) if self.kind == "square" else (UNIT / 2, round(UNIT / 2 / 3**0.5, 4))

    @property
    def origin(self) -> Point:
        """The lattice point of the drawing's upper left corner."""
        return (0, 0) if self.kind == "square" else (-1, -2)

    @property
    def transform(self) -> str:
        """What lays paths of lattice points over the drawing."""
        (across, down), (left, top) = self.step, self.origin
        return f"scale({across:g} {down:g}) translate({-left} {-top})"

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of the drawing."""
        if self.kind == "square":
            return self.cols * UNIT, self.rows * UNIT
        across, down = self.step
        return round((2 * self.cols + (self.rows > 1)) * across, 2), round((3 * self.rows + 1) * down, 2)

    def point(self, cell: Cell) -> Point:
        """The lattice point of a cell: its upper left corner, or the centre of a hex."""
        return cell if self.kind == "square" else (2 * cell[0] + cell[1], 3 * cell[1])

    def centre(self, cell: Cell) -> tuple[float, float]:
        """The centre of a cell in the drawing."""
        (x, y), (across, down), (left, top) = self.point(cell), self.step, self.origin
        half = 0.5 if self.kind == "square" else 0
        return round((x + half - left) * across, 2), round((y + half - top) * down, 2)

    def place(self, point: Point) -> tuple[float, float]:
        """Where an end of a line lies in the drawing: a corner on squares, the centre of a hex on hexes."""
        return (point[0] * UNIT, point[1] * UNIT) if self.kind == "square" else self.centre(point)

    def offset(self, cell: Cell) -> Cell:
        """The column and the row of a cell."""
        return cell if self.kind == "square" else to_offset(cell)

    def cell(self, col: int, row: int) -> Cell:
        """The cell of a column and a row."""
        return (col, row) if self.kind == "square" else from_offset(col, row)

    def rectangle(self, a: Cell, b: Cell) -> list[Cell]:
        """The cells between two cells, by columns and rows."""
        (left, top), (right, bottom) = self.offset(a), self.offset(b)
        return [
            self.cell(col, row)
            for row in range(min(top, bottom), max(top, bottom) + 1)
            for col in range(min(left, right), max(left, right) + 1)
        ]

    def outline(self, cells: Iterable[Cell]) -> str:
        """A path around the cells, with their holes; empty where there are none. Fill it by the rule `evenodd`."""
        corners = _SQUARE if self.kind == "square" else _HEX
        inside = set(cells)
        edges: dict[Point, list[Point]] = {}
        for cell in sorted(inside):
            x, y = self.point(cell)
            for number, ((across, down), (by, under)) in enumerate(corners):
                if (cell[0] + by, cell[1] + under) not in inside:
                    to_across, to_down = corners[(number + 1) % len(corners)][0]
                    edges.setdefault((x + across, y + down), []).append((x + to_across, y + to_down))
        return "".join(_loops(edges))

    def edges(self, borders: Iterable[Border]) -> str:
        """A path along the borders between cells."""
        corners = _SQUARE if self.kind == "square" else _HEX
        steps = [step for _corner, step in corners]
        path = []
        for a, b in borders:
            number = steps.index((b[0] - a[0], b[1] - a[1]))
            (x, y), (from_x, from_y) = self.point(a), corners[number][0]
            to_x, to_y = corners[(number + 1) % len(corners)][0]
            path.append(f"M{x + from_x} {y + from_y}l{to_x - from_x} {to_y - from_y}")
        return "".join(path)


def _loops(edges: dict[Point, list[Point]]) -> Iterable[str]:
    """Closed paths of directed edges, straight stretches drawn in one."""
    while edges:
        start = at = next(iter(edges))
        steps: list[Point] = []
        while at in edges:
            ends = edges[at]
            end = ends.pop()
            if not ends:
                del edges[at]
            step = end[0] - at[0], end[1] - at[1]
            if steps and _same_way(steps[-1], step):
                steps[-1] = steps[-1][0] + step[0], steps[-1][1] + step[1]
            else:
                steps.append(step)
            at = end
        # The last side is drawn by closing the path.
        yield f"M{start[0]} {start[1]}l" + " ".join(f"{across} {down}" for across, down in steps[:-1]) + "z"


def _same_way(a: Point, b: Point) -> bool:
    return a[0] * b[1] == a[1] * b[0] and a[0] * b[0] + a[1] * b[1] > 0
