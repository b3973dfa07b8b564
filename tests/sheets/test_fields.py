"""Saving a sheet field by field: numbers as typed, refusals, clashes, equal content, history."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.urls import reverse

from rules.errors import BadInput
from sheets.models import SheetChange
from sheets.services.fields import apply_to_sheet
from sheets.services.items import add_item
from sheets.services.play import brought
from tests.sheets.conftest import Table


def save(table: Table, field: str, value: str, version: int = 0, who: str = "anna", htmx: bool = True) -> HttpResponse:
    headers = {"HX-Request": "true"} if htmx else {}
    address = reverse("sheet_field", args=[table.anna.public_id, field])
    response: HttpResponse = table.client(who).post(address, {"value": value, "version": version}, headers=headers)
    return response


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("4", 4), (" 4 ", 4), ("４", 4), ("1２", 12), ("+3", 3), ("4,0", 4), ("1 0", 10)],
)
def test_a_number_is_read_as_people_type_it(table: Table, typed: str, kept: int) -> None:
    assert save(table, "hp", typed).status_code == 200
    assert table.fresh(table.anna).data["hp"] == kept


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("−1", "At least 0."),  # U+2212: a minus, so the number is too small
        ("–1", "At least 0."),
        ("100", "At most 99."),
        ("2,5", "Write a whole number."),
        ("five", "Write a whole number."),
        ("", "Write a whole number."),
        ("9" * 400, "At most 99."),
    ],
)
def test_what_is_no_number_is_refused_with_a_sentence_and_stays_typed(table: Table, typed: str, sentence: str) -> None:
    response = save(table, "hp", typed)
    assert response.status_code == 422
    assert sentence in response.text
    assert f'value="{typed}"' in response.text
    sheet = table.fresh(table.anna)
    assert (sheet.data["hp"], sheet.version) == (5, 0)


def test_without_htmx_a_refusal_is_the_whole_page_with_the_typed_text(table: Table) -> None:
    response = save(table, "hp", "five", htmx=False)
    assert response.status_code == 422
    assert 'value="five"' in response.text
    assert 'value="14"' in response.text  # DEX is there as it was
    assert save(table, "hp", "4", htmx=False).status_code == 303


def test_a_saved_field_answers_with_the_derived_values_and_the_saved_state(table: Table) -> None:
    text = save(table, "hp", "4").text
    for part in ("derived", "ways", "things", "saved"):
        assert f'id="{part}"' in text
        assert text.count('hx-swap-oob="true"') >= 4


def test_equal_content_writes_nothing_even_for_who_saw_an_old_version(table: Table) -> None:
    save(table, "hp", "4")
    assert save(table, "hp", "4", version=0, who="marta").status_code == 200
    assert table.fresh(table.anna).version == 1
    assert SheetChange.objects.count() == 1


def test_the_same_field_changed_meanwhile_is_a_clash_that_shows_both_values_and_who(table: Table) -> None:
    save(table, "hp", "2", who="marta")
    response = save(table, "hp", "4", version=0, who="anna")
    assert response.status_code == 409
    for part in ("marta", "<dd>2</dd>", "<dd>4</dd>", "Keep mine", "Take theirs"):
        assert part in response.text
    assert table.fresh(table.anna).data["hp"] == 2
    assert 'name="version" value="1"' in response.text  # so that "keep mine" is no clash any more
    assert save(table, "hp", "4", version=1, who="anna").status_code == 200
    assert table.fresh(table.anna).data["hp"] == 4


def test_another_field_changed_meanwhile_is_no_clash_and_arrives_beside(table: Table) -> None:
    save(table, "str", "9", who="marta")
    response = save(table, "hp", "4", version=0)
    assert response.status_code == 200
    assert 'id="cell-str"' in response.text
    data = table.fresh(table.anna).data
    assert (data["str"], data["hp"]) == (9, 4)


def test_take_theirs_fetches_the_field_as_it_is(table: Table) -> None:
    save(table, "hp", "2", who="marta")
    address = reverse("sheet_field", args=[table.anna.public_id, "hp"])
    text = table.client("anna").get(address, headers={"HX-Request": "true"}).text
    assert 'value="2"' in text
    assert 'name="version" value="1"' in text


@pytest.mark.parametrize("version", ["", "-1", "x", "99999999999999999999"])
def test_a_version_that_is_none_counts_as_never_seen(table: Table, version: str) -> None:
    save(table, "hp", "2", who="marta")
    assert save(table, "hp", "4", version=version).status_code == 409  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name", ["Ведьма 🐺🔥", "O’Brien & “Söhne” <b>", "'; DROP TABLE --", "{{ name }} {x} %s %(a)s", "я" * 200]
)
def test_a_name_may_be_anything_up_to_200_characters_and_is_shown_as_typed(table: Table, name: str) -> None:
    assert save(table, "name", name).status_code == 200
    assert table.fresh(table.anna).name == name
    page = table.client("anna").get(reverse("sheet", args=[table.anna.public_id]))
    assert page.status_code == 200
    assert "<b>" not in page.text.replace("<b>Armor</b>", "").split('id="cell-name"')[1].split("</form>")[0]


@pytest.mark.parametrize("name", ["", "   ", "я" * 201])
def test_a_name_is_needed_and_not_longer(table: Table, name: str) -> None:
    assert save(table, "name", name).status_code == 422
    assert table.fresh(table.anna).name == "Anna Heather"


def test_nul_characters_are_dropped(table: Table) -> None:
    assert save(table, "notes", "a\x00b").status_code == 200
    assert table.fresh(table.anna).data["notes"] == "ab"


def test_a_field_that_the_system_has_not_is_not_found(table: Table) -> None:
    assert save(table, "charisma", "3").status_code == 404


def test_a_switch_and_a_list_of_numbers_are_saved(table: Table) -> None:
    assert save(table, "deprived", "on").status_code == 200
    assert save(table, "scars", "3, 7").status_code == 200
    assert save(table, "scars", "3, x").status_code == 422
    data = table.fresh(table.anna).data
    assert (data["deprived"], data["scars"]) == (True, [3, 7])


def test_natural_attacks_are_rows_that_can_be_added_changed_and_removed(table: Table) -> None:
    address = reverse("sheet_rows", args=[table.npc.public_id, "attacks"])
    client = table.client("marta")

    def send(**data: object) -> HttpResponse:
        version = table.fresh(table.npc).version
        response: HttpResponse = client.post(address, {"version": version, **data}, headers={"HX-Request": "true"})
        return response

    assert send(at="new", name="bite", damage="d8", blast="on").status_code == 200
    refused = send(at="new", name="claw", damage="sharp")
    assert refused.status_code == 422
    assert 'value="sharp"' in refused.text
    assert send(at="0", name="bite", damage="d10").status_code == 200
    [attack] = table.fresh(table.npc).data["attacks"]
    assert (attack["name"], attack["damage"], attack["blast"]) == ("bite", "d10", False)
    assert send(at="0", remove="1").status_code == 200
    assert table.fresh(table.npc).data["attacks"] == []


def test_the_history_says_who_changed_what_and_puts_it_back(table: Table) -> None:
    save(table, "hp", "2", who="marta")
    save(table, "hp", "1", version=1, who="marta")
    client = table.client("anna")
    text = client.get(reverse("sheet_history", args=[table.anna.public_id])).text
    assert "marta" in text
    restore = reverse("history_restore", args=[table.anna.public_id])
    assert client.post(restore, {"change": 1, "field": "hp", "version": 2}).status_code == 303
    assert table.fresh(table.anna).data["hp"] == 5
    assert table.fresh(table.anna).version == 3


def test_putting_back_what_was_changed_again_meanwhile_writes_nothing(table: Table) -> None:
    save(table, "hp", "2")
    save(table, "hp", "1", version=1, who="marta")
    restore = reverse("history_restore", args=[table.anna.public_id])
    table.client("anna").post(restore, {"change": 1, "field": "hp", "version": 1})
    assert table.fresh(table.anna).data["hp"] == 1


@pytest.mark.rule("CA-20")
def test_a_full_inventory_shows_hp_0_and_keeps_the_stored_hp(table: Table) -> None:
    # sword 1, shield 1, chainmail 2: six more things fill the ten slots
    for _number in range(5):
        add_item(table.anna, table.people["anna"], {"kind": "gear", "name": "stone"})
    page = table.client("anna").get(reverse("sheet", args=[table.anna.public_id]))
    assert "HP count as 0" not in page.text
    add_item(table.anna, table.people["anna"], {"kind": "gear", "name": "stone"})
    text = table.client("anna").get(reverse("sheet", args=[table.anna.public_id])).text
    assert "The inventory is full: HP count as 0." in text
    assert "<small>HP that protect</small><b>0</b>" in text
    assert table.fresh(table.anna).data["hp"] == 5
    assert 'id="cell-hp-input" name="value" value="5"' in text


@pytest.mark.rule("CA-20", "CA-04")
def test_armor_opens_its_reasons_with_links_to_the_rules(table: Table) -> None:
    address = reverse("sheet_why", args=[table.anna.public_id])
    text = table.client("anna").get(address, {"why": "armor"}, headers={"HX-Request": "true"}).text
    assert "<small>Armor</small><b>3</b>" in text  # chainmail 2, shield +1
    assert 'href="/rules/cairn/#CA-20"' in text


@pytest.mark.rule("CA-20")
def test_what_lost_a_stacking_contest_is_struck_through(table: Table) -> None:
    add_item(table.anna, table.people["anna"], {"item": "plate"})
    text = table.client("anna").get(reverse("sheet", args=[table.anna.public_id])).text
    assert 'class="no"><td>Chainmail: one of a kind counts' in text


def test_a_fight_takes_a_copy_and_brings_back_what_it_changed(table: Table) -> None:
    copy = brought(table.anna)
    copy["gear"][0]["name"]["en"] = "broken"
    copy["sheet"]["hp"] = 0
    assert brought(table.anna)["gear"][0]["name"]["en"] == "Sword"
    changes = apply_to_sheet(table.anna, table.people["marta"], {"hp": 0, "str": 9, "dex": 14}, "after a fight")
    assert {(each.field, each.old, each.new) for each in changes} == {("hp", 5, 0), ("str", 11, 9)}
    assert {each.version for each in changes} == {1}
    assert apply_to_sheet(table.anna, table.people["marta"], {"hp": 0, "str": 9}) == []
    with pytest.raises(BadInput):
        apply_to_sheet(table.anna, table.people["marta"], {"hp": 1, "str": 99})
    assert table.fresh(table.anna).data["hp"] == 0


def test_a_maximum_that_was_left_out_is_written_down_so_that_losses_do_not_lower_it(table: Table) -> None:
    save(table, "hp", "1")
    assert table.fresh(table.anna).data["hp_max"] == 5


def test_a_stored_field_that_no_longer_fits_does_not_close_the_page(table: Table) -> None:
    table.anna.data = {**table.anna.data, "hp": "many", "charm": 3}
    table.anna.save()
    page = table.client("anna").get(reverse("sheet", args=[table.anna.public_id]))
    assert page.status_code == 200
    assert "no longer fits" in page.text
    assert save(table, "hp", "4").status_code == 200
    assert table.fresh(table.anna).data["hp"] == 4


def test_the_sheets_page_asks_the_database_little(table: Table, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    client = table.client("anna")
    with django_assert_num_queries(5):  # session, user, sheet with campaign and owner, seat, things
        client.get(reverse("sheet", args=[table.anna.public_id]))
