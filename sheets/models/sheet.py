"""Sheets, the things on them, and every change that was made to them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from sheets.models.campaign import Campaign
from sheets.models.ids import public_id


class SheetQuerySet(models.QuerySet["Sheet"]):
    def living(self) -> SheetQuerySet:
        """Those that nobody deleted."""
        return self.filter(deleted_at=None)


class Sheet(models.Model):
    """A character, or a Game Master's own NPC. `data` is what the system's sheet model reads.

    `version` rises with every change; a change of one field carries the version at which it was made.
    """

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="sheets")
    #: Nobody owns an NPC but the Game Masters.
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="sheets"
    )
    name = models.CharField(_("name"), max_length=200)
    is_npc = models.BooleanField(default=False)
    #: Nobody takes a dead one for the party; it comes back to life when its table says so.
    is_dead = models.BooleanField(default=False)
    data = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = SheetQuerySet.as_manager()

    class Meta:
        ordering = ("is_npc", "name", "id")

    def __str__(self) -> str:
        return self.name

    def gear(self) -> list[dict[str, Any]]:
        """Its things, as the system's gear models read them, in their order."""
        return [item.data for item in self.items.all()]


class Item(models.Model):
    """One thing on a sheet. `data` is what the gear model of its kind reads."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="items")
    position = models.PositiveIntegerField(default=0)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ("position", "id")

    def __str__(self) -> str:
        return str(self.data.get("name"))


class SheetChangeQuerySet(models.QuerySet["SheetChange"]):
    def since(self, version: int) -> SheetChangeQuerySet:
        """Those made after a version."""
        return self.filter(version__gt=version)


class SheetChange(models.Model):
    """One change of a sheet: of a field, or of an item (`field` is then "item:<public id>")."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="changes")
    version = models.PositiveIntegerField()
    field = models.CharField(max_length=60)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    note = models.CharField(max_length=200, blank=True)

    objects = SheetChangeQuerySet.as_manager()

    class Meta:
        ordering = ("-version", "-id")
        constraints = [models.UniqueConstraint(fields=("sheet", "version", "field"), name="one_change_a_version")]

    def __str__(self) -> str:
        return f"{self.field}: {self.old} → {self.new}"
