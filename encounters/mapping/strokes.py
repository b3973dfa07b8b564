"""What is drawn on a map, as people write it and as a page sends it: a tool, and cells by name.

    C7, D7:F9        two stretches of cells: one cell, and a rectangle of columns and rows
    C7|D7            the border between two cells

A tool that draws borders takes cells too: it draws around them all, or on the chosen side of each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from encounters.mapping.ground import lattice_of
from rules.drawing import OPEN
from rules.errors import BadInput, RulesError
from rules.grid.cells import Border, Cell, border
from rules.grid.hex import DIRECTIONS as HEX_STEPS
from rules.grid.square import DIRECTIONS as SQUARE_STEPS
from rules.grid.terrain import EDGES, KINDS
from rules.maps import BattleMap
from rules.numbers import read_number
from rules.words import gettext_noop as _
from rules.words import say

#: Around all the cells together.
AROUND = "around"
#: The most stretches that one stroke names: every cell of the largest map by itself.
MOST_STRETCHES = 10_000
#: The most rectangles among them.
MOST_RECTANGLES = 200
LONGEST = 120_000
#: The longest name of a zone.
MOST_NAME = 100
_SPLIT = re.compile(r"[\s,;]+")

#: The sides of a cell by the letters of a compass.
SIDES: Mapping[str, Mapping[str, Cell]] = {
    "square": dict(zip("eswn", SQUARE_STEPS[::2], strict=True)),
    "hex": dict(zip(("e", "se", "sw", "w", "nw", "ne"), HEX_STEPS, strict=True)),
}
assert SIDES["square"] == {"e": (1, 0), "s": (0, 1), "w": (-1, 0), "n": (0, -1)}
assert SIDES["hex"]["ne"] == (1, -1)


def strokes_from(sent: Mapping[str, Any], battle: BattleMap) -> list[dict[str, Any]]:
    """The strokes that a form asks for, as an order to redraw holds them.

    Raises:
        BadInput: a cell is none of the map's, or a number is none; its path is the field.
    """
    tool, _colon, kind = str(sent.get("tool", ""))[:60].partition(":")
    if tool == "light":
        return [{"tool": "light", "light": kind}]
    cells, borders = cells_in(battle, str(sent.get("cells", "")))
    if tool == "edge":
        side = str(sent.get("side", AROUND))
        # What is taken away is taken away inside too.
        those = [[cell] for cell in cells] if kind == OPEN else [cells]
        between = borders.union(*(borders_of(battle, each, side) for each in those))
        if not between:
            raise _wrong("cells", say(_("There is no border there: name cells that have neighbours.")))
        return [{"tool": "edge", "kind": kind, "between": [[list(each.a), list(each.b)] for each in sorted(between)]}]
    if not cells:
        raise _wrong("cells", say(_("Name the cells to draw on, like C7 or D7:F9.")))
    listed = [list(cell) for cell in sorted(cells)]
    if tool == "paint":
        return [{"tool": "paint", "kind": kind, "cells": listed, "only": not _is_veil(kind)}]
    if tool == "raise":
        return [{"tool": "raise", "height": _number(sent, "height"), "cells": listed}]
    if tool == "lamp":
        bright, dim = (0, 0) if kind == "out" else (_number(sent, "bright"), _number(sent, "dim"))
        return [{"tool": "lamp", "at": cell, "bright": bright, "dim": dim} for cell in listed]
    if tool == "zone":
        name = "" if kind == "out" else str(sent.get("name", "")).strip()[:MOST_NAME]
        if not name and kind != "out":
            raise _wrong("name", say(_("Give the zone a name.")))
        return [{"tool": "zone", "name": name, "cells": listed}]
    if tool in ("erase", "cover", "show"):
        return [{"tool": tool, "cells": listed}]
    raise _wrong("tool", say(_("Choose what to draw with.")))


def cells_in(battle: BattleMap, text: str) -> tuple[set[Cell], set[Border]]:
    """The cells and the borders that a text names.

    Raises:
        BadInput: something in it is no cell of the map.
    """
    cells: set[Cell] = set()
    borders: set[Border] = set()
    stretches = [each for each in _SPLIT.split(text[:LONGEST]) if each]
    if len(stretches) > MOST_STRETCHES or text.count(":") > MOST_RECTANGLES or len(text) > LONGEST:
        raise _wrong("cells", say(_("This is too much for one stroke: draw it in several.")))
    for each in stretches:
        if "|" in each:
            a, b = (_cell(battle, name) for name in each.split("|", 1))
            borders.add(border(a, b))
        elif ":" in each:
            a, b = (_cell(battle, name) for name in each.split(":", 1))
            cells.update(lattice_of(battle).rectangle(a, b))
        else:
            cells.add(_cell(battle, each))
    return cells, borders


def borders_of(battle: BattleMap, cells: Iterable[Cell], side: str) -> set[Border]:
    """The borders around some cells together, or on one side of each; the edge of the map has none."""
    inside, sides = set(cells), SIDES[battle.drawn.kind]
    steps = [sides[side]] if side in sides else list(sides.values())
    found = set()
    for cell in inside:
        for across, down in steps:
            other = cell[0] + across, cell[1] + down
            if other in battle.drawn and (side in sides or other not in inside):
                found.add(border(cell, other))
    return found


def _cell(battle: BattleMap, name: str) -> Cell:
    cell = battle.named(name)
    if cell is None:
        raise _wrong("cells", say(_("There is no cell “{name}” on this map."), name=name[:20]))
    return cell


def _number(sent: Mapping[str, Any], name: str) -> int:
    try:
        return int(read_number(str(sent.get(name, ""))[:20]))
    except ValueError:
        raise _wrong(name, say(_("Write a whole number."))) from None


def _is_veil(kind: str) -> bool:
    """Whether it lies over what is there: fog on a meadow leaves the meadow."""
    return kind in KINDS and KINDS[kind].veil


def _wrong(path: str, words: Any) -> BadInput:
    return BadInput([RulesError(words, path=path)])


#: What the tools draw, in the order of the toolbox.
BORDERS = tuple(EDGES)
GROUND = tuple(key for key, kind in KINDS.items() if not kind.veil and key != "unknown")
VEILS = tuple(key for key, kind in KINDS.items() if kind.veil)
