"""What is typed in when an encounter is prepared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from encounters.lineup import side_name
from encounters.models import Combatant, Encounter
from encounters.services.recruits import FOES, MOST_AT_ONCE, Joining
from rules.effects import GM
from rules.errors import BadInput
from rules.numbers import read_number
from rules.system import System
from sheets.columns import Column, columns_of
from sheets.faces import face_of
from sheets.models import Membership
from sheets.templatetags.words import words

OTHER = "-"
LONGEST_SIDE = 60


class WholeField(forms.IntegerField):
    """A whole number as people type it: any minus, full-width digits."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})

    def to_python(self, value: Any) -> int | None:
        return super().to_python(read_number(value))

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {}


class EncounterForm(forms.Form):
    """An encounter's name, and how the foes' health is shown."""

    name = forms.CharField(label=_("Name"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    health = forms.ChoiceField(
        label=_("Players see the health of foes as"), choices=Encounter.Health.choices, initial=Encounter.Health.WORDS
    )


class JoiningForm(forms.Form):
    """How many come in, on which side, hidden or seen."""

    count = WholeField(min_value=1, max_value=MOST_AT_ONCE, required=False)
    side = forms.CharField(required=False, max_length=LONGEST_SIDE)
    other_side = forms.CharField(required=False, max_length=LONGEST_SIDE)
    hidden = forms.BooleanField(required=False)

    def __init__(self, *args: Any, side: str = FOES, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.default_side = side
        sentence = _("From 1 to %(most)s at once.") % {"most": MOST_AT_ONCE}
        for code in ("min_value", "max_value", "invalid"):
            self.fields["count"].error_messages[code] = sentence

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("side") == OTHER:
            cleaned["side"] = cleaned.get("other_side")
            if not cleaned["side"]:
                self.add_error("other_side", gettext("Give the other side a name."))
        return cleaned

    @property
    def joining(self) -> Joining:
        data = self.cleaned_data
        return Joining(data.get("side") or self.default_side, data.get("hidden", False), data.get("count") or 1)


class CombatantForm(forms.Form):
    """A combatant's columns, and the plain fields of the sheet that it brought, as `sheet.<path>`."""

    def __init__(
        self, system: System, combatant: Combatant, members: Iterable[Membership], sides: Iterable[str],
        *args: Any, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **kwargs)
        self.combatant = combatant
        self.names = list(combatant.name) if isinstance(combatant.name, dict) else []
        self._name_fields()
        party, *others = dict.fromkeys([system.party, FOES, *sides])
        known = [(party, side_name(party, party)), *((side, side_name(side, party)) for side in others)]
        self.fields["side"] = forms.ChoiceField(
            label=_("Side"), choices=[*known, (OTHER, _("Another side …"))], initial=combatant.side
        )
        self.fields["other_side"] = forms.CharField(
            label=_("Name of the other side"), required=False, max_length=LONGEST_SIDE
        )
        self.fields["owner"] = forms.ChoiceField(
            label=_("Played by"), choices=[(GM, _("the Game Master")), *_players(members)],
            initial=combatant.owner_id or GM,
        )  # fmt: skip
        self.fields["hidden"] = forms.BooleanField(
            label=_("Hidden from the players"), required=False, initial=combatant.hidden
        )
        self.fields["player"] = forms.BooleanField(
            label=_("A player character"), required=False, initial=combatant.player
        )
        self.essentials = {*face_of(system.slug).essentials, "armor"}
        self.figures = list(self._sheet_fields(system))

    def _name_fields(self) -> None:
        if self.names:
            for language in self.names:
                label = gettext("Name (%(language)s)") % {"language": language}
                self.fields[f"name.{language}"] = _name_field(label, self.combatant.name[language])
        else:
            self.fields["name"] = _name_field(gettext("Name"), self.combatant.name)

    def _sheet_fields(self, system: System) -> Iterable[str]:
        sheet = system.sheet.model_validate(self.combatant.brought.get("sheet", {}))
        face = face_of(system.slug)
        for column in columns_of(system.sheet).values():
            value = getattr(sheet, column.name)
            if column.kind in ("number", "flag", "one"):
                self.fields[f"sheet.{column.name}"] = _field_of(system, column, value)
                yield column.name
            elif column.kind == "rows" and column.row is not None:
                for number, row in enumerate(value):
                    for part in columns_of(column.row).values():
                        if part.kind == "text" and not part.optional:
                            path = f"{column.name}.{number}.{part.name}"
                            label = f"{words(row.name)}: {face.label(part.name)}"
                            self.fields[f"sheet.{path}"] = forms.CharField(
                                label=label, initial=getattr(row, part.name), max_length=part.most
                            )
                            yield path

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("side") == OTHER:
            cleaned["side"] = cleaned.get("other_side")
            if not cleaned["side"]:
                self.add_error("other_side", gettext("Give the other side a name."))
        return cleaned

    @property
    def who(self) -> list[forms.BoundField]:
        names = [f"name.{language}" for language in self.names] or ["name"]
        return [self[name] for name in [*names, "side", "other_side", "owner", "hidden", "player"]]

    @property
    def numbers(self) -> list[forms.BoundField]:
        """The numbers that matter most in a fight."""
        return [self[f"sheet.{path}"] for path in self.figures if path in self.essentials]

    @property
    def rows(self) -> list[forms.BoundField]:
        """The columns of rows, such as the damage of attacks."""
        return [self[f"sheet.{path}"] for path in self.figures if "." in path]

    @property
    def rest(self) -> list[forms.BoundField]:
        shown = {field.name for field in (*self.numbers, *self.rows)}
        return [self[name] for path in self.figures if (name := f"sheet.{path}") not in shown]

    @property
    def values(self) -> dict[str, Any]:
        """The combatant's own columns."""
        data = self.cleaned_data
        name: Any = {each: data[f"name.{each}"] for each in self.names} or data.get("name")
        owner = int(data["owner"]) if data["owner"] != GM else None
        return {
            "name": name,
            "side": data["side"],
            "owner_id": owner,
            "hidden": data["hidden"],
            "player": data["player"],
        }

    @property
    def sheet(self) -> dict[str, Any]:
        """The fields of the sheet, whole rows where one of their columns was typed."""
        typed: dict[str, Any] = {}
        for path in self.figures:
            value = self.cleaned_data[f"sheet.{path}"]
            name, *deeper = path.split(".")
            if not deeper:
                typed[name] = value
                continue
            rows = typed.setdefault(name, [dict(row) for row in self.combatant.brought.get("sheet", {}).get(name, [])])
            rows[int(deeper[0])][deeper[1]] = value
        return typed

    def complain(self, error: BadInput) -> None:
        """Put the rules' complaints beside their fields."""
        complain(self, error, "sheet.")


class ScenarioForm(forms.Form):
    """A scenario file, or its text."""

    MOST_BYTES = 2_000_000

    file = forms.FileField(label=_("Scenario file"), required=False)
    text = forms.CharField(
        label=_("or its text"),
        required=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )
    name = forms.CharField(label=_("Name of the encounter"), required=False, max_length=200)
    played = forms.BooleanField(label=_("Play its orders too, with its dice"), required=False, initial=True)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        file = cleaned.get("file")
        if file is not None and file.size > self.MOST_BYTES:
            self.add_error("file", gettext("This file is too large for a scenario."))
        elif file is not None:
            try:
                cleaned["text"] = file.read().decode("utf-8-sig")
            except UnicodeDecodeError:
                self.add_error("file", gettext("This is not a text file."))
        elif not cleaned.get("text"):
            self.add_error("file", gettext("Choose a file, or put its text below."))
        return cleaned


def complain(form: forms.Form, error: BadInput, prefix: str = "") -> None:
    """Put the rules' complaints beside the fields they concern, else at the top of the form."""
    for each in error.errors:
        name = f"{prefix}{each.path}"
        form.add_error(name if name in form.fields else None, words(each.words))


def _name_field(label: str, initial: str) -> forms.CharField:
    return forms.CharField(
        label=label, initial=initial, max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


def _players(members: Iterable[Membership]) -> list[tuple[str, str]]:
    return [(str(each.user_id), each.user.get_username()) for each in members if each.role != Membership.Role.SPECTATOR]


def _field_of(system: System, column: Column, value: Any) -> forms.Field:
    face = face_of(system.slug)
    label = capfirst(str(face.label(column.name))) if column.kind != "number" else str(face.label(column.name))
    match column.kind:
        case "flag":
            return forms.BooleanField(label=label, required=False, initial=bool(value))
        case "one":
            choices = [(each, face.choice(column.name, each)) for each in column.options]
            if column.optional:
                choices = [("", "—"), *choices]
            return forms.ChoiceField(label=label, choices=choices, initial=value, required=not column.optional)
        case "number":
            return WholeField(label=label, required=not column.optional, initial=value)
        case _:
            return forms.CharField(label=label, required=False, initial=column.shown(value), max_length=column.most)


__all__ = ["OTHER", "CombatantForm", "EncounterForm", "JoiningForm", "ScenarioForm", "complain"]
