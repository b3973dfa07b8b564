"""A dead character's sheet says so, and its table may bring it back to life."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.urls import reverse

from sheets.services.fields import edit_field
from tests.sheets.conftest import Table


@pytest.fixture
def dead(table: Table) -> Table:
    """Anna's character is marked as dead: version 1 of the sheet."""
    edit_field(table.anna, table.people["marta"], "is_dead", True, 0)
    return table


def press(table: Table, who: str, version: int, value: str = "") -> HttpResponse:
    address = reverse("sheet_field", args=[table.anna.public_id, "is_dead"])
    sent = {"version": version} | ({"value": value} if value else {})
    response: HttpResponse = table.client(who).post(address, sent)
    return response


def test_the_sheet_and_the_campaign_say_who_is_dead(dead: Table) -> None:
    sheet = dead.client("anna").get(reverse("sheet", args=[dead.anna.public_id])).text
    assert '<span class="pill bad">Dead</span>' in sheet
    assert "Bring back to life" in sheet
    campaign = dead.client("torvald").get(reverse("campaign", args=[dead.campaign.public_id])).text
    assert campaign.count('<span class="pill bad">Dead</span>') == 1


@pytest.mark.parametrize("who", ["anna", "marta"])
def test_its_owner_or_the_game_master_brings_it_back_to_life(dead: Table, who: str) -> None:
    assert press(dead, who, 1).status_code == 303
    anna = dead.fresh(dead.anna)
    assert (anna.is_dead, anna.version, anna.changes.first().by) == (False, 2, dead.people[who])
    page = dead.client(who).get(reverse("sheet", args=[anna.public_id])).text
    assert "Bring back to life" not in page


@pytest.mark.parametrize(("who", "status"), [("torvald", 403), ("will", 403), ("sam", 404), ("anonymous", 302)])
def test_nobody_else_may(dead: Table, who: str, status: int) -> None:
    assert press(dead, who, 1).status_code == status
    assert dead.fresh(dead.anna).is_dead


def test_what_was_decided_twice_since_the_look_is_asked_about(dead: Table) -> None:
    press(dead, "anna", 1)
    press(dead, "marta", 2, "on")
    stale = press(dead, "anna", 1)
    assert stale.status_code == 409
    assert "marta changed this" in stale.text
    assert dead.fresh(dead.anna).is_dead


def test_the_history_names_it_and_puts_it_back(dead: Table) -> None:
    client = dead.client("anna")
    page = client.get(reverse("sheet_history", args=[dead.anna.public_id])).text
    assert "Dead" in page
    restore = reverse("history_restore", args=[dead.anna.public_id])
    assert client.post(restore, {"change": 1, "field": "is_dead", "version": 1}).status_code == 303
    assert not dead.fresh(dead.anna).is_dead
