"""Attacks: declared, then rolled together; the highest counts (CA-04, CA-06, CA-13 to CA-17)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from rules.breakdown import Breakdown
from rules.dice import Classify, Dice, Faces
from rules.effects import GM, Option, Roll, Rule, Tell, ask
from rules.errors import Refused
from rules.fight import Change
from rules.systems.cairn import orders
from rules.systems.cairn.damage import harm
from rules.systems.cairn.derived import Attack
from rules.systems.cairn.fighter import OUT, CairnFight, CairnFighter
from rules.table import fighter_of
from rules.words import gettext_noop as _
from rules.words import say

ATTACK = _("attack")
HOW_MANY = _("how many are caught")


#: What is claimed about an attack beyond who, whom and with what: impaired, enhanced, far.
type Claims = Mapping[str, Any]

NO_CLAIMS: Claims = {"impaired": False, "enhanced": False, "far": False}


@cache
def beats(best: int) -> Classify:
    """Groups faces by their highest, where what does not beat `best` is all the same."""
    return lambda faces: max(best, *faces)


def damage_dice(fight: CairnFight, attacker: CairnFighter, way: Attack, target: CairnFighter, claimed: Claims) -> Dice:
    """The dice of an attack on a target. `damage_dice_why` gives the same with its reasons."""
    if not (claimed["impaired"] or claimed["enhanced"] or claimed["far"] or attacker.detachment or attacker.weakened
            or target.detachment or target.is_helpless):  # fmt: skip
        return way.dice  # an ordinary attack, as nearly all of them are
    impaired = bool(_impairments(attacker, way, target, claimed))
    enhanced = bool(_advantages(attacker, target, claimed))
    return _dice_for(fight, way, impaired, enhanced) if impaired or enhanced else way.dice


def damage_dice_why(
    fight: CairnFight, attacker: CairnFighter, way: Attack, target: CairnFighter, claimed: Claims
) -> Breakdown:
    """The dice of an attack with the reasons for them (CA-13, CA-14, CA-17)."""
    impaired = _impairments(attacker, way, target, claimed)
    enhanced = _advantages(attacker, target, claimed)
    why = Breakdown().start(say(_("{item}"), item=way.name), str(way.dice), "CA-04")
    dice = str(_dice_for(fight, way, bool(impaired), bool(enhanced)))
    both = impaired and enhanced
    for reasons, die in ((impaired, 4), (enhanced, 12)):
        for label, rule in reasons:
            each = str(same_dice(len(way.dice), die))
            if both and each != dice:
                why.ignore(say(label), each, rule)
            else:
                why.set_to(say(label), each, rule)
    if both:
        why.set_to(say(_("Impaired and enhanced at once")), dice, "CA-13")
    return why


type Reasons = list[tuple[str, str]]


def _impairments(attacker: CairnFighter, way: Attack, target: CairnFighter, claimed: Claims) -> Reasons:
    reasons = []
    if claimed["impaired"]:
        reasons.append((_("Impaired: cover, bonds or darkness"), "CA-13"))
    if claimed["far"] and way.ranged:
        reasons.append((_("Impaired: too far for a sure shot"), "CA-14"))
    if target.detachment and not attacker.detachment and not way.blast:
        reasons.append((_("Impaired: one against a detachment"), "CA-17"))
    if attacker.weakened:
        reasons.append((_("Impaired: a weakened detachment"), "CA-17"))
    return reasons


def _advantages(attacker: CairnFighter, target: CairnFighter, claimed: Claims) -> Reasons:
    reasons = []
    if claimed["enhanced"]:
        reasons.append((_("Enhanced: a decisive advantage"), "CA-13"))
    if target.is_helpless:
        reasons.append((_("Enhanced: the target is helpless"), "CA-13"))
    if attacker.detachment and not target.detachment:
        reasons.append((_("Enhanced: a detachment against one"), "CA-17"))
    return reasons


def _dice_for(fight: CairnFight, way: Attack, impaired: bool, enhanced: bool) -> Dice:
    if impaired and enhanced:
        impaired, enhanced = fight.settings.both == "impaired", fight.settings.both == "enhanced"
    if impaired:
        return same_dice(len(way.dice), 4)
    return same_dice(len(way.dice), 12) if enhanced else way.dice


@cache
def same_dice(number: int, sides: int) -> Dice:
    """As many dice as before, all of another size: d8+d8 impaired is d4+d4."""
    return Dice.apart([sides] * number)


def is_blast(attacker: CairnFighter, way: Attack) -> bool:
    """Whether an attack may have several targets: a blast, or any attack of a detachment (CA-15, CA-17)."""
    return way.blast or attacker.detachment


def why_no_target(fight: CairnFight, attacker: CairnFighter, target: CairnFighter) -> Refused | None:
    """Why a fighter may not be attacked now; None where it may."""
    if target.hidden and target.side != attacker.side:
        return Refused(say(_("Nobody here is called “{id}”."), id=target.id))
    if target.id == attacker.id:
        return Refused(say(_("Nobody attacks themselves.")), rule="CA-04")
    if target.fate in OUT:
        return Refused(say(_("{target} is out of the fight."), target=target.name), rule="CA-04")
    if target.id in fight.struck and fight.winner is None:
        words = say(_("The attacks of this turn on {target} have been rolled already."), target=target.name)
        return Refused(words, rule="CA-06")
    return None


def way_of(attacker: CairnFighter, key: str | None) -> Attack:
    """The attack of this key. Raises `Refused` where it is not at hand or used up (CA-14)."""
    way = attacker.attack(key)
    if way is None:
        known = ", ".join(each.key for each in attacker.attacks)
        words = say(_("“{weapon}” is not at hand: choose one of {known}."), weapon=key, known=known)
        raise Refused(words, path="weapon")
    if not attacker.has_left(way):
        raise Refused(say(_("{item} is used up."), item=way.name), rule="CA-14", path="weapon")
    return way


def declare(fight: CairnFight, attacker: CairnFighter, order: orders.Attack) -> Rule[None]:
    """Declare an attack; a claimed advantage is for the Game Master to grant (CA-06, CA-13)."""
    way = way_of(attacker, order.weapon)
    first = (order.target,) if order.target else ()
    wanted = tuple(dict.fromkeys((*first, *order.targets))) if order.targets else first
    if not wanted:
        raise Refused(say(_("Choose a target.")), rule="CA-04", path="target")
    for id_ in wanted:
        path = "target" if id_ == order.target else "targets"
        if (refusal := why_no_target(fight, attacker, fighter_of(fight, id_, path))) is not None:
            refusal.path = path
            raise refusal
    if len(wanted) > 1 and not is_blast(attacker, way):
        raise Refused(say(_("Only a blast has several targets.")), rule="CA-15", path="targets")
    impaired, enhanced = order.impaired, order.enhanced
    if order.claimed and enhanced:
        granted = yield from ask_advantage(attacker, fight.fighters[wanted[0]], impaired)
        impaired, enhanced = granted == "impaired", granted == "enhanced"
    declared = {
        "weapon": way.key, "targets": wanted,
        "impaired": impaired, "enhanced": enhanced, "far": order.far and way.ranged,
        "unclear": order.unclear and is_blast(attacker, way),
    }  # fmt: skip
    yield Tell(
        "declared", "CA-06",
        {"actor": attacker.id, "target": wanted[0], "more": len(wanted) - 1, "weapon": way.name},
        attacker.to(declared=declared, acted=True, hidden=False),
    )  # fmt: skip


def ask_advantage(attacker: CairnFighter, target: CairnFighter, impaired: bool) -> Rule[str]:
    """Ask the Game Master what a claimed advantage is worth (CA-13)."""
    words = say(
        _("{actor} claims a decisive advantage over {target}. Is the attack enhanced?"),
        actor=attacker.name, target=target.name,
    )  # fmt: skip
    options = (
        Option("enhanced", say(_("Enhanced, d12")), level="d12", default=not impaired),
        Option("normal", say(_("An ordinary attack")), default=impaired),
        Option("impaired", say(_("Impaired, d4")), level="d4"),
    )
    return (yield from ask(GM, "advantage", words, options, "CA-13"))


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
        if way is None or not there:
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
