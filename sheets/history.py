"""A sheet's history in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from sheets.columns import Column, columns_of
from sheets.faces import Face
from sheets.faces.face import Text
from sheets.models import SheetChange
from sheets.page import OWN_LABELS, SheetPage
from sheets.services.fields import Own
from sheets.templatetags.words import language, named


@dataclass(frozen=True, slots=True)
class Line:
    """One change as people read it: what was changed, from what, to what."""

    change: SheetChange
    label: Text
    old: str
    new: str


def lines_of(page: SheetPage, changes: Iterable[SheetChange]) -> list[Line]:
    """Changes in words, with the labels of the system."""
    columns = {**columns_of(Own), **columns_of(page.system.sheet)}
    return [_line(page, columns, change) for change in changes]


def _line(page: SheetPage, columns: Any, change: SheetChange) -> Line:
    if change.field.startswith("item:"):
        name = named((change.new or change.old or {}).get("name"))
        if change.old is None:
            return Line(change, name, "", _("added"))
        if change.new is None:
            return Line(change, name, "", _("removed"))
        return Line(change, name, *_item_difference(page, change.old, change.new))
    if change.field == "order":
        return Line(change, _("The order of things"), "", _("changed"))
    column = columns.get(change.field)
    label = OWN_LABELS["is_dead"] if change.field == "is_dead" else page.face.label(change.field)
    return Line(change, label, say(page.face, column, change.old), say(page.face, column, change.new))


def say(face: Face, column: Column | None, value: Any) -> str:
    """A stored value in words."""
    if value is None or value == "":
        return "—"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if column and column.kind == "one":
        return str(face.choice(column.name, str(value)))
    if column and column.kind == "rows":
        return ", ".join(named(row.get("name")) for row in value) or "—"
    return (column.shown(value, language()) if column else named(value)) or "—"


def _item_difference(page: SheetPage, before: dict[str, Any], after: dict[str, Any]) -> tuple[str, str]:
    """The columns that differ, before and after."""
    model = page.system.gear.get(str(after.get("kind")))
    columns = columns_of(model) if model else {}
    sides: list[list[str]] = [[], []]
    for name in dict.fromkeys([*before, *after]):
        supplied = model.model_fields[name].default if model and name in model.model_fields else None
        old, new = before.get(name, supplied), after.get(name, supplied)
        if old != new:
            for side, value in zip(sides, (old, new), strict=True):
                side.append(f"{page.face.label(name)}: {say(page.face, columns.get(name), value)}")
    return ", ".join(sides[0]), ", ".join(sides[1])
