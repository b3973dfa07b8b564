"""The looks of every system's sheet: one module each, all of one shape."""

from __future__ import annotations

from sheets.faces import cairn, dungeon_fantasy
from sheets.faces.face import Face

__all__ = ["Face", "face_of"]

_FACES = {"cairn": cairn.FACE, "dungeon_fantasy": dungeon_fantasy.FACE}
_PLAIN = Face()


def face_of(slug: str) -> Face:
    """The looks of a system; plain ones where it has none of its own."""
    return _FACES.get(slug, _PLAIN)
