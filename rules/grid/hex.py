"""Hexes: distance, lines, areas, turning and drawing of a map of axial (q, r) cells.

Hexes stand on a point: +q is east, +r is south-east, and the third coordinate s = −q − r is never written.
On a rectangular map the rows are the rows of the drawing, odd rows shifted half a hex to the right.
"""

from __future__ import annotations

import math

from rules.grid.cells import Cell

#: The six directions, clockwise on the screen from east: adding 1 to a facing turns right by one hex side.
DIRECTIONS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def distance(a: Cell, b: Cell) -> int:
    """Hexes to count from one hex to another."""
    across, down = a[0] - b[0], a[1] - b[1]
    return max(abs(across), abs(down), abs(across + down))


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The six hexes around a hex, clockwise from the east."""
    q, r = cell
    return tuple([(q + across, r + down) for across, down in DIRECTIONS])


def neighbour(cell: Cell, facing: int) -> Cell:
    """The hex next to a hex in one direction."""
    across, down = DIRECTIONS[facing % 6]
    return cell[0] + across, cell[1] + down


def rotate(offset: Cell, turns: int) -> Cell:
    """An offset turned right about (0, 0) by so many hex sides (left where negative)."""
    q, r = offset
    for _turn in range(turns % 6):
        q, r = -r, q + r
    return q, r


def line(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """One chain of hexes from `a` to `b`, each beside the next; the line back is the same chain reversed.

    Where the line runs between two hexes it is nudged to one and the same side from both ends.
    """
    if a > b:
        return line(b, a)[::-1]
    steps = distance(a, b)
    if not steps:
        return (a,)
    scale = 64 * steps
    found = []
    for step in range(steps + 1):
        # The point in units of 1/scale hex, nudged by an amount that upsets nothing but a tie.
        q = 64 * (a[0] * (steps - step) + b[0] * step) + 1
        r = 64 * (a[1] * (steps - step) + b[1] * step) + 2
        found.append(_round(q, r, scale))
    return tuple(found)


def _round(q: int, r: int, scale: int) -> Cell:
    """The hex nearest to the point (q / scale, r / scale)."""
    s = -q - r
    near_q, near_r, near_s = ((2 * each + scale) // (2 * scale) for each in (q, r, s))
    off_q, off_r, off_s = abs(near_q * scale - q), abs(near_r * scale - r), abs(near_s * scale - s)
    if off_q > off_r and off_q > off_s:
        return -near_r - near_s, near_r
    if off_r > off_s:
        return near_q, -near_q - near_s
    return near_q, near_r


def ring(centre: Cell, radius: int) -> tuple[Cell, ...]:
    """The hexes at exactly this distance, clockwise from the east."""
    if radius == 0:
        return (centre,)
    found = []
    q, r = centre[0] + radius, centre[1]
    for side in range(6):
        across, down = DIRECTIONS[(side + 2) % 6]
        for _step in range(radius):
            found.append((q, r))
            q, r = q + across, r + down
    return tuple(found)


def disc(centre: Cell, radius: int) -> tuple[Cell, ...]:
    """The hexes within this distance, the hex itself included, row by row."""
    q, r = centre
    return tuple(
        [
            (q + across, r + down)
            for down in range(-radius, radius + 1)
            for across in range(max(-radius, -radius - down), min(radius, radius - down) + 1)
        ]
    )


def cone(apex: Cell, direction: int, length: int, *, wide: bool = False) -> tuple[Cell, ...]:
    """The hexes within `length` of the apex, without it, inside a wedge about a direction, row by row.

    The wedge is 60° wide, or 120° where `wide`; hexes whose centre lies on its edge belong to it.
    """
    found = []
    for q, r in disc((0, 0), length):
        across, down = rotate((q, r), -direction)
        # In one scale: |aside| = ahead at 30° off the direction, |aside| = 3 ahead at 60°.
        ahead, aside = 2 * across + down, 3 * abs(down)
        if (q, r) != (0, 0) and aside <= (3 * ahead if wide else ahead):
            found.append((apex[0] + q, apex[1] + r))
    return tuple(found)


def to_offset(cell: Cell) -> Cell:
    """The (column, row) of a hex in a rectangular drawing; odd rows are shifted half a hex to the right."""
    q, r = cell
    return q + (r - (r & 1)) // 2, r


def from_offset(col: int, row: int) -> Cell:
    """The hex at a (column, row) of a rectangular drawing."""
    return col - (row - (row & 1)) // 2, row


def to_pixel(cell: Cell, size: float) -> tuple[float, float]:
    """The centre of a hex whose side (and outer radius) is `size`; the hex (0, 0) is centred on (0, 0)."""
    q, r = cell
    return size * math.sqrt(3) * (q + r / 2), size * 1.5 * r


def from_pixel(x: float, y: float, size: float) -> Cell:
    """The hex that contains a pixel."""
    r = y / size * 2 / 3
    q = x / size / math.sqrt(3) - r / 2
    s = -q - r
    near = [round(each) for each in (q, r, s)]
    off = [abs(whole - each) for whole, each in zip(near, (q, r, s), strict=True)]
    if off[0] > off[1] and off[0] > off[2]:
        return -near[1] - near[2], near[1]
    if off[1] > off[2]:
        return near[0], -near[0] - near[2]
    return near[0], near[1]


def outline(cell: Cell, size: float) -> tuple[tuple[float, float], ...]:
    """The six corners of a hex for drawing, clockwise from the top."""
    x, y = to_pixel(cell, size)
    turns = [math.radians(60 * side - 90) for side in range(6)]
    return tuple([(x + size * math.cos(turn), y + size * math.sin(turn)) for turn in turns])
