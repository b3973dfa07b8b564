"""Carries out an order: who may, what happens, and what follows for the turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.effects import GM, Rule, Tell, nothing
from rules.errors import Refused
from rules.system import Command
from rules.systems.cairn import acts, orders
from rules.systems.cairn.damage import HOUR, harm, lose_ability
from rules.systems.cairn.declare import declare
from rules.systems.cairn.fighter import CairnFight, CairnFighter
from rules.systems.cairn.going import go
from rules.systems.cairn.morale import afraid, check_morale, morale
from rules.systems.cairn.saves import save
from rules.systems.cairn.turn import (
    acting,
    advance,
    begin,
    end_turn,
    may_act,
    may_wait,
    open_round,
    order_of,
    pass_time,
    roll_declared,
    roll_early,
    see_winner,
    why_not_begun,
)  # fmt: skip
from rules.table import TABLE_COMMANDS, Leave, fighter_of, perform_table
from rules.words import gettext_noop as _
from rules.words import say

#: Orders that use up the action of a turn, and what carries them out.
ACTIONS: Mapping[type[Command], Callable[[CairnFight, CairnFighter, Any], Rule[None]]] = {
    orders.Attack: declare,
    orders.Help: acts.help_up,
    orders.Retreat: acts.retreat,
    orders.Move: acts.move,
    orders.Use: acts.use,
    orders.Act: acts.anything_else,
    orders.Wait: acts.wait,
}

#: Orders that cost nothing and need no turn.
FREE: Mapping[type[Command], Callable[[CairnFight, CairnFighter, Any], Rule[None]]] = {
    orders.Withdraw: acts.withdraw,
    orders.Crawl: acts.crawl,
}


def perform(fight: CairnFight, command: Command) -> Rule[None]:
    """Carry out an order.

    A fight that nobody began starts in the middle: with the turn of whoever acts first, and no DEX saves.

    Raises:
        Refused: the rules do not allow it now.
    """
    if command.BY != "actor":
        yield from direct(fight, command)
        return
    actor = fighter_of(fight, command.actor, "actor")
    if not fight.begun:
        yield from open_round(fight, actor.side)
    kind = type(command)
    if kind in FREE:
        yield from FREE[kind](fight, actor, command)
        return
    if isinstance(command, orders.Go):
        if (yield from go(fight, actor, command)):
            yield from advance(fight)
        return
    if (refusal := may_act(fight, actor) if kind is not orders.Wait else may_wait(fight, actor)) is not None:
        raise refusal
    yield from ACTIONS[kind](fight, actor, command)
    yield from advance(fight)


def direct(fight: CairnFight, command: Command) -> Rule[None]:
    """An order of the Game Master, or of a side as a whole."""
    match command:
        case orders.Begin():
            yield from begin(fight, command)
        case orders.RollDeclared():
            yield from roll_early(fight)
        case orders.EndTurn():
            if (refusal := why_not_begun(fight)) is not None:
                raise refusal
            yield from end_turn(fight)
        case orders.PassTime():
            yield from pass_time(fight, command)
        case orders.Save():
            target = fighter_of(fight, command.target)
            yield from save(target, command.ability, "CA-03", facts={"note": command.note})
        case _:
            yield from step_in(fight, command)


def step_in(fight: CairnFight, command: Command) -> Rule[None]:
    """The Game Master changes who can fight; the fight goes on with those who can.

    Where the last one who had yet to act is gone, or a fight that was decided goes on, the turn passes.
    """
    sides, could_act, winner = fight.sides(), bool(acting(fight)), fight.winner
    match command:
        case orders.Morale():
            yield from call_morale(fight, command.side)
        case orders.Harm():
            target = fighter_of(fight, command.target)
            if command.ability is None:
                yield from harm(fight, target, command.amount, by=None)
            else:
                yield from lose_ability(fight, target, command)
            yield from check_morale(fight, [target])
        case _ if isinstance(command, TABLE_COMMANDS):
            yield from perform_table(fight, command, completed)
            if fight.begun and (order := order_of(fight)) != fight.order:
                yield Tell("reordered", "CA-01", {}, fight.to(order=order), audience=GM)
    yield from see_winner(fight, alone=isinstance(command, Leave) and len(sides) > 1)
    goes_on = fight.begun and fight.winner is None and (could_act or winner is not None)
    if goes_on and not acting(fight):
        yield from end_turn(fight, sides)


def call_morale(fight: CairnFight, side: str) -> Rule[None]:
    """The Game Master calls for a morale save (CA-12)."""
    if not fight.begun:
        raise Refused(say(_("The fight has not begun.")), rule="CA-01")
    if (refusal := why_no_morale(fight, side)) is not None:
        raise refusal
    yield from morale(fight, side)


def why_no_morale(fight: CairnFight, side: str) -> Refused | None:
    """Why nobody of a side makes a morale save; None where somebody does."""
    if afraid(fight, side):
        return None
    return Refused(say(_("Nobody on that side makes morale saves.")), rule="CA-12", path="side")


def completed(fight: CairnFight, wanted: Mapping[str, Any]) -> Mapping[str, Any]:
    """What follows from a fate set by hand: the hour runs or stops, and who is down has declared nothing."""
    if "fate" not in wanted:
        return wanted
    fate = wanted["fate"]
    dies_in = fight.round + HOUR if fate == "critical" else None
    gone = {"at": None, "facing": None} if fate in ("fled", "retreated") else {}
    return {"dies_in": dies_in, **wanted} | ({"declared": None} if fate else {}) | gone


def settle(fight: CairnFight, command: Command) -> Rule[None]:
    """Roll what an attack only declared, as if the side's turn ended with it."""
    if isinstance(command, orders.Attack) and fight.fighters[command.actor].declared is not None:
        return roll_declared(fight)
    return nothing()
