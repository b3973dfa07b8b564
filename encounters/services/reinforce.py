"""Bringing combatants into a fight that is running: one entry of the log for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from encounters.board import Board
from encounters.door import Seat, seat_at
from encounters.models import Combatant, Encounter
from encounters.services import turn
from encounters.services.build import party_not_in
from encounters.services.recruits import check_room
from encounters.services.submitting import Submit
from rules.words import Name
from sheets.models import Sheet


@dataclass(frozen=True, slots=True)
class Fallen:
    """A player character that died, and the other characters of its player (CA-19)."""

    combatant: Combatant
    player: str
    others: Sequence[Sheet]


def bring_in(submit: Submit, recruit: Callable[[Seat], list[Combatant]]) -> list[Name]:
    """Bring in those whom `recruit` makes, all or none. The same key again brings in nobody.

    Raises:
        Stale, PermissionDenied, RulesError: as for an order.
        Http404: there is no such sheet or creature.
    """
    with transaction.atomic():
        seat = seat_at(submit.user, submit.encounter, lock=True)
        if not seat.is_gm:
            raise PermissionDenied(_("Only the Game Master does this."))
        if submit.version != seat.version:
            turn.bring_in(submit, _nobody)  # stale, or the answer that the same submit had before
            return []
        recruits = recruit(seat)
        check_room(seat.encounter.combatants.count(), len(recruits))
        version, last = submit.version, len(recruits) - 1
        for number, each in enumerate(recruits):
            # The last entry has the submit's own key: that is the one a repeated submit looks for.
            key = submit.key if number == last else f"{submit.key}.{number}"
            done = turn.bring_in(Submit(submit.user, submit.encounter, version, key), _this(each))
            version = done.seat.version
    return [each.name for each in recruits]


def fallen(seat: Seat, board: Board) -> list[Fallen]:
    """The dead player characters, each with the living sheets its player could bring in instead."""
    dead = [
        board.combatants[ref] for ref, fighter in board.fight.fighters.items()
        if fighter.player and board.fight.system.is_dead(fighter)
    ]  # fmt: skip
    if not dead:
        return []
    sheets: list[Sheet] = list(party_not_in(seat.encounter).filter(is_dead=False))
    return [
        Fallen(
            each, each.owner.get_username() if each.owner else "",
            [sheet for sheet in sheets if each.owner_id is not None and sheet.owner_id == each.owner_id],
        )
        for each in dead
    ]  # fmt: skip


def _this(combatant: Combatant) -> Callable[[Encounter], Combatant]:
    return lambda _encounter: combatant


def _nobody(_encounter: Encounter) -> Combatant:
    raise AssertionError("a stale submit never gets as far as making a combatant")
