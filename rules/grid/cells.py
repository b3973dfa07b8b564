"""The words of the grid: a cell, a point, a border between cells, the space somebody takes."""

from __future__ import annotations

from typing import NamedTuple

#: (column, row) on squares, axial (q, r) on hexes.
Cell = tuple[int, int]

#: A corner of the square grid, or the centre of a hex given as the hex.
Point = tuple[int, int]

#: The cells somebody takes up.
Space = tuple[Cell, ...]


class Border(NamedTuple):
    """The edge that two cells share, the lesser cell first: made by `border`."""

    a: Cell
    b: Cell


def border(a: Cell, b: Cell) -> Border:
    """The border between two cells, the same from both sides."""
    return Border(a, b) if a < b else Border(b, a)
