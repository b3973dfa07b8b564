"""The room that creatures take up on the map: distance between them, reach, who fits where.

A creature of `size` cells takes size × size squares, named by the upper left one; one smaller than a square
takes that square and shares it. Reaches are in squares; 0 reaches only its own square (PF-15, PF-16).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.grid import figures, square
from rules.grid.cells import Cell, Space
from rules.grid.field import GridKind


class Box(NamedTuple):
    """The first and last columns and rows of a space of squares, both included."""

    left: int
    top: int
    right: int
    bottom: int


def box(space: Iterable[Cell]) -> Box:
    """The rectangle around a space."""
    cols, rows = zip(*space, strict=True)
    return Box(min(cols), min(rows), max(cols), max(rows))


def space_distance(kind: GridKind, a: Space, b: Space) -> int:
    """Cells to count from the nearest cell of one space to the nearest of another; 0 where they overlap."""
    if kind == "hex":
        return figures.space_distance(a, b)
    if len(a) == len(b) == 1:
        return square.distance(a[0], b[0])
    return square.distance((0, 0), _gap(box(a), box(b)))


def is_beside(kind: GridKind, a: Space, b: Space) -> bool:
    """Whether two spaces touch, corners included, or overlap."""
    return space_distance(kind, a, b) <= 1


def _gap(a: Box, b: Box) -> Cell:
    return max(b.left - a.right, a.left - b.right, 0), max(b.top - a.bottom, a.top - b.bottom, 0)


class Reach(NamedTuple):
    """From how near to how far somebody strikes, in squares: (1, 1) next to it, (2, 2) with a reach weapon.

    `most` 0 strikes into its own square only, and threatens nothing.
    """

    least: int = 1
    most: int = 1

    def doubled(self) -> Reach:
        """The reach with a reach weapon: twice as far, and nothing within the natural reach (PF-16)."""
        return Reach(self.most + 1, 2 * self.most)


def reaches(space: Space, reach: Reach, target: Space) -> bool:
    """Whether any square of the target lies within reach, its own square always (PF-15, PF-16).

    A reach of 2 squares takes in the second diagonal although it counts 3.
    """
    ours = box(space)
    for cell in target:
        across, down = _gap(ours, Box(*cell, *cell))
        far = 2 if across == down == 2 else square.distance((0, 0), (across, down))
        if far == 0 or reach.least <= far <= reach.most:
            return True
    return False


def threatened(space: Space, reach: Reach) -> frozenset[Cell]:
    """The squares somebody threatens: those within reach but its own, none with reach 0 (PF-15, PF-16)."""
    if reach.most == 0:
        return frozenset()
    around = box(space)
    far = reach.most
    own = set(space)
    return frozenset(
        (col, row)
        for col in range(around.left - far, around.right + far + 1)
        for row in range(around.top - far, around.bottom + far + 1)
        if (col, row) not in own and reaches(space, reach, ((col, row),))
    )


def how_many_share(fraction: int) -> int:
    """How many creatures fit one square whose space is 1/fraction of its side: 2 → 4, 5 → 25, 10 → 100 (PF-15)."""
    return fraction * fraction


def fits(size: int, room: int) -> str:
    """How a creature of `size` squares goes through a passage `room` squares wide: freely, squeezed, or not (PF-11)."""
    if room >= size:
        return "free"
    return "squeezed" if 2 * room >= size else "no"
