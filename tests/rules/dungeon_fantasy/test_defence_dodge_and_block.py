"""Dodges and blocks (DF-16 to DF-20)."""

import pytest

from rules.systems.dungeon_fantasy.choices import option_of
from rules.systems.dungeon_fantasy.gear import Gear
from rules.systems.dungeon_fantasy.sheet import Skill
from tests.rules.dungeon_fantasy.duels import Duel, bow, broadsword, cloak, fighter, flail, shield


@pytest.mark.rule("DF-16")
class TestDodge:
    def test_basic_speed_6_75_under_a_light_load_dodges_at_8(self) -> None:
        """3 + 6.75 − 1 = 8.75. Basic Lift of ST 10 is 20 lb: 30 lb are light."""
        anna = fighter("anna", Gear(name="pack", weight_lb=30), basic_speed=6.75)
        assert Duel(anna).level("dodge") == 8

    def test_below_a_third_of_hp_it_is_half_rounded_up(self) -> None:
        """Speed 6: 9, halved 5. 3 HP of 10 are below a third, 4 are not."""
        anna = fighter("anna", basic_speed=6, state={"hp": 3})
        duel = Duel(anna)
        assert duel.level("dodge") == 5
        anna.hp = 4
        assert duel.level("dodge") == 9

    def test_a_table_may_halve_the_base_alone(self) -> None:
        """Base 9, Combat Reflexes 1: (9 + 1) / 2 = 5, or 9 / 2 rounded up and 1: 6."""
        hurt = {"basic_speed": 6.0, "traits": ("combat_reflexes",), "state": {"hp": 3}}
        assert Duel(fighter("anna", **hurt)).level("dodge") == 5  # type: ignore[arg-type]
        assert Duel(fighter("anna", **hurt), half_dodge="base").level("dodge") == 6  # type: ignore[arg-type]


@pytest.mark.rule("DF-04", "DF-18")
def test_each_defence_says_how_likely_it_is() -> None:
    """Dodge 8: 56 of 216 rolls. A jump at Acrobatics-10 comes off half the time: 108 of 216, then 10 or else 6."""
    duel = Duel(fighter("anna", skills={"Acrobatics": 10}))
    chances = {key: option_of(choice, "").chance for key, choice in duel.choices().items() if choice.no is None}
    assert chances["dodge"] == 56 / 216
    assert chances["dodge+acrobatic"] == ((108 * 108 + 108 * 20) // 216) / 216


@pytest.mark.rule("DF-17")
def test_one_may_dodge_attack_after_attack() -> None:
    duel = Duel(fighter("anna"))
    for _attack in range(4):
        assert duel.level("dodge") == 8
        assert duel.defend("dodge", dice=[1, 1, 2]) == ["dodged"]


@pytest.mark.rule("DF-18")
class TestAcrobaticDodge:
    @pytest.mark.parametrize(("faces", "kind", "level"), [([4, 4, 4], "jumped", 10), ([4, 4, 5], "stumbled", 6)])
    def test_acrobatics_first_and_2_more_or_2_less(self, faces: list[int], kind: str, level: int) -> None:
        """Acrobatics-12, Dodge 8."""
        duel = Duel(fighter("anna", skills={"Acrobatics": 12}))
        assert kind in duel.defend("dodge+acrobatic", dice=[*faces, 2, 2, 2])
        assert duel.one("dodged").vitals["level"] == level

    def test_once_a_turn(self) -> None:
        duel = Duel(fighter("anna", skills={"Acrobatics": 12}))
        duel.defend("dodge+acrobatic", dice=[3, 3, 3, 2, 2, 2])
        assert duel.anna.acrobatic
        assert duel.why_not("dodge+acrobatic") == "DF-18"
        assert duel.why_not("dodge") is None

    def test_it_takes_points_in_acrobatics(self) -> None:
        anna = fighter("anna")
        anna.sheet = anna.sheet.model_copy(update={"skills": (Skill(name="Acrobatics", level=12, points=0),)})
        assert Duel(anna).why_not("dodge+acrobatic") == "DF-18"

    def test_it_goes_with_a_retreat(self) -> None:
        """Dodge 8 + 3 + 2."""
        duel = Duel(fighter("anna", skills={"Acrobatics": 12}))
        duel.defend("dodge+acrobatic+retreat", dice=[3, 3, 3, 2, 2, 2])
        assert duel.one("dodged").vitals["level"] == 13
        assert duel.anna.acrobatic
        assert duel.anna.option is not None

    def test_the_default_weighs_both_outcomes(self) -> None:
        """At Acrobatics-6 (20 of 216) it is worse than a plain dodge, at 14 (196 of 216) better."""
        for level, better in ((6, False), (14, True)):
            choices = Duel(fighter("anna", skills={"Acrobatics": level})).choices()
            assert (choices["dodge+acrobatic"].good > choices["dodge"].good) is better

    @pytest.mark.rule("DF-06")
    def test_shock_does_not_spoil_it(self) -> None:
        duel = Duel(fighter("anna", skills={"Acrobatics": 12}, state={"shock": 4}))
        assert "jumped" in duel.defend("dodge+acrobatic", dice=[4, 4, 4, 2, 2, 2])


@pytest.mark.rule("DF-19")
class TestBlock:
    def test_shield_15_blocks_at_10(self) -> None:
        """3 + 7.5, and the DB of the shield is added by itself."""
        duel = Duel(fighter("anna", shield(2), skills={"Shield": 15}))
        assert duel.choices()["block:shield"].base().total == 10
        assert duel.level("block:shield") == 12

    def test_a_cloak_blocks_with_its_own_skill(self) -> None:
        """Cloak-12: 9, DB 1."""
        assert Duel(fighter("anna", cloak(), skills={"Cloak": 12})).level("block:cloak") == 10

    def test_missiles_are_blocked(self) -> None:
        archer = fighter("archer", bow(), skills={"Bow": 12})
        assert Duel(fighter("anna", shield(2), skills={"Shield": 15}), archer).level("block:shield") == 12

    def test_one_block_a_turn(self) -> None:
        duel = Duel(fighter("anna", shield(2), skills={"Shield": 15}))
        assert duel.defend("block:shield", dice=[6, 6, 6]) == ["failed_block"]
        assert duel.anna.blocked
        assert duel.why_not("block:shield") == duel.why_not("block:shield+retreat") == "DF-19"

    def test_flails_are_blocked_at_minus_2(self) -> None:
        orc = fighter("orc", flail(), skills={"Flail": 12})
        assert Duel(fighter("anna", shield(2), skills={"Shield": 15}), orc).level("block:shield") == 10

    def test_a_success_is_told(self) -> None:
        duel = Duel(fighter("anna", shield(2), skills={"Shield": 15}))
        assert duel.defend("block:shield", dice=[4, 4, 4]) == ["blocked"]
        assert duel.one("blocked").rule == "DF-19"
        assert duel.is_saved


@pytest.mark.rule("DF-20")
class TestCloak:
    def test_a_failed_block_lets_the_attacker_choose_the_arm(self) -> None:
        duel = Duel(fighter("anna", cloak(), skills={"Cloak": 12}))
        duel.defend("block:cloak", dice=[6, 6, 1])
        assert (duel.asked().who, duel.asked().question, duel.asked().default) == ("orc", "strike_arm", "target")
        assert duel.defended is None

    def test_the_arm_is_struck_instead(self) -> None:
        duel = Duel(fighter("anna", cloak(), skills={"Cloak": 12}))
        assert duel.defend("block:cloak", "arm", dice=[6, 6, 1]) == ["failed_cloak", "arm_struck"]
        assert duel.defended is not None
        assert (duel.defended.succeeded, duel.defended.location) == (False, "arm")

    def test_or_what_was_aimed_at(self) -> None:
        duel = Duel(fighter("anna", cloak(), skills={"Cloak": 12}))
        duel.defend("block:cloak", "target", dice=[6, 6, 1], location="neck")
        assert duel.defended is not None
        assert duel.defended.location is None

    def test_only_in_melee(self) -> None:
        archer = fighter("archer", bow(), skills={"Bow": 12})
        duel = Duel(fighter("anna", cloak(), skills={"Cloak": 12}), archer)
        assert duel.defend("block:cloak", dice=[6, 6, 1]) == ["failed_cloak"]
        assert duel.last.waiting is None

    def test_it_counts_as_a_parry_of_that_hand(self) -> None:
        duel = Duel(fighter("anna", cloak(), skills={"Cloak": 12}))
        duel.defend("block:cloak", "target", dice=[6, 6, 1])
        assert duel.anna.parries == {"left_hand": 1}
        assert duel.anna.blocked

    def test_a_failed_shield_exposes_nothing(self) -> None:
        duel = Duel(fighter("anna", broadsword(), shield(2), skills={"Shield": 12}))
        assert duel.defend("block:shield", dice=[6, 6, 1]) == ["failed_block"]
        assert duel.last.waiting is None
