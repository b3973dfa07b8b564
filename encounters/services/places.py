"""Where the combatants of a draft stand: written down, and taken off where the map has no place for them."""

from __future__ import annotations

from encounters.board import Board, set_up
from encounters.models import Combatant, Encounter
from rules.fight import Fight, Fighter
from rules.walking import why_no_place


def take_off_misplaced(encounter: Encounter) -> None:
    """Take off who has no place on the map of a draft; the others look somewhere where it is of hexes."""
    board = set_up(encounter, partly=False)
    for fighter in board.fight.fighters.values():
        if fighter.at is not None and not _fits(board.fight, fighter):
            fighter.at = fighter.facing = None
        elif fighter.at is not None:
            fighter.facing = (fighter.facing or 0) if is_hexes(board.fight) else None
    keep_places(board)


def keep_places(board: Board) -> None:
    """Write down where the fighters of a draft stand."""
    moved = []
    for ref, combatant in board.combatants.items():
        fighter = board.fight.fighters[ref]
        at = list(fighter.at) if fighter.at is not None else None
        if (combatant.at, combatant.facing) != (at, fighter.facing):
            combatant.at, combatant.facing = at, fighter.facing
            moved.append(combatant)
    Combatant.objects.bulk_update(moved, ["at", "facing"])


def is_hexes(fight: Fight) -> bool:
    """Whether the map, if there is one, is of hexes."""
    return fight.map is not None and fight.map.drawn.kind == "hex"


def _fits(fight: Fight, fighter: Fighter) -> bool:
    tactics = fight.system.tactics
    if fight.map is None or tactics is None or fighter.at is None:
        return False
    return why_no_place(fight.map, tactics.mover(fighter), fighter.at, fighter.facing) is None
