"""Attacks: declared, then rolled together; the highest counts (CA-04, CA-06, CA-13 to CA-17)."""

from __future__ import annotations

from typing import NamedTuple

from rules.breakdown import Breakdown
from rules.dice import Dice, Faces
from rules.effects import GM, Option, Roll, Rule, Tell, ask
from rules.errors import Refused
from rules.systems.cairn import orders
from rules.systems.cairn.damage import harm
from rules.systems.cairn.derived import Attack
from rules.systems.cairn.fighter import CairnFight, CairnFighter
from rules.table import fighter_of
from rules.words import gettext_noop as _
from rules.words import say

ATTACK = _("attack")
HOW_MANY = _("how many are caught")


class Circumstances(NamedTuple):
    """What is claimed about an attack beyond who, whom and with what."""

    impaired: bool = False
    enhanced: bool = False
    far: bool = False


class Beats(NamedTuple):
    """Groups faces by their highest, where what does not beat `best` is all the same."""

    best: int

    def __call__(self, faces: Faces) -> int:
        return max(self.best, *faces)


def damage_dice(
    fight: CairnFight, attacker: CairnFighter, way: Attack, target: CairnFighter, claimed: Circumstances
) -> Dice:
    """The dice of an attack on a target. `damage_dice_why` gives the same with its reasons."""
    impaired = _impairments(attacker, way, target, claimed)
    enhanced = _advantages(attacker, way, target, claimed)
    return _dice_for(fight, way, bool(impaired), bool(enhanced))


def damage_dice_why(
    fight: CairnFight, attacker: CairnFighter, way: Attack, target: CairnFighter, claimed: Circumstances
) -> Breakdown:
    """The dice of an attack with the reasons for them (CA-13, CA-14, CA-17)."""
    impaired = _impairments(attacker, way, target, claimed)
    enhanced = _advantages(attacker, way, target, claimed)
    why = Breakdown().start(say(_("{item}"), item=way.name), str(way.dice), "CA-04")
    dice = str(_dice_for(fight, way, bool(impaired), bool(enhanced)))
    both = impaired and enhanced
    for reasons, die in ((impaired, 4), (enhanced, 12)):
        for label, rule in reasons:
            each = str(_each(way, die))
            if both and each != dice:
                why.ignore(say(label), each, rule)
            else:
                why.set_to(say(label), each, rule)
    if both:
        why.set_to(say(_("Impaired and enhanced at once")), dice, "CA-13")
    return why


def _impairments(
    attacker: CairnFighter, way: Attack, target: CairnFighter, claimed: Circumstances
) -> list[tuple[str, str]]:
    reasons = []
    if claimed.impaired:
        reasons.append((_("Impaired: cover, bonds or darkness"), "CA-13"))
    if claimed.far and way.ranged:
        reasons.append((_("Impaired: too far for a sure shot"), "CA-14"))
    if target.detachment and not attacker.detachment and not way.blast:
        reasons.append((_("Impaired: one against a detachment"), "CA-17"))
    if attacker.weakened:
        reasons.append((_("Impaired: a weakened detachment"), "CA-17"))
    return reasons


def _advantages(
    attacker: CairnFighter, way: Attack, target: CairnFighter, claimed: Circumstances
) -> list[tuple[str, str]]:
    reasons = []
    if claimed.enhanced:
        reasons.append((_("Enhanced: a decisive advantage"), "CA-13"))
    if target.is_helpless:
        reasons.append((_("Enhanced: the target is helpless"), "CA-13"))
    if attacker.detachment and not target.detachment:
        reasons.append((_("Enhanced: a detachment against one"), "CA-17"))
    return reasons


def _dice_for(fight: CairnFight, way: Attack, impaired: bool, enhanced: bool) -> Dice:
    if impaired and enhanced:
        both = fight.settings.both  # type: ignore[attr-defined]
        impaired, enhanced = both == "impaired", both == "enhanced"
    if impaired:
        return _each(way, 4)
    return _each(way, 12) if enhanced else way.dice


def _each(way: Attack, sides: int) -> Dice:
    return Dice([sides] * len(way.dice))


def is_blast(attacker: CairnFighter, way: Attack) -> bool:
    """Whether an attack may have several targets: a blast, or any attack of a detachment (CA-15, CA-17)."""
    return way.blast or attacker.detachment


def target_of(fight: CairnFight, attacker: CairnFighter, id_: str | None, path: str = "target") -> CairnFighter:
    """The fighter that may be attacked. Raises `Refused` where it is not there, hidden, or out of the fight."""
    target: CairnFighter = fighter_of(fight, id_, path)  # type: ignore[assignment]
    if target.hidden and target.side != attacker.side:
        raise Refused(say(_("Nobody here is called “{id}”."), id=str(id_)[:60]), path=path)
    if target.id == attacker.id:
        raise Refused(say(_("Nobody attacks themselves.")), rule="CA-04", path=path)
    if target.fate in ("dead", "fled", "retreated"):
        raise Refused(say(_("{target} is out of the fight."), target=target.name), rule="CA-04", path=path)
    return target


def declare(fight: CairnFight, attacker: CairnFighter, order: orders.Attack) -> Rule[None]:
    """Declare an attack; a claimed advantage is for the Game Master to grant (CA-06, CA-13)."""
    way = attacker.attack(order.weapon)
    if way is None:
        known = ", ".join(each.key for each in attacker.attacks)
        raise Refused(
            say(_("“{weapon}” is not at hand: choose one of {known}."), weapon=order.weapon, known=known), path="weapon"
        )
    wanted = tuple(dict.fromkeys(([order.target] if order.target else []) + order.targets))
    if not wanted:
        raise Refused(say(_("Choose a target.")), rule="CA-04", path="target")
    for number, id_ in enumerate(wanted):
        target_of(fight, attacker, id_, "target" if order.target and not number else "targets")
    if len(wanted) > 1 and not is_blast(attacker, way):
        raise Refused(say(_("Only a blast has several targets.")), rule="CA-15", path="targets")
    impaired, enhanced = order.impaired, order.enhanced
    if order.claimed and enhanced:
        granted = yield from ask(GM, "advantage", *_advantage_question(fight, attacker, wanted[0], impaired))
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


def _advantage_question(fight: CairnFight, attacker: CairnFighter, target: str, impaired: bool):  # type: ignore[no-untyped-def]
    words = say(
        _("{actor} claims a decisive advantage over {target}. Is the attack enhanced?"),
        actor=attacker.name, target=fight.fighters[target].name,
    )  # fmt: skip
    options = (
        Option("enhanced", say(_("Enhanced, d12")), level="d12", default=not impaired),
        Option("normal", say(_("An ordinary attack")), default=impaired),
        Option("impaired", say(_("Impaired, d4")), level="d4"),
    )
    return words, options, "CA-13"


class Blow(NamedTuple):
    """One declared attack on one of its targets."""

    attacker: CairnFighter
    way: Attack
    claimed: Circumstances


def resolve(fight: CairnFight, side: str | None) -> Rule[None]:
    """Roll what the side has declared: for each target the highest die of all counts (CA-06)."""
    blows: dict[str, list[Blow]] = {}
    rolled = []
    for attacker in fight.fighters.values():
        declared = attacker.declared
        if attacker.side != side or declared is None:
            continue
        rolled.append(attacker)
        way = attacker.attack(declared["weapon"])
        if way is None:
            continue
        claimed = Circumstances(declared["impaired"], declared["enhanced"], declared["far"])
        targets = declared["targets"]
        if declared["unclear"] and len(targets) > 1:
            targets = yield from _caught(attacker, way, targets)
        for id_ in targets:
            blows.setdefault(id_, []).append(Blow(attacker, way, claimed))
    if not rolled:
        return
    for id_, each in blows.items():
        if id_ in fight.fighters:
            yield from strike(fight, fight.fighters[id_], each)
    yield Tell("resolved", "CA-06", {}, tuple([change for one in rolled for change in one.to(declared=None)]))


def _caught(attacker: CairnFighter, way: Attack, targets: tuple[str, ...]) -> Rule[tuple[str, ...]]:
    """How many of the targets a blast catches where that is unclear: the attack's die says (CA-15)."""
    faces = yield Roll(way.dice, HOW_MANY, attacker.id, rule="CA-15")
    number = min(max(faces), len(targets))
    yield Tell("caught", "CA-15", {"actor": attacker.id, "faces": faces, "dice": str(way.dice), "number": number})
    return targets[:number]


def strike(fight: CairnFight, target: CairnFighter, blows: list[Blow]) -> Rule[None]:
    """All blows on one target: every die is rolled, the highest counts, Armor is taken from it once."""
    if target.fate in ("dead", "fled", "retreated"):
        yield Tell("wasted", "CA-06", {"target": target.id})
        return
    best, best_blow = 0, blows[0]
    # What Armor takes whole is all the same, unless a blow that ignores it might have to beat it.
    absorbed = 0 if any(blow.way.ignores_armor for blow in blows) else target.armor
    for blow in blows:
        dice = damage_dice(fight, blow.attacker, blow.way, target, blow.claimed)
        floor = best - blow.way.ignores_armor if best else absorbed
        faces = yield Roll(dice, ATTACK, blow.attacker.id, Beats(floor), rule="CA-04")
        result = max(faces)
        if result > best or (result == best and blow.way.ignores_armor):
            best, best_blow = result, blow
        yield Tell(
            "attacked", "CA-16" if len(dice) > 1 else "CA-04",
            {"actor": blow.attacker.id, "target": target.id, "weapon": blow.way.name, "dice": str(dice),
             "faces": faces, "rolled": result},
        )  # fmt: skip
    if len(blows) > 1:
        yield Tell("highest", "CA-06", {"actor": best_blow.attacker.id, "target": target.id, "rolled": best})
    yield from harm(fight, target, best, by=best_blow.attacker.id, ignores_armor=best_blow.way.ignores_armor)
