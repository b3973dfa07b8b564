"""Ways to attack as the sheet shows them, and damage as weapons write it (DF-50, DF-51)."""

from typing import Any

import pytest

from rules.systems.dungeon_fantasy.attack_ways import reach_of
from rules.systems.dungeon_fantasy.damage_table import damage_of
from rules.systems.dungeon_fantasy.derived import ways_of
from rules.systems.dungeon_fantasy.ways import Way
from tests.rules.dungeon_fantasy.heroes import mode, owner, shield, skills, trait, weapon

BOW = {
    "kind": "weapon", "name": "bow", "place": "both",
    "shots": [{"name": "shot", "skill": "Bow", "damage": "thr+2 imp", "accuracy": 3, "half": 15, "most": 20,
               "by_st": True, "hands": 2, "st": 11}],
}  # fmt: skip


def ways(*gear: dict[str, Any], **sheet: Any) -> dict[str, Way]:
    return {each.key: each for each in ways_of(*owner(*gear, **sheet))}


@pytest.mark.rule("DF-51")
class TestDamage:
    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            ("sw+2 cut", "1d+4 cut"), ("thr-1 imp", "1d-2 imp"), ("2d+1 pi+", "2d+1 pi+"), ("1d-2 cr", "1d-2 cr"),
            ("thr cr", "1d-1 cr"), ("sw−3 cut", "1d-1 cut"), ("thr+3 (0.5) imp", "1d+2 (0.5) imp"),
            ("2d (2) imp", "2d (2) imp"), ("3d6 burn", "3d burn"), ("вз+2 руб", "1d+4 cut"), ("ук кол", "1d-1 imp"),
            ("2к-1 дроб", "2d-1 cr"), ("1d", "1d other"), ("2d kb/point", "2d kb"),
        ],
    )  # fmt: skip
    def test_a_formula_by_st_12(self, text: str, shown: str) -> None:
        """Thrust 1d-1, swing 1d+2."""
        made = damage_of(text, 12)
        assert made is not None
        assert made.text == shown

    @pytest.mark.parametrize("text", ["", "-", "special", "cr; Special", "999d cr", "0d"])
    def test_what_means_no_damage_is_none(self, text: str) -> None:
        assert damage_of(text, 12) is None

    @pytest.mark.rule("DF-28")
    def test_a_thrust_is_known_as_one(self) -> None:
        thrust, swing = damage_of("thr+1 imp", 10), damage_of("sw+1 cut", 10)
        assert (thrust and thrust.thrust, swing and swing.thrust) == (True, False)


@pytest.mark.parametrize(
    ("text", "cells"),
    [("C", (0, 0)), ("1", (1, 1)), ("C,1", (0, 1)), ("1-2*", (1, 2)), ("2-3", (2, 3)), ("С, 1", (0, 1)), ("", (1, 1))],
)
def test_reach_is_read_in_hexes(text: str, cells: tuple[int, int]) -> None:
    assert reach_of(text) == cells


class TestWeapons:
    def test_each_mode_is_a_way(self) -> None:
        sword = weapon("sword", mode(name="swung"), mode(damage="thr+2 imp", name="thrust", reach="1-2"))
        shown = ways(sword, skills=skills(Broadsword=14))
        assert (shown["sword.swung"].level, shown["sword.swung"].damage.text) == (14, "1d+1 cut")
        assert (shown["sword.thrust"].most, shown["sword.thrust"].thing) == (2, "sword")

    def test_modes_of_one_name_have_keys_of_their_own(self) -> None:
        sword = weapon("sword", mode(name="swung"), mode(name="swung", damage="sw-1 cr"))
        assert {"sword.swung", "sword.swung_2"} <= ways(sword).keys()

    def test_a_weapon_for_two_hands_needs_both(self) -> None:
        maul = mode("Two-Handed Axe/Mace", "sw+4 cr", hands=2, name="swung")
        assert "maul.swung" not in ways(weapon("maul", maul))
        assert ways(weapon("maul", maul, place="both"))["maul.swung"].hands == 2

    def test_the_off_hand_and_missing_st_cost_the_attack_as_well(self) -> None:
        """16 − 4 − 2."""
        shown = ways(weapon("sword", mode(st=12, name="swung"), place="left"), skills=skills(Broadsword=16))
        assert shown["sword.swung"].level == 10
        assert [step.total for step in shown["sword.swung"].why().steps] == [16, 14, 10]

    def test_a_shield_strikes_too(self) -> None:
        bash = {"name": "bash", "skill": "Shield (Shield)", "damage": "thr cr"}
        shown = ways(shield(modes=[bash]), skills=skills(Shield=15))
        assert (shown["shield.bash"].level, shown["shield.bash"].hand) == (15, "left")

    @pytest.mark.rule("DF-19", "DF-30")
    @pytest.mark.parametrize(("skill", "is_one"), [("Flail", True), ("Кусари", True), ("Broadsword", False)])
    def test_flails_and_kusari_are_known_as_such(self, skill: str, is_one: bool) -> None:
        shown = ways(weapon("thing", mode(skill, name="swung")), skills=[{"name": skill, "level": 12}])
        assert shown["thing.swung"].flail is is_one

    def test_a_thing_that_does_no_damage_attacks_nobody(self) -> None:
        assert [key for key in ways(weapon("net", mode(damage="-"))) if key.startswith("net")] == []


class TestAtRange:
    def test_a_bow_shoots_as_far_as_its_archer_is_strong(self) -> None:
        """ST 12: 15 × 12 and 20 × 12 yards."""
        shot = ways(BOW, st=12, skills=skills(Bow=15))["bow.shot"]
        assert (shot.level, shot.damage.text) == (15, "1d+1 imp")
        assert shot.range is not None
        assert (shot.range.half, shot.range.most, shot.range.accuracy, shot.range.thrown) == (180, 240, 3, False)

    def test_it_takes_both_hands(self) -> None:
        assert "bow.shot" not in ways({**BOW, "place": "left"})

    def test_a_throw_stands_beside_the_blows(self) -> None:
        shots = [{"name": "thrown", "skill": "Thrown Weapon (Axe/Mace)", "damage": "sw cut", "thrown": True, "most": 9}]
        axe = weapon("axe", mode("Axe/Mace", name="swung"), shots=shots)
        shown = ways(axe, skills=[{"name": "Метательное оружие (топор/булава)", "level": 13}])
        assert shown["axe.thrown"].level == 13
        assert shown["axe.thrown"].range is not None
        assert shown["axe.thrown"].range.thrown
        assert "axe.swung" in shown


class TestTheBareBody:
    def test_anybody_with_hands_punches_and_kicks(self) -> None:
        """DX 12: thrust 1d-2 less 1, and a kick at −2."""
        shown = ways(dx=12)
        assert (shown["punch"].level, shown["punch"].damage.text, shown["punch"].thing) == (12, "1d-3 cr", "right_hand")
        assert (shown["kick"].level, shown["kick"].damage.text, shown["kick"].most) == (10, "1d-2 cr", 1)

    def test_a_full_hand_does_not_punch(self) -> None:
        assert "punch" not in ways(weapon("blade"), shield())

    @pytest.mark.parametrize(
        ("skill", "level", "text"),
        [("Karate", 11, "1d-3 cr"), ("Karate", 12, "1d-2 cr"), ("Karate", 13, "1d-1 cr"), ("Boxing", 13, "1d-2 cr"),
         ("Boxing", 14, "1d-1 cr"), ("Brawling", 13, "1d-3 cr"), ("Brawling", 14, "1d-2 cr")],
    )  # fmt: skip
    def test_mastery_adds_to_each_die(self, skill: str, level: int, text: str) -> None:
        """DX 12, ST 10: 1d-3 before it."""
        assert ways(dx=12, skills=[{"name": skill, "level": level}])["punch"].damage.text == text

    def test_karate_is_martial(self) -> None:
        shown = ways(dx=12, skills=skills(Karate=14))
        assert (shown["punch"].martial, shown["kick"].martial, shown["kick"].level) == (True, True, 12)

    def test_beasts_have_what_their_entry_says_and_nothing_else(self) -> None:
        bite = {"name": "bite", "damage": "thr cut", "level": 14}
        shown = ways(natural=True, traits=[trait("no_manipulators")], attacks=[bite])
        assert list(shown) == ["bite"]
        assert (shown["bite"].level, shown["bite"].unarmed, shown["bite"].least) == (14, True, 0)

    def test_a_natural_attack_goes_by_its_skill_or_dx(self) -> None:
        bite = {"name": "bite", "damage": "thr cut"}
        assert ways(dx=13, attacks=[bite])["bite"].level == 13
        assert ways(dx=13, attacks=[bite], skills=skills(Brawling=15))["bite"].level == 15
