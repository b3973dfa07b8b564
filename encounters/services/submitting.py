"""One submit is one entry, in one transaction: locked, compared, written, published."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from encounters import live
from encounters.board import (
    Board,
    TableDice,
    drive,
    drive_waiting,
    keep_map,
    set_up,
    stored_events,
    typed_refs,
)  # fmt: skip
from encounters.door import Seat, seat_at
from encounters.models import Encounter, Entry
from encounters.projection import Row, rows_of
from encounters.seen import rows_sent
from encounters.unseen import Unseen
from rules.dice import Sealed
from rules.effects import GM, Ask, Roll
from rules.errors import Refused
from rules.fight import Fight
from rules.words import gettext_noop, say

#: In how many entries, the newest first, a repeated key is looked for.
RECENT = 20


class Stale(Exception):
    """The submit was made on a board that has changed since. Nothing was written."""


@dataclass(frozen=True, slots=True)
class Submit:
    """What every write brings: who, where, the version they saw, and a key that makes a repeat harmless."""

    user: Any
    encounter: str
    version: int
    key: str


@dataclass(slots=True)
class Done:
    """What came of a submit: the seat and board after it, and whether the same key had come before.

    `before` are the rows that the seat saw until then, by combatant; None where nobody looked.
    """

    seat: Seat
    board: Board
    entry: Entry | None
    repeated: bool = False
    before: Mapping[str, Row] | None = None


def write_down(submit: Submit, write: Callable[[Seat, Board], Entry | None]) -> Done:
    """Lock the encounter, compare the version, write, and publish once it is committed."""
    with transaction.atomic():
        seat = seat_at(submit.user, submit.encounter, lock=True)
        board = set_up(seat.encounter, partly=False, lean=True)
        if seat.is_spectator:
            raise PermissionDenied(_("Spectators watch."))
        if submit.version != seat.version or (not seat.is_gm and _is_behind_the_screen(board.last)):
            if (repeated := _came_before(seat.encounter, submit.key)) is not None:
                return Done(seat, set_up(seat.encounter, lean=True), repeated, repeated=True)
            if submit.version != seat.version:
                raise Stale
        if seat.encounter.status == Encounter.Status.ENDED:
            raise Refused(say(gettext_noop("The encounter has ended.")))
        before = _rows_before(seat, board)
        entry = write(seat, board)
        if entry is not None:
            entry.keys = [*entry.keys, submit.key]
            entry.save()
            board.last = entry
        transaction.on_commit(lambda: live.publish(seat.encounter))
    return Done(seat, board, entry, before=before)


def _rows_before(seat: Seat, board: Board) -> Mapping[str, Row]:
    """The rows that the seat's page shows now: with what a waiting order has told so far."""
    if (sent := rows_sent(seat, seat.version)) is not None:
        return sent
    told = drive_waiting(board)
    rows = {row.ref: row for row in rows_of(seat, board)}
    if told is not None:
        board.fight.undo(told.changes)
    return rows


def _came_before(encounter: Encounter, key: str) -> Entry | None:
    recent = encounter.entries.order_by("-seq").values_list("pk", "keys")[:RECENT] if key else ()
    found = next((pk for pk, keys in recent if key in keys), None)
    return encounter.entries.get(pk=found) if found is not None else None


def drive_entry(seat: Seat, board: Board, entry: Entry, given: str | tuple[int, ...] | None = None) -> Entry:
    """Drive an entry's order from the state before it, as far as answers and dice go."""
    encounter, fight = seat.encounter, board.fight
    is_first, was_waiting = entry.pk is None, entry.waiting is not None
    unseen = Unseen(fight)
    typed = typed_refs(seat.memberships, board.combatants.values())
    fresh = sum(roll["number"] is not None for roll in entry.rolls)
    dice = TableDice(entry.rolls, Sealed(encounter.seed, entry.rolled + fresh), typed, given)
    if is_first:
        entry.seq = (board.last.seq + 1) if board.last else 1
        entry.round = fight.round
    played = drive(board, entry.command, dice, entry.answers)
    entry.rolls = dice.rolls
    entry.events = stored_events(played.events, unseen)
    if played.waiting is None:
        entry.waiting = None
        keep_state(encounter, fight)
        encounter.rolled = entry.rolled + sum(roll["number"] is not None for roll in entry.rolls)
    else:
        entry.waiting = _waiting(played.waiting)
        board.played = played
    entry.round = entry.round or fight.round
    if played.waiting is None and (was_waiting or _is_turned_back(board.last)):
        # Not before: an order that is taken back has never been given.
        encounter.entries.filter(undone=True, dropped=False).update(dropped=True)
    bump(encounter, shown=_is_noticed(entry) or was_waiting or entry.waiting is not None)
    return entry


def _is_behind_the_screen(last: Entry | None) -> bool:
    """Whether the newest entry left a player's version as it was, so that a repeated submit looks like a new one."""
    return last is not None and not _is_noticed(last.about or last)


def _is_noticed(entry: Entry) -> bool:
    """Whether players and spectators may notice it: what they are told, and who vanishes from their sight."""
    return any(event["audience"] != GM or event.get("noticed", False) for event in entry.events)


def _waiting(question: Ask | Roll) -> dict[str, Any]:
    if isinstance(question, Roll):
        return {"who": question.by, "question": "roll"}
    return {"who": question.who, "question": question.question}


def note(seat: Seat, board: Board, kind: Entry.Kind, about: Entry | None) -> Entry:
    """The entry of an undo, a redo or the end, with the state that it leaves."""
    keep_state(seat.encounter, board.fight)
    bump(seat.encounter, shown=about is None or _is_noticed(about))
    return Entry(
        encounter=seat.encounter, kind=kind, about=about, by=seat.user, round=board.fight.round,
        seq=(board.last.seq + 1) if board.last else 1, rolled=seat.encounter.rolled,
    )  # fmt: skip


def keep_state(encounter: Encounter, fight: Fight) -> None:
    """Write the fight as it is now into the encounter's row; the state is not saved yet."""
    encounter.state = fight.state()
    keep_map(encounter, fight)


def _is_turned_back(last: Entry | None) -> bool:
    """Whether there may be something to redo: a new order makes that impossible."""
    return last is not None and last.kind in (Entry.Kind.UNDO, Entry.Kind.REDO)


def bump(encounter: Encounter, *, shown: bool) -> None:
    encounter.version += 1
    encounter.shown += shown
    encounter.save(update_fields=["version", "shown", "state", "rolled"])
