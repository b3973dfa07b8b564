"""What a fight takes from a sheet, and what it brings back."""

from __future__ import annotations

from typing import Any

from sheets.models import Sheet
from sheets.services.fields import apply_to_sheet
from sheets.services.items import as_stored
from sheets.written import written

__all__ = ["apply_to_sheet", "brought"]


def brought(sheet: Sheet) -> dict[str, Any]:
    """A copy of the sheet and its things for a combatant; nothing done to it reaches the sheet."""
    now = written(sheet)
    return {
        "sheet": now.sheet.model_dump(mode="json", exclude_defaults=True),
        "gear": [as_stored(model) for model in now.things],
    }
