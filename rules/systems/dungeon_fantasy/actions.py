"""What may be done now, and why not."""

from __future__ import annotations

from rules.effects import Option
from rules.errors import Refused
from rules.offers import nothing_of, offer
from rules.system import Action, Field
from rules.systems.dungeon_fantasy import fields
from rules.systems.dungeon_fantasy.fields import NOTE, everybody, strike_fields, targets
from rules.systems.dungeon_fantasy.fighter import DfFight, DfFighter, Kind, Manoeuvre
from rules.systems.dungeon_fantasy.going import why_hemmed_in, why_no_going
from rules.systems.dungeon_fantasy.manoeuvres import may, why_no_interrupt
from rules.systems.dungeon_fantasy.retreating import DIRECTIONS
from rules.systems.dungeon_fantasy.striking import may_attack
from rules.systems.dungeon_fantasy.turn import can_fight, why_not_begun, why_not_its_turn
from rules.words import gettext_noop as _
from rules.words import say

NOBODY_TO_ATTACK = _("There is nobody to attack.")
_AGAINST = tuple(
    Option(key, say(label))
    for key, label in (
        ("st", _("ST")), ("dx", _("DX")), ("iq", _("IQ")), ("ht", _("HT")), ("will", _("Will")), ("per", _("Per")),
    )
)  # fmt: skip


def actions(fight: DfFight, actor: DfFighter) -> tuple[Action, ...]:
    """The orders of one fighter, allowed or not: attacks, what prepares them, defence, everything else."""
    return (
        *_attacks(fight, actor), *_preparations(fight, actor), *_others(fight, actor), *_free(fight, actor),
    )  # fmt: skip


def _attacks(fight: DfFight, actor: DfFighter) -> tuple[Action, ...]:
    attack, all_out, running = (
        may_attack(fight, actor), may(fight, actor, "all_out_attack"), may(fight, actor, "move_and_attack")
    )  # fmt: skip
    there: tuple[Option, ...] = ()
    if attack is None or all_out is None or running is None:
        there = targets(fight, actor)
    nobody = nothing_of(there, NOBODY_TO_ATTACK, "DF-50")

    def struck(no: Refused | None, manoeuvre: Manoeuvre, *more: Field) -> tuple[Field, ...]:
        if no is not None or nobody is not None:
            return ()
        kind: Kind = "determined" if manoeuvre == "all_out_attack" else ""
        if manoeuvre == "attack" and actor.attacks_left:
            manoeuvre, kind = actor.manoeuvre, actor.kind
        return (*strike_fields(fight, actor, there, manoeuvre, kind), *more)

    return (
        offer("attack", _("Attack"), "DF-50", attack or nobody, struck(attack, "attack"), odds=True),
        offer("all_out_attack", _("All-Out Attack"), "DF-02", all_out or nobody,
                struck(all_out, "all_out_attack", fields.KINDS), odds=True),
        offer("move_and_attack", _("Move and Attack"), "DF-02", running or nobody,
                struck(running, "move_and_attack"), odds=True),
    )  # fmt: skip


def _preparations(fight: DfFight, actor: DfFighter) -> tuple[Action, ...]:
    no = may(fight, actor, "evaluate")
    there = () if no else everybody(fields.others(fight, actor))
    nobody = nothing_of(there, NOBODY_TO_ATTACK, "DF-50")
    reached = () if no else targets(fight, actor, fields.melee)
    out_of_reach = nothing_of(reached, NOBODY_TO_ATTACK, "DF-50")
    shots = [way for way in actor.kit.ways if fields.shot(way)]
    unarmed = None if shots else Refused(say(_("Only a ranged weapon is aimed.")), rule="DF-53")
    aims = tuple(Option(way.key, fields.way_words(way)) for way in shots)
    return (
        offer("feint", _("Feint"), "DF-53", no or out_of_reach, _feint_fields(fight, actor, reached)),
        offer("evaluate", _("Evaluate"), "DF-53", no or nobody, (_whom(there),)),
        offer("aim", _("Aim"), "DF-53", no or unarmed or nobody,
                (_whom(there), Field("weapon", _("With what"), "one", aims, initial=aims[0].key if aims else None))),
    )  # fmt: skip


def _whom(there: tuple[Option, ...]) -> Field:
    return Field("target", _("Target"), "one", there, initial=there[0].key if there else None)


def _feint_fields(fight: DfFight, actor: DfFighter, reached: tuple[Option, ...]) -> tuple[Field, ...]:
    first = next((each.key for each in reached if each.allowed), None)
    if first is None:
        return ()
    target = fight.fighters[first]
    ways = fields.weapons(fight, actor, target, fields.melee, "feint")
    return (
        Field("target", _("Target"), "one", reached, initial=fields.meant(actor, target)),
        Field("weapon", _("With what"), "one", ways, initial=next(each.key for each in ways if each.allowed)),
    )


def _others(fight: DfFight, actor: DfFighter) -> tuple[Action, ...]:
    no, still = may(fight, actor, "ready"), may(fight, actor, "change_posture")
    things = fields.ready_fields(actor) if no is None else ()
    nothing = Refused(say(_("There is nothing to ready.")), rule="DF-53") if no is None and not things else None
    sprint = Field("sprint", _("Sprint straight ahead"), "flag", rule="DF-37", required=False)
    posture = Field("posture", _("Posture"), "one", fields.posture_options(actor), rule="DF-55")
    return (
        offer("all_out_defence", _("All-Out Defence"), "DF-02", no, (fields.DEFENCES,)),
        offer("move", _("Only move"), "DF-53", no, (sprint, NOTE)),
        offer("ready", _("Ready"), "DF-53", no or nothing, things),
        offer("change_posture", _("Change Posture"), "DF-55", still, (posture,)),
        offer("wait", _("Wait"), "DF-53", no, (NOTE,)),
        offer("do_nothing", _("Do Nothing"), "DF-53", may(fight, actor, "do_nothing")),
        offer("act", _("Something else"), "DF-53", no, (NOTE,)),
    )


def _free(fight: DfFight, actor: DfFighter) -> tuple[Action, ...]:
    found = []
    if fight.map is not None:
        no = why_no_going(fight, actor) or why_hemmed_in(fight, actor)
        found.append(offer("go", _("Go"), "DF-53", no, _where(fight), group="free"))
    if actor.waiting is not None:
        cut_in = why_no_interrupt(fight, actor)
        found.append(offer("interrupt", _("Act now: what it waited for happens"), "DF-53", cut_in, group="free"))
    if fight.begun and why_not_its_turn(fight, actor) is None:
        found.append(offer("end_turn", _("End the turn"), "DF-53", None, group="free"))
    return tuple(found)


def _where(fight: DfFight) -> tuple[Field, ...]:
    to = Field("to", _("Where to"), "cell", rule="DF-53")
    if fight.map is None or fight.map.grid.kind != "hex":
        return (to,)
    facings = tuple(Option(str(each), label) for each, label in enumerate(DIRECTIONS))
    return (to, Field("facing", _("Looking"), "one", facings, required=False))


def gm_actions(fight: DfFight) -> tuple[Action, ...]:
    """The orders of the Game Master."""
    there = everybody(fight.fighters.values())
    nobody = nothing_of(there, _("Nobody is here to fight."), "DF-53")
    hurt = everybody(each for each in fight.fighters.values() if each.hp < each.hp_most and each.fate != "dead")
    unhurt = nothing_of(hurt, _("Nobody is hurt."), "DF-52")
    amount = Field("amount", _("How much"), "number", initial=1)
    return (
        *([] if fight.begun else [
            offer("begin", _("Begin the fight"), "DF-53",
                    nothing_of(can_fight(fight), _("Nobody is here to fight."), "DF-53"), group="flow")]),
        offer("pass_turn", _("End the turn"), "DF-53", why_not_begun(fight), group="flow"),
        offer("check", _("Call for a roll"), "DF-52", nobody,
                (Field("target", _("Who"), "one", there), Field("against", _("Against"), "one", _AGAINST, initial="ht"),
                 Field("modifier", _("Modifier"), "number", required=False, initial=0), NOTE), group="gm"),
        offer("harm", _("Injury outside an attack"), "DF-52", nobody,
                (Field("target", _("Who"), "one", there), amount, NOTE), group="gm"),
        offer("heal", _("HP come back"), "DF-52", unhurt, (Field("target", _("Who"), "one", hurt), amount, NOTE),
                group="gm"),
    )  # fmt: skip
