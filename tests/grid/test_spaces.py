"""The spaces of creatures on squares, their reach and what they threaten."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.grid.cells import Cell
from rules.grid.spaces import Reach, fits, how_many_share, is_beside, reaches, space_distance, threatened
from rules.grid.square import distance, space_of
from tests.grid.drawing import dedented, picture, turned_square


@pytest.mark.rule("PF-16")
def test_a_reach_of_one_threatens_the_eight_around() -> None:
    assert picture(threatened(((2, 2),), Reach()), 5, 5) == dedented("""
        .....
        .XXX.
        .X.X.
        .XXX.
        .....
    """)


@pytest.mark.rule("PF-16")
def test_a_large_creature_threatens_two_squares_far_the_second_diagonal_too() -> None:
    assert picture(threatened(space_of((2, 2), 2), Reach(1, 2)), 6, 6) == dedented("""
        XXXXXX
        XXXXXX
        XX..XX
        XX..XX
        XXXXXX
        XXXXXX
    """)


@pytest.mark.rule("PF-16")
def test_a_reach_weapon_doubles_the_reach_and_leaves_out_what_is_near() -> None:
    assert Reach().doubled() == Reach(2, 2)
    assert Reach(1, 2).doubled() == Reach(3, 4)
    assert picture(threatened(((2, 2),), Reach().doubled()), 5, 5) == dedented("""
        XXXXX
        X...X
        X...X
        X...X
        XXXXX
    """)


@pytest.mark.rule("PF-16")
def test_a_reach_of_three_squares_counts_diagonals_as_they_are() -> None:
    assert picture(threatened(((3, 3),), Reach(1, 3)), 7, 7) == dedented("""
        ..XXX..
        .XXXXX.
        XXXXXXX
        XXX.XXX
        XXXXXXX
        .XXXXX.
        ..XXX..
    """)


@pytest.mark.rule("PF-15")
def test_reach_0_threatens_nothing_and_strikes_into_its_own_square() -> None:
    assert threatened(((1, 1),), Reach(0, 0)) == frozenset()
    assert reaches(((1, 1),), Reach(0, 0), ((1, 1),))
    assert not reaches(((1, 1),), Reach(0, 0), ((1, 2),))


@pytest.mark.rule("PF-15")
def test_4_tiny_25_diminutive_or_100_fine_creatures_share_a_square() -> None:
    assert [how_many_share(each) for each in (2, 5, 10)] == [4, 25, 100]


@pytest.mark.rule("PF-11")
@pytest.mark.parametrize(
    ("size", "room", "how"), [(1, 1, "free"), (2, 1, "squeezed"), (3, 1, "no"), (3, 2, "squeezed"), (4, 2, "squeezed")]
)
def test_one_squeezes_through_at_least_half_its_width(size: int, room: int, how: str) -> None:
    assert fits(size, room) == how


def test_distance_between_spaces_counts_from_the_nearest_squares() -> None:
    ogre = space_of((2, 2), 2)
    assert space_distance("square", ogre, ((5, 5),)) == 3
    assert space_distance("square", ogre, ((4, 4),)) == 1
    assert is_beside("square", ogre, ((1, 1),))
    assert not is_beside("square", ogre, ((0, 2),))
    assert space_distance("hex", ((0, 0), (1, 0)), ((3, 0),)) == 2


CORNERS = st.tuples(st.integers(-6, 6), st.integers(-6, 6))


@given(CORNERS, CORNERS, st.integers(1, 4), st.integers(1, 4))
def test_the_distance_between_spaces_is_the_least_of_any_two_of_their_squares(
    at: Cell, other: Cell, size: int, other_size: int
) -> None:
    a, b = space_of(at, size), space_of(other, other_size)
    assert space_distance("square", a, b) == min(distance(cell, each) for cell in a for each in b)
    assert is_beside("square", a, b) is any(max(abs(c - e), abs(r - f)) <= 1 for c, r in a for e, f in b)


@pytest.mark.rule("PF-16")
@settings(max_examples=60, deadline=None)
@given(CORNERS, st.integers(1, 4), st.integers(1, 3), st.integers(0, 3), st.integers(0, 7))
def test_what_somebody_threatens_is_what_it_reaches_and_turns_with_the_map(
    at: Cell, size: int, least: int, more: int, turn: int
) -> None:
    reach, space = Reach(least, least + more), space_of(at, size)
    found = threatened(space, reach)
    around = space_of((at[0] - 8, at[1] - 8), size + 16)
    assert found == {cell for cell in around if cell not in space and reaches(space, reach, (cell,))}
    turned = tuple(turned_square(cell, turn) for cell in space)
    assert threatened(turned, reach) == {turned_square(cell, turn) for cell in found}
