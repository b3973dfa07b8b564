"""What one seat sees of an encounter. Every page, fragment, live push, export and report goes through here.

What a seat may not see is not in a `View` at all: no hidden fighter, no number it has no right to, no
question that is somebody else's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from encounters.board import Board, redoable, undoable
from encounters.door import Seat
from encounters.models import Encounter, Entry
from rules.dice import Dice
from rules.effects import GM, WHO, Ask, Option, Roll
from rules.fight import Fight
from rules.grid.cells import Cell, Space
from rules.play import Played
from rules.preview import Pending
from rules.system import Action, Tag, Vital
from rules.walking import space_of
from rules.words import Name, Words


@dataclass(frozen=True, slots=True)
class Row:
    """A combatant in the order. `vitals` are empty where its numbers are not to be seen."""

    ref: str
    name: Name
    side: str
    player: bool
    is_mine: bool
    #: It still has its action, in the turn that is now.
    is_acting: bool
    is_on_turn: bool
    is_standing: bool
    hidden: bool
    vitals: tuple[Vital, ...]
    health: Words | None
    tags: tuple[Tag, ...]
    #: Where it stands on the map, the cells it takes up there, and which way it looks.
    at: Cell | None = None
    cells: Space = ()
    facing: int | None = None

    @property
    def main(self) -> list[Vital]:
        """The vitals that fill its bar."""
        return [vital for vital in self.vitals if vital.main]

    @property
    def looks(self) -> tuple[Any, ...]:
        """All that its row shows: whose turn it is stands elsewhere."""
        return (self.name, self.side, self.is_mine, self.is_acting, self.is_standing, self.hidden,
                self.vitals, self.health, self.tags, self.at, self.cells, self.facing)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Question:
    """What an order waits for. Only who may answer is given `text`, `options` and `dice`.

    `kind` and `purpose` are for everybody who sees all those that the waiting order has been about so far.
    """

    who: str
    who_name: Name | None
    mine: bool
    kind: str = ""
    text: Words | None = None
    rule: str | None = None
    options: tuple[Option, ...] = ()
    dice: Dice | None = None
    purpose: str = ""
    level: int | None = None
    #: Whether the level must not be exceeded; else it must be reached.
    at_most: bool = False
    #: Whether this seat may take the waiting order back.
    may_take_back: bool = False


@dataclass(slots=True)
class View:
    """An encounter as one seat sees it."""

    seat: Seat
    encounter: Encounter
    version: int
    round: int
    turn: str | None
    turn_name: Name | None
    winner: str | None
    rows: list[Row]
    question: Question | None
    can_undo: bool = False
    can_redo: bool = False
    #: The combatants this seat may give orders to, those that still have their action first.
    playable: list[str] = field(default_factory=list)

    def row(self, ref: str) -> Row | None:
        return next((row for row in self.rows if row.ref == ref), None)


def view_for(seat: Seat, board: Board) -> View:
    """The board as the seat sees it."""
    fight = board.fight
    rows = rows_of(seat, board)
    mine = [row for row in rows if seat.may_play(board.combatants[row.ref])]
    turn = board.combatants.get(fight.turn or "")
    is_secret = turn is not None and not seat.sees(turn, fight.is_unseen(fight.fighters[turn.ref]))
    running = seat.encounter.status == Encounter.Status.RUNNING and not seat.is_spectator
    return View(
        seat=seat, encounter=seat.encounter, version=seat.version,
        round=fight.round, turn=None if is_secret else fight.turn,
        turn_name=None if is_secret else turn.name if turn else fight.turn, winner=fight.winner,
        rows=rows, question=_question(seat, board),
        can_undo=running and not board.is_waiting and _may_turn_back(seat, undoable(board)),
        can_redo=running and _may_turn_back(seat, redoable(board)),
        playable=[row.ref for row in sorted(mine, key=lambda row: (not row.is_acting, not row.is_standing))],
    )  # fmt: skip


def _may_turn_back(seat: Seat, entry: Entry | None) -> bool:
    return entry is not None and (seat.is_gm or entry.by_id == seat.user_id)


def rows_of(seat: Seat, board: Board) -> list[Row]:
    """The combatants that exist for the seat, in order."""
    fight = board.fight
    system = fight.system
    is_over = seat.encounter.status == Encounter.Status.ENDED
    acting = set() if is_over else set(system.acting(fight))
    words = seat.encounter.health != Encounter.Health.NOTHING
    rows = []
    for ref in _in_order(board):
        fighter, combatant = fight.fighters[ref], board.combatants[ref]
        if not seat.sees(combatant, fight.is_unseen(fighter)):
            continue
        numbers = seat.sees_numbers(combatant)
        rows.append(
            Row(
                ref=ref, name=fighter.name, side=fighter.side, player=fighter.player,
                is_mine=seat.owns(combatant),
                is_acting=ref in acting, is_on_turn=not is_over and fight.turn in (ref, fighter.side),
                is_standing=system.is_standing(fighter), hidden=fighter.hidden,
                vitals=tuple(system.vitals(fighter)) if numbers else (),
                health=system.health_words(fighter) if numbers or words else None,
                tags=tuple(tag for tag in system.tags(fight, fighter) if numbers or not tag.vital),
                at=fighter.at if fight.map is not None else None,
                cells=space_of(fight, fighter), facing=fighter.facing,
            )
        )  # fmt: skip
    return rows


def _in_order(board: Board) -> list[str]:
    there = board.fight.fighters
    ordered = [ref for ref in board.fight.order if ref in there]
    listed = set(ordered)
    return [*ordered, *(ref for ref in there if ref not in listed)]


def _question(seat: Seat, board: Board) -> Question | None:
    played = board.played
    if played is None or played.waiting is None or board.last is None:
        return None
    waiting = played.waiting
    who = waiting.by if isinstance(waiting, Roll) else waiting.who
    asked = board.combatants.get(who)
    name: Name | None = None
    if asked is not None and _sees(seat, board, who):
        name = asked.name
    take_back = seat.is_gm or (board.last.by_id == seat.user_id and not board.last.rolls)
    if not seat.may_answer(who, board.combatants):
        # Whom the rules ask may itself be a secret: others learn only that somebody is asked.
        others = Question(who=who if name else GM, who_name=name, mine=False, may_take_back=take_back)
        if (name is None and who != GM) or not _sees_all_of(seat, board, played, board.last.command):
            return others
        if isinstance(waiting, Ask):
            return replace(others, kind=waiting.question)
        return replace(others, kind="roll", purpose=waiting.purpose)
    asked_here = Question(who=who, who_name=name, mine=True, rule=waiting.rule, may_take_back=take_back)
    if isinstance(waiting, Ask):
        return replace(asked_here, kind=waiting.question, text=waiting.words, options=waiting.options)
    return replace(
        asked_here, kind="roll", dice=waiting.dice, purpose=waiting.purpose, level=waiting.level,
        at_most=waiting.at_most,
    )  # fmt: skip


def _sees_all_of(seat: Seat, board: Board, played: Played, command: Mapping[str, Any]) -> bool:
    """Whether the seat sees everybody whom a waiting order names and whom it has told of so far."""
    named = [*(command.get(key) for key in WHO), *command.get("targets", ())]
    told = [event.facts.get(key) for event in played.events for key in WHO]
    if any(event.audience == GM for event in played.events):
        return False
    return all(_sees(seat, board, ref) for ref in [*named, *told] if isinstance(ref, str))


def actions_for(seat: Seat, board: Board, ref: str) -> Sequence[Action]:
    """The orders that the seat may give a combatant. Hidden targets are not among them.

    Raises:
        KeyError: the seat does not play this combatant.
    """
    if not seat.may_play(board.combatants.get(ref)) or ref not in board.fight.fighters:
        raise KeyError(ref)
    fight = fight_for(seat, board)
    return fight.system.actions(fight, fight.fighters[ref])


def fight_for(seat: Seat, board: Board) -> Fight:
    """The fight without those whom the seat does not see: what may be done and with what odds is judged by this.

    The fighters are the board's own; nothing that is played on it must stay.
    """
    if seat.is_gm:
        return board.fight
    seen = copy(board.fight)
    seen.fighters = {ref: each for ref, each in board.fight.fighters.items() if _sees(seat, board, ref)}
    seen.map = None if board.fight.map is None else board.fight.map.shown()
    return seen


def gm_actions_for(seat: Seat, board: Board) -> Sequence[Action]:
    """The orders of the Game Master; for a player, those that belong to the acting side as a whole."""
    every = board.fight.system.gm_actions(fight_for(seat, board))
    if seat.is_gm:
        return every
    acting = (ref for ref, each in board.fight.fighters.items() if each.side == board.fight.turn)
    if not any(seat.owns(board.combatants.get(ref)) for ref in acting):
        return []
    return [each for each in every if each.group == "flow" and each.do == "roll"]


def pending_for(seat: Seat, board: Board) -> list[Pending]:
    """What is declared and not yet carried out, by and on those that the seat sees."""
    found = []
    for each in board.fight.system.pending(board.fight):
        seen = tuple(ref for ref in each.targets if _sees(seat, board, ref))
        if _sees(seat, board, each.actor) and seen:
            found.append(each._replace(targets=seen))
    return found


def _sees(seat: Seat, board: Board, ref: str) -> bool:
    fighter = board.fight.fighters.get(ref)
    return fighter is not None and seat.sees(board.combatants[ref], board.fight.is_unseen(fighter))
