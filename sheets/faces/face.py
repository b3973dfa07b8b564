"""How a system's sheet looks: the words of its columns, and the template that lays them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

from rules.system import Derived

Text = str | Promise


def _nothing(sheet: Any, items: Sequence[Any], derived: Derived) -> Mapping[str, Any]:
    return {}


def _no_marks(item: Any) -> Sequence[Text]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A system's looks. Without one, every column is listed under its own name."""

    template: str = "sheets/systems/plain.html"
    #: The template's partials that any change of the sheet may alter.
    parts: tuple[str, ...] = ("derived", "things")
    #: The label of a column of the sheet, of gear or of the settings, and of a derived value.
    labels: Mapping[str, Text] = field(default_factory=dict)
    #: The label of a field of a combatant's state, where the sheet has no such column or calls it otherwise.
    state: Mapping[str, Text] = field(default_factory=dict)
    #: The labels of what a column or a field of the state may be: {column: {value: label}}.
    choices: Mapping[str, Mapping[str, Text]] = field(default_factory=dict)
    #: What a question is about, by its kind, for those whom it is not put to. It names nobody.
    questions: Mapping[str, Text] = field(default_factory=dict)
    #: What is asked at once when a character is written by hand.
    essentials: tuple[str, ...] = ()
    #: The template's own context: (sheet model, tiles of its things, derived values) -> names.
    layout: Callable[[Any, Sequence[Any], Derived], Mapping[str, Any]] = _nothing
    #: The few facts of a thing that are worth seeing at a glance.
    marks: Callable[[Any], Sequence[Text]] = _no_marks

    def label(self, name: str) -> Text:
        return self.labels.get(name) or name.replace("_", " ")

    def state_label(self, name: str) -> Text:
        return self.state.get(name) or self.label(name)

    def choice(self, column: str, value: str) -> Text:
        return self.choices.get(column, {}).get(value) or value.replace("_", " ")
