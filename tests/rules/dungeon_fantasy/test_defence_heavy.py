"""Parrying heavy weapons (DF-27, DF-34, DF-35)."""

from typing import Any

import pytest

from rules.systems.dungeon_fantasy.choices import level_of
from rules.systems.dungeon_fantasy.heavy import chance_to_break, weight_of
from rules.systems.dungeon_fantasy.sheet import NaturalWeapon
from tests.rules.dungeon_fantasy.duels import Duel, broadsword, fighter, maul, weapon

SWORD = {"Broadsword": 14}


def duel(pounds: float = 9, *, st: int = 12, settings: dict[str, Any] | None = None, **sword: Any) -> Duel:
    """A broadsword of 1.5 kg (3 lb) against a maul, of 4.5 kg (9 lb) unless said otherwise. ST 12 lifts 29 lb."""
    return Duel(
        fighter("anna", broadsword(**sword), skills=SWORD, st=st), fighter("orc", maul(pounds)), **(settings or {})
    )


@pytest.mark.rule("DF-34")
class TestBreakage:
    @pytest.mark.parametrize(("times", "chance"), [(2.9, 0), (3, 2), (3.9, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 7)])
    def test_two_in_six_at_three_times_the_weight_and_one_more_for_each_further(
        self, times: float, chance: int
    ) -> None:
        assert chance_to_break(3 * times, 3, 0) == chance

    @pytest.mark.parametrize(("quality", "chance"), [("good", 2), ("cheap", 4), ("fine", 1), ("very_fine", 0)])
    def test_a_broadsword_parries_a_maul_of_three_times_its_weight(self, quality: str, chance: int) -> None:
        """2 in 6; cheap 4 in 6; fine 1 in 6; very fine never, so that nothing is rolled."""
        for face in range(1, 7):
            stage = duel(quality=quality)
            dice = [3, 3, 3, face] if chance else [3, 3, 3]
            stage.defend("parry:broadsword", dice=dice)
            assert stage.is_saved
            assert (stage.anna.broken == (0,)) is (face <= chance)

    @pytest.mark.rule("DF-27")
    def test_an_improvised_weapon_counts_as_cheap(self) -> None:
        stage = duel(improvised=True)
        stage.defend("parry:broadsword", dice=[3, 3, 3, 4])
        assert stage.one("broke_by_roll").facts["chance"] == 4

    def test_a_failed_parry_breaks_nothing(self) -> None:
        assert duel().defend("parry:broadsword", dice=[6, 6, 6]) == ["failed_parry"]

    def test_at_six_in_six_it_breaks_and_has_parried(self) -> None:
        """21 lb are seven times 3 lb."""
        stage = duel(21)
        assert stage.defend("parry:broadsword", dice=[3, 3, 3]) == ["parried", "broke"]
        assert stage.is_saved

    def test_past_six_in_six_the_parry_does_not_count(self) -> None:
        """24 lb are eight times 3 lb: 7 in 6."""
        stage = duel(24)
        assert stage.defend("parry:broadsword", dice=[3, 3, 3]) == ["swept_aside", "broke"]
        assert not stage.is_saved
        assert stage.anna.broken == (0,)

    def test_a_hopeless_parry_is_never_the_default_and_says_why(self) -> None:
        stage = duel(24)
        choice = stage.choices()["parry:broadsword"]
        assert (choice.no, choice.good) == (None, 0)
        assert choice.warning is not None
        assert choice.warning.rule == "DF-34"

    def test_a_broken_weapon_parries_no_more(self) -> None:
        stage = duel()
        stage.defend("parry:broadsword", dice=[3, 3, 3, 1])
        assert "parry:broadsword" not in stage.choices()

    def test_bare_hands_do_not_break(self) -> None:
        stage = Duel(fighter("anna", skills={"Karate": 14}, st=12), fighter("orc", maul()))
        assert stage.defend("parry:karate", dice=[3, 3, 3]) == ["parried"]

    def test_a_table_may_do_without(self) -> None:
        assert duel(settings={"breakage": False}).defend("parry:broadsword", dice=[3, 3, 3]) == ["parried"]

    def test_an_unarmed_attack_weighs_a_twentieth_of_st_in_kilograms(self) -> None:
        """ST 60: 3 kg, which are 6 lb, four times a knife of 1.5 lb."""
        knife = weapon("knife", "Knife", 1.5, parry=-1)
        stage = Duel(fighter("anna", knife, skills={"Knife": 14}), fighter("giant", st=60))
        assert weight_of(stage.blow()) == 6
        assert level_of(stage.choices()["parry:knife"]).total == 9
        assert stage.defend("parry:knife", dice=[3, 3, 3, 3]) == ["parried", "broke_by_roll"]

    @pytest.mark.parametrize(("name", "pounds"), [("Bite", 2), ("Slam", 20), ("Trample", 20), ("Shove", 20)])
    def test_a_shove_weighs_half_of_st_in_kilograms(self, name: str, pounds: float) -> None:
        """ST 20: 1 kg, which is 2 lb, and 10 kg, which are 20 lb."""
        beast = fighter("beast", st=20, natural=True, traits=("no_manipulators",), attacks=(NaturalWeapon(name=name),))
        assert weight_of(Duel(fighter("anna"), beast).blow()) == pounds


@pytest.mark.rule("DF-35")
class TestTooHeavy:
    @pytest.mark.parametrize(
        ("st", "pounds", "kinds"), [(10, 20, ["parried"]), (10, 21, ["overborne", "knocked_away"])]
    )
    def test_nothing_above_basic_lift_is_parried_with_one_hand(self, st: int, pounds: float, kinds: list[str]) -> None:
        """ST 10 lifts 20 lb (10 kg); the sword of 8 lb is not broken by 20 or 21."""
        heavy = weapon("slab", "Broadsword", 8)
        stage = Duel(fighter("anna", heavy, skills=SWORD), fighter("orc", maul(pounds)))
        dice = [3, 3, 3] if kinds == ["parried"] else []
        assert stage.defend("parry:slab", dice=dice) == kinds
        assert stage.is_saved is (kinds == ["parried"])

    @pytest.mark.parametrize(("pounds", "saved"), [(40, True), (41, False)])
    def test_two_hands_parry_twice_as_much(self, pounds: float, saved: bool) -> None:
        slab = weapon("slab", "Two-Handed Sword", 15, place="both", hands=2)
        stage = Duel(fighter("anna", slab, skills={"Two-Handed Sword": 14}), fighter("orc", maul(pounds)))
        stage.defend("parry:slab", dice=[3, 3, 3] if saved else [])
        assert stage.is_saved is saved

    def test_the_weapon_is_dropped_unless_it_breaks(self) -> None:
        """30 lb against 8 lb: three times, 2 in 6."""
        for face, place, broken in ((3, {"0": "dropped"}, ()), (2, {}, (0,))):
            stage = Duel(fighter("anna", weapon("slab", "Broadsword", 8), skills=SWORD), fighter("orc", maul(30)))
            stage.defend("parry:slab", dice=[face])
            assert (dict(stage.anna.moved_gear), stage.anna.broken) == (place, broken)
            assert not stage.is_saved
            assert "parry:slab" not in stage.choices()

    def test_it_counts_as_a_parry(self) -> None:
        stage = Duel(fighter("anna", weapon("slab", "Broadsword", 9), skills=SWORD), fighter("orc", maul(21)))
        stage.defend("parry:slab")
        assert stage.anna.parries == {"slab": 1}

    @pytest.mark.parametrize(("faces", "posture"), [([3, 3, 4], "standing"), ([3, 4, 4], "lying")])
    def test_bare_hands_are_knocked_back_and_roll_dx_or_fall(self, faces: list[int], posture: str) -> None:
        """DX 10. On the map a hex straight away from the orc in the east: from (5, 5) to (4, 5)."""
        anna = fighter("anna", skills={"Karate": 14}, state={"at": (5, 5), "facing": 0})
        stage = Duel(anna, fighter("orc", maul(21), state={"at": (6, 5), "facing": 3}), ground={})
        kinds = stage.defend("parry:karate", "target", dice=faces)
        assert kinds[:3] == ["overborne", "knocked_back", "went"]
        assert (anna.at, anna.facing, anna.posture) == ((4, 5), 0, posture)
        assert not stage.is_saved

    def test_the_default_is_another_defence(self) -> None:
        stage = Duel(
            fighter("anna", weapon("slab", "Broadsword", 9), skills={"Broadsword": 30}), fighter("orc", maul(21))
        )
        choice = stage.choices()["parry:slab"]
        assert choice.good == 0
        assert choice.warning is not None
        assert choice.warning.rule == "DF-35"
        stage.defend()
        assert stage.asked().default == "dodge+retreat"
