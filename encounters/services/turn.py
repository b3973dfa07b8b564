"""The turn: orders, answers, undo and redo. One submit is one entry, in one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.translation import gettext as _

from encounters.board import (
    APP,
    Board,
    newest,
    redoable,
    stored_changes,
    undoable,
)  # fmt: skip
from encounters.door import Seat
from encounters.models import Combatant, Encounter, Entry, MapPicture
from encounters.projection import fight_for
from encounters.services.recruits import hidden_last
from encounters.services.submitting import Done, Stale, Submit, bump, drive_entry, note, write_down
from rules.dice import Scripted
from rules.errors import BadDice, Refused
from rules.fight import Fight
from rules.play import play
from rules.scenario import read_command
from rules.system import Command
from rules.table import fighter_of
from rules.words import gettext_noop, say

type Document = Mapping[str, Any]


def give_order(
    submit: Submit, order: Document | Callable[[Fight], Document], *, picture: MapPicture | None = None
) -> Done:
    """Give an order: a document, or what makes one for the fight. `picture` comes with an order that lays a map.

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
        document = {**(order(board.fight) if callable(order) else order), "claimed": not seat.is_gm}
        if document.get("do") == "join":
            raise Refused(say(gettext_noop("Combatants come in from the page of the encounter.")), path="do")
        command = read_command(system, document)
        know_only_the_visible(seat, board, document)
        if not seat.may_order(command, board.fight, board.combatants):
            raise PermissionDenied(_("It is not for you to give this order."))
        plain = command.model_dump(mode="json", exclude_defaults=True) | {"do": command.do}
        entry = Entry(
            encounter=seat.encounter, kind=Entry.Kind.COMMAND, command=plain, rolled=seat.encounter.rolled,
            by=seat.user, picture=picture,
        )  # fmt: skip
        try:
            drive_entry(seat, board, entry)
        except Refused as refusal:
            raise _as_known(seat, board, command, refusal) from None
        _change_pictures(seat, entry)
        return entry

    return write_down(submit, write)


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
            return drive_entry(seat, board, entry, given=answer)
        if not isinstance(answer, str):
            raise Refused(say(gettext_noop("Choose one of the answers.")), path="answer")
        entry.answers = [*entry.answers, answer]
        return drive_entry(seat, board, entry)

    return write_down(submit, write)


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
        if board.last is not None:  # it is gone, so that who comes before it remembers the key
            board.last.keys = [*board.last.keys, submit.key]
            board.last.save(update_fields=["keys"])
        bump(seat.encounter, shown=True)
        return None

    return write_down(submit, write)


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
        _change_pictures(seat, undone)
        undone.save(update_fields=["undone", "picture"])
        seat.encounter.rolled = undone.rolled
        return note(seat, board, Entry.Kind.UNDO, undone)

    return write_down(submit, write)


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
        _change_pictures(seat, again)
        again.save(update_fields=["undone", "picture"])
        seat.encounter.rolled = again.rolled + sum(roll["number"] is not None for roll in again.rolls)
        return note(seat, board, Entry.Kind.REDO, again)

    return write_down(submit, write)


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
        fighters = board.fight.fighters
        unseen = {ref for ref, each in fighters.items() if board.fight.is_unseen(each)}
        for ref, name in hidden_last(encounter, unseen).items():
            board.combatants[ref].name = fighters[ref].name = name
        command = {"do": "begin", **({"waive": True} if waive else {})}
        return drive_entry(seat, board, Entry(encounter=encounter, command=command, by=seat.user))

    return write_down(submit, write)


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
        return note(seat, board, Entry.Kind.END, None)

    return write_down(submit, write)


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
        return drive_entry(
            seat, board, Entry(encounter=seat.encounter, command=command, rolled=seat.encounter.rolled, by=seat.user)
        )

    return write_down(submit, write)


def _change_pictures(seat: Seat, entry: Entry) -> None:
    """A map goes with its picture: the order that lays one keeps the other picture, and undo and redo change them."""
    encounter = seat.encounter
    if entry.command.get("do") == "lay_map":
        encounter.picture, entry.picture = entry.picture, encounter.picture
        encounter.save(update_fields=["picture"])


def _may_turn_back(seat: Seat, entry: Entry) -> None:
    if not (seat.is_gm or entry.by_id == seat.user_id):
        raise PermissionDenied(_("Only who gave the order or the Game Master turns it back."))


def _only_gm(seat: Seat) -> None:
    if not seat.is_gm:
        raise PermissionDenied(_("Only the Game Master does this."))


def know_only_the_visible(seat: Seat, board: Board, order: Mapping[str, Any]) -> None:
    """Whom this seat does not see is nobody to it, wherever an order names it; and so is who is not there.

    Nor does it aim at a cell that it is not shown.

    Raises:
        Refused: the order names such a one, or such a cell.
    """
    battle, at = board.fight.map, order.get("at")
    if not seat.is_gm and battle is not None and at is not None and tuple(at) in battle.shroud:
        raise Refused(say(gettext_noop("Nobody aims at what they are not shown.")), path="at")
    for path in ("actor", "target", "targets"):
        named = order.get(path) or []
        for ref in [named] if isinstance(named, str) else named:
            fighter = fighter_of(board.fight, ref, path)
            if not seat.sees(board.combatants[fighter.id], board.fight.is_unseen(fighter)):
                raise Refused(say(gettext_noop("Nobody here is called “{id}”."), id=str(ref)[:60]), path=path)


def _as_known(seat: Seat, board: Board, command: Command, refusal: Refused) -> Refused:
    """Why the rules refuse an order, as far as the seat may know: what stands in the way unseen is in no sentence."""
    if seat.is_gm or board.fight.map is None or not board.fight.map.shroud:
        return refusal
    fight = fight_for(seat, board)
    try:
        play(fight, fight.system.perform(fight, command), Scripted(()))
    except Refused as known:
        return known
    except BadDice:
        pass  # as far as the seat sees, it would be rolled
    return Refused(say(gettext_noop("Something that you are not shown is in the way.")), path=refusal.path)


__all__ = ["APP", "Done", "Stale", "Submit", "end", "give_answer", "give_order", "redo", "start", "take_back", "undo"]
