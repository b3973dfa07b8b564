"""The ground of a map as it is drawn: terrain, borders, heights, lamps, and what is not shown."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from encounters.board import read_map_text
from encounters.mapping.outline import Lattice
from rules.grid.cells import Border, Cell
from rules.grid.terrain import EDGES, KINDS
from rules.maps import BattleMap, Zone

#: What lies over all else, in this order; everything else keeps the order of `KINDS`.
_ON_TOP = ("wall", "foliage", "fog", "smoke", "dim_light", "darkness", "unknown")
_LAID = (*(kind for kind in KINDS if kind not in _ON_TOP), *_ON_TOP)

#: Room around the map for the names of columns and rows.
MARGIN = 12

#: Maps of more columns are drawn in the next larger size.
_SIZES = ((14, "s"), (28, "m"), (48, "l"))


@dataclass(frozen=True, slots=True)
class Layer:
    """All cells, or all borders, of one kind: a path in lattice points."""

    kind: str
    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Label:
    """A text in the drawing."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Ground:
    """A map's ground. `mark` is the same for two drawings that look the same."""

    lattice: Lattice
    layers: tuple[Layer, ...]
    edges: tuple[Layer, ...]
    heights: tuple[Label, ...]
    lamps: tuple[tuple[float, float], ...]
    #: Parts of the map with a name: a path, and the name where it is drawn.
    zones: tuple[tuple[str, Label], ...]
    #: What players are not shown, for the Game Master to see; players' own map has it as the kind `unknown`.
    shroud: str
    columns: tuple[Label, ...]
    rows: tuple[Label, ...]
    mark: str

    @property
    def width(self) -> float:
        return self.lattice.size[0]

    @property
    def height(self) -> float:
        return self.lattice.size[1]

    @property
    def view_box(self) -> str:
        """The drawing with the names of its columns and rows around it."""
        return f"{-MARGIN} {-MARGIN} {self.width + 2 * MARGIN:g} {self.height + 2 * MARGIN:g}"

    @property
    def size(self) -> str:
        """How large it is drawn: a name that the style sheet knows."""
        return next((size for most, size in _SIZES if self.lattice.cols <= most), "xl")


def lattice_of(battle: BattleMap) -> Lattice:
    """The lattice of a map that has a size."""
    if battle.drawn.size is None:
        raise ValueError("an open field is not drawn")
    return Lattice(battle.drawn.kind, *battle.drawn.size)


def ground_of(text: str, *, shown_only: bool) -> Ground | None:
    """The ground of a map as an encounter's row keeps it: whole, or only what players are shown.

    None where there is no map, or an open field, which nobody draws.
    """
    return _ground(text, shown_only)


@lru_cache(maxsize=64)
def _ground(text: str, shown_only: bool) -> Ground | None:
    battle = read_map_text(text)
    if battle is None or battle.drawn.size is None:
        return None
    return draw_ground(battle.shown() if shown_only else battle)


def draw_ground(battle: BattleMap) -> Ground:
    """The ground of a map."""
    lattice = lattice_of(battle)
    cells: dict[str, list[Cell]] = {}
    for cell, kinds in battle.grid.terrain.items():
        for kind in kinds:
            cells.setdefault(kind, []).append(cell)
    borders: dict[str, list[Border]] = {}
    for between, kind in battle.grid.borders.items():
        borders.setdefault(kind, []).append(between)
    layers = tuple(Layer(kind, KINDS[kind].name, lattice.outline(cells[kind])) for kind in _LAID if kind in cells)
    edges = tuple(
        Layer(kind, EDGES[kind].name, lattice.edges(sorted(borders[kind]))) for kind in EDGES if kind in borders
    )
    heights = tuple(
        _label(lattice, cell, f"{height:+d}".replace("-", "−")) for cell, height in battle.grid.heights.items()
    )
    lamps = tuple(lattice.centre(lamp.at) for lamp in battle.lamps)
    shroud = lattice.outline(battle.shroud) if not any(layer.kind == "unknown" for layer in layers) else ""
    columns, rows = _names(battle, lattice)
    zones = tuple((lattice.outline(zone.cells), _middle(lattice, zone)) for zone in battle.zones)
    digest = hashlib.sha256(repr((lattice, layers, edges, heights, lamps, zones, shroud)).encode()).hexdigest()[:12]
    return Ground(lattice, layers, edges, heights, lamps, zones, shroud, columns, rows, digest)


def _label(lattice: Lattice, cell: Cell, text: str) -> Label:
    x, y = lattice.centre(cell)
    return Label(x, y, text)


def _middle(lattice: Lattice, zone: Zone) -> Label:
    """The name of a zone over the cell nearest to its middle."""
    centres = {cell: lattice.centre(cell) for cell in zone.cells}
    x, y = (sum(each) / len(centres) for each in zip(*centres.values(), strict=True))
    near = min(sorted(centres), key=lambda cell: (centres[cell][0] - x) ** 2 + (centres[cell][1] - y) ** 2)
    return _label(lattice, near, zone.name)


def _names(battle: BattleMap, lattice: Lattice) -> tuple[tuple[Label, ...], tuple[Label, ...]]:
    """The letters over the columns and the numbers beside the rows."""
    columns = tuple(
        Label(lattice.centre(lattice.cell(col, 0))[0], -4, battle.name(lattice.cell(col, 0)).rstrip("0123456789"))
        for col in range(lattice.cols)
    )
    rows = tuple(Label(-4, lattice.centre(lattice.cell(0, row))[1], str(row + 1)) for row in range(lattice.rows))
    return columns, rows
