"""Who sits at a table: invitations, roles, leaving; and how a seat rolls its dice."""

from __future__ import annotations

from typing import Literal

from django.db import transaction

from rules.errors import Refused
from rules.words import gettext_noop as _
from rules.words import say
from sheets.models import Campaign, Membership, User
from sheets.models.ids import secret_link

Invited = Literal["player", "spectator"]
Role = Membership.Role


def role_offered(campaign: Campaign, link: str) -> Membership.Role:
    """The role that an invitation link of the campaign offers."""
    return Role.PLAYER if campaign.player_link == link else Role.SPECTATOR


@transaction.atomic
def accept_invitation(campaign: Campaign, user: User, role: Membership.Role) -> Membership:
    """Sit down at the table. A player's invitation makes a player of a spectator; nobody is moved down."""
    seat, made = Membership.objects.select_for_update().get_or_create(
        campaign=campaign, user=user, defaults={"role": role}
    )
    if not made and seat.role == Role.SPECTATOR and role == Role.PLAYER:
        seat.role = role
        seat.save(update_fields=["role"])
    return seat


def rotate_link(campaign: Campaign, role: Invited) -> None:
    """Replace an invitation link; the old one opens nothing any more."""
    field = f"{role}_link"
    setattr(campaign, field, secret_link())
    campaign.save(update_fields=[field])


def promote_to_gm(seat: Membership) -> None:
    """Make a member a Game Master."""
    Membership.objects.filter(pk=seat.pk).update(role=Role.GM)


@transaction.atomic
def remove_member(seat: Membership) -> None:
    """Take a player or a spectator from the table, and replace the links that they know.

    Their characters stay on the table.

    Raises:
        Refused: a Game Master can only leave by themselves.
    """
    if seat.is_gm:
        raise Refused(say(_("A Game Master cannot be removed; they can only leave by themselves.")))
    for role in ("player", "spectator"):
        rotate_link(seat.campaign, role)
    seat.delete()


@transaction.atomic
def leave(seat: Membership) -> None:
    """Leave the table.

    Raises:
        Refused: nobody would be left to run it.
    """
    Campaign.objects.select_for_update().get(pk=seat.campaign_id)
    others = Membership.objects.filter(campaign=seat.campaign_id, role=Role.GM).exclude(pk=seat.pk)
    if seat.is_gm and not others.exists():
        raise Refused(say(_("The last Game Master cannot leave. Make somebody else a Game Master first.")))
    seat.delete()


def set_dice(seat: Membership, dice: Membership.Dice) -> None:
    """Whether the app rolls for this seat or its dice are rolled on the table and typed in."""
    seat.dice = dice
    seat.save(update_fields=["dice"])
