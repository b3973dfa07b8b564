"""The play page of one seat, part by part: what the templates need, and no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html

from encounters.board import Board
from encounters.door import Seat
from encounters.journal import News, Passage, dom_id, tail
from encounters.models import Encounter
from encounters.projection import Row, View, pending_for, view_for
from encounters.seen import remember
from encounters.views.act import Act, act_for, flow_for
from encounters.views.map_screen import MapScreen, map_of
from encounters.views.submits import fresh_key
from rules.dice import Sealed
from rules.preview import Pending
from rules.system import Action
from rules.words import Name, Words
from sheets.faces import face_of
from sheets.faces.face import Text


def link(name: str, *args: Any) -> str:
    """The address of a page, or nothing where this site has no such page."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


@dataclass(frozen=True, slots=True)
class Side:
    """The combatants of a side, in order. Without a name it is all of them."""

    name: str
    rows: Sequence[Row]
    is_on_turn: bool
    #: Its place among the sides, for an id.
    number: int


@dataclass(frozen=True, slots=True)
class Declared:
    """An order that is declared and not yet carried out."""

    pending: Pending
    actor: Row
    targets: Sequence[Name]
    may_withdraw: bool


@dataclass
class Screen:
    """Everything that the page shows to one seat. `sent` is what its forms hold."""

    seat: Seat
    board: Board
    sent: Mapping[str, Any] = field(default_factory=dict)
    #: What the page is told beside a form: {"where": place, "sentence": ..., "rule": ...}.
    said: Mapping[str, Any] | None = None
    key: str = field(default_factory=fresh_key)

    @property
    def encounter(self) -> Encounter:
        return self.seat.encounter

    @property
    def system(self) -> str:
        return self.encounter.campaign.system

    @cached_property
    def base(self) -> str:
        """Where the addresses of this page begin."""
        return reverse("encounter", args=(self.encounter.public_id,))

    @cached_property
    def seen(self) -> str:
        """What every form of the page sends along."""
        return format_html(
            '<input type="hidden" name="version" value="{}"><input type="hidden" name="key" value="{}">',
            self.view.version, self.key,
        )  # fmt: skip

    @cached_property
    def view(self) -> View:
        view = view_for(self.seat, self.board)
        remember(view, self.map.mark if self.map is not None else "")
        return view

    @cached_property
    def map(self) -> MapScreen | None:
        """The map, where the fight has one that is drawn."""
        return map_of(self)

    @property
    def frame(self) -> str:
        """The grid of the map: a page that was drawn for another one is drawn anew as a whole."""
        lattice = self.map.ground.lattice if self.map is not None else None
        return f"{lattice.kind}-{lattice.cols}-{lattice.rows}" if lattice is not None else ""

    @cached_property
    def sides(self) -> list[Side]:
        """The combatants by sides; where each has a turn of its own, one list of all in the order of their turns."""
        is_mixed = self.board.fight.turn in self.board.fight.fighters
        by_side: dict[str, list[Row]] = {}
        for row in self.view.rows:
            by_side.setdefault("" if is_mixed else row.side, []).append(row)
        return [
            Side(name, rows, any(row.is_on_turn for row in rows), number)
            for number, (name, rows) in enumerate(by_side.items())
        ]

    @cached_property
    def log(self) -> tuple[list[Passage], bool]:
        """The newest passages, and whether there are older ones."""
        return tail(self.seat, self.board)

    @property
    def passages(self) -> list[Passage]:
        return self.log[0]

    @property
    def has_older(self) -> bool:
        return self.log[1]

    @property
    def takes_orders(self) -> bool:
        """Whether orders can be given from this seat at all now."""
        return self.is_running and self.is_fighting and not self.board.is_waiting

    @cached_property
    def act(self) -> Act | None:
        return act_for(self.seat, self.board, self.view, self.sent) if self.takes_orders else None

    @cached_property
    def flow(self) -> list[Action]:
        return flow_for(self.seat, self.board) if self.is_running else []

    @cached_property
    def declared(self) -> list[Declared]:
        rows = {row.ref: row for row in self.view.rows}
        return [
            Declared(
                each, rows[each.actor], [rows[ref].name for ref in each.targets],
                self.takes_orders and self.seat.may_play(self.board.combatants[each.actor]),
            )
            for each in ([] if self.is_ended else pending_for(self.seat, self.board))
        ]  # fmt: skip

    @property
    def question_id(self) -> str:
        """Tells one question from the next, and nothing else."""
        last, question = self.board.last, self.view.question
        if last is None or question is None:
            return ""
        return f"{last.seq if self.seat.is_gm else self.view.version}.{len(last.answers)}.{len(last.rolls)}"

    @property
    def asked_about(self) -> Text | Words:
        """What somebody else is asked, in words that name nobody; empty where this seat may not know."""
        question = self.view.question
        if question is None or question.kind != "roll":
            return face_of(self.system).questions.get(question.kind, "") if question else ""
        return Words(question.purpose)

    @property
    def is_running(self) -> bool:
        return self.encounter.status == Encounter.Status.RUNNING

    @property
    def is_ended(self) -> bool:
        return self.encounter.status == Encounter.Status.ENDED

    @property
    def is_fighting(self) -> bool:
        """Whether this seat plays at all."""
        return not self.seat.is_spectator

    @property
    def seal(self) -> str:
        return Sealed(self.encounter.seed).seal if self.encounter.seed else ""

    @property
    def seed(self) -> str:
        return self.encounter.seed if self.is_ended else ""

    @cached_property
    def lost(self) -> list[Row]:
        """The dead characters of players who have nobody else in the fight: one's own, the Game Master's all."""
        is_dead = self.board.fight.system.is_dead
        if self.is_ended or self.seat.is_spectator:
            return []
        fighters, combatants = self.board.fight.fighters, self.board.combatants
        playing = {combatants[ref].owner_id for ref, each in fighters.items() if each.player and not is_dead(each)}
        return [
            row for row in self.view.rows
            if row.player and is_dead(fighters[row.ref]) and (row.is_mine or self.seat.is_gm)
            and (combatants[row.ref].owner_id is None or combatants[row.ref].owner_id not in playing)
        ]  # fmt: skip

    @property
    def newest(self) -> str:
        """The token of the newest passage that the page shows."""
        return self.passages[0].token if self.passages else ""

    @cached_property
    def links(self) -> dict[str, str]:
        """The pages beside this one, those that there are."""
        encounter, campaign = self.encounter.public_id, self.encounter.campaign.public_id
        mine = {
            "campaign": link("campaign", campaign),
            "reports": link("encounter_reports", encounter),
            "sheet_new": link("sheet_new", campaign),
        }
        if self.seat.is_gm:
            mine["add"] = link("combatant_add", encounter)
            mine["draw"] = link("encounter_map", encounter)
        if not self.seat.is_spectator:
            mine["send_back"] = link("encounter_send_back", encounter)
        return mine


@dataclass
class Changed(Screen):
    """The parts of a page that look otherwise than before, for a page that has been there since `before`."""

    news: News | None = None
    before: Mapping[str, Row] | None = None
    #: What the ground of the map looked like then.
    ground_before: str = ""
    #: Whether the fight itself has moved: its round, its turn, its end.
    is_moved: bool = True

    @property
    def is_redrawn(self) -> bool:
        """Whether the ground of the map looks otherwise."""
        return self.map is not None and self.map.mark != self.ground_before

    @property
    def are_tokens_moved(self) -> bool:
        """Whether tokens came onto the map or left it, so that all of them are drawn anew."""
        if self.before is None:
            return True
        return any(
            (row.at is None) != (self.before[row.ref].at is None) for row in self.view.rows if row.ref in self.before
        )

    @property
    def newest(self) -> str:
        """The token of the newest passage that the page shows once it has this."""
        if self.news is None or self.news.new:
            return self.news.new[0].token if self.news else ""
        return self.news.after.isoformat() if self.news.after and not self.news.gone else self.previous

    @property
    def previous(self) -> str:
        """The passage that is the newest one after another was taken back."""
        shown, _older = tail(self.seat, self.board, most=1)
        return shown[0].token if shown else ""

    @cached_property
    def log(self) -> tuple[list[Passage], bool]:
        return (self.news.new, self.news.has_older) if self.news else ([], False)

    @property
    def gone_dom(self) -> str:
        """The id of the passage that was taken back."""
        gone = datetime.fromisoformat(self.news.gone) if self.news and self.news.gone else None
        return dom_id(gone) if gone else ""
