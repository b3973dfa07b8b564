"""The map itself: which cells there are, what lies in them and between them, and how high they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from rules.grid.cells import Border, Cell
from rules.grid.hex import from_offset, to_offset
from rules.grid.terrain import BARRIER, EDGES, GROUND, KINDS, OUTSIDE, SOLID, Screen

GridKind = Literal["square", "hex"]

#: The most columns and the most rows of a map.
MOST = 100


@dataclass(frozen=True, slots=True)
class Grid:
    """A map of squares or hexes.

    `size` is (columns, rows) of the drawing; None is an open field whose cells run from −100 to 100 both
    ways. `terrain` holds the kinds of each cell that is not plain, `borders` the kind of each border that
    is not open, `heights` the ground's height where it is not 0. What else it holds is worked out from these.
    """

    kind: GridKind
    size: tuple[int, int] | None = None
    terrain: Mapping[Cell, frozenset[str]] = field(default_factory=dict)
    borders: Mapping[Border, str] = field(default_factory=dict)
    heights: Mapping[Cell, int] = field(default_factory=dict)
    #: Cells that nothing enters; cells that nobody enters on foot; how often entering is doubled, else.
    solid: frozenset[Cell] = field(init=False, repr=False, compare=False)
    closed: frozenset[Cell] = field(init=False, repr=False, compare=False)
    costs: Mapping[Cell, int] = field(init=False, repr=False, compare=False)
    narrow: frozenset[Cell] = field(init=False, repr=False, compare=False)
    #: What may cut a line: in cells, in borders; and the kinds that may conceal.
    screens: Mapping[Cell, tuple[Screen, ...]] = field(init=False, repr=False, compare=False)
    edges: Mapping[Border, tuple[Screen, ...]] = field(init=False, repr=False, compare=False)
    veils: Mapping[Cell | Border, tuple[str, ...]] = field(init=False, repr=False, compare=False)
    #: Cells no line goes through, for one who asks only for veils.
    barriers: Mapping[Cell, tuple[Screen, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        costs: dict[Cell, int] = {}
        screens: dict[Cell, list[Screen]] = {cell: [Screen(SOLID, OUTSIDE, cell)] for cell in self.rim()}
        edges: dict[Border, tuple[Screen, ...]] = {}
        veils: dict[Cell | Border, tuple[str, ...]] = {}
        for cell, names in self.terrain.items():
            cost = 1
            for name in sorted(names):
                kind = KINDS[name]
                cost *= kind.cost
                if kind.screen:
                    screens.setdefault(cell, []).append(Screen(kind.screen, name, cell, kind.low))
                if kind.veil:
                    veils[cell] = (*veils.get(cell, ()), name)
            if cost > 1:
                costs[cell] = cost
        for cell, height in self.heights.items():
            screens.setdefault(cell, []).append(Screen(SOLID, GROUND, cell, top=height))
        for between, name in self.borders.items():
            edge = EDGES[name]
            if edge.screen:
                edges[between] = (Screen(edge.screen, name, between, edge.low),)
            if edge.veil:
                veils[between] = (name,)
        where: dict[str, Any] = {
            "solid": frozenset(
                cell for cell, names in self.terrain.items() if any(KINDS[name].solid for name in names)
            ),
            "closed": frozenset(
                cell for cell, names in self.terrain.items() if not all(KINDS[name].walkable for name in names)
            ),
            "narrow": frozenset(
                cell for cell, names in self.terrain.items() if any(KINDS[name].narrow for name in names)
            ),
            "costs": costs,
            "screens": {cell: tuple(each) for cell, each in screens.items()},
            "edges": edges,
            "veils": veils,
        }
        where["barriers"] = {cell: (Screen(SOLID, BARRIER, cell),) for cell in (*self.rim(), *where["solid"])}
        for name, value in where.items():
            object.__setattr__(self, name, value)

    def __contains__(self, cell: Cell) -> bool:
        """Whether the map has this cell."""
        if self.size is None:
            return abs(cell[0]) <= MOST and abs(cell[1]) <= MOST
        col, row = cell if self.kind == "square" else to_offset(cell)
        return 0 <= col < self.size[0] and 0 <= row < self.size[1]

    def rows(self, least: int, most: int) -> Iterator[tuple[int, int, int]]:
        """The rows from `least` to `most` that the map has, each with its first and its last column (or q)."""
        if self.size is None:
            for row in range(max(least, -MOST), min(most, MOST) + 1):
                yield row, -MOST, MOST
            return
        for row in range(max(least, 0), min(most, self.size[1] - 1) + 1):
            first = 0 if self.kind == "square" else from_offset(0, row)[0]
            yield row, first, first + self.size[0] - 1

    @property
    def extent(self) -> tuple[int, int, int, int]:
        """The first and last column (or q), then the first and last row, that any cell of the map has."""
        if self.size is None:
            return -MOST, MOST, -MOST, MOST
        wide, high = self.size
        return (0 if self.kind == "square" else -((high - 1) // 2)), wide - 1, 0, high - 1

    def rim(self) -> Iterator[Cell]:
        """The cells just outside the map: no line goes there."""
        if self.size is None:
            return
        wide, high = self.size
        for row in range(-1, high + 1):
            for col in (-1, wide) if 0 <= row < high else range(-1, wide + 1):
                yield (col, row) if self.kind == "square" else from_offset(col, row)

    def cells(self) -> Iterator[Cell]:
        """Every cell of the map, row by row."""
        for row, first, last in self.rows(-MOST, MOST):
            for col in range(first, last + 1):
                yield col, row

    def height(self, cell: Cell) -> int:
        """The height of the ground in a cell."""
        return self.heights.get(cell, 0)
