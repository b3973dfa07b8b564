"""Reads files for the tests: the small ones that stand beside them, and what follows from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules.systems.dungeon_fantasy.derived import derive
from rules.systems.dungeon_fantasy.gear import KINDS
from rules.systems.dungeon_fantasy.sheet import DfSheet
from sheets.importing.formats import read_file
from sheets.importing.imported import Imported

FILES = Path(__file__).parent / "files"


def content(name: str) -> bytes:
    return (FILES / f"{name}.gcs").read_bytes()


def imported(name: str) -> Imported:
    return read_file(content(name))


def values(read: Imported) -> dict[str, Any]:
    """What follows from a sheet of Dungeon Fantasy."""
    things = [KINDS[item["kind"]].model_validate(item) for item in read.gear]
    return dict(derive(DfSheet.model_validate(read.sheet), things).values)  # type: ignore[arg-type]


def thing(read: Imported, name: str) -> dict[str, Any]:
    return next(item for item in read.gear if item["name"] == name)


def sentences(read: Imported) -> str:
    return "\n".join(str(each) for each in read.warnings)
