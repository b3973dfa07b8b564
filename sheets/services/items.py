"""Things on a sheet: taking them from the tables or making them, changing, placing, ordering, removing."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Literal

from django.db import transaction
from django.db.models import Max

from rules.border import read
from rules.errors import BadInput, RulesError
from rules.records import read_gear
from rules.system import System
from rules.words import gettext_noop as _
from rules.words import say
from sheets.models import Equipment, Item, Sheet, SheetChange, User
from sheets.services.changes import Change, Clash, changes_since, locked, record

#: As many things as one sheet may hold.
MOST_ITEMS = 200


def add_from_table(sheet: Sheet, by: User, row: Equipment, public_id: str | None = None) -> Item:
    """Put a copy of a table's row on the sheet; later changes of the table do not reach it."""
    return add_item(sheet, by, row.data, public_id)


@transaction.atomic
def add_item(sheet: Sheet, by: User, data: Mapping[str, Any], public_id: str | None = None) -> Item:
    """Put a thing on the sheet. The same `public_id` again adds nothing.

    Raises:
        BadInput: the thing does not fit its kind, or the sheet is too long.
    """
    sheet = locked(sheet)
    if public_id and (made := sheet.items.filter(public_id=public_id).first()):
        return made
    if sheet.items.count() >= MOST_ITEMS:
        raise BadInput([RulesError(say(_("A sheet holds at most {most} things."), most=MOST_ITEMS))])
    model = read_gear(sheet.campaign.rules, deepcopy(dict(data)), "")
    last = sheet.items.aggregate(last=Max("position"))["last"]
    item = Item(sheet=sheet, position=0 if last is None else last + 1, data=as_stored(model))
    if public_id and not Item.objects.filter(public_id=public_id).exists():
        item.public_id = public_id
    item.save()
    record(sheet, by, [Change(_field(item), None, item.data)])
    return item


def as_stored(model: Any) -> dict[str, Any]:
    """A thing as JSON, with its kind and without what its kind supplies."""
    return {"kind": model.kind, **model.model_dump(mode="json", exclude_defaults=True)}


@transaction.atomic
def edit_item(sheet: Sheet, by: User, item: Item, column: str, value: Any, seen: int) -> tuple[Item, Clash | None]:
    """Write one column of a thing. Equal content writes nothing and is no clash.

    Raises:
        BadInput: the value does not fit; its path is the column.
    """
    sheet = locked(sheet)
    item = sheet.items.get(pk=item.pk)
    system = sheet.campaign.rules
    new = _with(system, item.data, column, value)
    old = _columns(system, item.data)
    if _columns(system, new)[column] == old[column]:
        return item, None
    for later in changes_since(sheet, _field(item), seen):
        if later.old is None or later.new is None or later.old.get(column) != later.new.get(column):
            return item, Clash(column, _columns(system, new)[column], old[column], later)
    _write(sheet, by, item, new)
    return item, None


@transaction.atomic
def remove_item(sheet: Sheet, by: User, public_id: str, note: str = "") -> SheetChange | None:
    """Take a thing off the sheet; the history can bring it back. Once gone, nothing more is written."""
    sheet = locked(sheet)
    item = sheet.items.filter(public_id=public_id).first()
    if item is None:
        return None
    [change] = record(sheet, by, [Change(_field(item), item.data, None)], note)
    item.delete()
    return change


@transaction.atomic
def move_item(sheet: Sheet, by: User, item: Item, to: Literal["up", "down"]) -> None:
    """Let a thing change places with its neighbour above or below, if there is one."""
    sheet = locked(sheet)
    order = list(sheet.items.all())
    at = next(number for number, each in enumerate(order) if each.pk == item.pk)
    other = at - 1 if to == "up" else at + 1
    if 0 <= other < len(order):
        old = [each.public_id for each in order]
        order[at], order[other] = order[other], order[at]
        _write_order(sheet, by, old, order)


def restore_item(sheet: Sheet, by: User, public_id: str, data: Mapping[str, Any] | None, note: str) -> None:
    """Make a thing what it was: as it was written, or not there at all."""
    if data is None:
        remove_item(sheet, by, public_id, note)
        return
    with transaction.atomic():
        sheet = locked(sheet)
        stored = as_stored(read_gear(sheet.campaign.rules, data, ""))
        item = sheet.items.filter(public_id=public_id).first()
        if item is None:
            last = sheet.items.aggregate(last=Max("position"))["last"] or 0
            item = Item(sheet=sheet, public_id=public_id, position=last + 1, data=stored)
            item.save()
            record(sheet, by, [Change(_field(item), None, stored)], note)
        elif item.data != stored:
            _write(sheet, by, item, stored, note)


@transaction.atomic
def restore_order(sheet: Sheet, by: User, order: list[str], note: str) -> None:
    """Put the things back into an earlier order; those that it does not know come last."""
    sheet = locked(sheet)
    items = list(sheet.items.all())
    place = {public_id: number for number, public_id in enumerate(order)}
    wanted = sorted(items, key=lambda each: place.get(each.public_id, len(place)))
    if wanted != items:
        _write_order(sheet, by, [each.public_id for each in items], wanted, note)


@transaction.atomic
def replace_items(sheet: Sheet, by: User, gear: list[dict[str, Any]], note: str) -> bool:
    """Let the sheet hold exactly these things. Those that are on it already stay as they are."""
    sheet = locked(sheet)
    system = sheet.campaign.rules
    wanted = [as_stored(read_gear(system, entry, "gear")) for entry in gear]
    here = list(sheet.items.all())
    if [each.data for each in here] == wanted:
        return False
    changes, kept = [], []
    for stored in wanted:
        same = next((each for each in here if each.data == stored and each not in kept), None)
        if same is None:
            same = Item.objects.create(sheet=sheet, data=stored)
            changes.append(Change(_field(same), None, stored))
        kept.append(same)
    for gone in here:
        if gone not in kept:
            changes.append(Change(_field(gone), gone.data, None))
            gone.delete()
    _number(kept)
    record(sheet, by, changes or [Change("order", [i.public_id for i in here], [i.public_id for i in kept])], note)
    return True


def _field(item: Item) -> str:
    return f"item:{item.public_id}"


def _with(system: System, data: Mapping[str, Any], column: str, value: Any) -> dict[str, Any]:
    kind = data.get("kind")
    return as_stored(read(system.gear[str(kind)], {**data, column: value}))


def _columns(system: System, data: Mapping[str, Any]) -> dict[str, Any]:
    """Every column of a thing, the supplied ones too. One that cannot be read is shown as it is stored."""
    try:
        return read_gear(system, data, "").model_dump(mode="json")
    except BadInput:
        blank = dict.fromkeys(system.gear[str(data.get("kind"))].model_fields)
        return {**blank, **data}


def _write(sheet: Sheet, by: User, item: Item, data: dict[str, Any], note: str = "") -> None:
    old, item.data = item.data, data
    item.save(update_fields=["data"])
    record(sheet, by, [Change(_field(item), old, data)], note)


def _write_order(sheet: Sheet, by: User, old: list[str], order: list[Item], note: str = "") -> None:
    _number(order)
    record(sheet, by, [Change("order", old, [each.public_id for each in order])], note)


def _number(order: list[Item]) -> None:
    for number, each in enumerate(order):
        each.position = number
    Item.objects.bulk_update(order, ["position"])
