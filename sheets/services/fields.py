"""Changing a sheet field by field, each with the version that its writer saw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from rules.border import read
from rules.errors import BadInput
from rules.system import Frozen, System
from rules.words import Name
from sheets.models import Sheet, SheetChange, User
from sheets.services.changes import Change, Clash, changes_since, locked, record
from sheets.services.items import restore_item, restore_order
from sheets.written import readable


class Heading(Frozen):
    """What every sheet is given when it is made, whatever its system."""

    name: Name


class Own(Heading):
    """What every sheet has whatever its system, in columns of its own."""

    is_dead: bool = False


OWN = frozenset(Own.model_fields)


def field_value(sheet: Sheet, field: str) -> Any:
    """The present value of a field, as JSON."""
    if field in OWN:
        return getattr(sheet, field)
    fields, _errors = readable(sheet.campaign.rules, sheet.data)
    return fields.model_dump(mode="json")[field]


def read_field(system: System, data: Mapping[str, Any], field: str, value: Any) -> Any:
    """One value as the system reads it beside the others, as JSON.

    Raises:
        BadInput: it does not fit; other fields are not complained of.
    """
    if field == "name":
        return read(Heading, {"name": str(value)}).name
    if field in OWN:
        return getattr(read(Own, {"name": "—", field: value}), field)
    try:
        return read(system.sheet, {**data, field: value}).model_dump(mode="json")[field]
    except BadInput as error:
        if mine := [each for each in error.errors if not each.path or each.path.split(".")[0] == field]:
            raise BadInput(mine) from None
        fields, _errors = readable(system, {**data, field: value})
        return fields.model_dump(mode="json")[field]


@transaction.atomic
def edit_field(sheet: Sheet, by: User, field: str, value: Any, seen: int, note: str = "") -> tuple[Sheet, Clash | None]:
    """Write one field. Equal content writes nothing and is no clash.

    Raises:
        BadInput: the value does not fit; nothing is written.
    """
    sheet = locked(sheet)
    new = read_field(sheet.campaign.rules, sheet.data, field, value)
    old = field_value(sheet, field)
    if new == old:
        return sheet, None
    if later := changes_since(sheet, field, seen):
        return sheet, Clash(field, new, old, later[0])
    _set(sheet, field, new)
    record(sheet, by, [Change(field, old, new)], note)
    return sheet, None


@transaction.atomic
def apply_to_sheet(sheet: Sheet, by: User | None, values: Mapping[str, Any], note: str = "") -> list[SheetChange]:
    """Write several fields at once, as one version: what a fight or a file brings back.

    Returns the changes that were written; none where the sheet says so already.

    Raises:
        BadInput: a value does not fit; nothing is written.
    """
    sheet = locked(sheet)
    data = {name: value for name, value in values.items() if name not in OWN}
    whole = read(sheet.campaign.rules.sheet, {**sheet.data, **data}).model_dump(mode="json")
    fields, _errors = readable(sheet.campaign.rules, sheet.data)
    before = fields.model_dump(mode="json") | {name: getattr(sheet, name) for name in OWN}
    whole |= {name: read_field(sheet.campaign.rules, {}, name, values[name]) for name in OWN & values.keys()}
    changes = [Change(name, before[name], whole[name]) for name in values if whole[name] != before[name]]
    for change in changes:
        _set(sheet, change.field, change.new)
    return record(sheet, by, changes, note) if changes else []


@transaction.atomic
def restore_change(sheet: Sheet, by: User, change: SheetChange, seen: int, note: str) -> Clash | None:
    """Put back what stood there before a change.

    Raises:
        BadInput: the earlier value does not fit any more.
    """
    if later := [each for each in changes_since(sheet, change.field, seen) if each.new != change.old]:
        return Clash(change.field, change.old, later[0].new, later[0])
    if change.field.startswith("item:"):
        restore_item(sheet, by, change.field.removeprefix("item:"), change.old, note)
        return None
    if change.field == "order":
        restore_order(sheet, by, list(change.old or ()), note)
        return None
    _sheet, clash = edit_field(sheet, by, change.field, change.old, sheet.version, note)
    return clash


def _set(sheet: Sheet, field: str, value: Any) -> None:
    if field in OWN:
        setattr(sheet, field, value)
    else:
        sheet.data = {**sheet.data, field: value}
