"""Who may open what: every address is tried from every seat, and secrets stay where they belong."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from sheets.urls import urlpatterns
from tests.sheets.conftest import SECRETS, Table

SEATS = ("marta", "anna", "torvald", "will", "sam", "anonymous")
LOG_IN = 302

#: Address, its argument besides the public id, and the statuses from the seats above, in their order.
CAMPAIGN: dict[str, tuple[str, tuple[int, ...]]] = {
    "campaign": ("get", (200, 200, 200, 200, 404, LOG_IN)),
    "campaign_edit": ("get", (200, 403, 403, 403, 404, LOG_IN)),
    "campaign_delete": ("post", (303, 403, 403, 403, 404, LOG_IN)),
    "seat_dice": ("post", (303, 303, 303, 303, 404, LOG_IN)),
    "seat_leave": ("post", (422, 303, 303, 303, 404, LOG_IN)),  # Marta is the last Game Master
    "link_rotate": ("post", (303, 403, 403, 403, 404, LOG_IN)),
    "member_promote": ("post", (303, 403, 403, 403, 404, LOG_IN)),
    "member_remove": ("post", (303, 403, 403, 403, 404, LOG_IN)),
    "sheet_new": ("get", (200, 200, 200, 403, 404, LOG_IN)),
    "sheet_quick": ("post", (303, 303, 303, 403, 404, LOG_IN)),
    "sheet_ready": ("post", (303, 303, 303, 403, 404, LOG_IN)),
    "sheet_import": ("get", (200, 200, 200, 403, 404, LOG_IN)),
    "npc_new": ("get", (200, 403, 403, 403, 404, LOG_IN)),
    "creature_find": ("get", (200, 403, 403, 403, 404, LOG_IN)),
    "sheet_from_creature": ("post", (303, 403, 403, 403, 404, LOG_IN)),
}
CAMPAIGN_MORE = {
    "link_rotate": "player", "member_promote": "torvald", "member_remove": "torvald",
    "sheet_ready": "torvald", "sheet_from_creature": "bandit",
}  # fmt: skip

#: Anna's sheet: a page is 200 for its owner and the Game Master, and a refusal for everybody else.
SHEET = {
    "sheet": "get", "sheet_why": "get", "sheet_field": "post", "sheet_rows": "post", "sheet_history": "get",
    "history_restore": "post", "sheet_copy": "post", "sheet_delete": "post", "sheet_export": "get",
    "sheet_import_over": "get", "item_find": "get", "item_add": "post", "item": "get", "item_up": "post",
    "item_down": "post", "item_remove": "post", "item_column": "post", "item_rows": "post",
}  # fmt: skip
EVERYBODY = {"rulebook", "tables", "join"}
MEMBERS = {"campaign_list", "campaign_new"}


def send(table: Table, who: str, method: str, address: str, data: dict[str, Any] | None = None) -> HttpResponse:
    client = table.client(who)
    response: HttpResponse = getattr(client, method)(address, data or {})
    return response


def campaign_address(table: Table, name: str) -> str:
    more = CAMPAIGN_MORE.get(name)
    if name.startswith("member_"):
        more = table.campaign.memberships.get(user__username=more).public_id
    return reverse(name, args=[table.campaign.public_id, *([more] if more else [])])


def sheet_address(table: Table, name: str, owner: str = "anna") -> str:
    sheet = table.npc if owner == "npc" else table.anna
    args = [sheet.public_id]
    if name in {"sheet_field", "sheet_rows"}:
        args.append("hp" if name == "sheet_field" else "attacks")
    if name.startswith("item") and name not in {"item_find", "item_add"}:
        args.append(table.anna.items.all()[0].public_id)
    if name in {"item_column", "item_rows"}:
        args.append("note")
    return reverse(name, args=args)


def test_every_address_of_the_application_is_tried_here() -> None:
    tried = {*CAMPAIGN, *SHEET, *EVERYBODY, *MEMBERS, "sheet_restore"}
    assert {str(getattr(each, "name", "")) for each in urlpatterns} == tried


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("name", CAMPAIGN)
def test_a_campaigns_addresses_answer_each_seat_as_they_should(table: Table, name: str, seat: str) -> None:
    method, expected = CAMPAIGN[name]
    response = send(table, seat, method, campaign_address(table, name))
    assert response.status_code == expected[SEATS.index(seat)]


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("name", SHEET)
def test_a_sheets_addresses_let_in_its_owner_and_the_game_master_alone(table: Table, name: str, seat: str) -> None:
    data = {"value": "5", "version": 0, "name": "x", "kind": "gear", "change": 1, "field": "hp"}
    response = send(table, seat, SHEET[name], sheet_address(table, name), data)
    refused = {"torvald": 403, "will": 403, "sam": 404, "anonymous": LOG_IN}
    if seat in refused:
        assert response.status_code == refused[seat]
        assert table.fresh(table.anna).version == 0
    else:
        # No such change; an attack named x without dice; a note is no list.
        missing = {"history_restore": 404, "sheet_rows": 422, "item_rows": 404}
        assert response.status_code in {200, 303, missing.get(name, 200)}


@pytest.mark.parametrize("seat", ["anna", "will", "sam", "anonymous"])
@pytest.mark.parametrize("name", SHEET)
def test_an_npcs_addresses_say_that_there_is_nothing(table: Table, name: str, seat: str) -> None:
    response = send(table, seat, SHEET[name], sheet_address(table, name, "npc"))
    assert response.status_code == (LOG_IN if seat == "anonymous" else 404)


@pytest.mark.parametrize("name", [*CAMPAIGN, *SHEET])
def test_the_wrong_method_is_refused(table: Table, name: str) -> None:
    method = CAMPAIGN[name][0] if name in CAMPAIGN else SHEET[name]
    address = campaign_address(table, name) if name in CAMPAIGN else sheet_address(table, name)
    wrong = "get" if method == "post" else "delete"
    if name in {"sheet_field", "item_column"}:
        wrong = "delete"  # these also say how the field stands
    assert send(table, "marta", wrong, address).status_code == 405


@pytest.mark.parametrize("name", sorted(MEMBERS))
def test_pages_of_ones_own_ask_a_visitor_to_log_in_and_come_back(table: Table, name: str) -> None:
    address = reverse(name)
    response = send(table, "anonymous", "get", address)
    assert response["Location"] == f"{reverse('account_login')}?next={address}"
    assert send(table, "sam", "get", address).status_code == 200


@pytest.mark.parametrize("seat", SEATS)
def test_everybody_may_read_rules_and_tables_and_an_invitation(table: Table, seat: str) -> None:
    for address in (
        reverse("rulebook", args=["cairn"]), reverse("tables", args=["cairn"]),
        reverse("join", args=[table.campaign.player_link]),
    ):  # fmt: skip
        assert send(table, seat, "get", address).status_code == 200


def test_a_part_of_a_page_asks_the_whole_page_to_log_in(table: Table) -> None:
    response = table.client("anonymous").get(reverse("sheet", args=[table.anna.public_id]), HTTP_HX_REQUEST="true")
    assert response.status_code == 204
    assert response["HX-Redirect"].startswith(reverse("account_login"))


SEEN = {
    "marta": set(SECRETS), "anna": {"anna-owes-the-ferryman"}, "torvald": {"torvald-is-the-heir"},
    "will": set(), "sam": set(), "anonymous": set(),
}  # fmt: skip


@pytest.mark.parametrize("seat", SEATS)
def test_no_seat_is_sent_a_secret_that_is_not_its_own(table: Table, seat: str) -> None:
    sheets = (table.anna, table.torvald, table.npc)
    gets = ("sheet", "sheet_history", "sheet_export", "sheet_import_over")
    addresses = [reverse(name, args=[sheet.public_id]) for sheet in sheets for name in gets]
    addresses += [reverse("campaign_list"), reverse("join", args=[table.campaign.spectator_link])]
    addresses += [campaign_address(table, name) for name, (method, _statuses) in CAMPAIGN.items() if method == "get"]
    sent = "".join(send(table, seat, "get", address).text for address in addresses)
    assert {secret for secret in SECRETS if secret in sent} == SEEN[seat]


@pytest.mark.parametrize("seat", ["anna", "will"])
def test_the_campaigns_page_gives_away_neither_an_npc_nor_how_many_there_are(table: Table, seat: str) -> None:
    page = send(table, seat, "get", campaign_address(table, "campaign")).text
    assert "Torvald Greyaxe" in page
    assert table.npc.public_id not in page
    assert "NPC" not in page
    assert table.torvald.public_id not in page  # a name, and no way in


def test_links_are_sent_to_game_masters_alone(table: Table) -> None:
    for seat in ("anna", "will"):
        page = send(table, seat, "get", campaign_address(table, "campaign")).text
        assert table.campaign.player_link not in page
        assert table.campaign.spectator_link not in page
    assert table.campaign.player_link in send(table, "marta", "get", campaign_address(table, "campaign")).text


def test_a_things_id_of_another_sheet_opens_nothing(table: Table) -> None:
    thing = table.anna.items.all()[0].public_id
    address = reverse("item", args=[table.torvald.public_id, thing])
    assert send(table, "torvald", "get", address).status_code == 404


def test_a_deleted_sheet_is_gone_for_all_and_its_owner_can_bring_it_back(table: Table) -> None:
    send(table, "anna", "post", sheet_address(table, "sheet_delete"))
    assert send(table, "marta", "get", sheet_address(table, "sheet")).status_code == 404
    restore = reverse("sheet_restore", args=[table.anna.public_id])
    assert "Anna Heather" not in send(table, "torvald", "get", campaign_address(table, "campaign")).text
    for seat, status in (("torvald", 404), ("will", 404), ("sam", 404), ("anonymous", LOG_IN), ("anna", 303)):
        assert send(table, seat, "post", restore).status_code == status
    assert send(table, "anna", "get", sheet_address(table, "sheet")).status_code == 200


def test_who_was_taken_from_the_table_is_a_stranger(table: Table) -> None:
    send(table, "marta", "post", campaign_address(table, "member_remove"))
    assert send(table, "torvald", "get", reverse("sheet", args=[table.torvald.public_id])).status_code == 404


def test_a_deleted_campaign_closes_every_door(table: Table) -> None:
    send(table, "marta", "post", campaign_address(table, "campaign_delete"))
    for address in (campaign_address(table, "campaign"), sheet_address(table, "sheet")):
        assert send(table, "marta", "get", address).status_code == 404
    assert send(table, "sam", "get", reverse("join", args=[table.campaign.player_link])).status_code == 404


def test_pages_carry_no_inline_script_style_or_handler(table: Table) -> None:
    for address in (
        sheet_address(table, "sheet"),
        campaign_address(table, "campaign"),
        reverse("tables", args=["cairn"]),
    ):
        page = send(table, "marta", "get", address).text
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", page)
        assert 'type="number"' not in page
