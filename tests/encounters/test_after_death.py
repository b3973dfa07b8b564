"""A death in the fight reaches the sheet, and whoever is dead is not taken for the party again."""

from __future__ import annotations

from typing import Any

import pytest

from encounters.models import Encounter
from encounters.services import turn
from tests.encounters.build_table import Table, lay_table, sheet_of, text_of, with_fighters

pytestmark = [pytest.mark.django_db, pytest.mark.rule("CA-07")]


@pytest.fixture
def table() -> Table:
    """Anna has 5 HP and STR 11: 16 damage take both to 0, and she dies."""
    fighting = with_fighters(lay_table())
    fighting.start()
    fighting.order("gm", "harm", target=fighting.named("Анна Вереск").ref, amount=16)
    return fighting


def send_back(table: Table) -> Any:
    anna = table.named("Анна Вереск")
    page = table.get("gm", table.url("encounter_send_back"))
    lines = {one.combatant.ref: lines for one, lines in page.context["changed"]}[anna.ref]
    ticked = [line.difference.field for line in lines if line.chosen]
    version = sheet_of("Анна Вереск").version
    return table.post(
        "gm", table.url("encounter_send_back"),
        {"who": [anna.ref], f"field:{anna.ref}": ticked, f"version:{anna.ref}": version},
    )  # fmt: skip


def death_lines(table: Table) -> list[tuple[str, str, str]]:
    page = table.get("gm", table.url("encounter_send_back"))
    return [
        (line.label, line.now, line.after)
        for _one, lines in page.context["changed"] for line in lines if line.difference.field == "is_dead"
    ]  # fmt: skip


def next_draft(table: Table) -> Table:
    draft = Encounter.objects.create(campaign=table.campaign, name="The Day After")
    return Table(table.campaign, draft, table.users)


def test_a_death_is_offered_and_written_with_a_note_in_the_history(table: Table) -> None:
    assert death_lines(table) == [("Dead", "no", "yes")]
    assert send_back(table).status_code == 303
    anna = sheet_of("Анна Вереск")
    assert anna.is_dead
    assert anna.changes.get(field="is_dead").note == "After the fight: Secret Ford"
    assert not sheet_of("Торвальд").is_dead


def test_the_next_party_goes_without_the_dead_who_are_listed_apart(table: Table) -> None:
    send_back(table)
    draft = next_draft(table)
    page = draft.get("gm", draft.url("encounter_build"))
    assert [sheet.name for sheet in page.context["sources"].party] == ["Торвальд"]
    assert [sheet.name for sheet in page.context["sources"].dead] == ["Анна Вереск"]
    assert "The dead" in text_of(page)
    draft.post("gm", draft.url("build_party"))
    assert [each.name for each in draft.combatants()] == ["Торвальд"]
    draft.post("gm", draft.url("build_sheet", sheet_of("Анна Вереск").public_id))
    assert {each.name for each in draft.combatants()} == {"Торвальд", "Анна Вереск"}


def test_a_death_that_is_undone_after_it_was_sent_back_can_be_taken_back_too(table: Table) -> None:
    send_back(table)
    turn.undo(table.submit())
    assert death_lines(table) == [("Dead", "yes", "no")]
    assert send_back(table).status_code == 303
    assert not sheet_of("Анна Вереск").is_dead


def test_whoever_comes_dead_and_fights_on_is_not_brought_to_life_by_that(table: Table) -> None:
    sheet = sheet_of("Торвальд")
    sheet.is_dead = True
    sheet.save()
    draft = next_draft(table)
    draft.post("gm", draft.url("build_sheet", sheet.public_id))
    draft.post("gm", draft.url("build_creature", "goblin"), {"count": "1"})
    draft.start()
    draft.order("gm", "harm", target=draft.named("Торвальд").ref, amount=1)
    page = draft.get("gm", draft.url("encounter_send_back"))
    assert [[line.difference.field for line in lines] for _one, lines in page.context["changed"]] == [["hp"]]
