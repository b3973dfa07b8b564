"""Options added to a defence: retreat, Dodge and Drop, Dive for Cover, and the attacker that follows (DF-36 to DF-39).

The option of a turn is kept as {"kind": "retreat", "drop" or "dive", "against": id}, with what it needs besides:
`from`, the cell and facing in which one who retreats still stands for that attacker, `posture`, which one who drops
still has for it, and `late`, how one dives who is struck first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from rules.effects import Ask, Option, Rule, Tell
from rules.fight import Change
from rules.grid.cells import Cell, border
from rules.grid.figures import facing_to, retreats, step_facings
from rules.grid.hex import distance, neighbours
from rules.grid.paths import Step
from rules.grid.terrain import EDGES
from rules.systems.dungeon_fantasy.choices import Choice, Mod, No
from rules.systems.dungeon_fantasy.fighter import OUT, Blow, DfFight, DfFighter
from rules.systems.dungeon_fantasy.ground import has_facing
from rules.walking import walk
from rules.words import Words, say
from rules.words import gettext_noop as _

#: What each option adds, and to what (DF-37, DF-38, DF-39).
WELL, PLAIN = Mod(say(_("Retreat")), 3, "DF-37"), Mod(say(_("Retreat")), 1, "DF-37")
DROPPED = Mod(say(_("Dodge and Drop")), 3, "DF-38")

USED = No("DF-36", say(_("One option a turn: it has been used.")))
NOT_MELEE = No("DF-37", say(_("One retreats from melee attacks only.")))
NOT_UPRIGHT = No("DF-37", say(_("Nobody retreats sitting or kneeling.")))
TOO_DAZED = No("DF-37", say(_("Nobody retreats stunned.")))
ON_THE_RUN = No("DF-37", say(_("There is no retreat after Move and Attack.")))
SPRINTED = No("DF-37", say(_("There is no retreat after a sprint.")))
NOWHERE = No("DF-37", say(_("There is no free hex to step back into.")))
NOT_RANGED = No("DF-38", say(_("One drops before ranged attacks only.")))
LIES = No("DF-38", say(_("It lies already.")))

#: The directions of hexes, as facings 0 to 5.
DIRECTIONS = tuple(
    [say(each) for each in (_("east"), _("south-east"), _("south-west"), _("west"), _("north-west"), _("north-east"))]
)
STAY = Option("stay", say(_("Stay")), default=True)


def why_no_retreat(fight: DfFight, blow: Blow) -> No | None:
    """Why the target cannot step back from a blow; from an area it dives (DF-36, DF-37, DF-39)."""
    target = blow.target
    if target.option is not None:
        return USED
    if blow.ranged and not blow.area:
        return NOT_MELEE
    if target.posture in ("sitting", "kneeling"):
        return NOT_UPRIGHT
    if target.stunned:
        return TOO_DAZED
    if target.manoeuvre == "move_and_attack":
        return ON_THE_RUN
    if target.sprinted:
        return SPRINTED
    if is_placed(fight, blow) and next(cells_back(fight, target, blow.attacker), None) is None:
        return NOWHERE
    return None


def why_no_drop(blow: Blow) -> No | None:
    """Why the target cannot drop before a blow (DF-36, DF-38, DF-39)."""
    target = blow.target
    if target.option is not None:
        return USED
    if not blow.ranged and not blow.area:
        return NOT_RANGED
    return LIES if target.posture == "lying" else None


def granted(blow: Blow, *, well: bool, dodge: bool = False) -> Mod | None:
    """What the option that was used against the same attacker before still adds (DF-37, DF-38)."""
    option = blow.target.option
    if option is None or option["against"] != blow.attacker.id:
        return None
    if option["kind"] == "retreat":
        return WELL if well else PLAIN
    return DROPPED if dodge and blow.ranged and option["kind"] == "drop" else None


def stands_for(fight: DfFight, fighter: DfFighter, attacker: DfFighter) -> tuple[Cell, int]:
    """Where a fighter on the map stands, and looks, for an attacker: where it was before it retreated from it,
    until that attacker's turn is over (DF-37)."""
    assert fighter.at is not None
    option = fighter.option
    if option is not None and "from" in option and option["against"] == attacker.id and fight.turn == attacker.id:
        col, row, facing = option["from"].split(",")
        return (int(col), int(row)), int(facing)
    return fighter.at, fighter.facing or 0


def reset_for_turn(fighter: DfFighter) -> tuple[Change, ...]:
    """What of its defences ends when its own turn begins (DF-18, DF-19, DF-23, DF-36 to DF-38)."""
    return fighter.to(parries={}, blocked=False, acrobatic=False, option=None)


def is_placed(fight: DfFight, blow: Blow) -> bool:
    """Whether both stand on hexes, so that a step goes somewhere."""
    return has_facing(fight, blow.target) and blow.attacker.at is not None


def cells_back(fight: DfFight, fighter: DfFighter, foe: DfFighter) -> Iterator[Cell]:
    """The free hexes one step farther from a foe, the most directly away first (DF-37)."""
    assert fighter.at is not None
    assert foe.at is not None
    return (cell for cell in retreats(fighter.at, foe.at) if is_free(fight, fighter, cell))


def is_free(fight: DfFight, fighter: DfFighter, cell: Cell) -> bool:
    """Whether one may step into a hex next to one's own: nobody is known to be there, and nothing bars the way."""
    assert fight.map is not None
    assert fighter.at is not None
    grid = (fight.map.shown() if fighter.player else fight.map).grid
    if cell not in grid or cell in grid.closed or cell in grid.solid:
        return False
    between = grid.borders.get(border(fighter.at, cell))
    if between is not None and not EDGES[between].passable:
        return False
    return not any(
        other.at == cell and other.fate not in OUT and (other.side == fighter.side or not fight.is_unseen(other))
        for other in fight.fighters.values()
    )


def move_off(fight: DfFight, blow: Blow, choice: Choice) -> Rule[None]:
    """Carry out the option of a defence before its roll (DF-37, DF-38); who dives moves after it (DF-39)."""
    target, attacker = blow.target, blow.attacker
    facts = {"target": target.id, "actor": attacker.id}
    option: dict[str, str] = {"kind": choice.added, "against": attacker.id}
    if blow.area:
        option["kind"] = "dive"
        option["late"] = choice.added
        yield Tell("dived", "DF-39", facts, target.to(option=option))
    elif choice.added == "drop":
        option["posture"] = target.posture
        yield Tell("dropped", "DF-38", facts, target.to(option=option, posture="lying"))
    elif is_placed(fight, blow):
        assert target.at is not None
        option["from"] = f"{target.at[0]},{target.at[1]},{target.facing or 0}"
        yield Tell("retreated", "DF-37", facts, target.to(option=option))
        yield from step_back(fight, target, attacker, "DF-37")
    else:
        yield Tell("retreated", "DF-37", facts, target.to(option=option))


def step_back(fight: DfFight, fighter: DfFighter, foe: DfFighter, rule: str) -> Rule[None]:
    """One step away from a foe: its player says into which hex, and which way it looks, one hex side aside at most."""
    assert fight.map is not None
    ways = {
        f"{cell[0]},{cell[1]}:{facing}": (cell, facing)
        for cell in cells_back(fight, fighter, foe) for facing in _facings(fighter.facing or 0)
    }  # fmt: skip
    if not ways:
        return
    options = tuple(
        Option(key, say(_("{cell}, looking {direction}"), cell=fight.map.name(cell), direction=DIRECTIONS[facing]))
        for key, (cell, facing) in ways.items()
    )
    words = say(_("{target}: where to step back to?"), target=fighter.name)
    key = yield Ask(fighter.id, "retreat_to", words, options, rule)
    cell, facing = ways[key]
    yield from walk(fight, fighter, one_step(cell), facing, rule)


@cache
def _facings(facing: int) -> tuple[int, ...]:
    """The facings that a retreat allows, the same as before first (DF-37)."""
    left, same, right = step_facings(facing)
    return same, left, right


def one_step(cell: Cell) -> tuple[Step, ...]:
    """The way into the next hex."""
    return (Step(cell, 1, 1, (cell,), False, False),)


def follow(fight: DfFight, blow: Blow) -> Rule[None]:
    """The attacker may follow one who has retreated from it with the step that it has still to make (DF-37)."""
    attacker, target = blow.attacker, blow.target
    if not attacker.step_left or not is_placed(fight, blow) or attacker.facing is None:
        return
    assert fight.map is not None
    assert attacker.at is not None
    assert target.at is not None
    far = distance(attacker.at, target.at)
    cells = [
        cell for cell in neighbours(attacker.at)
        if distance(cell, target.at) < far and is_free(fight, attacker, cell)
    ]  # fmt: skip
    if not cells:
        return
    options = (STAY, *[Option(f"{cell[0]},{cell[1]}", _follows(fight.map.name(cell))) for cell in cells])
    words = say(_("{target} has retreated. Does {actor} follow?"), target=target.name, actor=attacker.name)
    key = yield Ask(attacker.id, "follow", words, options, "DF-37")
    if key == "stay":
        return
    cell = next(each for each in cells if f"{each[0]},{each[1]}" == key)
    option = {name: value for name, value in (target.option or {}).items() if name != "from"}
    changes = (*attacker.to(step_left=False), *target.to(option=option))
    yield Tell("followed", "DF-37", {"actor": attacker.id, "target": target.id}, changes)
    yield from walk(fight, attacker, one_step(cell), facing_to(cell, target.at), "DF-37")


def _follows(cell: str) -> Words:
    return say(_("Follow to {cell}"), cell=cell)


def land(fight: DfFight, blow: Blow) -> Rule[None]:
    """One who dived for cover moves, and lies where it dropped: after the blow where the dive failed (DF-39)."""
    target = blow.target
    if target.option is None or "late" not in target.option:
        return
    drops = target.option["late"] == "drop"
    changes: dict[str, Any] = {"option": {name: value for name, value in target.option.items() if name != "late"}}
    if target.fate:
        yield Tell("dive_lost", "DF-39", {"target": target.id}, target.to(**changes))
        return
    if drops:
        changes["posture"] = "lying"
    yield Tell("landed_prone" if drops else "landed", "DF-39", {"target": target.id}, target.to(**changes))
    if is_placed(fight, blow):
        yield from step_back(fight, target, blow.attacker, "DF-39")
