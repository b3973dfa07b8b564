"""Which cells light falls on: bright within one distance of its source, dim within another, never through walls."""

from __future__ import annotations

from collections.abc import Iterable

from rules.grid import hex as hexes
from rules.grid import square
from rules.grid.cells import Cell
from rules.grid.field import Grid
from rules.grid.sight import Body, cover


def lit(grid: Grid, lamps: Iterable[tuple[Cell, int, int]]) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """The cells that are bright, and those that are at least dim, by sources (cell, bright within, dim within).

    A wall that a source can see is lit with the cells before it; what no line from the source reaches is not.
    """
    distance = square.distance if grid.kind == "square" else hexes.distance
    disc = square.disc if grid.kind == "square" else hexes.disc
    bright: set[Cell] = set()
    dim: set[Cell] = set()
    for source, near, far in lamps:
        seen = {cell for cell in disc(source, max(near, far)) if cell in grid and _reaches(grid, source, cell)}
        dim |= seen
        bright |= {cell for cell in seen if distance(source, cell) <= near}
    return frozenset(bright), frozenset(dim)


def _reaches(grid: Grid, source: Cell, cell: Cell) -> bool:
    return cell == source or cover(grid, Body("", (source,)), Body("-", (cell,))).sort != "total"
