"""One combatant in full: its vitals, and for who plays it what it brought and why its numbers are what they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from encounters.projection import Row
from encounters.views.orders import SET
from encounters.views.screen import Screen
from rules.breakdown import Breakdown
from sheets.columns import Column, columns_of
from sheets.faces import face_of


@dataclass(frozen=True, slots=True)
class Reason:
    """A derived value with what it is made of."""

    label: Any
    why: Breakdown


@dataclass(frozen=True, slots=True)
class Correctable:
    """A field of the state that may be set by hand."""

    name: str
    label: Any
    column: Column
    value: str
    choices: Sequence[tuple[str, Any]] = ()


@dataclass(frozen=True, slots=True)
class Detail:
    """A combatant in full. `reasons` and `gear` are there for who plays it, `state` for the Game Master."""

    row: Row
    reasons: Sequence[Reason] = ()
    gear: Sequence[Any] = ()
    state: Sequence[Correctable] = ()
    can_lead: bool = False
    leads: bool = False


def detail_for(screen: Screen, ref: str) -> Detail | None:
    """The combatant in full; None where the seat does not see it."""
    row = screen.view.row(ref)
    if row is None:
        return None
    seat, fighter = screen.seat, screen.board.fight.fighters[ref]
    if not seat.may_play(screen.board.combatants[ref]):
        return Detail(row)
    system = screen.board.fight.system
    face = face_of(system.slug)
    derived = system.derive(fighter.sheet, fighter.gear)
    reasons = [
        Reason(why.steps[0].label if "." in name and why.steps else face.label(name), why)
        for name, why in derived.why.items()
        # What the fight has changed since is told by the vitals.
        if name.removesuffix("_usable") not in {vital.key for vital in row.vitals}
    ]
    if not seat.is_gm or screen.is_ended:
        return Detail(row, reasons, fighter.gear)
    state = [
        Correctable(
            SET + name, face.state_label(name), column, column.shown(getattr(fighter, name)),
            [(each, face.choice(name, each)) for each in column.options],
        )
        for name, column in columns_of(system.correction).items()
    ]  # fmt: skip
    can_lead = "leader" in system.correction.model_fields and not row.player
    return Detail(row, reasons, fighter.gear, state, can_lead, bool(getattr(fighter, "leader", False)))
