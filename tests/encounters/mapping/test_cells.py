"""Cells in words, for whoever does not see the drawing."""

from __future__ import annotations

from typing import Any

import pytest

from encounters.mapping.cells import FACINGS, cell_in_words, who_is_in
from rules.grid.cells import Cell
from rules.grid.figures import facing_to
from rules.grid.hex import DIRECTIONS, from_offset
from rules.maps import read_map
from tests.encounters.mapping.table import names_of, said
from tests.rules.stage import Stage, at, field, foe, hero


def described(ground: dict[str, Any], cell: Cell, *, shown_only: bool = False) -> str:
    battle = read_map(ground)
    return ", ".join(said(each) for each in cell_in_words(battle.shown() if shown_only else battle, cell))


def test_a_plain_cell_is_open_ground() -> None:
    assert described(field(), (2, 6)) == "C7, open ground"


def test_all_that_lies_in_a_cell_is_named() -> None:
    ground = field(terrain=[{"kind": "difficult", "cells": [[1, 1]]}, {"kind": "fog", "cells": [[1, 1]]}])
    assert described(ground, (1, 1)) == "B2, difficult terrain, fog"
    assert described(field(walls=[[1, 1]]), (1, 1)) == "B2, a wall"


@pytest.mark.parametrize(("height", "said_so"), [(2, "height +2"), (-3, "height −3")])
def test_the_height_of_a_cell_is_named_with_its_sign(height: int, said_so: str) -> None:
    ground = field(heights=[{"height": height, "cells": [[0, 0]]}])
    assert described(ground, (0, 0)) == f"A1, open ground, {said_so}"
    assert described(ground, (0, 1)) == "A2, open ground"


@pytest.mark.parametrize(
    ("other", "side"),
    [((2, 1), "to the east"), ((1, 2), "to the south"), ((0, 1), "to the west"), ((1, 0), "to the north")],
)
def test_a_border_of_a_square_is_named_with_its_side(other: Cell, side: str) -> None:
    ground = field(borders=[{"kind": "door", "between": [[[1, 1], list(other)]]}])
    assert described(ground, (1, 1)) == f"B2, open ground, a closed door {side}"


@pytest.mark.parametrize(
    ("other", "side"),
    [
        ((2, 1), "to the east"), ((1, 2), "to the south-east"), ((0, 2), "to the south-west"),
        ((0, 1), "to the west"), ((1, 0), "to the north-west"), ((2, 0), "to the north-east"),
    ],
)  # fmt: skip
def test_a_border_of_a_hex_is_named_with_its_side(other: Cell, side: str) -> None:
    """Hex (1, 1) is the second of the second row, B2: its neighbours clockwise from the east."""
    ground = field(grid="hex", borders=[{"kind": "bars", "between": [[[1, 1], list(other)]]}])
    assert described(ground, (1, 1)) == f"B2, open ground, bars {side}"


def test_a_lamp_and_the_dark_around_it_are_named() -> None:
    """A lamp that shines one cell far and one more dimly, in the dark."""
    ground = field(12, 1, light="dark", lamps=[{"at": [3, 0], "bright": 1, "dim": 2}])
    assert described(ground, (3, 0)) == "D1, open ground, a lamp"
    assert described(ground, (5, 0)) == "F1, dim light"
    assert described(ground, (6, 0)) == "G1, darkness"


def test_of_a_cell_that_is_not_shown_nothing_else_is_said() -> None:
    ground = field(
        walls=[[1, 1]], heights=[{"height": 2, "cells": [[2, 1]]}], lamps=[{"at": [2, 1], "bright": 1}],
        borders=[{"kind": "door", "between": [[[2, 1], [3, 1]]]}], shroud=[[1, 1], [2, 1]],
    )  # fmt: skip
    assert described(ground, (2, 1)) == "C2, open ground, height +2, a closed door to the east, a lamp"
    for cell, name in (((1, 1), "B2"), ((2, 1), "C2")):
        assert described(ground, cell, shown_only=True) == f"{name}, what is not shown"
    assert described(ground, (3, 1), shown_only=True) == "D2, open ground", "nor of the door that leads there"


def test_who_stands_in_a_cell_is_named_where_this_seat_knows_it() -> None:
    on = Stage(at(hero("anna"), 1, 1), at(foe("goblin"), 2, 1), ground=field())
    assert list(who_is_in(on.fight, (2, 1), names_of(on))) == ["goblin"]
    assert list(who_is_in(on.fight, (2, 1), names_of(on, "goblin"))) == []
    assert list(who_is_in(on.fight, (5, 5), names_of(on))) == []


def test_facings_are_called_as_they_look_on_the_drawing() -> None:
    """East is one column on, south-east one row down and half a hex to the right."""
    assert [FACINGS[facing_to((0, 0), step)] for step in DIRECTIONS] == list(FACINGS)
    assert FACINGS[facing_to(from_offset(1, 1), from_offset(2, 1))] == "east"
    assert FACINGS[facing_to(from_offset(1, 0), from_offset(1, 1))] == "south-east"
    assert FACINGS[facing_to(from_offset(1, 0), from_offset(0, 1))] == "south-west"
