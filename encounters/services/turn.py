"""The turn: orders, answers, undo and redo. One submit is one entry, in one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from encounters import live
from encounters.board import (
    APP,
    Board,
    TableDice,
    drive,
    drive_waiting,
    newest,
    redoable,
    set_up,
    stored_changes,
    stored_events,
    typed_refs,
    undoable,
)  # fmt: skip
from encounters.door import Seat, seat_at
from encounters.models import Combatant, Encounter, Entry
from encounters.projection import Row, rows_of
from encounters.seen import rows_sent
from rules.dice import Sealed
from rules.effects import GM, Ask, Roll
from rules.errors import Refused
from rules.scenario import read_command
from rules.system import System
from rules.table import fighter_of
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


type Document = Mapping[str, Any]


def give_order(submit: Submit, order: Document | Callable[[System], Document]) -> Done:
    """Give an order: a document, or what reads one by the system's commands.

    Raises:
        Stale: the board has changed.
        PermissionDenied: this seat may not give it.
        RulesError: the rules refuse it, or it cannot be read.
    """

    def write(seat: Seat, board: Board) -> Entry:
        if board.is_waiting:
            raise Refused(say(gettext_noop("A question has to be answered first.")))
        if seat.encounter.status == Encounter.Status.DRAFT:
            raise Refused(say(gettext_noop("The fight has not begun.")))
        system = board.fight.system
        document = {**(order(system) if callable(order) else order), "claimed": not seat.is_gm}
        if document.get("do") == "join":
            raise Refused(say(gettext_noop("Combatants come in from the page of the encounter.")), path="do")
        command = read_command(system, document)
        know_only_the_visible(seat, board, document)
        if not seat.may_order(command, board.fight, board.combatants):
            raise PermissionDenied(_("It is not for you to give this order."))
        plain = command.model_dump(mode="json", exclude_defaults=True) | {"do": command.do}
        entry = Entry(
            encounter=seat.encounter, kind=Entry.Kind.COMMAND, command=plain, rolled=seat.encounter.rolled, by=seat.user
        )
        return _drive(seat, board, entry)

    return _write(submit, write)


def give_answer(submit: Submit, answer: str | tuple[int, ...]) -> Done:
    """Answer what the last order waits for: an option's key, typed faces, or `APP` to let the app roll.

    Raises:
        Stale, PermissionDenied, RulesError: as for an order.
    """

    def write(seat: Seat, board: Board) -> Entry:
        entry = board.last
        if entry is None or entry.waiting is None:
            raise Refused(say(gettext_noop("Nobody is asked anything now.")))
        if not seat.may_answer(entry.waiting["who"], board.combatants):
            raise PermissionDenied(_("This question is not for you."))
        if entry.waiting["question"] == "roll":
            return _drive(seat, board, entry, given=answer)
        if not isinstance(answer, str):
            raise Refused(say(gettext_noop("Choose one of the answers.")), path="answer")
        entry.answers = [*entry.answers, answer]
        return _drive(seat, board, entry)

    return _write(submit, write)


def take_back(submit: Submit) -> Done:
    """Take back an order that waits for an answer: as if it had never been given.

    Raises:
        Stale, PermissionDenied, RulesError: as for an order.
    """

    def write(seat: Seat, board: Board) -> Entry | None:
        entry = board.last
        if entry is None or entry.waiting is None:
            raise Refused(say(gettext_noop("There is nothing to take back.")))
        if not (seat.is_gm or entry.by_id == seat.user_id):
            raise PermissionDenied(_("Only who gave the order or the Game Master takes it back."))
        if entry.rolls and not seat.is_gm:
            raise Refused(say(gettext_noop("Dice have been rolled for it: only the Game Master takes it back.")))
        entry.delete()
        board.last = newest(seat.encounter)
        _bump(seat.encounter, shown=True)
        return None

    return _write(submit, write)


def undo(submit: Submit) -> Done:
    """Undo the newest order that is in force: the whole earlier state comes back, dice and all.

    Raises:
        Stale, PermissionDenied, RulesError: as for an order.
    """

    def write(seat: Seat, board: Board) -> Entry:
        if board.is_waiting:
            raise Refused(say(gettext_noop("A question has to be answered first.")))
        undone = undoable(board)
        if undone is None:
            raise Refused(say(gettext_noop("There is nothing to undo: this is the start.")))
        _may_turn_back(seat, undone)
        board.fight.undo(stored_changes(undone))
        undone.undone = True
        undone.save(update_fields=["undone"])
        seat.encounter.rolled = undone.rolled
        return _note(seat, board, Entry.Kind.UNDO, undone)

    return _write(submit, write)


def redo(submit: Submit) -> Done:
    """Redo what was undone last, with the same dice; a new order since then has made that impossible.

    Raises:
        Stale, PermissionDenied, RulesError: as for an order.
    """

    def write(seat: Seat, board: Board) -> Entry:
        again = redoable(board)
        if again is None:
            raise Refused(say(gettext_noop("There is nothing to redo.")))
        _may_turn_back(seat, again)
        board.fight.apply(stored_changes(again))
        again.undone = False
        again.save(update_fields=["undone"])
        seat.encounter.rolled = again.rolled + sum(roll["number"] is not None for roll in again.rolls)
        return _note(seat, board, Entry.Kind.REDO, again)

    return _write(submit, write)


def start(submit: Submit, waive: bool = False) -> Done:
    """Begin the fight: draw the secret seed, show its seal, and let the rules open the first round.

    Raises:
        Stale, PermissionDenied, RulesError: as for an order.
    """

    def write(seat: Seat, board: Board) -> Entry:
        encounter = seat.encounter
        _only_gm(seat)
        if encounter.status != Encounter.Status.DRAFT:
            raise Refused(say(gettext_noop("The fight has begun already.")))
        encounter.status = Encounter.Status.RUNNING
        encounter.started_at = timezone.now()
        encounter.seed = secrets.token_hex(32)
        encounter.save(update_fields=["status", "started_at", "seed"])
        command = {"do": "begin", **({"waive": True} if waive else {})}
        return _drive(seat, board, Entry(encounter=encounter, command=command, by=seat.user))

    return _write(submit, write)


def end(submit: Submit) -> Done:
    """End the encounter; its seed is shown from now on.

    Raises:
        Stale, PermissionDenied, RulesError: as for an order.
    """

    def write(seat: Seat, board: Board) -> Entry:
        _only_gm(seat)
        if board.is_waiting:
            raise Refused(say(gettext_noop("A question has to be answered first.")))
        if seat.encounter.status != Encounter.Status.RUNNING:
            raise Refused(say(gettext_noop("The fight is not running.")))
        seat.encounter.status = Encounter.Status.ENDED
        seat.encounter.ended_at = timezone.now()
        seat.encounter.save(update_fields=["status", "ended_at"])
        return _note(seat, board, Entry.Kind.END, None)

    return _write(submit, write)


def bring_in(submit: Submit, make: Callable[[Encounter], Combatant]) -> Done:
    """Bring a combatant into a running fight, by the order `join`. `make` gives its unsaved row.

    Raises:
        Stale, PermissionDenied, RulesError: as for an order.
    """

    def write(seat: Seat, board: Board) -> Entry:
        _only_gm(seat)
        if board.is_waiting:
            raise Refused(say(gettext_noop("A question has to be answered first.")))
        combatant = make(seat.encounter)
        combatant.save()
        board.combatants[combatant.ref] = combatant
        command = {"do": "join", **combatant.record(), "hidden": combatant.hidden}
        return _drive(
            seat, board, Entry(encounter=seat.encounter, command=command, rolled=seat.encounter.rolled, by=seat.user)
        )

    return _write(submit, write)


def _write(submit: Submit, write: Callable[[Seat, Board], Entry | None]) -> Done:
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


def _drive(seat: Seat, board: Board, entry: Entry, given: str | tuple[int, ...] | None = None) -> Entry:
    """Drive an entry's order from the state before it, as far as answers and dice go."""
    encounter, fight = seat.encounter, board.fight
    is_first, was_waiting = entry.pk is None, entry.waiting is not None
    hidden = {ref for ref, each in fight.fighters.items() if each.hidden}
    typed = typed_refs(seat.memberships, board.combatants.values())
    fresh = sum(roll["number"] is not None for roll in entry.rolls)
    dice = TableDice(entry.rolls, Sealed(encounter.seed, entry.rolled + fresh), typed, given)
    if is_first:
        entry.seq = (board.last.seq + 1) if board.last else 1
        entry.round = fight.round
    played = drive(board, entry.command, dice, entry.answers)
    entry.rolls = dice.rolls
    entry.events = stored_events(played.events, hidden)
    if played.waiting is None:
        entry.waiting = None
        encounter.state = fight.state()
        encounter.rolled = entry.rolled + sum(roll["number"] is not None for roll in entry.rolls)
    else:
        entry.waiting = _waiting(played.waiting)
        board.played = played
    entry.round = fight.round
    if is_first:
        _drop_undone(encounter, board.last)
    _bump(encounter, shown=_is_noticed(entry) or was_waiting or entry.waiting is not None)
    return entry


def _is_behind_the_screen(last: Entry | None) -> bool:
    """Whether the newest entry left a player's version as it was, so that a repeated submit looks like a new one."""
    return last is not None and not _is_noticed(last.about or last)


def _is_noticed(entry: Entry) -> bool:
    """Whether players and spectators may notice it: what they are told, and who vanishes from their sight."""
    return any(
        event["audience"] != GM or any(name == "hidden" for _who, name, _old, _new in event["changes"])
        for event in entry.events
    )


def _waiting(question: Ask | Roll) -> dict[str, Any]:
    if isinstance(question, Roll):
        return {"who": question.by, "question": "roll"}
    return {"who": question.who, "question": question.question}


def _note(seat: Seat, board: Board, kind: Entry.Kind, about: Entry | None) -> Entry:
    """The entry of an undo, a redo or the end, with the state that it leaves."""
    seat.encounter.state = board.fight.state()
    _bump(seat.encounter, shown=about is None or _is_noticed(about))
    return Entry(
        encounter=seat.encounter, kind=kind, about=about, by=seat.user, round=board.fight.round,
        seq=(board.last.seq + 1) if board.last else 1, rolled=seat.encounter.rolled,
    )  # fmt: skip


def _drop_undone(encounter: Encounter, last: Entry | None) -> None:
    """A new order after an undo: what was undone cannot be redone any more."""
    if last is not None and last.kind in (Entry.Kind.UNDO, Entry.Kind.REDO):
        encounter.entries.filter(undone=True, dropped=False).update(dropped=True)


def _bump(encounter: Encounter, *, shown: bool) -> None:
    encounter.version += 1
    encounter.shown += shown
    encounter.save(update_fields=["version", "shown", "state", "rolled"])


def _may_turn_back(seat: Seat, entry: Entry) -> None:
    if not (seat.is_gm or entry.by_id == seat.user_id):
        raise PermissionDenied(_("Only who gave the order or the Game Master turns it back."))


def _only_gm(seat: Seat) -> None:
    if not seat.is_gm:
        raise PermissionDenied(_("Only the Game Master does this."))


def know_only_the_visible(seat: Seat, board: Board, order: Mapping[str, Any]) -> None:
    """Whom this seat does not see is nobody to it, wherever an order names it; and so is who is not there.

    Raises:
        Refused: the order names such a one.
    """
    for path in ("actor", "target", "targets"):
        named = order.get(path) or []
        for ref in [named] if isinstance(named, str) else named:
            fighter = fighter_of(board.fight, ref, path)
            if not seat.sees(board.combatants[fighter.id], fighter.hidden):
                raise Refused(say(gettext_noop("Nobody here is called “{id}”."), id=str(ref)[:60]), path=path)


__all__ = ["APP", "Done", "Stale", "Submit", "end", "give_answer", "give_order", "redo", "start", "take_back", "undo"]
