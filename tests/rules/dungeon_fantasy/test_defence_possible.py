"""Whether a defence is possible, and how it is rolled (DF-01 to DF-06, DF-10, DF-12, DF-14)."""

from typing import Any

import pytest

from rules.effects import GM, Effect, Roll
from rules.systems.dungeon_fantasy.checks import at_most
from rules.systems.dungeon_fantasy.choices import successes
from rules.systems.dungeon_fantasy.defence import defend
from rules.systems.dungeon_fantasy.fighter import DfFighter
from rules.systems.dungeon_fantasy.gear import Weapon
from rules.systems.dungeon_fantasy.sheet import TraitKey
from tests.rules.dungeon_fantasy.duels import Duel, broadsword, fighter, shield

SWORD = {"Broadsword": 14}


@pytest.mark.rule("DF-01")
class TestOneDefence:
    def test_the_target_is_asked_which_of_its_defences_it_tries(self) -> None:
        duel = Duel(fighter("anna", broadsword(), shield(), skills=SWORD))
        duel.defend()
        asked = duel.asked()
        assert (asked.who, asked.question) == ("anna", "defend")
        assert {"dodge", "parry:broadsword", "block:shield", "none"} <= {option.key for option in asked.options}

    def test_a_success_stops_the_blow_and_a_failure_does_not(self) -> None:
        """Dodge 8: 3 + Basic Speed 5."""
        duel = Duel(fighter("anna"))
        assert duel.defend("dodge", dice=[2, 3, 3]) == ["dodged"]
        assert duel.is_saved
        assert duel.defend("dodge", dice=[3, 3, 3]) == ["failed_dodge"]
        assert not duel.is_saved

    def test_after_one_failure_nothing_more_is_asked(self) -> None:
        duel = Duel(fighter("anna", broadsword(), skills=SWORD))
        assert duel.defend("dodge", dice=[6, 6, 5]) == ["failed_dodge"]
        assert duel.last.waiting is None

    def test_one_may_leave_it(self) -> None:
        duel = Duel(fighter("anna"))
        assert duel.defend("none") == ["not_defended"]
        assert not duel.is_saved

    def test_the_likeliest_defence_is_the_default(self) -> None:
        """Dodge 8 + 3 for the retreat is 11; a parry of 10 + 1 is no better; a parry of 11 + 1 is."""
        assert _default(Duel(fighter("anna", broadsword(), skills={"Broadsword": 14}))) == "dodge+retreat"
        assert _default(Duel(fighter("anna", broadsword(), skills={"Broadsword": 16}))) == "parry:broadsword+retreat"

    def test_forbidden_defences_are_shown_with_their_rule(self) -> None:
        duel = Duel(fighter("anna", broadsword(), shield(), skills=SWORD, state={"blocked": True}))
        duel.defend()
        block = next(option for option in duel.asked().options if option.key == "block:shield")
        assert (block.allowed, block.rule) == (False, "DF-19")
        assert block.why is not None

    def test_an_option_shows_its_level_and_why(self) -> None:
        """Broadsword-14: 3 + 7 = 10, DB 2."""
        duel = Duel(fighter("anna", broadsword(), shield(2), skills=SWORD))
        duel.defend()
        parry = next(option for option in duel.asked().options if option.key == "parry:broadsword")
        assert parry.level == 12
        assert parry.breakdown is not None
        assert parry.breakdown.total == parry.breakdown.steps[-1].total == 12
        assert [step.rule for step in parry.breakdown.steps[-1:]] == ["DF-07"]


def _default(duel: Duel) -> str:
    duel.defend()
    return duel.asked().default


@pytest.mark.rule("DF-02")
class TestOwnManoeuvre:
    def test_after_all_out_attack_there_is_no_defence_and_no_question(self) -> None:
        duel = Duel(fighter("anna", broadsword(), skills=SWORD, state={"manoeuvre": "all_out_attack"}))
        assert duel.defend() == ["all_out_attack_leaves_none"]
        assert duel.one("all_out_attack_leaves_none").rule == "DF-02"
        assert not duel.is_saved

    def test_after_move_and_attack_the_arm_that_attacked_does_not_parry(self) -> None:
        state = {"manoeuvre": "move_and_attack", "struck_with": ("broadsword",)}
        duel = Duel(fighter("anna", broadsword(), skills={**SWORD, "Karate": 12}, state=state))
        assert duel.why_not("parry:broadsword") == "DF-02"
        assert duel.why_not("parry:karate") is None
        assert duel.why_not("dodge") is None

    def test_after_attack_the_same_arm_parries(self) -> None:
        state = {"manoeuvre": "attack", "struck_with": ("broadsword",)}
        assert Duel(fighter("anna", broadsword(), skills=SWORD, state=state)).why_not("parry:broadsword") is None

    def test_after_double_defence_a_failed_one_may_be_followed_by_a_different_one(self) -> None:
        """Dodge 8, parry 10."""
        duel = Duel(_double())
        assert duel.defend("dodge", "parry:broadsword", dice=[3, 3, 3, 3, 3, 4]) == ["failed_dodge", "parried"]
        assert duel.is_saved

    def test_the_second_is_another_than_the_first_and_there_is_no_third(self) -> None:
        duel = Duel(_double())
        duel.defend("dodge", dice=[3, 3, 3])
        forbidden = {option.key: option.rule for option in duel.asked().options if not option.allowed}
        assert forbidden["dodge"] == forbidden["dodge+retreat"] == "DF-02"
        assert "parry:broadsword" not in forbidden
        duel = Duel(_double())
        assert duel.defend("dodge", "parry:broadsword", dice=[3, 3, 3, 6, 6, 1])[-1] == "failed_parry"
        assert duel.last.waiting is None

    def test_another_hand_parries_differently_the_same_does_not(self) -> None:
        second = broadsword(place="left")
        duel = Duel(_double(second))
        duel.defend("parry:broadsword", dice=[6, 6, 1])
        allowed = {option.key: option.allowed for option in duel.asked().options}
        assert not allowed["parry:broadsword"]
        assert allowed["parry:broadsword_2"]

    def test_increased_defence_adds_2_to_the_one_it_names(self) -> None:
        """Dodge 8, parry 10."""
        state = {"manoeuvre": "all_out_defence", "kind": "parry"}
        duel = Duel(fighter("anna", broadsword(), skills=SWORD, state=state))
        assert (duel.level("dodge"), duel.level("parry:broadsword")) == (8, 12)


def _double(*more: Weapon) -> DfFighter:
    state = {"manoeuvre": "all_out_defence", "kind": "double"}
    return fighter("anna", broadsword(), *more, skills=SWORD, traits=("ambidexterity",), state=state)


@pytest.mark.rule("DF-03")
def test_the_unconscious_have_no_defence() -> None:
    duel = Duel(fighter("anna", state={"fate": "unconscious"}))
    assert duel.defend() == ["defenceless"]
    assert duel.one("defenceless").rule == "DF-03"


@pytest.mark.rule("DF-04")
class TestTheRoll:
    def test_a_roll_not_above_the_level_succeeds(self) -> None:
        duel = Duel(fighter("anna"))
        assert duel.defend("dodge", dice=[1, 1, 6]) == ["dodged"]
        assert duel.one("dodged").vitals["level"] == 8

    @pytest.mark.parametrize(
        ("faces", "kind"), [([1, 1, 1], "dodged"), ([1, 1, 2], "dodged"), ([1, 1, 3], "failed_dodge")]
    )
    def test_3_and_4_succeed_even_below_level_3(self, faces: list[int], kind: str) -> None:
        """Dodge 8, stunned −4, lying −3: 1."""
        duel = Duel(fighter("anna", state={"stunned": True, "posture": "lying"}))
        assert duel.level("dodge") == 1
        assert duel.defend("dodge", dice=faces) == [kind]

    @pytest.mark.parametrize(
        ("faces", "kind"), [([6, 6, 4], "dodged"), ([6, 6, 5], "failed_dodge"), ([6, 6, 6], "failed_dodge")]
    )
    def test_17_and_18_fail_at_any_level(self, faces: list[int], kind: str) -> None:
        """Basic Speed 20: Dodge 23."""
        assert Duel(fighter("anna", basic_speed=20)).defend("dodge", dice=faces) == [kind]

    def test_chances_of_216(self) -> None:
        """At 10 or less half of all rolls: 108. At 16 and above all but 17 and 18: 212. At worst 3 and 4: 4."""
        assert [successes(level) for level in (-3, 3, 4, 5, 10, 15, 16, 30)] == [4, 4, 4, 10, 108, 206, 212, 212]

    def test_the_roll_has_two_classes(self) -> None:
        duel = Duel(fighter("anna"))
        rule = _rolls(duel)
        assert isinstance(rule, Roll)
        assert rule.classes is at_most(8)


def _rolls(duel: Duel) -> Effect:
    rule = defend(duel.fight, duel.blow())
    next(rule)
    return rule.send("dodge")


@pytest.mark.rule("DF-05")
def test_there_is_no_defence_against_a_critical_hit() -> None:
    duel = Duel(fighter("anna", broadsword(), skills=SWORD))
    assert duel.defend(critical=True) == ["critical_hit_leaves_none"]
    assert duel.one("critical_hit_leaves_none").rule == "DF-05"


@pytest.mark.rule("DF-06")
class TestShockAndStun:
    def test_shock_takes_nothing_from_a_defence(self) -> None:
        duel = Duel(fighter("anna", broadsword(), skills=SWORD, state={"shock": 4, "shock_next": 4}))
        assert (duel.level("dodge"), duel.level("parry:broadsword")) == (8, 10)

    def test_stun_takes_4_from_every_defence(self) -> None:
        """Dodge 8, parry 10, block 3 + 6 = 9, DB 2 on each."""
        anna = fighter("anna", broadsword(), shield(2), skills={**SWORD, "Shield": 12}, state={"stunned": True})
        duel = Duel(anna)
        assert [duel.level(key) for key in ("dodge", "parry:broadsword", "block:shield")] == [6, 8, 7]


@pytest.mark.rule("DF-10")
class TestUnseen:
    def test_who_knows_nothing_of_the_attacker_has_no_defence_and_is_alert_from_then_on(self) -> None:
        duel = Duel(fighter("anna", broadsword(), skills=SWORD))
        assert duel.defend(sight="unknown") == ["unseen_leaves_none"]
        assert duel.anna.alert == ("orc",)

    def test_the_alert_dodge_at_minus_4(self) -> None:
        assert Duel(fighter("anna")).level("dodge", sight="alert") == 4

    def test_who_hears_it_parries_and_blocks_at_minus_4(self) -> None:
        """Hearing: Perception 10 − 2 = 8. Parry 10 − 4 = 6; shield DB 2."""
        duel = Duel(fighter("anna", broadsword(), shield(2), skills=SWORD))
        kinds = duel.defend("parry:broadsword", sight="alert", dice=[2, 3, 3, 2, 3, 3])
        assert kinds == ["succeeded", "parried"]
        assert duel.one("succeeded").rule == "DF-10"
        assert duel.one("succeeded").vitals["level"] == 8
        assert duel.one("parried").vitals["level"] == 8

    def test_who_does_not_hear_it_may_only_dodge(self) -> None:
        duel = Duel(fighter("anna", broadsword(), shield(2), skills=SWORD))
        duel.defend(sight="alert", dice=[3, 3, 3])
        rules = {option.key: option.rule for option in duel.asked().options if not option.allowed}
        assert rules["parry:broadsword"] == rules["block:shield"] == "DF-10"
        assert "dodge" not in rules

    def test_who_could_not_parry_anyhow_does_not_roll(self) -> None:
        duel = Duel(fighter("anna", natural=True, traits=("no_manipulators",)))
        assert duel.defend("dodge", sight="alert", dice=[1, 1, 2]) == ["dodged"]

    def test_acute_hearing_helps(self) -> None:
        duel = Duel(fighter("anna", broadsword(), skills=SWORD, traits=("acute_hearing",), per=12))
        duel.defend(sight="alert", dice=[3, 4, 4])
        assert duel.one("succeeded").vitals["level"] == 11

    def test_the_blind_are_alert_to_every_attack(self) -> None:
        assert Duel(fighter("anna", traits=("blindness",))).blow().sight == "alert"

    def test_a_hidden_attacker_is_unknown_until_it_has_attacked(self) -> None:
        duel = Duel(fighter("anna"))
        duel.orc.hidden = True
        assert duel.blow().sight == "unknown"
        duel.defend()
        assert duel.blow().sight == "alert"


@pytest.mark.rule("DF-10")
class TestDarkness:
    @pytest.mark.parametrize(
        ("dark", "sight"),
        [
            ([[5, 5], [6, 5]], "unknown"),  # both in total darkness
            ([[6, 5]], "seen"),  # the weapon comes out of the dark into the light
            ([[5, 5]], "seen"),  # who strikes stands in the light
        ],
    )
    def test_only_total_darkness_about_both_hides_an_attack(self, dark: list[list[int]], sight: str) -> None:
        duel = _in([{"kind": "darkness", "cells": dark}])
        assert duel.blow().sight == sight

    def test_partial_darkness_never_counts(self) -> None:
        duel = _in([{"kind": "dim_light", "cells": [[5, 5], [6, 5]]}])
        assert duel.blow().sight == "seen"
        assert duel.level("dodge") == 8

    def test_dark_vision_sees(self) -> None:
        assert _in([{"kind": "darkness", "cells": [[5, 5], [6, 5]]}], "dark_vision").blow().sight == "seen"


def _in(terrain: list[dict[str, Any]], *traits: TraitKey) -> Duel:
    anna = fighter("anna", traits=traits, state={"at": (5, 5), "facing": 0})
    orc = fighter("orc", broadsword(), state={"at": (6, 5), "facing": 3})
    return Duel(anna, orc, ground={"terrain": terrain})


@pytest.mark.rule("DF-12")
class TestFromBehind:
    def test_there_is_no_defence(self) -> None:
        duel = Duel(fighter("anna", broadsword(), skills=SWORD))
        assert duel.defend(arc="back") == ["behind_leaves_none"]
        assert duel.one("behind_leaves_none").rule == "DF-12"

    def test_blind_fighting_that_succeeds_allows_one_at_minus_2(self) -> None:
        duel = Duel(fighter("anna", skills={"Blind Fighting": 11}))
        assert duel.defend("dodge", arc="back", dice=[3, 4, 4, 2, 2, 2]) == ["succeeded", "dodged"]
        assert duel.one("dodged").vitals["level"] == 6

    def test_blind_fighting_that_fails_does_not(self) -> None:
        duel = Duel(fighter("anna", skills={"Blind Fighting": 11}))
        assert duel.defend(arc="back", dice=[4, 4, 4]) == ["failed", "behind_leaves_none"]

    def test_peripheral_vision_defends_at_minus_2_parries_at_minus_4_and_never_blocks(self) -> None:
        """Dodge 8, parry 10; a shield does nothing from behind."""
        duel = Duel(fighter("anna", broadsword(), shield(2), skills=SWORD, traits=("peripheral_vision",)))
        assert duel.level("dodge", arc="back") == 6
        assert duel.level("parry:broadsword", arc="back") == 6
        assert duel.why_not("block:shield", arc="back") == "DF-12"
        assert duel.defend("dodge", arc="back", dice=[2, 2, 2]) == ["dodged"]

    def test_the_flexible_parry_at_minus_2(self) -> None:
        anna = fighter("anna", broadsword(), skills=SWORD, traits=("peripheral_vision", "flexibility"))
        assert Duel(anna).level("parry:broadsword", arc="back") == 8


@pytest.mark.rule("DF-14")
class TestSurprise:
    def test_as_the_book_has_it_there_is_no_defence(self) -> None:
        duel = Duel(fighter("anna", broadsword(), skills=SWORD))
        duel.defend(surprise=True)
        assert (duel.asked().who, duel.asked().default) == (GM, "none")
        assert duel.defend("none", surprise=True) == ["surprise_leaves_none"]

    def test_the_game_master_may_allow_a_hearing_roll_and_then_a_dodge(self) -> None:
        """Hearing 10 − 2 = 8."""
        duel = Duel(fighter("anna", broadsword(), skills=SWORD))
        duel.defend("hearing", surprise=True, dice=[2, 3, 3])
        rules = {option.key: option.rule for option in duel.asked().options if not option.allowed}
        assert rules["parry:broadsword"] == "DF-14"
        assert duel.asked().default.startswith("dodge")

    def test_a_failed_roll_leaves_nothing(self) -> None:
        duel = Duel(fighter("anna"))
        assert duel.defend("hearing", surprise=True, dice=[3, 3, 3]) == ["failed", "surprise_leaves_none"]

    def test_a_table_may_leave_the_game_master_in_peace(self) -> None:
        assert Duel(fighter("anna"), surprise="none").defend(surprise=True) == ["surprise_leaves_none"]
