"""Flanking, by the three figures of the source and the corners of the rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.grid.flanking import flanking_line, flanks
from rules.grid.spaces import Reach
from tests.grid.drawing import Drawing

pytestmark = pytest.mark.rule("PF-28")

ONE, TWO, NONE = Reach(1, 1), Reach(1, 2), Reach(0, 0)

#: The warrior (W) and the bard (B) beside the ogre (O), the rogue (R), the wizard (Z), a goblin (G).
FIGURE = Drawing("""
    ..R...
    .WOO..
    ..OOB.
    ......
    ..Z...
    ..G...
""")
OGRE = FIGURE["O"]


def test_figure_1_warrior_and_bard_opposite_each_other_flank_the_ogre() -> None:
    """The warrior left of the ogre's upper row, the bard right of its lower one: in on the left, out on the right."""
    assert flanks(FIGURE["W"], ONE, FIGURE["B"], ONE, OGRE) == ((1, 1), (4, 2))


@pytest.mark.parametrize("ally", "WB")
def test_figure_2_the_rogue_flanks_with_neither_of_them(ally: str) -> None:
    """The rogue is above the ogre: its lines to the left and to the right leave by a neighbouring side."""
    assert flanks(FIGURE["R"], ONE, FIGURE[ally], ONE, OGRE) is None


def test_figure_2_the_rogue_does_not_flank_with_a_wizard_who_does_not_threaten() -> None:
    """The wizard is opposite the rogue but a square off the ogre: the line would do, her reach does not."""
    assert flanking_line(FIGURE["R"], FIGURE["Z"], OGRE) is not None
    assert flanks(FIGURE["R"], ONE, FIGURE["Z"], ONE, OGRE) is None


def test_figure_3_goblin_and_ogre_flank_the_wizard_by_the_ogres_reach() -> None:
    """The goblin below the wizard, the ogre above her with an empty row between, which 10 feet of reach cross."""
    assert flanks(FIGURE["G"], ONE, OGRE, TWO, FIGURE["Z"]) in [((2, 5), (2, row)) for row in (1, 2)]


def test_figure_3_without_its_reach_the_ogre_would_not() -> None:
    """The same places; with 5 feet the ogre does not threaten across the empty row."""
    assert flanks(FIGURE["G"], ONE, OGRE, ONE, FIGURE["Z"]) is None


def test_reach_0_never_flanks() -> None:
    assert flanks(FIGURE["W"], NONE, FIGURE["B"], ONE, OGRE) is None
    assert flanks(FIGURE["W"], ONE, FIGURE["B"], NONE, OGRE) is None


@pytest.mark.parametrize(
    ("ally", "flanked"),
    [((2, 2), True), ((2, 1), False), ((1, 2), False), ((2, 0), False), ((0, 2), False), ((1, 0), False)],
)
def test_from_a_corner_of_one_square_only_the_opposite_corner_flanks(ally: tuple[int, int], flanked: bool) -> None:
    assert (flanking_line(((0, 0),), (ally,), ((1, 1),)) is not None) is flanked


def test_a_line_that_only_touches_a_corner_does_not_flank() -> None:
    # Through the upper left corner of the space alone: it is part of the left and of the upper side.
    assert flanking_line(((1, 2),), ((2, 1),), ((2, 2),)) is None


def test_a_big_attacker_flanks_by_any_of_its_squares() -> None:
    drawing = Drawing("""
        .AA...
        .AA...
        ..T...
        ..B...
    """)
    assert flanking_line(drawing["A"], drawing["B"], drawing["T"]) is not None
    assert flanking_line(((1, 1),), drawing["B"], drawing["T"]) is None


def test_a_corner_belongs_to_both_of_its_sides() -> None:
    # Through the upper left corner and out of the lower side: upper and lower are opposite.
    assert flanking_line(((1, 0),), ((2, 3),), ((2, 2),)) is not None


CELLS = st.tuples(st.integers(-6, 6), st.integers(-6, 6))


@given(CELLS, CELLS, st.integers(1, 3))
def test_flanking_is_the_same_from_both_and_under_mirroring(a: tuple[int, int], b: tuple[int, int], size: int) -> None:
    target = tuple((col, row) for col in range(size) for row in range(size))
    found = flanking_line((a,), (b,), target) is not None
    assert (flanking_line((b,), (a,), target) is not None) is found
    mirror_a, mirror_b = (size - 1 - a[0], a[1]), (size - 1 - b[0], b[1])
    assert (flanking_line((mirror_a,), (mirror_b,), target) is not None) is found
    assert (flanking_line((a[::-1],), (b[::-1],), target) is not None) is found


@given(CELLS, st.integers(1, 3))
def test_one_mirrored_in_the_centre_of_the_foe_always_flanks(a: tuple[int, int], size: int) -> None:
    target = tuple((col, row) for col in range(size) for row in range(size))
    if a not in target:
        assert flanking_line((a,), ((size - 1 - a[0], size - 1 - a[1]),), target) is not None
