"""What gets through: damage, DR, injury and what it does to the one hit (DF-51, DF-52)."""

from __future__ import annotations

from typing import Any

from rules.dice import Faces
from rules.effects import Roll, Rule, Tell
from rules.fight import Change
from rules.systems.dungeon_fantasy.consciousness import (
    collapse_at_zero,
    defies_death,
    knockdown,
)
from rules.systems.dungeon_fantasy.fighter import DfFight, DfFighter
from rules.systems.dungeon_fantasy.gear import Location
from rules.systems.dungeon_fantasy.locations import LIMBS, PLACES
from rules.systems.dungeon_fantasy.strikes import Strike
from rules.systems.dungeon_fantasy.turn import see_winner
from rules.systems.dungeon_fantasy.ways import WoundKind
from rules.systems.dungeon_fantasy.wounds import Wounding, by_injury, cripples_past, most_injury, shock_of
from rules.words import gettext_noop as _

DAMAGE = _("damage")
MOST_SHOCK = 4

WOUNDS: dict[WoundKind, str] = {
    "cr": _("crushing"), "cut": _("cutting"), "imp": _("impaling"), "pi-": _("small piercing"), "pi": _("piercing"),
    "pi+": _("large piercing"), "pi++": _("huge piercing"), "burn": _("burning"), "cor": _("corrosive"),
    "tox": _("toxic"), "fat": _("fatigue"), "kb": _("knockback"), "other": _("other"),
}  # fmt: skip


def wounding_of(target: DfFighter, strike: Strike, location: Location) -> Wounding:
    """How the dice of an attack wound a target there."""
    damage, reach = strike.way.damage, strike.way.range
    add = damage.add
    if strike.kind == "strong" and not strike.shoots:
        add += max(2, len(damage.dice))
    halved = reach is not None and 0 < reach.half < strike.ground.yards
    dr = target.kit.dr[location] + PLACES[location].extra_dr
    if damage.divisor != 1:
        dr = int(dr / damage.divisor)
    most = most_injury(location, target.hp_most) if location in LIMBS else 0
    return Wounding(add, damage.kind, location, dr, halved, most)


def strike_home(
    fight: DfFight, attacker: DfFighter, target: DfFighter, strike: Strike, location: Location, limb: str | None = None
) -> Rule[None]:
    """Roll the damage of a blow that nothing has stopped, and see what it does. `limb` says which arm is meant."""
    wounding = wounding_of(target, strike, location)
    dice = strike.way.damage.dice
    faces: Faces = yield Roll(dice, DAMAGE, attacker.id, by_injury(wounding), None, "DF-51")
    basic = wounding.basic(faces)
    injury = wounding.injury(basic)
    text = f"{dice.text}{wounding.add:+d}" if wounding.add else dice.text
    facts: dict[str, Any] = {
        "actor": attacker.id, "target": target.id, "dice": text, "faces": faces, "rolled": basic,
        "location": PLACES[location].name, "wound": WOUNDS[wounding.kind],
    }  # fmt: skip
    if not injury:
        yield Tell("absorbed", "DF-51", facts, (), target.id, {"dr": wounding.dr, "injury": 0})
        return
    if wounding.kind == "fat":
        changes = target.to(fp=target.fp - injury)
        yield Tell(
            "tired", "DF-51", facts, changes, target.id, {"injury": injury, "dr": wounding.dr, "fp": target.fp - injury}
        )
        return
    left = target.hp - injury
    vitals = {"dr": wounding.dr, "injury": injury, "hp": left}
    yield Tell("wounded", "DF-51", facts, _hurt(target, injury), target.id, vitals)
    if left <= 0 or location != "torso" or 2 * injury > target.hp_most:
        yield from consequences(fight, target, injury, location, limb)


def _hurt(target: DfFighter, injury: int) -> tuple[Change, ...]:
    """HP are lost, and shock is due in the next turn: at most 4 of it, 8 with Low Pain Threshold (DF-52)."""
    traits = target.kit.traits
    shock = target.shock_next
    if "high_pain_threshold" not in traits:
        twice = 2 if "low_pain_threshold" in traits else 1
        shock = min(twice * MOST_SHOCK, shock + twice * shock_of(injury, target.hp_most))
    return target.to(hp=target.hp - injury, shock_next=shock)


def harm(fight: DfFight, target: DfFighter, amount: int, note: str) -> Rule[None]:
    """Injury that no attack made: HP are lost outright."""
    vitals = {"injury": amount, "hp": target.hp - amount}
    yield Tell("harmed", "DF-52", {"target": target.id, "note": note}, _hurt(target, amount), target.id, vitals)
    yield from consequences(fight, target, amount, "torso")


def consequences(
    fight: DfFight, target: DfFighter, injury: int, location: Location, limb: str | None = None
) -> Rule[None]:
    """What an injury leads to: a crippled limb, death, knockdown; and whether the fight is decided by it (DF-52)."""
    if target.fate == "dead" or target.fate == "fled":
        return
    most, place = target.hp_most, PLACES[location]
    if location in LIMBS and injury > cripples_past(location, most):
        yield from cripple(target, location, limb)
    if target.hp <= -most:
        yield from defies_death(target)
    if target.is_standing and not (yield from collapse_at_zero(fight, target)):
        major = 2 * injury > most or (location in LIMBS and injury > cripples_past(location, most))
        if major or place.shaken:
            yield from knockdown(target, place.knockdown)
    if not target.is_standing:
        yield from see_winner(fight)


def cripple(target: DfFighter, location: Location, limb: str | None = None) -> Rule[None]:
    """A crippled arm drops what it holds; with a crippled leg one falls (DF-54)."""
    limb = limb or limb_of(target, location)
    if limb is None or limb in target.crippled:
        return
    changes = target.to(crippled=(*target.crippled, limb))
    if location in ("arm", "hand"):
        held = {f"{place}": "dropped" for place in range(len(target.gear)) if target.place_of(place) in (limb, "both")}
        changes += target.to(moved_gear={**target.moved_gear, **held}) if held else ()
    else:
        changes += target.to(posture="lying")
    yield Tell("crippled", "DF-54", {"target": target.id, "location": PLACES[location].name}, changes)


def limb_of(target: DfFighter, location: Location) -> str | None:
    """Which limb is struck: the better arm, the right leg; the other one where that is crippled already."""
    better = target.sheet.handedness
    sides = (better, "left" if better == "right" else "right")
    limbs = sides if location in ("arm", "hand") else tuple(f"{side}_leg" for side in ("right", "left"))
    return next((limb for limb in limbs if limb not in target.crippled), None)
