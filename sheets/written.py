"""What stands on a sheet, read by its system's models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from rules.border import read
from rules.errors import BadInput, RulesError
from rules.records import read_gear
from rules.system import System
from sheets.models import Item, Sheet


@dataclass(frozen=True, slots=True)
class Written:
    """A sheet as its system reads it. What cannot be read is left out and named in `unreadable`."""

    sheet: BaseModel
    gear: tuple[tuple[Item, BaseModel], ...]
    unreadable: tuple[RulesError, ...] = ()

    @property
    def things(self) -> tuple[BaseModel, ...]:
        return tuple(model for _item, model in self.gear)


def written(sheet: Sheet) -> Written:
    """The sheet and its things. Old rows that no longer fit the system must not close the page."""
    system = sheet.campaign.rules
    fields, errors = readable(system, sheet.data)
    gear = []
    for item in sheet.items.all():
        try:
            gear.append((item, read_gear(system, item.data, str(item))))
        except BadInput as error:
            errors += error.errors
    return Written(fields, tuple(gear), tuple(errors))


def readable(system: System, data: Mapping[str, Any]) -> tuple[BaseModel, list[RulesError]]:
    """The fields that can be read, with complaints about those that cannot."""
    try:
        return read(system.sheet, data), []
    except BadInput as error:
        bad = {each.path.split(".")[0] for each in error.errors}
        return read(system.sheet, {k: v for k, v in data.items() if k not in bad}), error.errors
