"""The map of a scenario as JSON."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import BadInput
from rules.grid import hex as hexes
from rules.grid.cells import border
from rules.grid.document import read_grid, write_grid
from rules.grid.field import Grid, GridKind
from rules.grid.terrain import EDGES, KINDS

DOCUMENT = {
    "grid": "square",
    "size": [20, 12],
    "walls": [[3, 1]],
    "terrain": [{"kind": "difficult", "cells": [[4, 4], [5, 4]]}],
    "borders": [{"kind": "door", "between": [[[8, 2], [7, 2]]]}],
    "heights": [{"height": 2, "cells": [[0, 0]]}],
}


def test_a_map_is_read_from_its_object() -> None:
    grid = read_grid(DOCUMENT)
    assert (grid.kind, grid.size) == ("square", (20, 12))
    assert grid.terrain == {(3, 1): {"wall"}, (4, 4): {"difficult"}, (5, 4): {"difficult"}}
    assert grid.borders == {border((7, 2), (8, 2)): "door"}
    assert grid.height((0, 0)) == 2
    assert grid.height((1, 0)) == 0


def test_without_a_size_the_map_is_an_open_field() -> None:
    grid = read_grid({"grid": "hex", "walls": [[3, 1]], "terrain": [{"kind": "difficult", "cells": [[4, 4]]}]})
    assert (-100, 100) in grid
    assert (101, 0) not in grid


def test_the_hexes_of_a_sized_map_fill_its_rectangle() -> None:
    grid = read_grid({"grid": "hex", "size": [3, 4]})
    assert sorted(map(hexes.to_offset, grid.cells())) == sorted((col, row) for col in range(3) for row in range(4))
    assert all(cell in grid for cell in grid.cells())
    assert not any(cell in grid for cell in grid.rim())


@pytest.mark.parametrize(
    ("change", "path", "sentence"),
    [
        ({"grid": "triangle"}, "map.grid", "Choose one of 'square' or 'hex'."),
        ({"size": [0, 5]}, "map.size.0", "At least 1."),
        ({"size": [101, 5]}, "map.size.0", "At most 100."),
        ({"size": [5]}, "map.size", "At least 2 of these."),
        ({"walls": [[20, 0]]}, "map.walls.0", "The cell (20, 0) is not on the map."),
        ({"walls": [[0, 0], [1, 1.5]]}, "map.walls.1.1", "Write a whole number."),
        ({"walls": "all"}, "map.walls", "Give a list."),
        ({"fog": []}, "map.fog", "There is no such field."),
        (
            {"terrain": [{"kind": "difficult", "cells": [[-1, 0]]}]},
            "map.terrain.0.cells.0",
            "The cell (-1, 0) is not on the map.",
        ),
        (
            {"borders": [{"kind": "wall", "between": [[[0, 0], [1, 1]]]}]},
            "map.borders.0.between.0",
            "These two cells share no border.",
        ),
        (
            {"borders": [{"kind": kind, "between": [[[7, 2], [8, 2]]]} for kind in ("wall", "door")]},
            "map.borders.1.between.0",
            "This border has another kind already.",
        ),
        (
            {"heights": [{"height": 1, "cells": [[0, 0]]}, {"height": 2, "cells": [[0, 0]]}]},
            "map.heights.1.cells",
            "The cell (0, 0) has another height already.",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(change: dict[str, Any], path: str, sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_grid(DOCUMENT | change)
    assert (caught.value.errors[0].path, str(caught.value.errors[0].words)) == (path, sentence)


def test_what_players_are_not_shown_is_no_kind_that_is_drawn() -> None:
    with pytest.raises(BadInput) as caught:
        read_grid(DOCUMENT | {"terrain": [{"kind": "unknown", "cells": [[0, 0]]}]})
    (error,) = caught.value.errors
    assert error.path == "map.terrain.0.kind"
    assert str(error.words).startswith("There is no kind “unknown” here: choose one of ")
    assert "unknown" not in str(error.words).split("choose one of")[1]


@pytest.mark.parametrize(("part", "place"), [("terrain", "cells"), ("borders", "between")])
def test_an_unknown_kind_is_refused_with_the_known_ones(part: str, place: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_grid(DOCUMENT | {part: [{"kind": "lava", place: []}]})
    (error,) = caught.value.errors
    assert error.path == f"map.{part}.0.kind"
    assert str(error.words).startswith("There is no kind “lava” here: choose one of wall, ")


def test_every_complaint_is_made_at_once() -> None:
    with pytest.raises(BadInput) as caught:
        read_grid(DOCUMENT | {"walls": [[99, 99]], "terrain": [{"kind": "lava", "cells": []}]})
    assert [error.path for error in caught.value.errors] == ["map.walls.0", "map.terrain.0.kind"]


@pytest.mark.parametrize("document", [None, [], "map", 7, {}])
def test_what_is_no_map_at_all_is_refused(document: object) -> None:
    with pytest.raises(BadInput):
        read_grid(document)


CELLS = st.tuples(st.integers(0, 5), st.integers(0, 5))


@settings(max_examples=50)
@given(
    st.sampled_from(["square", "hex"]),
    st.dictionaries(CELLS, st.frozensets(st.sampled_from(sorted({*KINDS} - {"unknown"})), min_size=1, max_size=3)),
    st.dictionaries(CELLS, st.sampled_from(sorted(EDGES))),
    st.dictionaries(CELLS, st.integers(1, 9)),
)
def test_a_map_that_is_written_and_read_again_is_equal(kind: GridKind, terrain: Any, edges: Any, heights: Any) -> None:
    borders = {border(cell, (cell[0] + 1, cell[1])): name for cell, name in edges.items()}
    grid = Grid(kind, None, terrain, borders, heights)
    assert read_grid(write_grid(grid)) == grid
    assert write_grid(read_grid(write_grid(grid))) == write_grid(grid)
