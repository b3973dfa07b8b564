"""What a map says when somebody is picked on it: where it may go, and what it would mean to stand somewhere.

All of it is judged on the fight as the seat sees it (`encounters.projection.fight_for`), so that nothing it is not
shown can speak.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from encounters.mapping.ground import lattice_of
from encounters.mapping.outline import Lattice
from encounters.projection import Row
from rules.fight import Fight, Fighter
from rules.grid.cells import Cell
from rules.grid.paths import Reach
from rules.grid.sight import Verdict
from rules.maps import BattleMap
from rules.tactics import Aim, Gait, Position, Remark
from rules.walking import reach_of
from rules.words import Name, Words, say
from rules.words import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Zone:
    """Where one may go by a gait: a path in lattice points, and how far that is."""

    gait: Gait
    path: str
    length: Words


@dataclass(frozen=True, slots=True)
class Line:
    """A line over the map, from pixel to pixel. `tone` is "clear", "cover", "total", "flank" or "way"."""

    x: float
    y: float
    to_x: float
    to_y: float
    tone: str


@dataclass(frozen=True, slots=True)
class Aimed:
    """One whom the picked combatant could attack from there, as the page says it."""

    aim: Aim
    name: Name
    length: Words
    #: What cut the line, where something did.
    because: Words | None
    rule: str | None
    is_foe: bool

    @property
    def tone(self) -> str:
        if not self.aim.allowed:
            return "bad"
        return "warn" if self.because is not None or self.aim.remarks else "ok"


@dataclass(frozen=True, slots=True)
class Look:
    """A combatant picked on the map, where it may go, and what it would mean to stand at `to` (or where it stands)."""

    actor: Row
    at_name: str
    zones: tuple[Zone, ...]
    to: Cell | None
    to_name: str
    #: How many cells the way is, how long, by which gait; None where it stands there already.
    cells: int | None
    length: Words | None
    gait: Gait | None
    #: Why it cannot go there now.
    why_not: Words | None
    way: str
    lines: tuple[Line, ...]
    aims: tuple[Aimed, ...]
    provokes: tuple[tuple[Name, Words, str | None], ...]
    remarks: tuple[Remark, ...]
    #: The outline of the cell that was chosen, as points of a polygon.
    chosen: tuple[float, float] | None
    facing: int | None

    @property
    def may_go(self) -> bool:
        return self.to is not None and self.why_not is None and self.cells is not None


def look_at(fight: Fight, row: Row, names: Mapping[str, Name], to: Cell | None, *, may_order: bool) -> Look | None:
    """The look of a combatant that stands on the map of `fight`; None where it does not, or maps mean nothing here."""
    battle, tactics = fight.map, fight.system.tactics
    fighter = fight.fighters.get(row.ref)
    if battle is None or battle.drawn.size is None or tactics is None or fighter is None or fighter.at is None:
        return None
    lattice = lattice_of(battle)
    gaits = tuple(tactics.gaits(fight, fighter)) if may_order else ()
    reach = reach_of(fight, fighter, gaits[-1].cells) if gaits else None
    to = to if to is not None and to in battle.drawn and to != fighter.at else None
    steps = reach.path(to) if reach is not None and to is not None and to in reach else ()
    way = tuple(step.cell for step in steps)
    stands = to if to is not None and way else fighter.at
    position = tactics.position(fight, fighter, stands, fighter.facing, way)
    return Look(
        actor=row, at_name=battle.name(fighter.at), zones=_zones(battle, lattice, gaits, reach),
        to=to, to_name="" if to is None else battle.name(to),
        cells=steps[-1].total if steps else None,
        length=battle.length(steps[-1].total) if steps else None,
        gait=next((gait for gait in gaits if steps and steps[-1].total <= gait.cells), None),
        why_not=_why_not(fight, fighter, gaits, reach, to),
        way=_way(lattice, fighter.at, way),
        lines=_lines(fight, lattice, position, stands, to is not None),
        aims=tuple(_aimed(fight, fighter, battle, aim, names) for aim in position.aims if aim.target in names),
        provokes=tuple((names[each.by], each.words, each.rule) for each in position.provokes if each.by in names),
        remarks=position.remarks, chosen=None if to is None else lattice.centre(to), facing=fighter.facing,
    )  # fmt: skip


def _zones(battle: BattleMap, lattice: Lattice, gaits: Sequence[Gait], reach: Reach | None) -> tuple[Zone, ...]:
    if reach is None:
        return ()
    return tuple(
        Zone(
            gait,
            lattice.outline(cell for cell, cost in reach.costs.items() if cost <= gait.cells),
            battle.length(gait.cells),
        )
        for gait in gaits
    )


def _why_not(
    fight: Fight, fighter: Fighter, gaits: Sequence[Gait], reach: Reach | None, to: Cell | None
) -> Words | None:
    if to is None:
        return None
    if not gaits or reach is None:
        return say(_("{name} cannot move now."), name=fighter.name)
    if to in reach:
        return None
    assert fight.map is not None
    if to in fight.map.drawn.closed:
        return say(_("Nobody goes there on foot."))
    for other in fight.fighters.values():
        if other is not fighter and other.at == to:
            return say(_("{name} stands there."), name=other.name)
    return say(_("That is too far to go now."))


def _way(lattice: Lattice, start: Cell, way: Sequence[Cell]) -> str:
    return " ".join("{:g},{:g}".format(*lattice.centre(cell)) for cell in (start, *way)) if way else ""


def _lines(fight: Fight, lattice: Lattice, position: Position, stands: Cell, all_of_them: bool) -> tuple[Line, ...]:
    """The lines that explain the verdicts: the cut one where there is one, else from cell to cell."""
    found = []
    for aim in position.aims:
        target = fight.fighters[aim.target]
        if target.at is None:
            continue
        tone = _sort(aim.cover, aim.veil)
        cut = aim.cover if aim.cover is not None and aim.cover.line is not None else aim.veil
        if cut is not None and cut.line is not None:
            (x, y), (to_x, to_y) = lattice.place(cut.line[0]), lattice.place(cut.line[1])
            found.append(Line(x, y, to_x, to_y, tone))
        elif all_of_them and aim.allowed:
            found.append(Line(*lattice.centre(stands), *lattice.centre(target.at), tone))
        if aim.flank is not None:
            found.append(Line(*lattice.centre(aim.flank[0]), *lattice.centre(aim.flank[1]), "flank"))
    return tuple(found)


def _sort(cover: Verdict | None, veil: Verdict | None) -> str:
    sorts = {each.sort for each in (cover, veil) if each is not None}
    if "total" in sorts:
        return "total"
    return "cover" if sorts & {"cover", "soft", "concealed"} else "clear"


def _aimed(fight: Fight, fighter: Fighter, battle: BattleMap, aim: Aim, names: Mapping[str, Name]) -> Aimed:
    cut = next((each for each in (aim.cover, aim.veil) if each is not None and each.sort != "clear"), None)
    return Aimed(
        aim, names[aim.target], battle.length(aim.far), cut.words if cut is not None else None, aim.rule,
        fight.fighters[aim.target].side != fighter.side,
    )  # fmt: skip
