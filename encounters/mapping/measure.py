"""Measuring on a map: the distance and the line between two cells, and the areas of bursts, cones and lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from encounters.mapping.ground import lattice_of
from encounters.mapping.look import Line
from rules.fight import Fight
from rules.grid.cells import Cell
from rules.grid.sight import Body, Verdict, cover
from rules.grid.templates import Shape, template_cells
from rules.system import Command
from rules.walking import space_of
from rules.words import Name, Words

Tool = Literal["ruler", "burst", "cone", "line"]
TOOLS: tuple[Tool, ...] = ("ruler", "burst", "cone", "line")

#: The largest area that is laid over a map, in cells.
MOST_SIZE = 40


@dataclass(frozen=True, slots=True)
class Measure:
    """What was measured, as the page says it. `caught` are those in an area, of whom the seat sees."""

    tool: Tool
    start: str
    to: str
    cells: int
    length: Words
    size: int
    size_length: Words
    verdict: Verdict | None
    line: Line | None
    area: str
    caught: tuple[Name, ...]


def measure(
    fight: Fight, names: Mapping[str, Name], tool: Tool, start: Cell, to: Cell | None, size: int
) -> Measure | None:
    """A measurement on the map of `fight`, which holds only what the seat sees; None where it lacks its second cell.

    A burst lies around `to`, or around `start` where only that is given.
    """
    battle = fight.map
    if battle is None or battle.drawn.size is None or start not in battle.drawn:
        return None
    if tool == "burst":
        start = to if to is not None else start
    elif to is None or to == start:
        return None
    lattice = lattice_of(battle)
    end = to if to is not None else start
    cells: tuple[Cell, ...] = ()
    verdict: Verdict | None = None
    if tool == "ruler":
        verdict = cover(battle.grid, Body("", (start,)), Body("-", (end,)))
    elif tool == "burst":
        cells = template_cells(battle.grid, "burst", size, start, centre="cell")
    else:
        cells = template_cells(battle.grid, cast(Shape, tool), size, start, end)
    taken = set(cells)
    caught = tuple(
        names[ref]
        for ref, each in fight.fighters.items()
        if ref in names and not taken.isdisjoint(space_of(fight, each))
    )
    far = battle.distance(start, end)
    line = None
    if tool != "burst":
        tone = "way" if verdict is None or verdict.sort == "clear" else "total" if verdict.sort == "total" else "cover"
        line = Line(*lattice.centre(start), *lattice.centre(end), tone)
    return Measure(
        tool, battle.name(start), battle.name(end), far, battle.length(far), size, battle.length(size), verdict, line,
        lattice.outline(cells), caught,
    )  # fmt: skip


def area_of(fight: Fight, command: Command) -> str | None:
    """The outline of what an attack would take in, on the map of `fight`; empty where it takes in no area.

    None where there is no map.
    """
    battle, tactics = fight.map, fight.system.tactics
    if battle is None or battle.drawn.size is None or tactics is None:
        return None
    actor = fight.fighters.get(command.actor or "")
    target = fight.fighters.get(getattr(command, "target", None) or "")
    weapon, at = getattr(command, "weapon", None), getattr(command, "at", None)
    centre = at if at is not None else target.at if target is not None else None
    if actor is None or actor.at is None or weapon is None or centre is None or centre not in battle.drawn:
        return ""
    area = tactics.area(fight, actor, weapon)
    if area is None:
        return ""
    shape = area.shape
    if shape == "burst":
        cells = template_cells(battle.grid, shape, area.size, centre, centre="cell")
    elif centre == actor.at:
        return ""
    else:
        cells = template_cells(battle.grid, shape, area.size, actor.at, centre, figure=space_of(fight, actor))
    return lattice_of(battle).outline(cells)
