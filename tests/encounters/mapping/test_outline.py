"""Outlines of cells, worked out by hand on both lattices, and the same cells in the browser's arithmetic."""

from __future__ import annotations

import json
import re

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser

from encounters.mapping.outline import Lattice
from rules.grid.cells import Cell, border
from rules.grid.field import Grid, GridKind
from rules.maps import BattleMap

SQUARES = Lattice("square", 7, 5)
HEXES = Lattice("hex", 7, 5)

#: How much of the lattice a cell covers: a square is one step by one; a hex has a middle of 2 × 2 between two
#: triangles of 2 × 1 / 2.
COVERS = {"square": 1, "hex": 6}
KINDS: list[GridKind] = ["square", "hex"]

cells = st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=40)


def corners(path: str) -> list[list[tuple[int, int]]]:
    """The closed paths of an outline, corner by corner."""
    loops = []
    for loop in re.findall(r"M(-?\d+) (-?\d+)l([^z]*)z", path):
        x, y = int(loop[0]), int(loop[1])
        points = [(x, y)]
        steps = [int(each) for each in loop[2].split()]
        for across, down in zip(steps[::2], steps[1::2], strict=True):
            x, y = x + across, y + down
            points.append((x, y))
        loops.append(points)
    return loops


def enclosed(path: str) -> float:
    """What the outline encloses by the shoelace formula: holes run the other way round and count against it."""
    total = 0
    for loop in corners(path):
        total += sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, [*loop[1:], loop[0]], strict=True))
    return total / 2


def test_nothing_has_no_outline() -> None:
    assert SQUARES.outline([]) == ""
    assert HEXES.outline([]) == ""


def test_one_square_is_three_sides_and_the_way_back() -> None:
    """From the upper left corner (2, 1): right, down, left."""
    assert SQUARES.outline([(2, 1)]) == "M2 1l1 0 0 1 -1 0z"


def test_one_hex_is_five_sides_and_the_way_back() -> None:
    """Hex (1, 1) stands at (2 + 1, 3) = (3, 3); its top is 2 above, and each side goes one step across."""
    assert HEXES.outline([(1, 1)]) == "M3 1l1 1 0 2 -1 1 -1 -1 0 -2z"


def test_a_run_of_squares_is_drawn_with_straight_sides() -> None:
    """Three cells from (1, 0) to (4, 1): no corner between them."""
    assert corners(SQUARES.outline([(1, 0), (2, 0), (3, 0)])) == [[(1, 0), (4, 0), (4, 1), (1, 1)]]


def test_a_run_of_hexes_has_no_side_between_them() -> None:
    """Two hexes side by side: 6 + 6 corners, of which two are shared and counted once, are 10."""
    (loop,) = corners(HEXES.outline([(0, 0), (1, 0)]))
    assert len(loop) == len(set(loop)) == 10
    assert (1, -1) in loop
    assert (1, 1) in loop


def test_a_ring_has_its_hole() -> None:
    """The eight squares around (1, 1): 3 × 3 outside, clockwise, and the one inside the other way round."""
    ring = [(col, row) for col in range(3) for row in range(3) if (col, row) != (1, 1)]
    outer, inner = corners(SQUARES.outline(ring))
    assert outer == [(0, 0), (3, 0), (3, 3), (0, 3)]
    assert set(inner) == {(1, 1), (2, 1), (2, 2), (1, 2)}
    assert enclosed(SQUARES.outline(ring)) == 9 - 1


def test_a_ring_of_hexes_has_its_hole() -> None:
    ring = [(3, 1), (2, 2), (1, 2), (1, 1), (2, 0), (3, 0)]
    loops = sorted(corners(HEXES.outline(ring)), key=len)
    assert [len(loop) for loop in loops] == [6, 18]
    assert set(loops[0]) == {(5, 1), (6, 2), (6, 4), (5, 5), (4, 4), (4, 2)}, "around (2 · 2 + 1, 3 · 1)"


def test_squares_that_touch_at_a_corner_are_outlined_both() -> None:
    path = SQUARES.outline([(0, 0), (1, 1)])
    assert enclosed(path) == 2
    drawn = {corner for loop in corners(path) for corner in loop}
    assert drawn == {(0, 0), (1, 0), (1, 1), (0, 1), (2, 1), (2, 2), (1, 2)}


@pytest.mark.parametrize("kind", KINDS)
@given(inside=cells)
def test_an_outline_encloses_as_many_cells_as_it_was_drawn_around(kind: GridKind, inside: set[Cell]) -> None:
    assert enclosed(Lattice(kind, 7, 7).outline(inside)) == COVERS[kind] * len(inside)


@pytest.mark.parametrize("kind", KINDS)
@given(inside=cells)
def test_every_side_of_an_outline_has_a_cell_on_one_side_only(kind: GridKind, inside: set[Cell]) -> None:
    """By the rule `evenodd` a point is inside where a ray from it crosses the outline an odd number of times."""
    lattice = Lattice(kind, 7, 7)
    loops = corners(lattice.outline(inside))
    for cell in [(col, row) for col in range(7) for row in range(7)]:
        x, y = lattice.point(cell)
        # The middle of the cell, moved a little off the lines of the lattice.
        at = (x + 0.5, y + 0.5) if kind == "square" else (x + 0.1, y + 0.2)
        crossed = 0
        for loop in loops:
            for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True):
                if (ay > at[1]) != (by > at[1]) and at[0] < ax + (at[1] - ay) * (bx - ax) / (by - ay):
                    crossed += 1
        assert crossed % 2 == (cell in inside), cell


def test_a_border_is_the_side_that_two_squares_share() -> None:
    """Beside (2, 1) the line goes from (3, 1) down to (3, 2), below it from there to (2, 2)."""
    assert SQUARES.edges([border((2, 1), (3, 1))]) == "M3 1l0 1"
    assert SQUARES.edges([border((2, 1), (2, 2))]) == "M3 2l-1 0"


def test_a_border_is_the_side_that_two_hexes_share() -> None:
    """Hex (0, 0) has its middle at (0, 0): its side to the east goes from (1, −1) to (1, 1), the next one to (0, 2).

    Hex (0, 1) has its middle at (1, 3), and its top at (1, 1), from where the side to the north-east goes to (2, 2).
    """
    assert HEXES.edges([border((0, 0), (1, 0))]) == "M1 -1l0 2"
    assert HEXES.edges([border((0, 0), (0, 1))]) == "M1 1l-1 1"
    assert HEXES.edges([border((0, 1), (1, 0))]) == "M1 1l1 1"


def test_centres_of_squares_are_half_a_cell_in() -> None:
    assert SQUARES.centre((0, 0)) == (10, 10)
    assert SQUARES.centre((6, 4)) == (130, 90)
    assert SQUARES.size == (140, 100)


def test_centres_of_hexes_stand_in_rows_that_are_half_a_cell_apart() -> None:
    """A hex 20 wide has sides of 20 / √3 = 11.547, so that rows are 1.5 · 11.547 = 17.32 apart.

    The first hex has its middle at (10, 11.55). C2 is the third of the second row, (1, 1) axially: half a cell to
    the right of the third of the first, at 60, and a row below, at 28.87. Seven columns are 7.5 cells wide, five rows
    4 · 17.32 + 2 · 11.547 = 92.38 high.
    """
    assert HEXES.centre((0, 0)) == (10, 11.55)
    assert HEXES.cell(2, 1) == (2, 1)
    assert HEXES.centre((2, 1)) == (60, 28.87)
    assert HEXES.size == (150, 92.38)
    assert Lattice("hex", 7, 1).size == (140, 23.09), "a single row is shifted by nothing"


def test_a_rectangle_goes_by_columns_and_rows_whichever_corners_are_named() -> None:
    """On hexes the third row (2) lies one to the left in axial numbers: its first column is (−1, 2)."""
    assert SQUARES.rectangle((3, 1), (2, 2)) == [(2, 1), (3, 1), (2, 2), (3, 2)]
    assert HEXES.rectangle((0, 1), (0, 2)) == [(0, 1), (1, 1), (-1, 2), (0, 2)]


@pytest.mark.parametrize(("col", "name"), [(0, "A1"), (25, "Z1"), (26, "AA1"), (51, "AZ1"), (52, "BA1"), (99, "CV1")])
@pytest.mark.parametrize("kind", KINDS)
def test_columns_are_called_as_in_a_table_of_figures(kind: GridKind, col: int, name: str) -> None:
    battle, lattice = BattleMap(Grid(kind, (100, 100))), Lattice(kind, 100, 100)
    assert battle.name(lattice.cell(col, 0)) == name
    assert battle.named(name.lower()) == lattice.cell(col, 0)
    assert battle.named(f"{name}00") == lattice.cell(col, 99)


GRID_JS = """([kind, cols, rows, asked]) => {
  const grid = new window.FrayGrid({ dataset: { grid: kind, cols, rows } });
  return asked.map(([cell, centre, [col, row], name]) => ({
    at: grid.at(centre), centre: grid.centre(cell), cell: grid.cell(col, row), offset: grid.offset(cell),
    name: grid.name(cell), named: grid.named(name), has: grid.has(cell),
    near: [[-9, 0], [9, 0], [0, -9], [0, 9], [-6, -6], [6, 6]].map(([x, y]) => grid.at([centre[0] + x, centre[1] + y])),
    corners: grid.corners(cell),
  }));
}"""


@pytest.mark.needs_chromium
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("cols", "rows"), [(7, 5), (60, 2)])
def test_the_browser_finds_the_cell_under_a_pixel_that_the_server_drew_there(
    browser: Browser, kind: GridKind, cols: int, rows: int
) -> None:
    """Nine units off the middle towards a side is still the same cell: the sides are ten away."""
    lattice, battle = Lattice(kind, cols, rows), BattleMap(Grid(kind, (cols, rows)))
    every = list(battle.drawn.cells())
    assert len(every) == cols * rows
    page = browser.new_page()
    page.add_script_tag(path=str(settings.BASE / "static" / "js" / "grid.js"))
    asked = [[cell, lattice.centre(cell), lattice.offset(cell), battle.name(cell)] for cell in every]
    found = page.evaluate(GRID_JS, [kind, cols, rows, asked])
    for cell, answer in zip(every, json.loads(json.dumps(found)), strict=True):
        assert answer["at"] == answer["cell"] == answer["named"] == list(cell)
        assert answer["near"] == [list(cell)] * 6, battle.name(cell)
        assert answer["offset"] == list(lattice.offset(cell))
        assert answer["name"] == battle.name(cell)
        assert answer["has"] is True
        assert answer["centre"] == pytest.approx(lattice.centre(cell), abs=0.05)
        assert len(answer["corners"].split()) == (4 if kind == "square" else 6)


@pytest.mark.needs_chromium
def test_the_browser_knows_where_the_map_ends_and_where_arrows_lead(browser: Browser) -> None:
    """On hexes a step down from C1 is C2: the row below in the same column, half a cell to the right."""
    page = browser.new_page()
    page.add_script_tag(path=str(settings.BASE / "static" / "js" / "grid.js"))
    found = page.evaluate(
        """() => ["square", "hex"].map((kind) => {
          const grid = new window.FrayGrid({ dataset: { grid: kind, cols: 7, rows: 5 } });
          const go = (name, key) => grid.name(grid.toward(grid.named(name), key));
          return [grid.at([-1, 10]), grid.at([10, -1]), grid.at([160, 50]), grid.at([50, 101]),
            ["H1", "A6", "A0", "1A", "", "C77777"].map((name) => grid.named(name)),
            go("C1", "ArrowDown"), go("C2", "ArrowUp"), go("A1", "ArrowLeft"), go("G5", "ArrowRight"),
            go("G5", "ArrowLeft")];
        })"""
    )
    for each in found:
        assert each == [None, None, None, None, [None] * 6, "C2", "C1", "A1", "G5", "F5"]
