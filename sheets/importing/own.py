"""Our own files: the document that a sheet's export writes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.border import read
from rules.errors import BadInput, RulesError
from rules.records import read_many_gear
from rules.registry import system_of
from rules.words import Name, say
from rules.words import gettext_noop as _
from sheets.importing.hands import askable
from sheets.importing.imported import FORMAT, Imported, bad
from sheets.services.fields import Heading
from sheets.services.items import as_stored
from sheets.services.sheets import with_maxima


def read_document(document: Any) -> Imported:
    """A document as a sheet.

    Raises:
        BadInput: every complaint at once, with its path.
    """
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise bad(say(_("This is no sheet of ours: it lacks “format”: “{format}”."), format=FORMAT), "format")
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
    return Imported(system.slug, str(name), with_maxima(sheet, system.sheet), gear, hands=askable(gear, system.gear))
