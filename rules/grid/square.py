"""Squares: distance, neighbours, lines and areas of a map of (column, row) cells.

The corner (x, y) is the upper left one of the cell (x, y); a pixel of a map drawn with cells of side `size`
lies in the cell that contains it, upper and left edges included.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.grid.cells import Cell, Point, Space

#: The eight directions, clockwise on the screen from east; even ones are straight, odd ones diagonal.
DIRECTIONS: tuple[Cell, ...] = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def distance(a: Cell, b: Cell, diagonals: int = 0) -> int:
    """Cells to count from one cell to another when diagonals count 1, 2, 1, 2 …

    `diagonals` is how many were counted before in the same move: after an odd number the next counts 2.
    """
    across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
    least = min(across, down)
    return max(across, down) + (least + diagonals % 2) // 2


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The eight cells around a cell, clockwise from the east."""
    col, row = cell
    return tuple([(col + across, row + down) for across, down in DIRECTIONS])


def corners(cell: Cell, size: int = 1) -> tuple[Cell, ...]:
    """The four outer corners of a space whose upper left cell is `cell`."""
    col, row = cell
    return (col, row), (col + size, row), (col + size, row + size), (col, row + size)


def line(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """One chain of cells from `a` to `b`, each beside the next; the line back is the same chain reversed."""
    if a > b:
        return line(b, a)[::-1]
    (col, row), (across, down) = a, (b[0] - a[0], b[1] - a[1])
    steps = max(abs(across), abs(down))
    if not steps:
        return (a,)
    return tuple(
        [
            (col + (2 * across * step + steps) // (2 * steps), row + (2 * down * step + steps) // (2 * steps))
            for step in range(steps + 1)
        ]
    )


def crossed(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """Every cell that the line between two cells' centres touches, both cells at a corner included, in order."""
    (col, row), (across, down) = a, (b[0] - a[0], b[1] - a[1])
    right, below = (1 if across > 0 else -1), (1 if down > 0 else -1)
    wide, high = abs(across), abs(down)
    found = [a]
    done_across = done_down = 0
    while done_across < wide or done_down < high:
        ahead = (2 * done_across + 1) * high - (2 * done_down + 1) * wide
        if ahead == 0:
            found += sorted([(col + right, row), (col, row + below)])
        if ahead <= 0:
            col, done_across = col + right, done_across + 1
        if ahead >= 0:
            row, done_down = row + below, done_down + 1
        found.append((col, row))
    return tuple(found)


def ring(centre: Cell, radius: int) -> tuple[Cell, ...]:
    """The cells at exactly this distance from a cell, row by row."""
    return tuple([cell for cell in _around(centre, radius) if distance(centre, cell) == radius])


def disc(centre: Cell, radius: int) -> tuple[Cell, ...]:
    """The cells within this distance of a cell, the cell itself included, row by row."""
    return tuple([cell for cell in _around(centre, radius) if distance(centre, cell) <= radius])


def burst(corner: Point, radius: int) -> tuple[Cell, ...]:
    """The cells that lie within `radius` of a corner with their far edge too, row by row."""
    return tuple(
        [cell for cell in _around(corner, radius) if max(_far(corner, cell)) and _reached(corner, cell) <= radius]
    )


def cone(corner: Point, direction: int, length: int) -> tuple[Cell, ...]:
    """A quarter of a burst from a corner, as the templates of 6 and 12 cells draw it.

    `direction` is one of `DIRECTIONS`: an even one opens 45° to both sides of a grid line, an odd one fills
    the quarter between two grid lines.
    """
    ahead, down = DIRECTIONS[direction]
    found = []
    for cell in burst(corner, length):
        # Twice the offset of the cell's centre, so that it stays whole.
        x, y = 2 * (cell[0] - corner[0]) + 1, 2 * (cell[1] - corner[1]) + 1
        if direction % 2:
            inside = x * ahead > 0 and y * down > 0
        else:
            inside = x * ahead + y * down >= abs(x * down) + abs(y * ahead)
        if inside:
            found.append(cell)
    return tuple(found)


def cone_from(cell: Cell, direction: int, length: int, *, left: bool = False) -> tuple[Cell, ...]:
    """The cone that whoever stands in `cell` sends out in a direction, by the published templates.

    A straight cone starts from the right one of the two corners on its side, or from the left one if asked.
    The template of 3 cells is drawn straight out of the square instead: 1, 3 and 3 cells.
    """
    ahead, down = DIRECTIONS[direction]
    col, row = cell
    if direction % 2 == 0 and length == 3:
        places = ((1, 0), (2, -1), (2, 0), (2, 1), (3, -1), (3, 0), (3, 1))
        return tuple(
            sorted([(col + far * ahead - side * down, row + far * down + side * ahead) for far, side in places])
        )
    # The corner on the right hand of one who looks in the direction; for a diagonal both are the same.
    right = (-down, ahead) if direction % 2 == 0 else (0, 0)
    if left:
        right = (-right[0], -right[1])
    across, below = ahead + right[0], down + right[1]
    return cone((col + (across > 0), row + (below > 0)), direction, length)


def line_area(corner: Point, through: Point, length: int) -> tuple[Cell, ...]:
    """The cells a line effect passes through: from a corner through another point of the grid, `length` far.

    Only cells whose inside the line crosses count. Along a grid line these are the cells on the right hand
    of one who looks along it.
    """
    across, down = through[0] - corner[0], through[1] - corner[1]
    if not across and not down:
        return ()
    if not across or not down:
        right, below = (across > 0) - (across < 0), (down > 0) - (down < 0)
        col = corner[0] - (right < 0 or below > 0)
        row = corner[1] - (below < 0 or right < 0)
        return tuple([(col + right * step, row + below * step) for step in range(length)])
    found = []
    for cell in _ahead(corner, across, down):
        if _reached(corner, cell) > length:
            break
        found.append(cell)
    return tuple(found)


def _ahead(corner: Point, across: int, down: int) -> Iterator[Cell]:
    """The cells crossed by the endless slanting line from a corner."""
    right, below = (1 if across > 0 else -1), (1 if down > 0 else -1)
    wide, high = abs(across), abs(down)
    far, deep = 0, 0
    while True:
        yield corner[0] + right * far - (right < 0), corner[1] + below * deep - (below < 0)
        # Which edge of the cell the line leaves through: compare (far + 1) / wide with (deep + 1) / high.
        turn = (far + 1) * high - (deep + 1) * wide
        far, deep = far + (turn <= 0), deep + (turn >= 0)


def _around(centre: Cell, radius: int) -> Iterator[Cell]:
    col, row = centre
    for down in range(row - radius, row + radius + 1):
        for across in range(col - radius, col + radius + 1):
            yield across, down


def _far(corner: Point, cell: Cell) -> tuple[int, int]:
    """How far the far corner of a cell lies from a corner, across and down."""
    return (
        max(abs(cell[0] - corner[0]), abs(cell[0] + 1 - corner[0])),
        max(abs(cell[1] - corner[1]), abs(cell[1] + 1 - corner[1])),
    )


def _reached(corner: Point, cell: Cell) -> int:
    return distance((0, 0), _far(corner, cell))


def to_pixel(cell: Cell, size: int) -> tuple[float, float]:
    """The centre of a cell on a map drawn with cells of this side."""
    return (cell[0] + 0.5) * size, (cell[1] + 0.5) * size


def from_pixel(x: float, y: float, size: int) -> Cell:
    """The cell that contains a pixel."""
    return int(x // size), int(y // size)


def space_of(cell: Cell, size: int) -> Space:
    """The cells of a creature `size` cells wide whose upper left cell is `cell`, row by row."""
    col, row = cell
    return tuple([(col + across, row + down) for down in range(size) for across in range(size)])
