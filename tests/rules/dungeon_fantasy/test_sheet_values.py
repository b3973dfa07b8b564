"""What follows from attributes and load: Basic Lift, encumbrance, Move, Dodge, damage (DF-16, DF-35)."""

from typing import Any

import pytest

from rules.systems.dungeon_fantasy.derived import dodge, move
from tests.rules.dungeon_fantasy.heroes import derived, owner, pack, trait, values

#: Basic Speed 6.75.
QUICK: dict[str, Any] = {"dx": 14, "ht": 13}


class TestLoad:
    @pytest.mark.rule("DF-35")
    @pytest.mark.parametrize(("st", "lift"), [(10, 20), (12, 29), (13, 34), (7, 9.8), (60, 720)])
    def test_basic_lift_is_a_fifth_of_st_squared_to_the_nearest_pound_from_ten_on(self, st: int, lift: float) -> None:
        """144 ÷ 5 = 28.8 and 169 ÷ 5 = 33.8 are rounded; 49 ÷ 5 = 9.8 is below ten."""
        assert values(st=st)["basic_lift"] == lift

    def test_lifting_st_lifts_where_it_differs(self) -> None:
        assert values(st=10, lifting_st=12)["basic_lift"] == 29

    @pytest.mark.rule("DF-16")
    @pytest.mark.parametrize(
        ("pounds", "level"),
        [(20, 0), (20.1, 1), (40, 1), (41, 2), (60, 2), (61, 3), (120, 3), (121, 4), (200, 4), (900, 4)],
    )
    def test_encumbrance_goes_by_multiples_of_basic_lift(self, pounds: float, level: int) -> None:
        """ST 10 lifts 20 lb: up to 20, 40, 60, 120 and 200."""
        assert values(pack(pounds))["encumbrance"] == level

    def test_what_is_not_carried_weighs_nothing_and_says_so(self) -> None:
        shown = derived({**pack(50), "place": "elsewhere"}, {**pack(4), "quantity": 3})
        assert shown["values"]["carried_lb"] == 12
        assert [step["ignored"] for step in shown["why"]["carried_lb"]] == [False, True, False]

    def test_each_level_takes_a_fifth_of_move(self) -> None:
        """Basic Move 6: 6, 4.8, 3.6, 2.4, 1.2 without their fractions."""
        moves = [values(pack(pounds), **QUICK)["move"] for pounds in (0, 40, 60, 120, 200)]
        assert moves == [6, 4, 3, 2, 1]


@pytest.mark.rule("DF-16")
class TestDodge:
    def test_basic_speed_and_a_light_load(self) -> None:
        """3 + 6.75 − 1 = 8.75, which is 8."""
        assert values(pack(30), **QUICK)["dodge"] == 8

    def test_it_is_shown_at_all_five_loads(self) -> None:
        """9.75 is 9 without a load."""
        assert values(pack(30), **QUICK)["dodge_by_encumbrance"] == [9, 8, 7, 6, 5]

    def test_combat_reflexes_enhanced_dodge_and_other_bonuses_add_up(self) -> None:
        """9.75 + 1 + 2 − 1 = 11.75."""
        traits = [trait("combat_reflexes"), trait("enhanced_dodge", level=2)]
        spell = {"to": "dodge", "amount": -1, "source": "clumsiness"}
        assert values(traits=traits, bonuses=[spell], **QUICK)["dodge"] == 11

    def test_the_steps_lead_from_the_speed_to_the_value(self) -> None:
        steps = derived(pack(30), **QUICK)["why"]["dodge"]
        assert [(step["operand"], step["total"]) for step in steps] == [(9.75, 9.75), (1, 8.75), (8, 8)]
        assert {step["rule"] for step in steps} == {"DF-16"}

    @pytest.mark.parametrize(("hp", "now"), [(12, 8), (4, 8), (3, 4), (-5, 4)])
    def test_below_a_third_of_hp_it_is_halved(self, hp: int, now: int) -> None:
        """Basic Speed 5: 8, and half of it with 3 of 12 HP; 4 of 12 is a third and not below."""
        assert values(st=12, hp=hp)["dodge"] == now

    def test_half_is_rounded_up_and_a_load_comes_afterwards(self) -> None:
        """3 + 5.25 + 1 = 9.25; half of it 4.625, up to 5; a light load 4."""
        hurt = {"dx": 11, "hp": 1, "traits": [trait("combat_reflexes")]}
        assert values(pack(30), **hurt)["dodge"] == 4

    def test_a_table_may_halve_the_base_alone(self) -> None:
        """8.25 halved is 4.125, up to 5; Combat Reflexes make it 6."""
        sheet, gear = owner(dx=11, hp=1, traits=[trait("combat_reflexes")])
        assert (dodge(sheet, gear, half="all").total, dodge(sheet, gear, half="base").total) == (5, 6)

    def test_both_pools_low_halve_it_twice(self) -> None:
        assert values(hp=1, fp=1)["dodge"] == 2

    def test_a_pool_that_never_was_is_never_low(self) -> None:
        assert values(fp_max=0, fp=0)["dodge"] == 8

    def test_the_hp_of_the_moment_count_in_a_fight(self) -> None:
        sheet, gear = owner()
        assert (dodge(sheet, gear, {}, hp=3).total, move(sheet, gear, {}, hp=3).total) == (4, 3)

    def test_it_is_never_below_0(self) -> None:
        assert values(pack(190), basic_speed=0)["dodge"] == 0


class TestDamage:
    @pytest.mark.parametrize(
        ("st", "thrust", "swing"),
        [
            (1, "1d-6", "1d-5"), (10, "1d-2", "1d"), (13, "1d", "2d-1"), (17, "1d+2", "3d-1"), (19, "2d-1", "3d+1"),
            (25, "2d+2", "5d-1"), (40, "4d+1", "7d-1"), (45, "5d", "7d+1"), (60, "7d-1", "9d"), (100, "11d", "13d"),
        ],
    )  # fmt: skip
    def test_it_is_read_off_the_table(self, st: int, thrust: str, swing: str) -> None:
        shown = values(st=st)
        assert (shown["damage_thrust"], shown["damage_swing"]) == (thrust, swing)

    def test_past_40_what_lies_between_two_rows_has_the_lower(self) -> None:
        shown = values(st=66)
        assert (shown["damage_thrust"], shown["damage_swing"]) == ("7d+1", "9d+2")

    def test_past_100_each_full_ten_is_a_die_more(self) -> None:
        shown = values(st=125)
        assert (shown["damage_thrust"], shown["damage_swing"]) == ("13d", "15d")

    def test_striking_st_strikes_where_it_differs(self) -> None:
        assert values(st=10, striking_st=13)["damage_swing"] == "2d-1"


def test_characteristics_follow_from_attributes_until_they_are_written_down() -> None:
    shown = values(st=12, dx=13, iq=11, ht=12)
    names = ("hp_max", "fp_max", "will", "per", "basic_speed", "basic_move")
    assert [shown[name] for name in names] == [12, 12, 11, 11, 6.25, 6]
    bought = values(st=12, hp_max=15, will=14, per=13, basic_speed=7, basic_move=8)
    assert [bought[name] for name in names] == [15, 10, 14, 13, 7, 8]


def test_every_value_that_is_shown_has_its_reasons_and_they_end_at_it() -> None:
    shown = derived(pack(30), **QUICK)
    for name in ("dodge", "defence_bonus", "move", "encumbrance", "basic_lift", "carried_lb", "basic_speed"):
        assert shown["why"][name][-1]["total"] == shown["values"][name]
