"""The map of a scenario: read from its JSON object, with a sentence for each thing wrong, and written back.

    {"grid": "square", "size": [20, 12],
     "walls": [[3, 1]],
     "terrain": [{"kind": "difficult", "cells": [[4, 4], [5, 4]]}],
     "borders": [{"kind": "door", "between": [[[7, 2], [8, 2]]]}],
     "heights": [{"height": 2, "cells": [[0, 0]]}]}

`walls` is short for terrain of the kind `wall`. Without `size` the map is an open field. Cells of hexes are
axial, as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from rules.border import read
from rules.errors import BadInput, RulesError
from rules.grid import hex as hexes
from rules.grid.cells import Border, Cell, border
from rules.grid.field import MOST, Grid, GridKind
from rules.grid.terrain import EDGES, KINDS
from rules.words import gettext_noop as _
from rules.words import say

_Cell = Annotated[list[Annotated[int, Field(strict=True)]], Field(min_length=2, max_length=2)]
_Cells = Annotated[list[_Cell], Field(max_length=MOST * MOST)]
_Side = Annotated[int, Field(strict=True, ge=1, le=MOST)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Terrain(_Part):
    kind: str
    cells: _Cells


class _Borders(_Part):
    kind: str
    between: Annotated[
        list[Annotated[list[_Cell], Field(min_length=2, max_length=2)]], Field(max_length=3 * MOST * MOST)
    ]


class _Heights(_Part):
    height: Annotated[int, Field(strict=True, ge=-10_000, le=10_000)]
    cells: _Cells


class _Map(_Part):
    grid: GridKind
    size: Annotated[list[_Side], Field(min_length=2, max_length=2)] | None = None
    walls: _Cells = []
    terrain: Annotated[list[_Terrain], Field(max_length=1000)] = []
    borders: Annotated[list[_Borders], Field(max_length=1000)] = []
    heights: Annotated[list[_Heights], Field(max_length=1000)] = []


def read_grid(document: Any, path: str = "map") -> Grid:
    """The map that a JSON object describes.

    Raises:
        BadInput: every complaint about it, each with its path below `path`.
    """
    written = read(_Map, document, path)
    bounds = Grid(written.grid, None if written.size is None else (written.size[0], written.size[1]))
    errors: list[RulesError] = []
    terrain: dict[Cell, set[str]] = {}
    borders: dict[Border, str] = {}
    heights: dict[Cell, int] = {}
    for cell in _on_map(bounds, written.walls, f"{path}.walls", errors):
        terrain.setdefault(cell, set()).add("wall")
    for number, part in enumerate(written.terrain):
        here = f"{path}.terrain.{number}"
        if _known(part.kind, KINDS, f"{here}.kind", errors):
            for cell in _on_map(bounds, part.cells, f"{here}.cells", errors):
                terrain.setdefault(cell, set()).add(part.kind)
    for number, edge in enumerate(written.borders):
        here = f"{path}.borders.{number}"
        if _known(edge.kind, EDGES, f"{here}.kind", errors):
            for place, pair in enumerate(edge.between):
                ends = tuple(_on_map(bounds, pair, f"{here}.between.{place}", errors))
                if len(ends) < 2:
                    continue
                a, b = ends
                if not _beside(bounds.kind, a, b):
                    words = say(_("These two cells share no border."))
                    errors.append(RulesError(words, path=f"{here}.between.{place}"))
                elif borders.setdefault(border(a, b), edge.kind) != edge.kind:
                    words = say(_("This border has another kind already."))
                    errors.append(RulesError(words, path=f"{here}.between.{place}"))
    for number, raised in enumerate(written.heights):
        here = f"{path}.heights.{number}"
        for cell in _on_map(bounds, raised.cells, f"{here}.cells", errors):
            if heights.setdefault(cell, raised.height) != raised.height:
                words = say(_("The cell {cell} has another height already."), cell=_drawn(cell))
                errors.append(RulesError(words, path=f"{here}.cells"))
    if errors:
        raise BadInput(errors)
    heights = {cell: height for cell, height in heights.items() if height}
    return Grid(bounds.kind, bounds.size, {cell: frozenset(kinds) for cell, kinds in terrain.items()}, borders, heights)


def write_grid(grid: Grid) -> dict[str, Any]:
    """The JSON object of a map: read again, it gives an equal map. Equal maps are written alike."""
    document: dict[str, Any] = {"grid": grid.kind}
    if grid.size is not None:
        document["size"] = list(grid.size)
    kinds: dict[str, list[list[int]]] = {}
    for cell in sorted(grid.terrain):
        for kind in sorted(grid.terrain[cell]):
            kinds.setdefault(kind, []).append(list(cell))
    edges: dict[str, list[list[list[int]]]] = {}
    for between in sorted(grid.borders):
        edges.setdefault(grid.borders[between], []).append([list(between.a), list(between.b)])
    levels: dict[int, list[list[int]]] = {}
    for cell in sorted(grid.heights):
        levels.setdefault(grid.heights[cell], []).append(list(cell))
    if walls := kinds.pop("wall", None):
        document["walls"] = walls
    if kinds:
        document["terrain"] = [{"kind": kind, "cells": kinds[kind]} for kind in sorted(kinds)]
    if edges:
        document["borders"] = [{"kind": kind, "between": edges[kind]} for kind in sorted(edges)]
    if levels:
        document["heights"] = [{"height": level, "cells": levels[level]} for level in sorted(levels)]
    return document


def _on_map(grid: Grid, cells: Iterable[list[int]], path: str, errors: list[RulesError]) -> Iterator[Cell]:
    """The cells as cells. One that is not on the map ends them, with a complaint: one for a list is enough."""
    found = [(cell[0], cell[1]) for cell in cells]
    for number, cell in enumerate(found):
        if cell not in grid:
            words = say(_("The cell {cell} is not on the map."), cell=_drawn(cell))
            errors.append(RulesError(words, path=f"{path}.{number}"))
            return iter(())
    return iter(found)


def _known(kind: str, kinds: Iterable[str], path: str, errors: list[RulesError]) -> bool:
    drawn = [each for each in kinds if each != "unknown"]  # it stands for what players are not shown
    if kind in drawn:
        return True
    words = say(_("There is no kind “{kind}” here: choose one of {known}."), kind=kind[:60], known=", ".join(drawn))
    errors.append(RulesError(words, path=path))
    return False


def _beside(kind: GridKind, a: Cell, b: Cell) -> bool:
    if kind == "hex":
        return hexes.distance(a, b) == 1
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def _drawn(cell: Cell) -> str:
    return f"({cell[0]}, {cell[1]})"
