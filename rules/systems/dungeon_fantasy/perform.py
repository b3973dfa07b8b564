"""Carries out an order: who may, what happens, and what follows for the turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.effects import GM, Rule, Tell, nothing
from rules.errors import Refused
from rules.system import Command
from rules.systems.dungeon_fantasy import manoeuvres, orders, striking
from rules.systems.dungeon_fantasy.awareness import watched
from rules.systems.dungeon_fantasy.checks import check
from rules.systems.dungeon_fantasy.damage import harm
from rules.systems.dungeon_fantasy.fighter import DfFight, DfFighter, Manoeuvre
from rules.systems.dungeon_fantasy.going import gaits, go
from rules.systems.dungeon_fantasy.turn import (
    acting,
    begin,
    end_turn,
    open_with,
    pass_on,
    placed,
    see_winner,
    why_not_begun,
    why_not_its_turn,
)
from rules.table import TABLE_COMMANDS, Leave, Reveal, fighter_of, perform_table
from rules.words import gettext_noop as _
from rules.words import say

type Carry = Callable[[DfFight, DfFighter, Any], Rule[None]]

#: The orders that choose a manoeuvre, and what carries them out.
MANOEUVRES: Mapping[type[Command], tuple[Manoeuvre, Carry]] = {
    orders.AllOutAttack: ("all_out_attack", striking.strike),
    orders.MoveAndAttack: ("move_and_attack", striking.strike),
    orders.AllOutDefence: ("all_out_defence", manoeuvres.all_out_defence),
    orders.Move: ("move", manoeuvres.move),
    orders.Evaluate: ("evaluate", manoeuvres.evaluate),
    orders.Feint: ("feint", striking.feint),
    orders.Aim: ("aim", manoeuvres.aim),
    orders.Ready: ("ready", manoeuvres.ready),
    orders.ChangePosture: ("change_posture", manoeuvres.change_posture),
    orders.Wait: ("wait", manoeuvres.wait),
    orders.DoNothing: ("do_nothing", manoeuvres.do_nothing),
    orders.Act: ("ready", manoeuvres.anything_else),
}

#: Manoeuvres with which a turn is over at once.
OVER: frozenset[Manoeuvre] = frozenset({"wait", "do_nothing", "change_posture"})

CALLED: Mapping[str, str] = {
    "st": _("ST roll"), "dx": _("DX roll"), "iq": _("IQ roll"), "ht": _("HT roll"), "will": _("Will roll"),
    "per": _("Per roll"),
}  # fmt: skip


def perform(fight: DfFight, command: Command) -> Rule[None]:
    """Carry out an order.

    A fight that nobody began starts in the middle: with the turn of whoever acts first.

    Raises:
        Refused: the rules do not allow it now.
    """
    if command.BY != "actor":
        yield from direct(fight, command)
        return
    actor = fighter_of(fight, command.actor, "actor")
    if isinstance(command, orders.Interrupt):
        yield from manoeuvres.interrupt(fight, actor)
        return
    if not fight.begun:
        if (refusal := why_not_its_turn(fight, actor)) is not None:
            raise refusal
        yield from open_with(fight, actor)
    if (refusal := why_not(fight, actor, command)) is not None:
        raise refusal
    match command:
        case orders.Attack():
            yield from striking.strike(fight, actor, command)
        case orders.Go():
            yield from watched(fight, actor, go(fight, actor, command))
        case orders.EndTurn():
            yield from end_turn(fight, actor)
            return
        case _:
            yield from MANOEUVRES[type(command)][1](fight, actor, command)
    yield from advance(fight, actor)


def why_not(fight: DfFight, actor: DfFighter, command: Command) -> Refused | None:
    """Why a fighter may not give this kind of order now; None where it may."""
    if isinstance(command, orders.Attack):
        return striking.may_attack(fight, actor)
    if isinstance(command, orders.Go | orders.EndTurn):
        return why_not_its_turn(fight, actor)
    return manoeuvres.may(fight, actor, MANOEUVRES[type(command)][0])


def advance(fight: DfFight, actor: DfFighter) -> Rule[None]:
    """After an order: the turn ends by itself where nothing is left to do in it."""
    if fight.turn == actor.id and fight.winner is None and is_over(fight, actor):
        yield from end_turn(fight, actor)


def is_over(fight: DfFight, actor: DfFighter) -> bool:
    """Whether nothing is left of a turn: no attack, no step, no way to go."""
    if not actor.is_standing or actor.manoeuvre in OVER:
        return True
    if not actor.manoeuvre or actor.attacks_left:
        return False
    return actor.at is None or not gaits(fight, actor)


def direct(fight: DfFight, command: Command) -> Rule[None]:
    """An order of the Game Master."""
    match command:
        case orders.Begin():
            yield from begin(fight)
        case orders.PassTurn():
            if (refusal := why_not_begun(fight)) is not None:
                raise refusal
            fighter = fight.fighters.get(fight.turn or "")
            yield from pass_on(fight) if fighter is None else end_turn(fight, fighter)
        case orders.Check():
            yield from called(fight, command)
        case _:
            yield from step_in(fight, command)


def called(fight: DfFight, order: orders.Check) -> Rule[None]:
    """The Game Master calls for a roll. Shock counts for DX and IQ (DF-52)."""
    target = fighter_of(fight, order.target)
    sheet = target.sheet
    own: int | None = getattr(sheet, order.against)
    level = (sheet.iq if own is None else own) + order.modifier
    if order.against in ("dx", "iq", "will", "per"):
        level -= target.shock
    yield from check(target, level, CALLED[order.against], "DF-52", facts={"note": order.note})


def step_in(fight: DfFight, command: Command) -> Rule[None]:
    """The Game Master changes who can fight; the fight goes on with those who can."""
    sides, winner = len({each.side for each in fight.fighters.values()}), fight.winner
    could_act = bool(acting(fight))
    match command:
        case orders.Harm():
            yield from harm(fight, fighter_of(fight, command.target), command.amount, command.note)
        case orders.Heal():
            yield from heal(fighter_of(fight, command.target), command)
        case Reveal():
            target = fighter_of(fight, command.target)
            yield from watched(fight, target, perform_table(fight, command, completed))
        case _ if isinstance(command, TABLE_COMMANDS):
            yield from perform_table(fight, command, completed)
    yield from see_winner(fight, alone=isinstance(command, Leave) and sides > 1)
    if fight.begun and fight.winner is None and (could_act or winner is not None) and not acting(fight):
        yield from pass_on(fight)
    if fight.begun and (order := placed(fight)) != fight.order:
        yield Tell("reordered", "DF-53", {}, fight.to(order=order), audience=GM)


def heal(target: DfFighter, order: orders.Heal) -> Rule[None]:
    """HP come back, to what they are unhurt. Who wakes by it is for the Game Master to say."""
    if target.fate == "dead":
        raise Refused(say(_("{target} is dead."), target=target.name), rule="DF-52", path="target")
    changes = target.to(hp=max(target.hp, min(target.hp_most, target.hp + order.amount)))
    if not changes:
        raise Refused(say(_("{target} is unhurt."), target=target.name), rule="DF-52", path="target")
    most = max(1, target.hp_most)
    now = changes[0].new
    changes += target.to(defied=min(target.defied, max(0, -now // most)))
    facts = {"target": target.id, "note": order.note}
    yield Tell("healed", "DF-52", facts, changes, target.id, {"gained": now - target.hp, "hp": now})


def completed(_fight: DfFight, wanted: Mapping[str, Any]) -> Mapping[str, Any]:
    """What follows from a fate set by hand: who is down lies and waits for nothing; who has fled is off the map."""
    match wanted.get("fate"):
        case "unconscious" | "dead":
            return {"posture": "lying", "stunned": False, "waiting": None, **wanted}
        case "fled":
            return {"at": None, "facing": None, "stunned": False, "waiting": None, **wanted}
        case _:
            return wanted


def settle(_fight: DfFight, _command: Command) -> Rule[None]:
    """Nothing is declared that is not carried out at once."""
    return nothing()
