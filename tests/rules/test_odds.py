"""Exact odds, worked by hand."""

from fractions import Fraction
from typing import Any

import pytest

from rules.dice import Dice
from rules.effects import Roll, Rule, Tell
from rules.odds import Odds, Outcome, Outcomes, enumerate_odds
from rules.prospects import odds_of
from rules.scenario import read_command
from tests.rules.stage import AXE, BOMB, CAIRN, SWORD, Stage, foe, hero


def odds(stage: Stage, actor: str = "anna", **order: Any) -> Odds:
    return odds_of(stage.fight, read_command(CAIRN, {"do": "attack", "actor": actor, **order}))


@pytest.mark.rule("CA-04")
def test_a_d6_against_armor_1_does_0_to_5_each_one_in_six() -> None:
    stage = Stage(hero("anna", AXE), foe("ogre", hp=20, armor=1)).begin()
    measures = odds(stage, target="ogre").measures("ogre")
    assert measures["damage"] == pytest.approx({str(points): 1 / 6 for points in range(6)})
    assert measures["damage_mean"] == pytest.approx(15 / 6)
    assert measures["hit"] == pytest.approx(1)
    assert measures["past_defence"] == pytest.approx(5 / 6)
    assert measures["down"] == 0


@pytest.mark.rule("CA-06")
def test_of_two_attackers_the_highest_of_two_d6_counts() -> None:
    """P(highest = k) = (2k − 1) / 36; with Armor 1 the damage is one less."""
    stage = Stage(hero("anna", AXE), hero("boris", AXE), foe("ogre", hp=20, armor=1)).begin()
    stage.order("attack", "boris", target="ogre")
    measures = odds(stage, target="ogre").measures("ogre")
    assert measures["damage"] == pytest.approx({str(k - 1): (2 * k - 1) / 36 for k in range(1, 7)})


@pytest.mark.rule("CA-07")
def test_a_save_against_the_new_str_is_in_the_odds() -> None:
    """A d4 on HP 0 and STR 10: STR 9, 8, 7 or 6 is left, and a save fails with 11, 12, 13 or 14 in 20."""
    stage = Stage(hero("anna"), foe("ogre", hp=0, str=10)).begin()
    expected = sum(Fraction(1, 4) * Fraction(20 - left, 20) for left in (9, 8, 7, 6))
    assert odds(stage, target="ogre").measures("ogre")["down"] == pytest.approx(float(expected))


@pytest.mark.rule("CA-07")
def test_what_kills_outright_needs_no_save() -> None:
    stage = Stage(hero("anna"), foe("ogre", hp=0, str=1)).begin()
    assert odds(stage, target="ogre").measures("ogre")["down"] == 1


@pytest.mark.rule("CA-15")
def test_a_blast_tells_the_odds_of_every_target() -> None:
    stage = Stage(hero("anna", BOMB), foe("a", hp=20), foe("b", hp=20, armor=3)).begin()
    told = odds(stage, target="a", targets=["b"])
    assert told.targets() == ("a", "b")
    assert told.measures("a")["past_defence"] == pytest.approx(1)
    assert told.measures("b")["past_defence"] == pytest.approx(9 / 12)
    assert set(told.as_json()["by_target"]) == {"a", "b"}


@pytest.mark.rule("CA-15")
def test_who_may_not_be_caught_by_a_blast_is_missed_that_often() -> None:
    """Of two targets the second is caught unless the d12 shows 1."""
    stage = Stage(hero("anna", BOMB), foe("a", hp=20), foe("b", hp=20)).begin()
    told = odds(stage, target="a", targets=["b"], unclear=True)
    assert told.measures("b")["hit"] == pytest.approx(11 / 12)


@pytest.mark.rule("CA-06")
def test_a_weapon_that_ignores_armor_wins_a_tie_in_the_odds_as_at_the_table() -> None:
    """Highest of a d4 (Armor 3) and a d4 that ignores it: k = 1..4 with the plain one alone on top in k − 1 of
    16 cases, then k − 3 past Armor; in the other k of 16 cases all of k."""
    stage = Stage(
        hero("anna", {**AXE, "damage": "d4"}), hero("boris", {**AXE, "damage": "d4", "ignores_armor": True}),
        foe("ogre", hp=20, armor=3),
    ).begin()  # fmt: skip
    stage.order("attack", "boris", target="ogre")
    expected: dict[str, float] = {}
    for k in range(1, 5):
        for points, cases in ((max(0, k - 3), k - 1), (k, k)):
            expected[str(points)] = expected.get(str(points), 0) + cases / 16
    assert odds(stage, target="ogre").measures("ogre")["damage"] == pytest.approx(expected)


def test_the_fight_is_left_as_it_was() -> None:
    stage = Stage(hero("anna", SWORD), foe("ogre", hp=2)).begin()
    before = stage.fight.state()
    odds(stage, target="ogre")
    assert stage.fight.state() == before


def test_classes_save_runs() -> None:
    """Two d20 saves after a d8: with classes at most 8 × 2 × 2 runs, not 8 × 20 × 20."""
    stage = Stage(hero("anna", SWORD), foe("ogre", hp=1), foe("orc")).begin()
    told = odds(stage, target="ogre")
    assert told.exact
    assert told.runs <= 32


def coin(sides: int, times: int) -> Rule[None]:
    total = 0
    for _time in range(times):
        (face,) = yield Roll(Dice((sides,)), "coin", "anna")
        total += face
    yield Tell("total", None, {"total": total})


def read(events: list[Tell]) -> Outcomes:
    return (("anna", Outcome(damage=events[-1].facts["total"])),)


def test_past_the_budget_odds_are_sampled_and_say_so() -> None:
    fight = Stage(hero()).fight
    told = enumerate_odds(fight, lambda: coin(6, 3), lambda ask: ask.default, read, budget=100)
    assert (told.exact, told.runs) == (False, 4000)
    assert told.measures("anna")["damage_mean"] == pytest.approx(10.5, abs=0.2)
    assert enumerate_odds(fight, lambda: coin(6, 3), lambda ask: ask.default, read, budget=216).exact


def test_so_are_dice_that_nobody_can_go_through() -> None:
    def heap() -> Rule[None]:
        faces = yield Roll(Dice([6] * 30), "heap", "anna")
        yield Tell("total", None, {"total": sum(faces)})

    told = enumerate_odds(Stage(hero()).fight, heap, lambda ask: ask.default, read)
    assert not told.exact
    assert told.measures("anna")["damage_mean"] == pytest.approx(105, abs=1)


def test_an_order_without_a_target_has_odds_without_measures() -> None:
    stage = Stage(hero("anna"), foe("ogre")).begin()
    told = odds_of(stage.fight, read_command(CAIRN, {"do": "move", "actor": "anna"}))
    assert told.as_json()["measures"] == {}
