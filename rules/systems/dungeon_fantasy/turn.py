"""The order of the turns, their beginning and their end (DF-13, DF-52, DF-53)."""

from __future__ import annotations

from itertools import groupby

from rules.dice import Dice, Faces
from rules.effects import Roll, Rule, Tell
from rules.errors import Refused
from rules.fight import Change
from rules.grid.figures import facing_to
from rules.systems.dungeon_fantasy.checks import check
from rules.systems.dungeon_fantasy.consciousness import holds_on, why_helpless
from rules.systems.dungeon_fantasy.fighter import DfFight, DfFighter
from rules.systems.dungeon_fantasy.ground import arc_from, cells_between, has_facing
from rules.systems.dungeon_fantasy.load import basic_speed
from rules.systems.dungeon_fantasy.retreating import reset_for_turn
from rules.words import gettext_noop as _
from rules.words import say

TIE = Dice((6,))
TIE_ROLL = _("who acts first")
RECOVERY = _("HT roll to recover from stun")


def acting(fight: DfFight) -> list[str]:
    """Whose turn it is; nobody's where the fight has not begun or is decided."""
    fighter = fight.fighters.get(fight.turn or "")
    there = fighter is not None and fighter.is_standing and fight.begun and fight.winner is None
    return [fighter.id] if there and fighter is not None else []


def can_fight(fight: DfFight) -> list[DfFighter]:
    """Everybody who is still in the fight and not hidden."""
    return [each for each in fight.fighters.values() if not each.hidden and each.is_standing]


def begin(fight: DfFight) -> Rule[None]:
    """The fight begins: the order of the turns is settled, the fastest first (DF-53)."""
    if fight.begun:
        raise Refused(say(_("The fight has begun already.")), rule="DF-53")
    if not can_fight(fight):
        raise Refused(say(_("Nobody is here to fight.")), rule="DF-53")
    order = yield from rolled_order(fight)
    yield Tell("began", "DF-53", {}, (*fight.to(round=1, turn=None, order=order), *facings(fight)))
    yield from next_turn(fight)


def open_with(fight: DfFight, actor: DfFighter) -> Rule[None]:
    """A fight that nobody began starts in the middle, with the turn of whoever acts first. Ties go by place."""
    order = tuple(sorted(fight.fighters, key=lambda id_: _quickness(fight.fighters[id_]), reverse=True))
    changes = (*fight.to(round=1, turn=actor.id, order=order), *facings(fight), *opening(fight, actor))
    yield Tell("began", "DF-53", {}, changes)


def rolled_order(fight: DfFight) -> Rule[tuple[str, ...]]:
    """Everybody by Basic Speed, then DX; who are equal in both roll a die each, and again where that is equal too."""
    ranked = sorted(fight.fighters.values(), key=_quickness, reverse=True)
    order: list[str] = []
    for _quick, same in groupby(ranked, key=_quickness):
        equal = list(same)
        rolled: dict[str, tuple[int, ...]] = {}
        for each in equal if len(equal) > 1 else ():
            faces: Faces = yield Roll(TIE, TIE_ROLL, each.id, None, None, "DF-53")
            yield Tell("tie_rolled", "DF-53", {"actor": each.id, "dice": TIE.text, "faces": faces, "roll": faces[0]})
            rolled[each.id] = faces
        # Who roll alike keep the order in which they came.
        order += [each.id for each in sorted(equal, key=lambda each: rolled.get(each.id, ()), reverse=True)]
    return tuple(order)


def placed(fight: DfFight) -> tuple[str, ...]:
    """The order with those who have come since, and without those who are gone: newcomers by speed, without a roll."""
    order = [id_ for id_ in fight.order if id_ in fight.fighters]
    for each in fight.fighters.values():
        if each.id not in order:
            quick = _quickness(each)
            at = next((n for n, id_ in enumerate(order) if _quickness(fight.fighters[id_]) < quick), len(order))
            order.insert(at, each.id)
    return tuple(order)


def _quickness(fighter: DfFighter) -> tuple[float, int]:
    return basic_speed(fighter.sheet).total, fighter.sheet.dx


def facings(fight: DfFight) -> list[Change]:
    """Who stands on hexes and looks nowhere looks at the nearest foe."""
    changes: list[Change] = []
    if fight.map is None or fight.map.grid.kind != "hex":
        return changes
    for each in fight.fighters.values():
        if each.at is None or each.facing is not None:
            continue
        at = each.at
        foes = [foe.at for foe in fight.fighters.values() if foe.side != each.side and foe.at not in (None, at)]
        near = min(foes, key=lambda foe: cells_between(fight, at, foe or at), default=None)
        changes += each.to(facing=0 if near is None else facing_to(at, near))
    return changes


def next_turn(fight: DfFight) -> Rule[None]:
    """The turn passes to the next one who can act; past the last one a new round begins.

    Who is hidden has no turn until it shows itself. Where nobody is left the turn stays where it is.
    """
    turn = fight.turn
    order = fight.order
    at = order.index(turn) if turn in order else -1
    for step in range(at + 1, at + 1 + len(order)):
        number = step % len(order)
        if number == 0 and step:
            yield Tell("round", "DF-53", {"round": fight.round + 1}, fight.to(round=fight.round + 1))
        fighter = fight.fighters.get(order[number])
        if fighter is None or fighter.hidden or not fighter.is_standing:
            continue
        yield from start_turn(fight, fighter)
        if fighter.is_standing or fight.winner is not None:
            return


def start_turn(fight: DfFight, fighter: DfFighter) -> Rule[None]:
    """Its turn begins: what the last one used up is there again, shock comes due, and below 0 HP it has to hold on."""
    yield Tell("turn", "DF-53", {"actor": fighter.id}, (*fight.to(turn=fighter.id), *opening(fight, fighter)))
    if fighter.hp <= 0 and not (yield from holds_on(fighter)):
        yield from see_winner(fight)


def opening(fight: DfFight, fighter: DfFighter) -> tuple[Change, ...]:
    """What changes when a turn begins."""
    behind = tuple(
        [
            each.id for each in fight.fighters.values()
            if fighter.at is not None and each is not fighter and has_facing(fight, each)
            and arc_from(fight, each, fighter.at) == "back"
        ]
    )  # fmt: skip
    fresh = fighter.to(
        shock=max(fighter.shock, fighter.shock_next), shock_next=0, behind=behind,
        manoeuvre="", kind="", sprinted=False, struck_with=(), moved=0, step_left=True, attacks_left=0, waiting=None,
    )  # fmt: skip
    return (*reset_for_turn(fighter), *fresh)


def end_turn(fight: DfFight, fighter: DfFighter) -> Rule[None]:
    """Its turn ends: shock is over, the stunned roll HT to recover; the turn passes on."""
    yield Tell("turn_ended", "DF-53", {"actor": fighter.id}, closing(fighter))
    if fighter.stunned and fighter.is_standing and (yield from recovers(fighter)):
        yield Tell("recovered", "DF-52", {"target": fighter.id}, fighter.to(stunned=False))
    if fight.winner is None:
        yield from pass_on(fight)


def closing(fighter: DfFighter) -> tuple[Change, ...]:
    """What changes when a turn ends: what was prepared lasts while it goes on being prepared, and one turn more."""
    changes = fighter.to(shock=0, step_left=False, attacks_left=0)
    if fighter.evaluated is not None and fighter.manoeuvre != "evaluate":
        changes += fighter.to(evaluated=None)
    if fighter.aimed is not None and fighter.manoeuvre != "aim":
        changes += fighter.to(aimed=None)
    if fighter.feinted is not None and fighter.manoeuvre != "feint":
        changes += fighter.to(feinted=None)
    if not fighter.manoeuvre:
        changes += fighter.to(manoeuvre="do_nothing")
    return changes


def pass_on(fight: DfFight) -> Rule[None]:
    """The turn goes back to the one that somebody who had waited cut in on; else to the next one."""
    interrupted = fight.fighters.get(fight.interrupted or "")
    if interrupted is not None and interrupted.is_standing:
        changes = fight.to(turn=interrupted.id, interrupted=None)
        yield Tell("resumed", "DF-53", {"actor": interrupted.id}, changes)
        return
    if fight.interrupted is not None:
        yield Tell("cut_short", "DF-53", {}, fight.to(turn=fight.interrupted, interrupted=None))
    yield from next_turn(fight)


def recovers(fighter: DfFighter) -> Rule[bool]:
    """The HT roll of the stunned at the end of their turn (DF-52)."""
    checked = yield from check(fighter, fighter.sheet.ht, RECOVERY, "DF-52")
    return checked.succeeded


def see_winner(fight: DfFight, *, alone: bool = False) -> Rule[None]:
    """One side alone is still in the fight, or has company again. What is hidden does not count until it shows itself.

    `alone`: it has won even where nobody of the others is left to lie there.
    """
    if not fight.begun:
        return
    sides = tuple(dict.fromkeys([each.side for each in can_fight(fight)]))
    if fight.winner is not None and any(side != fight.winner for side in sides):
        yield Tell("reopened", "DF-53", {}, fight.to(winner=None))
    if fight.winner is None and len(sides) == 1:
        side = sides[0]
        if alone or any(each.side != side and not each.hidden for each in fight.fighters.values()):
            yield Tell("won", "DF-53", {"side": side}, fight.to(winner=side))


def why_not_begun(fight: DfFight) -> Refused | None:
    """Why the fight cannot go on: nobody has begun it, or it is decided; None where it can."""
    if not fight.begun:
        return Refused(say(_("The fight has not begun.")), rule="DF-53")
    if fight.winner is not None:
        return Refused(say(_("The fight is decided.")), rule="DF-53")
    return None


def why_not_its_turn(fight: DfFight, actor: DfFighter) -> Refused | None:
    """Why a fighter may do nothing at all now; None where it is its turn. A fight not begun opens with its turn."""
    if (refusal := why_helpless(actor)) is not None:
        return refusal
    if not fight.begun:
        return None
    if fight.winner is not None:
        return why_not_begun(fight)
    if fight.turn != actor.id:
        return Refused(say(_("It is not the turn of {actor}."), actor=actor.name), rule="DF-53", path="actor")
    return None
