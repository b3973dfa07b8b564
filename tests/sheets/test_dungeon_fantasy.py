"""The sheet of Dungeon Fantasy: places, modes, DR by location, rows, what follows from what."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from rules.registry import system_of
from sheets.models import Item, Sheet
from sheets.services.campaigns import create_campaign
from sheets.services.sheets import create_ready, create_sheet, ready_heroes
from sheets.services.tables import load_tables
from tests.sheets.conftest import Table

DF = system_of("dungeon_fantasy")
GEAR = [
    {"item": "broadsword", "place": "right"},
    {"item": "medium_shield", "place": "left"},
    {"item": "mail_body_armor", "place": "worn"},
]

EMPTY_HAND = re.compile(r'<h3 class="lab">(\w+) hand</h3><ul class="slots loose"><li class="slot empty">')


@pytest.fixture
def knight(table: Table) -> Sheet:
    """ST 12, DX 14, HT 13, Broadsword-17, Shield-15."""
    campaign = create_campaign(table.people["marta"], DF, "Reeds")
    skills = [{"name": {"en": "Broadsword", "ru": "Меч"}, "level": 17}, {"name": "Shield", "level": 15}]
    sheet = {"st": 12, "dx": 14, "ht": 13, "skills": skills}
    return create_sheet(campaign, table.people["marta"], "Aldous", sheet, GEAR)


@pytest.fixture
def marta(table: Table) -> Client:
    return table.client("marta")


def text_of(response: HttpResponse) -> str:
    return response.content.decode()


def fresh(sheet: Sheet) -> Sheet:
    return Sheet.objects.get(pk=sheet.pk)


def item(sheet: Sheet, key: str) -> Item:
    return next(each for each in sheet.items.all() if each.data["key"] == key)


def post(client: Client, sheet: Sheet, name: str, args: tuple[str, ...], data: Mapping[str, Any]) -> HttpResponse:
    address = reverse(name, args=(sheet.public_id, *args))
    response: HttpResponse = client.post(
        address, {"version": fresh(sheet).version, **data}, headers={"hx-request": "true"}
    )
    return response


class TestThePage:
    def test_it_shows_defences_and_keeps_the_defence_bonus_apart(self, marta: Client, knight: Sheet) -> None:
        """3 + 6.75 = 9.75, less 1 for 33.8 lb where 29 are free; 3 + 8, 3 + 7, and bare hands at DX 14: 3 + 7."""
        shown = text_of(marta.get(reverse("sheet", args=(knight.public_id,))))
        assert 'id="value-dodge"' in shown
        assert "<b>8</b>" in shown
        assert shown.count('<b class="num">11</b>') == 1
        assert shown.count('<b class="num">10</b>') == 2
        assert "with free hands" in shown
        assert "The Defence Bonus of 2 comes on top" in shown

    def test_it_marks_the_load_of_now(self, marta: Client, knight: Sheet) -> None:
        shown = text_of(marta.get(reverse("sheet", args=(knight.public_id,))))
        assert '<th scope="col" class="now" aria-current="true">Light</th>' in shown

    def test_move_and_dodge_stand_under_each_load_even_of_giants(
        self, marta: Client, knight: Sheet, table: Table
    ) -> None:
        """ST 200 lifts 8,000 lb; Basic Speed 5: Move 5, 4, 3, 2, 1 and Dodge 8 to 4."""
        giant = create_sheet(knight.campaign, table.people["marta"], "Giant", {"st": 200})
        shown = text_of(marta.get(reverse("sheet", args=(giant.public_id,))))
        rows = re.findall(r'<th scope="row">(Move|Dodge)</th>(.*?)</tr>', shown, re.DOTALL)
        figures = {name: re.findall(r">(\d+)<", row) for name, row in rows}
        assert figures == {"Move": ["5", "4", "3", "2", "1"], "Dodge": ["8", "7", "6", "5", "4"]}

    def test_dodge_at_another_load_says_why(self, marta: Client, knight: Sheet) -> None:
        address = reverse("sheet_why", args=(knight.public_id,))
        shown = text_of(marta.get(f"{address}?why=dodge_by_encumbrance.3", headers={"hx-request": "true"}))
        assert "heavy encumbrance" in shown

    def test_it_speaks_russian(self, marta: Client, knight: Sheet) -> None:
        marta.cookies["django_language"] = "ru"
        shown = text_of(marta.get(reverse("sheet", args=(knight.public_id,)), headers={"accept-language": "ru"}))
        for word in ("Уклонение", "Меч", "правая рука", "Кольчужный доспех", "1к+3 руб"):
            assert word in shown

    def test_an_empty_sheet_has_its_bare_hands(self, marta: Client, knight: Sheet, table: Table) -> None:
        empty = create_sheet(knight.campaign, table.people["marta"], "X" * 200, {})
        shown = text_of(marta.get(reverse("sheet", args=(empty.public_id,))))
        assert "Punch" in shown
        assert "Kick" in shown

    def test_a_hand_is_called_empty_only_where_nothing_is_held_in_both(
        self, marta: Client, knight: Sheet, table: Table
    ) -> None:
        free = create_sheet(knight.campaign, table.people["marta"], "Free", {})
        both = create_sheet(
            knight.campaign, table.people["marta"], "Both", {}, [{"item": "great_axe", "place": "both"}]
        )
        assert EMPTY_HAND.findall(text_of(marta.get(reverse("sheet", args=(free.public_id,))))) == ["Right", "Left"]
        assert EMPTY_HAND.findall(text_of(marta.get(reverse("sheet", args=(both.public_id,))))) == []

    def test_a_beast_says_that_it_only_dodges(self, marta: Client, knight: Sheet) -> None:
        wolf = next(row for row in DF.creatures() if row["key"] == "wolf")
        sheet = create_sheet(knight.campaign, None, "Wolf", wolf["sheet"], wolf["gear"])
        assert "it only dodges" in text_of(marta.get(reverse("sheet", args=(sheet.public_id,))))

    @pytest.mark.parametrize("hero", ready_heroes("dungeon_fantasy"), ids=lambda hero: hero["key"])
    def test_every_ready_made_hero_has_a_page(self, marta: Client, knight: Sheet, table: Table, hero: Any) -> None:
        made = create_ready(knight.campaign, table.people["marta"], hero, "ru")
        assert marta.get(reverse("sheet", args=(made.public_id,))).status_code == 200


class TestPlaces:
    def test_a_shield_on_the_back_blocks_no_more(self, marta: Client, knight: Sheet) -> None:
        thing = item(knight, "medium_shield")
        shown = text_of(post(marta, knight, "item_column", (thing.public_id, "place"), {"value": "pack"}))
        assert item(fresh(knight), "medium_shield").data.get("place", "pack") == "pack"
        assert 'class="mark"' not in shown
        assert "comes on top" not in shown

    def test_an_unknown_place_is_refused(self, marta: Client, knight: Sheet) -> None:
        thing = item(knight, "medium_shield")
        assert post(marta, knight, "item_column", (thing.public_id, "place"), {"value": "nose"}).status_code == 422


class TestModes:
    ROW = {"name": "Swing", "skill": "Broadsword", "defaults": "DX-5; Shortsword-2", "damage": "sw+2 cut", "reach": "1",
           "parry": "0", "st": "10", "hands": "1", "block": "", "level": ""}  # fmt: skip

    def test_a_mode_is_changed_and_the_page_follows(self, marta: Client, knight: Sheet) -> None:
        """Swing 1d+2 of ST 12, and 2."""
        thing = item(knight, "broadsword")
        shown = text_of(post(marta, knight, "item_rows", (thing.public_id, "modes"), {"at": "0", **self.ROW}))
        modes = item(fresh(knight), "broadsword").data["modes"]
        assert (modes[0]["damage"], modes[0]["defaults"], len(modes)) == ("sw+2 cut", ["DX-5", "Shortsword-2"], 2)
        assert "1d+4 cut" in shown

    def test_a_name_that_stays_keeps_its_other_language(self, marta: Client, knight: Sheet) -> None:
        thing = item(knight, "broadsword")
        post(marta, knight, "item_rows", (thing.public_id, "modes"), {"at": "0", **self.ROW})
        assert item(fresh(knight), "broadsword").data["modes"][0]["name"] == {"en": "Swing", "ru": "Взмах"}

    def test_one_is_added_and_one_removed(self, marta: Client, knight: Sheet) -> None:
        thing = item(knight, "broadsword")
        post(marta, knight, "item_rows", (thing.public_id, "modes"), {"at": "new", **self.ROW, "name": ""})
        assert len(item(fresh(knight), "broadsword").data["modes"]) == 3
        post(marta, knight, "item_rows", (thing.public_id, "modes"), {"at": "1", "remove": "1"})
        modes = item(fresh(knight), "broadsword").data["modes"]
        assert [mode["damage"] for mode in modes] == ["sw+1 cut", "sw+2 cut"]

    def test_what_does_not_fit_is_said_beside_its_field(self, marta: Client, knight: Sheet) -> None:
        thing = item(knight, "broadsword")
        refused = post(marta, knight, "item_rows", (thing.public_id, "modes"), {"at": "0", **self.ROW, "hands": "3"})
        assert refused.status_code == 422
        assert f'id="cell-{thing.public_id}-modes-0-hands-said"' in text_of(refused)
        assert fresh(knight).version == 0

    def test_who_saw_an_older_version_is_told(self, marta: Client, knight: Sheet) -> None:
        thing = item(knight, "broadsword")
        post(marta, knight, "item_rows", (thing.public_id, "modes"), {"at": "0", **self.ROW})
        late = post(marta, knight, "item_rows", (thing.public_id, "modes"), {"at": "1", "remove": "1", "version": 0})
        assert late.status_code == 409
        assert len(item(fresh(knight), "broadsword").data["modes"]) == 2

    def test_a_column_that_is_no_list_has_no_rows(self, marta: Client, knight: Sheet) -> None:
        thing = item(knight, "broadsword")
        assert post(marta, knight, "item_rows", (thing.public_id, "note"), {}).status_code == 404


class TestDR:
    def test_it_is_written_by_location(self, marta: Client, knight: Sheet) -> None:
        thing = item(knight, "mail_body_armor")
        post(marta, knight, "item_rows", (thing.public_id, "dr"), {"torso": "５", "arm": "3", "leg": ""})
        assert item(fresh(knight), "mail_body_armor").data["dr"] == {"torso": 5, "arm": 3}

    def test_what_is_no_number_is_refused(self, marta: Client, knight: Sheet) -> None:
        thing = item(knight, "mail_body_armor")
        refused = post(marta, knight, "item_rows", (thing.public_id, "dr"), {"torso": "thick"})
        assert refused.status_code == 422
        assert "Write a whole number." in text_of(refused)


class TestTheSheetsOwnRows:
    def test_a_trait_is_chosen_and_counts_at_once(self, marta: Client, knight: Sheet) -> None:
        row = {"at": "new", "key": "combat_reflexes", "name": "", "level": "1", "specialty": ""}
        shown = text_of(post(marta, knight, "sheet_rows", ("traits",), row))
        assert fresh(knight).data["traits"][0]["key"] == "combat_reflexes"
        assert '<b class="num">12</b>' in shown

    def test_a_skill_keeps_its_other_language(self, marta: Client, knight: Sheet) -> None:
        post(marta, knight, "sheet_rows", ("skills",), {"at": "0", "name": "Broadsword", "level": "19", "points": "8"})
        assert fresh(knight).data["skills"][0] == {
            "name": {"en": "Broadsword", "ru": "Меч"}, "level": 19, "points": 8,
        }  # fmt: skip

    def test_what_follows_from_an_attribute_is_drawn_anew(self, marta: Client, knight: Sheet) -> None:
        shown = text_of(post(marta, knight, "sheet_field", ("st",), {"value": "15"}))
        assert 'id="cell-hp_max"' in shown
        assert 'placeholder="15"' in shown

    def test_numbers_with_a_comma_are_numbers(self, marta: Client, knight: Sheet) -> None:
        post(marta, knight, "sheet_field", ("basic_speed",), {"value": "7,25"})
        assert fresh(knight).data["basic_speed"] == 7.25


def test_a_thing_that_is_found_says_what_it_weighs(marta: Client, knight: Sheet) -> None:
    load_tables()
    shown = text_of(marta.get(reverse("item_find", args=(knight.public_id,)), {"q": "рапира"}))
    assert "2.75 lb" in shown
    tables = text_of(marta.get(reverse("tables", args=("dungeon_fantasy",))))
    assert "Giant Rat" in tables
    assert "thr+1 imp" in tables
