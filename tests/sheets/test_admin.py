"""Staff bring back what was put away, and see nothing of what is inside."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from encounters.models import Encounter
from sheets.models import Campaign, Sheet, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create(username="keeper", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def campaign() -> Campaign:
    return Campaign.objects.create(name="Lost Road", system="cairn", deleted_at=timezone.now())


def bring_back(client: Client, model: str, pk: int) -> None:
    address = reverse(f"admin:{model}_changelist")
    assert client.post(address, {"action": "restore", "_selected_action": [pk]}).status_code == 302


def test_a_campaign_that_was_put_away_is_brought_back(staff: Client, campaign: Campaign) -> None:
    page = staff.get(reverse("admin:sheets_campaign_changelist"))
    assert "Lost Road" in page.content.decode()
    assert campaign.player_link not in page.content.decode()
    bring_back(staff, "sheets_campaign", campaign.pk)
    campaign.refresh_from_db()
    assert campaign.deleted_at is None


def test_an_encounter_and_a_sheet_are_brought_back(staff: Client, campaign: Campaign) -> None:
    gone = {"campaign": campaign, "name": "Gone", "deleted_at": timezone.now()}
    encounter, sheet = Encounter.objects.create(**gone), Sheet.objects.create(**gone)
    bring_back(staff, "encounters_encounter", encounter.pk)
    bring_back(staff, "sheets_sheet", sheet.pk)
    encounter.refresh_from_db()
    sheet.refresh_from_db()
    assert (encounter.deleted_at, sheet.deleted_at) == (None, None)


def test_what_lives_is_not_listed_and_nothing_can_be_opened(staff: Client, campaign: Campaign) -> None:
    Sheet.objects.create(campaign=campaign, name="Living Hero")
    assert "Living Hero" not in staff.get(reverse("admin:sheets_sheet_changelist")).content.decode()
    assert staff.get(reverse("admin:sheets_campaign_change", args=[campaign.pk])).status_code == 403
    assert staff.get(reverse("admin:sheets_campaign_add")).status_code == 403
    assert staff.get(reverse("admin:sheets_campaign_delete", args=[campaign.pk])).status_code == 403


def test_who_is_no_staff_is_kept_out(client: Client, campaign: Campaign) -> None:
    client.force_login(User.objects.create(username="player"))
    assert client.get(reverse("admin:sheets_campaign_changelist")).status_code == 302
