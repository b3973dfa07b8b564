"""How every change of a sheet is written: on a locked row, with a version and a history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils import timezone

from sheets.models import Sheet, SheetChange, User


class Change(NamedTuple):
    """One field's old and new value."""

    field: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Clash:
    """Somebody changed the same field to another value since it was seen; nothing was written."""

    field: str
    mine: Any
    theirs: Any
    change: SheetChange


def locked(sheet: Sheet) -> Sheet:
    """The sheet's row, held until the transaction ends, as it is now."""
    return Sheet.objects.select_related("campaign").select_for_update(of=("self",)).get(pk=sheet.pk)


def record(sheet: Sheet, by: User | None, changes: Sequence[Change], note: str = "") -> list[SheetChange]:
    """Raise the version and write down what changed. The sheet's row must be held and is saved here."""
    sheet.version += 1
    sheet.changed_at = timezone.now()
    sheet.save(update_fields=["name", "is_dead", "data", "version", "changed_at"])
    return SheetChange.objects.bulk_create(
        SheetChange(sheet=sheet, version=sheet.version, by=by, at=sheet.changed_at, note=note[:200], **each._asdict())
        for each in changes
    )


def changes_since(sheet: Sheet, field: str, seen: int) -> list[SheetChange]:
    """What was done to one field after the version that somebody saw, newest first."""
    return list(sheet.changes.filter(field=field, version__gt=seen).select_related("by"))
