"""The tables that staff keep: equipment and creatures of every system."""

from __future__ import annotations

from django.db import models
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from rules.words import name_in


class Row(models.Model):
    """A row of a table. `changed` marks one that was edited here and that an update must not overwrite."""

    system = models.CharField(_("system"), max_length=40)
    key = models.SlugField(_("key"), max_length=80)
    #: {"en": ..., "ru": ...}
    name = models.JSONField(_("name"))
    #: Lower-case names in every language, for searching.
    search = models.TextField(blank=True, editable=False)
    data = models.JSONField(_("columns"), default=dict)
    changed = models.BooleanField(_("changed here"), default=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return name_in(self.name, translation.get_language() or "en")


class Equipment(Row):
    """A weapon, an armour, a piece of gear. `data` is what the gear model of its kind reads."""

    kind = models.CharField(_("kind"), max_length=40)

    class Meta:
        ordering = ("system", "kind", "id")
        verbose_name_plural = _("equipment")
        constraints = [models.UniqueConstraint(fields=("system", "key"), name="one_equipment_a_key")]


class Creature(Row):
    """A creature ready to fight. `data` is {"sheet": ..., "gear": [...]}."""

    class Meta:
        ordering = ("system", "id")
        constraints = [models.UniqueConstraint(fields=("system", "key"), name="one_creature_a_key")]
