"""Maps under encounters: laid under a draft, drawn on, filled with combatants, redrawn in the fight, sent as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.http import Http404

from encounters.board import map_of, set_up
from encounters.door import seat_at
from encounters.mapping.pictures import folder
from encounters.models import CampaignMap, Encounter
from encounters.services import build, laying, maps, turn
from encounters.services.exporting import scenario_of
from encounters.services.importing import import_scenario
from encounters.services.pictures import read_picture
from encounters.services.submitting import Stale
from rules.errors import Refused
from rules.maps import BattleMap, read_map, write_map
from sheets.door import seat_for
from sheets.services.campaigns import create_campaign
from tests.encounters.build_table import Table, lay_table, text_of, with_fighters
from tests.encounters.map_table import SQUARES, keep, picture_file, submit

pytestmark = pytest.mark.django_db

WIDE: dict[str, Any] = {"grid": "square", "size": [12, 5], "scale": [5, "ft"]}
PIT = {**WIDE, "walls": [[1, 2]], "terrain": [{"kind": "chasm", "cells": [[1, 1]]}], "shroud": [[1, 3]]}


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def table() -> Table:
    return with_fighters(lay_table())


def lay(table: Table, document: dict[str, Any] | None = None, **about: Any) -> CampaignMap:
    kept = keep(table, document or WIDE, **about)
    laying.lay(table.submit(), kept)
    return kept


def places(table: Table) -> dict[str, Any]:
    return {(each.name if isinstance(each.name, str) else each.name["en"]): each.at for each in table.combatants()}


def battle(table: Table) -> BattleMap:
    found = map_of(table.now())
    assert found is not None
    return found


def ref(table: Table, name: str) -> str:
    return table.named(name).ref


class TestLaying:
    def test_an_encounter_takes_a_copy(self, table: Table) -> None:
        kept = lay(table)
        laying.draw(table.submit(), [{"tool": "paint", "kind": "fog", "cells": [[0, 0]]}])
        assert battle(table).drawn.terrain == {(0, 0): frozenset({"fog"})}
        kept.refresh_from_db()
        assert "fog" not in kept.map_text

    def test_taking_the_map_away_takes_everybody_off_it(self, table: Table) -> None:
        lay(table)
        laying.put(table.submit(), ref(table, "Торвальд"), "C3")
        laying.lay(table.submit(), None)
        assert table.now().map_text == ""
        assert set(map(str, places(table).values())) == {"None"}

    def test_on_a_smaller_map_who_has_no_place_is_taken_off(self, table: Table) -> None:
        lay(table)
        laying.put(table.submit(), ref(table, "Торвальд"), "C3")
        laying.put(table.submit(), ref(table, "Анна Вереск"), "L1")
        lay(table, SQUARES)
        assert (places(table)["Торвальд"], places(table)["Анна Вереск"]) == ([2, 2], None)

    def test_the_page_lays_only_maps_of_the_campaign(self, table: Table) -> None:
        kept = keep(table, WIDE)
        assert table.post("gm", table.url("build_map_lay"), {"map": kept.public_id}).status_code == 303
        assert battle(table).drawn.size == (12, 5)
        table.post("gm", table.url("build_map_lay"), {"map": ""})
        assert map_of(table.now()) is None
        assert table.post("gm", table.url("build_map_lay"), {"map": "nothing"}).status_code == 404

    def test_a_map_of_another_campaign_or_one_that_is_put_away_is_not_laid(self, table: Table) -> None:
        other = create_campaign(table.users["gm"], table.campaign.rules, "Elsewhere")
        far = maps.create_map(seat_for(table.users["gm"], other), "Far", read_map(WIDE))
        gone = lay(table)
        maps.put_away(submit(table, gone))
        before = table.now().map_text
        for kept in (far, gone):
            assert table.post("gm", table.url("build_map_lay"), {"map": kept.public_id}).status_code == 404
            with pytest.raises(Http404):
                laying.lay(table.submit(), kept)
        assert table.now().map_text == before


class TestDrawingOnADraft:
    def test_strokes_are_undone_and_redone(self, table: Table) -> None:
        lay(table)
        laying.draw(table.submit(), [{"tool": "paint", "kind": "fog", "cells": [[0, 0]]}])
        laying.undo(table.submit())
        assert battle(table).drawn.terrain == {}
        laying.redo(table.submit())
        assert (0, 0) in battle(table).drawn.terrain

    def test_no_rock_falls_on_somebody(self, table: Table) -> None:
        lay(table)
        laying.put(table.submit(), ref(table, "Торвальд"), "C3")
        with pytest.raises(Refused, match="stands there"):
            laying.draw(table.submit(), [{"tool": "paint", "kind": "wall", "cells": [[2, 2]]}])
        assert battle(table).drawn.terrain == {}

    def test_a_stroke_on_an_older_draft_is_409_with_the_map_as_it_is(self, table: Table) -> None:
        lay(table)
        sent = {"tool": "paint:fog", "cells": "A1", "version": "1"}
        answer = table.post("gm", table.url("encounter_map_draw"), sent, htmx=True)
        assert answer.status_code == 409
        assert 'id="map-ground"' in text_of(answer)


class TestPuttingDown:
    def test_somebody_is_put_down_moved_and_taken_off(self, table: Table) -> None:
        lay(table)
        torvald = ref(table, "Торвальд")
        for sent, at in (({"cell": "c3"}, [2, 2]), ({"cell": "D1"}, [3, 0]), ({"cell": "", "off": "1"}, None)):
            table.post("gm", table.url("build_map_put"), {"who": torvald, **sent})
            assert places(table)["Торвальд"] == at

    @pytest.mark.parametrize(
        ("cell", "sentence"),
        [("Z1", "There is no cell"), ("B3", "Something solid fills"), ("C3", "stands there"), ("", "There is no cell")],
    )
    def test_where_nobody_can_stand_nobody_is_put(self, table: Table, cell: str, sentence: str) -> None:
        lay(table, PIT)
        laying.put(table.submit(), ref(table, "Анна Вереск"), "C3")
        answer = table.post("gm", table.url("build_map_put"), {"who": ref(table, "Торвальд"), "cell": cell}, htmx=True)
        assert answer.status_code == 422
        assert sentence in text_of(answer)
        assert places(table)["Торвальд"] is None

    def test_the_party_stands_in_a_row_at_the_left_and_its_foes_at_the_right(self, table: Table) -> None:
        """Twelve columns and five rows: the second column from each edge, from the middle row outwards."""
        lay(table)
        laying.put_side(table.submit(), table.campaign.rules.party)
        laying.put_side(table.submit(), "foes")
        assert [each.at for each in table.combatants()] == [[1, 2], [1, 1], [10, 2], [10, 1], [10, 3]]

    def test_on_a_high_map_the_party_begins_at_the_bottom(self, table: Table) -> None:
        lay(table, {"grid": "square", "size": [5, 12]})
        laying.put_side(table.submit(), table.campaign.rules.party)
        laying.put_side(table.submit(), "foes")
        assert [each.at for each in table.combatants()][:3] == [[2, 10], [1, 10], [2, 1]]

    def test_nobody_is_put_into_rock_a_chasm_or_the_party_under_the_shroud(self, table: Table) -> None:
        """In the second column B2 is a chasm, B3 rock and B4 covered: B1 and B5 are left."""
        lay(table, PIT)
        laying.put_side(table.submit(), table.campaign.rules.party)
        assert sorted(each.at for each in table.combatants() if each.at) == [[1, 0], [1, 4]]

    def test_on_hexes_the_sides_look_at_each_other(self, table: Table) -> None:
        lay(table, {"grid": "hex", "size": [12, 5]})
        laying.put_side(table.submit(), table.campaign.rules.party)
        laying.put_side(table.submit(), "foes")
        assert [each.facing for each in table.combatants()] == [0, 0, 3, 3, 3]

    def test_on_hexes_who_is_put_down_looks_at_the_nearest_foe(self, table: Table) -> None:
        """A goblin alone looks west, as foes do; Anna below it on the left looks up to the right, to the north-east."""
        lay(table, {"grid": "hex", "size": [12, 5]})
        goblin, anna = table.named("Goblin 1"), table.named("Анна Вереск")
        laying.put(table.submit(), goblin.ref, "H1")
        laying.put(table.submit(), anna.ref, "F5")
        assert (table.named("Goblin 1").facing, table.named("Анна Вереск").facing) == (3, 5)

    def test_who_finds_no_room_is_said_and_nobody_is_put_down(self, table: Table) -> None:
        lay(table, {"grid": "square", "size": [2, 1]})
        laying.put_side(table.submit(), table.campaign.rules.party)
        with pytest.raises(Refused, match="no room on the map"):
            laying.put_side(table.submit(), "foes")
        assert sum(each.at is not None for each in table.combatants()) == 2

    def test_all_are_taken_off_at_once(self, table: Table) -> None:
        lay(table)
        laying.put_side(table.submit(), "foes")
        laying.lift_all(table.submit())
        assert not any(each.at for each in table.combatants())

    def test_an_older_page_puts_nobody_down(self, table: Table) -> None:
        old = table.submit()
        lay(table)
        with pytest.raises(Stale):
            laying.put(old, ref(table, "Торвальд"), "C3")
        answer = table.post(
            "gm", table.url("build_map_put"), {"who": ref(table, "Торвальд"), "cell": "C3", "version": "1"}
        )
        assert answer.status_code == 409
        assert places(table)["Торвальд"] is None

    def test_the_same_submit_twice_puts_down_once(self, table: Table) -> None:
        lay(table)
        once = table.submit()
        laying.put(once, ref(table, "Торвальд"), "C3")
        assert laying.put(once, ref(table, "Торвальд"), "C3").repeated


class TestInTheFight:
    def test_drawing_is_an_order_in_the_log_and_is_undone_like_one(self, table: Table) -> None:
        lay(table)
        table.start()
        sent = {"tool": "edge:door", "cells": "B2|C2"}
        assert table.post("gm", table.url("encounter_map_draw"), sent, htmx=True).status_code == 200
        assert table.encounter.entries.order_by("seq").last().command["do"] == "redraw"  # type: ignore[union-attr]
        assert len(battle(table).drawn.borders) == 1
        assert table.post("gm", table.url("encounter_map_undo"), htmx=True).status_code == 200
        assert battle(table).drawn.borders == {}
        assert table.post("gm", table.url("encounter_map_redo"), htmx=True).status_code == 200
        assert len(battle(table).drawn.borders) == 1

    def test_what_was_no_drawing_is_not_undone_from_here(self, table: Table) -> None:
        lay(table)
        table.start()
        answer = table.post("gm", table.url("encounter_map_undo"), htmx=True)
        assert answer.status_code == 422
        assert table.now().status == Encounter.Status.RUNNING
        assert table.encounter.entries.filter(undone=True).count() == 0

    def test_the_map_of_a_fight_can_be_kept(self, table: Table) -> None:
        lay(table, picture=read_picture(picture_file()))
        table.start()
        table.post("gm", table.url("encounter_map_draw"), {"tool": "paint:smoke", "cells": "A1"})
        table.post("gm", table.url("encounter_map_keep"))
        kept = CampaignMap.objects.get(name="Secret Ford")
        assert "smoke" in kept.map_text
        assert kept.picture == table.now().picture

    def test_another_map_is_laid_by_an_order_with_its_picture_and_undo_brings_both_back(self, table: Table) -> None:
        """Torvald stands at C3 of 12 × 5 cells, which a map of 2 × 2 does not have."""
        lay(table, picture=read_picture(picture_file()))
        laying.put(table.submit(), ref(table, "Торвальд"), "C3")
        table.start()
        first, before = table.now().picture, battle(table)
        small = keep(table, {"grid": "hex", "size": [2, 2]}, "Hut", picture=read_picture(picture_file()))

        def state() -> tuple[Any, ...]:
            fighter = table.now().state["fighters"][ref(table, "Торвальд")]
            return (battle(table), table.now().picture, fighter["at"])

        answer = table.post("gm", table.url("encounter_map_lay"), {"map": small.public_id})
        assert (answer.status_code, answer["Location"]) == (303, table.url("encounter_map"))
        laid = (maps.battle_of(small), small.picture, None)
        assert state() == laid
        assert "Another map lies on the table." in text_of(table.get("anna", table.url("encounter")))
        turn.undo(table.submit())
        assert state() == (before, first, [2, 2])
        turn.redo(table.submit())
        assert state() == laid
        turn.undo(table.submit())
        assert state() == (before, first, [2, 2])

    def test_a_map_can_be_taken_away_and_one_laid_where_there_is_none(self, table: Table) -> None:
        kept = lay(table, picture=read_picture(picture_file()))
        table.start()
        picture = table.now().picture
        assert table.post("gm", table.url("encounter_map_lay"), {"map": ""}).status_code == 303
        assert (table.now().map_text, table.now().picture) == ("", None)
        page = text_of(table.get("gm", table.url("encounter_map")))
        assert "No map under this encounter" in page
        assert kept.name in page
        assert table.url("encounter_map") in text_of(table.get("gm", f"{table.url('encounter')}extra/"))
        assert table.get("gm", table.url("encounter_map"), HX_Request="true")["HX-Refresh"] == "true"
        assert table.post("gm", table.url("encounter_map_lay"), {"map": kept.public_id}).status_code == 303
        assert (battle(table), table.now().picture) == (maps.battle_of(kept), picture)

    def test_what_cannot_be_laid_is_said_beside_the_map_or_where_it_would_be(self, table: Table) -> None:
        kept = lay(table)
        table.start()
        same = table.post("gm", table.url("encounter_map_lay"), {"map": kept.public_id})
        assert same.status_code == 422
        assert "That changes nothing." in text_of(same)
        assert table.post("gm", table.url("encounter_map_lay"), {"map": "", "version": "1"}).status_code == 409
        table.post("gm", table.url("encounter_map_lay"), {"map": ""})
        nothing = table.post("gm", table.url("encounter_map_lay"), {"map": ""})
        assert nothing.status_code == 422
        assert "That changes nothing." in text_of(nothing)
        assert table.encounter.entries.filter(command__do="lay_map").count() == 1
        foreign = create_campaign(table.users["gm"], table.campaign.rules, "Elsewhere")
        other = maps.create_map(seat_for(table.users["gm"], foreign), "Theirs", read_map(WIDE))
        assert table.post("gm", table.url("encounter_map_lay"), {"map": other.public_id}).status_code == 404

    def test_the_picture_that_an_undo_would_bring_back_is_kept_until_the_encounter_goes(
        self, table: Table, django_capture_on_commit_callbacks: Any
    ) -> None:
        kept = lay(table, picture=read_picture(picture_file()))
        table.start()
        table.post("gm", table.url("encounter_map_lay"), {"map": ""})
        with django_capture_on_commit_callbacks(execute=True):
            maps.put_away(submit(table, kept))
        assert len(list(folder().iterdir())) == 1
        turn.undo(table.submit())
        assert table.now().picture == kept.picture
        turn.redo(table.submit())
        with django_capture_on_commit_callbacks(execute=True):
            build.delete_encounter(table.submit())
        assert list(folder().iterdir()) == []

    def test_where_there_is_no_map_there_is_no_page_to_draw_on_it(self, table: Table) -> None:
        assert table.get("gm", table.url("encounter_map")).status_code == 404

    @pytest.mark.parametrize("who", ["anna", "watcher", "stranger"])
    def test_nobody_but_the_game_master_draws(self, table: Table, who: str) -> None:
        lay(table)
        table.start()
        status = 404 if who == "stranger" else 403
        for name in ("encounter_map", "encounter_map_about", "build_map"):
            assert table.get(who, table.url(name)).status_code == status, name
        for name in (
            "encounter_map_draw", "encounter_map_undo", "encounter_map_redo", "encounter_map_keep",
            "encounter_map_lay", "build_map_lay", "build_map_put", "build_map_side", "build_map_lift",
        ):  # fmt: skip
            sent = {"tool": "show", "cells": "A1", "who": ref(table, "Торвальд"), "cell": "A1", "side": "foes"}
            assert table.post(who, table.url(name), sent).status_code == status, name
        assert table.encounter.entries.filter(command__do__in=["redraw", "lay_map"]).count() == 0

    @pytest.mark.parametrize("shroud", [[], [[5, 2]]])
    def test_players_are_never_told_the_address_of_the_whole_picture(
        self, table: Table, shroud: list[list[int]]
    ) -> None:
        lay(table, {**WIDE, "shroud": shroud}, picture=read_picture(picture_file()))
        table.start()
        whole = table.now().picture
        assert whole is not None
        for who in ("anna", "watcher"):
            page = text_of(table.get(who, table.url("encounter")))
            assert "/media/maps/" in page
            assert whole.name not in page
        assert whole.name in text_of(table.get("gm", table.url("encounter")))


class TestKeepingOn:
    def test_another_try_keeps_map_picture_and_places(self, table: Table) -> None:
        lay(table, PIT, picture=read_picture(picture_file()))
        laying.put(table.submit(), ref(table, "Торвальд"), "C3")
        again = build.play_again(seat_at(table.users["gm"], table.now().public_id), "Again")
        assert (again.map_text, again.picture) == (table.encounter.map_text, table.encounter.picture)
        assert [2, 2] in again.combatants.values_list("at", flat=True)

    def test_another_try_begins_on_the_map_that_was_laid_last_without_who_has_no_place_on_it(
        self, table: Table
    ) -> None:
        lay(table)
        laying.put(table.submit(), ref(table, "Торвальд"), "C3")
        table.start()
        small = keep(table, {"grid": "square", "size": [2, 2]}, "Hut")
        table.post("gm", table.url("encounter_map_lay"), {"map": small.public_id})
        again = build.play_again(seat_at(table.users["gm"], table.now().public_id), "Again")
        assert map_of(again) == maps.battle_of(small)
        assert set(again.combatants.values_list("at", flat=True)) == {None}

    def test_the_picture_goes_when_the_last_encounter_over_it_is_put_away(
        self, table: Table, django_capture_on_commit_callbacks: Any
    ) -> None:
        kept = lay(table, picture=read_picture(picture_file()))
        CampaignMap.objects.filter(pk=kept.pk).delete()
        with django_capture_on_commit_callbacks(execute=True):
            build.delete_encounter(table.submit())
        assert list(folder().iterdir()) == []

    @pytest.mark.parametrize("grid", ["square", "hex"])
    def test_map_places_and_facing_come_back_from_a_file_as_they_were(self, table: Table, grid: str) -> None:
        lay(table, {**PIT, "grid": grid, "light": "dim", "lamps": [{"at": [3, 1], "bright": 2, "dim": 4}]})
        laying.put(table.submit(), ref(table, "Торвальд"), "C1", 4 if grid == "hex" else None)
        laying.put_side(table.submit(), "foes")
        first = scenario_of(table.now())
        made = import_scenario(table.campaign, table.users["gm"], json.dumps(first), "Back", played=False)
        second = scenario_of(made)
        assert second == first
        assert first["map"] == write_map(battle(table))
        placed = {
            each["name"]: (each.get("at"), each.get("facing"))
            for each in first["fighters"]
            if each["name"] == "Торвальд"
        }
        assert placed["Торвальд"][1] == (4 if grid == "hex" else None)
        assert set_up(made).fight.map == battle(table)

    def test_what_is_to_be_imported_is_shown_with_its_map(self, table: Table) -> None:
        lay(table, PIT)
        text = json.dumps(scenario_of(table.now()))
        page = text_of(table.client("gm").post(f"/c/{table.campaign.public_id}/encounters/import/", {"text": text}))
        assert "map thumb" in page
        assert "k-chasm" in page
