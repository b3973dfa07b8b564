"""Forecasts: simulated fights, counted."""

from collections import Counter

import pytest

from rules.dice import Chance
from rules.forecast import forecast, play_out, wilson
from tests.rules.stage import AXE, SWORD, Stage, foe, hero


def fight_of_four() -> Stage:
    return Stage(hero("anna", SWORD, hp=5), hero("boris", AXE, hp=4), foe("g1", AXE, hp=3), foe("g2", AXE, hp=3))


def test_the_same_seed_gives_the_same_figures_and_another_one_others() -> None:
    def figures(seed: str) -> object:
        *_parts, last = forecast(fight_of_four().fight, 200, seed)
        return last.as_json()

    assert figures("one") == figures("one")
    assert figures("one") != figures("two")


def test_it_leaves_the_fight_as_it_was() -> None:
    stage = fight_of_four()
    before = stage.fight.state()
    list(forecast(stage.fight, 20, "x"))
    assert stage.fight.state() == before


def test_it_leaves_the_fight_as_it_was_even_when_it_is_stopped() -> None:
    stage = fight_of_four()
    before = stage.fight.state()
    parts = forecast(stage.fight, 500, "x", every=10)
    next(parts)
    next(parts)
    parts.close()  # type: ignore[attr-defined]
    assert stage.fight.state() == before


def test_parts_come_after_the_first_fight_and_then_every_so_many_and_say_that_they_are_parts() -> None:
    parts = [(part.done, part.as_json()["complete"]) for part in forecast(fight_of_four().fight, 120, "x", every=50)]
    assert parts == [(1, False), (50, False), (100, False), (120, True)]


def test_every_fight_is_won_or_drawn_and_every_distribution_adds_up() -> None:
    *_parts, last = forecast(fight_of_four().fight, 100, "x")
    shown = last.as_json()
    assert sum(side["wins"] for side in shown["sides"].values()) + shown["draws"] == 100
    for side in shown["sides"].values():
        assert side["low"] <= side["share"] <= side["high"]
        assert sum(side["casualties"]["distribution"].values()) == 100
    assert sum(shown["rounds"]["distribution"].values()) == 100
    assert sum(shown["fighters"]["anna"]["resources"]["hp"]["distribution"].values()) == 100


def test_a_certain_victory_is_certain() -> None:
    """Anna's d8 kills HP 0 and STR 1 whatever it shows, before the goblin has a turn."""
    stage = Stage(hero("anna", SWORD), foe("goblin", hp=0, str=1), first_round="waive")
    *_parts, last = forecast(stage.fight, 50, "x")
    assert last.wins == Counter({"party": 50})
    assert last.as_json()["rounds"]["mean"] == 1
    assert last.as_json()["fighters"]["goblin"]["falls"] == 1


@pytest.mark.rule("CA-02")
def test_a_forecast_agrees_with_the_odds_of_the_first_save() -> None:
    """Anna (DEX 10) wins at once if she acts first (10 in 20), else the ogre's blow is certain death: 2,000
    fights give a share within 4.5 standard deviations (0.0112 each) of one half."""
    club = {**AXE, "damage": "d12"}
    stage = Stage(hero("anna", SWORD, hp=0, str=1, dex=10), foe("ogre", club, hp=0, str=1))
    *_parts, last = forecast(stage.fight, 2000, "save")
    assert last.wins["party"] / 2000 == pytest.approx(0.5, abs=0.05)


def test_the_hidden_take_part() -> None:
    stage = Stage(hero("anna", SWORD), {**foe("spy", hp=0, str=1), "hidden": True}, first_round="waive")
    *_parts, last = forecast(stage.fight, 20, "x")
    assert last.wins == Counter({"party": 20})
    assert stage["spy"].hidden


def test_a_fight_that_nobody_can_win_is_a_draw_after_so_many_rounds() -> None:
    armoured = {"armor": 3, "hp": 9}
    fist = {"name": "fist", "damage": "d2"}
    stage = Stage(
        {**hero("anna", **armoured), "sheet": {**armoured, "attacks": [fist]}},
        {**foe("knight", **armoured), "sheet": {**armoured, "attacks": [fist]}},
    )
    stage.fight.fighters["anna"].attacks = stage["anna"].attacks[:1]
    stage.fight.fighters["knight"].attacks = stage["knight"].attacks[:1]
    play_out(stage.fight, Chance("x"), most_rounds=5)
    assert stage.fight.winner is None
    assert stage.fight.round == 6


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"), [(0, 0, 0.0, 1.0), (50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278)]
)
def test_the_wilson_interval(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=0.001)
