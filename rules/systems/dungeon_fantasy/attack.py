"""An attack is rolled: it misses or threatens; who is not defended is wounded (DF-01, DF-05, DF-13, DF-50, DF-54)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, cast

from rules.dice import Faces
from rules.effects import Roll, Rule, Tell
from rules.fight import Change
from rules.systems.dungeon_fantasy.bearing import Sight, alerted, blow_arc, blow_sight, height_bonus
from rules.systems.dungeon_fantasy.checks import D3, D3_TEXT
from rules.systems.dungeon_fantasy.damage import strike_home
from rules.systems.dungeon_fantasy.defence import defend
from rules.systems.dungeon_fantasy.fighter import Blow, DfFight, DfFighter
from rules.systems.dungeon_fantasy.gear import Location
from rules.systems.dungeon_fantasy.locations import PLACES
from rules.systems.dungeon_fantasy.retreating import land
from rules.systems.dungeon_fantasy.strikes import Strike, level_of
from rules.words import gettext_noop as _

ATTACK = _("attack")

#: What an attack roll comes to.
FUMBLED, MISSED, HIT, CRITICAL = range(4)
KINDS = ("fumbled", "missed", "hit", "hit_critically")


def judged(total: int, level: int) -> int:
    """What a total of 3d6 against a level comes to (DF-50)."""
    if total <= 4 or (total == 5 and level >= 15) or (total == 6 and level >= 16):
        return CRITICAL
    if total == 18 or (total == 17 and level <= 15) or total >= level + 10:
        return FUMBLED
    return HIT if total <= level and total < 17 else MISSED


@cache
def by_verdict(level: int) -> Callable[[Faces], int]:
    """The four classes of an attack roll."""
    table = [judged(total, level) for total in range(19)]
    return lambda faces: table[faces[0] + faces[1] + faces[2]]


def attack(
    fight: DfFight, attacker: DfFighter, target: DfFighter, strike: Strike, spent: tuple[Change, ...]
) -> Rule[None]:
    """Roll an attack; unless it was critical, the target may defend; what gets through wounds.

    `spent` are the changes that the attack takes by itself: the manoeuvre, an evaluation used up.
    """
    way = strike.way
    level = level_of(attacker, target, strike)
    sight = blow_sight(fight, attacker, target)
    if sight == "unknown":
        spent = (*spent, *alerted(target, attacker))
    comes_to = by_verdict(level)
    faces: Faces = yield Roll(D3, ATTACK, attacker.id, comes_to, level, "DF-50", True)
    total = faces[0] + faces[1] + faces[2]
    verdict = comes_to(faces)
    facts: dict[str, Any] = {
        "actor": attacker.id, "target": target.id, "weapon": way.name,
        "dice": D3_TEXT, "faces": faces, "roll": total,
    }  # fmt: skip
    kind = KINDS[verdict]
    if strike.location != "torso":
        facts["location"] = PLACES[strike.location].name
        kind += "_at"
    yield Tell(kind, "DF-50", facts, spent, attacker.id, {"level": level})
    if verdict == FUMBLED:
        yield from fumble(attacker, strike)
    elif verdict != MISSED:
        yield from threaten(fight, attacker, target, strike, sight, critical=verdict == CRITICAL)
    if way.range is not None and way.range.thrown and way.place is not None:
        yield from let_go(attacker, way.place)


def threaten(
    fight: DfFight, attacker: DfFighter, target: DfFighter, strike: Strike, sight: Sight, *, critical: bool
) -> Rule[None]:
    """A hit that may be defended against (DF-01), or a critical one that may not (DF-05).

    `sight` is how the target saw it coming before the attacker gave itself away (DF-10).
    """
    blow = Blow(
        attacker, target, strike.way,
        arc=strike.arc or blow_arc(fight, attacker, target),
        sight=sight,
        height=height_bonus(fight, attacker, target),
        deceptive=strike.deceptive, feint=strike.feint, ranged=strike.shoots, critical=critical,
        location=strike.location, surprise=strike.surprise, area=strike.area,
    )  # fmt: skip
    location, limb = strike.location, None
    if not critical:
        defended = yield from defend(fight, blow)
        if defended.succeeded:
            return
        location, limb = cast(Location, defended.location or location), defended.limb
    if target.fate != "dead":
        yield from strike_home(fight, attacker, target, strike, location, limb)
    if strike.area:
        yield from land(fight, blow)


def fumble(attacker: DfFighter, strike: Strike) -> Rule[None]:
    """A critical miss: the weapon is dropped; who has none in hand loses the rest of its attacks (DF-50)."""
    place = strike.way.place
    if place is None or strike.way.range is not None:
        yield Tell("off_balance", "DF-50", {"actor": attacker.id}, attacker.to(attacks_left=0))
        return
    changes = (*attacker.to(moved_gear={**attacker.moved_gear, f"{place}": "dropped"}, attacks_left=0),)
    yield Tell("let_fall", "DF-50", {"actor": attacker.id, "item": attacker.gear[place].name}, changes)


def let_go(attacker: DfFighter, place: int) -> Rule[None]:
    """What was thrown is no longer in the hand."""
    changes = attacker.to(moved_gear={**attacker.moved_gear, f"{place}": "dropped"})
    if changes:
        yield Tell("thrown", "DF-50", {"actor": attacker.id, "item": attacker.gear[place].name}, changes)
