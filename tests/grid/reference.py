"""The same geometry once more, written the slow and plain way with fractions: what the fast one is held against."""

from fractions import Fraction

from rules.grid.cells import Cell, Point

#: a · x + b · y has to lie strictly between two numbers.
Strip = tuple[int, int, Fraction, Fraction]


def crosses(start: tuple[int, int], end: tuple[int, int], strips: list[Strip]) -> bool:
    """Whether a segment has a point strictly inside all of the strips."""
    enter, leave = Fraction(0), Fraction(1)
    for a, b, low, high in strips:
        at = a * start[0] + b * start[1]
        rate = a * end[0] + b * end[1] - at
        if rate == 0:
            if not low < at < high:
                return False
            continue
        first, last = sorted([(low - at) / rate, (high - at) / rate])
        enter, leave = max(enter, first), min(leave, last)
    return enter < leave


def crosses_square(start: Point, end: Point, cell: Cell) -> bool:
    """Whether the line between two corners of the grid goes through the inside of a square."""
    col, row = (Fraction(each) for each in cell)
    return crosses(start, end, [(1, 0, col, col + 1), (0, 1, row, row + 1)])


def crosses_hex(start: Cell, end: Cell, cell: Cell) -> bool:
    """Whether the line between the centres of two hexes goes through the inside of a hex.

    A point lies in a hex when it is nearer to its centre than to the six around: when 2q + r, q + 2r and q − r
    differ from those of the centre by less than 1.
    """
    around: list[Strip] = []
    for a, b in ((2, 1), (1, 2), (1, -1)):
        middle = Fraction(a * cell[0] + b * cell[1])
        around.append((a, b, middle - 1, middle + 1))
    return crosses(start, end, around)


def corners_of(cell: Cell) -> list[Point]:
    col, row = cell
    return [(col + across, row + down) for across in (0, 1) for down in (0, 1)]
