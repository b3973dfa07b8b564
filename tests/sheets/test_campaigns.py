"""Campaigns and seats: making, settings, invitations, roles, leaving, dice."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.urls import reverse

from rules.registry import system_of
from sheets.faces import face_of
from sheets.forms import ColumnForm
from sheets.models import Campaign, Membership, Sheet
from sheets.once import new_token
from tests.sheets.conftest import Table


def role(table: Table, name: str) -> str | None:
    seat = table.campaign.memberships.filter(user__username=name).first()
    return seat.role if seat else None


def accept(table: Table, who: str, link: str) -> int:
    return table.client(who).post(reverse("join", args=[link])).status_code


def test_who_makes_a_campaign_runs_it_and_a_second_submit_makes_no_second_one(table: Table) -> None:
    client, data = table.client("sam"), {"name": "Sam’s table", "system": "cairn", "token": new_token()}
    for _time in range(2):
        response = client.post(reverse("campaign_new"), data)
    made = Campaign.objects.get(name="Sam’s table")
    assert response["Location"] == reverse("campaign", args=[made.public_id])
    assert made.memberships.get().role == "gm"
    assert made.settings["npc_critical"] == "ask"


@pytest.mark.parametrize("bad", [{"name": ""}, {"name": "я" * 201}, {"system": "chess"}])
def test_a_campaign_that_does_not_fit_is_refused_and_stays_typed(table: Table, bad: dict[str, str]) -> None:
    data = {"name": "Sam’s table", "system": "cairn", "about": "kept text", **bad}
    response = table.client("sam").post(reverse("campaign_new"), data)
    assert response.status_code == 422
    assert "kept text" in response.text


@pytest.mark.rule("CA-02", "CA-09")
def test_settings_stand_beside_their_rules_and_are_judged_by_the_system(table: Table) -> None:
    client, address = table.client("marta"), reverse("campaign_edit", args=[table.campaign.public_id])
    page = client.get(address).text
    assert "/rules/cairn/#CA-02" in page
    assert "/rules/cairn/#CA-09" in page
    data = {"name": "New name", "about": "", "rule-first_round": "waive", "rule-npc_critical": "dead",
            "rule-both": "cancel", "rule-scars": "on", "rule-move_ft": "30", "rule-reach_ft": "5",
            "rule-clear_ft": "120", "rule-blast_ft": "10"}  # fmt: skip
    assert client.post(address, data).status_code == 303
    table.campaign.refresh_from_db()
    assert table.campaign.name == "New name"
    kept = table.campaign.settings
    assert (kept["first_round"], kept["npc_critical"], kept["scars"], kept["leader_wil"], kept["move_ft"]) == (
        "waive", "dead", True, False, 30,
    )  # fmt: skip
    assert client.post(address, {**data, "name": "Other", "rule-both": "twice"}).status_code == 422
    table.campaign.refresh_from_db()
    assert table.campaign.name == "New name"


def test_an_invitation_shows_its_campaign_and_role_and_asks_a_visitor_to_come_back(table: Table) -> None:
    link = table.campaign.player_link
    text = table.client("anonymous").get(reverse("join", args=[link])).text
    assert "The Northern Road" in text
    assert "as a player" in text
    assert f"?next=/join/{link}/" in text
    assert table.client("anonymous").post(reverse("join", args=[link])).status_code == 200
    assert table.campaign.memberships.count() == 4


def test_accepting_sits_down_once_and_nobody_is_moved_down(table: Table) -> None:
    player, spectator = table.campaign.player_link, table.campaign.spectator_link
    assert [accept(table, "sam", spectator), role(table, "sam")] == [303, "spectator"]
    assert [accept(table, "sam", player), role(table, "sam")] == [303, "player"]
    assert [accept(table, "sam", spectator), role(table, "sam")] == [303, "player"]
    assert [accept(table, "marta", spectator), role(table, "marta")] == [303, "gm"]
    assert table.campaign.memberships.filter(user=table.people["sam"]).count() == 1


def test_a_replaced_link_opens_nothing(table: Table) -> None:
    old, other = table.campaign.player_link, table.campaign.spectator_link
    table.client("marta").post(reverse("link_rotate", args=[table.campaign.public_id, "player"]))
    assert accept(table, "sam", old) == 404
    assert accept(table, "sam", other) == 303
    assert table.client("marta").post(reverse("link_rotate", args=[table.campaign.public_id, "gm"])).status_code == 404


def test_the_last_game_master_cannot_leave_and_the_last_but_one_can(table: Table) -> None:
    marta, leave = table.client("marta"), reverse("seat_leave", args=[table.campaign.public_id])
    refused = marta.post(leave)
    assert refused.status_code == 422
    assert "last Game Master" in refused.text
    anna = table.campaign.memberships.get(user=table.people["anna"])
    marta.post(reverse("member_promote", args=[table.campaign.public_id, anna.public_id]))
    assert role(table, "anna") == "gm"
    assert marta.post(leave).status_code == 303
    assert role(table, "marta") is None
    assert table.client("anna").post(leave).status_code == 422


def test_a_removed_member_leaves_their_character_and_knows_no_link_any_more(table: Table) -> None:
    old = table.campaign.player_link
    seat = table.campaign.memberships.get(user=table.people["torvald"])
    table.client("marta").post(reverse("member_remove", args=[table.campaign.public_id, seat.public_id]))
    assert role(table, "torvald") is None
    assert accept(table, "torvald", old) == 404
    assert Sheet.objects.living().filter(pk=table.torvald.pk).exists()


def test_a_game_master_cannot_be_removed(table: Table) -> None:
    seat = table.campaign.memberships.get(user=table.people["marta"])
    response = table.client("marta").post(reverse("member_remove", args=[table.campaign.public_id, seat.public_id]))
    assert response.status_code == 422
    assert role(table, "marta") == "gm"


def test_each_seat_chooses_its_own_dice(table: Table) -> None:
    address = reverse("seat_dice", args=[table.campaign.public_id])
    table.client("anna").post(address, {"dice": "typed"})
    table.client("torvald").post(address, {"dice": "loaded"})
    dice = dict(table.campaign.memberships.values_list("user__username", "dice"))
    assert (dice["anna"], dice["torvald"], dice["marta"]) == ("typed", "app", "app")


def test_an_empty_list_says_what_to_do(table: Table) -> None:
    assert "No campaign yet" in table.client("sam").get(reverse("campaign_list")).text


def test_the_lists_ask_the_database_little(table: Table, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    client = table.client("marta")
    with django_assert_num_queries(3):  # session, user, seats with their campaigns and counts
        client.get(reverse("campaign_list"))
    with django_assert_num_queries(6):  # session, user, seat, sheets with owners, deleted ones, members
        client.get(reverse("campaign", args=[table.campaign.public_id]))


def test_a_membership_of_another_table_cannot_be_touched(table: Table) -> None:
    table.client("sam").post(reverse("campaign_new"), {"name": "Sam’s table", "system": "cairn"})
    other = Membership.objects.get(user=table.people["sam"])
    address = reverse("member_promote", args=[table.campaign.public_id, other.public_id])
    assert table.client("marta").post(address).status_code == 404


@pytest.mark.parametrize("who", ["marta", "anna", "will"])
def test_everybody_at_the_table_is_offered_to_leave_it(table: Table, who: str) -> None:
    page = table.client(who).get(reverse("campaign", args=[table.campaign.public_id]))
    assert "Leave the table" in page.text


def test_a_setting_that_is_not_sent_stays_what_it_is() -> None:
    """A page that is older than a setting does not know of it; a switch that is not sent is off."""
    sent = QueryDict("rule-first_round=waive&rule-move_ft=")
    form = ColumnForm(
        system_of("cairn").settings,
        face_of("cairn"),
        data=sent,
        initial={"reach_ft": 10, "both": "impaired"},
        prefix="rule",
    )
    assert not form.is_valid()
    assert set(form.errors) == {"move_ft"}
    assert (form["reach_ft"].value(), form["both"].value(), form["clear_ft"].value()) == ("10", "impaired", "120")
