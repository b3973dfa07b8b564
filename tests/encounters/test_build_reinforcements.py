"""Bringing combatants into a fight that is running."""

from __future__ import annotations

import pytest

from sheets.services.sheets import create_sheet
from tests.encounters.build_table import SEATS, Table, lay_table, sheet_of, text_of, with_fighters

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    fighting = with_fighters(lay_table())
    fighting.start()
    return fighting


def test_creatures_come_in_with_one_entry_each_and_their_numbers_go_on(table: Table) -> None:
    response = table.post("gm", table.url("combatant_add"), {"pick": "creature:goblin", "count:creature:goblin": "3"})
    assert (response.status_code, response["Location"]) == (303, table.url("encounter"))
    joins = [entry.command for entry in table.encounter.entries.order_by("seq") if entry.command["do"] == "join"]
    assert [each["name"]["ru"] for each in joins] == ["Гоблин 3", "Гоблин 4", "Гоблин 5"]
    assert {each["id"] for each in joins} <= table.now().state["fighters"].keys()


def test_a_hidden_reinforcement_is_not_told_to_anybody(table: Table) -> None:
    shown = table.now().shown
    table.post("gm", table.url("combatant_add"), {"pick": "creature:secret_ooze", "hidden": "1"})
    assert table.now().shown == shown
    for who in ("anna", "watcher"):
        page = text_of(table.get(who, table.url("encounter")))
        assert "Secret Ooze" not in page
        assert table.named("Secret Ooze 2").ref not in page


def test_sent_twice_it_brings_in_once(table: Table) -> None:
    sent = {"pick": "creature:wolf", "count:creature:wolf": "30", "version": table.now().version, "key": "same"}
    first = table.post("gm", table.url("combatant_add"), sent)
    second = table.post("gm", table.url("combatant_add"), sent)
    assert (first.status_code, second.status_code) == (303, 303)
    assert len(table.combatants()) == 35


def test_a_stale_page_brings_in_nobody_and_keeps_what_was_typed(table: Table) -> None:
    sent = {"pick": "creature:wolf", "count:creature:wolf": "7", "version": 1}
    stale = table.post("gm", table.url("combatant_add"), sent)
    assert stale.status_code == 409
    assert 'name="count:creature:wolf" value="7"' in text_of(stale)
    assert len(table.combatants()) == 5


def test_a_count_that_does_not_fit_and_a_full_encounter_are_refused_whole(table: Table) -> None:
    url = table.url("combatant_add")
    wrong = table.post("gm", url, {"pick": "creature:wolf", "count:creature:wolf": "51"})
    assert wrong.status_code == 422
    assert "From 1 to 50 at once." in text_of(wrong)
    for _ in range(4):
        table.post("gm", url, {"pick": "creature:goblin", "count:creature:goblin": "48"})
    refused = table.post("gm", url, {"pick": "creature:wolf", "count:creature:wolf": "4"})
    assert refused.status_code == 422
    assert "197 are in, so 3 more fit" in text_of(refused)
    assert len(table.combatants()) == 197


@pytest.mark.parametrize("pick", ["", "creature:", "creature:dragon", "hero:nobody", "gm:x", "npc:../.."])
def test_who_is_not_there_cannot_be_brought_in(table: Table, pick: str) -> None:
    assert table.post("gm", table.url("combatant_add"), {"pick": pick}).status_code == 404
    assert len(table.combatants()) == 5


def test_while_a_question_waits_nobody_comes_in(table: Table) -> None:
    table.order("anna", "retreat", actor=table.named("Анна Вереск").ref)
    refused = table.post("gm", table.url("combatant_add"), {"pick": "creature:wolf"})
    assert refused.status_code == 422
    assert "A question has to be answered first." in text_of(refused)


@pytest.mark.rule("CA-19")
def test_for_a_dead_character_its_players_other_characters_are_offered(table: Table) -> None:
    create_sheet(table.campaign, table.users["anna"], "Мирра", {"hp": 3})
    create_sheet(table.campaign, table.users["torvald"], "Гуннар", {"hp": 3})
    page = text_of(table.get("gm", table.url("combatant_add")))
    assert "In place of" not in page
    table.order("gm", "correct", target=table.named("Анна Вереск").ref, set={"fate": "dead"}, note="")
    page = table.get("gm", table.url("combatant_add"))
    (fallen,) = page.context["fallen"]
    assert (fallen.combatant.name, [each.name for each in fallen.others]) == ("Анна Вереск", ["Мирра"])
    assert "In place of Анна Вереск" in text_of(page)
    table.post("gm", table.url("combatant_add"), {"pick": f"hero:{sheet_of('Мирра').public_id}"})
    mirra = table.named("Мирра")
    assert (mirra.owner, mirra.side, mirra.player) == (table.users["anna"], "party", True)
    again = table.post("gm", table.url("combatant_add"), {"pick": f"hero:{sheet_of('Мирра').public_id}"})
    assert again.status_code == 422


@pytest.mark.parametrize("who", SEATS)
def test_only_game_masters_bring_in(table: Table, who: str | None) -> None:
    status = {"gm": 200, "stranger": 404, None: 302}.get(who, 403)
    page = table.get(who, table.url("combatant_add"))
    assert page.status_code == status
    assert who == "gm" or "Secret" not in text_of(page)
    if who != "gm":
        assert table.post(who, table.url("combatant_add"), {"pick": "creature:wolf"}).status_code == status
        assert len(table.combatants()) == 5


def test_of_a_draft_or_an_ended_fight_the_page_leads_on(table: Table) -> None:
    from encounters.services import turn

    turn.end(table.submit())
    assert table.get("gm", table.url("combatant_add")).status_code == 303
    assert table.post("gm", table.url("combatant_add"), {"pick": "creature:wolf"}).status_code == 303
    assert len(table.combatants()) == 5
