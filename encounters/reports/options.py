"""The forms of what one may choose when asking for a report."""

from __future__ import annotations

import secrets

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.numbers import read_number

FEWEST_FIGHTS, MOST_FIGHTS, USUAL_FIGHTS = 100, 20_000, 1_000
LONGEST_SEED = 60


class NoOptions(forms.Form):
    """Nothing to choose."""


class WholeNumber(forms.CharField):
    """A whole number as people type it: with spaces between thousands, in full-width digits."""

    def clean(self, value: object) -> int:
        text = str(super().clean(value))
        written = str(read_number("".join(text.split())))
        if not written.isascii() or not written.isdigit():
            raise ValidationError(_("Write a whole number."))
        return int(written)


class ForecastOptions(forms.Form):
    """How many fights, and from which seed."""

    fights = WholeNumber(
        label=gettext_lazy("Number of fights"), initial=str(USUAL_FIGHTS), max_length=20,
        help_text=gettext_lazy("From 100 to 20,000. More fights give a narrower interval and take longer."),
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )  # fmt: skip
    seed = forms.CharField(
        label=gettext_lazy("Seed"), required=False, max_length=LONGEST_SEED,
        help_text=gettext_lazy("The same seed gives the same figures. Left empty, one is drawn and shown."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip

    def clean_fights(self) -> int:
        fights = int(self.cleaned_data["fights"])
        if not FEWEST_FIGHTS <= fights <= MOST_FIGHTS:
            raise ValidationError(_("From 100 to 20,000 fights."))
        return fights

    def clean_seed(self) -> str:
        return str(self.cleaned_data["seed"]) or secrets.token_hex(4)
