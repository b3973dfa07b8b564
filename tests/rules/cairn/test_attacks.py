"""Attacks (CA-06, CA-13 to CA-17)."""

from typing import Any

import pytest

from rules.errors import Refused
from rules.systems.cairn.attack_dice import NO_CLAIMS, damage_dice, damage_dice_why
from tests.rules.stage import AXE, BOMB, BOW, SWORD, Stage, duel, foe, hero


def dice_of(stage: Stage, attacker: str, weapon: str, target: str, **claims: bool) -> str:
    claimed = {**NO_CLAIMS, **claims}
    way = stage[attacker].attack(weapon)
    dice = str(damage_dice(stage.fight, stage[attacker], way, stage[target], claimed))
    assert damage_dice_why(stage.fight, stage[attacker], way, stage[target], claimed).total == dice
    return dice


@pytest.mark.rule("CA-06")
class TestSeveralOnOne:
    def three(self) -> Stage:
        stage = Stage(hero("anna", SWORD), hero("boris", SWORD), hero("vera", SWORD), foe("ogre", hp=20, armor=1))
        return stage.begin()

    def test_only_the_highest_counts_and_armor_is_taken_once(self) -> None:
        """2, 5 and 4 against Armor 1: 5 − 1 = 4."""
        stage = self.three().order("attack", "anna", target="ogre").order("attack", "boris", target="ogre")
        assert stage.last.rolls == []
        stage.order("attack", "vera", target="ogre", dice=[2, 5, 4])
        assert stage.one("highest") == {"actor": "boris", "target": "ogre", "rolled": 5}
        assert stage.one("harmed")["damage"] == 4
        assert stage["ogre"].hp == 16

    def test_attacks_are_declared_before_any_is_rolled(self) -> None:
        stage = self.three().order("attack", "anna", target="ogre")
        assert stage.kinds() == ["declared"]
        assert stage["anna"].declared["targets"] == ("ogre",)

    def test_a_declared_attack_can_be_taken_back_and_another_action_taken(self) -> None:
        stage = self.three().order("attack", "anna", target="ogre").order("withdraw", "anna")
        assert stage["anna"].declared is None
        stage.order("move", "anna")

    def test_what_has_been_rolled_cannot_be_taken_back(self) -> None:
        stage = self.three().order("attack", "anna", target="ogre").order("roll", dice=[3])
        with pytest.raises(Refused) as refused:
            stage.order("withdraw", "anna")
        assert refused.value.rule == "CA-06"

    def test_after_an_early_roll_nobody_else_of_the_side_attacks_that_target_this_turn(self) -> None:
        stage = self.three().order("attack", "anna", target="ogre").order("roll", dice=[3])
        with pytest.raises(Refused) as refused:
            stage.order("attack", "boris", target="ogre")
        assert refused.value.rule == "CA-06"
        (attack,) = [a for a in stage.fight.system.actions(stage.fight, stage["boris"]) if a.do == "attack"]
        target = next(option for option in attack.fields[0].options if option.key == "ogre")
        assert (target.allowed, target.rule) == (False, "CA-06")

    def test_but_others_may_be_attacked_and_the_next_turn_starts_afresh(self) -> None:
        stage = Stage(hero("anna", SWORD), hero("boris", SWORD), foe("ogre", hp=20), foe("orc", hp=20)).begin()
        stage.order("attack", "anna", target="ogre").order("roll", dice=[3])
        stage.order("attack", "boris", target="orc", dice=[4])
        stage.order("wait", "ogre").order("wait", "orc")
        stage.order("attack", "boris", target="ogre")

    def test_there_is_nothing_to_roll_before_anything_is_declared(self) -> None:
        with pytest.raises(Refused) as refused:
            self.three().order("roll")
        assert refused.value.rule == "CA-06"

    def test_ending_the_turn_rolls_what_is_declared(self) -> None:
        stage = self.three().order("attack", "anna", target="ogre").order("end_turn", dice=[6])
        assert stage["ogre"].hp == 15
        assert stage.fight.turn == "foes"

    def test_of_equal_dice_the_one_that_ignores_armor_counts(self) -> None:
        stage = Stage(
            hero("anna", SWORD), hero("boris", {**SWORD, "ignores_armor": True}), foe("ogre", hp=20, armor=3)
        ).begin()
        stage.order("attack", "anna", target="ogre").order("attack", "boris", target="ogre", dice=[5, 5])
        assert stage.one("harmed")["damage"] == 5

    def test_an_attack_whose_target_is_gone_is_wasted(self) -> None:
        stage = Stage(hero("anna", SWORD), hero("boris"), foe("ogre"), foe("orc")).begin()
        stage.order("attack", "anna", target="ogre").order("leave", target="ogre").order("wait", "boris")
        assert "wasted" in stage.kinds()
        assert stage["anna"].declared is None

    @pytest.mark.parametrize("fate", ["dead", "fled", "retreated"])
    def test_who_is_out_of_the_fight_is_no_target(self, fate: str) -> None:
        stage = Stage(hero("anna", SWORD), foe("ogre"), {**foe("orc"), "state": {"fate": fate}}).begin()
        with pytest.raises(Refused) as refused:
            stage.order("attack", "anna", target="orc")
        assert (refused.value.rule, refused.value.path) == ("CA-04", "target")

    def test_nobody_attacks_themselves(self) -> None:
        with pytest.raises(Refused):
            duel().order("attack", "anna", target="anna")

    def test_a_hidden_foe_is_nobody_and_shows_itself_by_attacking(self) -> None:
        stage = Stage(hero("anna", SWORD), foe("goblin", AXE), {**foe("spy", AXE), "hidden": True}).begin()
        with pytest.raises(Refused, match="Nobody here"):
            stage.order("attack", "anna", target="spy")
        stage.order("wait", "anna").order("attack", "spy", target="anna")
        assert not stage["spy"].hidden


@pytest.mark.rule("CA-13")
class TestImpairedAndEnhanced:
    def test_unarmed_is_d4(self) -> None:
        stage = Stage(hero("anna"), foe("goblin", hp=9)).begin()
        stage.order("attack", "anna", target="goblin", dice=[4])
        assert stage.one("attacked")["dice"] == "d4"

    @pytest.mark.parametrize(
        ("claims", "both", "dice"),
        [
            ({}, "cancel", "d8"),
            ({"impaired": True}, "cancel", "d4"),
            ({"enhanced": True}, "cancel", "d12"),
            ({"impaired": True, "enhanced": True}, "cancel", "d8"),
            ({"impaired": True, "enhanced": True}, "impaired", "d4"),
            ({"impaired": True, "enhanced": True}, "enhanced", "d12"),
        ],
    )
    def test_the_die(self, claims: dict[str, bool], both: str, dice: str) -> None:
        assert dice_of(duel(settings={"both": both}), "anna", "sword", "goblin", **claims) == dice

    def test_two_impaired_weapons_are_two_d4_of_which_the_highest_counts(self) -> None:
        stage = duel({**SWORD, "damage": "d8+d8"}, hp=9)
        stage.order("attack", "anna", target="goblin", impaired=True, dice=[2, 3])
        assert stage.one("attacked")["dice"] == "d4+d4"
        assert stage["goblin"].hp == 6

    @pytest.mark.parametrize("fate", ["critical", "stable"])
    def test_an_attack_on_a_helpless_target_is_enhanced(self, fate: str) -> None:
        stage = Stage(hero("anna", SWORD), {**foe("goblin"), "state": {"fate": fate}}, foe("orc"))
        assert dice_of(stage, "anna", "sword", "goblin") == "d12"

    @pytest.mark.parametrize(("answer", "dice"), [("enhanced", "d12"), ("normal", "d8"), ("impaired", "d4")])
    def test_the_game_master_says_what_a_claimed_advantage_is_worth(self, answer: str, dice: str) -> None:
        stage = duel(hp=9)
        order: dict[str, Any] = {"target": "goblin", "enhanced": True, "claimed": True}
        stage.order("attack", "anna", **order, answers=[answer], dice=[1])
        assert stage.one("attacked")["dice"] == dice

    def test_reasons_that_cancel_each_other_stay_visible(self) -> None:
        stage = duel()
        claims = {**NO_CLAIMS, "impaired": True, "enhanced": True}
        why = damage_dice_why(stage.fight, stage["anna"], stage["anna"].attack("sword"), stage["goblin"], claims)
        assert [(step.operand, step.ignored) for step in why.steps] == [
            ("d8", False), ("d4", True), ("d12", True), ("d8", False),
        ]  # fmt: skip
        assert {step.rule for step in why.steps[1:]} == {"CA-13"}


@pytest.mark.rule("CA-14")
class TestRangedAttacks:
    def test_a_farther_target_impairs_a_ranged_attack(self) -> None:
        assert dice_of(duel({**BOW, "damage": "d8"}), "anna", "bow", "goblin", far=True) == "d4"

    def test_distance_is_nothing_to_a_sword(self) -> None:
        assert dice_of(duel(), "anna", "sword", "goblin", far=True) == "d8"

    def test_ammunition_is_not_counted_unless_the_weapon_says_so(self) -> None:
        stage = duel(BOW, hp=50)
        for _shot in range(3):
            stage.order("attack", "anna", target="goblin", dice=[1]).order("wait", "goblin")

    def test_where_it_is_counted_every_attack_takes_one(self) -> None:
        stage = duel({**BOW, "uses": 1}, hp=50).order("attack", "anna", target="goblin", weapon="bow", dice=[1])
        assert stage["anna"].uses == {"0": 0}
        stage.order("wait", "goblin")
        with pytest.raises(Refused) as refused:
            stage.order("attack", "anna", target="goblin", weapon="bow")
        assert refused.value.rule == "CA-14"

    def test_with_nothing_left_the_next_attack_at_hand_is_used(self) -> None:
        stage = duel({**BOW, "uses": 0}, hp=50).order("attack", "anna", target="goblin", dice=[1])
        assert stage.one("attacked")["dice"] == "d4"

    def test_what_was_taken_back_costs_no_ammunition(self) -> None:
        stage = Stage(hero("anna", {**BOW, "uses": 2}), hero("boris"), foe("goblin")).begin()
        stage.order("attack", "anna", target="goblin").order("withdraw", "anna")
        assert stage["anna"].uses == {}


@pytest.mark.rule("CA-15")
class TestBlast:
    def crowd(self) -> Stage:
        return Stage(hero("anna", BOMB), *(foe(id_, hp=20) for id_ in ("a", "b", "c"))).begin()

    def test_every_target_has_a_roll_of_its_own(self) -> None:
        stage = self.crowd().order("attack", "anna", target="a", targets=["b", "c"], dice=[1, 6, 12])
        assert [stage[id_].hp for id_ in ("a", "b", "c")] == [19, 14, 8]

    def test_where_their_number_is_unclear_the_die_of_the_attack_tells_it(self) -> None:
        stage = self.crowd().order("attack", "anna", target="a", targets=["b", "c"], unclear=True, dice=[2, 5, 5])
        assert stage.one("caught")["number"] == 2
        assert [stage[id_].hp for id_ in ("a", "b", "c")] == [15, 15, 20]

    def test_no_more_are_caught_than_there_are(self) -> None:
        stage = self.crowd().order("attack", "anna", target="a", targets=["b"], unclear=True, dice=[12, 5, 5])
        assert stage.one("caught")["number"] == 2

    def test_only_a_blast_has_several_targets(self) -> None:
        stage = Stage(hero("anna", SWORD), foe("a"), foe("b")).begin()
        with pytest.raises(Refused) as refused:
            stage.order("attack", "anna", target="a", targets=["b"])
        assert (refused.value.rule, refused.value.path) == ("CA-15", "targets")

    def test_a_target_named_twice_is_struck_once(self) -> None:
        stage = self.crowd().order("attack", "anna", target="a", targets=["a", "b"], dice=[1, 1])
        assert (stage["a"].hp, stage["b"].hp) == (19, 19)


@pytest.mark.rule("CA-16")
class TestTwoWeapons:
    def test_two_one_handed_weapons_at_hand_are_an_attack_of_both(self) -> None:
        stage = Stage(hero("anna", SWORD, AXE), foe("goblin", hp=20)).begin()
        assert [way.key for way in stage["anna"].attacks] == ["sword", "axe", "sword+axe", "unarmed"]
        stage.order("attack", "anna", target="goblin", weapon="sword+axe", dice=[3, 6])
        assert stage["goblin"].hp == 14

    def test_the_dice_are_not_added(self) -> None:
        stage = duel({**SWORD, "damage": "d8+d8"}, hp=20).order("attack", "anna", target="goblin", dice=[7, 8])
        assert stage.one("harmed")["damage"] == 8

    def test_bulky_and_ranged_weapons_make_no_pair(self) -> None:
        stage = Stage(hero("anna", SWORD, {**AXE, "bulky": True}, BOW), foe("goblin"))
        assert not [way for way in stage["anna"].attacks if "+" in way.key]


@pytest.mark.rule("CA-17")
class TestDetachments:
    def test_one_fighters_attack_on_a_detachment_is_impaired(self) -> None:
        assert dice_of(duel(detachment=True), "anna", "sword", "goblin") == "d4"

    def test_unless_it_is_a_blast(self) -> None:
        assert dice_of(duel(BOMB, detachment=True), "anna", "bomb", "goblin") == "d12"

    def test_its_attack_on_one_fighter_is_enhanced_and_a_blast(self) -> None:
        stage = Stage(hero("anna", hp=20), hero("boris", hp=20), foe("horde", AXE, detachment=True)).begin()
        stage.order("end_turn").order("attack", "horde", target="anna", targets=["boris"], dice=[9, 10])
        assert (stage["anna"].hp, stage["boris"].hp) == (11, 10)

    def test_two_detachments_fight_with_their_ordinary_dice(self) -> None:
        stage = Stage({**hero("guard", SWORD, detachment=True), "player": False}, foe("horde", AXE, detachment=True))
        assert dice_of(stage, "guard", "sword", "horde") == "d8"

    @pytest.mark.parametrize(("answer", "fate", "weakened"), [("routed", "fled", False), ("weakened", "", True)])
    def test_critical_damage_routs_or_weakens_it(self, answer: str, fate: str, weakened: bool) -> None:
        stage = Stage(hero("anna", SWORD), foe("horde", hp=0, detachment=True, mindless=True), foe("orc")).begin()
        stage.order("attack", "anna", target="horde", dice=[4, 20, *([1] if fate else [])], answers=[answer])
        assert (stage["horde"].fate, stage["horde"].weakened) == (fate, weakened)

    def test_weakened_its_attacks_are_impaired_which_cancels_what_enhances_them(self) -> None:
        horde = {**foe("horde", AXE, detachment=True), "state": {"weakened": True}}
        stage = Stage(hero("anna"), horde, {**hero("guard", detachment=True), "player": False})
        assert dice_of(stage, "horde", "axe", "anna") == "d6"
        assert dice_of(stage, "horde", "axe", "guard") == "d4"

    def test_str_0_destroys_it(self) -> None:
        stage = Stage(hero("anna", BOMB), foe("horde", hp=0, str=3, detachment=True), foe("orc")).begin()
        stage.order("attack", "anna", target="horde", dice=[3, 1])
        assert "destroyed" in stage.kinds()
        assert stage["horde"].fate == "dead"
