"""Making a campaign and deciding how its table plays."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from rules.border import read
from rules.system import System
from sheets.models import Campaign, Membership, User


@transaction.atomic
def create_campaign(by: User, system: System, name: str, about: str = "", public_id: str | None = None) -> Campaign:
    """A new campaign with its maker as Game Master. The same `public_id` again gives the same campaign."""
    ids = {"public_id": public_id} if public_id else {}
    if ids:  # the same form sent twice at once waits here
        User.objects.select_for_update(no_key=True).get(pk=by.pk)
    if ids and (made := Campaign.objects.of(by).filter(**ids).first()):
        return made
    settings = system.settings().model_dump(mode="json")
    campaign = Campaign.objects.create(name=name, system=system.slug, about=about, settings=settings, **ids)
    Membership.objects.create(campaign=campaign, user=by, role=Membership.Role.GM)
    return campaign


def describe_campaign(campaign: Campaign, name: str, about: str, settings: dict[str, Any]) -> None:
    """Change a campaign's name, its description and the settings of its system.

    Raises:
        BadInput: the settings do not fit; their paths begin with `settings`.
    """
    campaign.settings = read(campaign.rules.settings, settings, "settings").model_dump(mode="json")
    campaign.name, campaign.about = name, about
    campaign.save(update_fields=["name", "about", "settings"])


def delete_campaign(campaign: Campaign) -> None:
    """Put a campaign away with all that is in it; staff can bring it back."""
    Campaign.objects.filter(pk=campaign.pk, deleted_at=None).update(deleted_at=timezone.now())
