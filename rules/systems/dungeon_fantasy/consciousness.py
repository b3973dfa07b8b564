"""Who stays on its feet: consciousness and death by HP, knockdown (DF-52)."""

from __future__ import annotations

from rules.effects import Rule, Tell
from rules.errors import Refused
from rules.systems.dungeon_fantasy.checks import check, or_badly
from rules.systems.dungeon_fantasy.fighter import DfFight, DfFighter
from rules.systems.dungeon_fantasy.sheet import TraitKey
from rules.words import gettext_noop as _
from rules.words import say

STAYS_AWAKE = _("HT roll to stay conscious")
LIVES = _("HT roll to live")
KEEPS_FEET = _("HT roll against knockdown")

#: At so many times full HP below 0 death is certain.
CERTAIN_DEATH = 5


def trait_level(fighter: DfFighter, key: TraitKey) -> int:
    """The level of a trait; 0 without it."""
    return fighter.kit.traits.get(key, 0)


def why_helpless(actor: DfFighter) -> Refused | None:
    """Why one who is out of the fight can do nothing; None where it is in it."""
    if actor.is_standing:
        return None
    rule = "DF-52" if actor.fate != "fled" else "DF-53"
    return Refused(say(_("{actor} cannot act."), actor=actor.name), rule=rule, path="actor")


def holds_on(fighter: DfFighter) -> Rule[bool]:
    """At 0 HP or less it rolls HT, −1 for each full HP below, when its turn begins; failing, it faints (DF-52)."""
    below = -fighter.hp // max(1, fighter.hp_most)
    level = fighter.sheet.ht - below + trait_level(fighter, "hard_to_subdue")
    checked = yield from check(fighter, level, STAYS_AWAKE, "DF-52")
    if not checked.succeeded:
        yield from faint(fighter)
    return checked.succeeded


def faint(fighter: DfFighter) -> Rule[None]:
    """It falls unconscious, and lies."""
    changes = fighter.to(fate="unconscious", posture="lying", stunned=False, waiting=None)
    yield Tell("fainted", "DF-52", {"target": fighter.id}, changes)


def die(fighter: DfFighter) -> Rule[None]:
    """It dies."""
    changes = fighter.to(fate="dead", posture="lying", stunned=False, waiting=None)
    yield Tell("died", "DF-52", {"target": fighter.id}, changes)


def defies_death(fighter: DfFighter) -> Rule[None]:
    """At −HP and each further multiple it rolls HT, once for each, or dies; at −5 × HP it dies (DF-52)."""
    most = max(1, fighter.hp_most)
    reached = max(0, -fighter.hp // most)
    if reached >= CERTAIN_DEATH:
        yield from die(fighter)
        return
    for multiple in range(fighter.defied + 1, reached + 1):
        level = fighter.sheet.ht + trait_level(fighter, "hard_to_kill")
        checked = yield from check(fighter, level, LIVES, "DF-52")
        if not checked.succeeded:
            yield from die(fighter)
            return
        yield Tell("lived", "DF-52", {"target": fighter.id}, fighter.to(defied=multiple))


def knockdown(fighter: DfFighter, modifier: int) -> Rule[None]:
    """After a major wound: HT, or stunned and prone; failing by 5 or more, unconscious (DF-52)."""
    level = fighter.sheet.ht + modifier
    if trait_level(fighter, "high_pain_threshold"):
        level += 3
    elif trait_level(fighter, "low_pain_threshold"):
        level -= 4
    checked = yield from check(fighter, level, KEEPS_FEET, "DF-52", or_badly(level))
    if checked.badly:
        yield from faint(fighter)
    elif not checked.succeeded:
        changes = fighter.to(stunned=True, posture="lying", evaluated=None, aimed=None)
        yield Tell("knocked_down", "DF-52", {"target": fighter.id}, changes)


def collapse_at_zero(fight: DfFight, fighter: DfFighter) -> Rule[bool]:
    """Where the table has it so, an opponent falls at 0 HP without a roll. Gives back whether it has."""
    if fighter.player or fight.settings.npc_death != "zero" or fighter.hp > 0 or not fighter.is_standing:
        return False
    yield from faint(fighter)
    return True
