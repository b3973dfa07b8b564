"""Carries out an order: who may, what happens, and what follows for the turn."""

from __future__ import annotations

from rules.effects import GM, Option, Rule, Tell, ask
from rules.errors import Refused
from rules.system import Command
from rules.systems.cairn import orders
from rules.systems.cairn.attack import declare
from rules.systems.cairn.damage import harm, lose_ability
from rules.systems.cairn.fighter import CairnFight, CairnFighter
from rules.systems.cairn.morale import check_morale, morale
from rules.systems.cairn.saves import save
from rules.systems.cairn.turn import (
    acting, advance, begin, end_turn, may_act, open_round, pass_time, roll_declared, see_winner,
)  # fmt: skip
from rules.table import TABLE_COMMANDS, fighter_of, perform_table
from rules.words import gettext_noop as _
from rules.words import say


def perform(fight: CairnFight, command: Command) -> Rule[None]:
    """Carry out an order.

    A fight that nobody began starts in the middle: with the turn of whoever acts first, and no DEX saves.

    Raises:
        Refused: the rules do not allow it now.
    """
    if command.BY == "actor":
        actor = fighter_of(fight, command.actor, "actor")
        if not fight.begun:
            yield from open_round(fight, actor.side)
        yield from act(fight, actor, command)  # type: ignore[arg-type]
    else:
        yield from direct(fight, command)


def act(fight: CairnFight, actor: CairnFighter, command: Command) -> Rule[None]:
    """An order that a fighter carries out."""
    match command:
        case orders.Withdraw():
            if not actor.declared:
                raise Refused(say(_("No attack is declared.")), rule="CA-06", path="actor")
            yield Tell("withdrew", "CA-06", {"actor": actor.id}, actor.to(declared=None, acted=False))
            return
        case orders.Crawl():
            if actor.fate not in ("critical", "stable"):
                raise Refused(say(_("Only who has critical damage crawls.")), rule="CA-08", path="actor")
            yield Tell("crawled", "CA-08", {"actor": actor.id, "note": command.note})
            return
    if (refusal := may_act(fight, actor)) is not None:
        raise refusal
    match command:
        case orders.Attack():
            yield from declare(fight, actor, command)
        case orders.Help():
            yield from help_up(fight, actor, command)
        case orders.Retreat():
            yield from retreat(fight, actor, command)
        case orders.Use():
            yield from use(actor, command)
        case orders.Act():
            yield from anything_else(fight, actor, command)
        case orders.Move():
            yield Tell("moved", "CA-03", {"actor": actor.id, "note": command.note}, actor.to(acted=True))
        case _:
            yield Tell("waited", "CA-03", {"actor": actor.id}, actor.to(acted=True))
    yield from advance(fight)


def direct(fight: CairnFight, command: Command) -> Rule[None]:
    """An order of the Game Master, or of a side as a whole."""
    match command:
        case orders.Begin():
            yield from begin(fight, command.waive)
            return
        case orders.RollDeclared():
            if not any(each.declared for each in fight.side(fight.turn)):
                raise Refused(say(_("No attack is declared.")), rule="CA-06")
            yield from roll_declared(fight)
            if fight.winner is None and not acting(fight):
                yield from end_turn(fight)
        case orders.EndTurn():
            if not fight.begun:
                raise Refused(say(_("The fight has not begun.")), rule="CA-01")
            yield from end_turn(fight)
        case orders.Save():
            target = fighter_of(fight, command.target)
            yield from save(target, command.ability, "CA-03", note=command.note)  # type: ignore[arg-type]
        case orders.Morale():
            yield from morale(fight, command.side)
            yield from see_winner(fight)
        case orders.Harm():
            target = fighter_of(fight, command.target)
            if command.ability is None:
                yield from harm(fight, target, command.amount, by=None)  # type: ignore[arg-type]
            else:
                yield from lose_ability(fight, target, command)  # type: ignore[arg-type]
            yield from check_morale(fight)
            yield from see_winner(fight)
        case orders.PassTime():
            yield from pass_time(fight, command.minutes)
        case _ if isinstance(command, TABLE_COMMANDS):
            yield from perform_table(fight, command)
            if fight.begun:
                order = tuple(each.id for side in fight.sides() for each in fight.side(side))
                if order != fight.order:
                    yield Tell("reordered", "CA-01", {}, fight.to(order=order), audience=GM)


def settle(fight: CairnFight, command: Command) -> Rule[None]:
    """Roll what an attack only declared, as if the side's turn ended with it."""
    if isinstance(command, orders.Attack):
        actor = fight.fighters[command.actor]
        if actor.declared is not None:
            yield from roll_declared(fight)


def help_up(fight: CairnFight, actor: CairnFighter, order: orders.Help) -> Rule[None]:
    """Stabilise a fighter with critical damage: no roll where the means fit and nothing else is at risk (CA-10)."""
    target: CairnFighter = fighter_of(fight, order.target)  # type: ignore[assignment]
    if target.id == actor.id:
        raise Refused(say(_("Somebody else has to help.")), rule="CA-10", path="target")
    if target.fate != "critical":
        raise Refused(say(_("{target} needs no such help."), target=target.name), rule="CA-10", path="target")
    how = "fits"
    if order.claimed:
        how = yield from ask(
            GM, "help", say(_("{actor} helps {target}. Do the means fit?"), actor=actor.name, target=target.name),
            (
                Option("fits", say(_("Yes, no roll")), default=True),
                Option("dex", say(_("A DEX save first"))),
                Option("wil", say(_("A WIL save first"))),
                Option("no", say(_("No, it does not help"))),
            ), "CA-10",
        )  # fmt: skip
    helped = how == "fits" or (how in ("dex", "wil") and (yield from save(actor, how, "CA-10")))  # type: ignore[arg-type]
    if helped:
        changes = (*actor.to(acted=True), *target.to(fate="stable", dies_in=None))
        yield Tell("stabilised", "CA-10", {"actor": actor.id, "target": target.id}, changes)
    else:
        yield Tell("help_failed", "CA-10", {"actor": actor.id, "target": target.id}, actor.to(acted=True))


def retreat(fight: CairnFight, actor: CairnFighter, order: orders.Retreat) -> Rule[None]:
    """Leave the fight: a safe place to go, and a DEX save (CA-11)."""
    if order.claimed:
        safe = yield from ask(
            GM, "safe_place", say(_("{actor} retreats. Is there a safe place to go?"), actor=actor.name),
            (Option("yes", say(_("Yes, a DEX save"))), Option("no", say(_("No, there is nowhere to go")))), "CA-11",
        )  # fmt: skip
        if safe == "no":
            yield Tell("nowhere_to_go", "CA-11", {"actor": actor.id})
            return
    if (yield from save(actor, "dex", "CA-11", purpose=_("DEX save to retreat"))):
        yield Tell("retreated", "CA-11", {"actor": actor.id}, actor.to(fate="retreated", acted=True, declared=None))
    else:
        yield Tell("retreat_failed", "CA-11", {"actor": actor.id}, actor.to(acted=True))


def use(actor: CairnFighter, order: orders.Use) -> Rule[None]:
    """Use a thing; what runs out loses a use (CA-03)."""
    if order.item >= len(actor.gear):
        raise Refused(say(_("There is no such thing in the inventory.")), rule="CA-03", path="item")
    item = actor.gear[order.item]
    key = str(order.item)
    changes = actor.to(acted=True)
    left = None
    if item.uses is not None:
        left = actor.uses.get(key, item.uses) - 1
        if left < 0:
            raise Refused(say(_("{item} is used up."), item=item.name), rule="CA-03", path="item")
        changes = (*changes, *actor.to(uses={**actor.uses, key: left}))
    kind = "used" if left is None else "used_up" if left == 0 else "used_some"
    yield Tell(kind, "CA-03", {"actor": actor.id, "item": item.name, "left": left, "note": order.note}, changes)


def anything_else(fight: CairnFight, actor: CairnFighter, order: orders.Act) -> Rule[None]:
    """Anything that circumstances allow; the Game Master may call for a save where it is uncertain (CA-03)."""
    ability: str = order.save or "none"
    if order.claimed:
        words = say(_("{actor}: {note}. How does it go?"), actor=actor.name, note=order.note or "…")
        ability = yield from ask(
            GM, "action", words,
            (
                Option("none", say(_("It just happens")), default=True),
                Option("str", say(_("A STR save"))),
                Option("dex", say(_("A DEX save"))),
                Option("wil", say(_("A WIL save"))),
            ), "CA-03",
        )  # fmt: skip
    yield Tell("acted", "CA-03", {"actor": actor.id, "note": order.note}, actor.to(acted=True))
    if ability != "none":
        yield from save(actor, ability, "CA-03", note=order.note)  # type: ignore[arg-type]
