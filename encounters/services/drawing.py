"""Drawing on a map, wherever it lies: kept by a campaign, under a draft, or under a fight that runs.

An `Easel` is one of these places. The page on which maps are drawn knows nothing else of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _

from encounters import board as boards
from encounters.board import Board, map_of, set_up
from encounters.door import Seat, seat_at
from encounters.mapping.ground import Ground, ground_of
from encounters.mapping.pictures import picture_url
from encounters.mapping.strokes import strokes_from
from encounters.mapping.tokens import Token, tokens_of
from encounters.models import CampaignMap, Encounter
from encounters.projection import rows_of
from encounters.services import edits, laying, maps, turn
from encounters.services.maps import MapSubmit, battle_of, map_for
from encounters.services.submitting import Submit
from rules.border import read
from rules.errors import Refused
from rules.maps import BattleMap
from rules.table import Redraw
from rules.words import gettext_noop, say
from sheets.models import Campaign

type Sent = Any


class NoMap(Http404):
    """A fight that runs has no map to draw on; one can be laid."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """A map as a Game Master draws on it. `seat` and `board` are those of an encounter's map."""

    owner: CampaignMap | Encounter
    campaign: Campaign
    battle: BattleMap
    version: int
    can_undo: bool
    can_redo: bool
    seat: Seat | None = None
    board: Board | None = None

    @property
    def ground(self) -> Ground:
        ground = ground_of(self.owner.map_text, shown_only=False)
        assert ground is not None
        return ground

    @property
    def tokens(self) -> list[Token]:
        """Who stands on it."""
        if self.seat is None or self.board is None:
            return []
        return tokens_of(self.ground.lattice, rows_of(self.seat, self.board))

    @property
    def picture(self) -> str | None:
        return picture_url(self.owner, self.battle, for_gm=True)

    @property
    def light(self) -> str:
        """The light of the place, as a tool sends it."""
        return f"light:{self.battle.light}"

    @property
    def encounter(self) -> Encounter | None:
        return self.owner if isinstance(self.owner, Encounter) else None


class Easel(Protocol):
    """A place where maps are drawn. All of it is for Game Masters; submits raise what their services raise."""

    #: The name of the address of its page; those of its parts begin with `part`.
    page: str
    part: str

    def canvas(self, user: Any, public_id: str) -> Canvas:
        """The map, for a Game Master. Raises `NoMap`, `Http404` and `PermissionDenied` as its door does."""

    def draw(self, submit: Submit, sent: Sent) -> None:
        """Draw what a form asks for."""

    def undo(self, submit: Submit) -> None:
        """Take back what was drawn last."""

    def redo(self, submit: Submit) -> None:
        """Draw again what was taken back."""


class Kept:
    """The maps that campaigns keep."""

    page, part = "map_editor", "map"

    def canvas(self, user: Any, public_id: str) -> Canvas:
        kept = map_for(user, public_id).map
        can_undo, can_redo = edits.undoable(kept) is not None, edits.redoable(kept) is not None
        return Canvas(kept, kept.campaign, battle_of(kept), kept.version, can_undo, can_redo)

    def draw(self, submit: Submit, sent: Sent) -> None:
        strokes = strokes_from(sent, battle_of(map_for(submit.user, submit.encounter).map))
        maps.draw(_of_map(submit), read(Redraw, {"do": "redraw", "strokes": strokes}).strokes)

    def undo(self, submit: Submit) -> None:
        maps.undo(_of_map(submit))

    def redo(self, submit: Submit) -> None:
        maps.redo(_of_map(submit))


class Laid:
    """The maps under encounters. In a draft strokes are edits; in a fight they are orders, which stand in its log."""

    page, part = "encounter_map", "encounter_map"

    def canvas(self, user: Any, public_id: str) -> Canvas:
        seat = seat_at(user, public_id)
        if not seat.is_gm:
            raise PermissionDenied(_("Only the Game Master does this."))
        encounter = seat.encounter
        battle = map_of(encounter)
        if battle is None or battle.drawn.size is None or encounter.status == Encounter.Status.ENDED:
            raise NoMap if encounter.status == Encounter.Status.RUNNING else Http404
        board = set_up(encounter, lean=True)
        if encounter.status == Encounter.Status.DRAFT:
            can_undo, can_redo = edits.undoable(encounter) is not None, edits.redoable(encounter) is not None
        else:
            can_undo, can_redo = _is_redraw(boards.undoable(board)), _is_redraw(boards.redoable(board))
        return Canvas(encounter, encounter.campaign, battle, encounter.version, can_undo, can_redo, seat, board)

    def draw(self, submit: Submit, sent: Sent) -> None:
        canvas = self.canvas(submit.user, submit.encounter)
        strokes = strokes_from(sent, canvas.battle)
        if _is_draft(canvas):
            laying.draw(submit, strokes)
        else:
            turn.give_order(submit, {"do": "redraw", "strokes": strokes})

    def undo(self, submit: Submit) -> None:
        canvas = self.canvas(submit.user, submit.encounter)
        if _is_draft(canvas):
            laying.undo(submit)
        elif canvas.can_undo or submit.version != canvas.version:
            turn.undo(submit)
        else:
            raise Refused(say(gettext_noop("What was done last was no drawing: undo it on the page of the fight.")))

    def redo(self, submit: Submit) -> None:
        canvas = self.canvas(submit.user, submit.encounter)
        if _is_draft(canvas):
            laying.redo(submit)
        elif canvas.can_redo or submit.version != canvas.version:
            turn.redo(submit)
        else:
            raise Refused(say(gettext_noop("What was undone last was no drawing: redo it on the page of the fight.")))


EASELS: dict[str, Easel] = {"map": Kept(), "encounter": Laid()}


def _of_map(submit: Submit) -> MapSubmit:
    return MapSubmit(submit.user, submit.encounter, submit.version, submit.key)


def _is_draft(canvas: Canvas) -> bool:
    return canvas.encounter is not None and canvas.encounter.status == Encounter.Status.DRAFT


def _is_redraw(entry: Any) -> bool:
    return entry is not None and entry.command.get("do") == "redraw"
