"""What a Game Master has set by hand, in the words of the system."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from sheets.faces import Face


def corrections(face: Face, changes: Iterable[Sequence[Any]]) -> str:
    """Changes of a combatant's state as stored, [who, field, old, new], each as its label and both values."""
    return ", ".join(
        f"{face.state_label(name)}: {_shown(face, name, old)} → {_shown(face, name, new)}"
        for _who, name, old, new in changes
    )


def _shown(face: Face, name: str, value: Any) -> str:
    if value is None:
        return "—"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(face.choice(name, value)) if isinstance(value, str) else str(value)
