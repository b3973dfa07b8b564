"""The active defence: one question, one roll, and what follows from it (DF-01 to DF-06).

blow → can the target know of it? → which defence? → its option is carried out → 3d6 → what comes of it
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.dice import Faces
from rules.effects import Ask, Option, Roll, Rule, Tell
from rules.fight import Change
from rules.systems.dungeon_fantasy.awareness import notice
from rules.systems.dungeon_fantasy.checks import D3, D3_TEXT, at_most, succeeds
from rules.systems.dungeon_fantasy.choices import NO_STRAIN, By, Choice, No, Strain
from rules.systems.dungeon_fantasy.dodging import jump
from rules.systems.dungeon_fantasy.fighter import Blow, Defended, DfFight, DfFighter
from rules.systems.dungeon_fantasy.heavy import may_break, overborne
from rules.systems.dungeon_fantasy.keys import hand_key
from rules.systems.dungeon_fantasy.parrying import counted, strike_limb
from rules.systems.dungeon_fantasy.questions import question_of
from rules.systems.dungeon_fantasy.retreating import follow, land, move_off
from rules.systems.dungeon_fantasy.ways import Block
from rules.words import gettext_noop as _
from rules.words import say

PURPOSES: dict[By, str] = {"dodge": _("dodge"), "parry": _("parry"), "block": _("block")}
RULES: dict[By, str] = {"dodge": "DF-16", "parry": "DF-21", "block": "DF-19"}
SUCCEEDED: dict[By, str] = {"dodge": "dodged", "parry": "parried", "block": "blocked"}
FAILED: dict[By, str] = {"dodge": "failed_dodge", "parry": "failed_parry", "block": "failed_block"}

ASK, ASK_AGAIN = _("{target}: which defence against {actor} ({weapon})?"), _("{target}: one more defence?")
ORIGINAL = Option("target", say(_("What the blow was aimed at")), default=True)
THE_ARM = Option("arm", say(_("The arm that stood in the way")))

UNDEFENDED = Defended(False)


def defend(fight: DfFight, blow: Blow) -> Rule[Defended]:
    """Let the target of a blow defend itself, and give back how that came out (DF-01).

    Where it dived for cover and failed, its move comes after the damage: `land` (DF-39).
    """
    target = blow.target
    kit = target.kit
    aware = yield from notice(fight, blow, guards=bool(kit.parries or kit.blocks))
    if aware is None:
        return UNDEFENDED
    tried: list[Choice] = []
    defended = UNDEFENDED
    while len(tried) < _tries(target):
        chosen = yield from _choose(fight, blow, aware.no_guard, tried)
        if chosen is None:
            break
        tried.append(chosen)
        if chosen.added:
            yield from move_off(fight, blow, chosen)
        if (yield from _attempt(fight, blow, chosen)):
            defended = Defended(True, chosen.by)
            break
        defended = Defended(False, chosen.by)
    if blow.area:
        if defended.succeeded:
            yield from land(fight, blow)
    elif any(choice.added == "retreat" for choice in tried):
        yield from follow(fight, blow)
    exposing = next((choice for choice in tried if _exposes_arm(blow, choice)), None)
    if defended.succeeded or exposing is None:
        return defended
    return (yield from _arm_or_target(blow, exposing))


def _tries(target: DfFighter) -> int:
    """How many defences it may try against one blow: two after All-Out Defence (Double) (DF-02)."""
    return 2 if target.manoeuvre == "all_out_defence" and target.kind == "double" else 1


def _choose(fight: DfFight, blow: Blow, no_guard: No | None, tried: Sequence[Choice]) -> Rule[Choice | None]:
    """Ask for one defence; None where the target leaves it. A second one is asked for only where there is another."""
    target = blow.target
    facts = {"target": target.id, "actor": blow.attacker.id}
    question = question_of(fight, blow, no_guard, tried)
    if not question.best:
        if not tried:
            yield Tell("no_defence_left", "DF-01", facts)
        return None
    name, rule = ("defend_again", "DF-02") if tried else ("defend", "DF-01")
    words = say(ASK_AGAIN if tried else ASK, target=target.name, actor=blow.attacker.name, weapon=blow.way.name)
    key = yield Ask(target.id, name, words, question.options, rule)
    if key == "none":
        yield Tell("not_defended", "DF-01", facts)
        return None
    return question.choices[key]


def _attempt(fight: DfFight, blow: Blow, choice: Choice) -> Rule[bool]:
    """Try a defence: its roll, and what a parry does to the weapons (DF-04, DF-18, DF-33 to DF-35)."""
    target = blow.target
    level = choice.level
    if choice.acrobatic:
        jumped = yield from jump(target)
        level += jumped.amount
    if choice.parry is None:
        changes = target.to(blocked=True) if choice.block is not None else ()
        return (yield from _roll(blow, choice, level, changes))
    parry = choice.parry
    changes = target.to(parries=counted(target, parry))
    strain = choice.strain
    if strain.too_heavy:
        yield Tell("overborne", "DF-35", _facts(blow, choice), changes)
        yield from overborne(fight, blow, parry, strain.chance)
        return False
    if not (yield from _roll(blow, choice, level, changes, strain)):
        return False
    if strain.chance:
        yield from may_break(target, parry, strain.chance)
        if strain.is_hopeless:
            return False
    yield from strike_limb(fight, blow, parry)
    return True


def _roll(
    blow: Blow, choice: Choice, level: int, changes: tuple[Change, ...], strain: Strain = NO_STRAIN
) -> Rule[bool]:
    """Roll a defence and tell how it went. A parry that gives way to what it parries is told as none (DF-34)."""
    by = choice.by
    rule = _rule_of(blow, choice)
    faces: Faces = yield Roll(D3, PURPOSES[by], blow.target.id, at_most(level), level, rule, at_most=True)
    total = faces[0] + faces[1] + faces[2]
    good = succeeds(total, level)
    kind = SUCCEEDED[by] if good else FAILED[by]
    if good and strain.is_hopeless:
        kind, rule = "swept_aside", "DF-34"
    if not good and choice.block is not None and choice.block.make == "cloak":
        kind, rule, changes = "failed_cloak", "DF-20", (*changes, *_parried_with_cloak(blow.target, choice.block))
    facts = {**_facts(blow, choice), "dice": D3_TEXT, "faces": faces, "roll": total}
    yield Tell(kind, rule, facts, changes, blow.target.id, {"level": level})
    return good


def _rule_of(blow: Blow, choice: Choice) -> str:
    """The rule by which a defence is rolled."""
    parry, reach = choice.parry, blow.way.range
    if parry is None:
        return RULES[choice.by]
    if reach is not None and not reach.thrown:
        return "DF-22" if parry.missiles else "DF-31"
    return "DF-28" if parry.unarmed else "DF-21"


def _facts(blow: Blow, choice: Choice) -> dict[str, Any]:
    thing = choice.parry or choice.block
    facts: dict[str, Any] = {"target": blow.target.id, "actor": blow.attacker.id}
    return facts if thing is None else {**facts, "item": thing.name}


def _parried_with_cloak(target: DfFighter, cloak: Block) -> tuple[Change, ...]:
    """A failed block with a cloak is a failed parry with the hand that holds it (DF-20)."""
    hand = hand_key(cloak.hand)
    return target.to(parries={**target.parries, hand: target.parries.get(hand, 0) + 1})


def _exposes_arm(blow: Blow, choice: Choice) -> bool:
    """Whether a failed defence puts an arm in the way: bare hands against a weapon, a cloak in melee (DF-20, DF-28)."""
    if blow.location == "arm":
        return False
    if choice.block is not None:
        return choice.block.make == "cloak" and not blow.ranged
    parry, reach = choice.parry, blow.way.range
    armed = not blow.way.unarmed and (reach is None or reach.thrown)
    return parry is not None and parry.unarmed and armed


def _arm_or_target(blow: Blow, choice: Choice) -> Rule[Defended]:
    """The attacker chooses: the arm that stood in the way, or what it has aimed at (DF-20, DF-28)."""
    rule = "DF-20" if choice.block is not None else "DF-28"
    words = say(_("{actor}: strike the arm of {target}?"), actor=blow.attacker.name, target=blow.target.name)
    key = yield Ask(blow.attacker.id, "strike_arm", words, (ORIGINAL, THE_ARM), rule)
    if key == "target":
        return Defended(False, choice.by)
    yield Tell("arm_struck", rule, {"actor": blow.attacker.id, "target": blow.target.id})
    hand = choice.block.hand if choice.block is not None else choice.parry.hand if choice.parry is not None else "both"
    return Defended(False, choice.by, "arm", hand if hand in ("right", "left") else None)
