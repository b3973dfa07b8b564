"""Bursts, cones and lines on a map, and the walls that cut them."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.grid import hex as hexes
from rules.grid import square
from rules.grid.cells import Cell, border
from rules.grid.field import Grid
from rules.grid.templates import template_cells
from tests.grid.drawing import Drawing, dedented, picture, turned_hex, turned_square

CELLS = st.tuples(st.integers(-5, 5), st.integers(-5, 5))
WALLS = st.sets(CELLS, max_size=12)
WALL = frozenset({"wall"})


def test_a_burst_on_squares_lies_about_a_corner() -> None:
    assert picture(template_cells(Grid("square", (4, 4)), "burst", 2, (2, 2)), 4, 4) == dedented("""
        .XX.
        XXXX
        XXXX
        .XX.
    """)


def test_a_burst_on_a_cell_takes_the_disc_about_it() -> None:
    found = template_cells(Grid("square", (5, 5)), "burst", 2, (2, 2), centre="cell")
    assert picture(found, 5, 5) == dedented("""
        .XXX.
        XXXXX
        XXXXX
        XXXXX
        .XXX.
    """)


def test_a_burst_on_hexes_takes_1_7_or_19_of_them() -> None:
    assert [len(template_cells(Grid("hex"), "burst", radius, (0, 0))) for radius in range(3)] == [1, 7, 19]


def test_what_lies_off_the_map_is_left_out() -> None:
    """At the corner of the map a quarter of the 24 squares of a burst of 3 is left: 6."""
    assert len(template_cells(Grid("square", (9, 9)), "burst", 3, (0, 0))) == 6
    assert template_cells(Grid("hex", (3, 1)), "burst", 2, (0, 0)) == ((0, 0), (1, 0), (2, 0))


@pytest.mark.rule("PF-21", "PF-25")
def test_a_burst_does_not_go_through_a_wall_and_takes_none_of_it() -> None:
    room = Drawing("""
        ..#...
        ..#...
        ..#...
        ..#...
    """)
    whole = dedented("""
        .X....
        XX....
        XX....
        .X....
    """)
    assert picture(template_cells(room.grid, "burst", 2, (2, 2)), 6, 4) == whole
    thin = Grid("square", (6, 4), borders={border((1, row), (2, row)): "wall" for row in range(4)})
    assert picture(template_cells(thin, "burst", 1, (1, 2)), 6, 4) == dedented("""
        ......
        XX....
        XX....
        ......
    """)
    assert picture(template_cells(thin, "burst", 2, (1, 2)), 6, 4) == dedented("""
        XX....
        XX....
        XX....
        XX....
    """)


def test_a_burst_within_rock_reaches_nobody() -> None:
    rock = Drawing("....\n.##.\n.##.\n....").grid
    assert template_cells(rock, "burst", 3, (2, 2)) == ()
    assert template_cells(rock, "burst", 3, (1, 1), centre="cell") == ()


def test_a_burst_on_a_plateau_takes_the_plateau() -> None:
    """Twelve squares of a burst of 2 on a hill, all of one height; and the plain below it from the hill."""
    hill = Grid("square", None, heights=dict.fromkeys(square.disc((0, 0), 6), 5))
    assert len(template_cells(hill, "burst", 2, (0, 0))) == 12
    cliff = Grid("square", (4, 2), heights={(col, row): 9 for col in (0, 1) for row in (0, 1)})
    assert len(template_cells(cliff, "burst", 2, (2, 1))) == 8


def test_a_low_wall_cuts_no_effect() -> None:
    assert len(template_cells(Drawing(".=..").grid, "burst", 4, (0, 0))) == 4


def test_a_cone_from_a_figure_is_the_published_one() -> None:
    found = template_cells(Grid("square", (8, 7)), "cone", 6, (3, 6), 6)
    assert picture(found, 8, 6) == dedented("""
        ...XX...
        .XXXXXX.
        XXXXXXXX
        .XXXXXX.
        ..XXXX..
        ...XX...
    """)
    assert template_cells(Grid("square", (8, 7)), "cone", 6, (3, 6), (3, 0)) == found


def test_a_cone_is_cut_by_a_wall() -> None:
    """Straight to the east, 3 long: 1, 3 and 3 squares; a wall across the corridor leaves the first."""
    drawing = Drawing("""
        ..#..
        A.#..
        ..#..
    """)
    assert template_cells(drawing.grid, "cone", 3, (0, 1), 0) == ((1, 1),)


def test_a_cone_on_hexes_is_60_degrees_wide() -> None:
    """One, three and three hexes at the distances 1, 2, 3."""
    cone = template_cells(Grid("hex"), "cone", 3, (2, 1), 0)
    assert [sum(hexes.distance((2, 1), cell) == far for cell in cone) for far in (1, 2, 3)] == [1, 3, 3]
    assert template_cells(Grid("hex"), "cone", 3, (2, 1), (9, 1)) == cone
    walled = Grid("hex", None, {(3, 1): WALL})
    assert (4, 1) not in template_cells(walled, "cone", 3, (2, 1), 0)


def test_a_line_goes_from_a_figure_towards_a_cell_and_on() -> None:
    """On squares it leaves the corner ahead; the third diagonal square of a line of 4 counts 1 + 2 + 1."""
    grid = Grid("square")
    assert template_cells(grid, "line", 4, (0, 0), (1, 0)) == ((1, 0), (2, 0), (3, 0), (4, 0))
    assert template_cells(grid, "line", 4, (0, 0), (-9, 0)) == ((-1, 0), (-2, 0), (-3, 0), (-4, 0))
    assert template_cells(grid, "line", 4, (0, 0), 3) == ((-1, 1), (-2, 2), (-3, 3))
    assert template_cells(grid, "line", 4, (0, 0), (2, 1)) == ((1, 1), (2, 1), (3, 2))


def test_a_line_on_hexes_takes_as_many_hexes_as_it_is_long() -> None:
    assert template_cells(Grid("hex"), "line", 3, (1, 1), 2) == ((0, 2), (-1, 3), (-2, 4))
    assert template_cells(Grid("hex"), "line", 6, (0, 0), (2, 1))[2::3] == ((2, 1), (4, 2))
    assert template_cells(Grid("hex"), "line", 4, (0, 0), (2, 1)) == ((1, 0), (1, 1), (2, 1), (3, 1))
    assert template_cells(Grid("hex"), "line", 1, (0, 0), (4, 0)) == ((1, 0),)


@pytest.mark.parametrize("kind", ["wall", "door", "window"])
def test_a_line_is_stopped_by_what_is_solid_alone(kind: str) -> None:
    """Two squares before the border, six in all where it lets lines through."""
    for shape in ("square", "hex"):
        grid = Grid("hex" if shape == "hex" else "square", (9, 1), borders={border((2, 0), (3, 0)): kind})
        assert len(template_cells(grid, "line", 6, (0, 0), (1, 0))) == (6 if kind == "window" else 2)


def test_a_line_stops_at_a_wall_and_does_not_go_on_behind_it() -> None:
    assert template_cells(Drawing("A..#..").grid, "line", 5, (0, 0), 0) == ((1, 0), (2, 0))
    assert template_cells(Drawing("A . . # . .", "hex").grid, "line", 5, (0, 0), 0) == ((1, 0), (2, 0))
    closed = Drawing("A#.\n#..\n...").grid
    assert template_cells(closed, "line", 3, (0, 0), (1, 1)) == ()
    half = Drawing("A#.\n...\n...").grid
    assert template_cells(half, "line", 3, (0, 0), (1, 1)) == ((1, 1), (2, 2))


def test_a_line_between_two_hexes_takes_the_open_one() -> None:
    for wall, other in (((1, 0), (0, 1)), ((0, 1), (1, 0))):
        assert template_cells(Grid("hex", None, {wall: WALL}), "line", 2, (0, 0), (1, 1)) == (other, (1, 1))
    both = Grid("hex", None, {(1, 0): WALL, (0, 1): WALL})
    assert template_cells(both, "line", 2, (0, 0), (1, 1)) == ()


def test_the_figure_itself_is_left_out() -> None:
    ogre = square.space_of((0, 0), 2)
    assert template_cells(Grid("square"), "line", 3, (0, 0), 0, figure=ogre) == ((2, 0), (3, 0))


@pytest.mark.parametrize("toward", [None, (2, 2)])
def test_what_is_aimed_needs_a_direction(toward: Cell | None) -> None:
    for shape in ("cone", "line"):
        with pytest.raises(ValueError, match="direction"):
            template_cells(Grid("square"), "cone" if shape == "cone" else "line", 3, (2, 2), toward)


@given(CELLS, st.sampled_from(["square", "hex"]))
def test_a_cone_towards_a_cell_takes_the_direction_of_the_least_angle(to: Cell, shape: str) -> None:
    if to == (0, 0):
        return
    grid = Grid("hex" if shape == "hex" else "square")
    pixel = hexes.to_pixel if shape == "hex" else lambda cell, size: cell
    around = hexes.DIRECTIONS if shape == "hex" else square.DIRECTIONS

    def off(direction: int) -> float:
        (x, y), (to_x, to_y) = pixel(around[direction], 1), pixel(to, 1)
        return abs(math.remainder(math.atan2(y, x) - math.atan2(to_y, to_x), math.tau))

    cone = set(template_cells(grid, "cone", 4, (0, 0), to))
    best = min(off(direction) for direction in range(len(around)))
    nearest = [direction for direction in range(len(around)) if off(direction) < best + 1e-9]
    assert cone in [set(template_cells(grid, "cone", 4, (0, 0), direction)) for direction in nearest]


@settings(max_examples=60, deadline=None)
@given(WALLS, CELLS, st.integers(0, 7), st.sampled_from(["burst", "line", "cone"]))
def test_an_effect_on_squares_is_the_same_on_a_map_that_is_turned_or_mirrored(
    walls: set[Cell], to: Cell, turn: int, shape: str
) -> None:
    """Straight cones start from the right one of two corners: those are only turned."""
    if to == (0, 0):
        return
    turn = turn % 4 if shape == "cone" else turn

    def found(turn: int) -> set[Cell]:
        grid = Grid("square", None, {turned_square(cell, turn): WALL for cell in walls - {(0, 0)}})
        if shape == "burst":
            return set(template_cells(grid, "burst", 3, (0, 0), centre="cell"))
        return set(template_cells(grid, "cone" if shape == "cone" else "line", 4, (0, 0), turned_square(to, turn)))

    assert found(turn) == {turned_square(cell, turn) for cell in found(0)}


@settings(max_examples=60, deadline=None)
@given(WALLS, st.integers(0, 5), st.integers(0, 11), st.sampled_from(["burst", "line", "cone"]))
def test_an_effect_on_hexes_is_the_same_on_a_map_that_is_turned_or_mirrored(
    walls: set[Cell], direction: int, turn: int, shape: str
) -> None:
    def found(turn: int) -> set[Cell]:
        grid = Grid("hex", None, {turned_hex(cell, turn): WALL for cell in walls - {(0, 0)}})
        if shape == "burst":
            return set(template_cells(grid, "burst", 3, (0, 0)))
        to = turned_hex(hexes.DIRECTIONS[direction], turn)
        return set(template_cells(grid, "cone" if shape == "cone" else "line", 4, (0, 0), to))

    assert found(turn) == {turned_hex(cell, turn) for cell in found(0)}


@settings(max_examples=60, deadline=None)
@given(WALLS, CELLS, st.sampled_from(["square", "hex"]), st.sampled_from(["burst", "line", "cone"]))
def test_walls_only_take_away_from_an_effect_and_are_none_of_it(
    walls: set[Cell], to: Cell, kind: str, shape: str
) -> None:
    if to == (0, 0):
        return
    walls = walls - {(0, 0)}
    open_field = Grid("hex" if kind == "hex" else "square")
    walled = Grid(open_field.kind, None, dict.fromkeys(walls, WALL))
    if shape == "burst":
        less, more = (set(template_cells(grid, "burst", 3, (0, 0))) for grid in (walled, open_field))
        assert less <= more
    else:
        sort = "cone" if shape == "cone" else "line"
        less, more = (set(template_cells(grid, sort, 4, (0, 0), to)) for grid in (walled, open_field))
        assert less <= more or kind == "hex"  # a line between two hexes takes the open one
    assert not less & walls
