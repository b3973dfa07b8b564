"""The manoeuvres that strike: Attack, All-Out Attack, Move and Attack, Feint (DF-50, DF-53, DF-54)."""

from __future__ import annotations

from typing import Any

from rules.effects import GM, Option, Rule, Tell, ask
from rules.errors import Refused
from rules.fight import Change
from rules.systems.dungeon_fantasy import orders
from rules.systems.dungeon_fantasy.attack import attack
from rules.systems.dungeon_fantasy.checks import by_total, check
from rules.systems.dungeon_fantasy.consciousness import trait_level
from rules.systems.dungeon_fantasy.fighter import DfFight, DfFighter, Kind, Manoeuvre
from rules.systems.dungeon_fantasy.manoeuvres import chosen, foe_of, may
from rules.systems.dungeon_fantasy.strikes import (
    LEAST_DECEPTIVE,
    Strike,
    ground_of,
    level_of,
    most_deceptive,
    why_out_of_reach,
)
from rules.systems.dungeon_fantasy.turn import why_not_its_turn
from rules.systems.dungeon_fantasy.ways import Way
from rules.words import gettext_noop as _
from rules.words import say

FEINT, SEES_THROUGH = _("feint"), _("against a feint")

GRANTED = (
    Option("yes", say(_("Yes, so it is")), default=True),
    Option("no", say(_("No, it is seen coming, from the front"))),
)


def may_attack(fight: DfFight, actor: DfFighter) -> Refused | None:
    """Why a fighter may not attack now; None where it may, for the first time or once more."""
    if actor.attacks_left and actor.manoeuvre in ("attack", "all_out_attack") and not actor.stunned:
        return why_not_its_turn(fight, actor)
    return may(fight, actor, "attack")


def strike(fight: DfFight, actor: DfFighter, order: orders.Strike) -> Rule[None]:
    """An attack as it is ordered; what its player claims of surprise and sides is for the Game Master to grant."""
    again = isinstance(order, orders.Attack) and actor.attacks_left > 0
    manoeuvre: Manoeuvre = actor.manoeuvre if again else _MANOEUVRES[type(order)]
    kind: Kind = order.kind if isinstance(order, orders.AllOutAttack) else actor.kind if again else ""
    target = foe_of(fight, actor, order.target)
    made = strike_of(fight, actor, target, order, manoeuvre, kind)
    if order.claimed and (made.surprise or (made.arc or "front") != "front"):
        msgid = _("{actor} attacks {target} by surprise, or from a side. Is it so?")
        words = say(msgid, actor=actor.name, target=target.name)
        if (yield from ask(GM, "surprise", words, GRANTED, "DF-14")) == "no":
            made = made._replace(surprise=False, arc="front")
    yield from attack(fight, actor, target, made, spent(actor, made, again=again))


_MANOEUVRES: dict[type[orders.Strike], Manoeuvre] = {
    orders.Attack: "attack", orders.AllOutAttack: "all_out_attack", orders.MoveAndAttack: "move_and_attack",
}  # fmt: skip


def way_of(fight: DfFight, actor: DfFighter, target: DfFighter, key: str | None) -> Way:
    """The attack of this key; where none is named the first that reaches. Raises `Refused` where it is not at hand."""
    way = actor.way(key)
    if key is None:
        way = next((each for each in actor.kit.ways if why_no_strike(fight, actor, target, each) is None), way)
    if way is None:
        known = ", ".join(each.key for each in actor.kit.ways) or "—"
        words = say(_("“{weapon}” is not at hand: choose one of {known}."), weapon=key or "", known=known)
        raise Refused(words, rule="DF-53", path="weapon")
    return way


def why_no_strike(fight: DfFight, actor: DfFighter, target: DfFighter, way: Way, yards: float = 0) -> Refused | None:
    """Why a target cannot be attacked with this from here; None where it can."""
    ground = ground_of(fight, actor, target, way, yards)
    return why_out_of_reach(fight, actor, target, way, ground, actor.at, actor.facing)


def strike_of(
    fight: DfFight, actor: DfFighter, target: DfFighter, order: orders.Strike, manoeuvre: Manoeuvre, kind: Kind
) -> Strike:
    """The attack that an order means. Raises `Refused` where the rules forbid it."""
    way = way_of(fight, actor, target, order.weapon)
    ground = ground_of(fight, actor, target, way, order.yards)
    if (refusal := why_out_of_reach(fight, actor, target, way, ground, actor.at, actor.facing)) is not None:
        raise refusal
    feinted = actor.feinted
    feint = int(feinted["penalty"]) if feinted is not None and feinted["target"] == target.id else 0
    mapped = fight.map is not None and actor.at is not None and target.at is not None
    made = Strike(
        way, manoeuvre, kind, order.location, order.deceptive, ground,
        None if mapped else order.arc, order.surprise, order.area, feint,
    )  # fmt: skip
    if order.deceptive:
        if made.shoots:
            raise Refused(say(_("Only blows are deceptive, not shots.")), rule="DF-54", path="deceptive")
        if level_of(actor, target, made) < LEAST_DECEPTIVE:
            most = most_deceptive(actor, target, made)
            words = say(_("At most {most} times: the level has to stay at 10."), most=most)
            raise Refused(words, rule="DF-54", path="deceptive")
    return made


def attacks_of(actor: DfFighter, kind: Kind) -> int:
    """How many attacks a manoeuvre has: one, those of Extra Attack, and one more where it is doubled."""
    return 1 + trait_level(actor, "extra_attack") + (kind == "double")


def spent(actor: DfFighter, made: Strike, *, again: bool) -> tuple[Change, ...]:
    """What an attack takes of the turn, and what was prepared for it."""
    left = actor.attacks_left - 1 if again else attacks_of(actor, made.kind) - 1
    taken: dict[str, Any] = {
        "manoeuvre": made.manoeuvre, "kind": made.kind, "attacks_left": left,
        "struck_with": (*actor.struck_with, made.way.thing),
    }  # fmt: skip
    if made.manoeuvre == "move_and_attack":
        taken["attacks_left"], taken["step_left"] = 0, False
    if actor.hidden:
        taken["hidden"] = False
    if actor.evaluated is not None or actor.aimed is not None or actor.feinted is not None:
        taken |= {"evaluated": None, "aimed": None, "feinted": None}
    return actor.to(**taken)


def feint(fight: DfFight, actor: DfFighter, order: orders.Feint) -> Rule[None]:
    """A contest of weapon skills: by what the attacker wins, the foe's next defence against it is worse (DF-53)."""
    target = foe_of(fight, actor, order.target)
    way = way_of(fight, actor, target, order.weapon)
    if way.range is not None:
        raise Refused(say(_("Nobody feints with a shot.")), rule="DF-53", path="weapon")
    if (refusal := why_no_strike(fight, actor, target, way)) is not None:
        raise refusal
    facts = {"actor": actor.id, "target": target.id, "weapon": way.name}
    yield Tell("feints", "DF-53", facts, (*chosen(actor, "feint"), *actor.to(feinted=None)))
    mine = yield from check(actor, way.level - actor.shock, FEINT, "DF-53", by_total)
    theirs = yield from check(target, against_feint(target) - target.shock, SEES_THROUGH, "DF-53", by_total)
    penalty = mine.margin - max(0, theirs.margin) if mine.succeeded else 0
    if penalty <= 0:
        yield Tell("feint_failed", "DF-53", {"actor": actor.id, "target": target.id})
        return
    changes = actor.to(feinted={"target": target.id, "penalty": penalty})
    yield Tell("feint_won", "DF-53", {"actor": actor.id, "target": target.id, "penalty": penalty}, changes)


def against_feint(target: DfFighter) -> int:
    """The level at which a fighter sees through a feint: its best melee skill, or DX."""
    return max([target.sheet.dx, *[way.level for way in target.kit.ways if way.range is None]])
