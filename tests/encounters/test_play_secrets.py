"""What a seat may not see is in nothing that it is sent: no page, part, option, odds, error or live word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from encounters.models import Entry
from sheets.models import Membership
from tests.encounters.play_table import SECRET_NAME, SECRET_NOTE, Table

pytestmark = pytest.mark.django_db

OTHERS = ("anna", "torvald", "watcher")


def _everything(table: Table, who: str) -> Iterator[str]:
    """All that a seat is ever answered, by asking for all there is, also for what it may not know of."""
    goblin, hidden = table.goblins[0].ref, table.hidden.ref
    actor = table.torvald if who == "torvald" else table.anna
    yield table.get(who).text
    yield table.get(who, "parts/", version=0, htmx=True).text
    yield table.get(who, "act/", actor=actor.ref, do="attack", htmx=True).text
    yield table.get(who, "act/", actor=hidden, do="attack", htmx=True).text
    yield table.get(who, "extra/", htmx=True).text
    yield table.get(who, "log/", before="2999-01-01T00:00:00+00:00").text
    yield table.get(who, f"combatant/{goblin}/", htmx=True).text
    for target in (goblin, hidden):
        for weapon in ("", "unarmed"):
            yield table.get(who, "odds/", do="attack", actor=actor.ref, target=target, weapon=weapon, htmx=True).text
    for order in ({"do": "attack", "target": hidden}, {"do": "help", "target": hidden}, {"do": "wait", "actor": hidden},
                  {"do": "attack", "target": goblin, "targets": hidden}, {"do": "leave", "target": hidden},
                  {"do": "reveal", "target": hidden}, {"do": "attack", "target": "nobody-here"}):  # fmt: skip
        yield table.post(who, "order", **{"actor": actor.ref, "place": "act", **order}).text
        yield table.post(who, "order", htmx=False, **{"actor": actor.ref, "place": "act", **order}).text
    for what in ("undo", "redo", "take-back", "end"):
        yield table.post(who, what, version=0).text


def _assert_nothing_leaks(table: Table, who: str) -> None:
    for text in _everything(table, who):
        assert SECRET_NAME not in text
        assert "Xyzzyk" not in text
        assert SECRET_NOTE not in text
        # The ref comes back only where the seat itself sent it: in the sentence that nobody is called so.
        text = text.replace(f"“{table.hidden.ref}”", "")
        assert table.hidden.ref not in text
        assert "Traceback" not in text
        assert "73" not in _without_ids(text), "a goblin's most HP is nobody's business"


def _without_ids(text: str) -> str:
    """The text a reader sees: ids, tokens and the seal of the dice may hold any digits."""
    return re.sub(r"<[^>]*>|[0-9a-f]{64}", " ", text)


@pytest.mark.parametrize("health", ["words", "nothing"])
@pytest.mark.parametrize("who", OTHERS)
def test_players_and_spectators_are_sent_no_secret(who: str, health: str) -> None:
    table = Table(health=health)
    table.attack("torvald")
    _assert_nothing_leaks(table, who)


@pytest.mark.parametrize("who", OTHERS)
def test_the_game_masters_secret_turns_stay_secret_in_the_log_undone_or_not(who: str) -> None:
    table = Table()
    table.post("gm", "order", do="harm", target=table.hidden.ref, amount="1", note=SECRET_NOTE)
    table.post("gm", "undo")
    table.post("gm", "redo")
    _assert_nothing_leaks(table, who)
    assert "turned the last order back" not in table.get(who).text


def test_players_do_not_even_notice_what_is_done_behind_the_screen() -> None:
    table = Table()
    version = table.version("anna")
    table.post("gm", "order", do="harm", target=table.hidden.ref, amount="1")
    assert table.version("anna") == version
    assert table.get("anna", "version/").text == str(version)
    assert table.get("anna", "parts/", version=version, htmx=True).status_code == 204
    assert table.attack(version=version).status_code == 200


def test_with_health_in_words_a_player_is_told_words_and_no_numbers() -> None:
    table = Table()
    table.attack()
    answer = table.attack("torvald")
    assert "pressed hard" in answer.text or "is wounded" in answer.text or "not hurt" in answer.text
    assert "Armor 0" not in answer.text
    assert "now " not in answer.text


def test_odds_over_hidden_numbers_are_not_told_but_the_dice_are() -> None:
    table = Table()
    query = {"do": "attack", "actor": table.anna.ref, "target": table.goblins[0].ref}
    mine = table.get("anna", "odds/", htmx=True, **query).text
    assert "before Armor" in mine
    assert "4.5" in mine  # the mean of a d8
    assert "12.5" in mine  # each face of a d8
    assert "<progress" not in mine
    exact = table.get("gm", "odds/", htmx=True, **query).text
    assert "Exact odds" in exact
    assert "<progress" in exact


def test_odds_do_not_betray_how_tough_the_target_is() -> None:
    answers = []
    for hp in (1, 40):
        table = Table()
        table.order("gm", do="correct", target=table.goblins[0].ref, set={"hp": hp})
        query: dict[str, Any] = {"do": "attack", "actor": table.anna.ref, "target": table.goblins[0].ref}
        answers.append(table.get("anna", "odds/", htmx=True, **query).text)
        table.encounter.delete()
        table.campaign.delete()
        for person in table.people.values():
            person.delete()
    assert answers[0] == answers[1]


def test_with_health_in_numbers_a_player_is_told_exact_odds() -> None:
    table = Table(health="numbers")
    answer = table.get("anna", "odds/", do="attack", actor=table.anna.ref, target=table.goblins[0].ref, htmx=True)
    assert "Exact odds" in answer.text


def test_odds_of_an_order_that_is_not_ones_own_are_not_told() -> None:
    table = Table()
    answer = table.get("anna", "odds/", do="attack", actor=table.torvald.ref, target=table.goblins[0].ref, htmx=True)
    assert answer.status_code == 403


def test_a_hidden_combatant_is_as_good_as_none() -> None:
    table = Table()
    hidden = table.get("anna", f"combatant/{table.hidden.ref}/", htmx=True)
    nobody = table.get("anna", "combatant/nobodyhere/", htmx=True)
    assert hidden.status_code == nobody.status_code == 404
    attacked = [table.attack(target=table.hidden).text, table.post(
        "anna", "order", do="attack", actor=table.anna.ref, target="nobodyhere", place="act").text]  # fmt: skip
    assert attacked[0].replace(table.hidden.ref, "?") == attacked[1].replace("nobodyhere", "?")
    assert table.get("gm", f"combatant/{table.hidden.ref}/", htmx=True).status_code == 200


def test_another_players_gear_and_reasons_are_not_shown() -> None:
    table = Table()
    assert "Axe" not in table.get("anna", f"combatant/{table.torvald.ref}/", htmx=True).text
    assert "Axe" in table.get("torvald", f"combatant/{table.torvald.ref}/", htmx=True).text
    assert 'name="set.hp"' not in table.get("torvald", f"combatant/{table.torvald.ref}/", htmx=True).text


def test_who_lost_the_seat_finds_nothing() -> None:
    table = Table()
    Membership.objects.filter(user=table.people["anna"]).delete()
    assert table.get("anna").status_code == 404
    assert table.get("anna", "version/").status_code == 404
    assert table.attack(version=1).status_code == 404
    assert Entry.objects.count() == 2
