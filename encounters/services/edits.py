"""What was drawn on a map that is no part of a running fight, to be undone and redone."""

from __future__ import annotations

from typing import Any

from encounters.models import CampaignMap, Encounter, MapEdit
from rules.drawing import Patch, difference, redrawn
from rules.maps import BattleMap

#: How many strokes can be undone.
KEPT = 200

type Drawn = CampaignMap | Encounter


def edits_of(drawn: Drawn) -> Any:
    """The edits of a map, as a manager."""
    return drawn.edits if isinstance(drawn, CampaignMap) else drawn.map_edits


def undoable(drawn: Drawn) -> MapEdit | None:
    """The edit that an undo would take back."""
    found: MapEdit | None = edits_of(drawn).filter(undone=False).order_by("-seq").first()
    return found


def redoable(drawn: Drawn) -> MapEdit | None:
    """The edit that a redo would bring back."""
    found: MapEdit | None = edits_of(drawn).filter(undone=True).order_by("seq").first()
    return found


def note(drawn: Drawn, before: BattleMap, patch: Patch, by: Any) -> BattleMap:
    """Write down what was drawn; what was undone cannot be redone after it. Gives the map with it."""
    after = redrawn(before, patch)
    assert after is not None
    edits = edits_of(drawn)
    edits.filter(undone=True).delete()
    newest = edits.order_by("-seq").values_list("seq", flat=True).first() or 0
    edits.create(seq=newest + 1, old=difference(after, before), new=patch, by=by)
    edits.filter(seq__lte=newest + 1 - KEPT).delete()
    return after


def turn(edit: MapEdit, battle: BattleMap) -> BattleMap:
    """Take an edit back, or bring it back where it was taken back. Gives the map after it."""
    after = redrawn(battle, edit.new if edit.undone else edit.old)
    assert after is not None
    edit.undone = not edit.undone
    edit.save(update_fields=["undone"])
    return after
