"""How two stand to each other: distance, arc, reach, cover, sight (DF-10 to DF-12, DF-54).

On hexes a cell is a yard, which this book calls a metre; on squares the map's scale says. Everybody takes one cell.
Squares have no facing: there everybody looks at whoever comes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from rules.grid import figures
from rules.grid.cells import Cell, Space
from rules.grid.figures import Arc
from rules.grid.moves import Mover
from rules.grid.sight import CLEAR, Body, How, Verdict, concealment, cover
from rules.grid.spaces import space_distance
from rules.maps import FEET, BattleMap
from rules.systems.dungeon_fantasy.fighter import OUT, DfFight, DfFighter

BODY = Mover()
#: A low wall covers whoever is next to it.
LOW_WITHIN = 1

#: What hides wholly (2) or partly (1) from ordinary eyes.
VEILS = {"darkness": 2, "curtain": 2, "dim_light": 1, "fog": 1, "smoke": 1, "foliage": 1}
GLOOM = frozenset({"darkness", "dim_light"})


class Ground(NamedTuple):
    """How the ground lies between an attacker and its target.

    `cells` are those between them, `yards` how far that is. `cover` and `veil` are what the lines say. `there` is
    where the target stands for this attacker.
    """

    cells: int = 0
    yards: float = 0
    cover: Verdict = CLEAR
    veil: Verdict = CLEAR
    there: Cell | None = None


#: Where there is no map, or one of the two is not on it.
OPEN = Ground()


def on_map(fight: DfFight, *fighters: DfFighter) -> bool:
    """Whether there is a map and they all stand on it."""
    return fight.map is not None and all(each.at is not None for each in fighters)


def has_facing(fight: DfFight, fighter: DfFighter) -> bool:
    """Whether it stands on hexes and looks somewhere."""
    on_hexes = fight.map is not None and fight.map.grid.kind == "hex"
    return on_hexes and fighter.at is not None and fighter.facing is not None


def yards_of(battle: BattleMap, cells: int) -> float:
    """A number of cells in yards."""
    return float(cells) if battle.grid.kind == "hex" else cells * battle.scale * FEET[battle.unit] / 3


def cells_of(battle: BattleMap, yards: int) -> int:
    """How many whole cells a number of yards is: at least one where it is any at all."""
    return yards if battle.grid.kind == "hex" else battle.cells_in(3 * yards)


def cells_between(fight: DfFight, here: Cell, there: Cell) -> int:
    """Cells from one cell to another."""
    assert fight.map is not None
    return space_distance(fight.map.grid.kind, (here,), (there,))


def arc_from(fight: DfFight, target: DfFighter, at: Cell) -> Arc:
    """In which arc of a fighter a cell lies (DF-11, DF-12)."""
    if not has_facing(fight, target):
        return "front"
    assert target.at is not None
    return figures.arc(target.at, target.facing or 0, at)


def is_ahead(fight: DfFight, at: Cell, facing: int | None, other: Cell) -> bool:
    """Whether one who stands there and looks that way has another cell in front of it: there alone it strikes."""
    on_hexes = fight.map is not None and fight.map.grid.kind == "hex"
    return not on_hexes or facing is None or at == other or figures.arc(at, facing, other) == "front"


@cache
def degrees(night: int, dark: bool, blind: bool) -> Callable[[str], int]:
    """How much each kind of veil hides from eyes with Night Vision, Dark Vision or none."""

    def degree(kind: str) -> int:
        if blind:
            return 2
        if kind in GLOOM and dark:
            return 0
        if kind == "dim_light" and night:
            return 0
        return VEILS.get(kind, 0)

    return degree


def eyes(fighter: DfFighter) -> Callable[[str], int]:
    """How much each kind of veil hides from this fighter's eyes."""
    night, dark, blind = 0, False, False
    for trait in fighter.sheet.traits:
        if trait.key == "night_vision":
            night = max(night, trait.level)
        elif trait.key == "dark_vision":
            dark = True
        elif trait.key == "blindness":
            blind = True
    return degrees(night, dark, blind)


def veil(fighter: DfFighter, kind: str) -> int:
    """How much a kind of veil hides from a fighter's eyes: not, partly, wholly."""
    return eyes(fighter)(kind)


def hidden_from(fight: DfFight, watcher: DfFighter, here: Cell, there: Cell) -> Verdict:
    """What hides a cell from one who looks from another (DF-10). What is dark is hidden where it stands."""
    battle = fight.map
    assert battle is not None
    if not battle.grid.veils:
        return CLEAR
    degree = eyes(watcher)
    gloom = [(degree(kind), kind) for kind in GLOOM & battle.grid.terrain.get(there, frozenset())]
    worst, kind = max(gloom, default=(0, ""))
    if worst == 2:
        return Verdict("total", by=there, key=kind)
    beside = cells_between(fight, here, there) <= 1
    if not beside:
        seen = concealment(battle.grid, (here,), (there,), lambda each: 0 if each in GLOOM else degree(each))
        if seen.sort != "clear":
            return seen
    return Verdict("concealed", by=there, key=kind) if worst else CLEAR


def lie(
    fight: DfFight, attacker: DfFighter, at: Cell, target: DfFighter, *, ranged: bool, there: Cell | None = None
) -> Ground:
    """How the ground lies for an attack from a cell on one who is on the map, or counts as standing elsewhere."""
    battle = fight.map
    stands = there or target.at
    assert battle is not None
    assert stands is not None
    cells = cells_between(fight, at, stands)
    here, body = Body(attacker.id, (at,)), Body(target.id, (stands,))
    how: How = "ranged" if ranged or cells > 1 else "melee"
    lines = cover(battle.grid, here, body, _bodies(fight) if ranged else (), how=how, low_within=LOW_WITHIN)
    return Ground(cells, yards_of(battle, cells), lines, hidden_from(fight, attacker, at, stands), stands)


def _bodies(fight: DfFight) -> tuple[Body, ...]:
    """Who stands in the way of a shot; who lies does not."""
    return tuple(
        Body(each.id, _space(each)) for each in fight.fighters.values()
        if each.at is not None and each.fate not in OUT and each.posture != "lying"
    )  # fmt: skip


def _space(fighter: DfFighter) -> Space:
    assert fighter.at is not None
    return (fighter.at,)
