"""The maps that a campaign keeps: drawing, undoing, copying, putting away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.http import Http404

from encounters.models import CampaignMap
from encounters.services import edits, maps
from encounters.services.maps import map_for
from encounters.services.submitting import Stale
from rules.border import read
from rules.drawing import Stroke
from rules.errors import BadInput, Refused
from rules.table import Redraw
from tests.encounters.build_table import Table, lay_table
from tests.encounters.map_table import keep, submit

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def table() -> Table:
    return lay_table()


def fog(*cells: list[int]) -> list[Stroke]:
    stroke = {"tool": "paint", "kind": "fog", "cells": list(cells)}
    return read(Redraw, {"do": "redraw", "strokes": [stroke]}).strokes


def foggy(kept: CampaignMap) -> list[tuple[int, int]]:
    kept.refresh_from_db()
    return sorted(maps.battle_of(kept).drawn.terrain)


def test_a_stroke_is_kept_undone_and_redone(table: Table) -> None:
    kept = keep(table)
    maps.draw(submit(table, kept), fog([1, 1]))
    maps.draw(submit(table, kept), fog([2, 1]))
    assert foggy(kept) == [(1, 1), (2, 1)]
    maps.undo(submit(table, kept))
    assert foggy(kept) == [(1, 1)]
    maps.undo(submit(table, kept))
    assert foggy(kept) == []
    maps.redo(submit(table, kept))
    assert foggy(kept) == [(1, 1)]
    maps.redo(submit(table, kept))
    assert foggy(kept) == [(1, 1), (2, 1)]
    with pytest.raises(Refused):
        maps.redo(submit(table, kept))


def test_after_a_new_stroke_what_was_undone_is_gone(table: Table) -> None:
    kept = keep(table)
    maps.draw(submit(table, kept), fog([1, 1]))
    maps.undo(submit(table, kept))
    maps.draw(submit(table, kept), fog([3, 3]))
    assert edits.redoable(kept) is None
    maps.undo(submit(table, kept))
    assert foggy(kept) == []
    with pytest.raises(Refused):
        maps.undo(submit(table, kept))


def test_only_so_many_strokes_can_be_undone(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edits, "KEPT", 2)
    kept = keep(table)
    for col in range(4):
        maps.draw(submit(table, kept), fog([col, 0]))
    maps.undo(submit(table, kept))
    maps.undo(submit(table, kept))
    with pytest.raises(Refused):
        maps.undo(submit(table, kept))
    assert foggy(kept) == [(0, 0), (1, 0)]


def test_the_same_submit_twice_draws_once(table: Table) -> None:
    kept = keep(table)
    once = submit(table, kept)
    maps.draw(once, fog([1, 1]))
    maps.draw(once, fog([1, 1]))
    kept.refresh_from_db()
    assert (kept.version, kept.edits.count()) == (2, 1)


def test_a_stroke_on_an_older_map_is_stale_and_writes_nothing(table: Table) -> None:
    kept = keep(table)
    old = submit(table, kept)
    maps.draw(submit(table, kept), fog([1, 1]))
    with pytest.raises(Stale):
        maps.draw(old, fog([2, 2]))
    assert foggy(kept) == [(1, 1)]


def test_a_stroke_that_changes_nothing_or_leaves_the_map_is_refused(table: Table) -> None:
    kept = keep(table)
    maps.draw(submit(table, kept), fog([1, 1]))
    with pytest.raises(Refused, match="changes nothing"):
        maps.draw(submit(table, kept), fog([1, 1]))
    with pytest.raises(BadInput):
        maps.draw(submit(table, kept), fog([6, 0]))
    kept.refresh_from_db()
    assert kept.version == 2


@pytest.mark.parametrize("who", ["anna", "watcher", "stranger"])
def test_nobody_but_a_game_master_of_the_campaign_knows_that_there_is_a_map(table: Table, who: str) -> None:
    kept = keep(table)
    with pytest.raises(Http404):
        map_for(table.users[who], kept.public_id)
    with pytest.raises(Http404):
        maps.draw(submit(table, kept, who), fog([1, 1]))


def test_the_same_form_twice_makes_one_map(table: Table) -> None:
    first = keep(table, public_id="abcdefghjk")
    assert keep(table, public_id="abcdefghjk") == first
    assert table.campaign.maps.count() == 1


def test_a_campaign_keeps_so_many_maps_and_no_more(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maps, "MOST_MAPS", 1)
    kept = keep(table)
    with pytest.raises(Refused, match="at most 1 maps"):
        keep(table)
    maps.put_away(submit(table, kept))
    assert keep(table).name == "Ford"


def test_a_copy_goes_its_own_way(table: Table) -> None:
    kept = keep(table)
    copy = maps.duplicate(map_for(table.users["gm"], kept.public_id), "Ford, a copy")
    maps.draw(submit(table, copy), fog([1, 1]))
    assert (foggy(kept), foggy(copy)) == ([], [(1, 1)])


def test_a_map_that_is_put_away_is_not_there_any_more(table: Table) -> None:
    kept = keep(table)
    maps.put_away(submit(table, kept))
    with pytest.raises(Http404):
        map_for(table.users["gm"], kept.public_id)
