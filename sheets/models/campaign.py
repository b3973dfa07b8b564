"""Campaigns and who sits at their tables."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rules.registry import system_of
from rules.system import System
from sheets.models.ids import public_id, secret_link
from sheets.models.people import User


class CampaignQuerySet(models.QuerySet["Campaign"]):
    def of(self, user: User) -> CampaignQuerySet:
        """The campaigns at whose table this user has a seat."""
        return self.filter(memberships__user=user, deleted_at=None).distinct()

    def invited_by(self, link: str) -> CampaignQuerySet:
        """The campaign whose invitation link ends in `link`, for players or for spectators."""
        return self.filter(models.Q(player_link=link) | models.Q(spectator_link=link), deleted_at=None)


class Campaign(models.Model):
    """A table that plays one system. `settings` are the system's own, as its settings model reads them."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    name = models.CharField(_("name"), max_length=200)
    system = models.CharField(_("system"), max_length=40)
    settings = models.JSONField(default=dict, blank=True)
    about = models.TextField(_("about"), blank=True, max_length=4000)
    player_link = models.CharField(max_length=64, unique=True, default=secret_link, editable=False)
    spectator_link = models.CharField(max_length=64, unique=True, default=secret_link, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = CampaignQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> System:
        """The system's record."""
        return system_of(self.system)


class MembershipQuerySet(models.QuerySet["Membership"]):
    def seats_of(self, user: User) -> MembershipQuerySet:
        """The seats that a user has, each with its campaign and how many characters play there."""
        living = models.Q(campaign__sheets__deleted_at=None, campaign__sheets__is_npc=False)
        return (
            self.filter(user=user, campaign__deleted_at=None)
            .select_related("campaign")
            .annotate(characters=models.Count("campaign__sheets", filter=living))
            .order_by("-campaign__created_at", "-campaign_id")
        )


class Membership(models.Model):
    """A seat at a campaign's table."""

    class Role(models.TextChoices):
        GM = "gm", _("Game Master")
        PLAYER = "player", _("player")
        SPECTATOR = "spectator", _("spectator")

    class Dice(models.TextChoices):
        APP = "app", _("the app rolls")
        TYPED = "typed", _("I roll real dice and type the faces")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role.choices, default=Role.PLAYER)
    dice = models.CharField(_("dice"), max_length=12, choices=Dice.choices, default=Dice.APP)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        ordering = ("id",)
        constraints = [models.UniqueConstraint(fields=("campaign", "user"), name="one_seat_each")]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"

    @property
    def is_gm(self) -> bool:
        return self.role == self.Role.GM
