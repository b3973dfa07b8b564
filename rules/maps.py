"""The map of a fight: its grid, how large a cell is, what light falls on it, what the players are shown.

    {"grid": "square", "size": [20, 12], "scale": [5, "ft"],
     "walls": …, "terrain": …, "borders": …, "heights": …   (see `rules.grid.document`)
     "light": "dark", "lamps": [{"at": [4, 2], "bright": 4, "dim": 8}],
     "zones": [{"name": "The ford", "cells": [[8, 3], [8, 4]]}],
     "shroud": [[0, 0], [0, 1]]}

Zones are parts of a map with a name of their own, for tables that think in places rather than in cells.
Cells under the shroud are those that the Game Master has not shown to the players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from rules.border import read
from rules.errors import BadInput, RulesError
from rules.grid import hex as hexes
from rules.grid import square
from rules.grid.cells import Cell
from rules.grid.document import read_grid, write_grid
from rules.grid.field import MOST, Grid
from rules.grid.light import lit
from rules.words import Words, say
from rules.words import gettext_noop as _

Unit = Literal["ft", "m", "yd"]
Light = Literal["bright", "dim", "dark"]

#: How many feet a unit is; a metre of a grid stands for a yard, as in books that give both.
FEET: Mapping[str, float] = {"ft": 1, "yd": 3, "m": 3}

#: What a light level is as a veil on a cell.
GLOOM: Mapping[str, str | None] = {"bright": None, "dim": "dim_light", "dark": "darkness"}

MOST_LAMPS = 60
MOST_ZONES = 60


class Lamp(NamedTuple):
    """A source of light: bright within so many cells of it, dim within as many as `dim` says."""

    at: Cell
    bright: int
    dim: int


class Zone(NamedTuple):
    """A part of the map with a name of its own. No cell is in two of them."""

    name: str
    cells: frozenset[Cell]


@dataclass(frozen=True, slots=True)
class BattleMap:
    """A map as it was drawn, with what follows from it.

    `drawn` is the grid as the Game Master drew it; `grid` is that grid with the darkness that the light leaves.
    """

    drawn: Grid
    scale: float = 5
    unit: Unit = "ft"
    light: Light = "bright"
    lamps: tuple[Lamp, ...] = ()
    zones: tuple[Zone, ...] = ()
    shroud: frozenset[Cell] = frozenset()
    _grid: Grid | None = field(init=False, repr=False, compare=False, default=None)
    _shown: BattleMap | None = field(init=False, repr=False, compare=False, default=None)

    @property
    def grid(self) -> Grid:
        """The grid with the darkness that the light leaves; worked out once, when somebody first looks."""
        if self._grid is None:
            object.__setattr__(self, "_grid", self._darkened())
        assert self._grid is not None
        return self._grid

    def _darkened(self) -> Grid:
        """The grid with its gloom: where no lamp shines, the light of the place; where one does, brighter."""
        if self.light == "bright" or self.drawn.size is None:
            return self.drawn
        bright, dim = lit(self.drawn, ((lamp.at, lamp.bright, lamp.dim) for lamp in self.lamps))
        gloom = str(GLOOM[self.light])
        terrain = dict(self.drawn.terrain)
        for cell in self.drawn.cells():
            if cell in bright or (self.light == "dim" and cell in dim):
                continue
            kind = "dim_light" if cell in dim else gloom
            terrain[cell] = terrain.get(cell, frozenset()) | {kind}
        return Grid(self.drawn.kind, self.drawn.size, terrain, self.drawn.borders, self.drawn.heights)

    def distance(self, a: Cell, b: Cell) -> int:
        """Cells to count from one cell to another."""
        return (square.distance if self.grid.kind == "square" else hexes.distance)(a, b)

    def cells_in(self, feet: float) -> int:
        """How many whole cells a length in feet is: at least 1 where it is one at all, at most the largest map's."""
        return max(int(min(feet / (self.scale * FEET[self.unit]), MOST * MOST) + 1e-9), 1) if feet > 0 else 0

    def length(self, cells: int) -> Words:
        """A number of cells as a length: “15 ft”."""
        return say(_UNITS[self.unit], length=f"{cells * self.scale:g}")

    def name(self, cell: Cell) -> str:
        """A cell as people say it, like “C7”: the column's letters and the row from 1; else its numbers."""
        col, row = cell if self.drawn.kind == "square" else hexes.to_offset(cell)
        if self.drawn.size is None or not (0 <= col < _LETTERED and row >= 0):
            return f"({cell[0]}, {cell[1]})"
        letters = ""
        number = col + 1
        while number > 0:
            number, letter = divmod(number - 1, 26)
            letters = chr(65 + letter) + letters
        return f"{letters}{row + 1}"

    def named(self, text: str) -> Cell | None:
        """The cell of a name like “c7”, in Latin letters or Cyrillic ones that look alike; None where there is none."""
        text = text.strip().upper().translate(_LATIN)
        letters = text.rstrip("0123456789")
        digits = text[len(letters) :]
        if not (1 <= len(letters) <= 2 and letters.isascii() and letters.isalpha() and 1 <= len(digits) <= 3):
            return None
        col = 0
        for letter in letters:
            col = 26 * col + ord(letter) - 64
        cell = (col - 1, int(digits) - 1)
        if self.drawn.kind == "hex":
            cell = hexes.from_offset(*cell)
        return cell if self.drawn.size is not None and cell in self.drawn else None

    def zone(self, cell: Cell) -> Zone | None:
        """The zone that a cell is in; None where it is in none."""
        return next((zone for zone in self.zones if cell in zone.cells), None)

    def shown(self) -> BattleMap:
        """The map as the players are shown it: nothing lies, and nobody goes, where the shroud is."""
        if not self.shroud:
            return self
        if self._shown is None:
            object.__setattr__(self, "_shown", self._uncovered())
        assert self._shown is not None
        return self._shown

    def _uncovered(self) -> BattleMap:
        hidden = self.shroud
        terrain = {cell: kinds for cell, kinds in self.grid.terrain.items() if cell not in hidden}
        terrain |= dict.fromkeys(hidden, frozenset({"unknown"}))
        borders = {
            between: kind for between, kind in self.drawn.borders.items()
            if between.a not in hidden and between.b not in hidden
        }  # fmt: skip
        heights = {cell: height for cell, height in self.drawn.heights.items() if cell not in hidden}
        drawn = Grid(self.drawn.kind, self.drawn.size, terrain, borders, heights)
        zones = tuple(Zone(zone.name, cells) for zone in self.zones if (cells := zone.cells - hidden))
        return replace(self, drawn=drawn, light="bright", lamps=(), zones=zones)


#: How many columns have one letter or two.
_LETTERED = 26 + 26 * 26
#: The Cyrillic letters that look like Latin ones: who types С7 on a Russian keyboard means C7.
_LATIN = str.maketrans("АВСЕНКМОРТХУ", "ABCEHKMOPTXY")
_UNITS = {"ft": _("{length} ft"), "m": _("{length} m"), "yd": _("{length} yd")}
_Int = Annotated[int, Field(strict=True)]
_Pair = Annotated[list[_Int], Field(min_length=2, max_length=2)]


class _Lamp(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    at: _Pair
    bright: Annotated[int, Field(strict=True, ge=0, le=MOST)]
    dim: Annotated[int, Field(strict=True, ge=0, le=MOST)] = 0


class _Zone(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)
    name: Annotated[str, Field(min_length=1, max_length=100)]
    cells: Annotated[list[_Pair], Field(max_length=MOST * MOST)]


class _Around(BaseModel):
    """What a map's document holds beside its grid."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    scale: tuple[Annotated[float, Field(gt=0, le=1000, allow_inf_nan=False)], Unit] = (5, "ft")
    light: Light = "bright"
    lamps: Annotated[list[_Lamp], Field(max_length=MOST_LAMPS)] = []
    zones: Annotated[list[_Zone], Field(max_length=MOST_ZONES)] = []
    shroud: Annotated[list[_Pair], Field(max_length=MOST * MOST)] = []


#: The keys of a map's document that are not its grid's.
_AROUND = frozenset(_Around.model_fields)


def read_map(document: Any, path: str = "map") -> BattleMap:
    """The map that a JSON object describes.

    Raises:
        BadInput: every complaint about it, each with its path below `path`.
    """
    errors: list[RulesError] = []
    around, grid = _Around(), Grid("square", (1, 1))
    try:
        around = read(_Around, document, path)
    except BadInput as error:
        errors += error.errors
    inner = (
        {key: value for key, value in document.items() if key not in _AROUND} if isinstance(document, Mapping) else {}
    )
    try:
        grid = read_grid(inner, path)
    except BadInput as error:
        errors += [each for each in error.errors if isinstance(document, Mapping)]
    if not errors:
        places = [(lamp.at, f"{path}.lamps.{number}.at") for number, lamp in enumerate(around.lamps)]
        places += [(cell, f"{path}.shroud.{number}") for number, cell in enumerate(around.shroud)]
        places += [
            (cell, f"{path}.zones.{number}.cells.{place}")
            for number, zone in enumerate(around.zones) for place, cell in enumerate(zone.cells)
        ]  # fmt: skip
        for cell, place in places:
            if (cell[0], cell[1]) not in grid:
                errors.append(RulesError(not_on_map(cell), path=place))
                break
    if errors:
        raise BadInput(errors)
    lamps = tuple(Lamp((lamp.at[0], lamp.at[1]), lamp.bright, max(lamp.dim, lamp.bright)) for lamp in around.lamps)
    shroud = frozenset((cell[0], cell[1]) for cell in around.shroud)
    zones: tuple[Zone, ...] = ()
    for zone in around.zones:
        zones = with_zone(zones, zone.name, ((cell[0], cell[1]) for cell in zone.cells))
    return BattleMap(grid, around.scale[0], around.scale[1], around.light, lamps, zones, shroud)


def with_zone(zones: tuple[Zone, ...], name: str, cells: Iterable[Cell]) -> tuple[Zone, ...]:
    """The zones with these cells in the zone of this name, and in no other; without a name in none at all."""
    taken = frozenset(cells)
    found = {zone.name: zone.cells - taken for zone in zones}
    if name:
        found[name] = found.get(name, frozenset()) | taken
    return tuple(Zone(each, found[each]) for each in sorted(found) if found[each])


def write_map(battle: BattleMap) -> dict[str, Any]:
    """The JSON object of a map: read again, it gives an equal map. Equal maps are written alike."""
    document = write_grid(battle.drawn)
    scale = int(battle.scale) if battle.scale == int(battle.scale) else battle.scale
    document["scale"] = [scale, battle.unit]
    if battle.light != "bright":
        document["light"] = battle.light
    if battle.lamps:
        document["lamps"] = [{"at": list(lamp.at), "bright": lamp.bright, "dim": lamp.dim} for lamp in battle.lamps]
    if battle.zones:
        document["zones"] = [
            {"name": zone.name, "cells": [list(cell) for cell in sorted(zone.cells)]} for zone in battle.zones
        ]
    if battle.shroud:
        document["shroud"] = [list(cell) for cell in sorted(battle.shroud)]
    return document


def not_on_map(cell: Iterable[int]) -> Words:
    """The complaint about a cell that the map does not have."""
    col, row = cell
    return say(_("The cell {cell} is not on the map."), cell=f"({col}, {row})")
