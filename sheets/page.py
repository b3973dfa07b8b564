"""A sheet as its page shows it: cells to write in, derived values with their reasons, things as tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import pgettext_lazy
from pydantic import BaseModel

from rules.breakdown import Breakdown
from rules.errors import RulesError
from rules.system import Derived, System
from rules.words import Words
from sheets.columns import Column, columns_of, row_columns
from sheets.door import SheetSeat
from sheets.faces import Face, face_of
from sheets.faces.face import Text
from sheets.models import Item, Sheet
from sheets.services.changes import Clash
from sheets.services.fields import OWN, Own
from sheets.templatetags.words import language
from sheets.written import Written, written

#: Of a character; a thing's name has another word in some languages.
HEADING_LABEL = pgettext_lazy("of a character", "Name")
#: What the columns are called that every sheet has.
OWN_LABELS: Mapping[str, Text] = {"name": HEADING_LABEL, "is_dead": pgettext_lazy("of a character", "Dead")}


@dataclass(frozen=True, slots=True)
class Cell:
    """One field to write in: what it shows, where it is saved, and what was said about it."""

    id: str
    column: Column
    label: Text
    shown: str
    action: str
    version: int
    choices: Sequence[tuple[str, Text]] = ()
    placeholder: str = ""
    error: RulesError | None = None
    clash: Clash | None = None
    #: What the field says now, where `shown` is what was typed and not saved.
    saved: str = ""
    #: The rows of a field that is a list, each as cells; the last one is empty, for one more.
    rows: Sequence[Sequence[Cell]] = ()
    #: The word on the button that adds a row.
    adder: Text = ""
    #: The number of each of the options, where a field has one for each.
    pairs: Sequence[tuple[str, Text, Any]] = ()

    @property
    def theirs(self) -> str:
        return self.column.shown(self.clash.theirs, language()) if self.clash else ""


@dataclass(frozen=True, slots=True)
class Reason:
    """A derived value with what it was made of."""

    key: str
    label: Text | Words
    value: Any
    why: Breakdown

    @property
    def rule(self) -> str | None:
        return next((step.rule for step in self.why.steps if step.rule), None)


@dataclass(frozen=True, slots=True)
class Tile:
    """A thing on the sheet at a glance."""

    item: Item
    model: Any
    marks: Sequence[Text]
    #: How much of what is carried it takes.
    burden: Text = ""


@dataclass
class SheetPage:
    """Everything that the page of one sheet shows to one seat."""

    at: SheetSeat
    #: The derived value whose reasons are open; "" for none, None for the first.
    why_shown: str | None = None
    #: Cells that answer something: a refusal or a clash, with what was typed.
    answers: Mapping[str, Cell] = field(default_factory=dict)

    @property
    def sheet(self) -> Sheet:
        return self.at.sheet

    @property
    def system(self) -> System:
        return self.sheet.campaign.rules

    @property
    def face(self) -> Face:
        return face_of(self.sheet.campaign.system)

    @cached_property
    def written(self) -> Written:
        return written(self.sheet)

    @cached_property
    def derived(self) -> Derived:
        return self.system.derive(self.written.sheet, self.written.things)

    @cached_property
    def cells(self) -> dict[str, Cell]:
        """Every field of the sheet, and its name."""
        columns = {**columns_of(Own), **columns_of(self.system.sheet)}
        return {name: self.answers.get(name) or self.cell(column) for name, column in columns.items()}

    def cell(self, column: Column, **answer: Any) -> Cell:
        """One field as it is; `answer` replaces parts of it."""
        value = getattr(self.sheet if column.name in OWN else self.written.sheet, column.name)
        base = self._followed(column) if column.optional else None
        rows = answer.pop("rows", None)
        action = reverse("sheet_rows", args=(self.sheet.public_id, column.name))
        if column.row is not None:
            made = value if rows is None else rows
            answer |= rows_of(self.face, self.sheet, column, made, f"cell-{column.name}", action, answer.get("error"))
        how = {"placeholder": "" if base is None else str(base), **answer}
        if column.name in OWN_LABELS:
            how.setdefault("label", OWN_LABELS[column.name])
        return make_cell(self.face, self.sheet, column, value, f"cell-{column.name}",
                         reverse("sheet_field", args=(self.sheet.public_id, column.name)), **how)  # fmt: skip

    def _followed(self, column: Column) -> Any:
        """What goes where a field is left out: the derived value of that name, or the value that it is the most of."""
        if column.name in self.derived.values:
            return self.derived.values[column.name]
        return getattr(self.written.sheet, column.name.removesuffix("_max"), None)

    @cached_property
    def reasons(self) -> dict[str, Reason]:
        """The derived values; those of one weapon each under "name.weapon"."""
        return {key: self._reason(key, why) for key, why in self.derived.why.items()}

    def _reason(self, key: str, why: Breakdown) -> Reason:
        by_weapon = "." in key and key not in self.face.labels and why.steps
        label = why.steps[0].label if by_weapon else self.face.label(key)
        return Reason(key, label, why.total, why)

    @property
    def values(self) -> list[Reason]:
        return [reason for key, reason in self.reasons.items() if "." not in key]

    @property
    def ways(self) -> list[Reason]:
        """Derived values by weapon."""
        return [reason for key, reason in self.reasons.items() if "." in key]

    @property
    def why(self) -> Reason | None:
        key = next(iter(self.reasons), "") if self.why_shown is None else self.why_shown
        return self.reasons.get(key)

    @cached_property
    def tiles(self) -> list[Tile]:
        return [Tile(item, model, self.face.marks(model), self.face.burden(model)) for item, model in self.written.gear]

    @cached_property
    def layout(self) -> Mapping[str, Any]:
        """What the system's own template needs besides."""
        return self.face.layout(self.written.sheet, self.tiles, self.derived)


def item_cells(at: SheetSeat, item: Item, model: BaseModel) -> dict[str, Cell]:
    """Every column of a thing that is written by hand."""
    columns = columns_of(type(model))
    return {name: item_cell(at, item, column, getattr(model, name)) for name, column in columns.items()
            if name not in {"key", "kind"}}  # fmt: skip


def item_cell(at: SheetSeat, item: Item, column: Column, value: Any, **answer: Any) -> Cell:
    """One column of a thing."""
    face, name = face_of(at.sheet.campaign.system), f"cell-{item.public_id}-{column.name}"
    rows = answer.pop("rows", None)
    if column.row is not None or column.kind == "pairs":
        action = reverse("item_rows", args=(at.sheet.public_id, item.public_id, column.name))
        made = value if rows is None else rows
        answer |= (
            pairs_of(face, column, made)
            if column.row is None
            else rows_of(face, at.sheet, column, made, name, action, answer.get("error"))
        )
    else:
        action = reverse("item_column", args=(at.sheet.public_id, item.public_id, column.name))
    return make_cell(face, at.sheet, column, value, name, action, **answer)


def rows_of(
    face: Face, sheet: Sheet, column: Column, rows: Sequence[Any], id_: str, action: str, error: RulesError | None
) -> dict[str, Any]:
    """Each row of a list as cells, the last one empty, with the complaint beside the cell that it is about."""
    assert column.row is not None
    columns = row_columns(column.row)
    empty = {name: None if info.is_required() else info.get_default() for name, info in column.row.model_fields.items()}
    made = []
    for at, row in enumerate([*rows, {**empty, "name": None}]):
        document = row.model_dump() if isinstance(row, BaseModel) else row
        made.append([
            make_cell(
                face, sheet, each, document.get(name), f"{id_}-{at}-{name}", action,
                error=error if error and error.path.startswith(f"{column.name}.{at}.{name}") else None,
            )
            for name, each in columns.items()
        ])  # fmt: skip
    return {"rows": made, "shown": "", "adder": face.adder(column.name)}


def pairs_of(face: Face, column: Column, value: Mapping[str, Any]) -> dict[str, Any]:
    """A number for each option, empty where there is none."""
    pairs = [(option, face.choice(column.name, option), value.get(option, "")) for option in column.options]
    return {"pairs": pairs, "shown": ""}


def make_cell(face: Face, sheet: Sheet, column: Column, value: Any, name: str, action: str, **answer: Any) -> Cell:
    """A cell that shows a value; `answer` replaces what it shows, or adds what was said about it."""
    choices = [(option, face.choice(column.name, option)) for option in column.options]
    shown = column.shown(value, language())
    made = {
        "label": face.label(column.name), "shown": shown, "saved": shown, "version": sheet.version, "choices": choices,
    }  # fmt: skip
    return Cell(id=name, column=column, action=action, **{**made, **answer})
