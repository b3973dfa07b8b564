"""Attack rolls: levels with their modifiers, what a roll comes to, the manoeuvres that strike."""

from typing import Any

import pytest

from rules.errors import Refused
from rules.systems.dungeon_fantasy.attack import CRITICAL, FUMBLED, HIT, MISSED, judged
from rules.systems.dungeon_fantasy.strikes import range_penalty
from tests.rules.dungeon_fantasy.brawls import BLADE, BOW, HEXES, SPEAR, brawler, level, pair, stage


def attack(**more: Any) -> dict[str, Any]:
    return {"do": "attack", "actor": "anna", "target": "orc", **more}


@pytest.mark.rule("DF-50")
@pytest.mark.parametrize(
    ("total", "of", "comes_to"),
    [
        (3, 2, CRITICAL), (4, 3, CRITICAL), (5, 14, HIT), (5, 15, CRITICAL), (6, 15, HIT), (6, 16, CRITICAL),
        (12, 12, HIT), (13, 12, MISSED), (17, 16, MISSED), (17, 15, FUMBLED), (18, 20, FUMBLED),
        (15, 5, FUMBLED), (14, 5, MISSED), (17, 20, MISSED), (16, 16, HIT),
    ],
)  # fmt: skip
def test_what_a_roll_comes_to_at_a_level(total: int, of: int, comes_to: int) -> None:
    assert judged(total, of) == comes_to


@pytest.mark.rule("DF-50")
@pytest.mark.parametrize(
    ("yards", "penalty"),
    [(0, 0), (2, 0), (3, -1), (4, -2), (5, -2), (7, -3), (10, -4), (15, -5), (20, -6), (30, -7), (50, -8), (70, -9),
     (100, -10), (150, -11), (151, -12), (1000, -16)],
)  # fmt: skip
def test_distance_costs_by_the_published_table(yards: float, penalty: int) -> None:
    assert range_penalty(yards) == penalty


@pytest.mark.rule("DF-54")
@pytest.mark.parametrize(
    ("location", "of"),
    [("torso", 12), ("vitals", 9), ("skull", 5), ("face", 7), ("neck", 7), ("eye", 3), ("groin", 9), ("arm", 10),
     ("leg", 10), ("hand", 8), ("foot", 8)],
)  # fmt: skip
def test_each_location_has_its_penalty(location: str, of: int) -> None:
    """A blade at 12."""
    assert level(pair(), attack(location=location)) == of


@pytest.mark.rule("DF-50", "DF-52", "DF-55")
def test_shock_posture_and_size_change_the_level() -> None:
    """12 − 3 shock − 4 lying + 1 for a target of size 1."""
    one = pair(foe=brawler("orc", sm=1))
    one["anna"].shock, one["anna"].posture = 3, "lying"
    assert level(one, attack()) == 6


@pytest.mark.rule("DF-53")
def test_manoeuvres_change_the_level() -> None:
    """Determined: 12 + 4. On the run 16 − 4 = 12, but 9 at most; at 12 − 4 it is 8."""
    assert level(pair(), {**attack(), "do": "all_out_attack", "kind": "determined"}) == 16
    assert level(pair(skill=16), {**attack(), "do": "move_and_attack"}) == 9
    assert level(pair(), {**attack(), "do": "move_and_attack"}) == 8


@pytest.mark.rule("DF-53")
def test_evaluating_three_times_adds_three_and_is_used_up() -> None:
    one = pair()
    for _turn in range(4):
        one.order("evaluate", "anna", target="orc")
        one.order("do_nothing", "orc")
    assert level(one, attack()) == 15
    one.order("attack", "anna", target="orc", dice=[6, 6, 4])
    assert one["anna"].evaluated is None


@pytest.mark.rule("DF-53")
def test_aiming_adds_accuracy_and_one_for_each_further_turn() -> None:
    """Bow 12, 10 yards: 12 − 4 = 8; aimed 8 + 2, then + 1."""
    one = pair(BOW)
    assert level(one, attack(yards=10)) == 8
    one.order("aim", "anna", target="orc").order("do_nothing", "orc")
    assert level(one, attack(yards=10)) == 10
    one.order("aim", "anna", target="orc").order("do_nothing", "orc")
    assert level(one, attack(yards=10)) == 11


@pytest.mark.rule("DF-54")
def test_a_deceptive_attack_takes_two_from_the_level_and_one_from_the_defence() -> None:
    """16 − 4 = 12; Dodge 8 − 2 = 6."""
    one = pair(skill=16).order(
        "attack", "anna", target="orc", deceptive=2, dice=[4, 4, 4, 2, 2, 3, 1], answers=["dodge"]
    )
    assert (one.one("hit")["level"], one.one("failed_dodge")["level"]) == (12, 6)


@pytest.mark.rule("DF-54")
def test_deception_leaves_a_level_of_ten() -> None:
    """At 13 it may be taken once: 11; twice would leave 9."""
    with pytest.raises(Refused) as refused:
        pair(skill=13).order("attack", "anna", target="orc", deceptive=2)
    assert refused.value.rule == "DF-54"


@pytest.mark.rule("DF-05", "DF-50")
def test_a_critical_hit_leaves_no_defence() -> None:
    one = pair().order("attack", "anna", target="orc", dice=[1, 1, 2, 4, 3, 3, 3])
    assert one.kinds()[1:3] == ["hit_critically", "wounded"]


@pytest.mark.rule("DF-50")
def test_a_critical_miss_drops_the_weapon() -> None:
    one = pair().order("attack", "anna", target="orc", dice=[6, 6, 6])
    assert one.kinds()[1:3] == ["fumbled", "let_fall"]
    assert all(way.place is None for way in one["anna"].kit.ways)


@pytest.mark.rule("DF-02", "DF-53")
def test_all_out_attack_double_strikes_twice_and_leaves_no_defence() -> None:
    one = pair(foe=brawler("orc", BLADE))
    one.order("all_out_attack", "anna", target="orc", kind="double", dice=[6, 6, 4])
    assert one["anna"].attacks_left == 1
    one.order("attack", "anna", target="orc", dice=[6, 5, 5])
    assert one.fight.turn == "orc"
    one.order("attack", "orc", target="anna", dice=[4, 3, 3, 1])
    assert "all_out_attack_leaves_none" in one.kinds()


@pytest.mark.rule("DF-53")
def test_all_out_attack_strong_adds_two_or_one_for_each_die() -> None:
    """ST 10: 1d + 1 cutting; strong + 2. A 4 is 7, times 1.5 is 10: at 0 HP the orc has to hold on."""
    hit, dodge, damage, knockdown, holds_on = [3, 3, 3], [6, 6, 5], [4], [3, 3, 3], [3, 3, 3]
    dice = [*hit, *dodge, *damage, *knockdown, *holds_on]
    one = pair().order("all_out_attack", "anna", target="orc", kind="strong", dice=dice, answers=["dodge"])
    assert (one.one("wounded")["rolled"], one.one("wounded")["injury"]) == (7, 10)


@pytest.mark.rule("DF-53")
def test_a_feint_takes_from_the_next_defence_what_it_was_won_by() -> None:
    """14 rolled 10: by 4; DX 10 rolled 9: by 1. Dodge 8 − 3 = 5."""
    one = pair(skill=14).order("feint", "anna", target="orc", dice=[4, 3, 3, 3, 3, 3])
    assert one.one("feint_won")["penalty"] == 3
    one.order("do_nothing", "orc").order("attack", "anna", target="orc", dice=[3, 3, 3, 2, 2, 2, 1], answers=["dodge"])
    assert one.one("failed_dodge")["level"] == 5
    assert one["anna"].feinted is None


@pytest.mark.rule("DF-50")
def test_a_thrown_weapon_leaves_the_hand() -> None:
    one = pair(SPEAR).order("attack", "anna", target="orc", weapon="spear.thrown", dice=[6, 6, 2])
    assert one["anna"].place_of(0) == "dropped"


@pytest.mark.rule("DF-14")
def test_a_surprise_that_a_player_claims_is_for_the_game_master_to_grant() -> None:
    one = pair()
    one.order("attack", "anna", target="orc", surprise=True, claimed=True)
    assert one.asked().who == "gm"
    granted = pair().order("attack", "anna", target="orc", surprise=True, claimed=True, dice=[3, 3, 3], answers=["yes"])
    assert granted.asked().question != "defend"
    refused = pair().order("attack", "anna", target="orc", surprise=True, claimed=True, dice=[3, 3, 3], answers=["no"])
    assert refused.asked().question == "defend"


@pytest.mark.rule("DF-11")
def test_without_a_map_the_order_says_from_which_side_it_comes() -> None:
    """Dodge 8 − 2."""
    one = pair().order("attack", "anna", target="orc", arc="left", dice=[3, 3, 3, 3, 2, 2, 1], answers=["dodge"])
    assert one.one("failed_dodge")["level"] == 6


class TestOnTheMap:
    def both(self, *gear: dict[str, Any], at: tuple[int, int] = (4, 4), facing: int = 0, **ground: Any) -> Any:
        anna = brawler("anna", *(gear or (BLADE,)), at=list(at), facing=facing)
        return stage(anna, brawler("orc", at=[5, 4], facing=3), ground={**HEXES, **ground})

    @pytest.mark.rule("DF-53")
    def test_one_strikes_at_what_is_in_front(self) -> None:
        with pytest.raises(Refused) as refused:
            self.both(facing=3).order("attack", "anna", target="orc")
        assert (refused.value.rule, refused.value.path) == ("DF-53", "target")

    @pytest.mark.rule("DF-50")
    def test_a_blow_reaches_as_far_as_its_weapon(self) -> None:
        """A spear reaches 1 and 2 hexes, a blade 1."""
        assert level(self.both(SPEAR, at=(3, 4)), attack()) == 12
        with pytest.raises(Refused):
            self.both(BLADE, at=(3, 4)).order("attack", "anna", target="orc", weapon="blade")

    @pytest.mark.rule("DF-50")
    def test_what_reaches_close_combat_alone_strikes_into_the_next_hex(self) -> None:
        """Fists and fangs at DX 10: nobody enters the hex of a foe."""
        assert level(self.both(), attack(weapon="punch")) == 10
        with pytest.raises(Refused):
            self.both(at=(3, 4)).order("attack", "anna", target="orc", weapon="punch")

    @pytest.mark.rule("DF-50", "DF-54")
    def test_cover_others_and_distance_hamper_a_shot(self) -> None:
        """Bow 12 at 5 yards: − 2; − 2 more behind cover; − 4 where somebody stands between."""
        assert level(self.both(BOW, at=(0, 4)), attack()) == 10
        covered = self.both(BOW, at=(0, 4), terrain=[{"kind": "cover", "cells": [[4, 4]]}])
        assert level(covered, attack()) == 8
        anna = brawler("anna", BOW, at=[0, 4], facing=0)
        others = [brawler("orc", at=[5, 4], facing=3), brawler("rat", at=[3, 4], facing=3)]
        assert level(stage(anna, *others, ground=HEXES), attack()) == 6

    @pytest.mark.rule("DF-10")
    def test_what_is_not_seen_is_harder_to_hit(self) -> None:
        """Fog three hexes on: − 3. In the dark: − 6."""
        foggy = self.both(BOW, at=(3, 4), terrain=[{"kind": "fog", "cells": [[5, 4]]}])
        assert level(foggy, attack()) == 9
        assert level(self.both(light="dark"), attack()) == 6

    @pytest.mark.rule("DF-54")
    def test_nothing_is_shot_through_a_wall(self) -> None:
        with pytest.raises(Refused) as refused:
            self.both(BOW, at=(3, 4), walls=[[4, 4]]).order("attack", "anna", target="orc")
        assert refused.value.path == "target"
