"""`manage.py import_sheet`: a line for each file, sheets where a campaign is named, nothing written on a dry run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.registry import system_of
from sheets.models import Campaign, Sheet, User
from sheets.services.campaigns import create_campaign
from sheets.services.sheets import delete_sheet
from tests.rules.test_commands import Run, written
from tests.sheets.importing.reading import FILES

HALLA = str(FILES / "halla_v5.gcs")
OSK = str(FILES / "osk_v4.gcs")


@pytest.fixture
def campaign(db: None) -> Campaign:
    gm = User.objects.create(username="marta")
    return create_campaign(gm, system_of("dungeon_fantasy"), "The Fens")


def test_every_file_has_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(monkeypatch, "import_sheet", HALLA, OSK)
    first, second = run.lines()
    assert run.code == 0
    assert set(first) == {"file", "format", "system", "sheet", "gear", "values", "warnings"}
    assert (first["file"], first["format"], first["system"], first["sheet"]["dx"]) == (
        HALLA,
        "gcs-5",
        "dungeon_fantasy",
        13,
    )
    assert first["values"]["dodge_by_encumbrance"] == [10, 9, 8, 7, 6]
    assert first["values"]["block"] == {"medium_shield": 11}
    assert any("here it is kept apart" in warning for warning in first["warnings"])
    assert second["format"] == "gcs-4"


def test_a_bad_file_says_what_is_wrong_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bad = written(tmp_path / "bad.json", {"format": "fray-sheet", "system": "cairn", "name": "x", "sheet": {"str": 99}})
    run = Run(monkeypatch, "import_sheet", bad, str(tmp_path / "none.gcs"), HALLA)
    first, second, third = run.lines()
    assert run.code == 2
    assert (first["file"], [error["path"] for error in first["errors"]]) == (bad, ["sheet.str"])
    assert set(first["errors"][0]) == {"path", "message", "rule"}
    assert [error["path"] for error in second["errors"]] == ["file"]
    assert third["values"]["defence_bonus"] == 2


def test_a_file_of_our_own_may_come_by_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    document = {"format": "fray-sheet", "system": "cairn", "name": "Anna", "sheet": {"armor": 1}}
    run = Run(monkeypatch, "import_sheet", "-", stdin=json.dumps(document).encode())
    (line,) = run.lines()
    assert (run.code, line["file"], line["format"], line["values"]["armor"]) == (0, "-", "fray-sheet", 1)


def test_a_campaign_gets_npcs_and_the_same_file_makes_no_second_one(
    monkeypatch: pytest.MonkeyPatch, campaign: Campaign
) -> None:
    run = Run(monkeypatch, "import_sheet", "--campaign", campaign.public_id, HALLA, OSK)
    assert run.code == 0
    assert [line["public_id"] for line in run.lines()] == [
        Sheet.objects.get(name=name).public_id for name in ("Halla Reed", "Оск Косой")
    ]
    again = Run(monkeypatch, "import_sheet", "--campaign", campaign.public_id, HALLA)
    assert again.lines()[0]["public_id"] == run.lines()[0]["public_id"]
    made = Sheet.objects.get(name="Halla Reed")
    assert (Sheet.objects.count(), made.is_npc, made.owner, made.campaign) == (2, True, None, campaign)
    assert [item["name"] for item in made.gear()][:2] == ["Broadsword", "Medium Shield"]


def test_a_sheet_that_was_deleted_stays_deleted_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, campaign: Campaign
) -> None:
    Run(monkeypatch, "import_sheet", "--campaign", campaign.public_id, HALLA)
    delete_sheet(Sheet.objects.get())
    (line,) = Run(monkeypatch, "import_sheet", "--campaign", campaign.public_id, HALLA).lines()
    assert line["warnings"][-1] == "The sheet that this file made was deleted: it can be brought back."
    assert Sheet.objects.get().deleted_at is not None


def test_a_dry_run_writes_nothing(monkeypatch: pytest.MonkeyPatch, campaign: Campaign) -> None:
    run = Run(monkeypatch, "import_sheet", "--dry-run", "--campaign", campaign.public_id, HALLA)
    assert (run.code, "public_id" in run.lines()[0], Sheet.objects.count()) == (0, False, 0)


def test_a_sheet_of_another_system_is_refused_and_the_others_are_made(
    monkeypatch: pytest.MonkeyPatch, campaign: Campaign, tmp_path: Path
) -> None:
    cairn = written(tmp_path / "anna.json", {"format": "fray-sheet", "system": "cairn", "name": "Anna"})
    run = Run(monkeypatch, "import_sheet", "--campaign", campaign.public_id, cairn, HALLA)
    (error,) = run.lines()[0]["errors"]
    assert (run.code, error["path"]) == (2, "system")
    assert error["message"] == "This sheet is for Cairn, and the campaign plays Dungeon Fantasy."
    assert [sheet.name for sheet in Sheet.objects.all()] == ["Halla Reed"]


@pytest.mark.django_db
def test_a_campaign_that_is_not_there_is_an_error_before_anything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(monkeypatch, "import_sheet", "--campaign", "nowhere", HALLA)
    assert run.errors() == ["campaign"]
