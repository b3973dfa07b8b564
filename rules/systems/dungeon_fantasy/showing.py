"""How a fighter is shown: its pools, its states with their rules, its health in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.system import Tag, Vital
from rules.systems.dungeon_fantasy.fighter import DfFight, DfFighter, Posture
from rules.systems.dungeon_fantasy.keys import thing_keys
from rules.words import Words, say
from rules.words import gettext_noop as _


def vitals(fighter: DfFighter) -> tuple[Vital, ...]:
    """HP and FP."""
    return (
        Vital("hp", _("Hit points"), fighter.hp, fighter.hp_most, main=True),
        Vital("fp", _("Fatigue points"), fighter.fp, fighter.fp_most),
    )


def resources(fighter: DfFighter) -> dict[str, int]:
    return {"hp": fighter.hp, "fp": fighter.fp}


def is_dead(fighter: DfFighter) -> bool:
    """Whether a player makes a new character in its place."""
    return fighter.fate == "dead"


def is_standing(fighter: DfFighter) -> bool:
    return fighter.is_standing


def health_words(fighter: DfFighter) -> Words:
    """How it looks to those who see no numbers."""
    if fighter.fate:
        return say(_FATES[fighter.fate])
    most = fighter.hp_most
    if fighter.hp <= 0:
        return say(_("Barely on its feet"))
    if 3 * fighter.hp < most:
        return say(_("Badly wounded"))
    return say(_("Wounded") if fighter.hp < most else _("Unhurt"))


_FATES = {"unconscious": _("Unconscious"), "dead": _("Dead"), "fled": _("Fled")}
_FATE_TAGS = {"unconscious": ("bad", "DF-52"), "dead": ("bad", "DF-52"), "fled": ("", "DF-53")}
_POSTURES: Mapping[Posture, str] = {
    "crouching": _("Crouching"), "kneeling": _("Kneeling"), "sitting": _("Sitting"), "lying": _("Lying"),
}  # fmt: skip
_LIMBS = {
    "right": _("Right arm crippled"), "left": _("Left arm crippled"),
    "right_leg": _("Right leg crippled"), "left_leg": _("Left leg crippled"),
}  # fmt: skip


def tags(fight: DfFight, fighter: DfFighter) -> tuple[Tag, ...]:
    """The states worth seeing at a glance."""
    return (*_body(fighter), *_prepared(fight, fighter), *_defences(fight, fighter))


def _body(fighter: DfFighter) -> Iterator[Tag]:
    if fighter.fate in _FATE_TAGS:
        tone, rule = _FATE_TAGS[fighter.fate]
        yield Tag(say(_FATES[fighter.fate]), tone, rule)
        return
    if fighter.stunned:
        yield Tag(say(_("Stunned: −4 to defences")), "bad", "DF-06")
    if shock := fighter.shock or fighter.shock_next:
        yield Tag(say(_("Shock −{shock}"), shock=shock), "warn", "DF-52", vital=True)
    if fighter.posture in _POSTURES:
        yield Tag(say(_POSTURES[fighter.posture]), "warn", "DF-55")
    for limb in fighter.crippled:
        if limb in _LIMBS:
            yield Tag(say(_LIMBS[limb]), "bad", "DF-54")
    for place in fighter.broken:
        if place < len(fighter.gear):
            yield Tag(say(_("Broken: {item}"), item=fighter.gear[place].name), "warn", "DF-34")


def _prepared(fight: DfFight, fighter: DfFighter) -> Iterator[Tag]:
    """What it has in store for its next attack, and what its manoeuvre costs it."""
    for prepared, sentence in (
        (fighter.evaluated, _("Evaluates {target}: +{bonus}")),
        (fighter.aimed, _("Aims at {target}, turn {turns}")),
        (fighter.feinted, _("Has feinted {target}: −{penalty}")),
    ):
        if prepared is not None:
            target = fight.fighters.get(str(prepared["target"]))
            if target is not None and not target.hidden:
                yield Tag(say(sentence, **{**prepared, "target": target.name}), "info", "DF-53")
    if fighter.waiting is not None and not fighter.fate:
        yield Tag(say(_("Waits")), "info", "DF-53")


def _defences(fight: DfFight, fighter: DfFighter) -> Iterator[Tag]:
    """What of its defences its manoeuvre has spent, and what it has used of them since its turn began."""
    if fighter.fate:
        return
    match fighter.manoeuvre:
        case "all_out_attack":
            yield Tag(say(_("All-Out Attack: no defence")), "bad", "DF-02")
        case "all_out_defence":
            yield Tag(say(_("All-Out Defence")), "info", "DF-02")
        case "move_and_attack":
            yield Tag(say(_("Move and Attack: no retreat")), "warn", "DF-02")
    names = dict(zip(thing_keys(fighter.gear), (item.name for item in fighter.gear), strict=True))
    for thing, count in fighter.parries.items():
        name = names.get(thing) or say(_HANDS.get(thing, _("limb")))
        yield Tag(say(_("Parries: {thing} × {count}"), thing=name, count=count), "", "DF-23")
    if fighter.blocked:
        yield Tag(say(_("Has blocked")), "", "DF-19")
    if fighter.option is not None:
        kind, foe = fighter.option["kind"], fight.fighters.get(fighter.option["against"])
        if foe is None or fight.is_unseen(foe) or kind not in _OPTIONS:
            yield Tag(say(_("Has used its option")), "", "DF-36")
        else:
            yield Tag(say(_OPTIONS[kind], target=foe.name), "", "DF-36")


_HANDS = {"right_hand": _("right hand"), "left_hand": _("left hand")}
_OPTIONS = {
    "retreat": _("Has retreated from {target}"),
    "drop": _("Has dropped before {target}"),
    "dive": _("Has dived for cover from {target}"),
}
