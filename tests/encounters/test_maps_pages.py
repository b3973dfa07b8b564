"""The pages on which a campaign's maps are listed, made, drawn on and sent round as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from encounters.board import map_text
from encounters.models import CampaignMap, Encounter
from encounters.services import maps
from rules.maps import read_map, write_map
from tests.encounters.build_table import Table, lay_table, text_of, with_fighters
from tests.encounters.map_table import HEXES, SQUARES, keep, picture_file

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def table() -> Table:
    return lay_table()


def url(name: str, kept: CampaignMap) -> str:
    return reverse(name, args=[kept.public_id])


def of_campaign(name: str, table: Table) -> str:
    return reverse(name, args=[table.campaign.public_id])


def send(table: Table, kept: CampaignMap, page: str, /, who: str | None = "gm", htmx: bool = True, **sent: Any) -> Any:
    kept.refresh_from_db()
    values = {"version": kept.version, "key": "k", **sent}
    return table.client(who).post(url(page, kept), values, headers=HTMX if htmx else {})


def drawn(kept: CampaignMap) -> dict[str, Any]:
    kept.refresh_from_db()
    return write_map(maps.battle_of(kept))


NEW = {"name": "Ford", "grid": "square", "cols": "12", "rows": "8", "scale": "5", "unit": "ft"}


class TestMaking:
    def test_a_new_map_is_empty_and_as_large_as_was_said(self, table: Table) -> None:
        answer = table.client("gm").post(of_campaign("map_new", table), NEW)
        made = CampaignMap.objects.get()
        assert (answer.status_code, answer["Location"]) == (303, url("map_editor", made))
        assert drawn(made) == {"grid": "square", "size": [12, 8], "scale": [5, "ft"]}

    def test_the_same_form_twice_makes_one_map(self, table: Table) -> None:
        page = table.client("gm").get(of_campaign("map_new", table))
        token = text_of(page).split('name="token" value="')[1].split('"')[0]
        for _time in range(2):
            table.client("gm").post(of_campaign("map_new", table), {**NEW, "token": token})
        assert CampaignMap.objects.count() == 1

    @pytest.mark.parametrize(
        ("wrong", "sentence"),
        [
            ({"cols": "101"}, "100"), ({"rows": "0"}, "1"), ({"rows": ""}, "how many rows"),
            ({"scale": "far"}, "number"),
            ({"scale": "0"}, "More than 0"), ({"scale": "inf"}, "1000"), ({"scale": "nan"}, "1000"),
            ({"grid": "circle"}, "circle"),
            ({"name": ""}, "required"), ({"unit": "cubit"}, "cubit"),
        ],
    )  # fmt: skip
    def test_what_is_no_map_is_refused_with_a_sentence(
        self, table: Table, wrong: dict[str, str], sentence: str
    ) -> None:
        answer = table.client("gm").post(of_campaign("map_new", table), {**NEW, **wrong})
        assert answer.status_code == 422
        assert sentence in text_of(answer)
        assert not CampaignMap.objects.exists()

    def test_rows_are_called_optional_and_may_be_left_empty_only_where_a_picture_comes_along(
        self, table: Table
    ) -> None:
        page = text_of(table.client("gm").get(of_campaign("map_new", table)))
        assert "optional" not in page.split('<label for="id_rows">')[1].split("</label>")[0]
        assert "required" not in page.split('name="rows"')[1].split(">")[0], "the browser would ask for it in vain"
        wrong = {**NEW, "rows": "", "name": "", "picture": picture_file()}
        again = text_of(table.client("gm").post(of_campaign("map_new", table), wrong))
        assert "optional" in again.split('<label for="id_rows">')[1].split("</label>")[0]
        table.client("gm").post(of_campaign("map_new", table), {**wrong, "name": "Ford", "picture": picture_file()})
        assert drawn(CampaignMap.objects.get())["size"] == [12, 8]

    @pytest.mark.parametrize(("grid", "rows"), [("square", 8), ("hex", 9)])
    def test_with_a_picture_the_rows_follow_from_its_proportions(self, table: Table, grid: str, rows: int) -> None:
        """60 × 40 pixels and 12 columns. Squares: 12 · 40 / 60 = 8. Hexes: the map is 12.5 hexes wide and 8.33 high;
        the first row is 1.155 high and each further one 0.866, so 1 + (8.33 − 1.155) / 0.866 = 9.3 rows."""
        sent = {**NEW, "grid": grid, "picture": picture_file()}
        table.client("gm").post(of_campaign("map_new", table), sent)
        made = CampaignMap.objects.get()
        assert drawn(made)["size"] == [12, rows]
        assert made.picture is not None

    def test_what_is_no_picture_is_refused_beside_its_field_and_nothing_is_written(self, table: Table) -> None:
        sent = {**NEW, "picture": SimpleUploadedFile("map.png", b"<svg/>", content_type="image/png")}
        answer = table.client("gm").post(of_campaign("map_new", table), sent)
        assert answer.status_code == 422
        assert "This is no picture that can be read" in text_of(answer).split('id="id_picture_error"')[1]
        assert not CampaignMap.objects.exists()


class TestFiles:
    WALLED = {
        **HEXES,
        "walls": [[1, 1]],
        "light": "dark",
        "lamps": [{"at": [2, 1], "bright": 2, "dim": 4}],
        "shroud": [[0, 0]],
    }

    def test_a_map_goes_out_and_comes_in_the_same(self, table: Table) -> None:
        kept = keep(table, self.WALLED)
        file = table.client("gm").get(url("map_export", kept)).content
        sent = {"name": "Back", "file": SimpleUploadedFile("map.json", file)}
        assert table.client("gm").post(of_campaign("map_import", table), sent).status_code == 303
        assert drawn(CampaignMap.objects.get(name="Back")) == drawn(kept)
        assert read_map(json.loads(file)) == read_map(self.WALLED)

    def test_of_a_scenario_the_map_is_taken(self, table: Table) -> None:
        text = json.dumps({"system": "cairn", "fighters": [], "map": self.WALLED})
        table.client("gm").post(of_campaign("map_import", table), {"name": "Taken", "text": text})
        assert drawn(CampaignMap.objects.get())["walls"] == [[1, 1]]

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("", "Choose a file"), ("{", "not JSON"), ("[]", "no map in it"), ('{"system": "cairn"}', "no map in it"),
            ('{"grid": "square"}', "open field"), ('{"grid": "square", "size": [0, 4]}', "map.size"),
            ('{"grid": "square", "size": [4, 4], "walls": [[9, 9]]}', "map.walls.0"), ("[" * 100_000, "not JSON"),
            ('{"grid": "square", "size": [4, 4], "scale": [1e999, "ft"]}', "map.scale"),
        ],
    )  # fmt: skip
    def test_what_is_no_map_is_refused_beside_the_field(self, table: Table, text: str, sentence: str) -> None:
        answer = table.client("gm").post(of_campaign("map_import", table), {"name": "Bad", "text": text})
        assert answer.status_code == 422
        assert sentence in text_of(answer).split('id="id_text_error"')[1]
        assert not CampaignMap.objects.exists()


class TestDrawing:
    def test_a_stroke_is_answered_with_the_map_as_it_is_then(self, table: Table) -> None:
        kept = keep(table)
        answer = send(table, kept, "map_draw", tool="paint:fog", cells="B2:C2")
        assert answer.status_code == 200
        assert 'class="k-fog"' in text_of(answer)
        assert 'name="version" value="2"' in text_of(answer)
        assert drawn(kept)["terrain"] == [{"kind": "fog", "cells": [[1, 1], [2, 1]]}]

    def test_without_a_script_a_stroke_leads_back_to_the_page(self, table: Table) -> None:
        kept = keep(table)
        answer = send(table, kept, "map_draw", htmx=False, tool="edge:door", cells="B2|C2")
        assert (answer.status_code, answer["Location"]) == (303, url("map_editor", kept))
        assert drawn(kept)["borders"] == [{"kind": "door", "between": [[[1, 1], [2, 1]]]}]

    def test_a_stroke_on_an_older_map_is_409_with_the_map_as_it_is_and_a_sentence(self, table: Table) -> None:
        kept = keep(table)
        send(table, kept, "map_draw", tool="paint:chasm", cells="A1")
        answer = send(table, kept, "map_draw", tool="paint:fog", cells="B2", version=1)
        assert answer.status_code == 409
        assert "Somebody has changed this meanwhile" in text_of(answer)
        assert 'class="k-chasm"' in text_of(answer)
        assert "terrain" in drawn(kept)
        assert drawn(kept)["terrain"] == [{"kind": "chasm", "cells": [[0, 0]]}]

    def test_the_same_stroke_sent_twice_is_drawn_once(self, table: Table) -> None:
        kept = keep(table)
        for _time in range(2):
            assert send(table, kept, "map_draw", tool="paint:fog", cells="B2", version=1).status_code == 200
        kept.refresh_from_db()
        assert kept.version == 2

    def test_a_refusal_stands_on_the_page_and_what_was_typed_stays(self, table: Table) -> None:
        kept = keep(table)
        answer = send(table, kept, "map_draw", htmx=False, tool="paint:fog", cells="B2, Z9")
        assert answer.status_code == 422
        assert "There is no cell “Z9” on this map." in text_of(answer)
        assert 'value="B2, Z9"' in text_of(answer)

    def test_undo_and_redo(self, table: Table) -> None:
        kept = keep(table)
        send(table, kept, "map_draw", tool="light:dark")
        assert drawn(kept)["light"] == "dark"
        assert send(table, kept, "map_undo").status_code == 200
        assert "light" not in drawn(kept)
        assert send(table, kept, "map_redo").status_code == 200
        assert drawn(kept)["light"] == "dark"
        assert send(table, kept, "map_redo").status_code == 422

    def test_an_open_page_is_told_of_others_strokes_and_else_of_nothing(self, table: Table) -> None:
        kept = keep(table)
        page = table.client("gm").get(url("map_editor", kept), {"version": 1}, headers=HTMX)
        assert page.status_code == 204
        send(table, kept, "map_draw", tool="paint:smoke", cells="A1")
        page = table.client("gm").get(url("map_editor", kept), {"version": 1}, headers=HTMX)
        assert 'class="k-smoke"' in text_of(page)

    def test_a_cell_is_said_in_words(self, table: Table) -> None:
        kept = keep(table, {**SQUARES, "shroud": [[1, 1]], "heights": [{"height": 2, "cells": [[1, 1]]}]})
        said = text_of(table.client("gm").get(url("map_about", kept), {"cell": "b2"}))
        assert said.startswith("B2")
        assert "height +2" in said
        assert said.endswith("not shown to the players")
        assert table.client("gm").get(url("map_about", kept), {"cell": "Z9"}).status_code == 404

    def test_a_map_of_a_hundred_by_a_hundred_is_painted_over_in_one_stroke(self, table: Table) -> None:
        kept = keep(table, {"grid": "hex", "size": [100, 100]})
        assert send(table, kept, "map_draw", tool="paint:fog", cells="A1:CV100").status_code == 200
        assert len(drawn(kept)["terrain"][0]["cells"]) == 10_000


class TestSettings:
    def test_a_map_is_renamed_and_given_a_picture_and_loses_it_again(self, table: Table) -> None:
        kept = keep(table)
        sent = {"name": "Weir", "picture": picture_file()}
        assert send(table, kept, "map_settings", htmx=False, **sent).status_code == 303
        kept.refresh_from_db()
        assert (kept.name, kept.picture is not None) == ("Weir", True)
        send(table, kept, "map_settings", htmx=False, name="Weir", bare="on")
        kept.refresh_from_db()
        assert kept.picture is None

    def test_an_older_page_of_settings_is_409(self, table: Table) -> None:
        kept = keep(table)
        answer = send(table, kept, "map_settings", htmx=False, name="Weir", version=7)
        assert answer.status_code == 409
        kept.refresh_from_db()
        assert kept.name == "Ford"

    def test_a_copy_and_putting_away(self, table: Table) -> None:
        kept = keep(table)
        send(table, kept, "map_copy", htmx=False)
        assert sorted(table.campaign.maps.values_list("name", flat=True)) == ["Ford", "Ford, a copy"]
        send(table, kept, "map_delete", htmx=False)
        page = text_of(table.client("gm").get(of_campaign("campaign_maps", table)))
        assert "Ford, a copy" in page
        assert url("map_editor", kept) not in page
        assert table.client("gm").get(url("map_editor", kept)).status_code == 404


NAMES = ("map_editor", "map_about", "map_settings", "map_export")
WRITES = ("map_draw", "map_undo", "map_redo", "map_copy", "map_delete", "map_settings")


class TestDoors:
    @pytest.mark.parametrize("who", ["anna", "watcher", "stranger"])
    def test_a_map_is_there_for_game_masters_alone(self, table: Table, who: str) -> None:
        kept = keep(table)
        before = (kept.version, drawn(kept))
        for name in NAMES:
            assert table.client(who).get(url(name, kept), {"cell": "A1"}).status_code == 404, name
        for name in WRITES:
            sent = {"tool": "paint:fog", "cells": "A1", "name": "Mine"}
            assert send(table, kept, name, who, **sent).status_code == 404, name
        assert (kept.version, drawn(kept)) == before

    @pytest.mark.parametrize(("who", "status"), [("anna", 403), ("watcher", 403), ("stranger", 404)])
    def test_the_list_and_new_maps_are_for_game_masters_alone(self, table: Table, who: str, status: int) -> None:
        keep(table, name="Secret cave")
        for name in ("campaign_maps", "map_new", "map_import"):
            answer = table.client(who).get(of_campaign(name, table))
            assert answer.status_code == status, name
            assert "Secret cave" not in text_of(answer)
        for name, sent in (("map_new", NEW), ("map_import", {"name": "x", "text": json.dumps(SQUARES)})):
            assert table.client(who).post(of_campaign(name, table), sent).status_code == status
        assert CampaignMap.objects.count() == 1

    def test_a_visitor_is_asked_to_log_in(self, table: Table) -> None:
        kept = keep(table)
        for name in NAMES:
            assert "/login/" in table.client(None).get(url(name, kept))["Location"]


def test_whom_the_shroud_covers_is_numbered_after_those_who_are_seen() -> None:
    """Goblin 1 stands under the shroud, so that the one that is seen is the only goblin there is."""
    table = with_fighters(lay_table())
    first, second = table.named("Goblin 1"), table.named("Goblin 2")
    document = {**SQUARES, "shroud": [[0, 0]]}
    Encounter.objects.filter(pk=table.encounter.pk).update(map_text=map_text(read_map(document)))
    for each, at in ((first, [0, 0]), (second, [3, 3])):
        each.at = at
        each.save(update_fields=["at"])
    table.start()
    names = {each.ref: each.name["en"] for each in table.combatants() if each.ref in (first.ref, second.ref)}
    assert names == {second.ref: "Goblin", first.ref: "Goblin 2"}
    assert "Goblin 2" not in text_of(table.get("anna", table.url("encounter")))
