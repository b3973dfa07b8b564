"""What a straight line passes on its way, exactly: whole numbers only, worked out once for each direction.

A trace is a list of stages with a joint between each two. A stage is the inside of one cell, or the edge
between two cells along which the line runs. A joint is where the line goes from one stage to the next: over
the edge between two cells, or through a corner where three hexes or four squares meet. Whether something
cuts the line is decided from these: what touches it from one side only does not.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.grid import hex as hexes
from rules.grid.cells import Cell


class Stage(NamedTuple):
    """A part of the line: one cell, or the two cells it runs between; from when to when, in 1/scale."""

    cells: tuple[Cell, ...]
    enter: int
    leave: int


class Joint(NamedTuple):
    """Where one stage ends and the next begins: the cells that meet there, each beside the next, in a ring.

    Two cells meet in an edge, more in a corner.
    """

    ring: tuple[Cell, ...]
    at: int


class Trace(NamedTuple):
    """A whole line; `joints[n]` lies between `stages[n]` and `stages[n + 1]`. Cells are relative to its start.

    `corners` are the joints where four squares meet: there alone cells may close in on a line.
    """

    scale: int
    stages: tuple[Stage, ...]
    joints: tuple[Joint, ...]
    corners: tuple[int, ...]


def _trace(scale: int, stages: list[Stage], joints: list[Joint]) -> Trace:
    corners = tuple([number for number, joint in enumerate(joints) if len(joint.ring) == 4])
    return Trace(scale, tuple(stages), tuple(joints), corners)


def corner_ring(x: int, y: int) -> tuple[Cell, ...]:
    """The four squares around a corner, clockwise from the upper left."""
    return (x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)


@lru_cache(maxsize=20_000)
def square_trace(across: int, down: int) -> Trace:
    """The line from a corner of the square grid to the corner `across` columns and `down` rows away."""
    if not across or not down:
        return _along(across, down)
    wide, high = abs(across), abs(down)
    right, below = (1 if across > 0 else -1), (1 if down > 0 else -1)

    def cell(far: int, deep: int) -> Cell:
        return right * far - (right < 0), below * deep - (below < 0)

    scale = wide * high
    stages, joints = [], []
    far = deep = since = 0
    while far < wide and deep < high:
        here = cell(far, deep)
        until = min((far + 1) * high, (deep + 1) * wide)
        stages.append(Stage((here,), since, until))
        over, under = (far + 1) * high == until, (deep + 1) * wide == until
        if over and under:
            ring = (here, cell(far + 1, deep), cell(far + 1, deep + 1), cell(far, deep + 1))
        else:
            ring = (here, cell(far + over, deep + under))  # type: ignore[assignment]
        joints.append(Joint(ring, until))
        far, deep, since = far + over, deep + under, until
    return _trace(scale, stages, joints[:-1])


def _along(across: int, down: int) -> Trace:
    """A line that runs along the grid: between two cells all the way."""
    steps = abs(across) + abs(down)
    x, y = (across > 0) - (across < 0), (down > 0) - (down < 0)
    stages, joints = [], []
    for step in range(steps):
        if x:
            col = x * step - (x < 0)
            cells = ((col, -1), (col, 0))
        else:
            row = y * step - (y < 0)
            cells = ((-1, row), (0, row))
        stages.append(Stage(cells, step, step + 1))
        joints.append(Joint(corner_ring(x * (step + 1), y * (step + 1)), step + 1))
    return _trace(max(steps, 1), stages, joints[:-1])


#: A hex is where each of these three, taken from its centre, lies between −1 and 1.
_WIDTHS = ((2, 1), (1, 2), (1, -1))


@lru_cache(maxsize=20_000)
def hex_trace(across: int, down: int) -> Trace:
    """The line from the centre of a hex to the centre of the hex (across, down) away."""
    rates = [a * across + b * down for a, b in _WIDTHS]
    scale = 1
    for rate in rates:
        scale *= abs(rate) or 1
    near = dict.fromkeys(
        each for cell in hexes.line((0, 0), (across, down)) for each in (cell, *hexes.neighbours(cell))
    )
    spans: dict[Cell, tuple[int, int]] = {}
    for cell in near:
        enter, leave = 0, scale
        for (a, b), rate in zip(_WIDTHS, rates, strict=True):
            offset = a * cell[0] + b * cell[1]
            if rate:
                first, last = sorted([(offset - 1) * scale // rate, (offset + 1) * scale // rate])
                enter, leave = max(enter, first), min(leave, last)
            elif abs(offset) > 1:
                leave = -1
        if enter <= leave:
            spans[cell] = (enter, leave)
    stages: dict[tuple[int, int], list[Cell]] = {}
    for cell, span in spans.items():
        if span[0] < span[1]:
            stages.setdefault(span, []).append(cell)
    joints = [
        Joint(tuple([cell for cell, (enter, leave) in spans.items() if enter <= span[1] <= leave]), span[1])
        for span in sorted(stages)[:-1]
    ]
    return _trace(scale, [Stage(tuple(sorted(stages[span])), *span) for span in sorted(stages)], joints)
