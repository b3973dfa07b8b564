"""What a player does not see does not exist for them: not in what they may do, nor in repeats, nor in odd submits."""

from __future__ import annotations

import threading

import pytest

from encounters import seen
from encounters.models import Combatant, Encounter, Entry
from encounters.services import turn
from tests.encounters.play_table import SECRET_NAME, Table

pytestmark = pytest.mark.django_db

GHOST = "Quillon the Silent"


def _ghost(encounter: Encounter) -> Combatant:
    return Combatant(
        encounter=encounter, name=GHOST, side="party", hidden=True, brought={"sheet": {"hp": 3, "str": 9}, "gear": []}
    )


@pytest.fixture
def table() -> Table:
    made = Table()
    turn.bring_in(made.submit("gm"), _ghost)
    return made


def _ghost_of(table: Table) -> Combatant:
    return table.encounter.combatants.get(name=GHOST)


def test_a_hidden_friend_is_offered_to_nobody_as_a_target(table: Table) -> None:
    for do in ("attack", "help"):
        form = table.get("anna", "act/", actor=table.anna.ref, do=do, htmx=True).text
        assert GHOST not in form
        assert _ghost_of(table).ref not in form
    assert GHOST not in table.get("anna").text
    assert GHOST in table.get("gm", "act/", actor=table.anna.ref, do="attack", htmx=True).text


def test_a_hidden_combatant_in_need_of_help_does_not_make_help_possible(table: Table) -> None:
    table.order("gm", do="correct", target=_ghost_of(table).ref, set={"fate": "critical"})
    form = table.get("anna", "act/", actor=table.anna.ref, do="help", htmx=True).text
    assert GHOST not in form
    assert "Nobody has critical damage." in form


def test_what_a_hidden_friend_has_declared_changes_no_odds() -> None:
    table = Table(health="numbers")
    turn.bring_in(table.submit("gm"), _ghost)
    query = {"do": "attack", "actor": table.anna.ref, "target": table.goblins[0].ref}
    before = table.get("anna", "odds/", htmx=True, **query).text
    table.order("gm", do="attack", actor=_ghost_of(table).ref, target=table.goblins[0].ref)
    table.order("gm", do="reveal", target=_ghost_of(table).ref, hidden=True)
    assert "Exact odds" in before
    assert table.get("anna", "odds/", htmx=True, **query).text == before


def test_a_hidden_character_of_a_player_acts_once_however_often_the_press_arrives() -> None:
    table = Table()
    table.order("gm", do="correct", target=table.anna.ref, set={"fate": "critical"})
    table.order("gm", do="reveal", target=table.anna.ref, hidden=True)
    version, before = table.version("anna"), Entry.objects.count()
    for _press in range(3):
        answer = table.post("anna", "order", key="same", version=version, do="crawl", actor=table.anna.ref)
        assert answer.status_code == 200
    assert Entry.objects.count() == before + 1


def test_who_was_revealed_by_a_mistake_is_not_in_the_log_of_players_once_it_is_undone(table: Table) -> None:
    table.order("gm", do="reveal", target=table.hidden.ref)
    assert SECRET_NAME in table.get("watcher").text
    table.post("gm", "undo")
    for who in ("anna", "watcher"):
        assert SECRET_NAME not in table.get(who).text
    assert SECRET_NAME in table.get("gm").text
    table.post("gm", "redo")
    assert SECRET_NAME in table.get("watcher").text


def test_an_order_that_is_taken_back_leaves_what_can_be_redone() -> None:
    table = Table()
    table.order("torvald", do="wait", actor=table.torvald.ref)
    table.post("torvald", "undo")
    table.order("anna", do="act", actor=table.anna.ref, note="a trick")
    assert table.post("anna", "take-back").status_code == 200
    assert table.post("torvald", "redo").status_code == 200
    table.post("torvald", "undo")
    table.order("anna", do="act", actor=table.anna.ref, note="a trick")
    assert table.post("gm", "answer", answer="none").status_code == 200
    assert table.post("torvald", "redo").status_code == 422


@pytest.mark.parametrize("version", ["9" * 5000, "9" * 11, "-1", "٣", "1e3", "", "\x00"])
def test_a_version_that_is_none_is_stale_and_no_more(version: str) -> None:
    table = Table()
    before = Entry.objects.count()
    answer = table.post("anna", "order", do="wait", actor=table.anna.ref, version=version)
    assert answer.status_code == 409
    assert table.get("anna", "parts/", version=version, htmx=True).status_code == 200
    sent = {"who": table.anna.ref, f"version:{table.anna.ref}": version, "version": version}
    assert table.browser("anna").post(f"{table.page}send-back/", sent).status_code == 409
    assert Entry.objects.count() == before


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2024-13-01", "\x00"])
def test_older_passages_than_a_time_that_there_is_not_are_not_there(time: str) -> None:
    table = Table()
    assert table.get("anna", "log/", before=time, htmx=True).status_code == 404
    assert table.get("anna", "parts/", after=time, version=0, htmx=True).status_code == 200


@pytest.mark.parametrize("odd", ["%00", "a%00b", "..", "%F0%9F%90%89", "x" * 300])
def test_an_address_that_no_encounter_can_have_is_not_found(odd: str) -> None:
    table = Table()
    for address in (f"/e/{odd}/", f"/e/{odd}/version/", f"{table.page}combatant/{odd}/"):
        assert table.browser("anna").get(address).status_code == 404


def test_many_pages_drawn_at_once_do_not_get_in_each_others_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen, "MOST", 2)
    table = Table()
    views = [_view(table, version) for version in range(4)]
    failed: list[BaseException] = []

    def draw() -> None:
        try:
            for number in range(20_000):
                seen.remember(views[number % 4])
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=draw) for _thread in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert failed == []


def _view(table: Table, version: int) -> object:
    from encounters.board import set_up
    from encounters.door import seat_at
    from encounters.projection import view_for

    seat = seat_at(table.people["anna"], table.encounter.public_id)
    made = view_for(seat, set_up(seat.encounter))
    made.version = version
    return made


def test_who_plays_a_hidden_character_reads_in_the_log_what_it_does_and_nobody_else_does() -> None:
    table = Table()
    table.order("gm", do="reveal", target=table.anna.ref, hidden=True)
    answer = table.post("anna", "order", do="wait", actor=table.anna.ref)
    told = "<b>Anna</b> waits"
    assert told in answer.text
    assert told in table.get("anna").text
    for who in ("torvald", "watcher"):
        assert told not in table.get(who).text
    assert table.post("anna", "undo").status_code == 200
    assert "anna turned the last order back." in table.get("anna").text
    assert "turned the last order back" not in table.get("torvald").text


def test_what_a_hidden_character_does_with_somebody_elses_hidden_one_is_not_told_to_its_player(table: Table) -> None:
    ghost = Combatant.objects.get(name=GHOST)
    table.order("gm", do="reveal", target=table.anna.ref, hidden=True)
    table.order("gm", do="correct", target=ghost.ref, set={"fate": "critical"})
    table.order("gm", do="help", actor=table.anna.ref, target=ghost.ref)
    assert GHOST in table.get("gm").text
    assert GHOST not in table.get("anna").text
