"""The tables that staff keep: equipment and creatures of every system."""

from __future__ import annotations

from typing import Any, Self

from django.db import models
from django.db.models.fields.json import KT
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from rules.words import name_in


def search_text(name: Any) -> str:
    """A name in every language it has, in lower case."""
    return " ".join(name.values() if isinstance(name, dict) else [str(name)]).casefold()


class RowQuerySet[R: "Row"](models.QuerySet[R]):
    def of_system(self, slug: str) -> Self:
        return self.filter(system=slug)

    def keyed(self, key: str) -> R | None:
        """The row with this key."""
        return self.filter(key=key.replace("\x00", "")).first()

    def matching(self, text: str) -> Self:
        """Rows whose name has all the words of `text`, in any language."""
        found = self
        for word in text.casefold().replace("\x00", " ").split()[:8]:
            found = found.filter(search__contains=word)
        return found

    def by_name(self) -> Self:
        """In the order of the names in the language of the reader; those that have none in it come first."""
        return self.order_by(KT(f"name__{translation.get_language() or 'en'}"), "id")


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

    def save(self, **how: Any) -> None:
        """Keeps what is searched in step with the name."""
        self.search = search_text(self.name)
        super().save(**how)


class Equipment(Row):
    """A weapon, an armour, a piece of gear. `data` is what the gear model of its kind reads."""

    kind = models.CharField(_("kind"), max_length=40)

    objects = RowQuerySet["Equipment"].as_manager()

    class Meta:
        ordering = ("system", "kind", "id")
        verbose_name_plural = _("equipment")
        constraints = [models.UniqueConstraint(fields=("system", "key"), name="one_equipment_a_key")]


class Creature(Row):
    """A creature ready to fight. `data` is {"sheet": ..., "gear": [...]}."""

    objects = RowQuerySet["Creature"].as_manager()

    class Meta:
        ordering = ("system", "id")
        verbose_name = _("creature")
        verbose_name_plural = _("creatures")
        constraints = [models.UniqueConstraint(fields=("system", "key"), name="one_creature_a_key")]
