"""Declared attacks are rolled together; the highest counts (CA-04, CA-06, CA-14 to CA-16)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from rules.dice import Classify, Faces
from rules.effects import Roll, Rule, Tell
from rules.fight import Change
from rules.systems.cairn.attack_dice import Claims, damage_dice
from rules.systems.cairn.damage import harm
from rules.systems.cairn.derived import Attack
from rules.systems.cairn.fighter import OUT, CairnFight, CairnFighter
from rules.words import gettext_noop as _

ATTACK = _("attack")
HOW_MANY = _("how many are caught")


@cache
def beats(best: int) -> Classify:
    """Groups faces by their highest, where what does not beat `best` is all the same."""
    return lambda faces: max(best, *faces)


class Blow(Struct, frozen=True, gc=False):
    """One declared attack on one of its targets."""

    attacker: CairnFighter
    way: Attack
    claimed: Claims


def resolve(fight: CairnFight, side: str | None) -> Rule[list[CairnFighter]]:
    """Roll what the side has declared: for each target the highest die of all counts (CA-06).

    Gives back those who were struck.
    """
    fighters = fight.fighters
    blows: dict[str, list[Blow]] = {}
    for attacker in fighters.values():
        declared = attacker.declared
        if declared is None or attacker.side != side:
            continue
        there = [id_ for id_ in declared["targets"] if id_ in fighters and fighters[id_].fate not in OUT]
        way = attacker.attack(declared["weapon"])
        if way is not None and "at" in declared:
            yield from burst(fight, attacker, way)
        elif way is None or not there:
            yield Tell("wasted", "CA-06", {"actor": attacker.id}, attacker.to(declared=None))
            continue
        if declared["unclear"] and len(there) > 1:
            there = yield from caught(attacker, way, there)
        blow = Blow(attacker, way, declared)
        for id_ in there:
            if id_ in blows:
                blows[id_].append(blow)
            else:
                blows[id_] = [blow]
    struck = []
    for id_, each in blows.items():
        target = fighters[id_]
        struck.append(target)
        yield from strike(fight, target, each)
    return struck


def burst(fight: CairnFight, attacker: CairnFighter, way: Attack) -> Rule[None]:
    """A blast goes off, whether it catches anybody or not (CA-15)."""
    assert attacker.declared is not None
    at = attacker.declared["at"]
    where = f"({at[0]}, {at[1]})" if fight.map is None else fight.map.name(tuple(at))
    yield Tell("burst", "CA-15", {"actor": attacker.id, "weapon": way.name, "at": where}, _rolled(attacker, way))


def caught(attacker: CairnFighter, way: Attack, targets: list[str]) -> Rule[list[str]]:
    """How many of the targets a blast catches where that is unclear: the attack's die says (CA-15)."""
    faces: Faces = yield Roll(way.dice, HOW_MANY, attacker.id, rule="CA-15")
    number = min(max(faces), len(targets))
    facts = {"actor": attacker.id, "faces": faces, "dice": str(way.dice), "number": number}
    yield Tell("caught", "CA-15", facts)
    return targets[:number]


def strike(fight: CairnFight, target: CairnFighter, blows: list[Blow]) -> Rule[None]:
    """All blows on one target: every die is rolled, the highest counts, Armor is taken from it once.

    Of equal dice the one that ignores Armor counts. What Armor takes whole, and what does not beat the best
    so far, is all the same to exact odds.
    """
    best, best_blow, floor = 0, blows[0], target.armor
    if blows[0].way.ignores_armor or (len(blows) > 1 and any(blow.way.ignores_armor for blow in blows)):
        floor = 0
    for blow in blows:
        attacker, way = blow.attacker, blow.way
        dice = damage_dice(fight, attacker, way, target, blow.claimed)
        faces: Faces = yield Roll(dice, ATTACK, attacker.id, beats(floor - way.ignores_armor), None, "CA-04")
        rolled = max(faces)
        if rolled > best or (rolled == best and way.ignores_armor):
            best, best_blow = rolled, blow
            floor = max(floor, best)
        yield Tell(
            "attacked", "CA-16" if len(dice) > 1 else "CA-04",
            {"actor": attacker.id, "target": target.id, "weapon": way.name, "dice": dice.text,
             "faces": faces, "rolled": rolled},
            () if attacker.declared is None else _rolled(attacker, way),
        )  # fmt: skip
    if len(blows) > 1:
        yield Tell("highest", "CA-06", {"actor": best_blow.attacker.id, "target": target.id, "rolled": best})
    yield from harm(fight, target, best, by=best_blow.attacker.id, ignores_armor=best_blow.way.ignores_armor)


def _rolled(attacker: CairnFighter, way: Attack) -> tuple[Change, ...]:
    """With its first roll an attack is declared no more, and has used up what it uses up (CA-14)."""
    spent = attacker.spend(way.counted) if way.counted else ()
    return (Change(attacker.id, "declared", attacker.declared, None), *spent)
