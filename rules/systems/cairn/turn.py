"""Rounds and turns: the sides act one after the other (CA-01 to CA-03)."""

from __future__ import annotations

from rules.effects import Rule, Tell
from rules.errors import Refused
from rules.fight import Change
from rules.systems.cairn.attack import resolve
from rules.systems.cairn.damage import clocks
from rules.systems.cairn.fighter import CairnFight, CairnFighter
from rules.systems.cairn.morale import check_morale
from rules.systems.cairn.saves import save
from rules.words import gettext_noop as _
from rules.words import say


def acting(fight: CairnFight) -> list[str]:
    """The fighters of the acting side that still have their action. Hidden ones may bide their time."""
    turn = fight.turn
    return [
        each.id for each in fight.fighters.values()
        if each.side == turn and not each.acted and not each.late and not each.hidden and each.is_standing
    ]  # fmt: skip


def begin(fight: CairnFight, waive: bool) -> Rule[None]:
    """The first round: each player character saves DEX to act before the opponents (CA-02)."""
    if fight.begun:
        raise Refused(say(_("The fight has begun already.")), rule="CA-01")
    if not fight.fighters:
        raise Refused(say(_("Nobody is here to fight.")), rule="CA-01")
    yield from open_round(fight, fight.sides()[0])
    if waive or fight.settings.first_round == "waive":  # type: ignore[attr-defined]
        yield Tell("first_round_waived", "CA-02")
    else:
        for each in list(fight.fighters.values()):
            if each.player and each.is_standing:
                if not (yield from save(each, "dex", "CA-02", purpose=_("DEX save to act first"))):
                    yield Tell("late", "CA-02", {"target": each.id}, each.to(late=True))
    if not acting(fight):
        yield from next_turn(fight)


def open_round(fight: CairnFight, side: str) -> Rule[None]:
    """Round 1, with the turn of this side."""
    order = tuple(each.id for one in fight.sides() for each in fight.side(one))
    yield Tell("began", "CA-01", {"side": side}, fight.to(round=1, turn=side, order=order))


def may_act(fight: CairnFight, actor: CairnFighter) -> Refused | None:
    """Why a fighter may not use an action now; None where it may."""
    if not actor.is_standing:
        if actor.fate in ("critical", "stable"):
            return Refused(say(_("With critical damage one can only crawl.")), rule="CA-08", path="actor")
        rule = "CA-18" if not actor.fate else "CA-07" if actor.fate == "dead" else "CA-11"
        return Refused(say(_("{actor} cannot act."), actor=actor.name), rule=rule, path="actor")
    if fight.winner is not None:
        return None
    if fight.begun and actor.side != fight.turn:
        return Refused(say(_("It is the other side's turn.")), rule="CA-01", path="actor")
    if actor.late:
        return Refused(say(_("{actor} loses the turn of the first round."), actor=actor.name), rule="CA-02", path="actor")
    if actor.acted:
        return Refused(say(_("{actor} has acted this round."), actor=actor.name), rule="CA-03", path="actor")
    return None


def advance(fight: CairnFight) -> Rule[None]:
    """After an action: where all of the side have acted, its attacks are rolled and the turn passes."""
    if fight.winner is None and acting(fight):
        return
    yield from end_turn(fight)


def end_turn(fight: CairnFight) -> Rule[None]:
    """Roll what is declared, see who flees and who has won, and pass the turn."""
    yield from roll_declared(fight)
    if fight.winner is None:
        yield from next_turn(fight)


def roll_declared(fight: CairnFight) -> Rule[None]:
    """Roll the attacks declared so far and see what comes of them."""
    for side in fight.sides() if fight.winner is not None else [fight.turn or ""]:
        yield from resolve(fight, side)
    yield from check_morale(fight)
    yield from see_winner(fight)


def see_winner(fight: CairnFight) -> Rule[None]:
    """One side alone still stands. What is hidden does not count until it shows itself."""
    if fight.winner is not None or not fight.begun:
        return
    standing = list(dict.fromkeys(each.side for each in fight.fighters.values() if each.is_standing and not each.hidden))
    if len(standing) == 1 and len({each.side for each in fight.fighters.values() if not each.hidden}) > 1:
        yield Tell("won", "CA-01", {"side": standing[0]}, fight.to(winner=standing[0]))


def next_turn(fight: CairnFight) -> Rule[None]:
    """The turn of the next side that has anybody to act; past the last side a new round begins."""
    sides = fight.sides()
    at = sides.index(fight.turn) if fight.turn in sides else -1
    for step in range(1, 2 * len(sides) + 1):
        if (at + step) % len(sides) == 0:
            yield from new_round(fight)
        side = sides[(at + step) % len(sides)]
        if any(each.is_standing and not each.hidden and not each.late for each in fight.side(side)):
            yield Tell("turn", "CA-01", {"side": side}, fight.to(turn=side))
            return


def new_round(fight: CairnFight) -> Rule[None]:
    """Everybody has an action again; the hour of the dying runs on."""
    changes: list[Change] = [*fight.to(round=fight.round + 1)]
    for each in fight.fighters.values():
        if each.acted or each.late:
            changes += each.to(acted=False, late=False)
    yield Tell("round", "CA-01", {"round": fight.round + 1}, tuple(changes))
    yield from clocks(fight)


def pass_time(fight: CairnFight, minutes: int) -> Rule[None]:
    """Minutes go by; a round is about ten seconds (CA-01, CA-08)."""
    yield Tell("time_passed", "CA-08", {"minutes": minutes}, fight.to(round=fight.round + 6 * minutes))
    yield from clocks(fight)
