"""Parrying what is much heavier: weapons break or are knocked away, bare hands give way (DF-34, DF-35)."""

from __future__ import annotations

from functools import cache
from typing import Any

from rules.dice import Classify, Dice, Faces
from rules.effects import Roll, Rule, Tell
from rules.systems.dungeon_fantasy.checks import check
from rules.systems.dungeon_fantasy.choices import NO_STRAIN, No, Strain
from rules.systems.dungeon_fantasy.fighter import Blow, DfFight, DfFighter
from rules.systems.dungeon_fantasy.load import basic_lift
from rules.systems.dungeon_fantasy.retreating import cells_back, is_placed, one_step
from rules.systems.dungeon_fantasy.ways import Parry
from rules.walking import walk
from rules.words import gettext_noop as _
from rules.words import say

DIE = Dice((6,))
BREAKAGE, BALANCE = _("breakage"), _("DX roll to keep standing")

#: From how many times its own weight on a weapon may break, and its chance there in 6 (DF-34).
HEAVY, CHANCE = 3, 2
SURE = 6

#: Words in the names of attacks with the whole weight of the body: to shove, to knock down, to trample (DF-34).
SHOVES = frozenset(
    {"slam", "shove", "trample", "overrun", "толчок", "толкнуть", "сбить", "таран", "топтание", "топтать"}
)

TOO_HEAVY = No("DF-35", say(_("Heavier than Basic Lift: the parry fails by itself.")))
NO_RESISTANCE = No("DF-34", say(_("The weapon would break and the parry not count.")))


def warning_of(strain: Strain) -> No | None:
    """What a player should know before such a parry."""
    if strain.too_heavy:
        return TOO_HEAVY
    if strain.is_hopeless:
        return NO_RESISTANCE
    return No("DF-34", say(_("The weapon may break: {chance} in 6."), chance=strain.chance)) if strain.chance else None


def weight_of(blow: Blow) -> float:
    """The weight of a blow in pounds: of a weapon its own; of the body its ST when it shoves, else a tenth (DF-34).

    That is ST / 2 and ST / 20 in kilograms.
    """
    way = blow.way
    if way.weight_lb or way.place is not None:
        return way.weight_lb
    st = blow.attacker.sheet.st
    return st if is_shove(way.thing) else st / 10


@cache
def is_shove(thing: str) -> bool:
    """Whether an attack of this name throws the whole body against its target."""
    return not SHOVES.isdisjoint(thing.split("_"))


def strain_of(fight: DfFight, blow: Blow, parry: Parry, weight: float, lift: float) -> Strain:
    """What a blow of this weight does to a parry by one of this Basic Lift (DF-34, DF-35). Missiles weigh nothing."""
    if parry.missiles and blow.ranged:
        return NO_STRAIN
    too_heavy = weight > lift * parry.hands
    chance = 0
    if fight.settings.breakage and parry.place is not None and parry.weight_lb:
        chance = chance_to_break(weight, parry.weight_lb, parry.fragility)
    return Strain(chance, too_heavy) if chance or too_heavy else NO_STRAIN


def chance_to_break(weight: float, own: float, fragility: int) -> int:
    """The chance in 6 that a weapon breaks: 2 at three times its weight, 1 more for each further time (DF-34)."""
    times = int(weight / own + 1e-9)
    return max(0, CHANCE + times - HEAVY + fragility) if times >= HEAVY else 0


def lift_of(fighter: DfFighter) -> float:
    """Basic Lift in pounds (DF-35)."""
    return float(basic_lift(fighter.sheet).total)


@cache
def _within(chance: int) -> Classify:
    return lambda faces: faces[0] <= chance


def may_break(fighter: DfFighter, parry: Parry, chance: int) -> Rule[bool]:
    """Roll whether the weapon that has parried breaks, and tell it (DF-34)."""
    if not chance or parry.place is None:
        return False
    facts: dict[str, Any] = {"target": fighter.id, "item": parry.name, "chance": chance}
    broken = fighter.to(broken=(*fighter.broken, parry.place))
    if chance >= SURE:
        yield Tell("broke", "DF-34", facts, broken)
        return True
    faces: Faces = yield Roll(DIE, BREAKAGE, fighter.id, _within(chance), chance, "DF-34", at_most=True)
    breaks = faces[0] <= chance
    facts |= {"dice": DIE.text, "faces": faces, "roll": faces[0]}
    yield Tell("broke_by_roll" if breaks else "held", "DF-34", facts, broken if breaks else ())
    return breaks


def overborne(fight: DfFight, blow: Blow, parry: Parry, chance: int) -> Rule[None]:
    """A parry of what is too heavy: the weapon breaks or is knocked away; who has none is thrown back (DF-35)."""
    target = blow.target
    if parry.place is None:
        yield from _thrown_back(fight, blow)
        return
    if not (yield from may_break(target, parry, chance)):
        changes = target.to(moved_gear={**target.moved_gear, f"{parry.place}": "dropped"})
        yield Tell("knocked_away", "DF-35", {"target": target.id, "item": parry.name}, changes)


def _thrown_back(fight: DfFight, blow: Blow) -> Rule[None]:
    target = blow.target
    yield Tell("knocked_back", "DF-35", {"target": target.id, "actor": blow.attacker.id})
    if is_placed(fight, blow) and (cell := next(cells_back(fight, target, blow.attacker), None)) is not None:
        yield from walk(fight, target, one_step(cell), target.facing, "DF-35")
    kept = yield from check(target, target.sheet.dx - target.shock, BALANCE, "DF-35")
    if not kept.succeeded:
        yield Tell("fell", "DF-35", {"target": target.id}, target.to(posture="lying"))
