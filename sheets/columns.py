"""The columns of a pydantic model as a page shows them: what is typed into them, and how it reads back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import MaxLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from rules.words import name_in

Kind = Literal["number", "flag", "one", "text", "long", "name", "numbers", "texts", "rows", "pairs", "other"]
LONG = 1000


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `kind` says what is typed into it; `optional` ones may be left out (None).

    "texts" are several, with semicolons between them; "pairs" a number for each of the `options`; "rows" a list of
    objects, each a `row` of its own.
    """

    name: str
    kind: Kind
    optional: bool = False
    options: tuple[str, ...] = ()
    most: int | None = None
    #: The model of each row, where `kind` is "rows".
    row: type[BaseModel] | None = None
    #: What the model's author says about it.
    about: str = ""

    def typed(self, raw: str | None, now: Any = None, language: str = "en") -> Any:
        """What was typed, as the model reads it. `now` is the present value: a name that stays as it
        is shown keeps its other languages."""
        text = (raw or "").replace("\x00", "").replace("\r\n", "\n")
        match self.kind:
            case "flag":
                return raw is not None and raw not in {"", "false", "0"}
            case "numbers":
                return [part for part in re.split(r"[\s,;]+", text.strip()) if part]
            case "name" if now is not None and text.strip() == name_in(now, language):
                return now
            case "texts":
                return [part.strip() for part in text.split(";") if part.strip()]
            case "number" | "one" | "name" if self.optional and not text.strip():
                return None
            case _:
                return text

    def shown(self, value: Any, language: str = "en") -> str:
        """A value as it stands in its input."""
        if value is None:
            return ""
        if self.kind == "numbers":
            return ", ".join(map(str, value))
        if self.kind == "texts":
            return "; ".join(map(str, value))
        if self.kind == "flag":
            return "on" if value else ""
        return name_in(value, language) if self.kind == "name" else _plain(value)


def with_row(
    column: Column, rows: Sequence[Mapping[str, Any]], sent: Mapping[str, Any], language: str
) -> list[Mapping[str, Any]]:
    """The rows of a list as they are after one form was sent: a row changed, added or taken away."""
    assert column.row is not None
    number = str(sent.get("at", ""))
    place = int(number) if number.isdecimal() and len(number) < 5 and int(number) < len(rows) else len(rows)
    now = rows[place] if place < len(rows) else {}
    row = {**now, **{name: each.typed(sent.get(name), now.get(name), language)
                     for name, each in row_columns(column.row).items()}}  # fmt: skip
    return [*rows[:place], *([] if "remove" in sent else [row]), *rows[place + 1 :]]


def _plain(value: Any) -> str:
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)


def row_columns(model: type[BaseModel]) -> Mapping[str, Column]:
    """The columns of a row that are written by hand: a key is, where it is one of several."""
    return {name: each for name, each in columns_of(model).items() if name != "key" or each.kind == "one"}


@cache
def columns_of(model: type[BaseModel]) -> Mapping[str, Column]:
    """Every column of a model, in its order."""
    return {name: _column(name, info) for name, info in model.model_fields.items()}


def _column(name: str, info: FieldInfo) -> Column:
    alternatives = _alternatives(info.annotation)
    optional = NoneType in alternatives
    alternatives = [each for each in alternatives if each is not NoneType]
    kind, options, row = _kind(alternatives)
    most = next((each.max_length for each in info.metadata if isinstance(each, MaxLen)), None)
    if kind == "text" and most and most >= LONG:
        kind = "long"
    return Column(name, kind, optional, options, most, row, info.description or "")


def _alternatives(annotation: Any) -> list[Any]:
    """What a union is made of, without the notes of `Annotated`."""
    if get_origin(annotation) is Annotated:
        return _alternatives(get_args(annotation)[0])
    if get_origin(annotation) in {Union, UnionType}:
        return [core for each in get_args(annotation) for core in _alternatives(each)]
    return [annotation]


def _kind(alternatives: list[Any]) -> tuple[Kind, tuple[str, ...], type[BaseModel] | None]:
    first = alternatives[0]
    if str in alternatives and any(get_origin(each) is dict for each in alternatives):
        return "name", (), None
    if get_origin(first) is Literal:
        return "one", tuple(map(str, get_args(first))), None
    if get_origin(first) in {tuple, list}:
        inner = _alternatives(get_args(first)[0])[0]
        if inner is int:
            return "numbers", (), None
        if inner is str:
            return "texts", (), None
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            return "rows", (), inner
        return "other", (), None
    if get_origin(first) is dict and get_origin(keys := get_args(first)[0]) is Literal:
        return "pairs", tuple(map(str, get_args(keys))), None
    simple: dict[Any, Kind] = {bool: "flag", int: "number", float: "number", str: "text"}
    return simple.get(first, "other"), (), None
