"""Measuring on a map of cells of 5 ft: counted by hand on squares, where every other diagonal counts twice."""

from __future__ import annotations

from typing import Any

import pytest

from encounters.mapping.measure import Measure, Tool, measure
from rules.grid.cells import Cell
from rules.grid.hex import from_offset
from tests.encounters.mapping.table import names_of, said
from tests.encounters.mapping.test_outline import COVERS, enclosed
from tests.rules.stage import Stage, at, field, foe, hero


def stage(ground: dict[str, Any] | None = None, **where: Cell) -> Stage:
    """Foes of these names at these cells, beside a hero who is not on the map."""
    fighters = [at(foe(name), *cell) for name, cell in where.items()]
    return Stage(hero(), *fighters, ground=ground or field())


def taken(on: Stage, tool: Tool, start: Cell, to: Cell | None = None, size: int = 2, unknown: str = "") -> Measure:
    found = measure(on.fight, names_of(on, unknown), tool, start, to, size)
    assert found is not None
    return found


# The ruler


@pytest.mark.parametrize(
    ("to", "name", "cells", "length"),
    [((3, 0), "D1", 3, "15 ft"), ((3, 3), "D4", 4, "20 ft"), ((5, 2), "F3", 6, "30 ft"), ((1, 1), "B2", 1, "5 ft")],
)
def test_the_ruler_counts_on_squares(to: Cell, name: str, cells: int, length: str) -> None:
    """Straight steps count one, diagonals 1, 2, 1: D4 is 1 + 2 + 1, F3 is 3 straight and 1 + 2."""
    found = taken(stage(), "ruler", (0, 0), to)
    assert (found.start, found.to, found.cells, said(found.length)) == ("A1", name, cells, length)
    assert found.caught == ()
    assert found.area == ""


def test_the_ruler_counts_on_hexes_and_draws_its_line() -> None:
    """A1 to C2: two to the right and one down to the right. Middles at (10, 11.55) and (60, 28.87)."""
    found = taken(stage(field(8, 5, grid="hex", scale=[1, "yd"])), "ruler", (0, 0), (2, 1))
    assert (found.to, found.cells, said(found.length)) == ("C2", 3, "3 yd")
    assert found.line is not None
    assert (found.line.x, found.line.y, found.line.to_x, found.line.to_y) == (10, 11.55, 60, 28.87)


@pytest.mark.parametrize(
    ("ground", "sort", "tone"),
    [
        (field(), "clear", "way"),
        (field(terrain=[{"kind": "cover", "cells": [[2, 0]]}]), "cover", "cover"),
        (field(12, 1, walls=[[2, 0]]), "total", "total"),
        (field(12, 1, borders=[{"kind": "door", "between": [[[1, 0], [2, 0]]]}]), "total", "total"),
        (field(12, 1, borders=[{"kind": "open_door", "between": [[[1, 0], [2, 0]]]}]), "clear", "way"),
    ],
)
def test_the_ruler_says_what_cuts_its_line(ground: dict[str, Any], sort: str, tone: str) -> None:
    found = taken(stage(ground), "ruler", (0, 0), (4, 0))
    assert found.verdict is not None
    assert found.line is not None
    assert (found.verdict.sort, found.line.tone) == (sort, tone)


# Areas


@pytest.mark.parametrize(
    ("size", "cells"),
    [(1, 9), (2, 21), (3, 37)],
)
def test_a_burst_on_squares_is_all_within_its_size(size: int, cells: int) -> None:
    """1: 3 × 3. 2: 5 × 5 without its corners, which are 3 away. 3: 7 × 7 = 49 without, at each corner, the cells
    3 + 3, 3 + 2 and 2 + 3 away, that is 4, 4 and 4 cells: 49 − 12.
    """
    found = taken(stage(field(20, 20)), "burst", (10, 10), size=size)
    assert enclosed(found.area) == cells
    assert (found.line, found.verdict, said(found.size_length)) == (None, None, f"{5 * size} ft")


@pytest.mark.parametrize(("size", "cells"), [(1, 7), (2, 19), (3, 37)])
def test_a_burst_on_hexes_is_a_hexagon(size: int, cells: int) -> None:
    """1 + 6 + 12 + 18."""
    found = taken(stage(field(20, 20, grid="hex")), "burst", from_offset(10, 10), size=size)
    assert enclosed(found.area) == cells * COVERS["hex"]


def test_a_burst_names_who_is_caught_and_nobody_whom_this_seat_does_not_know() -> None:
    """Around C3 with size 2: A3 is two away, A1 three (a corner), F3 three."""
    on = stage(near=(0, 2), corner=(0, 0), far=(5, 2), unseen=(2, 3), inside=(2, 2))
    assert taken(on, "burst", (2, 2)).caught == ("near", "unseen", "inside")
    assert taken(on, "burst", (2, 2), unknown="unseen").caught == ("near", "inside")


def test_a_wall_shelters_from_a_burst() -> None:
    """On a strip nothing behind the wall at D1 is reached from C1."""
    on = stage(field(12, 1, walls=[[3, 0]]), before=(1, 0), behind=(4, 0))
    found = taken(on, "burst", (2, 0))
    assert found.caught == ("before",)
    assert enclosed(found.area) == 3


def test_a_burst_lies_around_the_second_cell_where_there_is_one() -> None:
    assert taken(stage(), "burst", (0, 0), (5, 5)).start == "F6"


def test_a_line_takes_in_the_cells_in_front_up_to_its_length() -> None:
    """From A1 to the east, 3 long: B1, C1, D1."""
    on = stage(own=(0, 0), first=(1, 0), last=(3, 0), beyond=(4, 0), beside=(1, 1))
    found = taken(on, "line", (0, 0), (2, 0), size=3)
    assert found.caught == ("first", "last")
    assert enclosed(found.area) == 3


def test_a_cone_opens_to_its_front_and_leaves_out_where_it_starts() -> None:
    on = stage(own=(5, 4), ahead=(6, 4), behind=(4, 4), beyond=(9, 4))
    found = taken(on, "cone", (5, 4), (8, 4), size=3)
    assert found.caught == ("ahead",)
    assert (found.start, found.to) == ("F5", "I5")


# What is missing


@pytest.mark.parametrize("tool", ["ruler", "cone", "line"])
@pytest.mark.parametrize("to", [None, (1, 1)])
def test_what_goes_from_cell_to_cell_needs_two(tool: Tool, to: Cell | None) -> None:
    on = stage()
    assert measure(on.fight, {}, tool, (1, 1), to, 2) is None


def test_nothing_is_measured_off_the_map_or_without_one() -> None:
    on = stage()
    assert measure(on.fight, {}, "burst", (12, 0), None, 2) is None
    assert measure(Stage(hero()).fight, {}, "burst", (0, 0), None, 2) is None
    assert measure(Stage(hero(), ground={"grid": "square"}).fight, {}, "burst", (0, 0), None, 2) is None
