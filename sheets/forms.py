"""What is typed into pages: forms of our own, and forms made from a system's models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from pydantic import BaseModel

from rules.border import read
from rules.errors import BadInput
from rules.registry import SYSTEMS
from sheets.columns import Column, columns_of
from sheets.faces import Face
from sheets.importing.formats import MOST_BYTES
from sheets.templatetags.words import language, named, words

MOST_VERSION = 2**31 - 1


class SeenForm(forms.Form):
    """The version that the writer saw."""

    version = forms.IntegerField(min_value=0, max_value=MOST_VERSION)

    @property
    def seen(self) -> int:
        """The version; 0 where none was sent, so that any later change counts."""
        return int(self.cleaned_data["version"]) if self.is_valid() else 0


class CampaignForm(forms.Form):
    name = forms.CharField(label=_("Name of the campaign"), max_length=200)
    system = forms.ChoiceField(label=_("System"))
    about = forms.CharField(label=_("What it is about"), max_length=4000, required=False, widget=forms.Textarea)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        system = self.fields["system"]
        assert isinstance(system, forms.ChoiceField)
        system.choices = [(each.slug, words(each.edition)) for each in SYSTEMS]


class AboutForm(forms.Form):
    name = forms.CharField(label=_("Name of the campaign"), max_length=200)
    about = forms.CharField(label=_("What it is about"), max_length=4000, required=False, widget=forms.Textarea)


class ImportForm(forms.Form):
    file = forms.FileField(
        label=_("A sheet’s file"), required=False, widget=forms.FileInput({"accept": ".json,.gcs,application/json"})
    )
    text = forms.CharField(label=_("or its content"), required=False, widget=forms.Textarea)

    def content(self) -> bytes:
        """What was sent, whichever way."""
        if not self.is_valid():
            return b""
        if sent := self.cleaned_data["file"]:
            return bytes(sent.read(MOST_BYTES + 1))
        return str(self.cleaned_data["text"]).encode("utf-8", "replace")

    def refuse(self, error: BadInput) -> None:
        """Say beside what was sent what is wrong with the whole of it."""
        sent = "file" if self.files else "text"
        for each in error.errors:
            if not each.path:
                self.add_error(sent, words(each.words))


class HandsForm(forms.Form):
    """Where the things are that are held: one choice for each, by its place in the gear. Unsaid, they stay."""

    PLACES = (
        ("right", _("right hand")),
        ("left", _("left hand")),
        ("both", _("both hands")),
        ("worn", _("worn")),
        ("pack", _("in the pack")),
    )

    def __init__(self, gear: Sequence[Mapping[str, Any]], held: Iterable[int], data: QueryDict | None = None) -> None:
        initial = {f"place-{at}": gear[at].get("place", "pack") for at in held}
        super().__init__(None if data is None else {**initial, **data.dict()}, initial=initial)
        for name in initial:
            item = gear[int(name.removeprefix("place-"))]
            self.fields[name] = forms.ChoiceField(label=named(item["name"]), choices=self.PLACES)

    @property
    def places(self) -> dict[int, str]:
        """What was chosen, by place in the gear."""
        return {int(name.removeprefix("place-")): place for name, place in self.cleaned_data.items()}

    def refuse(self, error: BadInput) -> None:
        """Put each complaint beside its thing."""
        for each in error.errors:
            self.add_error(f"place-{each.path.removeprefix('gear.')}", words(each.words))


class ColumnForm(forms.Form):
    """A form of some of a model's columns; the model itself judges what was typed.

    A number or a choice that is not sent at all, not even empty, stays what it is: a form may be older than the column.
    """

    def __init__(
        self, model: type[BaseModel], face: Face, names: Iterable[str] | None = None,
        data: Any = None, initial: Mapping[str, Any] | None = None, prefix: str | None = None,
    ) -> None:  # fmt: skip
        columns = columns_of(model)
        self.model = model
        self.columns = columns if names is None else {name: columns[name] for name in names}
        now = {name: (initial or {}).get(name, model.model_fields[name].default) for name in self.columns}
        shown = {name: column.shown(now[name], language()) for name, column in self.columns.items()}
        unsent = {
            f"{prefix}-{name}" if prefix else name: shown[name]
            for name, column in self.columns.items() if column.kind in {"number", "one"}
        }  # fmt: skip
        super().__init__(None if data is None else {**unsent, **dict(data.items())}, prefix=prefix)
        for name, column in self.columns.items():
            self.fields[name] = _form_field(column, face, shown[name])

    def clean(self) -> dict[str, Any]:
        sent = {name: self.data.get(self.add_prefix(name)) for name in self.columns}
        document = {name: column.typed(sent[name]) for name, column in self.columns.items()}
        try:
            return read(self.model, document).model_dump(mode="json", include=set(self.columns))
        except BadInput as error:
            self.refuse(error)
            return document

    def refuse(self, error: BadInput, below: str = "") -> None:
        """Put each complaint beside its field."""
        for each in error.errors:
            field = each.path.removeprefix(below).split(".")[0]
            if field not in self.errors:
                self.add_error(field if field in self.fields else None, words(each.words))


def _form_field(column: Column, face: Face, initial: str) -> forms.Field:
    needed = not column.optional and column.kind in {"number", "one", "name"}
    how: dict[str, Any] = {"label": face.label(column.name), "required": needed, "initial": initial}
    match column.kind:
        case "flag":
            return forms.BooleanField(**how)
        case "one":
            choices = [(option, face.choice(column.name, option)) for option in column.options]
            return forms.ChoiceField(choices=[("", "—"), *choices] if column.optional else choices, **how)
        case "number":
            return forms.CharField(widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}), **how)
        case "long":
            return forms.CharField(widget=forms.Textarea, **how)
        case _:
            return forms.CharField(widget=forms.TextInput({"autocomplete": "off"}), **how)
