"""Drawing on a map: strokes become patches, which go forwards and backwards exactly.

A patch holds, for each cell and border that a stroke touched, all that lies there afterwards; its inverse what lay
there before. So a change of a map is exact, and small, however large the map is.

    {"cells": [[3, 1, ["wall"], 0, false], …], "borders": [[[3, 1], [4, 1], "door"], …],
     "light": "dark", "lamps": [[4, 2, 4, 8], …], "zones": [["The ford", [[8, 3], …]], …]}

`{"whole": document}` lays another map in the place of the one that was there, `{"whole": null}` takes it away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.border import Frozen
from rules.errors import BadInput, Refused, RulesError
from rules.grid import hex as hexes
from rules.grid.cells import Border, Cell, border
from rules.grid.field import MOST, Grid
from rules.grid.terrain import EDGES, KINDS
from rules.maps import (
    MOST_LAMPS,
    MOST_ZONES,
    BattleMap,
    Lamp,
    Light,
    Zone,
    not_on_map,
    read_map,
    with_zone,
    write_map,
)  # fmt: skip
from rules.words import gettext_noop as _
from rules.words import say

type Patch = Mapping[str, Any]

_At = tuple[int, int]
_Cells = Annotated[list[_At], Field(min_length=1, max_length=MOST * MOST)]


class Paint(Frozen):
    """Lay a kind of terrain into cells; what lay there stays unless `only` it is to lie there."""

    tool: Literal["paint"]
    kind: str
    cells: _Cells
    only: bool = True


class Erase(Frozen):
    """Clear cells: no terrain, height 0, and no borders around them."""

    tool: Literal["erase"]
    cells: _Cells


class Edge(Frozen):
    """Set the borders between cells; `open` takes away what was there."""

    tool: Literal["edge"]
    kind: str
    between: Annotated[list[tuple[_At, _At]], Field(min_length=1, max_length=3 * MOST * MOST)]


class Raise(Frozen):
    """Give cells a height."""

    tool: Literal["raise"]
    height: int = Field(ge=-100, le=100)
    cells: _Cells


class Shroud(Frozen):
    """Cover cells, so that players are not shown them; or show them."""

    tool: Literal["cover", "show"]
    cells: _Cells


class NameZone(Frozen):
    """Give a part of the map a name; without a name its cells belong to no zone any more."""

    tool: Literal["zone"]
    name: str = Field(default="", max_length=100)
    cells: _Cells


class SetLight(Frozen):
    """Set the light of the place."""

    tool: Literal["light"]
    light: Light


class SetLamp(Frozen):
    """Put a lamp into a cell, or with 0 cells of light take it away."""

    tool: Literal["lamp"]
    at: _At
    bright: int = Field(default=0, ge=0, le=MOST)
    dim: int = Field(default=0, ge=0, le=MOST)


Stroke = Annotated[Paint | Erase | Edge | Raise | Shroud | NameZone | SetLight | SetLamp, Field(discriminator="tool")]

#: What `Edge` calls a border with nothing in it.
OPEN = "open"


def patch_of(battle: BattleMap, strokes: Iterable[Stroke]) -> Patch:
    """The patch that these strokes come to on a map; empty where they change nothing.

    Raises:
        BadInput: a stroke leaves the map, or names a kind that there is not.
    """
    after = battle
    for number, stroke in enumerate(strokes):
        after = _drawn(after, stroke, f"strokes.{number}")
    return difference(battle, after)


def difference(before: BattleMap, after: BattleMap) -> Patch:
    """What has to be laid over `before` to have `after`, a map of the same grid and size."""
    old, new = before.drawn, after.drawn
    cells = {
        *_changed(old.terrain, new.terrain), *_changed(old.heights, new.heights), *(before.shroud ^ after.shroud)
    }  # fmt: skip
    patch: dict[str, Any] = {}
    if cells:
        patch["cells"] = [
            [*cell, sorted(new.terrain.get(cell, ())), new.height(cell), cell in after.shroud] for cell in sorted(cells)
        ]
    if edges := sorted(_changed(old.borders, new.borders)):
        patch["borders"] = [[list(each.a), list(each.b), new.borders.get(each)] for each in edges]
    if before.light != after.light:
        patch["light"] = after.light
    if before.zones != after.zones:
        patch["zones"] = [[zone.name, [list(cell) for cell in sorted(zone.cells)]] for zone in after.zones]
    if before.lamps != after.lamps:
        patch["lamps"] = [[*lamp.at, lamp.bright, lamp.dim] for lamp in after.lamps]
    return patch


def redrawn(battle: BattleMap | None, patch: Patch) -> BattleMap | None:
    """The map with a patch laid over it."""
    if "whole" in patch:
        return None if patch["whole"] is None else read_map(_listed(patch["whole"]))
    if battle is None:
        raise ValueError("a patch without a map to lay it on")
    grid = battle.drawn
    terrain, heights, borders = dict(grid.terrain), dict(grid.heights), dict(grid.borders)
    shroud = set(battle.shroud)
    for col, row, kinds, height, covered in patch.get("cells", ()):
        cell = (col, row)
        _put(terrain, cell, frozenset(kinds) or None)
        _put(heights, cell, height or None)
        (shroud.add if covered else shroud.discard)(cell)
    for a, b, kind in patch.get("borders", ()):
        _put(borders, border(tuple(a), tuple(b)), kind)
    if not patch.get("cells") and not patch.get("borders"):
        drawn = grid
    else:
        drawn = Grid(grid.kind, grid.size, terrain, borders, heights)
    lamps = battle.lamps
    if "lamps" in patch:
        lamps = tuple(Lamp((col, row), bright, dim) for col, row, bright, dim in patch["lamps"])
    zones = battle.zones
    if "zones" in patch:
        zones = tuple(Zone(name, frozenset((col, row) for col, row in cells)) for name, cells in patch["zones"])
    light = patch.get("light", battle.light)
    return replace(battle, drawn=drawn, light=light, lamps=lamps, zones=zones, shroud=frozenset(shroud))


def whole(battle: BattleMap | None) -> Patch:
    """The patch that lays a whole map."""
    return {"whole": None if battle is None else write_map(battle)}


def _drawn(battle: BattleMap, stroke: Stroke, path: str) -> BattleMap:
    """The map with one stroke on it."""
    grid = battle.drawn
    match stroke:
        case Paint():
            _known(stroke.kind, KINDS, f"{path}.kind")
            terrain = dict(grid.terrain)
            for cell in _on(grid, stroke.cells, path):
                terrain[cell] = frozenset({stroke.kind}) | (
                    frozenset() if stroke.only else terrain.get(cell, frozenset())
                )
            return replace(battle, drawn=replace_grid(grid, terrain=terrain))
        case Erase():
            gone = set(_on(grid, stroke.cells, path))
            borders = {each: kind for each, kind in grid.borders.items() if gone.isdisjoint(each)}
            return replace(battle, drawn=replace_grid(
                grid,
                terrain={cell: kinds for cell, kinds in grid.terrain.items() if cell not in gone},
                heights={cell: height for cell, height in grid.heights.items() if cell not in gone},
                borders=borders,
            ))  # fmt: skip
        case Edge():
            if stroke.kind != OPEN:
                _known(stroke.kind, EDGES, f"{path}.kind")
            borders = dict(grid.borders)
            for number, pair in enumerate(stroke.between):
                a, b = _on(grid, pair, f"{path}.between.{number}")
                if not _beside(grid, a, b):
                    raise BadInput(
                        [RulesError(say(_("These two cells share no border.")), path=f"{path}.between.{number}")]
                    )
                _put(borders, border(a, b), None if stroke.kind == OPEN else stroke.kind)
            return replace(battle, drawn=replace_grid(grid, borders=borders))
        case Raise():
            heights = dict(grid.heights)
            for cell in _on(grid, stroke.cells, path):
                _put(heights, cell, stroke.height or None)
            return replace(battle, drawn=replace_grid(grid, heights=heights))
        case Shroud():
            cells = frozenset(_on(grid, stroke.cells, path))
            covered = battle.shroud | cells if stroke.tool == "cover" else battle.shroud - cells
            return replace(battle, shroud=covered)
        case NameZone():
            zones = with_zone(battle.zones, stroke.name, _on(grid, stroke.cells, path))
            if len(zones) > MOST_ZONES:
                raise Refused(say(_("At most {number} zones."), number=MOST_ZONES), path=path)
            return replace(battle, zones=zones)
        case SetLight():
            return replace(battle, light=stroke.light)
        case SetLamp():
            (at,) = _on(grid, [stroke.at], path)
            lamps = tuple(lamp for lamp in battle.lamps if lamp.at != at)
            if stroke.bright or stroke.dim:
                lamps = (*lamps, Lamp(at, stroke.bright, max(stroke.bright, stroke.dim)))
            if len(lamps) > MOST_LAMPS:
                raise Refused(say(_("At most {number} lamps."), number=MOST_LAMPS), path=path)
            return replace(battle, lamps=lamps)


def replace_grid(
    grid: Grid,
    terrain: Mapping[Cell, frozenset[str]] | None = None,
    borders: Mapping[Border, str] | None = None,
    heights: Mapping[Cell, int] | None = None,
) -> Grid:
    """The grid with other things on it."""
    return Grid(
        grid.kind, grid.size,
        grid.terrain if terrain is None else terrain,
        grid.borders if borders is None else borders,
        grid.heights if heights is None else heights,
    )  # fmt: skip


def _on(grid: Grid, cells: Iterable[_At], path: str) -> list[Cell]:
    found = list(cells)
    for cell in found:
        if cell not in grid:
            raise BadInput([RulesError(not_on_map(cell), path=path)])
    return found


def _known(kind: str, kinds: Iterable[str], path: str) -> None:
    if kind not in kinds or kind == "unknown":
        known = ", ".join(each for each in kinds if each != "unknown")
        words = say(_("There is no kind “{kind}” here: choose one of {known}."), kind=kind[:60], known=known)
        raise BadInput([RulesError(words, path=path)])


def _beside(grid: Grid, a: Cell, b: Cell) -> bool:
    if grid.kind == "hex":
        return hexes.distance(a, b) == 1
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def _put[K, V](where: dict[K, V], key: K, value: V | None) -> None:
    if value is None:
        where.pop(key, None)
    else:
        where[key] = value


def _changed[K, V](old: Mapping[K, V], new: Mapping[K, V]) -> set[K]:
    if old is new:
        return set()
    return {key for key in {*old, *new} if old.get(key) != new.get(key)}


def _listed(value: Any) -> Any:
    """A JSON document whose lists were frozen to tuples, with lists again."""
    if isinstance(value, list | tuple):
        return [_listed(each) for each in value]
    if isinstance(value, Mapping):
        return {key: _listed(each) for key, each in value.items()}
    return value
