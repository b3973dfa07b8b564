"""What a fight has done goes back to the sheets, as far as somebody wants it to."""

from __future__ import annotations

from typing import Any

import pytest

from encounters.models import Combatant
from sheets.models import Sheet
from sheets.services.play import apply_to_sheet
from tests.encounters.build_table import SEATS, Table, lay_table, sheet_of, text_of, with_fighters

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """Anna lost 3 HP and used one of three bandages; Torvald lost nothing."""
    fighting = with_fighters(lay_table())
    fighting.start()
    anna = fighting.named("Анна Вереск")
    fighting.order("gm", "harm", target=anna.ref, amount=3)
    fighting.order("anna", "use", actor=anna.ref, item=1)
    return fighting


def chosen(table: Table, name: str = "Анна Вереск", *fields: str) -> dict[str, Any]:
    """What the page sends for one combatant with these fields ticked; all that it offers where none is named."""
    combatant = table.named(name)
    page = table.get("gm", table.url("encounter_send_back"))
    lines = {one.combatant.ref: lines for one, lines in page.context["changed"]}[combatant.ref]
    ticked = list(fields) or [line.difference.field for line in lines]
    return {
        "who": [combatant.ref], f"field:{combatant.ref}": ticked,
        f"version:{combatant.ref}": str(sheet_of(name).version),
    }  # fmt: skip


def uses(sheet: Sheet) -> int:
    return next(item.data["uses"] for item in sheet.items.all() if item.data["name"] == "Bandages")


def test_the_differences_are_shown_before_anything_is_written(table: Table) -> None:
    page = table.get("gm", table.url("encounter_send_back"))
    ((one, lines),) = page.context["changed"]
    assert one.combatant.name == "Анна Вереск"
    assert [(line.label, line.now, line.after, line.chosen) for line in lines] == [
        ("HP", "5", "2", True), ("Bandages: uses left", "3", "2", True),
    ]  # fmt: skip
    assert [each.combatant.name for each in page.context["same"]] == ["Торвальд"]
    assert sheet_of("Анна Вереск").data["hp"] == 5


def test_what_is_ticked_is_written_with_a_note_in_the_history(table: Table) -> None:
    response = table.post("gm", table.url("encounter_send_back"), chosen(table))
    assert response.status_code == 303
    anna = sheet_of("Анна Вереск")
    assert (anna.data["hp"], anna.data["hp_max"], uses(anna)) == (2, 5, 2)
    notes = {change.note for change in anna.changes.all()}
    assert notes == {"After the fight: Secret Ford"}
    assert table.named("Анна Вереск").sent_back_at is not None


def test_what_is_not_ticked_stays(table: Table) -> None:
    table.post("gm", table.url("encounter_send_back"), chosen(table, "Анна Вереск", "hp"))
    anna = sheet_of("Анна Вереск")
    assert (anna.data["hp"], uses(anna)) == (2, 3)
    nobody = {name: value for name, value in chosen(table).items() if name != "who"}
    table.post("gm", table.url("encounter_send_back"), nobody)
    assert uses(sheet_of("Анна Вереск")) == 3


def test_sent_twice_it_is_written_once_and_the_page_says_so(table: Table) -> None:
    sent = chosen(table)
    table.post("gm", table.url("encounter_send_back"), sent)
    version = sheet_of("Анна Вереск").version
    again = table.client("gm").post(
        table.url("encounter_send_back"), {**sent, "version": table.now().version}, follow=True
    )
    assert "The sheets say so already: nothing was written." in text_of(again)
    assert sheet_of("Анна Вереск").version == version
    assert "sent back" in text_of(table.get("gm", table.url("encounter_send_back")))


def test_a_field_that_somebody_changed_since_is_named_and_not_ticked(table: Table) -> None:
    apply_to_sheet(sheet_of("Анна Вереск"), table.users["anna"], {"hp": 4})
    page = table.get("gm", table.url("encounter_send_back"))
    ((_one, (hp, bandages)),) = page.context["changed"]
    assert (hp.now, hp.after, hp.chosen, hp.difference.since.by) == ("4", "2", False, table.users["anna"])
    assert (bandages.chosen, bandages.difference.since) == (True, None)
    assert "changed on the sheet since: anna" in text_of(page)


def test_a_sheet_that_changed_after_the_look_is_not_overwritten(table: Table) -> None:
    sent = chosen(table)
    apply_to_sheet(sheet_of("Анна Вереск"), table.users["anna"], {"hp": 4})
    stale = table.post("gm", table.url("encounter_send_back"), sent)
    assert stale.status_code == 409
    assert sheet_of("Анна Вереск").data["hp"] == 4
    assert uses(sheet_of("Анна Вереск")) == 3, "nothing of it was written"


def test_a_fight_that_went_on_after_the_look_sends_nothing_back(table: Table) -> None:
    sent = chosen(table) | {"version": str(table.now().version)}
    table.order("gm", "harm", target=table.named("Анна Вереск").ref, amount=1)
    assert table.post("gm", table.url("encounter_send_back"), sent).status_code == 409
    assert sheet_of("Анна Вереск").data["hp"] == 5


def test_what_the_fight_left_alone_is_not_offered_though_the_sheet_differs(table: Table) -> None:
    apply_to_sheet(sheet_of("Торвальд"), table.users["torvald"], {"hp": 1, "wil": 18})
    page = table.get("gm", table.url("encounter_send_back"))
    assert "Торвальд" not in [one.combatant.name for one, _lines in page.context["changed"]]


def test_a_thing_that_is_gone_is_left_out_and_one_that_moved_is_found(table: Table) -> None:
    anna = sheet_of("Анна Вереск")
    bandages = next(item for item in anna.items.all() if item.data["name"] == "Bandages")
    anna.items.update(position=9)
    anna.items.filter(pk=bandages.pk).update(position=0)
    assert uses(sheet_of("Анна Вереск")) == 3
    table.post("gm", table.url("encounter_send_back"), chosen(table))
    assert uses(sheet_of("Анна Вереск")) == 2
    bandages.delete()
    page = table.get("gm", table.url("encounter_send_back"))
    assert not page.context["changed"]


def test_a_player_sends_back_their_own_and_nobody_elses(table: Table) -> None:
    table.order("gm", "harm", target=table.named("Торвальд").ref, amount=2)
    page = table.get("anna", table.url("encounter_send_back"))
    assert [one.combatant.name for one, _lines in page.context["changed"]] == ["Анна Вереск"]
    assert "Торвальд" not in text_of(page)
    own = chosen(table) | {"version": str(table.now().shown)}
    assert table.post("anna", table.url("encounter_send_back"), own).status_code == 303
    assert sheet_of("Анна Вереск").data["hp"] == 2
    others = chosen(table, "Торвальд") | {"version": str(table.now().shown)}
    assert table.post("anna", table.url("encounter_send_back"), others).status_code == 403
    assert sheet_of("Торвальд").data["hp"] == 6


@pytest.mark.parametrize("who", SEATS)
def test_each_seat_is_shown_what_is_its_own(table: Table, who: str | None) -> None:
    status = {"gm": 200, "anna": 200, "torvald": 200, "watcher": 403, "stranger": 404, None: 302}[who]
    page = table.get(who, table.url("encounter_send_back"))
    assert page.status_code == status
    for secret in ("Secret Ooze", "Secret Chief", table.named("Secret Ooze").ref):
        assert secret not in text_of(page)
    if status != 200:
        assert table.post(who, table.url("encounter_send_back"), {"who": ["x"]}).status_code == status


def test_npcs_that_share_a_sheet_are_not_ticked_at_first(table: Table) -> None:
    chief = sheet_of("Secret Chief")
    sent = {"pick": f"npc:{chief.public_id}", f"count:npc:{chief.public_id}": "2"}
    table.post("gm", table.url("combatant_add"), sent)
    first = table.named("Secret Chief 1")
    table.order("gm", "harm", target=first.ref, amount=2)
    page = table.get("gm", table.url("encounter_send_back"))
    one, (line,) = next(each for each in page.context["changed"] if each[0].combatant.ref == first.ref)
    assert (one.alone, line.chosen) == (False, False)


def test_the_page_asks_the_database_as_often_for_many_sheets(table: Table, django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    with django_assert_max_num_queries(11):
        table.get("gm", table.url("encounter_send_back"))
    assert Combatant.objects.filter(sheet__isnull=False).count() == 2
