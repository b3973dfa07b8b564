"""What a side is called on a page."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

_KNOWN = {"party": gettext_noop("Party"), "foes": gettext_noop("Foes")}


def side_name(side: str) -> str:
    """The two usual sides in the reader's language; others as the table calls them."""
    return _(_KNOWN[side]) if side in _KNOWN else side
