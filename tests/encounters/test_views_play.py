"""The play page, from order to question to answer, to undo and to the end, through the browser's eyes."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from encounters.models import Encounter, Entry
from sheets.models import Membership
from tests.encounters.play_table import HTMX, SECRET_NAME, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return Table()


def test_everybody_at_the_table_opens_the_page(table: Table) -> None:
    for who in ("gm", "anna", "torvald", "watcher"):
        answer = table.get(who)
        assert answer.status_code == 200
        assert "The ford" in answer.text
        assert "Goblin 1" in answer.text


def test_a_stranger_finds_nothing_and_a_visitor_is_asked_to_log_in(table: Table) -> None:
    for path in ("", "parts/", "version/", "act/", "odds/", "extra/", "log/", f"combatant/{table.anna.ref}/"):
        assert table.get("stranger", path).status_code == 404
        assert table.get(None, path).status_code == 302
    for what in ("order", "answer", "take-back", "undo", "redo", "end"):
        assert table.post("stranger", what, version=1).status_code == 404
        assert table.browser(None).post(f"{table.page}{what}/").status_code == 302
        assert table.get("gm", f"{what}/").status_code == 405
    assert Entry.objects.count() == 2


def test_a_draft_is_the_game_masters_alone() -> None:
    table = Table(began=False)
    assert table.get("anna").status_code == 404
    assert table.get("gm").status_code == 302


def test_an_order_is_answered_with_the_changed_parts_alone(table: Table) -> None:
    answer = table.attack()
    assert answer.status_code == 200
    assert f'id="row-{table.anna.ref}"' in answer.text
    assert table.goblins[0].ref not in re.findall(r'id="row-(\w+)"', answer.text)
    assert "Anna</b> declares an attack: Rapier → <b>Goblin 1" in answer.text
    assert "<html" not in answer.text
    assert answer["X-Version"] == str(table.version("anna"))


def test_without_htmx_an_order_leads_back_to_the_page(table: Table) -> None:
    answer = table.attack(htmx=False)
    assert answer.status_code == 303
    assert answer["Location"] == table.page


def test_the_whole_flow_from_order_to_question_to_answer_to_undo_and_redo(table: Table) -> None:
    Membership.objects.filter(user=table.people["anna"]).update(dice="typed")
    table.attack(enhanced="1")
    asked = table.get("gm").text
    assert "Is the attack enhanced?" in asked
    assert "Waiting for the Game Master" in table.get("torvald").text
    answer = table.post("gm", "answer", answer="enhanced", place="ask")
    assert answer.status_code == 200
    table.post("torvald", "order", do="wait", actor=table.torvald.ref)
    asked = table.get("anna").text
    assert 'name="face"' in asked
    assert "d12" in asked
    assert 'name="face"' not in table.get("torvald").text
    rolled = table.post("anna", "answer", face="12", place="ask")
    assert rolled.status_code == 200
    assert "<b>Goblin 1</b> dies" in rolled.text
    before = table.encounter.state
    assert table.post("torvald", "undo").status_code == 200
    shown = table.get("anna").text
    assert "undone · torvald" in shown
    assert table.post("torvald", "redo").status_code == 200
    table.encounter.refresh_from_db()
    assert table.encounter.state != before
    assert "same dice" in table.get("anna").text


def test_an_undone_passage_is_struck_through_where_it_stands(table: Table) -> None:
    table.attack()
    passage = Entry.objects.order_by("-seq").first()
    assert passage is not None
    answer = table.post("anna", "undo")
    assert re.search(rf'<li id="p-{passage.at:%Y%m%d%H%M%S%f}" class="passage undone command" hx-swap-oob', answer.text)
    assert "undone · anna" in answer.text


def test_an_order_that_was_taken_back_leaves_the_log(table: Table) -> None:
    table.attack(enhanced="1")
    table.post("gm", "answer", answer="normal")
    Membership.objects.filter(user=table.people["torvald"]).update(dice="typed")
    table.attack("torvald", enhanced="1")
    entry = Entry.objects.order_by("-seq").first()
    assert entry is not None
    answer = table.post("torvald", "take-back", place="ask")
    assert answer.status_code == 200
    assert f'<div id="p-{entry.at:%Y%m%d%H%M%S%f}" hx-swap-oob="delete">' in answer.text
    assert not Entry.objects.filter(pk=entry.pk).exists()


def test_taking_back_twice_by_one_press_takes_back_once(table: Table) -> None:
    table.attack(enhanced="1")
    seen, left = table.version("anna"), Entry.objects.count() - 1
    press = {"key": "one press", "version": seen, "place": "ask"}
    assert [table.post("anna", "take-back", **press).status_code for _press in range(2)] == [200, 200]
    assert Entry.objects.count() == left


def test_only_who_gave_the_order_takes_it_back(table: Table) -> None:
    table.attack(enhanced="1")
    answer = table.post("torvald", "take-back", place="ask")
    assert answer.status_code == 403
    assert "Only who gave the order or the Game Master takes it back." in answer.text
    assert "take-back" not in table.get("torvald").text


def test_the_game_master_answers_for_a_player_and_sees_for_whom(table: Table) -> None:
    Membership.objects.filter(user=table.people["anna"]).update(dice="typed")
    table.post("torvald", "order", do="wait", actor=table.torvald.ref)
    table.attack()
    assert '<span class="pill bad">Anna</span>' in table.get("gm").text
    assert table.post("gm", "answer", answer="app").status_code == 200


def test_a_forbidden_order_is_refused_with_its_sentence_and_rule(table: Table) -> None:
    table.attack()
    answer = table.attack()
    assert answer.status_code == 422
    assert "Anna has acted this round." in answer.text
    assert "CA-03" in answer.text
    assert 'id="said-act"' in answer.text
    assert 'id="act"' not in answer.text


def test_a_refused_order_without_htmx_keeps_what_was_chosen(table: Table) -> None:
    answer = table.post("anna", "order", htmx=False, do="use", actor=table.anna.ref, item="99", note="my own words")
    assert answer.status_code == 422
    assert "There is no such thing in the inventory." in answer.text
    assert 'value="my own words"' in answer.text


def test_typed_faces_that_no_die_shows_are_refused(table: Table) -> None:
    Membership.objects.filter(user=table.people["anna"]).update(dice="typed")
    table.post("torvald", "order", do="wait", actor=table.torvald.ref)
    table.attack()
    for face, sentence in (
        ("9", "d8 cannot show 9."),
        ("x", "Write what each die shows."),
        ("", "Write what each die"),
    ):
        answer = table.post("anna", "answer", face=face, place="ask")
        assert answer.status_code == 422
        assert sentence in answer.text
    assert table.post("anna", "answer", face="８").status_code == 200  # full-width digits are digits


def test_somebody_elses_combatant_takes_no_orders(table: Table) -> None:
    for who in ("torvald", "watcher"):
        answer = table.attack("anna") if who == "anna" else table.post(
            who, "order", do="attack", actor=table.anna.ref, target=table.goblins[0].ref, place="act"
        )  # fmt: skip
        assert answer.status_code == 403
        assert "refused" in answer.text
    for order in ({"do": "end_turn"}, {"do": "harm", "target": table.torvald.ref, "amount": "3"},
                  {"do": "correct", "target": table.anna.ref, "set.hp": "99"}):  # fmt: skip
        assert table.post("anna", "order", **order).status_code == 403
    assert table.post("anna", "end").status_code == 403


def test_a_question_is_answered_only_by_who_is_asked(table: Table) -> None:
    table.attack(enhanced="1")
    assert table.post("torvald", "answer", answer="enhanced", place="ask").status_code == 403


def test_a_stale_order_changes_nothing_and_says_what_happened(table: Table) -> None:
    old = table.version("torvald")
    table.attack()
    before = Entry.objects.count()
    answer = table.post(
        "torvald", "order", version=old, do="attack", actor=table.torvald.ref, target=table.goblins[1].ref, place="act"
    )  # fmt: skip
    assert answer.status_code == 409
    assert "The board has changed since you looked." in answer.text
    assert f'id="row-{table.anna.ref}"' in answer.text
    assert f'<option value="{table.goblins[1].ref}" selected>' in answer.text
    assert Entry.objects.count() == before


def test_a_stale_order_is_told_what_happened_meanwhile(table: Table) -> None:
    old, newest = table.version("torvald"), Entry.objects.order_by("-seq").first()
    assert newest is not None
    table.attack()
    answer = table.browser("torvald").post(
        f"{table.page}order/", {"do": "wait", "actor": table.torvald.ref, "version": old, "key": "x", "place": "act"},
        headers={**HTMX, "X-After": newest.at.isoformat()},
    )  # fmt: skip
    assert answer.status_code == 409
    said = answer.text[answer.text.index('id="said-act"') :]
    assert "<b>Anna</b> declares an attack" in said


def test_the_same_key_twice_lands_once(table: Table) -> None:
    version = table.version("anna")
    first = table.attack(key="once", version=version)
    again = table.attack(key="once", version=version)
    assert (first.status_code, again.status_code) == (200, 200)
    assert Entry.objects.filter(command__do="attack").count() == 1


def test_a_version_that_is_no_number_is_stale(table: Table) -> None:
    for version in ("", "-1", "1e9", "²", "9" * 30):
        assert table.attack(version=version).status_code == 409


def test_an_unknown_order_is_refused(table: Table) -> None:
    for do in ("", "dance", "join"):
        answer = table.post("gm", "order", do=do)
        assert answer.status_code == 422
    assert Entry.objects.count() == 2


def test_the_game_master_ends_the_encounter_and_the_seed_is_shown(table: Table) -> None:
    seed = table.encounter.seed or Encounter.objects.get().seed
    assert seed
    for who in ("gm", "anna"):
        assert seed not in table.get(who).text
    assert table.post("gm", "end").status_code == 200
    for who in ("gm", "anna", "watcher"):
        assert seed in table.get(who).text
    refused = table.attack()
    assert refused.status_code == 422
    assert "The encounter has ended." in refused.text


def test_the_game_master_corrects_reveals_hides_and_takes_out(table: Table) -> None:
    goblin = table.goblins[0].ref
    detail = table.get("gm", f"combatant/{goblin}/", htmx=True).text
    assert 'name="set.hp"' in detail
    assert table.post(
        "gm", "order", do="correct", target=goblin, set_whole="1", note="a blow too many", place="detail",
        **{"set.hp": "2", "set.str": "8", "set.fate": ""},
    ).status_code == 200  # fmt: skip
    table.encounter.refresh_from_db()
    assert table.encounter.state["fighters"][goblin]["hp"] == 2
    assert "a blow too many" in table.get("gm").text
    assert table.post("gm", "order", do="reveal", target=table.hidden.ref).status_code == 200
    assert SECRET_NAME in table.get("anna").text
    version = table.version("anna")
    assert table.post("gm", "order", do="reveal", target=goblin, hidden="1").status_code == 200
    assert table.version("anna") > version, "players' pages must let go of who was hidden"
    assert f"row-{goblin}" not in table.get("anna").text
    assert table.post("gm", "order", do="leave", target=goblin).status_code == 200
    assert f"row-{goblin}" not in table.get("gm").text


def test_a_correction_that_makes_no_sense_is_refused_beside_its_form(table: Table) -> None:
    answer = table.post("gm", "order", do="correct", target=table.anna.ref, place="detail", **{"set.hp": "many"})
    assert answer.status_code == 422
    assert 'id="said-detail"' in answer.text
    assert "Write a whole number." in answer.text


def test_the_parts_are_up_to_date_or_sent(table: Table) -> None:
    version = table.version("torvald")
    assert table.get("torvald", "parts/", version=version, htmx=True).status_code == 204
    table.get("torvald")
    table.attack()
    newest = Entry.objects.order_by("seq")[0].at.isoformat()
    answer = table.get("torvald", "parts/", version=version, after=newest, htmx=True)
    assert answer.status_code == 200
    assert re.findall(r'id="row-(\w+)"', answer.text) == [table.anna.ref]
    assert "declares an attack" in answer.text


def test_the_parts_keep_what_the_form_of_an_order_holds(table: Table) -> None:
    answer = table.get(
        "torvald", "parts/", version=0, actor=table.torvald.ref, do="attack", target=table.goblins[1].ref,
        impaired="1", htmx=True,
    )  # fmt: skip
    assert f'<option value="{table.goblins[1].ref}" selected>' in answer.text
    assert re.search(r'name="impaired" value="1" checked', answer.text)


def test_older_passages_come_when_they_are_asked_for(table: Table) -> None:
    _write_entries(table, 100)
    page = table.get("anna").text
    assert page.count('class="passage') == 40
    before = re.search(r"log/\?before=([^\"]+)", page)
    assert before is not None
    older = table.browser("anna").get(f"{table.page}log/?before={before[1]}")
    assert older.status_code == 200
    assert older.text.count('class="passage') == 40
    assert table.get("anna", "log/", before="yesterday").status_code == 404


@pytest.mark.parametrize("who", ["gm", "anna"])
@pytest.mark.parametrize(("foes", "entries"), [(5, 0), (57, 0), (57, 500)])
def test_the_number_of_queries_depends_neither_on_combatants_nor_on_entries(who: str, foes: int, entries: int) -> None:
    table = Table(foes=foes)
    _write_entries(table, entries)
    browser, newest = table.browser(who), Entry.objects.order_by("-seq")[0].at.isoformat()
    order = {"do": "attack", "actor": table.anna.ref, "target": table.goblins[0].ref, "key": "k", "place": "act"}
    order["version"] = str(table.version(who))
    with CaptureQueriesContext(connection) as page:
        assert browser.get(table.page).status_code == 200
    with CaptureQueriesContext(connection) as press:
        assert browser.post(f"{table.page}order/", order, headers={**HTMX, "X-After": newest}).status_code == 200
    # session, user, encounter, memberships, combatants, newest entry, log
    assert len(page) == 7
    # session, user, savepoint, encounter, memberships, combatants, newest entry, two writes, release;
    # and for a player, after something behind the screen, whether the key has come before
    assert len(press) == (10 if who == "gm" else 11)


def test_the_page_after_the_first_is_no_bigger_for_a_longer_log(table: Table) -> None:
    _write_entries(table, 60)
    small = len(table.attack().content)
    table.post("anna", "undo")
    _write_entries(table, 600)
    assert abs(len(table.attack().content) - small) < 200


def test_names_are_escaped_wherever_they_stand(table: Table) -> None:
    table.torvald.name = "<script>alert(1)</script>"
    table.torvald.save()
    table.encounter.state["fighters"][table.torvald.ref]["name"] = table.torvald.name
    table.encounter.save()
    table.attack("torvald")
    for text in (table.get("anna").text, table.get("gm").text, table.get("gm", f"combatant/{table.torvald.ref}/").text):
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert(1)" in text


def test_bars_are_drawn_in_a_language_with_decimal_commas_too(table: Table) -> None:
    query = {"do": "attack", "actor": table.anna.ref, "target": table.goblins[0].ref}
    answer = table.browser("gm").get(f"{table.page}odds/", query, headers={**HTMX, "Accept-Language": "ru"})
    assert "12,5" in answer.text
    assert 'height="40.0"' in answer.text
    assert not re.search(r'(?:height|y|x|width|value)="\d+,', answer.text)


def test_a_dead_character_is_replaced(table: Table) -> None:
    table.post("gm", "order", do="correct", target=table.anna.ref, **{"set.fate": "dead"})
    assert "A new character comes in" in table.get("anna").text
    assert "A new character comes in" in table.get("gm").text
    assert "A new character comes in" not in table.get("torvald").text


def _write_entries(table: Table, number: int) -> None:
    """Many entries between the first and the newest, as a long fight leaves them."""
    first, newest = Entry.objects.order_by("seq")[0], Entry.objects.order_by("-seq")[0]
    start = newest.seq
    Entry.objects.filter(pk=newest.pk).update(seq=start + number)
    step = (newest.at - first.at) / (number + 1)
    Entry.objects.bulk_create(
        Entry(encounter=table.encounter, seq=start + place, command={"do": "wait", "actor": table.anna.ref}, round=1,
              events=first.events, by=table.people["gm"], at=first.at + step * (place + 1))
        for place in range(number)
    )  # fmt: skip


def test_a_correction_is_refused_beside_the_very_field_and_that_alone(table: Table) -> None:
    sent = {"set.hp": "5", "set.str": "many", "set.dex": "10"}
    answer = table.post("gm", "order", do="correct", target=table.anna.ref, place="detail", **sent)
    assert answer.status_code == 422
    assert '<div hx-swap-oob="innerHTML:#said-c-str">Write a whole number.</div>' in answer.text
    assert answer.text.count("Write a whole number.") == 1
    detail = table.get("gm", f"combatant/{table.anna.ref}/", htmx=True).text
    assert 'aria-describedby="said-c-str"' in detail
    assert '<p class="error" id="said-c-str" role="alert"></p>' in detail


def test_the_end_is_offered_in_one_place_before_and_after_the_fight_is_decided(table: Table) -> None:
    before = table.get("gm").text + table.get("gm", "extra/", htmx=True).text
    assert before.count(">End encounter<") == 1
    for goblin in (*table.goblins, table.hidden):
        answer = table.post("gm", "order", do="correct", target=goblin.ref, **{"set.fate": "dead"})
    assert '<div id="end-early" hx-swap-oob="true"></div>' in answer.text
    assert answer.text.count(">End encounter<") == 1
    after = table.get("gm").text + table.get("gm", "extra/", htmx=True).text
    assert after.count(">End encounter<") == 1


def test_in_an_ended_encounter_nobody_is_still_to_act(table: Table) -> None:
    table.attack()
    running = table.get("anna").text
    assert "still to act" in running
    assert "acts now" in running
    assert '<section id="declared" class="declared card"' in running
    table.post("gm", "end")
    for who in ("gm", "anna", "watcher"):
        ended = table.get(who).text
        for state in ("still to act", "acts now", '<section id="declared" class="declared card"'):
            assert state not in ended


def test_a_page_says_that_it_is_live_only_once_it_is(table: Table) -> None:
    assert 'class="pill stale" data-state="connecting"' in table.get("anna").text
    table.post("gm", "end")
    assert "data-state" not in table.get("anna").text, "an ended encounter has nothing to be in step with"
