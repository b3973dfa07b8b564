"""Drawing on a map: strokes, patches and their inverses."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.border import read
from rules.drawing import Patch, difference, patch_of, redrawn, whole
from rules.errors import BadInput
from rules.maps import BattleMap, read_map, write_map
from rules.table import Redraw

FIELD = {"grid": "square", "size": [6, 4]}


def strokes(*each: dict[str, Any]) -> Any:
    return read(Redraw, {"do": "redraw", "strokes": list(each)}).strokes


def drawn(battle: BattleMap, *each: dict[str, Any]) -> tuple[BattleMap, Patch]:
    patch = patch_of(battle, strokes(*each))
    after = redrawn(battle, patch)
    assert after is not None
    return after, patch


def test_a_patch_holds_only_what_a_stroke_touched() -> None:
    after, patch = drawn(read_map(FIELD), {"tool": "paint", "kind": "wall", "cells": [[3, 1]]})
    assert patch == {"cells": [[3, 1, ["wall"], 0, False]]}
    assert write_map(after) == {**FIELD, "walls": [[3, 1]], "scale": [5, "ft"]}


def test_painting_takes_the_place_of_what_lay_there_unless_it_is_added() -> None:
    battle = read_map({**FIELD, "terrain": [{"kind": "difficult", "cells": [[0, 0], [1, 0]]}]})
    after, _patch = drawn(
        battle,
        {"tool": "paint", "kind": "fog", "cells": [[0, 0]]},
        {"tool": "paint", "kind": "fog", "cells": [[1, 0]], "only": False},
    )
    assert after.drawn.terrain == {(0, 0): {"fog"}, (1, 0): {"fog", "difficult"}}


def test_erasing_clears_terrain_height_and_the_borders_around() -> None:
    battle, _patch = drawn(
        read_map(FIELD),
        {"tool": "paint", "kind": "difficult", "cells": [[2, 2]]},
        {"tool": "raise", "height": 3, "cells": [[2, 2]]},
        {"tool": "edge", "kind": "door", "between": [[[2, 2], [3, 2]], [[4, 2], [5, 2]]]},
    )
    after, _patch = drawn(battle, {"tool": "erase", "cells": [[2, 2]]})
    assert (after.drawn.terrain, after.drawn.heights) == ({}, {})
    assert list(after.drawn.borders.values()) == ["door"]


def test_a_stroke_that_changes_nothing_gives_an_empty_patch() -> None:
    assert drawn(read_map(FIELD), {"tool": "erase", "cells": [[0, 0]]})[1] == {}


@pytest.mark.parametrize(
    ("stroke", "path"),
    [
        ({"tool": "paint", "kind": "wall", "cells": [[6, 0]]}, "strokes.0"),
        ({"tool": "paint", "kind": "lava", "cells": [[0, 0]]}, "strokes.0.kind"),
        ({"tool": "paint", "kind": "unknown", "cells": [[0, 0]]}, "strokes.0.kind"),
        ({"tool": "edge", "kind": "door", "between": [[[0, 0], [1, 1]]]}, "strokes.0.between.0"),
        ({"tool": "edge", "kind": "hedge", "between": [[[0, 0], [1, 0]]]}, "strokes.0.kind"),
    ],
)
def test_a_stroke_that_cannot_be_drawn_is_refused_at_its_place(stroke: dict[str, Any], path: str) -> None:
    with pytest.raises(BadInput) as refused:
        patch_of(read_map(FIELD), strokes(stroke))
    assert refused.value.path == path


def test_a_zone_takes_its_cells_from_the_others_and_a_nameless_one_gives_them_free() -> None:
    battle, _patch = drawn(
        read_map(FIELD),
        {"tool": "zone", "name": "The ford", "cells": [[0, 0], [1, 0], [2, 0]]},
        {"tool": "zone", "name": "The bank", "cells": [[2, 0], [3, 0]]},
        {"tool": "zone", "cells": [[0, 0]]},
    )
    assert {zone.name: set(zone.cells) for zone in battle.zones} == {"The ford": {(1, 0)}, "The bank": {(2, 0), (3, 0)}}
    covered, _patch = drawn(battle, {"tool": "cover", "cells": [[1, 0], [2, 0]]})
    assert [(zone.name, set(zone.cells)) for zone in covered.shown().zones] == [("The bank", {(3, 0)})]
    assert read_map(write_map(covered)) == covered


CELLS = st.tuples(st.integers(0, 5), st.integers(0, 3)).map(list)
STROKES = st.one_of(
    st.fixed_dictionaries(
        {
            "tool": st.just("paint"), "kind": st.sampled_from(["wall", "fog", "difficult"]),
            "cells": st.lists(CELLS, min_size=1, max_size=6), "only": st.booleans(),
        }
    ),
    st.fixed_dictionaries(
        {"tool": st.sampled_from(["erase", "cover", "show"]), "cells": st.lists(CELLS, min_size=1, max_size=6)}
    ),
    st.fixed_dictionaries(
        {"tool": st.just("raise"), "height": st.integers(-3, 3), "cells": st.lists(CELLS, min_size=1, max_size=6)}
    ),
    st.fixed_dictionaries(
        {
            "tool": st.just("zone"), "name": st.sampled_from(["", "ford", "bank"]),
            "cells": st.lists(CELLS, min_size=1, max_size=6),
        }
    ),
    st.fixed_dictionaries({"tool": st.just("light"), "light": st.sampled_from(["bright", "dim", "dark"])}),
    st.fixed_dictionaries(
        {"tool": st.just("lamp"), "at": CELLS, "bright": st.integers(0, 3), "dim": st.integers(0, 4)}
    ),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(STROKES, min_size=1, max_size=4), st.lists(STROKES, min_size=1, max_size=4))
def test_a_patch_and_its_inverse_give_back_the_very_map(first: list[Any], then: list[Any]) -> None:
    before = redrawn(read_map(FIELD), patch_of(read_map(FIELD), strokes(*first)))
    assert before is not None
    after, patch = drawn(before, *then)
    assert redrawn(after, difference(after, before)) == before
    assert redrawn(before, patch) == after
    assert redrawn(None, whole(after)) == after
