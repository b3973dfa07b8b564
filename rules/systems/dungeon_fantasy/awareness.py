"""Whether a defence is possible at all: helplessness, critical hits, surprise, unseen attackers, blows from behind
(DF-02, DF-03, DF-05, DF-10, DF-12, DF-14)."""

from __future__ import annotations

from typing import NamedTuple

from rules.effects import GM, Ask, Option, Rule, Tell
from rules.fight import Change
from rules.systems.dungeon_fantasy.bearing import alerted, blow_sight
from rules.systems.dungeon_fantasy.checks import check
from rules.systems.dungeon_fantasy.choices import No
from rules.systems.dungeon_fantasy.fighter import Blow, DfFight, DfFighter
from rules.systems.dungeon_fantasy.skills import known
from rules.systems.dungeon_fantasy.traits import found, has
from rules.words import gettext_noop as _
from rules.words import say

HEARING, BLIND_FIGHTING = _("Hearing"), _("Blind Fighting")
#: What hearing an attack costs (DF-10, DF-14).
FAINT = -2

UNHEARD = No("DF-10", say(_("The attacker is neither seen nor heard: only a dodge is possible.")))
TOO_SUDDEN = No("DF-14", say(_("It comes as a surprise: only a dodge is possible.")))

NO_WARNING = Option("none", say(_("No: no defence")), default=True)
MAY_HEAR = Option("hearing", say(_("A Hearing roll at −2, and then a dodge")))


class Aware(NamedTuple):
    """The target knows of the blow. `no_guard` is what still forbids it to parry and to block."""

    no_guard: No | None = None


AWARE = Aware()


def notice(fight: DfFight, blow: Blow, *, guards: bool) -> Rule[Aware | None]:
    """Whether the target can defend against a blow at all. Where it cannot, that is told, and None given back.

    `guards`: it has something to parry or to block with, so that it matters whether it hears what it cannot see.
    """
    target = blow.target
    if target.is_helpless:
        return (yield from _defenceless("defenceless", "DF-03", blow))
    if blow.critical:
        return (yield from _defenceless("critical_hit_leaves_none", "DF-05", blow))
    if target.manoeuvre == "all_out_attack":
        return (yield from _defenceless("all_out_attack_leaves_none", "DF-02", blow))
    if blow.surprise:
        return (yield from _surprised(fight, blow))
    if blow.sight == "unknown":
        return (yield from _defenceless("unseen_leaves_none", "DF-10", blow, alerted(target, blow.attacker)))
    if blow.arc == "back" and not (yield from _senses_behind(target)):
        return (yield from _defenceless("behind_leaves_none", "DF-12", blow))
    if blow.sight == "alert" and guards:
        heard = yield from check(target, hearing(target) + FAINT, HEARING, "DF-10")
        return AWARE if heard.succeeded else Aware(UNHEARD)
    return AWARE


def watched(fight: DfFight, fighter: DfFighter, act: Rule[None]) -> Rule[None]:
    """Something by which a fighter may vanish: foes before whose eyes it does are alert (DF-10)."""
    foes = [each for each in fight.fighters.values() if each.side != fighter.side and each.is_standing]
    watching = [foe for foe in foes if fight.begun and blow_sight(fight, fighter, foe) == "seen"]
    yield from act
    lost = [foe for foe in watching if blow_sight(fight, fighter, foe) == "unknown"]
    if lost:
        changes = tuple(change for foe in lost for change in alerted(foe, fighter))
        yield Tell("vanished", "DF-10", {"actor": fighter.id}, changes, audience=GM)


def _surprised(fight: DfFight, blow: Blow) -> Rule[Aware | None]:
    """Out of the blue: nothing, or what the Game Master allows (DF-14)."""
    target = blow.target
    if fight.settings.surprise == "ask":
        words = say(_("{target} does not expect the blow. Might it notice it in time?"), target=target.name)
        answer = yield Ask(GM, "notice", words, (NO_WARNING, MAY_HEAR), "DF-14")
        if answer == "hearing":
            heard = yield from check(target, hearing(target) + FAINT, HEARING, "DF-14")
            if heard.succeeded:
                return Aware(TOO_SUDDEN)
    return (yield from _defenceless("surprise_leaves_none", "DF-14", blow))


def _senses_behind(target: DfFighter) -> Rule[bool]:
    """Whether it knows of what comes from behind: it sees all around, or fights blind (DF-12)."""
    if has(target.sheet, "peripheral_vision", "all_round_vision"):
        return True
    level = known(target.sheet, "Blind Fighting")
    if level is None:
        return False
    sensed = yield from check(target, level, BLIND_FIGHTING, "DF-12")
    return sensed.succeeded


def hearing(fighter: DfFighter) -> int:
    """The level of Hearing rolls: Perception and Acute Hearing (DF-10)."""
    sheet = fighter.sheet
    acute = max([trait.level for trait in found(sheet, "acute_hearing")], default=0)
    return (sheet.iq if sheet.per is None else sheet.per) + acute


def _defenceless(kind: str, rule: str, blow: Blow, changes: tuple[Change, ...] = ()) -> Rule[Aware | None]:
    """Tell why there is no defence."""
    yield Tell(kind, rule, {"target": blow.target.id, "actor": blow.attacker.id}, changes)
    return None
