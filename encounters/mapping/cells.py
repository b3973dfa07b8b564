"""A cell of a map in words, for whoever does not see the drawing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.fight import Fight
from rules.grid import hex as hexes
from rules.grid.cells import Cell, border
from rules.grid.square import DIRECTIONS as SQUARE_STEPS
from rules.grid.terrain import NAMES
from rules.maps import BattleMap
from rules.walking import space_of
from rules.words import Name, Words, say
from rules.words import gettext_noop as _

#: How the straight ways out of a cell are called.
_SIDES_OF_SQUARES: Mapping[Cell, str] = {
    (1, 0): _("to the east"), (0, 1): _("to the south"), (-1, 0): _("to the west"), (0, -1): _("to the north"),
}  # fmt: skip
_SIDES_OF_HEXES: Mapping[Cell, str] = {
    (1, 0): _("to the east"), (0, 1): _("to the south-east"), (-1, 1): _("to the south-west"),
    (-1, 0): _("to the west"), (0, -1): _("to the north-west"), (1, -1): _("to the north-east"),
}  # fmt: skip
assert set(_SIDES_OF_SQUARES) == set(SQUARE_STEPS[::2])
assert set(_SIDES_OF_HEXES) == set(hexes.DIRECTIONS)

#: The facings of hexes, by what they are called.
FACINGS: tuple[str, ...] = (
    _("east"), _("south-east"), _("south-west"), _("west"), _("north-west"), _("north-east"),
)  # fmt: skip


def cell_in_words(battle: BattleMap, cell: Cell) -> list[Words]:
    """A cell: its name, what lies in it and around it. Nothing of a cell that is not shown."""
    kinds = battle.grid.terrain.get(cell, frozenset())
    said = [say("{name}", name=battle.name(cell))]
    if (zone := battle.zone(cell)) is not None:
        said.append(say("{name}", name=zone.name))
    if not kinds:
        said.append(say(_("open ground")))
    said += [say(NAMES[kind]) for kind in sorted(kinds)]
    if height := battle.grid.height(cell):
        said.append(say(_("height {height}"), height=f"{height:+d}".replace("-", "−")))
    sides = _SIDES_OF_SQUARES if battle.grid.kind == "square" else _SIDES_OF_HEXES
    for step, side in sides.items():
        kind = battle.grid.borders.get(border(cell, (cell[0] + step[0], cell[1] + step[1])))
        if kind is not None:
            said.append(say(_("{what} {side}"), what=say(NAMES[kind]), side=say(side)))
    if any(lamp.at == cell for lamp in battle.lamps):
        said.append(say(_("a lamp")))
    return said


def who_is_in(fight: Fight, cell: Cell, names: Mapping[str, Name]) -> Iterable[Name]:
    """Who stands in a cell, of those that have a name here."""
    return [names[ref] for ref, fighter in fight.fighters.items() if ref in names and cell in space_of(fight, fighter)]
