"""How a system's sheet looks: the words of its columns, and the template that lays them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.system import Derived

Text = str | Promise
#: A value that is worth showing of a character at a glance, with its label.
Fact = tuple[Text, Any]


def _nothing(sheet: Any, items: Sequence[Any], derived: Derived) -> Mapping[str, Any]:
    return {}


def _no_marks(item: Any) -> Sequence[Text]:
    return ()


def _no_facts(sheet: Mapping[str, Any]) -> Sequence[Fact]:
    return ()


def _no_burden(item: Any) -> Text:
    return ""


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

    #: The few values of a sheet that are shown before it is opened, of a hero and of a creature.
    facts: Callable[[Mapping[str, Any]], Sequence[Fact]] = _no_facts
    creature_facts: Callable[[Mapping[str, Any]], Sequence[Fact]] = _no_facts
    #: How much of what is carried a thing takes: what that is called, and the text for one thing.
    burden_label: Text = ""
    burden: Callable[[Any], Text] = _no_burden
    #: The damage of an attack as the reader's language writes it.
    damage: Callable[[str], Text] = str
    #: A row's own word on the button that adds one more, by the list's column.
    adders: Mapping[str, Text] = field(default_factory=dict)
    #: What is redrawn when a column changes, because it is shown from it: {column: columns}.
    follows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def adder(self, column: str) -> Text:
        return self.adders.get(column) or _("Add")

    def label(self, name: str) -> Text:
        return self.labels.get(name) or name.replace("_", " ")

    def state_label(self, name: str) -> Text:
        return self.state.get(name) or self.label(name)

    def choice(self, column: str, value: str) -> Text:
        return self.choices.get(column, {}).get(value) or value.replace("_", " ")
