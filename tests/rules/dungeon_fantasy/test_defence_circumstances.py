"""What circumstances add to a defence: sides, DB, height, posture, tricks (DF-07, DF-08, DF-11 to DF-13, DF-15, DF-54,
DF-55)."""

from typing import Any

import pytest

from rules.systems.dungeon_fantasy.bearing import blow_arc, height_bonus
from rules.systems.dungeon_fantasy.choices import level_of
from rules.systems.dungeon_fantasy.fighter import DfFighter
from rules.systems.dungeon_fantasy.gear import Armor, Gear, Mode, Weapon
from rules.systems.dungeon_fantasy.sheet import Bonus
from tests.rules.dungeon_fantasy.duels import Duel, broadsword, fighter, maul, shield

SKILLS = {"Broadsword": 14, "Shield": 12}


def guarded(*traits: Any, **more: Any) -> DfFighter:
    """Dodge 8, parry 10 on the right, block 9 and DB 2 on the left."""
    return fighter("anna", broadsword(), shield(2), skills=SKILLS, traits=traits, **more)


def levels(duel: Duel, **blow: Any) -> tuple[int | str | None, ...]:
    """Dodge, parry, block: each its level, or the rule that forbids it."""
    keys = ("dodge", "parry:broadsword", "block:shield")
    return tuple(duel.why_not(key, **blow) or duel.level(key, **blow) for key in keys)


@pytest.mark.rule("DF-07")
class TestDefenceBonus:
    def test_it_counts_for_dodge_parry_and_block_from_the_front(self) -> None:
        assert levels(Duel(guarded())) == (10, 12, 11)

    def test_it_counts_from_the_side_of_the_shield(self) -> None:
        """From the left: DB 2, side −2."""
        assert Duel(guarded()).level("dodge", arc="left") == 8

    def test_it_does_not_count_from_the_weapon_side(self) -> None:
        """From the right: side −2 alone."""
        assert Duel(guarded()).level("dodge", arc="right") == 6

    def test_on_that_side_counts_what_the_other_hand_bears(self) -> None:
        """Dodge 8 − 2 + 1 of the small shield there; from the front the better 2."""
        duel = Duel(fighter("anna", shield(2), shield(1, place="right"), skills=SKILLS))
        assert (duel.level("dodge", arc="right"), duel.level("dodge")) == (7, 10)

    def test_it_does_not_count_from_behind(self) -> None:
        assert Duel(guarded("peripheral_vision")).level("dodge", arc="back") == 6

    def test_a_shield_on_the_back_gives_none(self) -> None:
        anna = fighter("anna", broadsword(), shield(2, place="worn"), skills=SKILLS)
        assert Duel(anna).level("dodge") == 8

    def test_a_dropped_shield_gives_none(self) -> None:
        duel = Duel(guarded())
        duel.anna.moved_gear = {"1": "dropped"}
        assert duel.level("dodge") == 8
        assert "block:shield" not in duel.choices()


@pytest.mark.rule("DF-08")
class TestMagic:
    def test_only_the_best_magic_counts_and_it_adds_to_the_shield(self) -> None:
        """Dodge 8 + shield 2 + the better magic 2."""
        ring, mail = Gear(name="ring", place="worn", magic_db=1), Armor(name="mail", magic_db=2)
        duel = Duel(fighter("anna", broadsword(), shield(2), ring, mail, skills=SKILLS))
        assert duel.level("dodge") == 12

    def test_what_loses_stays_visible_and_changes_nothing(self) -> None:
        ring = Gear(name="ring", place="worn", magic_db=1)
        spell = Bonus(to="magic_db", amount=3, source="Shield spell")
        duel = Duel(fighter("anna", ring, bonuses=(spell,)))
        why = level_of(duel.choices()["dodge"])
        assert why.total == 11
        assert [(step.operand, step.rule) for step in why.steps if step.ignored] == [(1, "DF-08")]

    def test_magic_alone_counts_from_every_side(self) -> None:
        """Dodge 8 − 2 for the side + 1."""
        ring = Gear(name="ring", place="worn", magic_db=1)
        assert Duel(fighter("anna", ring)).level("dodge", arc="right") == 7


@pytest.mark.rule("DF-11", "DF-19")
def test_a_body_in_both_hands_blocks_on_either_side() -> None:
    """DX 12: block 9, − 2 from a side. It gives no Defence Bonus."""
    duel = Duel(fighter("anna", shield(1, place="both", make="body"), dx=12))
    assert [duel.level("block:shield", arc=arc) for arc in ("front", "left", "right")] == [9, 7, 7]


@pytest.mark.rule("DF-11")
class TestSides:
    def test_from_the_weapon_side_one_parries_and_does_not_block(self) -> None:
        """Dodge 8 − 2, parry 10 − 2, no DB there."""
        assert levels(Duel(guarded()), arc="right") == (6, 8, "DF-11")

    def test_from_the_shield_side_one_blocks_and_does_not_parry_with_one_hand(self) -> None:
        """Side −2 and DB 2 cancel out: dodge 8, block 9."""
        assert levels(Duel(guarded()), arc="left") == (8, "DF-11", 9)

    def test_peripheral_vision_waives_the_penalty_and_nothing_else(self) -> None:
        assert levels(Duel(guarded("peripheral_vision")), arc="right") == (8, 10, "DF-11")
        assert levels(Duel(guarded("peripheral_vision")), arc="left") == (10, "DF-11", 11)

    @pytest.mark.parametrize("trait", ["flexibility", "double_jointed"])
    def test_the_flexible_parry_on_the_other_side(self, trait: str) -> None:
        """Parry 10 − 2 + DB 2."""
        assert Duel(guarded(trait)).level("parry:broadsword", arc="left") == 10

    def test_a_weapon_in_both_hands_parries_on_either_side(self) -> None:
        """Two-Handed Axe/Mace-14: 10 − 2."""
        duel = Duel(fighter("anna", maul(), skills={"Two-Handed Axe/Mace": 14}, st=13))
        assert duel.level("parry:maul", arc="left") == duel.level("parry:maul", arc="right") == 8

    def test_bare_hands_parry_on_either_side(self) -> None:
        duel = Duel(fighter("anna", skills={"Karate": 14}))
        assert duel.why_not("parry:karate", arc="left") is None

    def test_the_left_handed_mirror_it(self) -> None:
        anna = fighter("anna", broadsword(place="left"), shield(2, place="right"), skills=SKILLS, handedness="left")
        assert levels(Duel(anna), arc="left") == (6, 8, "DF-11")
        assert levels(Duel(anna), arc="right") == (8, "DF-11", 9)


def placed(at: tuple[int, int], **state: Any) -> Duel:
    """Anna at (5, 5) looking east, an orc somewhere about her, on a map of axial hexes."""
    anna = guarded(state={"at": (5, 5), "facing": 0})
    return Duel(anna, fighter("orc", broadsword(), state={"at": at, "facing": 0, **state}), ground={})


@pytest.mark.rule("DF-11", "DF-12", "DF-13")
class TestArcsOnTheMap:
    @pytest.mark.parametrize(
        ("at", "arc"),
        [
            ((6, 5), "front"),  # east, straight ahead
            ((5, 6), "front"),  # south-east
            ((6, 4), "front"),  # north-east
            ((4, 6), "right"),  # south-west
            ((5, 4), "left"),  # north-west
        ],
    )
    def test_three_hexes_in_front_and_one_on_each_side(self, at: tuple[int, int], arc: str) -> None:
        duel = placed(at)
        assert blow_arc(duel.fight, duel.orc, duel.anna) == arc

    def test_west_is_behind_for_one_who_began_its_turn_there(self) -> None:
        duel = placed((4, 5), behind=("anna",))
        assert blow_arc(duel.fight, duel.orc, duel.anna) == "back"

    def test_who_has_run_around_comes_from_a_side(self) -> None:
        """Straight behind, on the side of the shield: dodge 8 − 2 + DB 2, block 9 − 2 + 2."""
        duel = placed((4, 5))
        assert blow_arc(duel.fight, duel.orc, duel.anna) == "left"
        assert levels(duel) == (8, "DF-11", 9)

    def test_who_has_run_around_to_the_right_comes_from_the_right(self) -> None:
        """Two hexes away, west and a little south: behind, and to the right of one who looks east."""
        duel = placed((2, 6))
        assert blow_arc(duel.fight, duel.orc, duel.anna) == "right"

    def test_without_a_shield_it_comes_from_the_side_of_the_better_hand(self) -> None:
        anna = fighter("anna", broadsword(), skills=SKILLS, state={"at": (5, 5), "facing": 0})
        duel = Duel(anna, fighter("orc", broadsword(), state={"at": (4, 5), "facing": 0}), ground={})
        assert blow_arc(duel.fight, duel.orc, anna) == "right"

    def test_without_a_map_everything_comes_from_the_front(self) -> None:
        duel = Duel(guarded())
        assert blow_arc(duel.fight, duel.orc, duel.anna) == "front"


@pytest.mark.rule("DF-15")
class TestHeight:
    @pytest.mark.parametrize(
        ("scale", "apart", "rise", "bonus"),
        [
            ([1, "m"], 2, 1, 1),  # a metre up, two metres apart
            ([1, "m"], 1, 1, 2),  # as high as far
            ([1, "m"], 2, -1, -1),
            ([1, "m"], 1, -1, -2),
            ([1, "yd"], 3, 2, 1),
            ([3, "ft"], 1, 1, 0),  # a foot is less than 0.6 m
            ([3, "ft"], 1, 2, 1),  # two feet up, three apart
            ([3, "ft"], 1, 3, 2),
        ],
    )
    def test_who_stands_higher_defends_better(self, scale: list[Any], apart: int, rise: int, bonus: int) -> None:
        anna = guarded(state={"at": (5, 5), "facing": 0})
        orc = fighter("orc", broadsword(), state={"at": (5 + apart, 5), "facing": 3})
        heights = [{"height": rise if rise > 0 else 0, "cells": [[5, 5]]}]
        if rise < 0:
            heights = [{"height": -rise, "cells": [[5 + apart, 5]]}]
        duel = Duel(anna, orc, ground={"scale": scale, "heights": heights})
        assert height_bonus(duel.fight, orc, anna) == bonus
        assert duel.level("dodge") == 10 + bonus

    def test_it_does_not_count_against_missiles(self) -> None:
        assert Duel(guarded()).level("dodge", height=2, ranged=True) == 10

    def test_both_fighters_on_flat_ground_gain_nothing(self) -> None:
        duel = placed((6, 5))
        assert height_bonus(duel.fight, duel.orc, duel.anna) == 0


@pytest.mark.rule("DF-55")
@pytest.mark.parametrize(
    ("posture", "dodge"), [("standing", 8), ("crouching", 8), ("kneeling", 6), ("sitting", 6), ("lying", 5)]
)
def test_posture_takes_from_every_defence(posture: str, dodge: int) -> None:
    duel = Duel(fighter("anna", broadsword(), skills=SKILLS, state={"posture": posture}))
    assert (duel.level("dodge"), duel.level("parry:broadsword")) == (dodge, dodge + 2)


@pytest.mark.rule("DF-54")
def test_a_deceptive_attack_takes_from_the_defence() -> None:
    assert levels(Duel(guarded()), deceptive=2) == (8, 10, 9)


@pytest.mark.rule("DF-53")
def test_a_feint_takes_its_margin_from_the_defence() -> None:
    assert levels(Duel(guarded()), feint=3) == (7, 9, 8)


@pytest.mark.rule("DF-04", "DF-07", "DF-11", "DF-23", "DF-37")
class TestReasons:
    def test_the_steps_add_up_to_the_level(self) -> None:
        anna = guarded(state={"parries": {"broadsword": 1}, "posture": "kneeling", "stunned": True})
        duel = Duel(anna)
        choices = duel.choices(arc="right", deceptive=1, feint=2, height=-1)
        assert len(choices) == 9
        for choice in choices.values():
            why = level_of(choice)
            assert why.total == choice.level
            assert [step.total for step in why.steps if not step.ignored][-1] == choice.level

    def test_the_words_are_those_of_the_moment_at_which_it_was_asked(self) -> None:
        """One earlier parry, −4: the same steps however often she parries until somebody looks."""
        duel = Duel(guarded(state={"parries": {"broadsword": 1}}))
        duel.defend()
        parry = next(each for each in duel.asked().options if each.key == "parry:broadsword")
        duel.anna.parries = {"broadsword": 3}
        assert parry.breakdown is not None
        assert [(step.op, step.operand) for step in parry.breakdown.steps if step.rule == "DF-23"] == [("−", 4)]
        assert parry.breakdown.steps[-1].total == parry.level == 8


def test_a_mode_that_cannot_parry_is_no_choice() -> None:
    lance = Weapon(name="lance", place="right", modes=(Mode(skill="Lance", damage="thr+3 imp", parry=None),))
    assert not [key for key in Duel(fighter("anna", lance)).choices() if key.startswith("parry:lance")]
