"""What a turn asks of the database: the same few queries, however many fight and however long the log is."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from encounters.models import Entry
from tests.encounters.play_table import HTMX, Table

pytestmark = pytest.mark.django_db

#: A table has two heroes and one that hides, besides its foes.
OTHERS = 3

ATTACK = [
    "SELECT django_session",
    "SELECT sheets_user",
    "SAVEPOINT",  # in a test; BEGIN IMMEDIATE and COMMIT else
    "SELECT encounters_encounter",  # with its campaign
    "SELECT sheets_membership",
    "SELECT encounters_combatant",
    "SELECT encounters_entry",  # the newest
    "UPDATE encounters_encounter",
    "INSERT encounters_entry",
    "RELEASE",
]


def _first_words(sql: str) -> str:
    """What a query does, and to which table."""
    verb, *rest = sql.split()
    table = next((word for word in rest if word.startswith('"')), "") if verb in {"SELECT", "UPDATE", "INSERT"} else ""
    return f"{verb} {table.split('.')[0].strip(chr(34))}".strip()


def _lengthen(table: Table, entries: int) -> None:
    """So many orders before the newest entry."""
    newest = Entry.objects.latest("seq")
    Entry.objects.filter(pk=newest.pk).update(seq=newest.seq + entries)
    Entry.objects.bulk_create(
        Entry(encounter=table.encounter, seq=newest.seq + number, at=newest.at, events=newest.events, by=newest.by)
        for number in range(entries)
    )


def _asked_by_an_attack(table: Table, who: str) -> list[str]:
    browser, newest = table.browser(who), Entry.objects.latest("seq")
    browser.get(table.page)
    order = {
        "do": "attack", "actor": table.anna.ref, "target": table.goblins[0].ref, "place": "act", "key": "once",
        "version": table.version(who),
    }  # fmt: skip
    with CaptureQueriesContext(connection) as asked:
        answer = browser.post(f"{table.page}order/", order, headers={**HTMX, "X-After": newest.at.isoformat()})
    assert answer.status_code == 200
    assert "declares an attack" in answer.text
    return [_first_words(each["sql"]) for each in asked.captured_queries]


@pytest.mark.parametrize("entries", [0, 1000])
@pytest.mark.parametrize("combatants", [8, 100])
def test_a_game_masters_attack_takes_ten_queries_whatever_the_size(combatants: int, entries: int) -> None:
    table = Table(foes=combatants - OTHERS)
    assert table.encounter.combatants.count() == combatants
    _lengthen(table, entries)
    assert _asked_by_an_attack(table, "gm") == ATTACK


@pytest.mark.parametrize("entries", [0, 1000])
@pytest.mark.parametrize("combatants", [8, 100])
def test_a_players_attack_takes_the_same_queries(combatants: int, entries: int) -> None:
    table = Table(foes=combatants - OTHERS)
    table.order("gm", do="save", target=table.anna.ref, ability="wil")  # the newest that players see
    _lengthen(table, entries)
    assert _asked_by_an_attack(table, "anna") == ATTACK


def test_a_player_after_what_only_the_game_master_saw_costs_one_query_more() -> None:
    """The version that players count stays behind the screen, so a repeated key has to be looked for."""
    table = Table()
    asked = _asked_by_an_attack(table, "anna")
    assert asked.count("SELECT encounters_entry") == 2
    assert len(asked) == len(ATTACK) + 1


def test_the_attack_that_ends_the_turn_takes_no_more_queries() -> None:
    table = Table()
    table.order("torvald", do="wait", actor=table.torvald.ref)
    browser, newest = table.browser("gm"), Entry.objects.latest("seq")
    browser.get(table.page)
    order = {"do": "attack", "actor": table.anna.ref, "target": table.goblins[0].ref, "version": table.version("gm")}
    with CaptureQueriesContext(connection) as asked:
        answer = browser.post(f"{table.page}order/", order, headers={**HTMX, "X-After": newest.at.isoformat()})
    assert answer.status_code == 200
    assert [_first_words(each["sql"]) for each in asked.captured_queries] == ATTACK
    assert Entry.objects.latest("seq").rolls, "all of the side have acted, so the attack is rolled"
