"""The map under an encounter: chosen from the campaign's; under a draft also drawn on, with the combatants put down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from django.db import transaction
from django.http import Http404

from encounters.board import map_of, map_text, set_up
from encounters.door import Seat, seat_at
from encounters.mapping.pictures import forget_shown
from encounters.models import CampaignMap, Encounter
from encounters.services import edits
from encounters.services.build import Built, combatant_in, prepare
from encounters.services.maps import battle_of
from encounters.services.pictures import drop_unused
from encounters.services.places import is_hexes, keep_places, take_off_misplaced
from encounters.services.submitting import Done, Submit
from encounters.services.turn import give_order
from rules.border import read
from rules.dice import Sealed
from rules.errors import Refused
from rules.fight import Fight, Fighter
from rules.grid.cells import Cell
from rules.grid.figures import facing_to
from rules.grid.hex import distance, from_offset
from rules.maps import BattleMap, write_map
from rules.play import play
from rules.table import Place, Redraw, put_down, redraw
from rules.walking import why_taken
from rules.words import Name, gettext_noop, say

Edge = Literal["left", "right", "top", "bottom"]
#: Which way they look who stand at an edge of a map of hexes: the number of the side.
_FACING: Mapping[Edge, int] = {"left": 0, "right": 3, "top": 1, "bottom": 4}


def lay(submit: Submit, wanted: CampaignMap | None) -> Built:
    """Lay a copy of a map under the draft, or with None take the map away. Who has no place on it is taken off.

    Raises:
        Stale, Begun, PermissionDenied: as for every submit.
        Http404: the campaign of the draft does not keep this map any more.
    """

    def write(seat: Seat) -> list[Name]:
        encounter, old = seat.encounter, seat.encounter.picture
        kept = _still_kept(encounter, wanted) if wanted is not None else None
        encounter.picture = kept.picture if kept is not None else None
        encounter.save(update_fields=["picture"])
        encounter.map_edits.all().delete()
        keep_drawn(encounter, kept.map_text if kept is not None else "")
        forget_shown(encounter.public_id)
        drop_unused(old)
        return []

    return prepare(submit, write)


def lay_in_fight(submit: Submit, wanted: CampaignMap | None) -> Done:
    """Lay a copy of a map, with its picture, under a fight that runs, or with None take the map away: an order.

    Raises:
        Stale, PermissionDenied, RulesError: as for an order.
        Http404: the campaign of the encounter does not keep this map any more.
    """
    with transaction.atomic():
        encounter = seat_at(submit.user, submit.encounter, lock=True).encounter  # before the map, as for a draft
        kept = _still_kept(encounter, wanted) if wanted is not None else None
        drawn = None if kept is None else write_map(battle_of(kept))
        return give_order(submit, {"do": "lay_map", "map": drawn}, picture=None if kept is None else kept.picture)


def draw(submit: Submit, strokes: list[dict[str, Any]]) -> Built:
    """Draw on the draft's map.

    Raises:
        Stale, Begun, PermissionDenied: as for every submit.
        RulesError: there is no map, a stroke leaves it, fills the place of somebody, or changes nothing.
    """

    def write(seat: Seat) -> list[Name]:
        board = set_up(seat.encounter, partly=False)
        before = board.fight.map
        order = read(Redraw, {"do": "redraw", "strokes": strokes})
        (change,) = play(board.fight, redraw(board.fight, order), _no_dice()).changes
        assert before is not None
        after = edits.note(seat.encounter, before, change.new, submit.user)
        keep_drawn(seat.encounter, map_text(after))
        return []

    return prepare(submit, write)


def undo(submit: Submit) -> Built:
    """Take back what was drawn last on the draft's map.

    Raises:
        Stale, Begun, PermissionDenied: as for every submit.
        Refused: there is nothing to take back.
    """
    return prepare(submit, lambda seat: _turn(seat.encounter, edits.undoable(seat.encounter)))


def redo(submit: Submit) -> Built:
    """Draw again what was taken back.

    Raises:
        Stale, Begun, PermissionDenied: as for every submit.
        Refused: there is nothing to draw again.
    """
    return prepare(submit, lambda seat: _turn(seat.encounter, edits.redoable(seat.encounter)))


def put(submit: Submit, ref: str, name: str | None, facing: int | None = None) -> Built:
    """Put a combatant down at the cell of this name, or with None take it off the map.

    Raises:
        Stale, Begun, PermissionDenied, Http404: as for every submit.
        RulesError: there is no such cell, or no place for it there.
    """

    def write(seat: Seat) -> list[Name]:
        combatant = combatant_in(seat.encounter, ref)
        board = set_up(seat.encounter, partly=False)
        at: Cell | None = None
        if name is not None and board.fight.map is not None and (at := board.fight.map.named(name)) is None:
            raise Refused(say(gettext_noop("There is no cell “{name}” on this map."), name=name[:20]), path="cell")
        turned = None if at is None else facing
        if turned is None and at is not None and is_hexes(board.fight):
            turned = combatant.facing if combatant.facing is not None else _toward_foes(board.fight, ref, at)
        play(board.fight, put_down(board.fight, Place(do="place", target=ref, at=at, facing=turned)), _no_dice())
        keep_places(board)
        return [combatant.name]

    return prepare(submit, write)


def put_side(submit: Submit, side: str) -> Built:
    """Put everybody of a side down who is not on the map yet: the party at one edge, others at the opposite one.

    Raises:
        Stale, Begun, PermissionDenied: as for every submit.
        Refused: there is no map, or no room for one of them.
    """

    def write(seat: Seat) -> list[Name]:
        board = set_up(seat.encounter, partly=False)
        fight = board.fight
        names = [_put_near(fight, each) for each in fight.fighters.values() if each.side == side and each.at is None]
        if not names:
            raise Refused(say(gettext_noop("All of them are on the map already.")))
        keep_places(board)
        return names

    return prepare(submit, write)


def lift_all(submit: Submit) -> Built:
    """Take everybody off the map.

    Raises:
        Stale, Begun, PermissionDenied: as for every submit.
    """

    def write(seat: Seat) -> list[Name]:
        seat.encounter.combatants.update(at=None, facing=None)
        return []

    return prepare(submit, write)


def keep_drawn(encounter: Encounter, text: str) -> None:
    """Write another map down; who has no place on it any more is taken off."""
    encounter.map_text = text
    encounter.map_revision += 1
    encounter.save(update_fields=["map_text", "map_revision"])
    take_off_misplaced(encounter)


def _still_kept(encounter: Encounter, wanted: CampaignMap) -> CampaignMap:
    """The map as it is now; nobody puts it away, with its picture, until this is written."""
    rows = CampaignMap.objects.select_related("picture").select_for_update(of=("self",))
    kept = rows.filter(pk=wanted.pk, campaign=encounter.campaign_id, deleted_at=None).first()
    if kept is None:
        raise Http404
    return kept


def _turn(encounter: Encounter, edit: Any) -> list[Name]:
    battle = map_of(encounter)
    if edit is None or battle is None:
        raise Refused(say(gettext_noop("There is nothing to undo or redo here.")))
    keep_drawn(encounter, map_text(edits.turn(edit, battle)))
    return []


def _put_near(fight: Fight, fighter: Fighter) -> Name:
    """Put a fighter down at the edge of its side, as near to the middle of the edge as there is room."""
    battle = fight.map
    if battle is None or battle.drawn.size is None:
        raise Refused(say(gettext_noop("This fight has no map.")))
    edge = _edge_of(battle, fighter.side == fight.system.party)
    facing = _FACING[edge] if battle.drawn.kind == "hex" else None
    for cell in _from_edge(battle, edge):
        if cell in battle.drawn.closed or (fighter.player and cell in battle.shroud):
            continue
        if why_taken(fight, fighter, cell, facing) is None:
            fighter.at, fighter.facing = cell, facing
            return fighter.name
    raise Refused(say(gettext_noop("There is no room on the map for {name}."), name=fighter.name))


def _edge_of(battle: BattleMap, is_party: bool) -> Edge:
    """The party begins at the left or at the bottom, whichever edge is further from the opposite one."""
    assert battle.drawn.size is not None
    cols, rows = battle.drawn.size
    if cols >= rows:
        return "left" if is_party else "right"
    return "bottom" if is_party else "top"


def _from_edge(battle: BattleMap, edge: Edge) -> Iterator[Cell]:
    """The cells from an edge inwards, line by line, each line from its middle outwards; the outermost line last."""
    assert battle.drawn.size is not None
    cols, rows = battle.drawn.size
    deep, wide = (cols, rows) if edge in ("left", "right") else (rows, cols)
    far: Callable[[int], int] = (lambda depth: depth) if edge in ("left", "top") else (lambda depth: deep - 1 - depth)
    middle = (wide - 1) / 2
    depths = [*range(1, deep), 0]
    for depth in depths:
        for along in sorted(range(wide), key=lambda place: (abs(place - middle), place)):
            col, row = (far(depth), along) if edge in ("left", "right") else (along, far(depth))
            yield from_offset(col, row) if battle.drawn.kind == "hex" else (col, row)


def _no_dice() -> Sealed:
    """What is arranged on a map takes no dice."""
    return Sealed("")


def _toward_foes(fight: Fight, ref: str, at: Cell) -> int:
    """The facing towards the nearest foe on the map; without one the party looks east, whoever else west."""
    fighter = fight.fighters[ref]
    foes = [each.at for each in fight.fighters.values() if each.side != fighter.side and each.at is not None]
    if foes:
        return facing_to(at, min(foes, key=lambda foe: distance(at, foe)))
    return _FACING["left" if fighter.side == fight.system.party else "right"]
