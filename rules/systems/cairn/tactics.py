"""What it would mean to stand somewhere: whom one could attack from there, and how surely (CA-04, CA-13 to CA-15)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.grid.cells import Cell
from rules.systems.cairn.declare import why_no_target
from rules.systems.cairn.fighter import OUT, CairnFight, CairnFighter
from rules.systems.cairn.going import diagonals, gaits, mover, passage
from rules.systems.cairn.ground import best_of, blast_radius, grounds, reasons, veil
from rules.tactics import Aim, Area, Position, Remark, Tactics
from rules.words import gettext_noop as _
from rules.words import say


def position(fight: CairnFight, fighter: CairnFighter, at: Cell, _facing: int | None, _way: Sequence[Cell]) -> Position:
    """Whom of its foes it could attack from a cell. Nobody strikes at who goes past: Cairn has no such rule."""
    aims = [
        aim(fight, fighter, at, each) for each in fight.fighters.values()
        if each.side != fighter.side and not each.hidden and each.fate not in OUT and each.at is not None
    ]  # fmt: skip
    aims.sort(key=lambda each: (not each.allowed, each.far))
    return Position(aims=tuple(aims))


def aim(fight: CairnFight, fighter: CairnFighter, at: Cell, target: CairnFighter) -> Aim:
    """One whom it could attack from a cell: with which of its attacks, and what would impair all of them."""
    lies = grounds(fight, fighter, at, target)
    best = best_of(lies.values())
    no = why_no_target(fight, fighter, target) or best.no
    remarks = [Remark(words, rule, "warn") for words, rule in reasons(best.hampered)] if no is None else []
    if no is None and target.is_helpless:
        remarks.append(Remark(say(_("Enhanced: the target is helpless")), "CA-13", "info"))
    return Aim(
        target.id, best.far, no is None, no.words if no else None, no.rule if no else "CA-04",
        tuple(key for key, each in lies.items() if no is None and each.no is None),
        tuple(remarks), best.cover, best.veil,
    )  # fmt: skip


def area(fight: CairnFight, fighter: CairnFighter, key: str) -> Area | None:
    """The area of a blast; other attacks have none (CA-15)."""
    way = fighter.attack(key)
    return Area("burst", blast_radius(fight), "CA-15") if way is not None and way.blast else None


TACTICS = Tactics(
    mover=mover, passage=passage, gaits=gaits, position=position, area=area, veil=veil, diagonals=diagonals
)
