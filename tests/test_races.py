"""Two people, or one person twice, press at the same moment, on two connections: nothing is lost, doubled or broken."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

from encounters.models import Combatant, Encounter, Entry, Report
from encounters.services import reinforce, turn
from encounters.services.exporting import scenario_of
from encounters.services.submitting import Stale, Submit
from rules.errors import RulesError
from rules.scenario import play_scenario
from sheets.models import Campaign, Membership, Sheet, SheetChange
from sheets.once import new_token
from sheets.services.fields import edit_field
from sheets.services.seats import leave
from sheets.services.sheets import create_sheet
from tests.encounters.play_table import HTMX, Table

ROOT = Path(__file__).resolve().parents[1]
ON_POSTGRES = os.environ.get("DATABASE_URL", "").startswith("postgres")
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Table:
    return Table()


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What each call came to, all of them begun at the same moment: its value, or what it raised."""
    gate = threading.Barrier(len(calls))
    came: list[Any] = [None] * len(calls)

    def run(place: int, call: Callable[[], Any]) -> None:
        try:
            gate.wait(10)
            came[place] = call()
        except Exception as error:
            came[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(60)
    return came


def ways(came: list[Any]) -> list[str]:
    """How each submit ended, in words."""
    return sorted(
        "stale" if isinstance(each, Stale) else "refused" if isinstance(each, RulesError)
        else repr(each) if isinstance(each, Exception) else "repeated" if each.repeated else "landed"
        for each in came
    )  # fmt: skip


def assert_sound(encounter: Encounter) -> None:
    """The log has no gap and no double; played again from its start it gives the very same events and state."""
    encounter.refresh_from_db()
    seqs = list(encounter.entries.order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, len(seqs) + 1))
    outcome = play_scenario(json.loads(json.dumps(scenario_of(encounter))))
    in_force = encounter.entries.filter(kind=Entry.Kind.COMMAND, undone=False).order_by("seq")
    told = [(event["kind"], event["changes"]) for entry in in_force for event in entry.events]
    again = json.loads(json.dumps([(event["kind"], event["changes"]) for event in outcome["events"]]))
    assert [list(each) for each in told] == again
    if outcome["waiting"] is None:
        assert json.loads(json.dumps(outcome["fighters"])) == encounter.state["fighters"]
        assert list(outcome["fighters"]) == encounter.state["present"]


def order(table: Table, who: str, key: str, **order: Any) -> Callable[[], Any]:
    submit = Submit(table.people[who], table.encounter.public_id, table.version(who), key)
    return lambda: turn.give_order(submit, order)


def act(table: Table, who: str, what: Callable[[Submit], Any], key: str = "other") -> Callable[[], Any]:
    submit = Submit(table.people[who], table.encounter.public_id, table.version(who), key)
    return lambda: what(submit)


def waits(table: Table, who: str = "anna") -> Callable[[], Any]:
    return order(table, who, f"wait-{who}", do="wait", actor=getattr(table, who).ref)


def test_a_double_click_gives_one_order_and_both_presses_its_result(table: Table) -> None:
    before = Entry.objects.count()
    press = order(table, "anna", "same", do="attack", actor=table.anna.ref, target=table.goblins[0].ref)
    assert ways(at_once(press, press, press)) == ["landed", "repeated", "repeated"]
    assert Entry.objects.count() == before + 1
    assert_sound(table.encounter)


def test_a_double_click_on_the_page_is_answered_twice_alike(table: Table) -> None:
    before = Entry.objects.count()
    browsers = [table.browser("anna") for _browser in range(2)]
    sent = {"version": table.version("anna"), "key": "same", "do": "wait", "actor": table.anna.ref, "place": "act"}
    came = at_once(*(_post(each, f"{table.page}order/", sent) for each in browsers))
    assert came == [200, 200]
    assert Entry.objects.count() == before + 1


def test_an_order_and_an_undo_at_once_are_one_of_them(table: Table) -> None:
    table.order("anna", do="wait", actor=table.anna.ref)
    came = at_once(waits(table, "torvald"), act(table, "gm", turn.undo))
    assert ways(came) in (["landed", "stale"], ["landed", "landed"])  # the undo may come second: of the newest order
    assert_sound(table.encounter)


def test_two_undos_at_once_undo_one_order(table: Table) -> None:
    table.order("anna", do="wait", actor=table.anna.ref)
    assert ways(at_once(act(table, "gm", turn.undo, "a"), act(table, "anna", turn.undo, "b"))) == ["landed", "stale"]
    assert Entry.objects.filter(undone=True).count() == 1
    assert_sound(table.encounter)


def _asked(table: Table) -> None:
    """Anna claims an advantage, and the Game Master is asked what it is worth."""
    table.order("anna", do="attack", actor=table.anna.ref, target=table.goblins[0].ref, enhanced=True, claimed=True)
    assert Entry.objects.order_by("-seq")[0].waiting is not None


def test_of_two_answers_at_once_one_counts(table: Table) -> None:
    _asked(table)
    calls = [act(table, "gm", lambda submit, key=key: turn.give_answer(submit, key), key) for key in
             ("enhanced", "normal")]  # fmt: skip
    assert ways(at_once(*calls)) == ["landed", "stale"]
    assert len(Entry.objects.order_by("-seq")[0].answers) == 1
    assert_sound(table.encounter)


def test_an_order_is_answered_or_taken_back_and_not_both(table: Table) -> None:
    _asked(table)
    answer = act(table, "gm", lambda submit: turn.give_answer(submit, "normal"), "answer")
    assert ways(at_once(answer, act(table, "anna", turn.take_back))) == ["landed", "stale"]
    assert_sound(table.encounter)


def test_no_order_lands_after_the_end(table: Table) -> None:
    came = at_once(waits(table), act(table, "gm", turn.end))
    assert "landed" in ways(came)
    assert set(ways(came)) <= {"landed", "stale", "refused"}
    table.encounter.refresh_from_db()
    last = table.encounter.entries.order_by("-seq")[0]
    assert (last.kind == Entry.Kind.END) == (table.encounter.status == Encounter.Status.ENDED)
    assert_sound(table.encounter)


def test_who_comes_in_while_somebody_acts_is_in_once_or_not_at_all(table: Table) -> None:
    def recruits(seat: Any) -> list[Combatant]:
        brought = {"sheet": {"hp": 3, "str": 9}, "gear": []}
        return [Combatant(encounter=seat.encounter, name="Late", side="foes", brought=brought) for _each in range(2)]

    submit = Submit(table.people["gm"], table.encounter.public_id, table.version("gm"), "bring")
    came = at_once(
        waits(table), lambda: reinforce.bring_in(submit, recruits), lambda: reinforce.bring_in(submit, recruits)
    )
    assert not [each for each in came if isinstance(each, Exception) and not isinstance(each, Stale)]
    late = table.encounter.combatants.filter(name="Late").count()
    assert late in (0, 2)
    table.encounter.refresh_from_db()
    assert len(table.encounter.state["present"]) == table.encounter.combatants.count()
    assert_sound(table.encounter)


def test_many_orders_at_once_land_one_after_the_other(table: Table) -> None:
    before = Entry.objects.count()
    calls = [order(table, "gm", f"k{number}", do="save", target=table.anna.ref, ability="dex") for number in range(6)]
    assert ways(at_once(*calls)) == ["landed"] + ["stale"] * 5
    assert Entry.objects.count() == before + 1
    assert_sound(table.encounter)


# Sheets


@pytest.fixture
def sheet(table: Table) -> Sheet:
    return create_sheet(table.campaign, table.people["anna"], "Anna Heather", {"str": 11, "hp": 5})


def test_one_field_written_twice_at_once_clashes_and_is_written_once(table: Table, sheet: Sheet) -> None:
    anna, gm = table.people["anna"], table.people["gm"]
    came = at_once(lambda: edit_field(sheet, anna, "hp", 3, 0), lambda: edit_field(sheet, gm, "hp", 4, 0))
    clashes = [clash for _sheet, clash in came if clash is not None]
    assert len(clashes) == 1
    sheet.refresh_from_db()
    assert (sheet.version, SheetChange.objects.count()) == (1, 1)
    assert sheet.data["hp"] == clashes[0].theirs


def test_different_fields_written_at_once_are_both_written(table: Table, sheet: Sheet) -> None:
    anna = table.people["anna"]
    fields = {"hp": 3, "str": 9, "dex": 8, "notes": "wet", "name": "Anna the Wet"}
    came = at_once(*(lambda pair=pair: edit_field(sheet, anna, *pair, 0) for pair in fields.items()))
    assert [each for each in came if isinstance(each, Exception) or each[1] is not None] == []
    sheet.refresh_from_db()
    assert {**sheet.data, "name": sheet.name}.items() >= fields.items()
    assert sorted(SheetChange.objects.values_list("version", flat=True)) == [1, 2, 3, 4, 5]


def _post(browser: Client, address: str, sent: dict[str, Any]) -> Callable[[], int]:
    browser.raise_request_exception = False
    return lambda: browser.post(address, dict(sent), headers=HTMX if address.startswith("/e/") else {}).status_code


def test_a_form_that_makes_something_makes_it_once_however_often_it_is_sent_at_once(table: Table, sheet: Sheet) -> None:
    campaign, encounter = table.campaign.public_id, table.encounter.public_id
    scenario = json.dumps({"system": "cairn", "fighters": [{"id": "a", "side": "x"}, {"id": "b", "side": "y"}]})
    document = json.dumps({"format": "fray-sheet", "system": "cairn", "name": "Filed", "sheet": {}})
    forms: list[tuple[str, Any, type[Any], dict[str, Any]]] = [
        ("campaign_new", [], Campaign, {"name": "New", "system": "cairn"}),
        ("sheet_quick", [campaign], Sheet, {}),
        ("sheet_import", [campaign], Sheet, {"text": document, "confirm": "1"}),
        ("sheet_copy", [sheet.public_id], Sheet, {}),
        ("encounter_new", [campaign], Encounter, {"name": "New", "health": "words", "rule-first_round": "save",
                                                  "rule-npc_critical": "ask", "rule-both": "cancel"}),
        ("encounter_import", [campaign], Encounter, {"text": scenario, "confirmed": "1"}),
        ("encounter_again", [encounter], Encounter, {}),
        ("report_new", [encounter, "summary"], Report, {}),
    ]  # fmt: skip
    for name, args, model, sent in forms:
        before, form = model._default_manager.count(), {**sent, "token": new_token()}
        browsers = [table.browser("gm") for _browser in range(3)]
        came = at_once(*(_post(each, reverse(name, args=args), form) for each in browsers))
        assert set(came) <= {204, 303}, (name, came)
        assert model._default_manager.count() == before + 1, name


def test_one_seat_for_one_person_however_often_they_sit_down_at_once(table: Table) -> None:
    address = reverse("join", args=[table.campaign.player_link])
    browsers = [table.browser("stranger") for _browser in range(4)]
    assert at_once(*(_post(each, address, {}) for each in browsers)) == [303] * 4
    assert Membership.objects.filter(campaign=table.campaign, user=table.people["stranger"]).count() == 1


def test_two_game_masters_who_leave_at_once_do_not_leave_the_table_without_one(table: Table) -> None:
    Membership.objects.filter(user=table.people["anna"]).update(role="gm")
    seats = list(Membership.objects.filter(campaign=table.campaign, role="gm"))
    came = at_once(*(lambda seat=seat: leave(seat) for seat in seats))
    assert sum(isinstance(each, RulesError) for each in came) == 1
    assert Membership.objects.filter(campaign=table.campaign, role="gm").count() == 1


@pytest.mark.needs_postgres
@pytest.mark.skipif(ON_POSTGRES, reason="this is PostgreSQL already")
def test_so_it_all_is_on_postgresql(postgres_url: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", __file__],
        cwd=ROOT, env={**os.environ, "DATABASE_URL": postgres_url}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" in done.stdout
