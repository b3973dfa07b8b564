"""What is typed in for maps: a new one, its settings, a file, a picture."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from PIL import Image

from encounters.forms import WholeField
from encounters.services.pictures import read_picture
from rules.border import plain
from rules.errors import BadInput, RulesError
from rules.grid.field import MOST, Grid
from rules.maps import BattleMap, read_map
from rules.numbers import read_number
from sheets.templatetags.words import words

#: The grid that a system's books draw on, where they name one: its kind, and what a cell measures.
USUAL = {"pathfinder": ("square", "5", "ft"), "dungeon_fantasy": ("hex", "1", "yd")}
ANY = ("square", "5", "ft")

#: A hex is so many times as high as the rows of a map of hexes lie apart, whose columns are 1 wide.
_ROW_OF_HEXES = 3**0.5 / 2


class PictureField(forms.FileField):
    """A picture, checked by reading it."""

    widget = forms.ClearableFileInput(attrs={"accept": "image/png,image/jpeg,image/webp"})

    def clean(self, data: Any, initial: Any = None) -> Image.Image | None:
        upload = super().clean(data, initial)
        if not upload:
            return None
        try:
            return read_picture(upload)
        except RulesError as error:
            raise forms.ValidationError(words(error.words)) from None


class _NeededWithoutPicture(forms.TextInput):
    """A field that the server asks for where it is needed; the browser cannot know."""

    def use_required_attribute(self, initial: Any) -> bool:
        return False


class NewMapForm(forms.Form):
    """A new map: its name, grid and size, and the picture under it. A picture gives the rows by its proportions."""

    name = forms.CharField(label=_("Name"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    grid = forms.ChoiceField(label=_("Grid"), choices=[("square", _("squares")), ("hex", _("hexes"))])
    cols = WholeField(label=_("Columns"), min_value=1, max_value=MOST, initial=20)
    rows = WholeField(
        label=_("Rows"), min_value=1, max_value=MOST, initial=15,
        widget=_NeededWithoutPicture(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"required": _("Say how many rows it has, or bring a picture.")},
        help_text=_("With a picture they follow from its proportions."),
    )  # fmt: skip
    scale = forms.CharField(
        label=_("A cell measures"), max_length=10, widget=forms.TextInput(attrs={"inputmode": "decimal"})
    )
    unit = forms.ChoiceField(label=_("Unit"), choices=[("ft", _("feet")), ("m", _("metres")), ("yd", _("yards"))])
    picture = PictureField(label=_("Picture under the map"), required=False)

    def __init__(self, system: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        grid, scale, unit = USUAL.get(system, ANY)
        self.initial.update({"grid": grid, "scale": scale, "unit": unit})
        self.fields["rows"].required = not self.files.get("picture")

    def clean_scale(self) -> float:
        try:
            scale = float(read_number(self.cleaned_data["scale"]))
        except ValueError:
            raise forms.ValidationError(gettext("Write a number.")) from None
        if not 0 < scale <= 1000:
            raise forms.ValidationError(gettext("More than 0 and at most 1000."))
        return scale

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        picture = cleaned.get("picture")
        if picture is not None and not self.errors:
            cleaned["rows"] = rows_for(picture.width, picture.height, cleaned["grid"], cleaned["cols"])
        return cleaned

    @property
    def battle(self) -> BattleMap:
        """The empty map that was asked for."""
        data = self.cleaned_data
        return BattleMap(Grid(data["grid"], (data["cols"], data["rows"])), data["scale"], data["unit"])


def rows_for(width: int, height: int, grid: str, cols: int) -> int:
    """The rows by which cells of a picture are as wide as they are high, as nearly as whole rows can be."""
    if grid == "square":
        return min(max(round(height / width * cols), 1), MOST)
    tall = height / width * (cols + 0.5)  # in widths of a hex; the first row is higher than those below it
    return min(max(round((tall - 2 / 3**0.5) / _ROW_OF_HEXES) + 1, 1), MOST)


class MapSettingsForm(forms.Form):
    """A map's name, and the picture under it."""

    name = forms.CharField(label=_("Name"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    picture = PictureField(label=_("Another picture"), required=False)
    bare = forms.BooleanField(label=_("No picture under it"), required=False)


class MapFileForm(forms.Form):
    """A map as a file: the map's own object, or a scenario that has one."""

    MOST_BYTES = 2_000_000

    name = forms.CharField(label=_("Name"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    file = forms.FileField(label=_("File"), required=False)
    text = forms.CharField(
        label=_("or its text"), required=False, max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )  # fmt: skip

    battle: BattleMap

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        file = cleaned.get("file")
        where = "file" if file is not None else "text"
        if self.errors:
            return cleaned
        try:
            text = _text_of(file, self.MOST_BYTES) if file is not None else cleaned.get("text") or ""
            if not text:
                raise forms.ValidationError(gettext("Choose a file, or paste its text."))
            self.battle = map_in(text)
        except forms.ValidationError as error:
            self.add_error(where, error)
        except BadInput as error:
            for each in error.errors[:10]:
                self.add_error(where, f"{each.path}: {words(each.words)}" if each.path else words(each.words))
        return cleaned


def map_in(text: str) -> BattleMap:
    """The map in a file: the whole of it, or the map of a scenario.

    Raises:
        ValidationError: it is no JSON, has no map, or one that nobody can draw.
        BadInput: every complaint about the map.
    """
    try:
        document = plain(json.loads(text))
    except (ValueError, RecursionError):
        raise forms.ValidationError(gettext("This is not JSON.")) from None
    if isinstance(document, dict) and "grid" not in document:
        document = document.get("map")
    if not isinstance(document, dict):
        raise forms.ValidationError(gettext("There is no map in it: neither a grid nor a scenario with a map."))
    battle = read_map(document)
    if battle.drawn.size is None:
        raise forms.ValidationError(gettext("A map that is kept has a size; this is an open field."))
    return battle


def _text_of(file: Any, most: int) -> str:
    if file.size > most:
        raise forms.ValidationError(gettext("This file is too large for a map."))
    try:
        text: str = file.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise forms.ValidationError(gettext("This is not a text file.")) from None
    return text
