"""What one seat sees of an encounter. Every page, fragment, live push, export and report goes through here.

What a seat may not see is not in a `View` at all: no hidden fighter, no number it has no right to, no
question that is somebody else's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from encounters.board import Board, redoable, undoable
from encounters.corrections import corrections
from encounters.door import Seat
from encounters.models import Combatant, Encounter, Entry
from rules.dice import Dice
from rules.effects import GM, WHO, Ask, Option, Roll
from rules.fight import Fight
from rules.preview import Pending
from rules.system import Action, Tag, Vital
from rules.words import Name, Words
from sheets.faces import face_of

#: How many lines of the log a page shows at first.
TAIL = 40
#: How many entries are looked at first for what is new: mostly one is.
FEW = 4


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

    @property
    def main(self) -> list[Vital]:
        """The vitals that fill its bar."""
        return [vital for vital in self.vitals if vital.main]

    @property
    def looks(self) -> tuple[Any, ...]:
        """All that its row shows: whose turn it is stands elsewhere."""
        return (self.name, self.side, self.is_mine, self.is_acting, self.is_standing, self.hidden,
                self.vitals, self.health, self.tags)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Question:
    """What an order waits for. Only who may answer is given `text`, `options` and `dice`."""

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
    #: Whether this seat may take the waiting order back.
    may_take_back: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One event of the log: a sentence (message id and facts), its rule, and the faces it rests on."""

    round: int
    kind: str
    words: Words
    rule: str | None = None
    faces: tuple[int, ...] = ()
    dice: str = ""
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """What one entry adds to the log. `token` names it to this seat without counting what it does not see."""

    token: str
    at: datetime
    round: int
    by: str
    kind: str
    undone: bool
    lines: tuple[Line, ...]
    about: str | None = None
    #: Who undid it, where this batch of the log says so.
    undone_by: str = ""

    @property
    def dom(self) -> str:
        """Its token as an id of HTML."""
        return dom_id(self.at)


def dom_id(at: datetime) -> str:
    """The time of a passage as an id of HTML."""
    return f"p-{at:%Y%m%d%H%M%S%f}"


@dataclass(frozen=True, slots=True)
class News:
    """What the log has that a page has not, or shows otherwise. `gone` names a passage that was taken back."""

    new: list[Passage]
    changed: list[Passage]
    #: The newest passage that the page has.
    after: datetime | None = None
    gone: str | None = None
    #: The page is too far behind: `new` is the whole beginning of the log.
    whole: bool = False
    has_older: bool = False


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
    running = seat.encounter.status == Encounter.Status.RUNNING and not seat.is_spectator
    return View(
        seat=seat, encounter=seat.encounter, version=seat.version,
        round=fight.round, turn=fight.turn, turn_name=turn.name if turn else fight.turn, winner=fight.winner,
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
    acting = set(system.acting(fight))
    words = seat.encounter.health != Encounter.Health.NOTHING
    rows = []
    for ref in _in_order(board):
        fighter, combatant = fight.fighters[ref], board.combatants[ref]
        if not seat.sees(combatant, fighter.hidden):
            continue
        numbers = seat.sees_numbers(combatant)
        rows.append(
            Row(
                ref=ref, name=fighter.name, side=fighter.side, player=fighter.player,
                is_mine=seat.owns(combatant),
                is_acting=ref in acting, is_on_turn=fight.turn in (ref, fighter.side),
                is_standing=system.is_standing(fighter), hidden=fighter.hidden,
                vitals=tuple(system.vitals(fighter)) if numbers else (),
                health=system.health_words(fighter) if numbers or words else None,
                tags=tuple(tag for tag in system.tags(fight, fighter) if numbers or not tag.vital),
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
    if asked is not None and seat.sees(asked, who in board.fight.fighters and board.fight.fighters[who].hidden):
        name = asked.name
    take_back = seat.is_gm or (board.last.by_id == seat.user_id and not board.last.rolls)
    if not seat.may_answer(who, board.combatants):
        # Whom the rules ask may itself be a secret: others learn only that somebody is asked.
        return Question(who=who if name else GM, who_name=name, mine=False, may_take_back=take_back)
    asked_here = Question(who=who, who_name=name, mine=True, rule=waiting.rule, may_take_back=take_back)
    if isinstance(waiting, Ask):
        return replace(asked_here, kind=waiting.question, text=waiting.words, options=waiting.options)
    return replace(
        asked_here, kind="roll", dice=waiting.dice, purpose=waiting.purpose, level=waiting.level,
    )  # fmt: skip


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
    return fighter is not None and seat.sees(board.combatants[ref], fighter.hidden)


def passages(
    seat: Seat, board: Board, entries: Iterable[Entry], undone_by: Mapping[int, str] | None = None
) -> list[Passage]:
    """What the entries add to the log, for this seat. Entries of which it sees nothing are left out.

    The newest come first, so that who undid an entry is known when its turn comes.
    """
    found = []
    undid = dict(undone_by or {})
    for entry in entries:
        if entry.kind == Entry.Kind.UNDO and entry.about_id is not None:
            undid.setdefault(entry.about_id, str(entry.by or ""))
        lines = tuple(line for event in entry.events if (line := line_of(seat, board, entry, event)) is not None)
        if not lines and (entry.kind == Entry.Kind.COMMAND or _is_secret(seat, entry.about)):
            continue
        found.append(
            Passage(
                token=entry.at.isoformat(), at=entry.at, round=entry.round, by=str(entry.by or ""), kind=entry.kind,
                undone=entry.undone, lines=lines, about=entry.about.at.isoformat() if entry.about else None,
                undone_by=undid.get(entry.pk, "") if entry.undone else "",
            )
        )  # fmt: skip
    return found


def _is_secret(seat: Seat, about: Entry | None) -> bool:
    return about is not None and not seat.is_gm and all(event["audience"] == GM for event in about.events)


def line_of(seat: Seat, board: Board, entry: Entry, event: Mapping[str, Any]) -> Line | None:
    """An event as the seat sees it: nothing where it is behind the screen, vague where numbers are not for it."""
    if event["audience"] == GM and not seat.is_gm:
        return None
    about = board.combatants.get(event["about"] or "")
    plain = about is None or seat.sees_numbers(about)
    facts = dict(event["facts"])
    if plain:
        facts |= event["vitals"]
    for key in WHO & facts.keys():
        if (combatant := board.combatants.get(facts[key])) is not None:
            facts[key] = combatant.name
    if "purpose" in facts:
        facts["purpose"] = Words(str(facts["purpose"]))
    face = face_of(board.fight.system.slug)
    if "ability" in facts:
        facts["ability"] = str(face.label(facts["ability"]))
    if "set" in facts:
        facts["set"] = corrections(face, event["changes"])
    sentences = board.fight.system.sentences
    vague = f"{event['kind']}.vague"
    msgid = sentences.get(vague if not plain and vague in sentences else event["kind"], event["kind"])
    faces = facts.get("faces") or ([facts["roll"]] if plain and "roll" in facts else ())
    if not plain and event["vitals"]:
        facts = {key: value for key, value in facts.items() if "{" + key + "}" in msgid}
    return Line(
        round=entry.round, kind=event["kind"], words=Words(msgid, facts), rule=event["rule"],
        faces=tuple(faces), dice=str(facts.get("dice", "d20" if faces else "")), undone=entry.undone,
    )  # fmt: skip


def tail(seat: Seat, board: Board, before: datetime | None = None, most: int = TAIL) -> tuple[list[Passage], bool]:
    """The newest passages of the log that the seat sees, the newest first, and whether there are older ones.

    `before` asks for those older than a passage's time. One query; more only where most is hidden from the seat.
    """
    entries = seat.encounter.entries.select_related("by", "about__by").order_by("-seq")
    found: list[Passage] = []
    if before is not None:
        entries = entries.filter(at__lt=before)
    batch = list(entries[: most + 1])
    while True:
        found += passages(seat, board, batch)
        if len(batch) <= most or len(found) * 2 > most:
            return found[:most], len(batch) > most
        batch = list(entries.filter(seq__lt=batch[-1].seq)[: most + 1])


def news(seat: Seat, board: Board, after: datetime | None) -> News:
    """What the log has that a page has not whose newest passage is of the time `after`."""
    recent: list[Entry] = []
    if after is not None:
        entries = seat.encounter.entries.select_related("by", "about__by").order_by("-seq")
        for most in (FEW, TAIL):
            recent = list(entries[:most])
            if len(recent) < most or recent[-1].at <= after:
                break
        else:
            after = None
    if after is None:
        new, has_older = tail(seat, board)
        return News(new, [], whole=True, has_older=has_older)
    fresh = [entry for entry in recent if entry.at > after]
    known = {entry.pk: entry for entry in recent if entry.at == after}
    gone = None if known else after.isoformat()
    undid = {}
    for entry in reversed(fresh):
        if entry.about is not None:
            undid[entry.about.pk] = str(entry.by or "")
            if entry.about.at <= after:
                known[entry.about.pk] = entry.about
    return News(passages(seat, board, fresh), passages(seat, board, known.values(), undid), after, gone)


def news_of(seat: Seat, board: Board, entry: Entry | None, after: datetime) -> News:
    """What one submit adds to the log of a page that was up to date until `after`, without looking at the log again."""
    if entry is None:
        return News([], [], after, after.isoformat())
    written = passages(seat, board, [entry])
    undid = {entry.about_id: str(entry.by or "")} if entry.about_id and entry.kind == Entry.Kind.UNDO else {}
    about = passages(seat, board, [entry.about], undid) if entry.about is not None else []
    return News(written, about, after) if entry.at > after else News([], [*written, *about], after)


def names_of(board: Board, refs: Iterable[str]) -> list[Name]:
    """The names of combatants, also of those who left."""
    return [board.combatants[ref].name for ref in refs if ref in board.combatants]


def combatant_of(board: Board, ref: str) -> Combatant | None:
    return board.combatants.get(ref)
