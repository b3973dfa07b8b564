"""Sheets as files: our own JSON out, and files in again after their difference was looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from sheets.importing.imported import FORMAT, Imported
from sheets.models import Sheet, User
from sheets.services.fields import apply_to_sheet
from sheets.services.items import as_stored, replace_items
from sheets.services.play import brought
from sheets.written import written


@dataclass(frozen=True, slots=True)
class Difference:
    """One field before and after an import."""

    field: str
    old: Any
    new: Any


def export_sheet(sheet: Sheet) -> dict[str, Any]:
    """The sheet as a document that `sheets.importing.own` reads."""
    return {"format": FORMAT, "system": sheet.campaign.system, "name": sheet.name, **brought(sheet)}


def differences(sheet: Sheet, imported: Imported) -> list[Difference]:
    """What an import would change on the sheet, field by field; things are one field, "gear"."""
    now = written(sheet)
    before = {"name": sheet.name, **now.sheet.model_dump(mode="json")}
    after = {"name": imported.name, **imported.sheet}
    found = [Difference(field, before.get(field), new) for field, new in after.items() if before.get(field) != new]
    gear = [as_stored(model) for model in now.things]
    return [*found, Difference("gear", gear, imported.gear)] if gear != imported.gear else found


@transaction.atomic
def import_over(sheet: Sheet, by: User, imported: Imported, note: str) -> None:
    """Make the sheet say what the file says; each change is in the history and can be put back."""
    apply_to_sheet(sheet, by, {**imported.sheet, "name": imported.name}, note)
    replace_items(sheet, by, imported.gear, note)
