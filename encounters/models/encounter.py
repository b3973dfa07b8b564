"""Encounters, their combatants and the log of what was done."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from sheets.models import Campaign, Sheet
from sheets.models.ids import public_id


class Encounter(models.Model):
    """A fight of a campaign.

    `state` is what `Fight.state` gives, between two entries. `version` rises with everything that any
    page shows, `shown` only with what players and spectators may notice: theirs is the version they send.
    `seed` is secret until the end; `rolled` counts the rolls read off it.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("being prepared")
        RUNNING = "running", _("running")
        ENDED = "ended", _("ended")

    class Health(models.TextChoices):
        NUMBERS = "numbers", _("numbers")
        WORDS = "words", _("words")
        NOTHING = "nothing", _("nothing")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="encounters")
    name = models.CharField(_("name"), max_length=200)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    #: How players and spectators see the health of those who are not theirs.
    health = models.CharField(_("health of foes"), max_length=10, choices=Health.choices, default=Health.WORDS)
    #: The system's settings as they were when the encounter was made.
    settings = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=1)
    shown = models.PositiveIntegerField(default=1)
    state = models.JSONField(default=dict, blank=True)
    #: The map under the fight as it is now, a JSON object as text (`rules.maps`); empty where there is none.
    map_text = models.TextField(blank=True, default="", editable=False)
    #: Rises whenever the map is drawn on, so that pages know whether theirs is still right.
    map_revision = models.PositiveIntegerField(default=0, editable=False)
    #: What the map is drawn over.
    picture = models.ForeignKey(
        "encounters.MapPicture", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    seed = models.CharField(max_length=64, blank=True, editable=False)
    rolled = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True, blank=True, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return self.name


class Combatant(models.Model):
    """One fighter of an encounter, with the copy of its sheet that it brought.

    `ref` is its id in the fight. `sheet` is where it came from and may be sent back to.
    """

    ref = models.CharField(max_length=16, default=public_id, editable=False)
    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="combatants")
    sheet = models.ForeignKey(Sheet, on_delete=models.SET_NULL, null=True, blank=True, related_name="combatants")
    #: Whose device is asked; the Game Masters' where there is none.
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="combatants"
    )
    #: A name as written, or one per language.
    name = models.JSONField()
    side = models.CharField(max_length=60)
    player = models.BooleanField(default=False)
    hidden = models.BooleanField(default=False)
    #: Where it stands on the map before the fight begins, a cell; null where it is not put down yet.
    at = models.JSONField(null=True, blank=True)
    facing = models.PositiveSmallIntegerField(null=True, blank=True)
    #: {"sheet": ..., "gear": [...]}
    brought = models.JSONField(default=dict)
    #: The version of the sheet that was copied.
    sheet_version = models.PositiveIntegerField(null=True, blank=True)
    #: What was written back to the sheet, once it was.
    sent_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = [models.UniqueConstraint(fields=("encounter", "ref"), name="one_combatant_a_ref")]

    def __str__(self) -> str:
        return str(self.name)

    def record(self) -> dict[str, Any]:
        """What the rules build the fighter from."""
        return {
            "id": self.ref, "name": self.name, "side": self.side, "player": self.player,
            "sheet": self.brought.get("sheet", {}), "gear": self.brought.get("gear", []),
        }  # fmt: skip


class Entry(models.Model):
    """One submit: a command with its answers, faces and events; or an undo or a redo of one.

    While it waits for an answer, `waiting` is set, the encounter's state is that before it, and `events` are
    those told so far. `rolled` is the encounter's counter before it. `undone` entries are out of force.
    """

    class Kind(models.TextChoices):
        COMMAND = "command", _("command")
        UNDO = "undo", _("undo")
        REDO = "redo", _("redo")
        END = "end", _("end")

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.COMMAND)
    command = models.JSONField(default=dict)
    answers = models.JSONField(default=list)
    rolls = models.JSONField(default=list)
    events = models.JSONField(default=list)
    waiting = models.JSONField(null=True, blank=True)
    rolled = models.PositiveIntegerField(default=0)
    round = models.PositiveIntegerField(default=0)
    undone = models.BooleanField(default=False)
    #: Undone, and a new order since: it cannot be redone.
    dropped = models.BooleanField(default=False)
    #: The entry that an undo or a redo is about.
    about = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    #: With an order that lays another map: the picture that it took away, or while it is undone the one that it brings.
    picture = models.ForeignKey(
        "encounters.MapPicture", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    #: The keys of the submits that went into it: the same key again gives the same result.
    keys = models.JSONField(default=list)

    class Meta:
        ordering = ("seq",)
        verbose_name_plural = "entries"
        constraints = [models.UniqueConstraint(fields=("encounter", "seq"), name="one_entry_a_seq")]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"
