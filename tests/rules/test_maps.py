"""Maps of fights: read and written, lit by lamps, shown in part, cells by their names."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import maps
from rules.drawing import Paint, patch_of, redrawn
from rules.errors import BadInput
from rules.maps import BattleMap, Lamp, read_map, write_map

FIELD: dict[str, Any] = {"grid": "square", "size": [6, 4]}


def complaints(document: Any) -> list[tuple[str, str]]:
    """Path and sentence of everything that is wrong with a map."""
    with pytest.raises(BadInput) as bad:
        read_map(document)
    return [(each.path, str(each.words)) for each in bad.value.errors]


def test_a_map_is_read_and_written_alike() -> None:
    document = {
        "grid": "square", "size": [6, 4],
        "walls": [[2, 0], [2, 1]],
        "terrain": [{"kind": "difficult", "cells": [[0, 0]]}],
        "borders": [{"kind": "door", "between": [[[3, 1], [4, 1]]]}],
        "heights": [{"height": 2, "cells": [[5, 3]]}],
        "scale": [2, "m"],
        "light": "dark",
        "lamps": [{"at": [0, 1], "bright": 1, "dim": 2}],
        "shroud": [[5, 0], [5, 1]],
    }  # fmt: skip
    battle = read_map(document)
    assert battle.drawn.solid == {(2, 0), (2, 1)}
    assert (battle.scale, battle.unit, battle.light) == (2, "m", "dark")
    assert battle.lamps == (Lamp((0, 1), 1, 2),)
    assert battle.shroud == {(5, 0), (5, 1)}
    assert write_map(battle) == document


def test_what_a_map_does_not_say_is_five_feet_a_cell_in_bright_light() -> None:
    battle = read_map(FIELD)
    assert (battle.scale, battle.unit, battle.light, battle.lamps, battle.shroud) == (
        5,
        "ft",
        "bright",
        (),
        frozenset(),
    )
    assert write_map(battle) == {**FIELD, "scale": [5, "ft"]}


def test_a_lamp_is_at_least_as_far_dim_as_it_is_bright() -> None:
    assert read_map({**FIELD, "lamps": [{"at": [0, 0], "bright": 3}]}).lamps == (Lamp((0, 0), 3, 3),)


@pytest.mark.parametrize(
    ("change", "path", "sentence"),
    [
        ({"scale": [0, "ft"]}, "map.scale.0", None),
        ({"scale": [5, "mile"]}, "map.scale.1", "Choose one of 'ft', 'm' or 'yd'."),
        ({"light": "purple"}, "map.light", "Choose one of 'bright', 'dim' or 'dark'."),
        ({"scale": ["wide", "ft"]}, "map.scale.0", "Write a number."),
        ({"scale": [None, "ft"]}, "map.scale.0", "Write a number."),
        ({"scale": [float("nan"), "ft"]}, "map.scale.0", "Write a number."),
        ({"lamps": [{"at": [9, 0], "bright": 1}]}, "map.lamps.0.at", "The cell (9, 0) is not on the map."),
        ({"lamps": [{"at": [0, 0], "bright": 101}]}, "map.lamps.0.bright", "At most 100."),
        ({"shroud": [[0, 0], [0, 4]]}, "map.shroud.1", "The cell (0, 4) is not on the map."),
        ({"walls": [[6, 0]]}, "map.walls.0", "The cell (6, 0) is not on the map."),
        ({"terrain": [{"kind": "lava", "cells": []}]}, "map.terrain.0.kind", None),
        ({"borders": [{"kind": "door", "between": [[[0, 0], [1, 1]]]}]}, "map.borders.0.between.0",
         "These two cells share no border."),
        ({"colour": "red"}, "map.colour", "There is no such field."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_map_is_said_with_its_place(change: Any, path: str, sentence: str | None) -> None:
    ((where, said),) = complaints({**FIELD, **change})
    assert where == path
    assert sentence is None or said == sentence


@pytest.mark.parametrize("document", ["a map", 3, [], None])
def test_what_is_no_object_is_no_map(document: Any) -> None:
    assert {path for path, _said in complaints(document)} == {"map"}


def test_complaints_about_the_grid_and_about_its_light_come_together() -> None:
    assert {path for path, _said in complaints({"grid": "triangle", "light": "purple"})} == {"map.grid", "map.light"}


def kinds(battle: BattleMap, *cells: tuple[int, int]) -> list[set[str]]:
    return [set(battle.grid.terrain.get(cell, ())) for cell in cells]


def test_in_the_dark_a_lamp_makes_what_is_near_bright_and_what_is_farther_dim() -> None:
    """Bright within 1 cell, dim within 3; beyond it is as dark as everywhere."""
    battle = read_map(
        {"grid": "square", "size": [8, 1], "light": "dark", "lamps": [{"at": [0, 0], "bright": 1, "dim": 3}]}
    )
    assert kinds(battle, (0, 0), (1, 0), (2, 0), (3, 0), (4, 0)) == [
        set(), set(), {"dim_light"}, {"dim_light"}, {"darkness"},
    ]  # fmt: skip


def test_in_dim_light_the_dim_part_of_a_lamp_is_a_step_brighter() -> None:
    battle = read_map(
        {"grid": "square", "size": [5, 1], "light": "dim", "lamps": [{"at": [0, 0], "bright": 1, "dim": 3}]}
    )
    assert kinds(battle, (1, 0), (3, 0), (4, 0)) == [set(), set(), {"dim_light"}]


def test_a_wall_holds_the_light_of_a_lamp_and_an_open_door_lets_it_through() -> None:
    row = {"grid": "square", "size": [5, 1], "light": "dark", "lamps": [{"at": [0, 0], "bright": 4}]}
    walled = read_map({**row, "borders": [{"kind": "wall", "between": [[[1, 0], [2, 0]]]}]})
    assert kinds(walled, (1, 0), (2, 0), (4, 0)) == [set(), {"darkness"}, {"darkness"}]
    opened = read_map({**row, "borders": [{"kind": "open_door", "between": [[[1, 0], [2, 0]]]}]})
    assert kinds(opened, (1, 0), (2, 0), (4, 0)) == [set(), set(), set()]


def test_gloom_lies_over_what_was_drawn_and_is_not_written() -> None:
    document = {**FIELD, "terrain": [{"kind": "fog", "cells": [[0, 0]]}], "light": "dark", "scale": [5, "ft"]}
    battle = read_map(document)
    assert kinds(battle, (0, 0), (1, 0)) == [{"fog", "darkness"}, {"darkness"}]
    assert write_map(battle) == document


def test_players_are_shown_nothing_of_what_lies_under_the_shroud() -> None:
    battle = read_map(
        {
            **FIELD, "walls": [[4, 0], [1, 1]], "heights": [{"height": 3, "cells": [[4, 1], [0, 0]]}],
            "borders": [{"kind": "door", "between": [[[3, 0], [4, 0]], [[0, 0], [1, 0]]]}],
            "shroud": [[4, 0], [4, 1]],
        }
    )  # fmt: skip
    shown = battle.shown()
    assert kinds(shown, (4, 0), (4, 1), (1, 1)) == [{"unknown"}, {"unknown"}, {"wall"}]
    assert shown.drawn.heights == {(0, 0): 3}
    assert [tuple(each) for each in shown.drawn.borders] == [((0, 0), (1, 0))]
    assert (4, 0) in shown.drawn.closed


def test_the_light_of_a_lamp_under_the_shroud_is_seen_where_it_falls_and_the_lamp_is_not() -> None:
    battle = read_map(
        {"grid": "square", "size": [6, 1], "light": "dark", "lamps": [{"at": [5, 0], "bright": 3}], "shroud": [[5, 0]]}
    )
    shown = battle.shown()
    assert shown.lamps == ()
    assert kinds(shown, (1, 0), (2, 0), (5, 0)) == [{"darkness"}, set(), {"unknown"}]


def test_a_map_that_is_shown_whole_is_shown_as_it_is() -> None:
    battle = read_map(FIELD)
    assert battle.shown() is battle


@pytest.mark.parametrize(
    ("cell", "name"), [((0, 0), "A1"), ((2, 6), "C7"), ((25, 0), "Z1"), ((26, 9), "AA10"), ((99, 99), "CV100")]
)
def test_a_square_is_called_by_letters_for_its_column_and_a_number_for_its_row(
    cell: tuple[int, int], name: str
) -> None:
    """Z is the 26th letter, AA the 27th column; column 100 is 3 × 26 + 22: the third letter, then V."""
    battle = read_map({"grid": "square", "size": [100, 100]})
    assert battle.name(cell) == name
    assert battle.named(name.lower()) == cell


@pytest.mark.parametrize(
    ("cell", "name"), [((0, 0), "A1"), ((2, 0), "C1"), ((0, 1), "A2"), ((-1, 2), "A3"), ((1, 4), "D5")]
)
def test_a_hex_is_called_by_the_column_and_the_row_of_the_drawing(cell: tuple[int, int], name: str) -> None:
    """Two rows down the first hex of a row has q −1; with r 4 the first has q −2, so that q 1 is the fourth: D."""
    battle = read_map({"grid": "hex", "size": [8, 8]})
    assert battle.name(cell) == name
    assert battle.named(name) == cell


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (26 + 26 * 26, 0), (10**30, 0)])
def test_a_cell_that_no_map_could_have_is_called_by_its_numbers(cell: tuple[int, int]) -> None:
    """Column 702, counted from 0, would be the first with three letters."""
    assert read_map(FIELD).name(cell) == f"({cell[0]}, {cell[1]})"
    assert read_map(FIELD).name((25 + 26 * 26, 0)) == "ZZ1"


@pytest.mark.parametrize("text", ["", "7", "C", "G1", "A5", "C0", "C-1", "AAA1", "Ж1", "C7 7", "C1234"])
def test_what_names_no_cell_of_the_map_is_none(text: str) -> None:
    """The map has six columns, A to F, and four rows."""
    assert read_map(FIELD).named(text) is None


#: What Unicode calls the Cyrillic letters that look like Latin ones.
ALIKE = {
    "A": "A", "B": "VE", "C": "ES", "E": "IE", "H": "EN", "K": "KA", "M": "EM", "O": "O", "P": "ER", "T": "TE",
    "X": "HA", "Y": "U",
}  # fmt: skip


@pytest.mark.parametrize("letter", "ABCEHKMOPTXY")
def test_a_cell_may_be_called_by_the_cyrillic_letter_that_looks_like_its_own(letter: str) -> None:
    alike = unicodedata.lookup(f"CYRILLIC CAPITAL LETTER {ALIKE[letter]}")
    battle = read_map({"grid": "square", "size": [26, 9]})
    assert battle.named(f"{alike}7") == battle.named(f"{alike.lower()}7") == battle.named(f"{letter}7") is not None


def test_cells_of_an_open_field_are_called_by_their_numbers() -> None:
    battle = read_map({"grid": "square"})
    assert battle.name((-3, 12)) == "(-3, 12)"
    assert battle.named("C7") is None


@pytest.mark.parametrize(
    ("scale", "feet", "cells"),
    [
        ([5, "ft"], 40, 8),
        ([5, "ft"], 12, 2),
        ([10, "ft"], 5, 1),
        ([5, "ft"], 0, 0),
        ([2, "m"], 40, 6),
        ([1, "yd"], 9, 3),
    ],
)
def test_a_length_is_whole_cells_and_at_least_one_where_it_is_a_length(scale: Any, feet: int, cells: int) -> None:
    """2 m stand for 6 ft: 40 ft are six whole ones. 5 ft on cells of 10 ft are one cell all the same."""
    assert read_map({**FIELD, "scale": scale}).cells_in(feet) == cells


def test_a_length_is_no_more_cells_than_the_largest_map_has_however_small_they_are() -> None:
    """40 ft in cells of the smallest number there is would be more cells than any number says."""
    assert read_map({"grid": "square", "size": [3, 3], "scale": [5e-324, "ft"]}).cells_in(40) == 100 * 100


def test_cells_are_told_as_a_length_in_the_unit_of_the_map() -> None:
    assert str(read_map(FIELD).length(3)) == "15 ft"
    assert str(read_map({**FIELD, "scale": [1.5, "m"]}).length(3)) == "4.5 m"


CELLS = st.tuples(st.integers(0, 5), st.integers(0, 3)).map(list)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    walls=st.lists(CELLS, max_size=5),
    shroud=st.lists(CELLS, max_size=5),
    lamps=st.lists(
        st.fixed_dictionaries({"at": CELLS, "bright": st.integers(0, 4), "dim": st.integers(0, 9)}), max_size=3
    ),
    light=st.sampled_from(["bright", "dim", "dark"]),
    scale=st.sampled_from([[5, "ft"], [1.5, "m"], [1, "yd"]]),
)
def test_a_map_written_and_read_again_is_the_same(walls: Any, shroud: Any, lamps: Any, light: str, scale: Any) -> None:
    battle = read_map({**FIELD, "walls": walls, "shroud": shroud, "lamps": lamps, "light": light, "scale": scale})
    again = read_map(write_map(battle))
    assert again == battle
    assert again.grid.terrain == battle.grid.terrain
    assert write_map(again) == write_map(battle)


def test_a_cell_without_a_size_is_refused_in_plain_numbers() -> None:
    with pytest.raises(BadInput) as refused:
        read_map({"grid": "square", "size": [2, 2], "scale": [0, "ft"]})
    assert (refused.value.path, str(refused.value.words)) == ("map.scale.0", "More than 0.")


def test_light_is_worked_out_when_somebody_looks_and_not_while_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out = []

    def lit(*_: Any) -> tuple[frozenset[Any], frozenset[Any]]:
        worked_out.append(1)
        return frozenset(), frozenset()

    monkeypatch.setattr(maps, "lit", lit)
    battle = read_map({"grid": "square", "size": [9, 9], "light": "dark", "lamps": [{"at": [4, 4], "bright": 2}]})
    stroke = Paint(tool="paint", kind="fog", cells=[(1, 1)])
    after = redrawn(battle, patch_of(battle, [stroke, stroke]))
    assert after is not None
    assert worked_out == []
    assert after.grid is after.grid
    assert worked_out == [1]
