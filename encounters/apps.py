"""The Django application of encounters, their log and reports."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EncountersConfig(AppConfig):
    name = "encounters"
    verbose_name = _("Encounters")
