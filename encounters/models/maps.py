"""The maps of a campaign, their pictures, and what was drawn on them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from sheets.models import Campaign
from sheets.models.ids import public_id


class MapPicture(models.Model):
    """A picture that maps are drawn over: checked and re-encoded when it came in.

    `name` is the file below the media folder; nobody guesses it. A picture is never changed, only replaced.
    """

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="map_pictures")
    name = models.CharField(max_length=200, unique=True)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return self.name


class CampaignMap(models.Model):
    """A map that a campaign keeps. Encounters take a copy of it.

    `map_text` is the map as an encounter keeps its own. `version` rises with every stroke.
    """

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="maps")
    name = models.CharField(_("name"), max_length=200)
    map_text = models.TextField(blank=True, default="", editable=False)
    picture = models.ForeignKey(MapPicture, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.name


class MapEdit(models.Model):
    """One change of a campaign's map, or of a draft's: the patch that made it, and the one that takes it back."""

    map = models.ForeignKey(CampaignMap, on_delete=models.CASCADE, related_name="edits", null=True)
    encounter = models.ForeignKey("encounters.Encounter", on_delete=models.CASCADE, related_name="map_edits", null=True)
    seq = models.PositiveIntegerField()
    old = models.JSONField()
    new = models.JSONField()
    undone = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("seq",)
        constraints = [
            models.UniqueConstraint(fields=("map", "seq"), name="one_edit_a_seq"),
            models.UniqueConstraint(fields=("encounter", "seq"), name="one_edit_a_seq_of_a_draft"),
            models.CheckConstraint(
                condition=models.Q(map__isnull=True) ^ models.Q(encounter__isnull=True), name="edit_of_one_map"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.map_id or self.encounter_id} {self.seq}"
