"""Distances, lines, areas, arcs and figures on hexes."""

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.grid import hex as hexes
from rules.grid.cells import Cell, Space
from rules.grid.figures import (
    FILE,
    PAIR,
    SEVEN,
    SINGLE,
    TRIANGLE,
    Figure,
    arc,
    arc_of,
    facing_to,
    front,
    in_reach,
    retreats,
    step_facings,
    threatened,
)
from tests.grid.drawing import turned_hex

CELLS = st.tuples(st.integers(-20, 20), st.integers(-20, 20))
FACINGS = st.integers(0, 5)


@given(CELLS, CELLS, CELLS)
def test_distance_is_a_metric(a: Cell, b: Cell, c: Cell) -> None:
    assert hexes.distance(a, b) == hexes.distance(b, a)
    assert (hexes.distance(a, b) == 0) is (a == b)
    assert hexes.distance(a, c) <= hexes.distance(a, b) + hexes.distance(b, c)


@given(CELLS, CELLS)
def test_a_line_is_a_shortest_chain_and_the_same_both_ways(a: Cell, b: Cell) -> None:
    line = hexes.line(a, b)
    assert line == hexes.line(b, a)[::-1]
    assert (line[0], line[-1], len(line)) == (a, b, hexes.distance(a, b) + 1)
    assert all(hexes.distance(here, there) == 1 for here, there in pairwise(line))


@given(CELLS, st.integers(0, 6))
def test_a_ring_holds_six_times_its_radius_and_the_disc_all_rings(centre: Cell, radius: int) -> None:
    ring = hexes.ring(centre, radius)
    assert len(ring) == len(set(ring)) == (6 * radius or 1)
    assert {hexes.distance(centre, cell) for cell in ring} == {radius}
    assert set(hexes.disc(centre, radius)) == {cell for each in range(radius + 1) for cell in hexes.ring(centre, each)}


@given(CELLS, st.floats(1, 100), st.floats(0, math.tau))
def test_pixels_within_a_hex_lead_back_to_it(cell: Cell, size: float, turn: float) -> None:
    """Nearer to the centre than a side is, √3 / 2 of the outer radius, every pixel lies inside."""
    x, y = hexes.to_pixel(cell, size)
    assert hexes.from_pixel(x, y, size) == cell
    assert hexes.from_pixel(x + 0.86 * size * math.cos(turn), y + 0.86 * size * math.sin(turn), size) == cell


@given(st.floats(-200, 200), st.floats(-200, 200), st.floats(5, 40))
def test_a_pixel_lies_in_the_hex_whose_centre_is_nearest(x: float, y: float, size: float) -> None:
    found = hexes.from_pixel(x, y, size)
    far = math.dist((x, y), hexes.to_pixel(found, size))
    assert all(far <= math.dist((x, y), hexes.to_pixel(cell, size)) + 1e-9 for cell in hexes.neighbours(found))


@given(CELLS, st.floats(1, 100))
def test_the_corners_of_a_drawn_hex_are_all_as_far_from_its_centre(cell: Cell, size: float) -> None:
    corners = hexes.outline(cell, size)
    assert len(set(corners)) == 6
    assert all(math.dist(corner, hexes.to_pixel(cell, size)) == pytest.approx(size) for corner in corners)


@given(CELLS, CELLS, st.integers(0, 11))
def test_turning_and_mirroring_keep_distances_on_hexes(a: Cell, b: Cell, turn: int) -> None:
    assert hexes.distance(turned_hex(a, turn), turned_hex(b, turn)) == hexes.distance(a, b)


@given(CELLS)
def test_offsets_of_the_drawing_lead_back_to_the_hex(cell: Cell) -> None:
    assert hexes.from_offset(*hexes.to_offset(cell)) == cell


def test_odd_rows_of_the_drawing_are_shifted_to_the_right() -> None:
    assert [hexes.from_offset(0, row) for row in range(4)] == [(0, 0), (0, 1), (-1, 2), (-1, 3)]
    assert hexes.to_pixel((0, 1), 10)[0] > hexes.to_pixel((0, 0), 10)[0]


@given(CELLS, st.integers(-12, 12))
def test_six_turns_lead_back_and_keep_the_distance(cell: Cell, turns: int) -> None:
    assert hexes.rotate(hexes.rotate(cell, turns), -turns) == cell
    assert hexes.distance((0, 0), hexes.rotate(cell, turns)) == hexes.distance((0, 0), cell)


def test_a_cone_widens_by_one_hex_with_each_hex() -> None:
    cone = hexes.cone((0, 0), 0, 4)
    assert [sum(hexes.distance((0, 0), cell) == far for cell in cone) for far in range(5)] == [0, 1, 3, 3, 5]
    wide = hexes.cone((0, 0), 0, 2, wide=True)
    assert set(front((0, 0), 0)) <= set(wide)
    assert len(wide) == 3 + 5


@pytest.mark.rule("DF-11", "DF-12")
@pytest.mark.parametrize("facing", range(6))
def test_next_to_it_three_hexes_are_front_one_is_right_one_left_one_behind(facing: int) -> None:
    around = hexes.neighbours((3, -2))
    arcs = [arc((3, -2), facing, around[(facing + turn) % 6]) for turn in range(6)]
    assert arcs == ["front", "front", "right", "back", "left", "front"]
    assert {cell for cell in around if arc((3, -2), facing, cell) == "front"} == set(front((3, -2), facing))


def test_right_of_one_who_looks_east_is_south_on_the_screen() -> None:
    assert arc((0, 0), 0, (-1, 1)) == "right"
    assert hexes.to_pixel((-1, 1), 10)[1] > 0


@given(CELLS, FACINGS)
def test_arcs_agree_with_the_angle(other: Cell, facing: int) -> None:
    x, y = hexes.to_pixel(other, 1)
    degrees = (math.degrees(math.atan2(y, x)) - 60 * facing + 180) % 360 - 180
    found = arc((0, 0), facing, other)
    if other == (0, 0) or abs(degrees) < 89.999:
        assert found == "front"
    elif abs(degrees) > 150.001:
        assert found == "back"
    elif 90.001 < abs(degrees) < 149.999:
        assert found == ("right" if degrees > 0 else "left")
    else:  # on the edge of two arcs the better one counts
        assert found == ("front" if abs(degrees) < 120 else "right" if degrees > 0 else "left")


@given(CELLS, CELLS, FACINGS)
def test_one_who_turns_to_another_has_it_in_front(cell: Cell, other: Cell, facing: int) -> None:
    assert arc(cell, facing_to(cell, other), other) == "front"


def test_a_longer_figure_has_its_back_behind_its_last_hex() -> None:
    figure = Figure((0, 0), 0, PAIR)
    assert set(figure.cells) == {(0, 0), (-1, 0)}
    assert arc_of(figure, (-2, 0)) == "back"
    assert arc_of(figure, (1, 0)) == "front"
    assert arc_of(figure, (-2, 1)) == "right"
    assert arc_of(figure, (0, -1)) == "front"  # ahead of its rear hex, beside its head: the better one


@given(FACINGS, st.sampled_from([PAIR, FILE, TRIANGLE, SEVEN]), st.integers(-6, 6))
def test_a_figure_turns_about_its_head_and_keeps_its_shape(facing: int, body: Space, sides: int) -> None:
    figure = Figure((2, 1), facing, body)
    turned = figure.turned(sides)
    assert turned.cells[0] == (2, 1)
    assert len(set(turned.cells)) == len(body)
    assert turned.turned(-sides) == figure
    assert figure.moved((0, 0)).facing == figure.facing


@pytest.mark.parametrize(
    ("target", "reached"), [((0, 0), False), ((1, 0), True), ((2, 0), True), ((3, 0), False), ((-1, 0), False)]
)
def test_a_reach_of_1_to_2_hexes_strikes_ahead_only(target: Cell, reached: bool) -> None:
    assert in_reach(Figure((0, 0), 0), (target,), 1, 2) is reached
    assert (target in threatened(Figure((0, 0), 0), 1, 2)) is reached


def test_close_combat_is_the_same_hex() -> None:
    assert in_reach(Figure((0, 0), 0), ((0, 0),), 0, 0)
    assert threatened(Figure((0, 0), 0), 0, 1) == {(0, 0), *front((0, 0), 0)}


@pytest.mark.rule("DF-37")
def test_a_retreat_leads_away_from_the_foe_the_straightest_way_first() -> None:
    assert retreats((1, 0), (0, 0))[0] == (2, 0)
    assert set(retreats((1, 0), (0, 0))) == {(2, 0), (2, -1), (1, 1)}


@pytest.mark.rule("DF-37")
@given(CELLS, CELLS)
def test_a_retreat_is_one_step_and_one_hex_farther(cell: Cell, foe: Cell) -> None:
    found = retreats(cell, foe)
    assert len(found) == 6 if cell == foe else 2 <= len(found) <= 3
    assert all(
        hexes.distance(cell, each) == 1 and hexes.distance(each, foe) == hexes.distance(cell, foe) + 1 for each in found
    )


@pytest.mark.rule("DF-37")
def test_with_a_retreat_the_facing_may_change_by_one_side() -> None:
    assert step_facings(0) == (5, 0, 1)
    assert set(step_facings(4, 3)) == set(range(6))


BODIES = st.sampled_from([SINGLE, PAIR, FILE, TRIANGLE, SEVEN])


@pytest.mark.rule("DF-11", "DF-12")
@given(CELLS, FACINGS, BODIES, st.integers(0, 5))
def test_arcs_turn_with_the_figure(other: Cell, facing: int, body: Space, turns: int) -> None:
    figure = Figure((0, 0), facing, body)
    assert arc_of(figure.turned(turns), hexes.rotate(other, turns)) == arc_of(figure, other)


@pytest.mark.rule("DF-11", "DF-12")
@given(CELLS, FACINGS, st.sampled_from([SINGLE, PAIR, FILE]))
def test_in_a_mirror_left_and_right_change_places(other: Cell, facing: int, body: Space) -> None:
    """The mirror along the facing; bodies that are straight are their own picture in it."""

    def mirrored(cell: Cell) -> Cell:
        q, r = hexes.rotate(cell, -facing)
        return hexes.rotate((q + r, -r), facing)

    figure = Figure((0, 0), facing, body)
    swapped = {"left": "right", "right": "left", "front": "front", "back": "back"}
    assert set(map(mirrored, figure.cells)) == set(figure.cells)
    assert arc_of(figure, mirrored(other)) == swapped[arc_of(figure, other)]


@settings(max_examples=60, deadline=None)
@given(FACINGS, BODIES, st.integers(0, 2), st.integers(0, 2))
def test_what_a_figure_threatens_is_what_it_reaches_hex_by_hex(facing: int, body: Space, least: int, more: int) -> None:
    figure = Figure((1, -1), facing, body)
    reached = {cell for cell in hexes.disc((0, 0), 9) if in_reach(figure, (cell,), least, least + more)}
    assert threatened(figure, least, least + more) == reached
