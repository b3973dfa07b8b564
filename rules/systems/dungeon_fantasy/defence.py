"""The active defence: one question, one roll, and what follows from it (DF-01 to DF-06).

blow → can the target know of it? → which defence? → its option is carried out → 3d6 → what comes of it
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from rules.dice import Faces
from rules.effects import Ask, Option, Roll, Rule, Tell
from rules.fight import Change
from rules.systems.dungeon_fantasy.awareness import notice
from rules.systems.dungeon_fantasy.blocking import block_choices
from rules.systems.dungeon_fantasy.checks import D3, D3_TEXT, at_most, succeeds
from rules.systems.dungeon_fantasy.dodging import dodge_choices, jump
from rules.systems.dungeon_fantasy.fighter import Blow, Defended, DfFight, DfFighter
from rules.systems.dungeon_fantasy.heavy import Strain, lift_of, may_break, overborne, strain_of, weight_of
from rules.systems.dungeon_fantasy.keys import hand_key
from rules.systems.dungeon_fantasy.modifiers import By, Choice, No, best_of, level_of, option_of, shared_by_all
from rules.systems.dungeon_fantasy.parrying import counted, parry_choices, strike_limb
from rules.systems.dungeon_fantasy.retreating import follow, land, move_off
from rules.systems.dungeon_fantasy.ways import Block
from rules.words import gettext_noop as _
from rules.words import say

__all__ = ["choices_against", "defend", "level_of"]

PURPOSES: dict[By, str] = {"dodge": _("dodge"), "parry": _("parry"), "block": _("block")}
RULES: dict[By, str] = {"dodge": "DF-16", "parry": "DF-21", "block": "DF-19"}
SUCCEEDED: dict[By, str] = {"dodge": "dodged", "parry": "parried", "block": "blocked"}
FAILED: dict[By, str] = {"dodge": "failed_dodge", "parry": "failed_parry", "block": "failed_block"}

NONE = Option("none", say(_("No defence")))
ORIGINAL = Option("target", say(_("What the blow was aimed at")), default=True)
THE_ARM = Option("arm", say(_("The arm that stood in the way")))

TRIED = No("DF-02", say(_("The second defence has to be another one.")))

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
        choices = choices_against(fight, blow, aware.no_guard, tried)
        chosen = yield from _choose(blow, choices, again=bool(tried))
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


def choices_against(
    fight: DfFight, blow: Blow, no_guard: No | None = None, tried: Sequence[Choice] = ()
) -> list[Choice]:
    """Every defence against a blow, the forbidden ones with the reason: dodges, parries, blocks."""
    shared = shared_by_all(blow)
    choices = [
        *dodge_choices(fight, blow, shared),
        *parry_choices(fight, blow, shared, no_guard),
        *block_choices(fight, blow, shared, no_guard),
    ]
    return [replace(each, no=each.no or TRIED) if _is_tried(each, tried) else each for each in choices]


def _is_tried(choice: Choice, tried: Iterable[Choice]) -> bool:
    """Whether it is no different defence from one that has failed: another hand's parry is (DF-02)."""
    return any(
        choice.by == each.by and (choice.parry is None or each.parry is None or _share_a_hand(choice, each))
        for each in tried
    )


def _share_a_hand(choice: Choice, other: Choice) -> bool:
    assert choice.parry is not None
    assert other.parry is not None
    hands = {choice.parry.hand, other.parry.hand}
    return len(hands) == 1 or "both" in hands or choice.parry.thing == other.parry.thing


def _choose(blow: Blow, choices: Sequence[Choice], *, again: bool) -> Rule[Choice | None]:
    """Ask for one defence; None where the target leaves it. A second one is asked for only where there is another."""
    target = blow.target
    facts = {"target": target.id, "actor": blow.attacker.id}
    best = best_of(choices)
    if not best:
        if not again:
            yield Tell("no_defence_left", "DF-01", facts)
        return None
    msgid = _("{target}: one more defence?") if again else _("{target}: which defence against {actor} ({weapon})?")
    words = say(msgid, target=target.name, actor=blow.attacker.name, weapon=blow.way.name)
    options = (*[option_of(choice, best) for choice in choices], NONE)
    key = yield Ask(target.id, "defend_again" if again else "defend", words, options, "DF-02" if again else "DF-01")
    if key == "none":
        yield Tell("not_defended", "DF-01", facts)
        return None
    return next(choice for choice in choices if choice.key == key)


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
    strain = strain_of(fight, blow, parry, weight_of(blow), lift_of(target))
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
    blow: Blow, choice: Choice, level: int, changes: tuple[Change, ...], strain: Strain | None = None
) -> Rule[bool]:
    """Roll a defence and tell how it went. A parry that gives way to what it parries is told as none (DF-34)."""
    by = choice.by
    rule = _rule_of(blow, choice)
    faces: Faces = yield Roll(D3, PURPOSES[by], blow.target.id, at_most(level), level, rule, at_most=True)
    total = faces[0] + faces[1] + faces[2]
    good = succeeds(total, level)
    kind = SUCCEEDED[by] if good else FAILED[by]
    if good and strain is not None and strain.is_hopeless:
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
    return Defended(False, choice.by, "arm")
