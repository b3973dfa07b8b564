"""The summary's counts, worked out by hand from a fight with typed faces, as each seat sees them."""

from __future__ import annotations

import pytest

from encounters.board import set_up
from encounters.models import Encounter, Report
from encounters.reports.summary import groups, seen_by
from encounters.services import report_making, turn
from rules.errors import Refused
from rules.registry import system_of
from tests.encounters.report_table import Table, scripted_fight, table

pytestmark = pytest.mark.django_db

NAMES = ("attacks", "damage_dealt", "damage_taken", "str_lost", "saves_made", "saves_failed", "downs")


@pytest.fixture
def at() -> Table:
    made = table()
    scripted_fight(made)
    return made


def counts(at: Table, who: str) -> dict[str, tuple[int | None, ...]]:
    report = at.ask("gm", "summary")
    report_making.make(report.pk)
    report.refresh_from_db()
    assert report.status == Report.Status.DONE, report.error
    assert report.result is not None
    seat = at.seat(who)
    seen = seen_by(seat, set_up(seat.encounter, partly=False), report.result["groups"])
    return {ref: tuple(of[name] for name in NAMES) for ref, of in seen.items()}


def test_the_game_master_sees_every_count(at: Table) -> None:
    assert counts(at, "gm") == {
        "anna": (1, 5, 5, 1, 0, 1, 1),  # one attack for 5; 6 − Armor 1 = 5 taken, one past HP 4; a save failed, down
        "torvald": (0, 0, 0, 0, 0, 0, 0),
        "wolf": (1, 5, 5, 3, 2, 0, 0),  # 5 taken, three past HP 2; STR and WIL saved
        "hid10": (0, 0, 0, 0, 0, 0, 0),
    }


@pytest.mark.parametrize("who", ["owner", "player", "spectator"])
@pytest.mark.parametrize("health", ["words", "nothing"])
def test_others_see_neither_the_hidden_nor_what_the_foes_numbers_can_be_told_from(
    at: Table, who: str, health: str
) -> None:
    Encounter.objects.update(health=health)
    assert counts(at, who) == {
        "anna": (1, None, 5, 1, 0, 1, 1),  # what she dealt is what the wolf took
        "torvald": (0, 0, 0, 0, 0, 0, 0),
        "wolf": (1, 5, None, None, 2, 0, 0),  # what it dealt is what Anna took, whom everybody sees
    }


def test_where_foes_are_seen_in_numbers_so_are_their_counts(at: Table) -> None:
    Encounter.objects.update(health="numbers")
    seen = counts(at, "player")
    assert seen["wolf"] == (1, 5, 5, 3, 2, 0, 0)
    assert seen["anna"] == (1, 5, 5, 1, 0, 1, 1)
    assert "hid10" not in seen


def test_a_zero_is_withheld_like_any_other_number(at: Table) -> None:
    # Armor takes it all: 0 dealt, which must not be told from a blow that hurts.
    absorbed = {
        "kind": "absorbed", "facts": {"actor": "torvald", "target": "wolf", "rolled": 1}, "about": "wolf",
        "vitals": {"armor": 3, "damage": 0, "hp_lost": 0, "str_lost": 0, "hp": 2, "str": 8}, "audience": "all",
    }  # fmt: skip
    seat = at.seat("player")
    seen = seen_by(seat, set_up(seat.encounter, partly=False), groups(system_of("cairn"), [absorbed]))
    assert (seen["torvald"]["damage_dealt"], seen["wolf"]["damage_taken"]) == (None, None)
    assert seen["torvald"]["damage_taken"] == 0


def test_what_was_undone_does_not_count(at: Table) -> None:
    turn.undo(at.submit())
    seen = counts(at, "gm")
    assert seen["wolf"] == (0, 0, 5, 3, 2, 0, 0)
    assert seen["anna"] == (1, 5, 0, 0, 0, 0, 0)


def test_what_happened_behind_the_screen_counts_for_the_game_master_alone(at: Table) -> None:
    # The assassin is hidden: 2 damage to it (HP 3 → 1) is told to the Game Master only.
    at.order(do="harm", target="hid10", amount=2)
    assert counts(at, "gm")["hid10"] == (0, 0, 2, 0, 0, 0, 0)
    at.order(do="reveal", target="hid10")
    seen = counts(at, "player")
    assert seen["hid10"] == (0, 0, None, None, 0, 0, 0)


def test_whoever_left_the_fight_stays_for_what_it_did_in_sight(at: Table) -> None:
    at.order(do="leave", target="wolf")
    at.order(do="leave", target="hid10")
    assert counts(at, "player").keys() == {"anna", "torvald", "wolf"}


def test_a_fight_that_has_not_begun_has_nothing_to_sum_up() -> None:
    with pytest.raises(Refused, match="has not begun"):
        table().ask("gm", "summary")
