"""The forecast's figures, against fights whose outcome is certain by the rules."""

from __future__ import annotations

from typing import Any

import pytest

from encounters.models import Report
from encounters.services import report_making, turn
from rules.errors import Refused
from tests.encounters.report_table import Table, scripted_fight, sure_fight, table

pytestmark = pytest.mark.django_db


def made(report: Report) -> dict[str, Any]:
    report_making.make(report.pk)
    report.refresh_from_db()
    assert report.status == Report.Status.DONE, report.error
    assert report.result is not None
    return report.result


def waived() -> Table:
    at = table()
    at.encounter.settings = {**at.encounter.settings, "first_round": "waive"}
    at.encounter.save()
    sure_fight(at)
    return at


@pytest.mark.rule("CA-02", "CA-04", "CA-07")
def test_who_kills_with_every_hit_and_acts_first_always_wins_in_round_one_unhurt() -> None:
    result = made(waived().ask("gm", "forecast", fights="200"))
    assert result["sides"]["party"]["wins"] == 200
    assert result["sides"]["foes"]["share"] == 0
    assert result["draws"] == 0
    assert result["rounds"]["distribution"] == {"1": 200}
    assert result["fighters"]["anna"] == {
        "falls": 0.0,
        "resources": {
            "hp": {"mean": 20.0, "distribution": {"20": 200}},
            "str": {"mean": 18.0, "distribution": {"18": 200}},
        },
    }
    assert result["fighters"]["rat"]["falls"] == 1.0
    assert result["fighters"]["rat"]["resources"]["str"]["distribution"] == {"0": 200}
    assert result["sides"]["foes"]["casualties"]["distribution"] == {"1": 200}


def test_the_interval_of_200_wins_in_200_is_wilsons() -> None:
    # z = 1.96: low = 1 / (1 + z²/n) = 200 / 203.8416 = 0.98115
    side = made(waived().ask("gm", "forecast", fights="200"))["sides"]["party"]
    assert side["low"] == pytest.approx(0.98115, abs=1e-5)
    assert side["high"] == 1.0


@pytest.mark.rule("CA-02")
def test_with_dex_18_one_fight_in_ten_goes_to_a_second_round_and_costs_one_to_four_hp() -> None:
    at = table()
    sure_fight(at)
    result = made(at.ask("gm", "forecast", fights="2000", seed="x"))
    assert result["sides"]["party"]["share"] == 1.0
    rounds = result["rounds"]["distribution"]
    assert set(rounds) == {"1", "2"}
    # A binomial of 2000 and 0.1: 200 ± 13.4; five deviations are allowed for.
    assert 133 <= rounds["2"] <= 267
    hp = result["fighters"]["anna"]["resources"]["hp"]["distribution"]
    assert set(hp) == {"16", "17", "18", "19", "20"}
    assert hp["20"] == rounds["1"]


def test_the_same_seed_gives_the_same_figures_and_another_seed_others() -> None:
    at = table()
    sure_fight(at)
    first, again, other = (at.ask("gm", "forecast", fights="300", seed=seed) for seed in ("a", "a", "b"))
    assert made(first) == made(again)
    assert made(other)["rounds"] != made_before(first)["rounds"]


def made_before(report: Report) -> dict[str, Any]:
    report.refresh_from_db()
    assert report.result is not None
    return report.result


def test_a_forecast_begins_where_the_fight_stood_when_it_was_asked_for() -> None:
    at = table()
    scripted_fight(at)
    report = at.ask("gm", "forecast", fights="100", seed="s")
    at.order(do="correct", target="torvald", set={"fate": "dead"})
    result = made(report)
    assert result["from_round"] == 2
    assert result["who"]["anna"]["has"] == {"hp": 0, "str": 9}
    assert result["fighters"]["torvald"]["falls"] < 1.0
    assert at.encounter.entries.count() == 5  # and the fight itself is left alone


def test_hidden_combatants_take_part_and_stay_hidden_at_the_table() -> None:
    at = table()
    sure_fight(at)
    at.add("hid10", "Ogre", "foes", {"str": 18, "hp": 30, "attacks": [{"name": "Club", "damage": "d12"}]}, hidden=True)
    result = made(at.ask("gm", "forecast", fights="100", seed="s"))
    assert result["who"]["hid10"]["hidden"]
    assert result["sides"]["party"]["share"] < 1.0
    assert 0.0 < result["fighters"]["hid10"]["falls"] < 1.0
    assert at.encounter.combatants.get(ref="hid10").hidden


def test_one_side_alone_has_nothing_to_forecast() -> None:
    at = table()
    at.add("anna", "Анна", "party", {"hp": 4}, player=True)
    with pytest.raises(Refused, match="two sides"):
        at.ask("gm", "forecast", fights="100")


def test_a_decided_fight_has_nothing_to_forecast() -> None:
    at = waived()
    turn.start(at.submit())
    at.order(do="attack", actor="anna", target="rat")
    with pytest.raises(Refused, match="decided"):
        at.ask("gm", "forecast", fights="100")


@pytest.mark.parametrize(
    ("typed", "fights"), [("1 000", 1000), ("２００", 200), (" 100 ", 100), ("20\u00a0000", 20_000)]
)
def test_the_number_of_fights_is_read_as_people_type_it(typed: str, fights: int) -> None:
    at = table()
    sure_fight(at)
    assert at.ask("gm", "forecast", fights=typed).options["fights"] == fights
