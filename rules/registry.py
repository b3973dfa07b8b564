"""The systems that exist."""

from __future__ import annotations

from rules.errors import BadInput, RulesError
from rules.system import System
from rules.systems import cairn, dungeon_fantasy
from rules.words import gettext_noop as _
from rules.words import say

SYSTEMS: tuple[System, ...] = (cairn.SYSTEM, dungeon_fantasy.SYSTEM)

_BY_SLUG = {system.slug: system for system in SYSTEMS}


def system_of(slug: object) -> System:
    """The system of this slug.

    Raises:
        BadInput: there is none; the sentence names those that there are.
    """
    if not isinstance(slug, str) or slug not in _BY_SLUG:
        words = say(
            _("There is no system “{slug}”: choose one of {known}."), slug=str(slug)[:60], known=", ".join(_BY_SLUG)
        )
        raise BadInput([RulesError(words, path="system")])
    return _BY_SLUG[slug]
