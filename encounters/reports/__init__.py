"""The kinds of reports that there are, one module each."""

from __future__ import annotations

from encounters.reports import forecast, summary
from encounters.reports.kind import Kind, Part

KINDS: tuple[Kind, ...] = (forecast.KIND, summary.KIND)

_BY_SLUG = {kind.slug: kind for kind in KINDS}


def kind_of(slug: str) -> Kind | None:
    """The kind of this slug."""
    return _BY_SLUG.get(slug)


__all__ = ["KINDS", "Kind", "Part", "kind_of"]
