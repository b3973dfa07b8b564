"""What every kind of report is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django import forms

from encounters.door import Seat
from encounters.models import Report


class Part(NamedTuple):
    """How far a report has come: `done` of `total` steps, and a function that gives its figures so far."""

    done: int
    total: int
    result: Callable[[], dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of report. `title` and `about` are message ids."""

    slug: str
    title: str
    about: str
    #: What one may choose when asking for it.
    form: type[forms.Form]
    #: The options as stored, from the form's values: all that `make` needs, so that a report that is made
    #: again from the start comes out the same. Raises `Refused` where there is nothing to report on.
    prepare: Callable[[Seat, Mapping[str, Any]], dict[str, Any]]
    #: Makes it, part by part; runs in a worker. The last part has all of its steps done.
    make: Callable[[Report], Iterator[Part]]
    #: What the template draws, for one seat: nothing that this seat may not know.
    draw: Callable[[Seat, Report], dict[str, Any]]
    template: str
    #: One line for a list of reports: nothing that a seat which may see the report may not know.
    headline: Callable[[Report], str]
    #: Whether reports of this kind exist for a seat; and whether it may ask for one.
    may_see: Callable[[Seat], bool]
    may_ask: Callable[[Seat], bool]
