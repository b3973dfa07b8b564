"""Injury by kind and location, and what it does to the one hit."""

from typing import Any

import pytest

from rules.systems.dungeon_fantasy.gear import Location
from rules.systems.dungeon_fantasy.locations import factor
from rules.systems.dungeon_fantasy.ways import WoundKind
from rules.systems.dungeon_fantasy.wounds import Wounding, shock_of
from tests.rules.dungeon_fantasy.brawls import BLADE, CLUB, SPEAR, brawler, pair, stage
from tests.rules.stage import Stage

NO_DODGE = [6, 6, 5]


@pytest.mark.rule("DF-51")
@pytest.mark.parametrize(
    ("kind", "injury"),
    [("cr", 5), ("cut", 7), ("imp", 10), ("pi-", 2), ("pi", 5), ("pi+", 7), ("pi++", 10), ("burn", 5), ("kb", 0)],
)  # fmt: skip
def test_seven_points_against_two_of_dr_wound_by_their_kind(kind: WoundKind, injury: int) -> None:
    """5 penetrate: × 1, 1.5, 2, 0.5 …, rounded down."""
    assert Wounding(0, kind, "torso", 2).injury(7) == injury


@pytest.mark.rule("DF-51")
def test_whatever_penetrates_does_at_least_one() -> None:
    """1 small piercing × 0.5 is 1 all the same; nothing past DR does nothing."""
    assert Wounding(0, "pi-", "torso", 2).injury(3) == 1
    assert Wounding(0, "cut", "torso", 3).injury(3) == 0


@pytest.mark.rule("DF-51")
def test_only_crushing_blows_may_do_nothing_at_all() -> None:
    """1d − 3 with a 1."""
    assert (Wounding(-3, "cr", "torso", 0).basic((1,)), Wounding(-3, "cut", "torso", 0).basic((1,))) == (0, 1)


@pytest.mark.rule("DF-51", "DF-54")
@pytest.mark.parametrize(
    ("kind", "location", "times"),
    [("imp", "vitals", (3, 1)), ("pi", "vitals", (3, 1)), ("cut", "vitals", (3, 2)), ("cr", "skull", (4, 1)),
     ("imp", "eye", (4, 1)), ("cr", "neck", (3, 2)), ("cut", "neck", (2, 1)), ("imp", "arm", (1, 1)),
     ("pi++", "leg", (1, 1)), ("cut", "hand", (3, 2)), ("imp", "torso", (2, 1))],
)  # fmt: skip
def test_locations_change_how_a_wound_counts(kind: WoundKind, location: Location, times: tuple[int, int]) -> None:
    assert factor(kind, location) == times


@pytest.mark.rule("DF-52")
def test_shock_is_one_for_each_point_or_each_tenth_of_many() -> None:
    """HP 10: 3 points, 3; 7 points, 4. HP 30: 7 points, 2; 2 points, none."""
    assert [shock_of(3, 10), shock_of(7, 10), shock_of(7, 30), shock_of(2, 30)] == [3, 4, 2, 0]


def struck(*dice: int, gear: Any = CLUB, foe: dict[str, Any] | None = None, **more: Any) -> Stage:
    """Anna hits with a 9, the orc fails to dodge, and these dice follow."""
    one = pair(gear, foe=foe)
    return one.order("attack", "anna", target="orc", dice=[3, 3, 3, *NO_DODGE, *dice], answers=["dodge"], **more)


@pytest.mark.rule("DF-52")
def test_shock_counts_in_the_next_turn_and_in_no_other() -> None:
    """A club, 1d + 1: 3 is 4. In its turn the orc strikes at 12 − 4, in the one after that at 12."""
    one = struck(3, foe=brawler("orc", BLADE))
    assert (one["orc"].shock, one["orc"].hp) == (4, 6)
    one.order("attack", "orc", target="anna", dice=[6, 6, 2])
    assert one.one("missed")["level"] == 8
    one.order("do_nothing", "anna").order("attack", "orc", target="anna", dice=[6, 6, 2])
    assert one.one("missed")["level"] == 12


@pytest.mark.rule("DF-52")
def test_a_fight_that_opens_in_the_middle_opens_with_the_shock_its_fighters_have() -> None:
    """12 − 4."""
    one = pair()
    one["anna"].shock = 4
    one.order("attack", "anna", target="orc", dice=[6, 6, 2])
    assert one.one("missed")["level"] == 8


@pytest.mark.rule("DF-06", "DF-52")
def test_shock_takes_nothing_from_a_defence() -> None:
    one = struck(3).order("do_nothing", "orc")
    one["orc"].shock = 4
    one.order("attack", "anna", target="orc", dice=[3, 3, 3, 3, 3, 2], answers=["dodge"])
    assert one.one("dodged")["level"] == 8


@pytest.mark.rule("DF-52")
def test_high_pain_threshold_feels_no_shock() -> None:
    one = struck(3, foe=brawler("orc", traits=[{"key": "high_pain_threshold"}]))
    assert one["orc"].shock == 0


@pytest.mark.rule("DF-52")
def test_more_than_half_of_hp_at_once_calls_for_ht_and_half_does_not() -> None:
    """HP 10: 1d + 1 with a 4 is 5, no major wound; with a 5 it is 6, and HT 10 fails by 1: stunned and prone."""
    assert "knocked_down" not in struck(4).kinds()
    one = struck(5, 4, 4, 3)
    assert (one["orc"].stunned, one["orc"].posture, one["orc"].fate) == (True, "lying", "")


@pytest.mark.rule("DF-52")
def test_failing_by_five_is_unconsciousness() -> None:
    """HT 10: 15."""
    one = struck(5, 5, 5, 5)
    assert one["orc"].fate == "unconscious"
    assert one.fight.winner == "anna"


@pytest.mark.rule("DF-52")
def test_the_stunned_do_nothing_and_recover_by_ht_at_the_end_of_their_turn() -> None:
    one = struck(5, 4, 4, 3)
    allowed = {each.do for each in one.fight.system.actions(one.fight, one["orc"]) if each.allowed}
    assert allowed == {"do_nothing", "end_turn"}
    one.order("do_nothing", "orc", dice=[4, 4, 3])
    assert one["orc"].stunned
    one.order("do_nothing", "anna").order("do_nothing", "orc", dice=[4, 3, 3])
    assert not one["orc"].stunned


@pytest.mark.rule("DF-52")
def test_at_no_hp_left_each_turn_begins_with_a_roll_that_gets_harder() -> None:
    """HP 10 of ST 10: at −12 one full HP below 0, so HT 10 − 1 = 9."""
    one = pair(BLADE)
    one.order("harm", target="orc", amount=22, dice=[3, 3, 3, 3, 3, 3])
    assert one["orc"].defied == 1
    one.order("do_nothing", "anna", dice=[4, 3, 2])
    assert one.one("succeeded")["level"] == 9
    one.order("do_nothing", "orc").order("do_nothing", "anna", dice=[4, 3, 3])
    assert one["orc"].fate == "unconscious"


@pytest.mark.rule("DF-52")
def test_each_full_hp_below_zero_calls_for_a_roll_to_live_and_minus_five_times_is_death() -> None:
    """HP 10, from 10 to −25: two rolls, at −10 and −20. The second fails."""
    one = pair().order("harm", target="orc", amount=35, dice=[3, 3, 3, 4, 4, 3])
    assert (one["orc"].fate, one["orc"].defied) == ("dead", 1)
    assert pair().order("harm", target="orc", amount=60)["orc"].fate == "dead"


@pytest.mark.rule("DF-52")
def test_hard_to_kill_and_hard_to_subdue_help_those_rolls() -> None:
    """HT 10 + 2: to live at 12; and to stay awake at −12 HP, 10 − 1 + 3 = 12."""
    traits = [{"key": "hard_to_kill", "level": 2}, {"key": "hard_to_subdue", "level": 3}]
    one = pair(foe=brawler("orc", traits=traits)).order("harm", target="orc", amount=22, dice=[4, 4, 4, 3, 3, 3])
    assert (one["orc"].fate, one["orc"].defied) == ("", 1)
    one.order("do_nothing", "anna", dice=[4, 4, 4])
    assert one.one("succeeded")["level"] == 12


@pytest.mark.rule("DF-52")
def test_a_table_may_let_opponents_fall_at_zero() -> None:
    one = stage(brawler("anna", player=True), brawler("orc"), npc_death="zero").order("harm", target="orc", amount=10)
    assert one["orc"].fate == "unconscious"
    hero = stage(brawler("anna", player=True), brawler("orc"), npc_death="zero")
    assert hero.order("harm", target="anna", amount=10, dice=[3, 3, 3])["anna"].fate == ""


@pytest.mark.rule("DF-54")
def test_a_crippled_arm_takes_no_more_than_cripples_it_and_drops_its_weapon() -> None:
    """HP 10: past 5 an arm is crippled. 1d + 1 cutting with a 6 is 7, × 1.5 is 10, but 6 at most."""
    one = pair(BLADE, foe=brawler("orc", BLADE))
    dice = [3, 3, 3, *NO_DODGE, 6, 3, 3, 3]
    one.order("attack", "anna", target="orc", location="arm", dice=dice, answers=["dodge"])
    assert (one.one("wounded")["injury"], one["orc"].hp) == (6, 4)
    assert (one["orc"].crippled, one["orc"].place_of(0)) == (("right",), "dropped")
    assert all(way.hand != "right" for way in one["orc"].kit.ways)


@pytest.mark.rule("DF-54")
def test_a_crippled_leg_lets_one_fall_and_not_stand_up() -> None:
    one = pair(BLADE)
    dice = [3, 3, 3, *NO_DODGE, 6, 3, 3, 3]
    one.order("attack", "anna", target="orc", location="leg", dice=dice, answers=["dodge"])
    assert one["orc"].posture == "lying"
    one.order("change_posture", "orc", posture="kneeling").order("do_nothing", "anna")
    (posture,) = [each for each in one.fight.system.actions(one.fight, one["orc"]) if each.do == "change_posture"]
    assert {option.key: option.rule for option in posture.fields[0].options}["standing"] == "DF-54"


@pytest.mark.rule("DF-51", "DF-54")
def test_the_skull_has_bone_and_its_wounds_call_for_ht_at_minus_ten() -> None:
    """A spear, 1d impaling at 12 − 7 = 5, with a 6: 6 − 2 = 4, × 4 = 16. HP −6; knockdown at 10 − 10 = 0."""
    one = pair(SPEAR)
    dice = [2, 2, 1, *NO_DODGE, 6, 4, 4, 4]
    one.order("attack", "anna", target="orc", location="skull", dice=dice, answers=["dodge"])
    assert (one.one("wounded")["dr"], one.one("wounded")["injury"]) == (2, 16)
    assert (one.one("failed")["level"], one["orc"].fate) == (0, "unconscious")


@pytest.mark.rule("DF-51")
def test_armour_protects_where_it_is_worn() -> None:
    """1d + 1 with a 3 is 4: none of it past DR 4 on the torso, all of it on the leg."""
    plate = {"kind": "armor", "name": "plate", "dr": {"torso": 4}}
    assert "absorbed" in struck(3, foe=brawler("orc", plate)).kinds()
    one = struck(3, foe=brawler("orc", plate), location="leg")
    assert one.one("wounded")["injury"] == 4


@pytest.mark.rule("DF-52")
def test_what_comes_back_is_never_more_than_there_was() -> None:
    one = pair().order("harm", target="orc", amount=4).order("heal", target="orc", amount=9)
    assert (one["orc"].hp, one.one("healed")["gained"]) == (10, 4)


@pytest.mark.rule("DF-20", "DF-54")
def test_the_arm_that_stood_in_the_way_is_the_one_that_is_crippled() -> None:
    """A cloak in the left hand fails to block: 1d + 1 cutting with a 6 is 7, × 1.5 is 10, but 6 at most for an arm."""
    cloak = {"kind": "shield", "name": "cloak", "make": "cloak", "place": "left", "db": 1}
    one = pair(BLADE, foe=brawler("orc", cloak))
    dice = [3, 3, 3, 6, 6, 5, 6, 3, 3, 3]
    one.order("attack", "anna", target="orc", dice=dice, answers=["block:cloak", "arm"])
    assert (one["orc"].crippled, one["orc"].place_of(0)) == (("left",), "dropped")


@pytest.mark.rule("DF-52")
def test_only_what_the_fight_has_changed_goes_back_to_the_sheet() -> None:
    """HP 10: 1d + 1 with a 4 is 5. What the sheet leaves to follow from ST and HT is left to follow."""
    one = struck(4)
    after = one.fight.system.sheet_after
    assert after(one["orc"]) == {"hp": 5}
    assert after(one["anna"]) == {}
