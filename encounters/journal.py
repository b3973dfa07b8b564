"""The log as one seat reads it: what each entry adds, and what is new since a page was drawn.

What is behind the screen is left out, and what rests on numbers that are not for the seat is told vaguely.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from encounters.board import Board
from encounters.corrections import corrections
from encounters.door import Seat
from encounters.models import Entry
from rules.effects import GM, WHO
from rules.words import Words
from sheets.faces import face_of

#: How many lines of the log a page shows at first.
TAIL = 40
#: How many entries are looked at first for what is new: mostly one is.
FEW = 4


#: Facts that are message ids themselves.
TERMS = frozenset({"purpose", "location", "wound"})


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
        if not lines and (entry.kind == Entry.Kind.COMMAND or _is_secret(seat, board, entry.about)):
            continue
        found.append(
            Passage(
                token=entry.at.isoformat(), at=entry.at, round=entry.round, by=str(entry.by or ""), kind=entry.kind,
                undone=entry.undone, lines=lines, about=entry.about.at.isoformat() if entry.about else None,
                undone_by=undid.get(entry.pk, "") if entry.undone else "",
            )
        )  # fmt: skip
    return found


def _is_secret(seat: Seat, board: Board, about: Entry | None) -> bool:
    return about is not None and not any(_is_told(seat, board, event) for event in about.events)


def _is_told(seat: Seat, board: Board, event: Mapping[str, Any]) -> bool:
    """Whether the event is for the seat: what happens to the unseen is for the Game Masters and who plays them."""
    if seat.is_gm or event["audience"] != GM:
        return True
    unseen = event.get("unseen", ())
    return bool(unseen) and all(seat.owns(board.combatants.get(ref)) for ref in unseen)


def line_of(seat: Seat, board: Board, entry: Entry, event: Mapping[str, Any]) -> Line | None:
    """An event as the seat sees it: nothing where it is behind the screen, vague where numbers are not for it."""
    if not _is_told(seat, board, event):
        return None
    if entry.undone and not all(_is_seen(seat, board, event["facts"][key]) for key in WHO & event["facts"].keys()):
        return None  # who had shown up by a mistake that was taken back is hidden as before
    about = board.combatants.get(event["about"] or "")
    plain = about is None or seat.sees_numbers(about)
    facts = dict(event["facts"])
    if plain:
        facts |= event["vitals"]
    for key in WHO & facts.keys():
        if (combatant := board.combatants.get(facts[key])) is not None:
            facts[key] = combatant.name
    for key in TERMS & facts.keys():
        facts[key] = Words(str(facts[key]))
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


def _is_seen(seat: Seat, board: Board, ref: str | None) -> bool:
    combatant = board.combatants.get(ref or "")
    if combatant is None:
        return True
    fighter = board.fight.fighters.get(combatant.ref)
    return seat.sees(combatant, board.fight.is_unseen(fighter) if fighter is not None else combatant.hidden)


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
