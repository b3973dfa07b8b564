"""Sheets as files: our own JSON out, and in again after its difference was looked at."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from rules.border import plain, read
from rules.errors import BadInput, RulesError
from rules.records import read_many_gear
from rules.registry import system_of
from rules.system import System
from rules.words import Name, Words, say
from rules.words import gettext_noop as _
from sheets.models import Sheet, User
from sheets.services.fields import Heading, apply_to_sheet
from sheets.services.items import as_stored, replace_items
from sheets.services.play import brought
from sheets.services.sheets import with_maxima
from sheets.written import written

FORMAT = "fray-sheet"
MOST_BYTES = 512 * 1024


@dataclass(frozen=True, slots=True)
class Imported:
    """A file that was read: everything in it fits its system."""

    system: System
    name: str
    sheet: dict[str, Any]
    gear: list[dict[str, Any]]

    def as_document(self) -> dict[str, Any]:
        return {"format": FORMAT, "system": self.system.slug, "name": self.name, "sheet": self.sheet, "gear": self.gear}


@dataclass(frozen=True, slots=True)
class Difference:
    """One field before and after an import."""

    field: str
    old: Any
    new: Any


def export_sheet(sheet: Sheet) -> dict[str, Any]:
    """The sheet as a document that `read_document` reads."""
    return {"format": FORMAT, "system": sheet.campaign.system, "name": sheet.name, **brought(sheet)}


def read_file(content: bytes) -> Imported:
    """A file's content as a sheet.

    Raises:
        BadInput: it is not one of ours, or something in it does not fit.
    """
    if len(content) > MOST_BYTES:
        raise _bad(say(_("The file is too large: at most {most} kB."), most=MOST_BYTES // 1024))
    try:
        return read_document(plain(json.loads(content.decode("utf-8-sig"))))
    except (ValueError, RecursionError):
        raise _bad(say(_("This is not JSON."))) from None


def read_document(document: Any) -> Imported:
    """A document as a sheet.

    Raises:
        BadInput: every complaint at once, with its path.
    """
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise _bad(say(_("This is no sheet of ours: it lacks “format”: “{format}”."), format=FORMAT), "format")
    system = system_of(document.get("system"))
    errors: list[RulesError] = [
        RulesError(say(_("There is no such field.")), path=str(key)[:60])
        for key in document if key not in {"format", "system", "name", "sheet", "gear"}
    ]  # fmt: skip
    name: Name = ""
    sheet: dict[str, Any] = {}
    gear: list[dict[str, Any]] = []
    try:
        name = read(Heading, {"name": document.get("name")}).name
    except BadInput as error:
        errors += error.errors
    try:
        sheet = read(system.sheet, document.get("sheet", {}), "sheet").model_dump(mode="json")
    except BadInput as error:
        errors += error.errors
    try:
        gear = [as_stored(each) for each in read_many_gear(system, document.get("gear", []))]
    except BadInput as error:
        errors += error.errors
    if errors:
        raise BadInput(errors)
    return Imported(system, str(name), with_maxima(sheet), gear)


def _bad(words: Words, path: str = "") -> BadInput:
    return BadInput([RulesError(words, path=path)])


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
