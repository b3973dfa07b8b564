"""Reports that a worker makes."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from encounters.models.encounter import Encounter
from sheets.models.ids import public_id


class Report(models.Model):
    """A report, from the moment it is asked for. `result` is filled as it is made; a part says that it is one."""

    class Status(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("being made")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="reports")
    kind = models.CharField(max_length=40)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    options = models.JSONField(default=dict, blank=True)
    progress = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    result = models.JSONField(null=True, blank=True)
    #: A sentence about what went wrong: {"msgid": ..., "facts": {...}}.
    error = models.JSONField(null=True, blank=True)
    #: Rises each time a worker takes the report up; who holds an older one stops.
    attempt = models.PositiveIntegerField(default=0)
    beat_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return f"{self.kind} · {self.status}"
