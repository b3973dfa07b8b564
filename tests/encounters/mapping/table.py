"""What a map says of a fight on the stage, in plain English words."""

from __future__ import annotations

from typing import Any

from encounters.mapping.look import Look, look_at
from encounters.projection import Row
from rules.grid.cells import Cell
from rules.words import Name, Words
from sheets.templatetags.words import words
from tests.rules.stage import Stage


def said(what: Words | None) -> str:
    """A sentence as a page in English says it."""
    return "" if what is None else str(words(what))


def names_of(stage: Stage, *unknown: str) -> dict[str, Name]:
    """The names of all that a seat knows of: everybody but the `unknown`."""
    return {ref: each.name for ref, each in stage.fight.fighters.items() if ref not in unknown}


def row_of(stage: Stage, ref: str) -> Row:
    """A combatant in the order of a page."""
    one = stage[ref]
    return Row(
        ref=ref, name=one.name, side=one.side, player=one.player, is_mine=False, is_acting=True, is_on_turn=True,
        is_standing=True, hidden=one.hidden, vitals=(), health=None, tags=(), at=one.at, cells=(), facing=one.facing,
    )  # fmt: skip


def look(stage: Stage, ref: str, to: Cell | None = None, *unknown: str, **how: Any) -> Look:
    """The look of a combatant that is on the map."""
    found = look_at(stage.fight, row_of(stage, ref), names_of(stage, *unknown), to, **{"may_order": True, **how})
    assert found is not None
    return found
