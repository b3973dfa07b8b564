"""How a body moves by one step: which cells it enters, which corners it passes, when it squeezes.

A creature of several squares goes as it is, or squeezed into half of one side, lengthwise or upright, or by
Escape Artist into less than half (PF-11): each of these is a form. From form to form it goes by a straight step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rules.grid import hex as hexes
from rules.grid import square
from rules.grid.cells import Cell, Space
from rules.grid.field import GridKind


@dataclass(frozen=True, slots=True)
class Mover:
    """Who moves: `size` squares wide, or on hexes with a `body` of offsets from its head, as it is turned.

    Fliers pay for no terrain and cross what only hinders feet. Without `squeezes` narrow places are closed;
    with `escapes` it also wriggles through those narrower than half of it.
    """

    size: int = 1
    body: Space = ((0, 0),)
    flies: bool = False
    squeezes: bool = True
    escapes: bool = False


class Passage(NamedTuple):
    """How a cell that somebody is in may be passed: entered at all, stopped in, at how many times the cost."""

    enter: bool
    stop: bool = False
    cost: int = 1


FOE = Passage(enter=False)
FRIEND = Passage(enter=True)
HELPLESS = Passage(enter=True, stop=True)
HELPLESS_BULK = Passage(enter=True, stop=True, cost=2)

#: The form of a body that does not squeeze.
FULL = 0


def tightness(form: int) -> int:
    """How tight a form is: 0 as it is, 1 squeezed into half of one side, more the narrower it is."""
    return (form + 1) // 2


class Move(NamedTuple):
    """One step of a body, its cells relative to where its form stands.

    `to` is the form it ends in, at `by`. It enters the cells in `fresh` and keeps those in `kept`, and pays
    `factor` half cells for the dearest of them all; no cell in `corners` may be solid. Each of `routes` is a way
    it may be thought to go: the pairs of cells whose border it crosses, on its first leg (0) or its second (1).
    `within` are the pairs of neighbours in the new space.
    """

    to: int
    by: Cell
    fresh: Space
    kept: Space
    factor: int
    corners: Space
    routes: tuple[tuple[tuple[Cell, Cell, int], ...], ...]
    within: tuple[tuple[Cell, Cell], ...]


@lru_cache(maxsize=64)
def forms_of(kind: GridKind, mover: Mover) -> tuple[Space, ...]:
    """The spaces a body may take, relative to its cell: as it is, then squeezed, the narrower the later.

    Of each width there are two, lengthwise and upright.
    """
    if kind == "hex":
        return (mover.body,)
    size = mover.size
    full = square.space_of((0, 0), size)
    if size == 1 or not mover.squeezes:
        return (full,)
    half = (size + 1) // 2
    forms = [full]
    for width in range(half, 0, -1) if mover.escapes else (half,):
        forms.append(tuple([(col, row) for row in range(width) for col in range(size)]))
        forms.append(tuple([(col, row) for row in range(size) for col in range(width)]))
    return tuple(forms)


@lru_cache(maxsize=64)
def moves_of(kind: GridKind, mover: Mover) -> tuple[tuple[tuple[Move, ...], ...], ...]:
    """For each form and each direction the moves to try, the tighter the later: they count where no other goes."""
    forms = forms_of(kind, mover)
    directions = hexes.DIRECTIONS if kind == "hex" else square.DIRECTIONS
    return tuple([tuple([tuple(_moves(kind, forms, form, by)) for by in directions]) for form in range(len(forms))])


def _moves(kind: GridKind, forms: tuple[Space, ...], form: int, by: Cell) -> Iterator[Move]:
    space = forms[form]
    slanting = kind == "square" and by[0] != 0 and by[1] != 0
    if slanting or len(forms) == 1:
        yield _move(kind, space, space, form, by, by)
        return
    size = max(col for col, _row in forms[FULL]) + 1
    around = square.space_of((by[0] - size, by[1] - size), 2 * size + 1)
    ahead = {_add(cell, by) for cell in space}
    for other, shape in enumerate(forms):
        for at in (by,) if other == form else around:
            new = {_add(cell, at) for cell in shape}
            if tightness(other) < tightness(form):
                fits = ahead <= new  # it spreads into every wider space that holds this one moved on
            elif tightness(other) > tightness(form):
                fits = new <= ahead and not new <= set(space)
            else:
                fits = other == form or _turns(space, new, by)
            if fits:
                yield _move(kind, space, shape, other, at, by)


def _turns(space: Space, new: set[Cell], by: Cell) -> bool:
    """Whether a strip bends round a corner into another: they cross fully, and all the new cells lie `by` of it."""
    fresh = new - set(space)
    axis = 0 if by[0] else 1
    across, along = ({cell[each] for cell in space} for each in (1 - axis, axis))
    new_across, new_along = ({cell[each] for cell in new} for each in (1 - axis, axis))
    crosses = new_across <= across and along <= new_along
    ahead = max(along) if by[axis] > 0 else -min(along)
    return crosses and all(cell[axis] * by[axis] > ahead for cell in fresh)


def _move(kind: GridKind, old: Space, shape: Space, to: int, at: Cell, by: Cell) -> Move:
    new = tuple([_add(cell, at) for cell in shape])
    fresh = tuple([cell for cell in new if cell not in old])
    kept = tuple([cell for cell in new if cell in old])
    squeezed = 2 if to != FULL else 1
    if kind == "square" and by[0] and by[1]:
        across, down = (by[0], 0), (0, by[1])
        routes = (_crossings(old, across, down), _crossings(old, down, across))
        over, under = ({_add(cell, step) for cell in old} for step in (across, down))
        corners = tuple(sorted((over | under) - set(old) - set(new)))
        return Move(to, at, fresh, kept, 3 * squeezed, corners, routes, _within(kind, new))
    crossed = tuple([((cell[0] - by[0], cell[1] - by[1]), cell, 0) for cell in fresh])
    return Move(to, at, fresh, kept, 2 * squeezed, (), (crossed,), _within(kind, new))


def _crossings(space: Space, first: Cell, then: Cell) -> tuple[tuple[Cell, Cell, int], ...]:
    """The borders crossed by a space that goes one straight step and then another."""
    between = tuple([_add(cell, first) for cell in space])
    return tuple(
        [(cell, _add(cell, first), 0) for cell in space if _add(cell, first) not in space]
        + [(cell, _add(cell, then), 1) for cell in between if _add(cell, then) not in between]
    )


def _within(kind: GridKind, space: Space) -> tuple[tuple[Cell, Cell], ...]:
    steps = hexes.DIRECTIONS[:3] if kind == "hex" else ((1, 0), (0, 1))
    return tuple([(cell, _add(cell, step)) for cell in space for step in steps if _add(cell, step) in space])


def _add(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]
