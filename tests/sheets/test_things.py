"""Things on a sheet: from the tables, one's own, changed, placed, ordered, removed and brought back."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse

from sheets.models import Equipment, Item, Sheet
from sheets.once import new_token
from tests.sheets.conftest import Table

HX = {"HX-Request": "true"}


def names(sheet: Sheet) -> list[str]:
    return [each["name"] if isinstance(each["name"], str) else each["name"]["en"] for each in sheet.gear()]


def post(table: Table, address_name: str, /, *args: str, who: str = "anna", **data: object) -> HttpResponse:
    address = reverse(address_name, args=[table.anna.public_id, *args])
    response: HttpResponse = table.client(who).post(address, data, headers=HX)
    return response


def first(table: Table) -> Item:
    return table.anna.items.all()[0]


def test_things_are_found_by_a_part_of_their_name_in_either_language(table: Table) -> None:
    client = table.client("anna")
    address = reverse("item_find", args=[table.anna.public_id])
    assert "Spear" in client.get(address, {"q": "spe"}, headers=HX).text
    assert "Spear" in client.get(address, {"q": "КОПЬ"}, headers=HX).text
    assert "Spear" not in client.get(address, {"q": "anvil"}, headers=HX).text
    assert "anvil" in client.get(address, {"q": "anvil"}, headers=HX).text  # as a thing of one's own


def test_a_thing_of_the_tables_is_a_copy_that_the_table_does_not_change(table: Table) -> None:
    assert post(table, "item_add", key="spear").status_code == 200
    row = Equipment.objects.get(key="spear")
    row.data["damage"] = "d12"
    row.save()
    assert table.anna.items.last().data["damage"] == "d8"


def test_the_same_form_sent_twice_adds_one_thing(table: Table) -> None:
    token = new_token()
    for _time in range(2):
        post(table, "item_add", key="spear", token=token)
    assert names(table.anna).count("Spear") == 1
    assert table.fresh(table.anna).version == 1


def test_a_thing_of_ones_own_needs_a_kind_and_a_name(table: Table) -> None:
    assert post(table, "item_add", kind="weapon", name="Ключ 🗝").status_code == 200
    assert post(table, "item_add", kind="starship", name="x").status_code == 422
    assert post(table, "item_add", kind="gear", name=" ").status_code == 422
    assert post(table, "item_add", key="no-such-thing").status_code == 404
    assert names(table.anna) == ["Sword", "Shield", "Chainmail", "Ключ 🗝"]


def test_a_column_is_saved_and_a_bad_one_refused_beside_it(table: Table) -> None:
    thing = first(table).public_id
    assert post(table, "item_column", thing, "damage", value="к10", version=0).status_code == 200
    assert first(table).data["damage"] == "d10"
    refused = post(table, "item_column", thing, "damage", value="10d", version=1)
    assert refused.status_code == 422
    assert "is no dice" in refused.text
    assert post(table, "item_column", thing, "kind", value="gear", version=1).status_code == 404


def test_a_name_shown_in_one_language_keeps_the_other_until_it_is_changed(table: Table) -> None:
    thing = first(table).public_id
    post(table, "item_column", thing, "name", value="Sword", version=0)
    assert table.fresh(table.anna).version == 0
    post(table, "item_column", thing, "name", value="Grandmother’s sword", version=0)
    assert first(table).data["name"] == "Grandmother’s sword"


def test_two_columns_of_a_thing_do_not_clash_and_the_same_one_does(table: Table) -> None:
    thing = first(table).public_id
    post(table, "item_column", thing, "damage", who="marta", value="d10", version=0)
    assert post(table, "item_column", thing, "note", value="notched", version=0).status_code == 200
    assert post(table, "item_column", thing, "damage", value="d10", version=0).status_code == 200  # equal content
    clash = post(table, "item_column", thing, "damage", value="d6", version=0)
    assert clash.status_code == 409
    assert "marta" in clash.text
    assert first(table).data["damage"] == "d10"


def test_a_weapon_put_into_the_pack_is_no_attack_any_more(table: Table) -> None:
    text = post(table, "item_column", first(table).public_id, "place", value="pack", version=0).text
    ways = text.split('id="ways"')[1].split("</ul>")[0]
    assert "unarmed" in ways
    assert "Sword" not in ways


def test_things_change_places_and_the_ends_stay(table: Table) -> None:
    thing = first(table).public_id
    post(table, "item_down", thing)
    assert names(table.anna) == ["Shield", "Sword", "Chainmail"]
    post(table, "item_up", thing)
    post(table, "item_up", thing)
    assert names(table.anna) == ["Sword", "Shield", "Chainmail"]
    assert table.fresh(table.anna).version == 2


def test_a_removed_thing_can_be_brought_back_as_it_was(table: Table) -> None:
    thing = first(table)
    text = post(table, "item_remove", thing.public_id).text
    assert "Sword is off the sheet." in text
    assert names(table.anna) == ["Shield", "Chainmail"]
    post(table, "history_restore", change=1, field=f"item:{thing.public_id}", version=1)
    assert table.anna.items.get(public_id=thing.public_id).data == thing.data


def test_a_thing_removed_twice_is_removed_once(table: Table) -> None:
    thing = first(table).public_id
    for _time in range(2):
        assert post(table, "item_remove", thing).status_code == 200
    assert table.fresh(table.anna).version == 1


def test_adding_can_be_put_back_too(table: Table) -> None:
    post(table, "item_add", key="spear")
    thing = table.anna.items.last().public_id
    post(table, "history_restore", change=1, field=f"item:{thing}", version=1)
    assert names(table.anna) == ["Sword", "Shield", "Chainmail"]


def test_a_sheet_holds_200_things_and_no_more(table: Table) -> None:
    Item.objects.bulk_create(Item(sheet=table.anna, data={"kind": "gear", "name": "stone"}) for _ in range(197))
    refused = post(table, "item_add", kind="gear", name="one more")
    assert refused.status_code == 422
    assert "at most 200 things" in refused.text


def test_a_things_page_works_without_htmx(table: Table) -> None:
    page = table.client("anna").get(reverse("item", args=[table.anna.public_id, first(table).public_id]))
    assert "<!doctype html>" in page.text
    assert 'value="d8"' in page.text


def test_a_bulky_thing_spans_two_slots(table: Table) -> None:
    text = table.client("anna").get(reverse("sheet", args=[table.anna.public_id])).text
    assert text.count('class="slot item bulky"') == 1  # the chainmail
    assert text.count('class="slot empty"') == 6
