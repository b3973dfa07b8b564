"""Going over the map: the move of a turn, and the second one that takes the action (CA-03, CA-08)."""

from __future__ import annotations

from itertools import pairwise

from rules.effects import Rule
from rules.errors import Refused
from rules.fight import Change
from rules.grid.cells import Cell
from rules.grid.moves import FOE, FRIEND, HELPLESS, Mover, Passage
from rules.grid.paths import Step
from rules.systems.cairn import orders
from rules.systems.cairn.fighter import CairnFight, CairnFighter
from rules.systems.cairn.ground import BODY
from rules.systems.cairn.turn import why_not_its_turn, why_unable
from rules.tactics import Gait
from rules.walking import reach_of, walk, way_within
from rules.words import gettext_noop as _
from rules.words import say

MOVE, SECOND_MOVE, CRAWL = _("Move"), _("Second move"), _("Crawl")


def mover(_fighter: CairnFighter) -> Mover:
    """Everybody walks and takes one cell."""
    return BODY


def passage(_fight: CairnFight, fighter: CairnFighter, other: CairnFighter) -> Passage | None:
    """A foe bars the way, a friend lets one through, over the helpless and the dead one steps."""
    if other.fate in ("fled", "retreated"):
        return None
    if other.fate == "dead" or other.is_helpless:
        return HELPLESS
    return FRIEND if other.side == fighter.side else FOE


def diagonals(fight: CairnFight, fighter: CairnFighter) -> int:
    """How many diagonals it has gone in this turn; a decided fight has no turns."""
    return fighter.diagonals if fight.winner is None else 0


def gaits(fight: CairnFight, fighter: CairnFighter) -> tuple[Gait, ...]:
    """How far a fighter may go now: what is left of its move, and with its action the same way once more.

    Who has critical damage crawls one cell (CA-08). In a decided fight there are no turns: everybody goes a move
    at a time, as often as it likes.
    """
    if fight.map is None or why_still(fight, fighter) is not None:
        return ()
    most = stride(fight, fighter)
    label, rule = (CRAWL, "CA-08") if is_crawling(fighter) else (MOVE, "CA-03")
    if fight.winner is not None:
        return (Gait(most, label, rule),)
    left, further = most - fighter.moved, 2 * most - fighter.moved
    found = (Gait(left, label, rule),) if left > 0 else ()
    if is_crawling(fighter) or further <= 0:
        return found
    if fighter.moves_on:
        return (Gait(further, SECOND_MOVE, rule),)
    return found if fighter.acted else (*found, Gait(further, SECOND_MOVE, rule, uses_action=True))


def stride(fight: CairnFight, fighter: CairnFighter) -> int:
    """How many cells one move of a fighter is."""
    assert fight.map is not None
    return 1 if is_crawling(fighter) else fight.map.cells_in(fight.settings.move_ft)


def is_crawling(fighter: CairnFighter) -> bool:
    """Whether it can only crawl (CA-08)."""
    return fighter.fate in ("critical", "stable")


def why_still(fight: CairnFight, fighter: CairnFighter) -> Refused | None:
    """Why a fighter goes nowhere now, however far it may have gone already; None where it may."""
    if not is_crawling(fighter) and not fighter.is_standing:
        return why_unable(fighter)
    return None if fight.winner is not None else why_not_its_turn(fight, fighter)


def why_no_going(fight: CairnFight, fighter: CairnFighter) -> Refused | None:
    """Why a fighter cannot go a single cell now; None where it has movement left."""
    if fight.map is None:
        return Refused(say(_("This fight has no map.")), rule="CA-03", path="to")
    if fighter.at is None:
        return Refused(say(_("{name} is not on the map."), name=fighter.name), rule="CA-03", path="actor")
    if (refusal := why_still(fight, fighter)) is not None:
        return refusal
    if not gaits(fight, fighter):
        words = say(_("{actor} has no movement left in this turn."), actor=fighter.name)
        return Refused(words, rule="CA-03", path="actor")
    return None


def why_hemmed_in(fight: CairnFight, fighter: CairnFighter) -> Refused | None:
    """Why there is nowhere to go for one who may go; None where there is a cell."""
    if len(reach_of(fight, fighter, gaits(fight, fighter)[-1].cells).costs) > 1:
        return None
    return Refused(say(_("{actor} is hemmed in."), actor=fighter.name), rule="CA-03", path="to")


def go(fight: CairnFight, actor: CairnFighter, order: orders.Go) -> Rule[bool]:
    """Go to a cell, or turn about on the spot. Gives back whether it has taken the action of the turn."""
    way: tuple[Step, ...] = ()
    if order.to == actor.at and fight.map is not None:
        if (refusal := why_still(fight, actor)) is not None:
            raise refusal
        if order.facing is None or order.facing == actor.facing:
            raise Refused(say(_("That changes nothing.")), rule="CA-03", path="to")
    else:
        way = way_to(fight, actor, order.to)
    acted = actor.acted
    yield from walk(
        fight, actor, way, order.facing, "CA-08" if is_crawling(actor) else "CA-03",
        lambda steps, stopped: paid(fight, actor, steps, stopped) if way else (),
    )  # fmt: skip
    return actor.acted and not acted


def way_to(fight: CairnFight, actor: CairnFighter, to: Cell) -> tuple[Step, ...]:
    """The cheapest way to a cell. Raises `Refused` where there is none that it may go now."""
    if (refusal := why_no_going(fight, actor)) is not None:
        raise refusal
    return way_within(fight, actor, to, gaits(fight, actor)[-1].cells, "CA-03")


def paid(fight: CairnFight, actor: CairnFighter, steps: tuple[Step, ...], stopped: bool) -> tuple[Change, ...]:
    """What a way takes. Whoever runs into somebody unseen has come to the end of the move it was on."""
    if fight.winner is not None:
        return ()
    assert actor.at is not None
    most = stride(fight, actor)
    moved = actor.moved + (steps[-1].total if steps else 0)
    second = not is_crawling(actor) and (actor.moves_on or moved > most or (stopped and actor.moved >= most))
    if stopped:
        moved = max(moved, 2 * most if second else most)
    slanted = actor.diagonals
    if fight.map is not None and fight.map.grid.kind == "square":
        cells = (actor.at, *[step.cell for step in steps])
        slanted += sum(a[0] != b[0] and a[1] != b[1] for a, b in pairwise(cells))
    changes = actor.to(moved=moved, diagonals=slanted)
    return (*changes, *actor.to(acted=True, moves_on=True)) if second else changes
