"""The kinds of terrain and of borders that a map may name, and what each does to movement and to lines."""

from __future__ import annotations

from typing import NamedTuple

from rules.grid.cells import Border, Cell
from rules.words import gettext_noop as _

#: How much a screen hides: what somebody's body does, what gives cover, what lets no line through.
SOFT, COVER, SOLID = 1, 2, 3


class Kind(NamedTuple):
    """A kind of cell.

    `cost` multiplies the cost of entering on foot; `walkable` is False where nobody can go on foot, `solid`
    where nothing passes at all, fliers neither, and no corner is cut. `low` screens follow the rule of low
    obstacles. A `narrow` cell is squeezed through, a `tight` one by Escape Artist alone. A `veil` may conceal: who
    sees through it, the system says.
    """

    name: str
    cost: int = 1
    walkable: bool = True
    solid: bool = False
    screen: int = 0
    low: bool = False
    narrow: bool = False
    tight: bool = False
    veil: bool = False


class Edge(NamedTuple):
    """A kind of border between two cells: `extra` cells to pay for crossing it on foot, else as for cells."""

    name: str
    extra: int = 0
    passable: bool = True
    screen: int = 0
    low: bool = False
    veil: bool = False


KINDS: dict[str, Kind] = {
    "wall": Kind(_("a wall"), walkable=False, solid=True, screen=SOLID),
    "difficult": Kind(_("difficult terrain"), cost=2),
    "very_difficult": Kind(_("very difficult terrain"), cost=4),
    "obstacle": Kind(_("an obstacle"), cost=2),
    "low_wall": Kind(_("a low wall"), cost=2, screen=COVER, low=True),
    "thicket": Kind(_("a thicket"), cost=2, screen=COVER),
    "cover": Kind(_("cover"), screen=COVER),
    "chasm": Kind(_("a chasm"), walkable=False),
    "narrow": Kind(_("a narrow place"), cost=2, narrow=True),
    "tight": Kind(_("a very narrow place"), cost=2, narrow=True, tight=True),
    # What the one who looks has not been shown: nobody goes there, and what it hides is not guessed.
    "unknown": Kind(_("what is not shown"), walkable=False),
    "darkness": Kind(_("darkness"), veil=True),
    "dim_light": Kind(_("dim light"), veil=True),
    "fog": Kind(_("fog"), veil=True),
    "smoke": Kind(_("smoke"), veil=True),
    "foliage": Kind(_("foliage"), veil=True),
}

EDGES: dict[str, Edge] = {
    "wall": Edge(_("a wall"), passable=False, screen=SOLID),
    "door": Edge(_("a closed door"), passable=False, screen=SOLID),
    "open_door": Edge(_("an open door")),
    "window": Edge(_("a window"), passable=False, screen=COVER),
    "arrow_slit": Edge(_("an arrow slit"), passable=False, screen=COVER),
    "bars": Edge(_("bars"), passable=False, screen=COVER),
    "low_wall": Edge(_("a low wall"), extra=2, screen=COVER, low=True),
    "obstacle": Edge(_("an obstacle"), extra=2),
    "curtain": Edge(_("a curtain"), veil=True),
}

#: A wall as an eye meets it that asks only for veils: it hides nothing, and no line goes through it.
BARRIER = ""

#: What else may stand in the way of a line.
CREATURE, GROUND, OUTSIDE = "creature", "ground", "outside"
NAMES: dict[str, str] = {
    CREATURE: _("a creature"),
    GROUND: _("higher ground"),
    OUTSIDE: _("the edge of the map"),
    **{key: edge.name for key, edge in EDGES.items()},
    **{key: kind.name for key, kind in KINDS.items()},
}


class Screen(NamedTuple):
    """Something that may cut a line: how much it hides, its kind, and what it is.

    `top` is the height up to which it hides; None hides at every height.
    """

    rank: int
    kind: str
    by: Cell | Border | str
    low: bool = False
    top: int | None = None
