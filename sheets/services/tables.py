"""Filling the tables of equipment and creatures from what each system brings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from rules.registry import SYSTEMS
from rules.system import System
from sheets.models import Creature, Equipment
from sheets.models.equipment import search_text


@dataclass(slots=True)
class Loaded:
    """How many rows of one table are new, were brought up to date, or were kept because they were changed here."""

    system: str
    table: str
    new: int = 0
    updated: int = 0
    kept: int = 0
    same: int = 0


def load_tables() -> list[Loaded]:
    """Brings every system's tables up to date. A row that was changed here is never overwritten."""
    return [loaded for system in SYSTEMS for loaded in (_equipment(system), _creatures(system))]


def _equipment(system: System) -> Loaded:
    rows = (
        (row["key"], {"kind": kind, "name": row["name"], "data": deepcopy(dict(row))})
        for kind, of_kind in system.equipment().items()
        for row in of_kind
    )
    return _load(Loaded(system.slug, "equipment"), Equipment, rows)


def _creatures(system: System) -> Loaded:
    rows = (
        (row["key"], {"name": row["name"], "data": deepcopy({"sheet": row["sheet"], "gear": row["gear"]})})
        for row in system.creatures()
    )
    return _load(Loaded(system.slug, "creatures"), Creature, rows)


@transaction.atomic
def _load(
    loaded: Loaded,
    model: type[Equipment] | type[Creature],
    rows: Iterable[tuple[str, Mapping[str, Any]]],
) -> Loaded:
    known = {row.key: row for row in model._default_manager.filter(system=loaded.system).select_for_update()}
    new: list[Any] = []
    for key, columns in rows:
        row = known.get(key)
        if row is None:
            search = search_text(columns["name"])
            new.append(model(system=loaded.system, key=key, search=search, **columns))
            loaded.new += 1
        elif all(getattr(row, name) == value for name, value in columns.items()):
            loaded.same += 1
        elif row.changed:
            loaded.kept += 1
        else:
            for name, value in columns.items():
                setattr(row, name, value)
            row.save()
            loaded.updated += 1
    model._default_manager.bulk_create(new)
    return loaded
