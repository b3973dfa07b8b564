"""Parries: with what, against what, how often (DF-21 to DF-33)."""

from typing import Any

import pytest

from rules.systems.dungeon_fantasy.fighter import DfFighter
from rules.systems.dungeon_fantasy.gear import Gear
from rules.systems.dungeon_fantasy.retreating import reset_for_turn
from rules.systems.dungeon_fantasy.sheet import NaturalWeapon
from tests.rules.dungeon_fantasy.duels import (
    Duel,
    bow,
    broadsword,
    fighter,
    flail,
    rapier,
    shield,
    spear,
    thrown,
    weapon,
)

SWORD, RAPIER = {"Broadsword": 17}, {"Rapier": 17}


def boxer(skill: str = "Karate", **more: Any) -> DfFighter:
    """Somebody with bare hands and a skill of 14: parry 10."""
    return fighter("anna", skills={skill: 14}, **more)


@pytest.mark.rule("DF-21")
class TestParry:
    def test_sword_17_parries_at_11(self) -> None:
        """3 + 8.5."""
        assert Duel(fighter("anna", broadsword(), skills=SWORD)).level("parry:broadsword") == 11

    @pytest.mark.parametrize(("modifier", "level"), [(-2, 9), (-1, 10), (2, 13)])
    def test_the_modifier_of_the_weapon_counts(self, modifier: int, level: int) -> None:
        anna = fighter("anna", weapon("stick", "Staff", 2, parry=modifier), skills={"Staff": 17})
        assert Duel(anna).level("parry:stick") == level

    def test_an_attempt_is_counted_whether_it_succeeds_or_not(self) -> None:
        duel = Duel(fighter("anna", broadsword(), skills=SWORD))
        assert duel.defend("parry:broadsword", dice=[6, 6, 6]) == ["failed_parry"]
        assert duel.anna.parries == {"broadsword": 1}
        assert duel.defend("parry:broadsword", dice=[1, 1, 1]) == ["parried"]
        assert duel.anna.parries == {"broadsword": 2}

    def test_what_is_told(self) -> None:
        duel = Duel(fighter("anna", broadsword(), skills=SWORD))
        duel.defend("parry:broadsword", dice=[3, 3, 4])
        told = duel.one("parried")
        assert told.rule == "DF-21"
        assert (told.facts["target"], told.facts["actor"], told.facts["roll"]) == ("anna", "orc", 10)
        assert (told.about, told.vitals) == ("anna", {"level": 11})


@pytest.mark.rule("DF-22", "DF-31")
class TestMissiles:
    def test_missiles_are_not_parried(self) -> None:
        duel = Duel(fighter("anna", broadsword(), skills=SWORD), fighter("archer", bow()))
        assert duel.why_not("parry:broadsword") == "DF-22"

    def test_thrown_weapons_are(self) -> None:
        duel = Duel(fighter("anna", broadsword(), skills=SWORD), fighter("orc", thrown()))
        assert duel.why_not("parry:broadsword") is None

    def test_parry_missile_weapons_parries_missiles_and_nothing_in_melee(self) -> None:
        """Skill 15: 3 + 7 = 10."""
        anna = fighter("anna", broadsword(), skills={**SWORD, "Parry Missile Weapons": 15})
        duel = Duel(anna, fighter("archer", bow()), fighter("orc", broadsword()))
        assert duel.level("parry:parry_missile_weapons") == 10
        assert duel.why_not("parry:parry_missile_weapons", duel.fight.fighters["orc"]) == "DF-22"

    @pytest.mark.parametrize(("apart", "rule"), [(1, None), (2, "DF-22")])
    def test_a_bow_within_reach_is_parried_itself(self, apart: int, rule: str | None) -> None:
        """A broadsword reaches one hex. No modifier: 11."""
        anna = fighter("anna", broadsword(), skills=SWORD, state={"at": (5, 5), "facing": 0})
        archer = fighter("archer", bow(), state={"at": (5 + apart, 5), "facing": 3})
        duel = Duel(anna, archer, ground={})
        assert duel.why_not("parry:broadsword") == rule
        if rule is None:
            assert duel.level("parry:broadsword") == 11
            assert duel.defend("parry:broadsword", dice=[3, 3, 3]) == ["parried"]
            assert duel.one("parried").rule == "DF-31"


@pytest.mark.rule("DF-23")
class TestRepeatedParries:
    @pytest.mark.parametrize(
        ("sword", "traits", "penalty"),
        [
            (broadsword(), (), 8),
            (broadsword(), ("weapon_master",), 4),
            (broadsword(), ("trained_by_a_master",), 4),
            (rapier(), (), 4),
            (rapier(), ("weapon_master",), 2),
        ],
    )
    def test_the_third_with_a_broadsword_costs_8_with_a_rapier_4_of_a_master_2(
        self, sword: Any, traits: Any, penalty: int
    ) -> None:
        """Both skills 17: 11 at first."""
        duel = Duel(fighter("anna", sword, skills=SWORD | RAPIER, traits=traits))
        key = f"parry:{sword.name}"
        assert duel.level(key) == 11
        for _attack in range(2):
            duel.defend(key, dice=[1, 1, 1])
        assert duel.level(key) == 11 - penalty

    def test_each_weapon_is_counted_by_itself(self) -> None:
        """The second sword, in the off hand of the ambidextrous: 11."""
        anna = fighter("anna", broadsword(), broadsword(place="left"), skills=SWORD, traits=("ambidexterity",))
        duel = Duel(anna)
        duel.defend("parry:broadsword", dice=[1, 1, 1])
        assert (duel.level("parry:broadsword"), duel.level("parry:broadsword_2")) == (7, 11)

    def test_each_bare_hand_is_counted_by_itself_and_a_wrestler_uses_both(self) -> None:
        """Karate-14 and Wrestling-14: 10 each."""
        duel = Duel(fighter("anna", skills={"Karate": 14, "Wrestling": 14}), fighter("orc", spear()))
        duel.defend("parry:karate", dice=[1, 1, 1])
        assert (duel.level("parry:karate"), duel.level("parry:karate.left"), duel.level("parry:wrestling")) == (
            6,
            10,
            6,
        )
        duel.defend("parry:wrestling", dice=[1, 1, 1])
        assert duel.level("parry:karate.left") == 6

    def test_the_count_ends_with_its_own_turn(self) -> None:
        duel = Duel(fighter("anna", broadsword(), skills=SWORD))
        duel.defend("parry:broadsword", dice=[1, 1, 1])
        duel.fight.apply(reset_for_turn(duel.anna))
        assert duel.level("parry:broadsword") == 11


@pytest.mark.rule("DF-24")
class TestOffHand:
    def test_it_parries_2_worse(self) -> None:
        """Skill 17 − 4 = 13: 9."""
        anna = fighter("anna", broadsword(place="left"), skills=SWORD)
        assert Duel(anna).level("parry:broadsword") == 9

    def test_not_with_ambidexterity(self) -> None:
        anna = fighter("anna", broadsword(place="left"), skills=SWORD, traits=("ambidexterity",))
        assert Duel(anna).level("parry:broadsword") == 11

    def test_not_with_the_skill_main_gauche(self) -> None:
        dagger = weapon("main-gauche", "Main-Gauche", 1.25, place="left", fencing=True)
        assert Duel(fighter("anna", dagger, skills={"Main-Gauche": 17})).level("parry:main_gauche") == 11


@pytest.mark.rule("DF-25")
class TestFencing:
    def test_a_load_takes_from_the_parry(self) -> None:
        """30 lb on a Basic Lift of 20: light, −1."""
        pack = Gear(name="pack", weight_lb=30)
        assert Duel(fighter("anna", rapier(), pack, skills=RAPIER)).level("parry:rapier") == 10
        assert Duel(fighter("anna", broadsword(), pack, skills=SWORD)).level("parry:broadsword") == 11

    def test_it_does_not_parry_flails(self) -> None:
        duel = Duel(fighter("anna", rapier(), skills=RAPIER), fighter("orc", flail()))
        assert duel.why_not("parry:rapier") == "DF-30"


@pytest.mark.rule("DF-26")
class TestUnbalanced:
    def test_it_does_not_parry_after_it_has_attacked(self) -> None:
        axe = weapon("axe", "Axe/Mace", 4, unbalanced=True)
        duel = Duel(fighter("anna", axe, skills={"Axe/Mace": 14}))
        assert duel.why_not("parry:axe") is None
        duel.anna.struck_with = ("axe",)
        assert duel.why_not("parry:axe") == "DF-26"

    def test_the_other_hand_does(self) -> None:
        axe, sword = weapon("axe", "Axe/Mace", 4, unbalanced=True), broadsword(place="left")
        duel = Duel(fighter("anna", axe, sword, skills=SWORD, state={"struck_with": ("axe",)}))
        assert duel.why_not("parry:broadsword") is None

    def test_a_balanced_one_does(self) -> None:
        duel = Duel(fighter("anna", broadsword(), skills=SWORD, state={"struck_with": ("broadsword",)}))
        assert duel.why_not("parry:broadsword") is None


@pytest.mark.rule("DF-28")
class TestBareHands:
    @pytest.mark.parametrize("skill", ["Boxing", "Wrestling", "Sumo Wrestling"])
    def test_against_a_swung_weapon_3_less(self, skill: str) -> None:
        assert Duel(boxer(skill)).level(f"parry:{skill.lower().replace(' ', '_')}") == 7

    @pytest.mark.parametrize("skill", ["Judo", "Karate"])
    def test_judo_and_karate_know_no_such_penalty(self, skill: str) -> None:
        assert Duel(boxer(skill)).level(f"parry:{skill.lower()}") == 10

    def test_nor_does_anybody_against_a_thrust(self) -> None:
        assert Duel(boxer("Boxing"), fighter("orc", spear())).level("parry:boxing") == 10

    def test_nor_against_a_bare_attack(self) -> None:
        assert Duel(boxer("Boxing"), fighter("orc")).level("parry:boxing") == 10

    def test_dx_alone_parries_too(self) -> None:
        """DX 10: 3 + 5, no penalty against a bare attack."""
        assert Duel(fighter("anna"), fighter("orc")).level("parry:dx") == 8

    def test_the_wrestler_takes_two_free_hands(self) -> None:
        anna = fighter("anna", broadsword(), skills={"Wrestling": 14, "Karate": 14})
        keys = Duel(anna).choices()
        assert "parry:karate" in keys
        assert "parry:wrestling" not in keys

    def test_a_failed_parry_of_a_weapon_lets_the_attacker_choose_the_arm(self) -> None:
        duel = Duel(boxer())
        assert duel.defend("parry:karate", "arm", dice=[6, 6, 1]) == ["failed_parry", "arm_struck"]
        assert duel.defended is not None
        assert duel.defended.location == "arm"
        assert duel.one("arm_struck").rule == "DF-28"

    def test_a_failed_parry_of_a_fist_does_not(self) -> None:
        duel = Duel(boxer(), fighter("orc"))
        assert duel.defend("parry:karate", dice=[6, 6, 1]) == ["failed_parry"]

    def test_nor_does_one_that_succeeds(self) -> None:
        assert Duel(boxer()).defend("parry:karate", dice=[3, 3, 3]) == ["parried"]

    def test_a_load_takes_from_karate_and_not_from_boxing(self) -> None:
        """30 lb: light, −1."""
        anna = fighter("anna", Gear(name="pack", weight_lb=30), skills={"Karate": 14, "Boxing": 14})
        duel = Duel(anna, fighter("orc"))
        assert (duel.level("parry:karate"), duel.level("parry:boxing")) == (9, 10)


@pytest.mark.rule("DF-29")
class TestBeasts:
    def test_a_handless_beast_only_dodges(self) -> None:
        wolf = fighter(
            "anna", natural=True, traits=("no_manipulators",), attacks=(NaturalWeapon(name="Bite", parries=True),)
        )
        assert not [key for key in Duel(wolf).choices() if key.startswith("parry")]

    def test_a_limb_of_a_monster_parries_as_a_weapon(self) -> None:
        """Brawling-14: 10, and no −3 against a sword."""
        blade = NaturalWeapon(name="Blade arm", level=14, parries=True, as_weapon=True)
        thing = fighter("anna", traits=("no_manipulators",), attacks=(blade,))
        assert Duel(thing).level("parry:blade_arm") == 10

    def test_or_bare(self) -> None:
        claw = NaturalWeapon(name="Claw", level=14, parries=True)
        assert Duel(fighter("anna", traits=("no_manipulators",), attacks=(claw,))).level("parry:claw") == 7


@pytest.mark.rule("DF-30")
class TestFlails:
    def test_they_are_parried_at_minus_4(self) -> None:
        duel = Duel(fighter("anna", broadsword(), skills=SWORD), fighter("orc", flail()))
        assert duel.level("parry:broadsword") == 7

    def test_knives_do_not_parry_them(self) -> None:
        knife = weapon("knife", "Knife", 0.5, parry=-1)
        assert (
            Duel(fighter("anna", knife, skills={"Knife": 14}), fighter("orc", flail())).why_not("parry:knife")
            == "DF-30"
        )


@pytest.mark.rule("DF-32")
@pytest.mark.parametrize(("pounds", "level"), [(0.5, 9), (1, 9), (1.1, 10), (4, 10)])
def test_a_thrown_weapon_is_parried_at_minus_2_up_to_half_a_kilogram_and_minus_1_above(
    pounds: float, level: int
) -> None:
    """Half a kilogram is a pound. Parry 11."""
    duel = Duel(fighter("anna", broadsword(), skills=SWORD), fighter("orc", thrown("thing", pounds)))
    assert duel.level("parry:broadsword") == level


@pytest.mark.rule("DF-33")
class TestAWeaponAgainstAFist:
    def test_the_weapon_skill_is_rolled_at_once_and_wounds_the_limb(self) -> None:
        """Broadsword-17 at ST 10: 1d + 1 cutting: 2 + 1 = 3, and a half more: 4."""
        duel = Duel(fighter("anna", broadsword(), skills=SWORD), fighter("orc"))
        kinds = duel.defend("parry:broadsword", dice=[3, 3, 3, 6, 6, 4, 2])
        assert kinds[:3] == ["parried", "succeeded", "limb_struck"]
        assert duel.one("succeeded").vitals["level"] == 17
        assert duel.one("limb_struck").rule == "DF-33"
        assert duel.orc.hp == 6
        assert duel.is_saved

    def test_judo_and_karate_make_it_4_harder(self) -> None:
        duel = Duel(fighter("anna", broadsword(), skills=SWORD), fighter("orc", skills={"Karate": 14}))
        assert duel.defend("parry:broadsword", dice=[3, 3, 3, 6, 4, 4]) == ["parried", "failed"]
        assert duel.one("failed").vitals["level"] == 13
        assert duel.orc.hp == 10

    def test_a_failed_parry_wounds_nobody(self) -> None:
        duel = Duel(fighter("anna", broadsword(), skills=SWORD), fighter("orc"))
        assert duel.defend("parry:broadsword", dice=[6, 6, 6]) == ["failed_parry"]

    def test_a_bare_parry_wounds_nobody(self) -> None:
        assert Duel(boxer(), fighter("orc")).defend("parry:karate", dice=[3, 3, 3]) == ["parried"]

    def test_a_weapon_is_no_limb(self) -> None:
        duel = Duel(fighter("anna", broadsword(), shield(), skills=SWORD))
        assert duel.defend("parry:broadsword", dice=[3, 3, 3]) == ["parried"]
