"""After the fight, or during it: what of it goes back to the sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from encounters.board import Board, set_up
from encounters.door import Seat, seat_at
from encounters.models import Combatant
from encounters.services.submitting import Stale, Submit
from rules.fight import Fighter
from rules.words import Name
from sheets.models import Item, Sheet, SheetChange
from sheets.services.items import restore_item
from sheets.services.play import apply_to_sheet
from sheets.written import readable

ITEM = "item:"
DEATH = "is_dead"


@dataclass(frozen=True, slots=True)
class Difference:
    """One field that the fight has changed: on the sheet now, and after the fight.

    `field` may be "item:<public id>" for the uses of a thing, whose name is then `item`, or "is_dead" for a player
    character's death. `since` is the newest
    change that somebody made to it on the sheet since the fight took its copy.
    """

    field: str
    now: Any
    after: Any
    item: Name | None = None
    since: SheetChange | None = None


@dataclass(frozen=True, slots=True)
class Returning:
    """A combatant whose sheet can take back what the fight has done. `alone`: no other has the same sheet."""

    combatant: Combatant
    sheet: Sheet
    differences: Sequence[Difference]
    alone: bool


@dataclass(frozen=True, slots=True)
class Chosen:
    """What to send back of one combatant: which fields, and the version of the sheet that was looked at."""

    version: int
    fields: frozenset[str]


def returning(seat: Seat, board: Board) -> list[Returning]:
    """Those that this seat may send back: a Game Master everybody, a player their own. Four queries at most."""
    there = [
        each for ref, each in board.combatants.items()
        if each.sheet_id is not None and ref in board.fight.fighters and seat.may_play(each)
    ]  # fmt: skip
    if not there or seat.is_spectator:
        return []
    ids = [each.sheet_id for each in there if each.sheet_id is not None]
    living = Sheet.objects.living().filter(pk__in=ids, campaign=seat.encounter.campaign_id)
    sheets = {sheet.pk: sheet for sheet in living.select_related("campaign", "owner").prefetch_related("items")}
    changes = list(SheetChange.objects.filter(sheet__in=sheets).select_related("by").order_by("-version", "-id"))
    found = []
    for each in there:
        sheet = sheets.get(each.sheet_id or 0)
        if sheet is not None and (seat.is_gm or sheet.owner_id == seat.user_id):
            since = _since(each, [change for change in changes if change.sheet_id == sheet.pk])
            differences = _differences(each, sheet, board.fight.fighters[each.ref], since)
            found.append(Returning(each, sheet, differences, ids.count(sheet.pk) == 1))
    return found


def send_back(submit: Submit, chosen: Mapping[str, Chosen]) -> list[Name]:
    """Write what the fight has done to the chosen sheets, with a note in their history; give the names.

    What the sheet says already is not written again, so that sending twice does no more than once.

    Raises:
        Stale: the fight, or one of the sheets, has changed since it was looked at. Nothing was written.
        PermissionDenied: one of them is not for this seat.
        BadInput: a value does not fit the sheet. Nothing was written.
    """
    with transaction.atomic():
        seat = seat_at(submit.user, submit.encounter, lock=True)
        if submit.version != seat.version:
            raise Stale
        those = {each.combatant.ref: each for each in returning(seat, set_up(seat.encounter, partly=False))}
        if not chosen.keys() <= those.keys():
            raise PermissionDenied(_("This sheet is not for you to change."))
        note = _("After the fight: %(name)s") % {"name": seat.encounter.name}
        return [those[ref].combatant.name for ref, fields in chosen.items() if _send(seat, those[ref], fields, note)]


def _send(seat: Seat, one: Returning, chosen: Chosen, note: str) -> bool:
    """Write the chosen fields of one sheet; whether there was anything to write."""
    wanted = [each for each in one.differences if each.field in chosen.fields]
    if not wanted:
        return False
    sheet = Sheet.objects.select_for_update().get(pk=one.sheet.pk)
    if sheet.version != chosen.version:
        raise Stale
    apply_to_sheet(one.sheet, seat.user, {each.field: each.after for each in wanted if each.item is None}, note)
    for each in wanted:
        if each.item is not None:
            item = Item.objects.get(sheet=sheet, public_id=each.field.removeprefix(ITEM))
            restore_item(one.sheet, seat.user, item.public_id, {**item.data, "uses": each.after}, note)
    one.combatant.sent_back_at = timezone.now()
    one.combatant.save(update_fields=["sent_back_at"])
    return True


def _since(combatant: Combatant, changes: Sequence[SheetChange]) -> dict[str, SheetChange]:
    """By field, the newest change of the sheet since it was copied, or since it was last sent back."""
    found: dict[str, SheetChange] = {}
    for change in changes:
        is_later = combatant.sheet_version is not None and change.version > combatant.sheet_version
        if is_later and (combatant.sent_back_at is None or change.at > combatant.sent_back_at):
            found.setdefault(change.field, change)
    return found


def _differences(
    combatant: Combatant, sheet: Sheet, fighter: Fighter, since: Mapping[str, SheetChange]
) -> list[Difference]:
    system = sheet.campaign.rules
    now = readable(system, sheet.data)[0].model_dump(mode="json")
    brought = readable(system, combatant.brought.get("sheet", {}))[0].model_dump(mode="json")
    found = [
        Difference(name, now.get(name), value, since=since.get(name))
        for name, value in system.sheet_after(fighter).items()
        if value != now.get(name) and value != brought.get(name)  # what the fight left alone is not its business
    ]
    return found + _death(combatant, sheet, fighter, since) + _uses(combatant, sheet, fighter, since)


def _death(combatant: Combatant, sheet: Sheet, fighter: Fighter, since: Mapping[str, SheetChange]) -> list[Difference]:
    """That a player character has died; or that it lives after all, where its death was sent back and then undone."""
    is_dead = sheet.campaign.rules.is_dead(fighter)
    is_undone = combatant.sent_back_at is not None and not combatant.brought.get(DEATH, False)
    if sheet.is_npc or is_dead == sheet.is_dead or not (is_dead or is_undone):
        return []
    return [Difference(DEATH, sheet.is_dead, is_dead, since=since.get(DEATH))]


def _uses(combatant: Combatant, sheet: Sheet, fighter: Fighter, since: Mapping[str, SheetChange]) -> list[Difference]:
    """The things that were used up a little, where they are still on the sheet."""
    items = {item.public_id: item for item in sheet.items.all()}
    ids = combatant.brought.get("items", [])
    found = []
    for place, left in getattr(fighter, "uses", {}).items():
        item = items.get(ids[int(place)]) if int(place) < len(ids) else None
        if item is not None and item.data.get("uses") != left:
            field = f"{ITEM}{item.public_id}"
            found.append(Difference(field, item.data.get("uses"), left, item.data.get("name"), since.get(field)))
    return found
