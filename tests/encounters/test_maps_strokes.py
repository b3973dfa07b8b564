"""What people write and pages send to draw on a map, as strokes."""

from __future__ import annotations

from typing import Any

import pytest

from encounters.mapping.strokes import borders_of, cells_in, strokes_from
from encounters.mapping.toolbox import GROUPS
from rules.border import read
from rules.drawing import patch_of
from rules.errors import BadInput
from rules.grid.cells import Border
from rules.maps import read_map
from rules.table import Redraw

SQUARES = read_map({"grid": "square", "size": [6, 4]})
HEXES = read_map({"grid": "hex", "size": [6, 4]})


def test_cells_are_named_one_by_one_and_by_the_corners_of_rectangles() -> None:
    """B2:C3 are the columns B and C of the rows 2 and 3."""
    cells, borders = cells_in(SQUARES, "a1, B2:C3;f4")
    assert cells == {(0, 0), (1, 1), (2, 1), (1, 2), (2, 2), (5, 3)}
    assert borders == set()


def test_a_rectangle_of_hexes_has_straight_sides() -> None:
    """Axial, the row below begins half a hex to the right, so the third row's columns are one less: q = col − 1."""
    cells, _borders = cells_in(HEXES, "A1:B3")
    assert cells == {(0, 0), (1, 0), (0, 1), (1, 1), (-1, 2), (0, 2)}


def test_a_border_is_named_by_its_two_cells_from_either_side() -> None:
    assert cells_in(SQUARES, "B2|A2")[1] == cells_in(SQUARES, "A2|B2")[1] == {Border((0, 1), (1, 1))}


def test_around_two_squares_in_the_middle_there_are_six_borders_and_at_the_corner_of_the_map_three() -> None:
    assert len(borders_of(SQUARES, [(2, 1), (3, 1)], "around")) == 6
    assert borders_of(SQUARES, [(0, 0)], "around") == {Border((0, 0), (1, 0)), Border((0, 0), (0, 1))}


def test_around_a_hex_in_the_middle_there_are_six_borders() -> None:
    assert len(borders_of(HEXES, [(2, 1)], "around")) == 6


def test_one_side_of_each_cell() -> None:
    assert borders_of(SQUARES, [(1, 1), (2, 1)], "n") == {Border((1, 0), (1, 1)), Border((2, 0), (2, 1))}
    assert borders_of(HEXES, [(2, 1)], "ne") == {Border((2, 1), (3, 0))}


def test_what_hides_lies_over_the_ground_and_ground_replaces_ground() -> None:
    (fog,) = strokes_from({"tool": "paint:fog", "cells": "A1"}, SQUARES)
    (chasm,) = strokes_from({"tool": "paint:chasm", "cells": "A1"}, SQUARES)
    assert (fog["only"], chasm["only"]) == (False, True)


def test_every_tool_of_the_toolbox_draws_something() -> None:
    """On a map whose cell B2 is raised, covered, lit and walled in, so that taking away is something too."""
    full: dict[str, Any] = {
        "heights": [{"height": 3, "cells": [[1, 1]]}], "shroud": [[1, 1]], "lamps": [{"at": [1, 1], "bright": 1}],
        "borders": [{"kind": "curtain", "between": [[[1, 1], [2, 1]]]}], "scale": [5, "ft"],
        "zones": [{"name": "The bank", "cells": [[1, 1]]}],
    }  # fmt: skip
    sent = {"cells": "B2 C2", "height": "−2", "bright": "2", "dim": "4", "name": "The ford"}
    for kind in ("square", "hex"):
        battle = read_map({"grid": kind, "size": [6, 4], **full})
        for tool in (tool for group in GROUPS for tool in group.tools):
            strokes = strokes_from({**sent, "tool": tool.value}, battle)
            assert patch_of(battle, read(Redraw, {"do": "redraw", "strokes": strokes}).strokes), tool.value


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        ({"tool": "paint:fog", "cells": ""}, "cells"),
        ({"tool": "paint:fog", "cells": "G1"}, "cells"),
        ({"tool": "paint:fog", "cells": "A1:"}, "cells"),
        ({"tool": "paint:fog", "cells": "A1|B1"}, "cells"),
        ({"tool": "edge:wall", "cells": "A1|"}, "cells"),
        ({"tool": "raise", "cells": "A1", "height": "high"}, "height"),
        ({"tool": "lamp", "cells": "A1", "bright": "1", "dim": ""}, "dim"),
        ({"tool": "zone", "cells": "A1", "name": " "}, "name"),
        ({"tool": "dig", "cells": "A1"}, "tool"),
        ({}, "cells"),
        ({"tool": "paint:fog", "cells": "A1:F4 " * 201}, "cells"),
        ({"tool": "paint:fog", "cells": "A1 " * 50_000}, "cells"),
    ],
)
def test_what_cannot_be_drawn_is_refused_at_its_field(sent: dict[str, str], path: str) -> None:
    with pytest.raises(BadInput) as refused:
        strokes_from(sent, SQUARES)
    assert [each.path for each in refused.value.errors] == [path]
