"""What a file was read as."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.errors import BadInput, RulesError
from rules.words import Words

#: What our own files say they are.
FORMAT = "fray-sheet"


@dataclass(frozen=True, slots=True)
class Imported:
    """A file that was read: everything in it fits its system.

    `warnings` say what was left out, changed or guessed. `hands` are the places in the gear of the things for which
    the reader may say in which hand they are.
    """

    system: str
    name: str
    sheet: dict[str, Any]
    gear: list[dict[str, Any]]
    format: str = FORMAT
    warnings: tuple[Words, ...] = ()
    hands: tuple[int, ...] = ()

    def as_document(self) -> dict[str, Any]:
        """As a document of our own, which `own.read_document` reads."""
        return {"format": FORMAT, "system": self.system, "name": self.name, "sheet": self.sheet, "gear": self.gear}


def bad(words: Words, path: str = "") -> BadInput:
    """One complaint about a file."""
    return BadInput([RulesError(words, path=path)])
