"""`Tactics`: what a combat system makes of positions on a map. The one hook through which maps know the rules.

Geometry (`rules.grid`) answers in cells; what a cell means, how far somebody goes, whom it may attack from there, what
that provokes and hides, the system says here. Pages draw the answers; the rules themselves use the same functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.grid.cells import Cell
from rules.grid.flanking import FlankLine
from rules.grid.moves import Mover, Passage
from rules.grid.sight import Verdict
from rules.grid.templates import Centre, Shape
from rules.words import Words


class Gait(NamedTuple):
    """How far somebody may go, in cells, and what it takes: `label` names it, `rule` allows it.

    `uses_action` gaits cost the action of the turn.
    """

    cells: int
    label: str
    rule: str
    uses_action: bool = False


class Remark(NamedTuple):
    """Something that a position means, with its rule. `tone` is "", "info", "warn" or "bad"."""

    words: Words
    rule: str | None = None
    tone: str = ""


class Aim(NamedTuple):
    """One whom somebody could attack from a position, or why it could not.

    `far` are the cells between them. `ways` are the keys of the attacks that reach. `cover` and `veil` are the
    verdicts of the lines, which say what cut them; `flank` the line by which it is flanked.
    """

    target: str
    far: int
    allowed: bool = True
    why: Words | None = None
    rule: str | None = None
    ways: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    cover: Verdict | None = None
    veil: Verdict | None = None
    flank: FlankLine | None = None


class Provoked(NamedTuple):
    """One who may strike at somebody on its way or where it stands, and by what rule."""

    by: str
    words: Words
    rule: str | None = None


class Position(NamedTuple):
    """What it would mean to stand somewhere: whom one could attack, who could strike, how one could defend."""

    aims: tuple[Aim, ...] = ()
    provokes: tuple[Provoked, ...] = ()
    remarks: tuple[Remark, ...] = ()


class Area(NamedTuple):
    """The area of an attack, to be laid over the map as `rules.grid.templates` draws it: shape, size in cells, and
    whether a burst on squares is centred on a cell or on a corner."""

    shape: Shape
    size: int
    rule: str | None = None
    centre: Centre = "cell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tactics:
    """A system's answers about positions. `fight` has a map and the fighters stand on it wherever these are asked.

    All are functions of the fight as it is given: for a player it holds only what that player is shown.
    """

    #: How a fighter moves and what room it takes.
    mover: Callable[[Any], Mover]
    #: (fight, mover, other): how the cells of another may be passed; None where they hinder nobody.
    passage: Callable[[Any, Any, Any], Passage | None]
    #: (fight, fighter): how far it may go now, the shortest first; empty where it may not go at all.
    gaits: Callable[[Any, Any], Sequence[Gait]]
    #: (fight, fighter, cell, facing, way): what it would mean to have gone that way and stand there.
    position: Callable[[Any, Any, Cell, int | None, Sequence[Cell]], Position]
    #: (fight, fighter, key of the attack): the area of an attack; None where it has single targets.
    area: Callable[[Any, Any, str], Area | None]
    #: The kinds of veil: which hide from a fighter's eyes, and how much (0 not, 1 partly, 2 wholly).
    veil: Callable[[Any, str], int]
    #: (fight, fighter): how many diagonals of squares it has gone before in the same move.
    diagonals: Callable[[Any, Any], int] = lambda _fight, _fighter: 0
    #: The order by which a fighter goes somewhere: `{"do": go, "actor": …, "to": [c, r], "facing": …}`.
    go: str = "go"
