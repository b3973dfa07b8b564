"""Figures on hexes: facing, the arcs around one, reach, stepping away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rules.grid.cells import Cell, Space
from rules.grid.hex import DIRECTIONS, distance, neighbours, rotate

Arc = Literal["front", "right", "left", "back"]

#: From the best for the one who faces to the worst; left and right are equal.
_FAVOUR: dict[Arc, int] = {"front": 0, "right": 1, "left": 1, "back": 2}

#: Bodies as offsets from the head of a figure with facing 0.
SINGLE: Space = ((0, 0),)
PAIR: Space = ((0, 0), (-1, 0))
FILE: Space = ((0, 0), (-1, 0), (-2, 0))
TRIANGLE: Space = ((0, 0), (-1, 0), (-1, 1))
SEVEN: Space = ((0, 0), *((q - 1, r) for q, r in ((0, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))))


@dataclass(frozen=True, slots=True)
class Figure:
    """Somebody on the hexes: the hex of its head, its facing from 0 to 5, its body for facing 0."""

    head: Cell
    facing: int
    body: Space = SINGLE

    @property
    def cells(self) -> Space:
        """The hexes it takes up, the head first."""
        q, r = self.head
        turned = [rotate(offset, self.facing) for offset in self.body]
        return tuple([(q + across, r + down) for across, down in turned])

    def turned(self, sides: int) -> Figure:
        """The figure turned about its head, right by so many hex sides (left where negative)."""
        return Figure(self.head, (self.facing + sides) % 6, self.body)

    def moved(self, head: Cell) -> Figure:
        """The figure with its head elsewhere and the same facing."""
        return Figure(head, self.facing, self.body)


def arc(cell: Cell, facing: int, other: Cell) -> Arc:
    """In which arc of one who stands in `cell` another hex lies, at any distance (DF-11, DF-12).

    Next to it: three front hexes, one to the right, one to the left, one behind. Farther out each hex owns
    the 60° about it, so that the front is the half-plane ahead. A hex on the edge of two arcs counts for
    the arc that is better for the one who faces, and so does its own hex: it is front.
    """
    q, r = rotate((other[0] - cell[0], other[1] - cell[1]), -facing)
    ahead, aside = 2 * q + r, 3 * r  # in one scale: |aside| = |ahead| at 30° off the line of facing
    if ahead >= 0:
        return "front"
    if abs(aside) < -ahead:
        return "back"
    return "right" if r > 0 else "left"


def arc_of(figure: Figure, other: Cell) -> Arc:
    """In which arc of a figure another hex lies: as seen from its nearest hex, the best of several as near."""
    cells = figure.cells
    near = min(distance(cell, other) for cell in cells)
    arcs = [arc(cell, figure.facing, other) for cell in cells if distance(cell, other) == near]
    return min(arcs, key=_FAVOUR.__getitem__)


def front(cell: Cell, facing: int) -> tuple[Cell, Cell, Cell]:
    """The three hexes in front: left of the facing, straight ahead, right of it."""
    around = neighbours(cell)
    return around[(facing - 1) % 6], around[facing % 6], around[(facing + 1) % 6]


def facing_to(cell: Cell, other: Cell) -> int:
    """The facing that looks most directly at another hex; between two, the one less turned from 0."""
    q, r = other[0] - cell[0], other[1] - cell[1]

    def ahead(facing: int) -> tuple[int, int]:
        across, down = DIRECTIONS[facing]
        # Twice the dot product of the two directions in the plane.
        return -(2 * q * across + q * down + r * across + 2 * r * down), min(facing, 6 - facing)

    return min(range(6), key=ahead)


def space_distance(these: Iterable[Cell], those: Space) -> int:
    """Hexes from the nearest hex of one space to the nearest of another; 0 where they share one."""
    return min(distance(a, b) for a in these for b in those)


def in_reach(attacker: Figure, target: Space, least: int, most: int) -> bool:
    """Whether some hex of the target lies from `least` to `most` hexes away, in the front arc.

    Close combat is reach 0: the same hex, whatever the facing.
    """
    for cell in target:
        far = space_distance(attacker.cells, (cell,))
        if least <= far <= most and (far == 0 or arc_of(attacker, cell) == "front"):
            return True
    return False


def threatened(figure: Figure, least: int, most: int) -> frozenset[Cell]:
    """The hexes that a figure reaches without turning."""
    near = dict.fromkeys(figure.cells, 0)
    edge = list(near)
    for far in range(1, most + 1):
        edge = [each for cell in edge for each in neighbours(cell) if near.setdefault(each, far) == far]
    return frozenset(
        cell for cell, far in near.items() if far >= least and (far == 0 or arc_of(figure, cell) == "front")
    )


def retreats(cell: Cell, foe: Cell) -> tuple[Cell, ...]:
    """The hexes one step farther from a foe, the most directly away first (DF-37)."""

    def straight(other: Cell) -> int:
        q, r = other[0] - foe[0], other[1] - foe[1]
        return -(q * q + q * r + r * r)  # the square of the distance as the crow flies

    far = distance(cell, foe)
    return tuple(sorted([each for each in neighbours(cell) if distance(each, foe) > far], key=straight))


def step_facings(facing: int, sides: int = 1) -> tuple[int, ...]:
    """The facings within so many hex sides of one, from the left to the right."""
    return tuple([(facing + turn) % 6 for turn in range(-min(sides, 3), min(sides, 2) + 1)])
