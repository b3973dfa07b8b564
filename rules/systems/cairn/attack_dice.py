"""The dice of an attack, with the reasons for them (CA-13, CA-14, CA-17)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.breakdown import Breakdown
from rules.dice import Dice
from rules.systems.cairn.derived import Attack
from rules.systems.cairn.fighter import CairnFight, CairnFighter
from rules.systems.cairn.ground import Hampered, reasons
from rules.words import Words, say
from rules.words import gettext_noop as _

#: What is known of an attack beyond who, whom and with what: whether it was claimed to be impaired, enhanced or far,
#: and on a map, as `ground`, what hampers it for each target.
type Claims = Mapping[str, Any]

NO_CLAIMS: Claims = {"impaired": False, "enhanced": False, "far": False}


def damage_dice(fight: CairnFight, attacker: CairnFighter, way: Attack, target: CairnFighter, claimed: Claims) -> Dice:
    """The dice of an attack on a target. `damage_dice_why` gives the same with its reasons."""
    if not (claimed["impaired"] or claimed["enhanced"] or claimed["far"] or "ground" in claimed or attacker.detachment
            or attacker.weakened or target.detachment or target.is_helpless):  # fmt: skip
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
    for those, die in ((impaired, 4), (enhanced, 12)):
        for label, rule in those:
            each = str(same_dice(len(way.dice), die))
            if both and each != dice:
                why.ignore(label, each, rule)
            else:
                why.set_to(label, each, rule)
    if both:
        why.set_to(say(_("Impaired and enhanced at once")), dice, "CA-13")
    return why


type Reasons = list[tuple[Words, str]]


def _impairments(attacker: CairnFighter, way: Attack, target: CairnFighter, claimed: Claims) -> Reasons:
    found: Reasons = []
    ground: Hampered | None = claimed["ground"].get(target.id) if "ground" in claimed else None
    if claimed["impaired"]:
        words = _("Impaired: cover, bonds or darkness") if ground is None else _("Impaired: hampered")
        found.append((say(words), "CA-13"))
    if ground is not None:
        found += reasons(ground)
    elif claimed["far"] and way.ranged:
        found.append((say(_("Impaired: too far for a sure shot")), "CA-14"))
    if target.detachment and not attacker.detachment and not way.blast:
        found.append((say(_("Impaired: one against a detachment")), "CA-17"))
    if attacker.weakened:
        found.append((say(_("Impaired: a weakened detachment")), "CA-17"))
    return found


def _advantages(attacker: CairnFighter, target: CairnFighter, claimed: Claims) -> Reasons:
    found: Reasons = []
    if claimed["enhanced"]:
        found.append((say(_("Enhanced: a decisive advantage")), "CA-13"))
    if target.is_helpless:
        found.append((say(_("Enhanced: the target is helpless")), "CA-13"))
    if attacker.detachment and not target.detachment:
        found.append((say(_("Enhanced: a detachment against one")), "CA-17"))
    return found


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
