"""Rounds and turns: the sides act one after the other (CA-01 to CA-03)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.effects import Rule, Tell
from rules.errors import Refused
from rules.fight import Change
from rules.systems.cairn.attack import resolve
from rules.systems.cairn.damage import ROUNDS_PER_MINUTE, clocks
from rules.systems.cairn.fighter import CairnFight, CairnFighter
from rules.systems.cairn.morale import check_morale
from rules.systems.cairn.orders import Begin, PassTime
from rules.systems.cairn.saves import save
from rules.words import gettext_noop as _
from rules.words import say

DEX_SAVE = _("DEX save to act first")


def acting(fight: CairnFight) -> list[str]:
    """The fighters of the acting side that still have their action. Hidden ones may bide their time."""
    turn = fight.turn
    return [
        each.id for each in fight.fighters.values()
        if each.side == turn and not each.acted and not each.late and not each.hidden and each.is_standing
    ]  # fmt: skip


def has_to_act(fight: CairnFight) -> bool:
    """Whether the acting side has anybody left to act."""
    turn = fight.turn
    for each in fight.fighters.values():
        if each.side == turn and not (each.acted or each.late or each.hidden) and each.is_standing:
            return True
    return False


def can_fight(fight: CairnFight) -> list[CairnFighter]:
    """Everybody who stands and is not hidden."""
    return [each for each in fight.fighters.values() if not each.hidden and each.is_standing]


def begin(fight: CairnFight, order: Begin) -> Rule[None]:
    """The first round: each player character saves DEX to act before the opponents (CA-02)."""
    if fight.begun:
        raise Refused(say(_("The fight has begun already.")), rule="CA-01")
    if not can_fight(fight):
        raise Refused(say(_("Nobody is here to fight.")), rule="CA-01")
    yield from open_round(fight, fight.sides()[0])
    if order.waive or fight.settings.first_round == "waive":
        yield Tell("first_round_waived", "CA-02")
    else:
        for each in fight.fighters.values():
            if each.player and each.is_standing and not (yield from save(each, "dex", "CA-02", DEX_SAVE)):
                yield Tell("late", "CA-02", {"target": each.id}, each.to(late=True))
    if not acting(fight):
        yield from next_turn(fight)


def open_round(fight: CairnFight, side: str) -> Rule[None]:
    """Round 1, with the turn of this side."""
    yield Tell("began", "CA-01", {"side": side}, fight.to(round=1, turn=side, order=order_of(fight)))


def order_of(fight: CairnFight) -> tuple[str, ...]:
    """Everybody in the order of their turns: side by side (CA-01)."""
    return tuple(each.id for side in fight.sides() for each in fight.side(side))


def why_not_begun(fight: CairnFight) -> Refused | None:
    """Why the fight cannot go on: nobody has begun it, or it is decided. None where it can."""
    if not fight.begun:
        return Refused(say(_("The fight has not begun.")), rule="CA-01")
    if fight.winner is not None:
        return Refused(say(_("The fight is decided.")), rule="CA-01")
    return None


def may_act(fight: CairnFight, actor: CairnFighter) -> Refused | None:
    """Why a fighter may not use an action now; None where it may."""
    if not actor.is_standing:
        if actor.fate in ("critical", "stable"):
            return Refused(say(_("With critical damage one can only crawl.")), rule="CA-08", path="actor")
        return why_unable(actor)
    if fight.winner is not None:
        return None
    if (refusal := why_not_its_turn(fight, actor)) is not None:
        return refusal
    if actor.acted:
        return Refused(say(_("{actor} has acted this round."), actor=actor.name), rule="CA-03", path="actor")
    if actor.moves_on:
        words = say(_("{actor} spends its action on moving on."), actor=actor.name)
        return Refused(words, rule="CA-03", path="actor")
    return None


def may_wait(fight: CairnFight, actor: CairnFighter) -> Refused | None:
    """Why a fighter may not let its turn go by; it may while it moves on."""
    if actor.moves_on and not actor.acted and actor.is_standing:
        return None if fight.winner is not None else why_not_its_turn(fight, actor)
    return may_act(fight, actor)


def why_unable(actor: CairnFighter) -> Refused:
    """Why one who does not stand can do nothing at all."""
    rule = {"": "CA-18", "dead": "CA-07", "fled": "CA-12"}.get(actor.fate, "CA-11")
    return Refused(say(_("{actor} cannot act."), actor=actor.name), rule=rule, path="actor")


def why_not_its_turn(fight: CairnFight, actor: CairnFighter) -> Refused | None:
    """Why it is not the turn of a fighter; None where it is."""
    if fight.begun and actor.side != fight.turn:
        return Refused(say(_("It is the other side's turn.")), rule="CA-01", path="actor")
    if actor.late:
        words = say(_("{actor} loses the turn of the first round."), actor=actor.name)
        return Refused(words, rule="CA-02", path="actor")
    return None


def advance(fight: CairnFight) -> Rule[None]:
    """After an action: where all of the side have acted, its attacks are rolled and the turn passes."""
    if fight.winner is not None or not has_to_act(fight):
        yield from end_turn(fight)


def end_turn(fight: CairnFight, sides: Sequence[str] = ()) -> Rule[None]:
    """Roll what is declared, see who flees and who has won, and pass the turn."""
    yield from roll_declared(fight)
    yield from see_winner(fight)
    if fight.winner is None:
        yield from next_turn(fight, sides)


def roll_declared(fight: CairnFight) -> Rule[None]:
    """Roll the attacks declared so far and see who flees for it."""
    for side in fight.sides() if fight.winner is not None else (fight.turn,):
        struck = yield from resolve(fight, side)
        pressed = [each for each in struck if each.hp_usable <= 0 and not each.player]
        if pressed:
            yield from check_morale(fight, pressed)


def roll_early(fight: CairnFight) -> Rule[None]:
    """Roll before the whole side has acted: no more attacks on those targets in this turn (CA-06)."""
    targets = [id_ for each in fight.side(fight.turn) if each.declared for id_ in each.declared["targets"]]
    if not targets:
        raise Refused(say(_("No attack is declared.")), rule="CA-06")
    struck = tuple(dict.fromkeys((*fight.struck, *targets)))
    yield Tell("rolled_early", "CA-06", {"side": fight.turn}, fight.to(struck=struck))
    yield from roll_declared(fight)
    yield from see_winner(fight)
    if fight.winner is None and not acting(fight):
        yield from next_turn(fight)


def see_winner(fight: CairnFight, *, alone: bool = False) -> Rule[None]:
    """One side alone still stands, or has company again.

    What is hidden does not count until it shows itself. `alone`: it has won even where nobody of the others
    is left to lie there.
    """
    if not fight.begun:
        return
    standing: dict[str, None] = {}
    for each in fight.fighters.values():
        if not each.hidden and each.is_standing:
            standing[each.side] = None
            if len(standing) > 1:
                break
    if fight.winner is not None and any(side != fight.winner for side in standing):
        yield Tell("reopened", "CA-01", {}, fight.to(winner=None))
    if fight.winner is None and len(standing) == 1:
        side = next(iter(standing))
        if alone or any(each.side != side and not each.hidden for each in fight.fighters.values()):
            yield Tell("won", "CA-01", {"side": side}, fight.to(winner=side))


def next_turn(fight: CairnFight, sides: Sequence[str] = ()) -> Rule[None]:
    """The turn of the next side that has anybody to act; past the last side a new round begins.

    `sides` are those that there were when the turn ended, where one of them is gone since.
    """
    sides = sides or fight.sides()
    at = sides.index(fight.turn) if fight.turn in sides else -1
    for step in range(at + 1, at + 1 + len(sides)):
        number = step % len(sides)
        if number == 0:
            yield from new_round(fight)
        side = sides[number]
        for each in fight.fighters.values():
            if each.side == side and not each.hidden and not each.late and each.is_standing:
                yield Tell("turn", "CA-01", {"side": side}, fight.to(turn=side, struck=()))
                return


def new_round(fight: CairnFight) -> Rule[None]:
    """Everybody has an action again; the hour of the dying runs on."""
    number = fight.round + 1
    yield Tell("round", "CA-01", {"round": number}, (*fight.to(round=number), *_afresh(fight)))
    yield from clocks(fight)


def pass_time(fight: CairnFight, order: PassTime) -> Rule[None]:
    """Minutes go by; a round is about ten seconds (CA-01, CA-08)."""
    if not fight.begun:
        raise Refused(say(_("The fight has not begun.")), rule="CA-01")
    if any(each.declared for each in fight.fighters.values()):
        raise Refused(say(_("Declared attacks are rolled first.")), rule="CA-06")
    number = fight.round + ROUNDS_PER_MINUTE * order.minutes
    changes = (*fight.to(round=number, struck=()), *_afresh(fight))
    yield Tell("time_passed", "CA-08", {"minutes": order.minutes}, changes)
    yield from clocks(fight)


def _afresh(fight: CairnFight) -> list[Change]:
    changes: list[Change] = []
    for each in fight.fighters.values():
        if each.acted or each.late:
            changes += each.to(acted=False, late=False)
        if each.moved or each.moves_on:
            changes += each.to(moved=0, diagonals=0, moves_on=False)
    return changes
