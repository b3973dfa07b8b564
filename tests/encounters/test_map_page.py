"""The play page with a map under the fight: looking, going, showing, and how much of it is sent."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from encounters.models import Encounter, Entry
from rules.grid.field import GridKind
from tests.encounters.mapped_table import HALF_SHOWN, LURKER, MappedTable, crowd, in_hexes
from tests.encounters.play_table import HTMX, SECRET_NAME, Table
from tests.encounters.test_queries import ATTACK, _asked_by_an_attack, _first_words

pytestmark = pytest.mark.django_db

ORDER = re.compile(r'name="actor" value="\w+"><input type="hidden" name="do" value="(\w+)"')
TOKEN = re.compile(r'<g id="token-(\w+)" class="token ([^"]*)" data-ref="\w+" data-at="(\w+)"')


@pytest.fixture
def table() -> MappedTable:
    return MappedTable()


def tokens(text: str) -> dict[str, str]:
    """The tokens that are drawn: whose, and at which cell."""
    return {ref: cell for ref, _classes, cell in TOKEN.findall(text)}


def classes(text: str) -> dict[str, set[str]]:
    return {ref: set(names.split()) for ref, names, _cell in TOKEN.findall(text)}


def panel(answer: Any) -> str:
    """What stands under the map, in words."""
    found = re.search(r'<div id="map-panel".*?</div>\s*(?=<template>|<div id="said-map"|$)', answer.text, re.S)
    assert found, answer.text[-400:]
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


# What is on the page


@pytest.mark.parametrize("who", ["gm", "anna", "torvald", "watcher"])
def test_everybody_at_the_table_sees_the_tokens_that_are_shown_to_them(table: MappedTable, who: str) -> None:
    page = table.get(who)
    open_ones = {table.anna.ref: "A1", table.torvald.ref: "A3", table.goblins[0].ref: "E2"}
    covered = {table.hidden.ref: "E5", table.lurker.ref: "I2"} if who == "gm" else {}
    assert tokens(page.text) == open_ones | covered
    assert page.text.count('href="/static/css/map.css"') == 1


def test_only_the_tokens_of_a_seat_are_its_own_to_move(table: MappedTable) -> None:
    own = {who: {ref for ref, names in classes(table.get(who).text).items() if "own" in names}
           for who in ("gm", "anna", "torvald", "watcher")}  # fmt: skip
    assert own["anna"] == {table.anna.ref}
    assert own["torvald"] == {table.torvald.ref}
    assert own["watcher"] == set()
    assert len(own["gm"]) == 5
    assert "hidden" in classes(table.get("gm").text)[table.hidden.ref]


def test_only_the_game_master_has_the_tools_that_show_and_cover(table: MappedTable) -> None:
    assert 'value="cover"' in table.get("gm").text
    assert 'id="map-draw"' in table.get("gm").text
    for who in ("anna", "watcher"):
        assert 'value="cover"' not in table.get(who).text
        assert 'id="map-draw"' not in table.get(who).text


def test_a_fight_without_a_map_has_none_on_its_page_and_none_to_ask() -> None:
    table = Table()
    assert "map-card" not in table.get("anna").text
    assert "map.js" not in table.get("anna").text
    for what in ("map/look/", "map/cell/"):
        assert table.get("anna", what, map_cell="A1", htmx=True).status_code == 404
    assert table.post("gm", "map/show", tool="show", cell="A1").status_code == 422


def test_a_stranger_finds_no_map(table: MappedTable) -> None:
    for what in ("map/look/", "map/cell/"):
        assert table.get("stranger", what, map_cell="A1").status_code == 404
        assert table.get(None, what, map_cell="A1").status_code == 302
    assert table.post("stranger", "map/show", tool="show", cell="H1", version=1).status_code == 404


def test_before_the_first_round_and_after_the_end_the_map_is_there_and_nobody_goes(table: MappedTable) -> None:
    table.post("gm", "end")
    for who in ("gm", "anna", "watcher"):
        page = table.get(who)
        assert table.anna.ref in tokens(page.text)
        assert 'id="map-draw"' not in page.text
        look = table.get(who, "map/look/", htmx=True, map_pick=table.anna.ref, map_cell="B1")
        assert look.status_code == 200
        assert "map-go" not in look.text or "cannot move now" in look.text
    assert table.go("anna", table.anna, "B1").status_code == 422
    assert table.show("show", "H1", "J6").status_code == 422
    assert table.cell(table.anna) == "A1"


def test_while_a_question_waits_nobody_goes_and_the_map_says_so(table: MappedTable) -> None:
    table.order("torvald", do="act", actor=table.torvald.ref, note="climbs")
    look = table.get("anna", "map/look/", htmx=True, map_pick=table.anna.ref, map_cell="B1")
    assert "Anna cannot move now." in panel(look)
    answer = table.go("anna", table.anna, "B1")
    assert answer.status_code == 422
    assert "A question has to be answered first." in answer.text
    assert table.cell(table.anna) == "A1"


def test_a_name_that_is_markup_is_written_as_it_is(table: MappedTable) -> None:
    evil = '"><img src=x onerror=alert(1)>'
    table.anna.name = evil
    table.anna.save(update_fields=["name"])
    table.encounter.refresh_from_db()
    table.encounter.state["fighters"][table.anna.ref]["name"] = evil
    table.encounter.save(update_fields=["state"])
    texts = [table.get("gm").text]
    texts.append(table.get("anna", "map/look/", htmx=True, map_pick=table.anna.ref, map_cell="B1").text)
    texts.append(table.go("anna", table.anna, "B1").text)
    for each in texts:
        assert "<img" not in each
        assert "&lt;img" in each
    told = table.get("watcher", "map/cell/", map_cell="B1")
    assert told["Content-Type"] == "text/plain; charset=utf-8"
    assert evil in told.text


# Looking


def test_who_is_picked_is_told_the_way_and_whom_it_could_attack_from_there(table: MappedTable) -> None:
    """From A1 to D2: one diagonal and two straight steps, 3 cells; the goblin at E2 is then beside it."""
    look = table.get("anna", "map/look/", htmx=True, map_pick=table.anna.ref, map_cell="d2", map_tool="go")
    assert look.status_code == 200
    assert "Anna → D2 : 3 cells, 15 ft · Move CA-03" in panel(look)
    assert "Whom it could attack from D2 5 ft Goblin 1" in panel(look)
    assert '<polyline class="way" points="10,10' in look.text
    assert 'name="to" value="D2"' in look.text


def test_where_no_foe_can_be_reached_the_form_waits_for_a_target_and_says_so() -> None:
    """Torvald stands beside Anna; the goblin is far away, and neither has anything that carries so far."""
    table = MappedTable()
    table.order("gm", do="place", target=table.torvald.ref, at=[0, 1])
    assert ORDER.findall(table.get("anna", actor=table.anna.ref).text) == ["go"]
    page = table.get("anna", actor=table.anna.ref, do="attack").text
    target = page.split('name="target">')[1].split("</select>")[0]
    assert re.findall(r'<option value="(\w*)"', target)[0] == ""
    assert "selected" not in target
    assert f'<option value="{table.torvald.ref}">' in target
    assert re.findall(r'id="odds".*hx-trigger="([^"]*)"', page) == ["change from:#act-form delay:80ms"], (
        "nothing to judge"
    )
    answer = table.post("anna", "order", do="attack", actor=table.anna.ref, target="")
    assert answer.status_code == 422
    assert "Choose a target." in answer.text


def test_where_nobody_can_be_attacked_the_form_starts_with_going_and_not_with_a_retreat(table: MappedTable) -> None:
    """Anna's sword reaches nobody; then a goblin stands beside her."""
    page = table.get("anna", actor=table.anna.ref).text
    assert ORDER.findall(page) == ["go"]
    table.order("gm", do="place", target=table.goblins[0].ref, at=[1, 0])
    page = table.get("anna", actor=table.anna.ref).text
    assert ORDER.findall(page) == ["attack"]


def test_others_are_looked_at_by_nobody_but_who_plays_them(table: MappedTable) -> None:
    look = table.get("anna", "map/look/", htmx=True, map_pick=table.torvald.ref, map_cell="B3", map_tool="go")
    assert "Anna" in panel(look)
    assert "Torvald" not in panel(look)
    assert "Torvald → B3" in panel(
        table.get("gm", "map/look/", htmx=True, map_pick=table.torvald.ref, map_cell="B3", map_tool="go")
    )


def test_a_spectator_measures_and_moves_nobody(table: MappedTable) -> None:
    look = table.get("watcher", "map/look/", htmx=True, map_pick=table.anna.ref, map_cell="B1", map_tool="go")
    assert look.status_code == 200
    assert "map-go" not in look.text
    measured = table.get("watcher", "map/look/", htmx=True, map_from="A1", map_cell="D4", map_tool="ruler")
    assert "A1 → D4 : 4 cells, 20 ft." in panel(measured)
    assert table.go("watcher", table.anna, "B1").status_code == 403
    assert table.cell(table.anna) == "A1"


def test_a_burst_says_who_is_caught_of_those_one_sees(table: MappedTable) -> None:
    """Ten feet around E4 are two cells: the goblin at E2, and the one who hides at E5."""
    asked = {"map_cell": "E4", "map_tool": "burst", "map_size": "2"}
    assert "E4 : 10 ft. Caught: Goblin 1" in panel(table.get("anna", "map/look/", htmx=True, **asked))
    caught = panel(table.get("gm", "map/look/", htmx=True, **asked))
    assert "Goblin 1" in caught
    assert SECRET_NAME in caught


@pytest.mark.parametrize(
    ("tool", "asked", "answered"),
    [("ruler", {}, "Choose a cell."), ("ruler", {"map_cell": "A1"}, "Choose the second cell."),
     ("cone", {"map_from": "A1"}, "Choose the second cell."),
     ("burst", {"map_cell": "C6", "map_size": "1"}, "C6 : 5 ft. Nobody is caught.")],
)  # fmt: skip
def test_a_tool_says_what_it_wants(table: MappedTable, tool: str, asked: dict[str, str], answered: str) -> None:
    assert answered in panel(table.get("anna", "map/look/", htmx=True, map_tool=tool, **asked))


def test_a_cell_is_told_in_words_with_who_stands_there_and_how_far_it_is(table: MappedTable) -> None:
    def told(who: str, cell: str) -> str:
        return str(table.get(who, "map/cell/", map_cell=cell, map_pick=table.anna.ref).text)

    assert told("anna", "C1") == "C1, difficult terrain, 10 ft from Anna"
    assert told("anna", "E2") == "E2, open ground, Goblin 1, 20 ft from Anna"
    assert told("watcher", "E2") == "E2, open ground, Goblin 1"
    assert told("gm", "I3") == "I3, a wall, 45 ft from Anna"
    assert told("anna", "I3") == "I3, what is not shown, 45 ft from Anna"
    assert table.get("anna", "map/cell/", map_cell="Q99").status_code == 404


def test_without_scripts_looking_is_a_page_of_its_own(table: MappedTable) -> None:
    page = table.get("anna", map_pick=table.anna.ref, map_cell="D2")
    assert 'name="to" value="D2"' in page.text
    assert 'name="map_cell"' in page.text
    page = table.get("anna", "map/look/", map_pick=table.anna.ref, map_cell="D2")
    assert 'id="map-card"' in page.text
    gone = table.go("anna", table.anna, "D2", htmx=False)
    assert (gone.status_code, gone["Location"]) == (303, table.page)
    assert table.cell(table.anna) == "D2"


# Going


def test_a_move_is_answered_with_the_token_that_changed_the_marks_and_the_panel(table: MappedTable) -> None:
    table.get("anna")
    answer = table.go("anna", table.anna, "D2")
    assert answer.status_code == 200
    assert tokens(answer.text) == {table.anna.ref: "D2"}
    for part in ("map-marks", "map-panel", f"token-{table.anna.ref}", f"row-{table.anna.ref}"):
        assert f'id="{part}"' in answer.text, part
    for part in ("map-ground", "map-tokens", "map-card", "order", f"row-{table.torvald.ref}"):
        assert f'id="{part}"' not in answer.text, part
    assert "goes from A1 to D2" in answer.text
    assert "Anna · D2 · Move: 25 ft · Second move: 65 ft" in panel(answer)


def test_who_has_gone_somewhere_stays_picked_while_it_can_still_act(table: MappedTable) -> None:
    """The Game Master moves Torvald, who comes after Anna: the map and the orders stay with him."""
    table.get("gm")
    answer = table.go("gm", table.torvald, "B3", map_pick=table.anna.ref, map_cell="B3")
    assert 'data-cell=""' in answer.text, "it is there: the cell is not chosen any more"
    assert f'data-pick="{table.torvald.ref}"' in answer.text
    assert "<h2>Torvald: " in answer.text
    answer = table.go("gm", table.torvald, "G6")
    assert answer.status_code == 200
    assert f'data-pick="{table.torvald.ref}"' in answer.text
    table.post("gm", "order", do="wait", actor=table.torvald.ref, place="act")
    answer = table.go("gm", table.anna, "A2")
    assert f'data-pick="{table.anna.ref}"' in answer.text


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [("Z9", "The map has no cell “Z9”."), ("nowhere", "The map has no cell “nowhere”."), ("", "Choose a cell."),
     ("E2", ""), ("9A", "The map has no cell “9A”."), ("A1", "That changes nothing.")],
)  # fmt: skip
def test_a_wrong_cell_is_answered_beside_the_map_and_nothing_is_lost(
    table: MappedTable, cell: str, sentence: str
) -> None:
    before, version = Entry.objects.count(), table.version("anna")
    answer = table.go("anna", table.anna, cell)
    assert answer.status_code == 422
    assert 'id="said-map"' in answer.text
    assert "refused" in answer.text
    assert sentence in answer.text
    assert "map-panel" not in answer.text, "what was chosen stays"
    assert (Entry.objects.count(), table.version("anna"), table.cell(table.anna)) == (before, version, "A1")


def test_a_move_on_an_older_board_is_told_so_and_brings_the_map_as_it_is_now(table: MappedTable) -> None:
    table.get("anna")
    old = table.version("anna")
    table.go("torvald", table.torvald, "B3")
    answer = table.go("anna", table.anna, "D2", version=old)
    assert answer.status_code == 409
    assert "The board has changed since you looked" in answer.text
    assert tokens(answer.text)[table.torvald.ref] == "B3"
    assert 'id="said-map"' in answer.text
    assert table.cell(table.anna) == "A1"
    table.show("show", "H1", "H6")
    answer = table.go("anna", table.anna, "D2", version=old)
    assert answer.status_code == 409
    assert 'id="map-ground"' in answer.text


def test_a_repeated_press_goes_once(table: MappedTable) -> None:
    version = table.version("anna")
    for _press in range(2):
        assert table.go("anna", table.anna, "B1", key="once", version=version).status_code == 200
    assert Entry.objects.filter(command__do="go").count() == 1


def test_an_undone_move_brings_the_token_back(table: MappedTable) -> None:
    table.go("anna", table.anna, "D2")
    for who in ("anna", "gm", "watcher"):
        table.get(who)
    undone = table.post("anna", "undo")
    assert tokens(undone.text) == {table.anna.ref: "A1"}
    assert table.cell(table.anna) == "A1"
    assert tokens(table.get("watcher").text)[table.anna.ref] == "A1"
    assert tokens(table.post("anna", "redo").text) == {table.anna.ref: "D2"}


def test_the_other_pages_are_sent_the_token_that_went(table: MappedTable) -> None:
    for who in ("gm", "torvald", "watcher"):
        table.get(who)
    seen = {who: table.version(who) for who in ("gm", "torvald", "watcher")}
    table.go("anna", table.anna, "D2")
    for who, version in seen.items():
        parts = table.get(who, "parts/", htmx=True, version=version, after=_newest())
        assert tokens(parts.text) == {table.anna.ref: "D2"}, who
        assert 'id="map-ground"' not in parts.text


def test_who_is_put_on_the_map_or_taken_off_has_all_tokens_drawn_anew(table: MappedTable) -> None:
    table.get("gm")
    lifted = table.post("gm", "order", do="place", target=table.torvald.ref, place="extra")
    assert 'id="map-tokens"' in lifted.text
    assert table.torvald.ref not in tokens(lifted.text)
    assert len(tokens(lifted.text)) == 4
    assert "Not on the map: Torvald" in panel(table.get("gm", "map/look/", htmx=True))
    put = table.post("gm", "order", do="place", target=table.torvald.ref, at="B4", place="extra")
    assert tokens(put.text)[table.torvald.ref] == "B4"


def _newest() -> str:
    return Entry.objects.latest("seq").at.isoformat()


# Showing and covering


def test_what_the_game_master_shows_changes_the_ground_for_the_players_and_brings_the_tokens_there(
    table: MappedTable,
) -> None:
    for who in ("gm", "anna"):
        table.get(who)
    version = table.version("anna")
    shown = table.show("show", "H1", "J3")
    assert shown.status_code == 200
    assert 'id="map-ground"' in shown.text
    parts = table.get("anna", "parts/", htmx=True, version=version, after=_newest())
    assert 'class="k-wall"' in parts.text, "I3 is a wall"
    assert 'class="k-thicket"' not in parts.text, "I4 is still covered"
    assert tokens(parts.text)[table.lurker.ref] == "I2"
    assert LURKER in parts.text


def test_the_ground_is_sent_again_only_to_whom_it_looks_otherwise(table: MappedTable) -> None:
    """A wall is drawn at J6, under the shroud: the Game Master's map is another one, the players' is not."""
    for who in ("gm", "anna"):
        table.get(who)
    version = table.version("anna")
    strokes = [{"tool": "paint", "kind": "wall", "cells": [[9, 5]]}]
    gm_before = table.version("gm")
    table.order("gm", do="redraw", strokes=strokes)
    parts = table.get("gm", "parts/", htmx=True, version=gm_before, after=_newest())
    assert 'id="map-ground"' in parts.text
    assert table.version("anna") == version, "there is nothing new for players to ask for"
    assert table.get("anna", "parts/", htmx=True, version=version).status_code == 204
    table.go("torvald", table.torvald, "B3")
    later = table.get("anna", "parts/", htmx=True, version=version, after=_newest())
    assert 'id="map-ground"' not in later.text
    assert tokens(later.text) == {table.torvald.ref: "B3"}


def test_what_happens_under_the_shroud_does_not_raise_the_version_of_players(table: MappedTable) -> None:
    version, whole = table.version("anna"), table.version("gm")
    table.order("gm", do="redraw", strokes=[{"tool": "edge", "kind": "open_door", "between": [[[8, 4], [9, 4]]]}])
    table.order("gm", do="place", target=table.lurker.ref, at=[9, 1])
    table.order("gm", do="redraw", strokes=[{"tool": "lamp", "at": [8, 0], "bright": 3}])
    table.order("gm", do="redraw", strokes=[{"tool": "raise", "height": 5, "cells": [[8, 5]]}])
    assert table.version("anna") == version
    assert table.version("gm") == whole + 4
    table.show("cover", "G1", "G1")
    assert table.version("anna") == version + 1


@pytest.mark.parametrize(
    ("sent", "status"),
    [({"tool": "show", "start": "H1", "end": "Q1"}, 422), ({"tool": "show", "start": "", "end": ""}, 422),
     ({"tool": "wall", "start": "A1", "end": "A1"}, 422), ({"tool": "show", "start": "A1", "end": "B2"}, 422),
     ({"tool": "show", "start": "", "end": "H1"}, 200)],
)  # fmt: skip
def test_showing_takes_cells_that_there_are_and_that_were_covered(
    table: MappedTable, sent: dict[str, str], status: int
) -> None:
    answer = table.show(**sent)
    assert answer.status_code == status
    assert 'id="said-map"' in answer.text
    assert ("refused" in answer.text) == (status == 422)


@pytest.mark.parametrize("who", ["anna", "torvald", "watcher"])
@pytest.mark.parametrize("tool", ["show", "cover"])
def test_nobody_but_the_game_master_shows_or_covers(table: MappedTable, who: str, tool: str) -> None:
    before = Encounter.objects.get(pk=table.encounter.pk).map_text
    assert table.show(tool, "A1", "J6", who).status_code == 403
    assert Encounter.objects.get(pk=table.encounter.pk).map_text == before


def test_showing_is_undone_like_any_order(table: MappedTable) -> None:
    table.show("show", "H1", "J6")
    assert table.battle.shroud == frozenset()
    undone = table.post("gm", "undo")
    assert 'id="map-ground"' in undone.text
    assert len(table.battle.shroud) == 18
    assert LURKER not in table.get("anna").text


# Hexes


def test_on_hexes_who_goes_by_the_form_looks_ahead_unless_something_else_is_chosen() -> None:
    """B1 lies to the east of A1, and from there B2 to the south-east, which is facing 1."""
    table = MappedTable(in_hexes(HALF_SHOWN))
    page = table.get("anna", actor=table.anna.ref, do="go").text
    facing = page.split('name="facing">')[1].split("</select>")[0]
    assert re.findall(r'<option value="(\d?)"', facing) == ["", "0", "1", "2", "3", "4", "5"]
    assert "selected" not in facing
    assert table.post("anna", "order", do="go", actor=table.anna.ref, to="B2", facing="").status_code == 200
    assert table.state(table.anna)["facing"] == 1


def test_on_hexes_one_goes_looks_and_turns() -> None:
    """C2 is axially (2, 1): its middle lies at (60, 28.87). To look south-west is facing 2, 120 degrees."""
    table = MappedTable(in_hexes(HALF_SHOWN))
    page = table.get("anna")
    assert 'data-grid="hex"' in page.text
    assert tokens(page.text)[table.goblins[0].ref] == "E2"
    look = table.get("anna", "map/look/", htmx=True, map_pick=table.anna.ref, map_cell="C2")
    assert 'name="facing"' in look.text
    answer = table.go("anna", table.anna, "C2", facing="2")
    assert tokens(answer.text) == {table.anna.ref: "C2"}
    assert 'transform="translate(60 28.87)"' in answer.text
    assert 'transform="rotate(120)"' in answer.text
    turned = table.go("anna", table.anna, "C2", facing="3")
    assert turned.status_code == 200
    assert 'transform="rotate(180)"' in turned.text
    assert table.state(table.anna)["at"] == [2, 1]


# How much is sent

#: Foes, and cells a side: 8 and 50 combatants with the four others.
SIZES = [(4, 12), (46, 60)]


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_a_large_map_with_fifty_combatants_is_a_page_below_400_kb_and_a_move_below_30(kind: GridKind) -> None:
    """60 × 60 cells, one in eight a wall, one in five difficult; 46 goblins and four others stand on it."""
    table = crowd(kind, 46, 60)
    assert table.encounter.combatants.count() == 50
    for who, count in (("anna", 49), ("gm", 50)):
        page = table.get(who)
        assert len(tokens(page.text)) == count
        assert len(page.content) < 400_000
    look = table.get("anna", "map/look/", htmx=True, map_pick=table.anna.ref, map_cell="B2")
    assert len(look.content) < 30_000
    answer = table.go("anna", table.anna, "B2")
    assert answer.status_code == 200
    assert tokens(answer.text) == {table.anna.ref: "B2"}
    assert len(answer.content) < 30_000


# Queries


def _asked(table: Table, who: str, what: str, **query: str) -> list[str]:
    browser = table.browser(who)
    browser.get(table.page)
    with CaptureQueriesContext(connection) as asked:
        answer = browser.get(f"{table.page}{what}", query, headers=HTMX)
    assert answer.status_code == 200
    return [_first_words(each["sql"]) for each in asked.captured_queries]


def _asked_by_going(table: MappedTable, who: str) -> list[str]:
    table.order("gm", do="save", target=table.anna.ref, ability="wil")  # the newest that players see
    browser, newest = table.browser(who), Entry.objects.latest("seq")
    browser.get(table.page)
    sent = {
        "do": "go",
        "actor": table.anna.ref,
        "to": "B2",
        "place": "map",
        "version": table.version(who),
        "key": "once",
    }
    with CaptureQueriesContext(connection) as asked:
        answer = browser.post(f"{table.page}order/", sent, headers={**HTMX, "X-After": newest.at.isoformat()})
    assert answer.status_code == 200
    assert table.cell(table.anna) == "B2"
    return [_first_words(each["sql"]) for each in asked.captured_queries]


@pytest.mark.parametrize("who", ["gm", "anna"])
@pytest.mark.parametrize("size", SIZES)
def test_looking_and_cells_in_words_ask_six_queries_whatever_the_size(who: str, size: tuple[int, int]) -> None:
    """Who asks (session, user), the encounter with its campaign, the seats, the combatants, the newest entry."""
    table = crowd("square", *size)
    for what in ("map/look/", "map/cell/"):
        assert _asked(table, who, what, map_pick=table.anna.ref, map_cell="B2") == [
            "SELECT django_session", "SELECT sheets_user", "SELECT encounters_encounter", "SELECT sheets_membership",
            "SELECT encounters_combatant", "SELECT encounters_entry",
        ]  # fmt: skip


@pytest.mark.parametrize("who", ["gm", "anna"])
@pytest.mark.parametrize("size", SIZES)
def test_going_takes_the_queries_of_an_attack_without_a_map_whatever_the_size(who: str, size: tuple[int, int]) -> None:
    assert _asked_by_going(crowd("square", *size), who) == ATTACK


@pytest.mark.parametrize("who", ["gm", "anna"])
def test_an_attack_on_a_map_takes_the_same_queries(who: str) -> None:
    table = crowd("square", 4, 12)
    table.go("anna", table.anna, "D2")
    assert _asked_by_an_attack(table, who) == ATTACK
