"""An attack before its dice: with what, on whom, at what, whether it may be, and its level with the reasons
(DF-50, DF-53, DF-54)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from rules.breakdown import Breakdown, Deferred
from rules.errors import Refused
from rules.grid.cells import Cell
from rules.systems.dungeon_fantasy.fighter import OUT, DfFight, DfFighter, Kind, Manoeuvre, Posture
from rules.systems.dungeon_fantasy.gear import Location
from rules.systems.dungeon_fantasy.ground import (
    OPEN,
    Ground,
    cells_between,
    cells_of,
    is_ahead,
    lie,
    on_map,
    yards_of,
)
from rules.systems.dungeon_fantasy.locations import PLACES
from rules.systems.dungeon_fantasy.orders import Side
from rules.systems.dungeon_fantasy.retreating import stands_for
from rules.systems.dungeon_fantasy.ways import Way
from rules.words import Words, say
from rules.words import gettext_noop as _

#: A Deceptive Attack never takes the level below this (DF-54).
LEAST_DECEPTIVE = 10
#: Attacks on the run are never surer than this (DF-53).
RUNNING_CAP = 9
#: What half-hidden targets, hidden ones, cover and others in the way of a shot cost.
HALF_SEEN, UNSEEN, COVERED, IN_THE_WAY = -3, -6, -2, -4

#: What a posture costs one's own blows, and those who shoot at one.
OWN_POSTURE: Mapping[Posture, int] = {"crouching": -2, "kneeling": -2, "sitting": -2, "lying": -4}
SMALLER_MARK = -2


class Strike(NamedTuple):
    """One attack as it is ordered, and how the ground lies for it."""

    way: Way
    manoeuvre: Manoeuvre = "attack"
    kind: Kind = ""
    location: Location = "torso"
    deceptive: int = 0
    ground: Ground = OPEN
    #: Where the ground says nothing: from which side it comes.
    arc: Side | None = None
    surprise: bool = False
    #: It strikes a whole area, so that its target may only dive for cover (DF-39).
    area: bool = False
    #: What an earlier feint takes from the defence (DF-53).
    feint: int = 0

    @property
    def shoots(self) -> bool:
        """Whether it is made at range: with a bow, or with a thing that is thrown."""
        return self.way.range is not None


class Modifier(NamedTuple):
    """Something that changes the level of an attack: a message id, how much, by which rule."""

    label: str
    amount: int
    rule: str


def modifiers(attacker: DfFighter, target: DfFighter, strike: Strike) -> list[Modifier]:
    """All that circumstances add to the level of the way or take from it; the cap of a running blow comes after."""
    way = strike.way
    found: list[Modifier] = []
    if attacker.shock:
        found.append(Modifier(_("Shock"), -attacker.shock, "DF-52"))
    if strike.location != "torso":
        found.append(Modifier(PLACES[strike.location].name, PLACES[strike.location].penalty, "DF-54"))
    if strike.deceptive:
        found.append(Modifier(_("Deceptive Attack"), -2 * strike.deceptive, "DF-54"))
    if strike.kind == "determined":
        found.append(Modifier(_("All-Out Attack (Determined)"), 1 if strike.shoots else 4, "DF-53"))
    if strike.manoeuvre == "move_and_attack":
        rushed = min(-2, way.range.bulk) if way.range is not None else -4
        found.append(Modifier(_("Move and Attack"), rushed, "DF-53"))
    if attacker.evaluated is not None and attacker.evaluated["target"] == target.id and not strike.shoots:
        found.append(Modifier(_("Evaluate"), int(attacker.evaluated["bonus"]), "DF-53"))
    if target.sheet.sm:
        found.append(Modifier(_("Size of the target"), target.sheet.sm, "DF-50"))
    if strike.shoots:
        found += _at_range(attacker, target, strike)
    elif attacker.posture != "standing":
        found.append(Modifier(_("Own posture"), OWN_POSTURE[attacker.posture], "DF-55"))
    if strike.ground is not OPEN:
        found += _by_the_ground(strike.ground)
    return found


def _at_range(attacker: DfFighter, target: DfFighter, strike: Strike) -> list[Modifier]:
    """What only shots know: distance, aim, the posture of the target."""
    assert strike.way.range is not None
    found = []
    if penalty := range_penalty(strike.ground.yards):
        found.append(Modifier(_("Distance"), penalty, "DF-50"))
    if (bonus := aim_bonus(attacker, target, strike.way)) and strike.manoeuvre != "move_and_attack":
        found.append(Modifier(_("Aim"), bonus, "DF-53"))
    if target.posture != "standing":
        found.append(Modifier(_("Posture of the target"), SMALLER_MARK, "DF-55"))
    return found


def _by_the_ground(ground: Ground) -> list[Modifier]:
    found = []
    if ground.cover.sort == "cover":
        found.append(Modifier(_("Cover"), COVERED, "DF-54"))
    elif ground.cover.sort == "soft":
        found.append(Modifier(_("Somebody in the way"), IN_THE_WAY, "DF-54"))
    if ground.veil.sort == "total":
        found.append(Modifier(_("The target is not seen"), UNSEEN, "DF-10"))
    elif ground.veil.sort != "clear":
        found.append(Modifier(_("The target is half seen"), HALF_SEEN, "DF-10"))
    return found


def aim_bonus(attacker: DfFighter, target: DfFighter, way: Way) -> int:
    """What aiming has won against a target: Accuracy, and 1 for each further turn, at most 2 more (DF-53)."""
    aimed = attacker.aimed
    if aimed is None or way.range is None or aimed["target"] != target.id or aimed["thing"] != way.thing:
        return 0
    return way.range.accuracy + min(int(aimed["turns"]) - 1, 2)


def range_penalty(yards: float) -> int:
    """The published range table: none up to 2 yards, −1 to 3, −2 to 5, −3 to 7, −4 to 10, −5 to 15, and so on."""
    if yards <= 2:
        return 0
    decades, rest = divmod(math.log10(yards), 1)
    for step, limit in enumerate((1, 1.5, 2, 3, 5, 7, 10)):
        if round(10**rest, 6) <= limit:
            return 2 - 6 * int(decades) - step
    raise AssertionError


def level_of(attacker: DfFighter, target: DfFighter, strike: Strike) -> int:
    """The level of an attack. `level_why` gives the same with its reasons."""
    level = strike.way.level
    for each in modifiers(attacker, target, strike):
        level += each.amount
    return min(level, RUNNING_CAP) if strike.manoeuvre == "move_and_attack" and _is_capped(strike) else level


def level_why(attacker: DfFighter, target: DfFighter, strike: Strike) -> Breakdown:
    """The level of an attack with its reasons, made when somebody looks (DF-50)."""
    return Deferred(level_of(attacker, target, strike), lambda: _explain(attacker, target, strike))


def _explain(attacker: DfFighter, target: DfFighter, strike: Strike) -> Breakdown:
    base = strike.way.why()
    why = Breakdown()
    why.steps, why.total = list(base.steps), base.total
    for each in modifiers(attacker, target, strike):
        why.add(say(each.label), each.amount, each.rule)
    if _is_capped(strike):
        why.at_most(say(_("On the run at most {most}"), most=RUNNING_CAP), RUNNING_CAP, "DF-53")
    return why


def _is_capped(strike: Strike) -> bool:
    return strike.manoeuvre == "move_and_attack" and not strike.shoots


def most_deceptive(attacker: DfFighter, target: DfFighter, strike: Strike) -> int:
    """How often −2 may be taken for −1: the level stays at 10 or more (DF-54)."""
    plain = level_of(attacker, target, strike._replace(deceptive=0))
    return min(10, max(0, (plain - LEAST_DECEPTIVE) // 2))


def ground_of(fight: DfFight, attacker: DfFighter, target: DfFighter, way: Way, yards: float = 0) -> Ground:
    """How the ground lies for an attack; without a map, the distance that the order names.

    Who has retreated from this attacker is met where it stood before (DF-37).
    """
    if not on_map(fight, attacker, target):
        return OPEN if not yards else Ground(yards=yards)
    assert attacker.at is not None
    there, _facing = stands_for(fight, target, attacker)
    return lie(fight, attacker, attacker.at, target, ranged=way.range is not None, there=there)


def why_no_target(attacker: DfFighter, target: DfFighter) -> Refused | None:
    """Why a fighter may not be attacked by another at all; None where it may."""
    if target.hidden and target.side != attacker.side:
        return Refused(say(_("Nobody here is called “{id}”."), id=target.id), path="target")
    if target.id == attacker.id:
        return Refused(say(_("Nobody attacks themselves.")), rule="DF-50", path="target")
    if target.fate in OUT and target.fate != "unconscious":
        return Refused(say(_("{target} is out of the fight."), target=target.name), rule="DF-50", path="target")
    return None


def why_out_of_reach(
    fight: DfFight, attacker: DfFighter, target: DfFighter, way: Way, ground: Ground,
    at: tuple[int, int] | None = None, facing: int | None = None,
) -> Refused | None:  # fmt: skip
    """Why the ground forbids an attack from a cell, looking that way; None where it allows it (DF-50, DF-53)."""
    battle = fight.map
    if way.range is not None and way.range.most and ground.yards > way.range.most:
        return Refused(_too_far(fight, way, ground), rule="DF-50", path="target")
    if battle is None or at is None or target.at is None:
        return None
    if ground.cover.sort == "total":
        words = say(_("Nothing gets through to {target}. {why}"), target=target.name, why=ground.cover.words)
        return Refused(words, rule="DF-50", path="target")
    if way.range is None and ground.cells > cells_of(battle, way.farthest):
        return Refused(_too_far(fight, way, ground), rule="DF-50", path="target")
    if way.range is None and ground.cells < way.least:
        words = say(_("{item} is too long for one who is so near."), item=way.name)
        return Refused(words, rule="DF-50", path="target")
    if not is_ahead(fight, at, facing, ground.there or target.at):
        words = say(_("{target} is not in front of {actor}."), target=target.name, actor=attacker.name)
        return Refused(words, rule="DF-53", path="target")
    return None


def is_near_enough(fight: DfFight, way: Way, at: Cell | None, other: Cell | None) -> bool:
    """Whether one who stands there may reach another cell with a way at all, whatever lies in between."""
    if fight.map is None or at is None or other is None:
        return True
    cells = cells_between(fight, at, other)
    if way.range is None:
        return way.least <= cells <= cells_of(fight.map, way.farthest)
    return not way.range.most or yards_of(fight.map, cells) <= way.range.most


def _too_far(fight: DfFight, way: Way, ground: Ground) -> Words:
    if fight.map is None:
        return say(_("Out of range for {item}: {yards} yards."), item=way.name, yards=int(ground.yards))
    length = fight.map.length(ground.cells)
    return say(_("Out of reach for {item}: {cells} cells, {length}."), item=way.name, cells=ground.cells, length=length)
