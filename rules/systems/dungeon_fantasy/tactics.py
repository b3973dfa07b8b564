"""What it would mean to stand somewhere: whom one could attack from there, and how they could defend themselves
(DF-10 to DF-13, DF-15, DF-54)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.errors import Refused
from rules.grid.cells import Cell
from rules.grid.figures import facing_to, step_facings
from rules.systems.dungeon_fantasy.fields import ARCS
from rules.systems.dungeon_fantasy.fighter import DfFight, DfFighter
from rules.systems.dungeon_fantasy.going import gaits, mover, passage
from rules.systems.dungeon_fantasy.ground import Ground, arc_from, cells_of, is_ahead, lie, veil
from rules.systems.dungeon_fantasy.kit import move_of, step_of
from rules.systems.dungeon_fantasy.strikes import (
    COVERED,
    HALF_SEEN,
    IN_THE_WAY,
    UNSEEN,
    why_no_target,
    why_out_of_reach,
)
from rules.systems.dungeon_fantasy.traits import has
from rules.tactics import Aim, Area, Position, Remark, Tactics
from rules.words import gettext_noop as _
from rules.words import say


def position(fight: DfFight, fighter: DfFighter, at: Cell, facing: int | None, way: Sequence[Cell]) -> Position:
    """Whom of its foes it could attack from a cell to which it has gone a way, and how they could defend there."""
    looks = facings(fight, fighter, facing, way)
    aims = [
        aim(fight, fighter, at, each, looks) for each in fight.fighters.values()
        if each.side != fighter.side and not each.hidden and each.is_standing and each.at is not None
    ]  # fmt: skip
    aims.sort(key=lambda each: (not each.allowed, each.far))
    return Position(aims=tuple(aims))


def facings(fight: DfFight, fighter: DfFighter, facing: int | None, way: Sequence[Cell]) -> tuple[int | None, ...]:
    """The ways it may look there: as it does where it has not moved; any after a short way; else almost straight on."""
    assert fight.map is not None
    if fight.map.grid.kind != "hex" or facing is None:
        return (None,)
    if not way:
        return (facing,)
    moved = fighter.moved + len(way)
    if moved <= max(cells_of(fight.map, step_of(fighter)), cells_of(fight.map, move_of(fighter) // 2)):
        return (None,)
    before = way[-2] if len(way) > 1 else fighter.at
    assert before is not None
    return step_facings(facing_to(before, way[-1]))


def aim(fight: DfFight, fighter: DfFighter, at: Cell, target: DfFighter, looks: Sequence[int | None]) -> Aim:
    """One whom it could attack from a cell: with which of its ways, from which side, with what in between."""
    assert target.at is not None
    facing = next((each for each in looks if is_ahead(fight, at, each, target.at)), looks[0])
    reasons: list[Refused] = []
    keys: list[str] = []
    best: Ground | None = None
    for way in fighter.kit.ways:
        ground = lie(fight, fighter, at, target, ranged=way.range is not None)
        no = why_no_target(fighter, target) or why_out_of_reach(fight, fighter, target, way, ground, at, facing)
        if no is not None:
            reasons.append(no)
            continue
        keys.append(way.key)
        best = best or ground
    ground = best or lie(fight, fighter, at, target, ranged=True)
    remarks = tuple(_remarks(fight, fighter, at, target, ground)) if keys else ()
    unarmed = Refused(say(_("There is nothing to attack with.")), rule="DF-53")
    why = None if keys else reasons[0] if reasons else unarmed
    return Aim(
        target.id, ground.cells, why is None, why.words if why else None, why.rule if why else "DF-50",
        tuple(keys), remarks, ground.cover, ground.veil,
    )  # fmt: skip


def _remarks(fight: DfFight, fighter: DfFighter, at: Cell, target: DfFighter, ground: Ground) -> Iterator[Remark]:
    arc = arc_from(fight, target, at)
    sheet = target.sheet
    if arc == "back" and target.id in fighter.behind:
        if has(sheet, "peripheral_vision", "all_round_vision"):
            yield Remark(say(_("From behind: −2 to its defences")), "DF-12", "info")
        else:
            yield Remark(say(_("From behind: no defence")), "DF-12", "info")
    elif arc == "back":
        yield Remark(say(_("Run around: it counts as from the side, −2 to its defences")), "DF-13", "info")
    elif arc != "front":
        yield Remark(say(_("{side}: −2 to its defences"), side=say(ARCS[arc])), "DF-11", "info")
    if ground.cover.sort == "cover":
        yield Remark(say(_("Cover: {penalty}"), penalty=COVERED), "DF-54", "warn")
    elif ground.cover.sort == "soft":
        yield Remark(say(_("Somebody in the way: {penalty}"), penalty=IN_THE_WAY), "DF-54", "warn")
    if ground.veil.sort == "total":
        yield Remark(say(_("It is not seen: {penalty}"), penalty=UNSEEN), "DF-10", "warn")
    elif ground.veil.sort != "clear":
        yield Remark(say(_("It is half seen: {penalty}"), penalty=HALF_SEEN), "DF-10", "warn")
    if (height := _height(fight, at, target)) is not None:
        yield height


def _height(fight: DfFight, at: Cell, target: DfFighter) -> Remark | None:
    assert fight.map is not None
    assert target.at is not None
    rise = fight.map.grid.height(target.at) - fight.map.grid.height(at)
    if not rise:
        return None
    words = say(_("It stands higher: better defences")) if rise > 0 else say(_("It stands lower: worse defences"))
    return Remark(words, "DF-15", "warn" if rise > 0 else "info")


def area(_fight: DfFight, _fighter: DfFighter, _key: str) -> Area | None:
    """No attack here strikes over an area."""
    return None


TACTICS = Tactics(mover=mover, passage=passage, gaits=gaits, position=position, area=area, veil=veil)
