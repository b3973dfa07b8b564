"""Charges: the lane, where it ends, and what stands in it."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.grid import hex as hexes
from rules.grid import square
from rules.grid.cells import Cell, Space, border
from rules.grid.charge import Charge, charge
from rules.grid.field import Grid
from rules.grid.figures import PAIR, SINGLE
from rules.grid.moves import FOE, FRIEND, HELPLESS, HELPLESS_BULK, Mover, Passage
from rules.grid.spaces import Reach
from tests.grid.drawing import Drawing, turned_hex, turned_square
from tests.grid.reference import corners_of, crosses_hex, crosses_square

pytestmark = pytest.mark.rule("PF-30")

CELLS = st.tuples(st.integers(-6, 6), st.integers(-6, 6))
ONE = Reach(1, 1)
KINDS = st.sampled_from(["wall", "difficult", "cover", "fog"])


def charges(
    drawing: Drawing, others: Passage = FRIEND, reach: Reach = ONE, most: int = 12, mover: Mover | None = None
) -> Charge:
    """The charge of A at T, the foe, past B, the others."""
    occupied = dict.fromkeys(drawing["T"], FOE)
    if "B" in drawing.tokens:
        occupied |= dict.fromkeys(drawing["B"], others)
    return charge(drawing.grid, drawing["A"][0], drawing["T"], reach, most, mover or Mover(), occupied)


def test_a_charge_goes_straight_to_the_nearest_square_to_strike_from() -> None:
    """From column 0 to column 3, beside the foe in column 4."""
    found = charges(Drawing("A...T"))
    assert (found.sort, found.is_free, found.end, found.cells) == ("free", True, (3, 0), 3)
    assert found.lane == ((1, 0), (2, 0), (3, 0))
    assert str(found.words) == "The lane to (3, 0) is free."


@pytest.mark.parametrize(("text", "sort", "cells"), [("AT", "near", 0), ("A.T", "near", 1), ("A..T", "free", 2)])
def test_it_takes_two_squares_at_least(text: str, sort: str, cells: int) -> None:
    found = charges(Drawing(text))
    assert (found.sort, found.cells) == (sort, cells)


def test_it_takes_no_more_than_the_length_it_is_given() -> None:
    drawing = Drawing("A.....T")
    assert charges(drawing, most=5).is_free
    found = charges(drawing, most=4)
    assert (found.sort, found.cells) == ("far", 5)
    assert str(found.words) == "Cells to the nearest place to strike from: 5. A charge takes from 2 to 4."


@pytest.mark.rule("PF-07")
def test_diagonals_of_a_charge_count_1_2_1_2() -> None:
    """Three diagonals to (3, 3), which count 1 + 2 + 1 = 4."""
    grid = Grid("square")
    found = charge(grid, (0, 0), ((4, 4),), Reach(), 4)
    assert (found.sort, found.end, found.cells) == ("free", (3, 3), 4)
    assert charge(grid, (0, 0), ((4, 4),), Reach(), 3).sort == "far"


@pytest.mark.parametrize(
    ("sign", "key", "words"),
    [
        ("~", "difficult", "difficult terrain"),
        ("o", "obstacle", "an obstacle"),
        ("v", "chasm", "a chasm"),
        ("n", "narrow", "a narrow place"),
        ("=", "low_wall", "a low wall"),
    ],
)
def test_what_slows_or_blocks_in_the_lane_stops_it_and_is_named(sign: str, key: str, words: str) -> None:
    found = charges(Drawing(f"A.{sign}.T"))
    assert (found.sort, found.by, found.key, found.lane) == ("blocked", (2, 0), key, ((1, 0),))
    assert str(found.words) == f"The lane to (3, 0) is barred at (2, 0) by {words}."


@pytest.mark.parametrize("sign", ["%", "."])
def test_fog_does_not_slow_a_charge(sign: str) -> None:
    assert charges(Drawing(f"A.{sign}.T")).is_free


@pytest.mark.rule("PF-09")
@pytest.mark.parametrize(("sign", "free"), [("~", True), ("v", True), ("n", False), ("#", False)])
def test_a_flier_is_stopped_by_what_it_cannot_fly_over(sign: str, free: bool) -> None:
    drawing = Drawing(f"{'.' * 9}\nA.{sign}{'.' * 5}T\n{'.' * 9}")
    assert charges(drawing, mover=Mover(flies=True)).is_free is free


@pytest.mark.rule("PF-08")
@pytest.mark.parametrize(("who", "free"), [(FRIEND, False), (FOE, False), (HELPLESS, True), (HELPLESS_BULK, True)])
def test_creatures_stop_it_allies_too_but_helpless_ones_do_not(who: Passage, free: bool) -> None:
    found = charges(Drawing("A.B.T"), who)
    assert found.is_free is free
    assert found.key == (None if free else "creature")


def test_the_nearest_place_counts_though_somebody_stands_there() -> None:
    """In a corridor the ally is on the one square from which the foe can be struck."""
    found = charges(Drawing("A..BT"))
    assert (found.sort, found.by) == ("blocked", (3, 0))


def test_of_places_as_near_any_will_do() -> None:
    """(3, 2) and (3, 3) both count 4; B stands in the lane to the first, not in the diagonal one to the second."""
    assert charges(Drawing("A....\n.....\n.....\n....T")).end == (3, 2)
    found = charges(
        Drawing("""
        A....
        ...B.
        .....
        ....T
    """)
    )
    assert (found.sort, found.end, found.cells) == ("free", (3, 3), 4)


def test_ahead_the_straightest_place_comes_first_and_the_others_lead_over_its_lane() -> None:
    """(5, 0), (5, 1) and (5, 2) all count 5; who stands on (5, 1) is in the way to each of them."""
    assert charges(Drawing(".......\nA.....T\n.......")).end == (5, 1)
    found = charges(Drawing(".......\nA....BT\n......."))
    assert (found.sort, found.end, found.by) == ("blocked", (5, 1), (5, 1))


def test_the_body_passes_over_every_square_that_any_line_of_it_touches() -> None:
    """From (0, 0) to (2, 2): the corner lines run through (1, 0), (0, 1), (2, 1) and (1, 2) as well."""
    drawing = Drawing("""
        A...
        ....
        ....
        ...T
    """)
    assert set(charges(drawing).lane) == {(1, 1), (2, 2), (1, 0), (0, 1), (2, 1), (1, 2)}
    for cell in ((1, 0), (0, 1), (2, 1), (1, 2)):
        found = charge(drawing.grid, (0, 0), drawing["T"], Reach(), 9, Mover(), {cell: FRIEND})
        assert (found.sort, found.by) == ("blocked", cell)
    assert charge(drawing.grid, (0, 0), drawing["T"], Reach(), 9, Mover(), {(2, 0): FRIEND}).is_free


def test_a_slanting_lane_takes_the_squares_between_its_two_sides() -> None:
    """To (2, 1), two right and one down: its sides run from (1, 0) to (3, 1) and from (0, 1) to (2, 2)."""
    found = charge(Grid("square"), (0, 0), ((3, 2),), ONE, 9)
    assert (found.end, found.cells) == ((2, 1), 2)
    assert set(found.lane) == {(1, 0), (2, 0), (0, 1), (1, 1), (2, 1)}


def test_a_border_across_the_lane_stops_it_and_one_beside_it_does_not() -> None:
    low = border((1, 1), (2, 1))
    across = Drawing("......\nA....T\n......", borders={low: "low_wall"})
    found = charges(across)
    assert (found.sort, found.by, found.key) == ("blocked", low, "low_wall")
    assert str(found.words) == "The lane to (4, 1) is barred at (1, 1)–(2, 1) by a low wall."
    assert charges(across, mover=Mover(flies=True)).is_free
    beside = {border((col, 0), (col, 1)): "wall" for col in range(6)}
    assert charges(Drawing("......\nA....T\n......", borders=beside)).end == (4, 1)
    assert charges(Drawing("A....T", borders={border((1, 0), (2, 0)): "open_door"})).is_free


def test_a_place_behind_a_wall_is_none_to_strike_from() -> None:
    """The wall lies between the foe and the squares before it: the nearest open one is past its end."""
    walls = {border((3, row), (4, row)): "wall" for row in range(3)}
    found = charges(Drawing("A...T\n.....\n.....\n.....", borders=walls))
    assert (found.sort, found.end) == ("blocked", (4, 1))
    shut = charges(Drawing("A...T", borders={border((3, 0), (4, 0)): "wall"}))
    assert (shut.sort, shut.end) == ("nowhere", None)
    assert str(shut.words) == "There is no place from which the target can be struck."


@pytest.mark.rule("PF-16")
def test_with_a_longer_reach_it_ends_farther_off() -> None:
    """10 feet of reach end it two squares off; a reach weapon ends it there too, and not nearer."""
    drawing = Drawing("A.....T")
    assert charges(drawing, reach=Reach(1, 2)).end == (4, 0)
    assert charges(drawing, reach=Reach(2, 2)).end == (4, 0)
    assert charges(Drawing("A..T"), reach=Reach(1, 2)).sort == "near"


@pytest.mark.rule("PF-15")
def test_with_reach_0_it_ends_in_the_square_of_the_foe() -> None:
    found = charges(Drawing("A..T"), reach=Reach(0, 0))
    assert (found.sort, found.end, found.cells) == ("free", (3, 0), 3)


@pytest.mark.rule("PF-16")
def test_a_large_creature_needs_a_lane_as_wide_as_itself() -> None:
    """Reach 1: its right column ends beside the foe in column 6, so it stands at column 4."""
    drawing = Drawing("""
        A.....T
        .......
    """)
    found = charges(drawing, mover=Mover(2))
    assert (found.sort, found.end, found.cells) == ("free", (4, 0), 4)
    assert set(found.lane) == {(col, row) for col in range(2, 6) for row in range(2)}
    lower = Drawing("""
        A.....T
        ...B...
    """)
    assert charges(lower, mover=Mover(2)).by == (3, 1)
    assert charges(lower).is_free
    fence = {border((col, 0), (col, 1)): "wall" for col in (3, 4)}
    fenced = Drawing("A.....T\n.......", borders=fence)
    assert charges(fenced, mover=Mover(2)).key == "wall"


def test_what_the_charger_stands_on_does_not_hinder_it() -> None:
    grid = Grid("square", (6, 1), {(0, 0): frozenset({"difficult"})})
    assert charge(grid, (0, 0), ((5, 0),), Reach(), 9).is_free


def test_on_hexes_it_goes_along_the_line_of_centres() -> None:
    """Five hexes to the east: it ends in the fourth."""
    found = charges(Drawing("A . . . . T", "hex"))
    assert (found.sort, found.end, found.cells) == ("free", (4, 0), 4)
    assert found.lane == ((1, 0), (2, 0), (3, 0), (4, 0))
    barred = charges(Drawing("A . ~ . . T", "hex"))
    assert (barred.sort, barred.by, barred.key) == ("blocked", (2, 0), "difficult")
    assert charges(Drawing("A . B . . T", "hex")).key == "creature"
    assert charges(Drawing("A . B . . T", "hex"), HELPLESS).is_free
    assert charges(Drawing("A . T", "hex")).sort == "near"


def test_on_hexes_a_lane_between_two_hexes_is_free_while_one_of_them_is() -> None:
    """To (2, 2) it runs between (1, 0) and (0, 1), over (1, 1), and between (2, 1) and (1, 2)."""
    grid, foe = Grid("hex"), ((3, 3),)
    ends = {(2, 3), (3, 2)}

    def at(*others: Cell) -> Charge:
        return charge(grid, (0, 0), foe, Reach(), 12, Mover(), dict.fromkeys(others, FRIEND))

    assert at().end in ends
    straight = charge(grid, (0, 0), foe, Reach(2, 2), 12, Mover(), {(1, 0): FRIEND})
    assert (straight.sort, straight.end, straight.cells) == ("free", (2, 2), 4)
    assert straight.lane[:2] == ((0, 1), (1, 1))
    both = charge(grid, (0, 0), foe, Reach(2, 2), 12, Mover(), {(1, 0): FRIEND, (0, 1): FRIEND})
    assert not (both.is_free and both.end == (2, 2))


def test_on_hexes_a_border_in_the_lane_stops_it() -> None:
    wall = border((2, 0), (3, 0))
    found = charges(Drawing("A . . . . T", "hex", {wall: "low_wall"}))
    assert (found.sort, found.by, found.key) == ("blocked", wall, "low_wall")


def test_on_hexes_a_longer_figure_takes_its_rear_along() -> None:
    """Head at (0, 0), rear west of it; it goes north-east, and its rear passes over (0, -1)."""
    mover, foe = Mover(body=PAIR), ((4, -4),)
    found = charge(Grid("hex"), (0, 0), foe, Reach(), 9, mover)
    assert (found.sort, found.end) == ("free", (3, -3))
    assert set(found.lane) == {(1, -1), (0, -1), (2, -2), (1, -2), (3, -3), (2, -3)}
    assert charge(Grid("hex"), (0, 0), foe, Reach(), 9, mover, {(1, -2): FRIEND}).by == (1, -2)


@settings(max_examples=80, deadline=None)
@given(
    CELLS, st.dictionaries(CELLS, KINDS, max_size=14), st.sets(CELLS, max_size=4), st.integers(1, 2), st.integers(0, 7)
)
def test_a_verdict_is_the_same_on_squares_turned_or_mirrored(
    foe: Cell, kinds: dict[Cell, str], others: set[Cell], size: int, turn: int
) -> None:
    own = square.space_of((0, 0), size)
    if foe in own:
        return

    def judged(turn: int) -> Charge:
        def at(cell: Cell) -> Cell:
            return turned_square(cell, turn)

        terrain = {at(cell): frozenset({name}) for cell, name in kinds.items() if cell not in (*own, foe)}
        occupied = {at(cell): FRIEND for cell in others if cell not in (*own, foe)} | {at(foe): FOE}
        start = min(at(cell) for cell in own)
        return charge(Grid("square", None, terrain), start, (at(foe),), Reach(), 8, Mover(size), occupied)

    there, turned = judged(0), judged(turn)
    assert (turned.sort, turned.cells) == (there.sort, there.cells)


@settings(max_examples=80, deadline=None)
@given(
    CELLS,
    st.dictionaries(CELLS, KINDS, max_size=14),
    st.sets(CELLS, max_size=4),
    st.sampled_from([SINGLE, PAIR]),
    st.integers(0, 11),
)
def test_a_verdict_is_the_same_on_hexes_turned_or_mirrored(
    foe: Cell, kinds: dict[Cell, str], others: set[Cell], body: Space, turn: int
) -> None:
    if foe in body:
        return

    def judged(turn: int) -> Charge:
        def at(cell: Cell) -> Cell:
            return turned_hex(cell, turn)

        terrain = {at(cell): frozenset({name}) for cell, name in kinds.items() if cell not in (*body, foe)}
        occupied = {at(cell): FRIEND for cell in others if cell not in (*body, foe)} | {at(foe): FOE}
        mover = Mover(body=tuple(at(cell) for cell in body))
        return charge(Grid("hex", None, terrain), (0, 0), (at(foe),), Reach(), 8, mover, occupied)

    there, turned = judged(0), judged(turn)
    assert (turned.sort, turned.cells) == (there.sort, there.cells)


@settings(max_examples=80, deadline=None)
@given(CELLS, st.dictionaries(CELLS, KINDS, max_size=10), st.sampled_from(["square", "hex"]))
def test_a_free_lane_joins_start_and_end_and_holds_nothing_that_slows(
    foe: Cell, kinds: dict[Cell, str], kind: str
) -> None:
    terrain = {cell: frozenset({name}) for cell, name in kinds.items() if cell not in ((0, 0), foe)}
    grid = Grid("hex" if kind == "hex" else "square", None, terrain)
    if foe == (0, 0):
        return
    found = charge(grid, (0, 0), (foe,), Reach(), 8, Mover(), {foe: FOE})
    if found.is_free:
        assert found.lane[-1] == found.end
        assert foe not in found.lane
        assert not {cell for cell in found.lane if cell in grid.costs or cell in grid.closed}
        chain = hexes.line if kind == "hex" else square.line
        assert kind == "hex" or set(chain((0, 0), found.lane[-1])) <= {(0, 0), *found.lane}
        assert 2 <= found.cells <= 8


@settings(max_examples=40, deadline=None)
@given(CELLS, st.integers(1, 2))
def test_the_lane_holds_every_square_that_a_line_between_corners_crosses(foe: Cell, size: int) -> None:
    start = square.space_of((0, 0), size)
    found = charge(Grid("square"), (0, 0), (foe,), ONE, 9, Mover(size)) if foe not in start else None
    if found is None or found.end is None or not found.is_free:
        return
    end = square.space_of(found.end, size)
    starts, ends = ({corner for cell in space for corner in corners_of(cell)} for space in (start, end))
    lines = [(a, b) for a in starts for b in ends]
    around = {cell for col, row in found.lane for cell in square.neighbours((col, row))}
    crossed = {cell for cell in around if any(crosses_square(a, b, cell) for a, b in lines)}
    assert crossed - set(start) <= set(found.lane)
    assert set(end) - set(start) <= set(found.lane)


@settings(max_examples=60, deadline=None)
@given(CELLS)
def test_on_hexes_the_lane_crosses_the_line_of_centres_or_runs_beside_it(foe: Cell) -> None:
    if foe == (0, 0):
        return
    found = charge(Grid("hex"), (0, 0), (foe,), ONE, 9)
    if found.end is None or not found.is_free:
        return
    crossed = {cell for cell in hexes.disc((0, 0), found.cells) if crosses_hex((0, 0), found.end, cell)}
    assert crossed - {(0, 0)} <= set(found.lane)
    assert all(hexes.distance(cell, each) <= 1 for cell, each in pairwise(((0, 0), *found.lane)))
