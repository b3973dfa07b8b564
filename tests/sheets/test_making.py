"""New sheets: rolled, ready-made, by hand, from a creature, copied; and as files, out and in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from rules.registry import SYSTEMS, system_of
from rules.words import name_in
from sheets.importing.own import read_document
from sheets.models import Sheet
from sheets.once import new_token
from sheets.services.campaigns import create_campaign
from sheets.services.sheets import create_ready, create_sheet, ready_heroes
from sheets.services.transfer import export_sheet
from tests.sheets.conftest import Table


def newest() -> Sheet:
    return Sheet.objects.latest("id")


def test_a_rolled_character_is_whole_and_the_same_form_rolls_it_once(table: Table) -> None:
    token = new_token()
    for _time in range(2):
        table.client("anna").post(reverse("sheet_quick", args=[table.campaign.public_id]), {"token": token})
    assert Sheet.objects.filter(owner=table.people["anna"]).count() == 2
    made = newest()
    assert all(3 <= made.data[ability] <= 18 for ability in ("str", "dex", "wil"))
    assert made.gear()
    assert not made.is_npc


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(
    ("slug", "hero"),
    [pytest.param(system.slug, hero, id=hero["key"]) for system in SYSTEMS for hero in ready_heroes(system.slug)],
)
def test_every_ready_made_hero_fits_its_system(table: Table, slug: str, hero: Any, language: str) -> None:
    campaign = create_campaign(table.people["marta"], system_of(slug), "Heroes")
    made = create_ready(campaign, table.people["anna"], hero, language)
    assert made.name == name_in(hero["name"], language)
    [calling] = [column for column in ("background", "concept") if column in hero["sheet"]]
    assert made.data[calling] == name_in(hero["sheet"][calling], language)
    assert len(made.gear()) == len(hero["gear"])


def test_the_maximum_of_a_new_sheet_is_what_it_begins_with(table: Table) -> None:
    made = create_sheet(table.campaign, table.people["anna"], "Ása", {"hp": 5})
    assert made.data["hp_max"] == 5


def test_a_maximum_that_follows_from_attributes_is_left_to_them(table: Table) -> None:
    """ST 12 has 12 HP, and somebody who comes hurt still has."""
    campaign = create_campaign(table.people["marta"], system_of("dungeon_fantasy"), "Heroes")
    made = create_sheet(campaign, table.people["anna"], "Ása", {"st": 12, "hp": 5})
    assert (made.data["hp"], made.data["hp_max"]) == (5, None)


def test_a_sheet_by_hand_is_judged_by_the_system_and_stays_typed(table: Table) -> None:
    address = reverse("sheet_new", args=[table.campaign.public_id])
    data = {"name": "Ása", "str": "９", "dex": "12", "wil": "7", "hp": "4", "background": "Smith"}
    refused = table.client("anna").post(address, {**data, "wil": "lots"})
    assert refused.status_code == 422
    assert "Write a whole number." in refused.text
    assert 'value="Ása"' in refused.text
    assert table.client("anna").post(address, data).status_code == 303
    made = newest()
    assert (made.name, made.data["str"], made.data["str_max"], made.owner) == ("Ása", 9, 9, table.people["anna"])


def test_an_npc_from_a_creature_belongs_to_the_table(table: Table) -> None:
    table.client("marta").post(reverse("sheet_from_creature", args=[table.campaign.public_id, "bandit"]))
    made = newest()
    assert (made.name, made.owner, made.is_npc) == ("Bandit", None, True)
    assert [attack["damage"] for attack in made.data["attacks"]] == ["d6", "d6"]


def test_a_copy_shares_nothing(table: Table) -> None:
    table.client("anna").post(reverse("sheet_copy", args=[table.anna.public_id]))
    copy = newest()
    assert copy.name == "Anna Heather (copy)"
    item = copy.items.all()[0]
    item.data["damage"] = "d12"
    item.save()
    assert table.anna.items.all()[0].data.get("damage") != "d12"


def test_an_export_is_read_back_the_same(table: Table) -> None:
    response = table.client("anna").get(reverse("sheet_export", args=[table.anna.public_id]))
    document = json.loads(response.content)
    assert (document["format"], document["system"], document["name"]) == ("fray-sheet", "cairn", "Anna Heather")
    assert "attachment" in response["Content-Disposition"]
    look = table.client("anna").post(reverse("sheet_import", args=[table.campaign.public_id]), {"text": response.text})
    assert look.status_code == 200
    assert Sheet.objects.count() == 3  # nothing is written before it was looked at
    confirm = {"text": response.text, "confirm": "1"}
    table.client("anna").post(reverse("sheet_import", args=[table.campaign.public_id]), confirm)
    assert export_sheet(newest()) == document
    assert read_document(document).name == "Anna Heather"


def test_a_file_over_a_sheet_shows_the_difference_and_can_be_put_back(table: Table) -> None:
    document = {"format": "fray-sheet", "system": "cairn", "name": "Anna the Bold", "sheet": {"str": 7},
                "gear": [{"item": "spear"}]}  # fmt: skip
    address, client = reverse("sheet_import_over", args=[table.anna.public_id]), table.client("anna")
    sent = SimpleUploadedFile("anna.json", json.dumps(document).encode("utf-8-sig"))
    look = client.post(address, {"file": sent}).text
    for part in ("<del>11</del>", "<del>Anna Heather</del>", "Sword, Shield, Chainmail", "Spear"):
        assert part in look
    assert table.fresh(table.anna).version == 0
    stale = client.post(address, {"text": json.dumps(document), "confirm": "1", "version": "7"})
    assert stale.status_code == 409
    assert client.post(address, {"text": json.dumps(document), "confirm": "1", "version": "0"}).status_code == 303
    sheet = table.fresh(table.anna)
    assert (sheet.name, sheet.data["str"], len(sheet.gear())) == ("Anna the Bold", 7, 1)
    assert sheet.changes.filter(field="name", old="Anna Heather").exists()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This is not JSON."),
        ("{not json", "This is not JSON."),
        ("[" * 100_000, "This is not JSON."),
        ("[1, 2]", "This is no sheet of ours"),
        ('{"format": "other"}', "This is no sheet of ours"),
        ('{"format": "fray-sheet", "system": "chess", "name": "x"}', "There is no system"),
        ('{"format": "fray-sheet", "system": "cairn", "name": ""}', "Write something here."),
        ('{"format": "fray-sheet", "system": "cairn", "name": "x", "sheet": {"str": 99}}', "At most 30."),
        ('{"format": "fray-sheet", "system": "cairn", "name": "x", "sheet": {"str": 1e400}}', "This"),
        ('{"format": "fray-sheet", "system": "cairn", "name": "x", "gear": [{"kind": "boat"}]}', "Choose one of"),
        ('{"format": "fray-sheet", "system": "cairn", "name": "\\ud800"}', "text"),
        ('{"format": "fray-sheet", "system": "cairn", "name": "x", "owner": 1}', "There is no such field."),
    ],
)
def test_a_bad_file_gets_a_sentence_and_writes_nothing(table: Table, text: str, sentence: str) -> None:
    address = reverse("sheet_import", args=[table.campaign.public_id])
    response = table.client("anna").post(address, {"text": text, "confirm": "1"})
    assert response.status_code == 422
    assert "Nothing was written." in response.text
    assert sentence in response.text or sentence == "text"
    assert Sheet.objects.count() == 3


def test_a_file_of_bytes_that_are_no_text_is_refused(table: Table) -> None:
    address = reverse("sheet_import", args=[table.campaign.public_id])
    for content in (b"\xff\xfe\x00binary", b"x" * (512 * 1024 + 1)):
        sent = SimpleUploadedFile("x.json", content)
        assert table.client("anna").post(address, {"file": sent}).status_code == 422


def test_only_a_game_master_can_import_an_npc(table: Table) -> None:
    document = json.dumps({"format": "fray-sheet", "system": "cairn", "name": "Ogre"})
    data = {"text": document, "confirm": "1", "npc": "1"}
    address = reverse("sheet_import", args=[table.campaign.public_id])
    table.client("anna").post(address, data)
    assert not newest().is_npc
    table.client("marta").post(address, data)
    assert newest().is_npc
