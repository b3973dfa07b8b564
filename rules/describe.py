"""A system as JSON documents: the derived values of a sheet with their reasons, and the schemas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from rules.border import read
from rules.errors import BadInput, RulesError
from rules.records import read_many_gear
from rules.system import System, commands_by_name
from rules.words import gettext_noop as _
from rules.words import say


def derive_document(system: System, document: Any) -> dict[str, Any]:
    """The derived values of {"sheet": ..., "gear": [...]} and their reasons, as `derive` prints them."""
    if not isinstance(document, Mapping):
        raise BadInput([RulesError(say(_("Give an object.")))])
    errors: list[RulesError] = [
        RulesError(say(_("There is no such field.")), path=str(key)) for key in document if key not in ("sheet", "gear")
    ]
    sheet: BaseModel | None = None
    gear: tuple[BaseModel, ...] = ()
    try:
        sheet = read(system.sheet, document.get("sheet", {}), "sheet")
    except BadInput as error:
        errors += error.errors
    try:
        gear = read_many_gear(system, document.get("gear", []))
    except BadInput as error:
        errors += error.errors
    if errors:
        raise BadInput(errors)
    derived = system.derive(sheet, gear)
    return {"values": dict(derived.values), "why": {name: why.as_json() for name, why in derived.why.items()}}


def schema_of(system: System) -> dict[str, Any]:
    """JSON Schemas of a system: sheet, each kind of gear, settings, state, commands."""
    return {
        "system": system.slug,
        "sheet": system.sheet.model_json_schema(),
        "gear": {kind: model.model_json_schema() for kind, model in system.gear.items()},
        "settings": system.settings.model_json_schema(),
        "state": system.correction.model_json_schema(),
        "commands": {name: kind.model_json_schema() for name, kind in commands_by_name(system.commands).items()},
    }
