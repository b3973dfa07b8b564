"""Flanking on squares: a line between two attackers that passes through opposite sides of their foe (PF-28)."""

from __future__ import annotations

from rules.grid.cells import Cell, Space
from rules.grid.spaces import Box, Reach, box, reaches

#: The two squares whose centres the line joins.
FlankLine = tuple[Cell, Cell]


def flanking_line(attacker: Space, ally: Space, target: Space) -> FlankLine | None:
    """The line by which two attackers flank a target, or None.

    It joins the centres of any square of one and any of the other, and touches two opposite sides of the
    target's space, corners being part of both sides that meet there.
    """
    around = box(target)
    taken = set(target)
    for cell in attacker:
        for other in ally:
            if cell not in taken and other not in taken and _passes(cell, other, around):
                return cell, other
    return None


def flanks(attacker: Space, reach: Reach, ally: Space, ally_reach: Reach, target: Space) -> FlankLine | None:
    """The line by which two attackers flank a target that both threaten, or None; reach 0 never flanks."""
    if not reach.most or not ally_reach.most:
        return None
    if not reaches(attacker, reach, target) or not reaches(ally, ally_reach, target):
        return None
    return flanking_line(attacker, ally, target)


def _passes(a: Cell, b: Cell, around: Box) -> bool:
    """Whether the line between two squares' centres touches the left and right, or the top and bottom side."""
    # In half squares, so that centres are odd and sides are even.
    (x, y), (to_x, to_y) = (2 * a[0] + 1, 2 * a[1] + 1), (2 * b[0] + 1, 2 * b[1] + 1)
    left, top, right, bottom = 2 * around.left, 2 * around.top, 2 * around.right + 2, 2 * around.bottom + 2
    return all(_touches(x, y, to_x, to_y, side, top, bottom) for side in (left, right)) or all(
        _touches(y, x, to_y, to_x, side, left, right) for side in (top, bottom)
    )


def _touches(x: int, y: int, to_x: int, to_y: int, side: int, least: int, most: int) -> bool:
    """Whether the segment from (x, y) to (to_x, to_y) meets the side at x = `side`, y from `least` to `most`."""
    across = to_x - x
    if not min(x, to_x) < side < max(x, to_x):
        return False
    met = y * across + (to_y - y) * (side - x)  # the y where they meet, times `across`
    low, high = sorted((least * across, most * across))
    return low <= met <= high
