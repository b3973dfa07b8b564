"""Distances, lines and areas on squares."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.grid import square
from rules.grid.cells import Cell
from tests.grid.drawing import dedented, picture, turned_square

CELLS = st.tuples(st.integers(-30, 30), st.integers(-30, 30))


@pytest.mark.rule("PF-07")
@pytest.mark.parametrize(("steps", "cells"), [(0, 0), (1, 1), (2, 3), (3, 4), (4, 6), (5, 7)])
def test_diagonals_count_1_2_1_2(steps: int, cells: int) -> None:
    assert square.distance((0, 0), (steps, -steps)) == cells


@pytest.mark.rule("PF-07")
def test_a_diagonal_after_an_odd_number_of_them_counts_2() -> None:
    assert square.distance((0, 0), (1, 1), diagonals=1) == 2
    assert square.distance((0, 0), (2, 2), diagonals=1) == 3
    assert square.distance((0, 0), (4, 3)) == 5


@given(CELLS, CELLS)
def test_distance_is_the_same_both_ways_and_0_only_to_itself(a: Cell, b: Cell) -> None:
    assert square.distance(a, b) == square.distance(b, a)
    assert (square.distance(a, b) == 0) is (a == b)


@pytest.mark.rule("PF-07")
def test_counting_anew_at_a_cell_between_may_save_a_cell() -> None:
    """Two diagonals count 3, but twice one diagonal 1 + 1: the count is no metric."""
    assert square.distance((0, 0), (2, 2)) == 3
    assert square.distance((0, 0), (1, 1)) + square.distance((1, 1), (2, 2)) == 2


@pytest.mark.rule("PF-07")
@given(CELLS, CELLS, CELLS)
def test_a_way_round_is_no_shorter_where_its_diagonals_are_counted_through(a: Cell, b: Cell, c: Cell) -> None:
    before = min(abs(a[0] - b[0]), abs(a[1] - b[1]))
    assert square.distance(a, c) <= square.distance(a, b) + square.distance(b, c, diagonals=before)
    assert square.distance(a, c) <= square.distance(a, b) + square.distance(b, c) + 1


@given(CELLS, CELLS, st.integers(0, 7), st.integers(0, 5))
def test_turning_and_mirroring_keep_the_distance(a: Cell, b: Cell, turn: int, before: int) -> None:
    turned = turned_square(a, turn), turned_square(b, turn)
    assert square.distance(*turned, before) == square.distance(a, b, before)


@given(CELLS, CELLS)
def test_a_line_is_a_chain_and_the_same_both_ways(a: Cell, b: Cell) -> None:
    line = square.line(a, b)
    assert line == square.line(b, a)[::-1]
    assert (line[0], line[-1]) == (a, b)
    assert len(line) == max(abs(a[0] - b[0]), abs(a[1] - b[1])) + 1
    assert all(there in square.neighbours(here) for here, there in pairwise(line))


@given(CELLS, CELLS)
def test_a_crossing_line_touches_the_same_cells_both_ways_and_holds_the_plain_one(a: Cell, b: Cell) -> None:
    assert set(square.crossed(a, b)) == set(square.crossed(b, a))
    assert {a, b} <= set(square.crossed(a, b))


def test_a_line_through_a_corner_touches_both_cells_beside_it() -> None:
    assert square.crossed((0, 0), (1, 1)) == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert square.crossed((0, 0), (2, 1)) == ((0, 0), (1, 0), (1, 1), (2, 1))


def test_a_burst_of_two_is_drawn_as_in_the_template() -> None:
    assert picture(square.burst((2, 2), 2), 4, 4) == dedented("""
        .XX.
        XXXX
        XXXX
        .XX.
    """)


def test_a_burst_of_four_is_drawn_as_in_the_template() -> None:
    assert picture(square.burst((4, 4), 4), 8, 8) == dedented("""
        ...XX...
        .XXXXXX.
        .XXXXXX.
        XXXXXXXX
        XXXXXXXX
        .XXXXXX.
        .XXXXXX.
        ...XX...
    """)


def test_a_ring_and_a_disc_count_from_a_cell() -> None:
    assert picture(square.disc((2, 2), 2), 5, 5) == dedented("""
        .XXX.
        XXXXX
        XXXXX
        XXXXX
        .XXX.
    """)
    assert set(square.ring((2, 2), 2)) == set(square.disc((2, 2), 2)) - set(square.disc((2, 2), 1))


def test_the_cone_of_three_goes_straight_out_of_the_square() -> None:
    assert picture(square.cone_from((0, 2), 0, 3), 4, 5) == dedented("""
        ....
        ..XX
        .XXX
        ..XX
        ....
    """)


def test_the_diagonal_cone_of_three_is_a_triangle() -> None:
    assert picture(square.cone_from((0, 0), 1, 3), 4, 4) == dedented("""
        ....
        .XXX
        .XX.
        .X..
    """)


def test_the_cone_of_six_is_drawn_as_in_the_template() -> None:
    template = """
        ...XX...
        .XXXXXX.
        XXXXXXXX
        .XXXXXX.
        ..XXXX..
        ...XX...
    """
    right = square.cone_from((3, 6), 6, 6)
    assert picture(right, 8, 6) == dedented(template)
    assert [sum(cell[1] == row for cell in right) for row in range(6)] == [2, 6, 8, 6, 4, 2]
    assert square.cone_from((4, 6), 6, 6, left=True) == right


def test_the_cone_of_twelve_widens_by_one_on_each_side_up_to_eight() -> None:
    rows = [sum(cell[0] == far for cell in square.cone((0, 0), 0, 12)) for far in range(12)]
    assert rows == [2, 4, 6, 8, 10, 12, 14, 16, 14, 10, 6, 2]


@given(st.integers(0, 7), st.integers(1, 12))
def test_a_cone_turned_by_a_quarter_is_the_same_cone(direction: int, length: int) -> None:
    turned = {(-row - 1, col) for col, row in square.cone((0, 0), direction, length)}
    assert turned == set(square.cone((0, 0), (direction + 2) % 8, length))


def test_a_line_effect_takes_the_cells_it_passes_through() -> None:
    assert square.line_area((0, 0), (1, 0), 4) == ((0, 0), (1, 0), (2, 0), (3, 0))
    assert square.line_area((0, 0), (2, 1), 4) == ((0, 0), (1, 0), (2, 1))
    assert square.line_area((0, 0), (-1, -1), 3) == ((-1, -1), (-2, -2))


@given(CELLS, st.integers(1, 80))
def test_the_centre_of_a_cell_lies_in_it(cell: Cell, size: int) -> None:
    assert square.from_pixel(*square.to_pixel(cell, size), size) == cell
