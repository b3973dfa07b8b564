"""Going over the map: the step of a manoeuvre, the way of a Move, turning (DF-53)."""

from __future__ import annotations

from rules.effects import Rule
from rules.errors import Refused
from rules.fight import Change
from rules.grid.cells import Cell
from rules.grid.figures import facing_to, step_facings
from rules.grid.moves import FOE, FRIEND, HELPLESS, Mover, Passage
from rules.grid.paths import Step
from rules.systems.dungeon_fantasy import orders
from rules.systems.dungeon_fantasy.fighter import DfFight, DfFighter
from rules.systems.dungeon_fantasy.ground import BODY, cells_of
from rules.systems.dungeon_fantasy.kit import move_of, step_of
from rules.systems.dungeon_fantasy.turn import why_not_its_turn
from rules.tactics import Gait
from rules.walking import reach_of, walk, way_within
from rules.words import gettext_noop as _
from rules.words import say

STEP, MOVE, RUN = _("Step"), _("Move"), _("Half a Move ahead")

#: Manoeuvres that are a Move, and those that allow no movement at all.
MOVING = frozenset({"move", "move_and_attack"})
STILL = frozenset({"change_posture", "do_nothing"})


def mover(_fighter: DfFighter) -> Mover:
    """Everybody takes one cell."""
    return BODY


def passage(_fight: DfFight, fighter: DfFighter, other: DfFighter) -> Passage | None:
    """A foe bars the way, a friend lets one through, over the helpless and the dead one steps."""
    if other.fate == "fled":
        return None
    if other.fate:
        return HELPLESS
    return FRIEND if other.side == fighter.side else FOE


def gaits(fight: DfFight, fighter: DfFighter) -> tuple[Gait, ...]:
    """How far it may go now: its step, and before it has chosen a manoeuvre its Move, which is then its manoeuvre."""
    battle = fight.map
    if battle is None or fighter.stunned or why_not_its_turn(fight, fighter) is not None:
        return ()
    step = cells_of(battle, step_of(fighter)) - fighter.moved if fighter.step_left or not fight.begun else 0
    most = cells_of(battle, move_of(fighter)) - fighter.moved
    found: list[Gait] = []
    if fighter.manoeuvre in STILL:
        return ()
    if fighter.manoeuvre in MOVING:
        found.append(Gait(most, MOVE, "DF-53"))
    elif fighter.manoeuvre == "all_out_attack":
        found.append(Gait(cells_of(battle, move_of(fighter) // 2) - fighter.moved, RUN, "DF-53"))
    else:
        found.append(Gait(step, STEP, "DF-53"))
        if not fighter.manoeuvre:
            found.append(Gait(most, MOVE, "DF-53", uses_action=True))
    return tuple(gait for gait in found if gait.cells > 0)


def why_no_going(fight: DfFight, fighter: DfFighter) -> Refused | None:
    """Why a fighter cannot go a single cell now; None where it may."""
    if fight.map is None:
        return Refused(say(_("This fight has no map.")), rule="DF-53", path="to")
    if fighter.at is None:
        return Refused(say(_("{name} is not on the map."), name=fighter.name), rule="DF-53", path="actor")
    if (refusal := why_not_its_turn(fight, fighter)) is not None:
        return refusal
    if fighter.stunned:
        return Refused(say(_("The stunned do nothing.")), rule="DF-52", path="actor")
    if not gaits(fight, fighter):
        words = say(_("{actor} has no movement left in this turn."), actor=fighter.name)
        return Refused(words, rule="DF-53", path="actor")
    return None


def why_hemmed_in(fight: DfFight, fighter: DfFighter) -> Refused | None:
    """Why there is nowhere to go for one who may go; None where there is a cell."""
    if len(reach_of(fight, fighter, gaits(fight, fighter)[-1].cells).costs) > 1:
        return None
    return Refused(say(_("{actor} is hemmed in."), actor=fighter.name), rule="DF-53", path="to")


def go(fight: DfFight, actor: DfFighter, order: orders.Go) -> Rule[None]:
    """Go to a cell, or turn about on the spot: that takes the step, or a cell of a Move."""
    if order.to == actor.at and fight.map is not None:
        yield from turn_about(fight, actor, order.facing)
        return
    way = way_to(fight, actor, order.to)
    facing = facing_after(fight, actor, way, order.facing)
    yield from walk(fight, actor, way, facing, "DF-53", lambda steps, stopped: paid(fight, actor, steps, stopped))


def turn_about(fight: DfFight, actor: DfFighter, facing: int | None) -> Rule[None]:
    """Look another way without leaving one's cell."""
    if fight.map is None or fight.map.grid.kind != "hex" or facing is None or facing == actor.facing:
        raise Refused(say(_("That changes nothing.")), rule="DF-53", path="to")
    if (refusal := why_no_going(fight, actor)) is not None:
        raise refusal
    changes = actor.to(moved=actor.moved + 1, step_left=False)
    yield from walk(fight, actor, (), facing, "DF-53", lambda _steps, _stopped: changes)


def facing_after(fight: DfFight, actor: DfFighter, way: tuple[Step, ...], wanted: int | None) -> int | None:
    """Which way it looks after a way: any after a step or at most half its Move; else one hex side aside at most.

    Raises `Refused` where it would turn further. On squares nobody looks anywhere.
    """
    assert fight.map is not None
    if fight.map.grid.kind != "hex" or wanted is None:
        return None
    moved = actor.moved + way[-1].total
    before = way[-2].cell if len(way) > 1 else actor.at
    assert before is not None
    ahead = facing_to(before, way[-1].cell)
    short = moved <= max(cells_of(fight.map, step_of(actor)), cells_of(fight.map, move_of(actor) // 2))
    if not short and wanted not in step_facings(ahead):
        words = say(_("After more than half its Move {actor} turns by one hex side at most."), actor=actor.name)
        raise Refused(words, rule="DF-53", path="facing")
    return wanted


def way_to(fight: DfFight, actor: DfFighter, to: Cell) -> tuple[Step, ...]:
    """The cheapest way to a cell. Raises `Refused` where there is none that it may go now."""
    if (refusal := why_no_going(fight, actor)) is not None:
        raise refusal
    return way_within(fight, actor, to, gaits(fight, actor)[-1].cells, "DF-53")


def paid(fight: DfFight, actor: DfFighter, steps: tuple[Step, ...], stopped: bool) -> tuple[Change, ...]:
    """What a way takes. Past its step one who has chosen no manoeuvre moves; who is stopped has come to its end."""
    assert fight.map is not None
    step, most = (cells_of(fight.map, each) for each in (step_of(actor), move_of(actor)))
    moved = actor.moved + (steps[-1].total if steps else 0)
    if stopped:
        moved = max(moved, most if moved > step or actor.moved >= step else step)
    changes = actor.to(moved=moved, step_left=moved < step)
    if moved > step and not actor.manoeuvre:
        changes += actor.to(manoeuvre="move")
    return changes
