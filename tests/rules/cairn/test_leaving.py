"""Help, retreat and morale (CA-10 to CA-12)."""

import pytest

from rules.errors import Refused
from tests.rules.stage import AXE, SWORD, Stage, foe, hero


@pytest.mark.rule("CA-10")
class TestHelp:
    def wounded(self) -> Stage:
        fallen = {**hero("anna", str=6), "state": {"hp": 0, "fate": "critical", "dies_in": 300}}
        return Stage(fallen, hero("boris", dex=8), foe("goblin", AXE)).begin()

    def test_it_stabilises_without_a_roll_and_restores_no_str(self) -> None:
        stage = self.wounded().order("help", "boris", target="anna")
        assert (stage["anna"].fate, stage["anna"].dies_in, stage["anna"].str) == ("stable", None, 6)

    def test_it_uses_up_the_action(self) -> None:
        stage = self.wounded().order("help", "boris", target="anna")
        assert stage.fight.turn == "foes"

    def test_the_stabilised_do_not_die_however_long_it_takes(self) -> None:
        stage = self.wounded().order("help", "boris", target="anna").order("pass_time", minutes=1440)
        assert stage["anna"].fate == "stable"

    def test_the_stabilised_still_only_crawl(self) -> None:
        stage = self.wounded().order("help", "boris", target="anna").order("wait", "goblin")
        with pytest.raises(Refused) as refused:
            stage.order("wait", "anna")
        assert refused.value.rule == "CA-08"

    @pytest.mark.parametrize(
        ("answer", "dice", "fate"),
        [("fits", [], "stable"), ("dex", [8], "stable"), ("dex", [9], "critical"), ("no", [], "critical")],
    )
    def test_the_game_master_says_whether_claimed_means_fit(self, answer: str, dice: list[int], fate: str) -> None:
        stage = self.wounded().order("help", "boris", target="anna", claimed=True, answers=[answer], dice=dice)
        assert stage["anna"].fate == fate
        assert stage.fight.turn == "foes"

    @pytest.mark.parametrize("target", ["boris", "goblin"])
    def test_only_another_fighter_with_critical_damage_is_helped(self, target: str) -> None:
        with pytest.raises(Refused) as refused:
            self.wounded().order("help", "boris", target=target)
        assert refused.value.rule == "CA-10"


@pytest.mark.rule("CA-11")
class TestRetreat:
    def test_a_successful_dex_save_takes_one_out_of_the_fight(self) -> None:
        stage = Stage(hero("anna", dex=9), hero("boris"), foe("goblin")).begin().order("retreat", "anna", dice=[9])
        assert stage["anna"].fate == "retreated"
        assert stage.fight.winner is None

    def test_a_failed_one_costs_the_action(self) -> None:
        stage = Stage(hero("anna", dex=9), foe("goblin")).begin().order("retreat", "anna", dice=[10])
        assert (stage["anna"].fate, stage.fight.turn) == ("", "foes")

    def test_a_claimed_retreat_needs_a_safe_place_by_the_game_masters_word(self) -> None:
        stage = Stage(hero("anna"), foe("goblin")).begin().order("retreat", "anna", claimed=True, answers=["no"])
        assert (stage.kinds(), stage["anna"].acted) == (["nowhere_to_go"], False)
        stage.order("retreat", "anna", claimed=True, answers=["yes"], dice=[1])
        assert stage["anna"].fate == "retreated"

    def test_when_the_last_one_retreats_the_other_side_has_won(self) -> None:
        stage = Stage(hero("anna"), foe("goblin")).begin().order("retreat", "anna", dice=[1])
        assert stage.fight.winner == "foes"


@pytest.mark.rule("CA-12")
class TestMorale:
    def group(self, number: int, **sheet: object) -> Stage:
        goblins = [foe(f"g{each}", hp=0, str=1, wil=8, **sheet) for each in range(1, number + 1)]
        return Stage(hero("anna", SWORD), *goblins).begin()

    def kill(self, stage: Stage, target: str, *saves: int) -> Stage:
        stage.order("attack", "anna", target=target, dice=[8, *saves])
        if stage.fight.winner is None:
            stage.order("end_turn")
        return stage

    def test_of_six_they_save_at_the_first_dead_and_at_the_third(self) -> None:
        stage = self.group(6)
        saved_at = []
        for dead, saves in ((1, [1] * 5), (2, []), (3, [1] * 3), (4, [])):
            before = len(stage.told)
            self.kill(stage, f"g{dead}", *saves)
            if any(event.kind == "morale_due" for event in stage.told[before:]):
                saved_at.append(dead)
        assert saved_at == [1, 3]

    def test_first_loss_and_half_at_once_call_for_one_save(self) -> None:
        stage = self.group(2)
        self.kill(stage, "g1", 1)
        assert stage.fight.morale == {"foes": ("first", "half")}

    def test_who_fails_flees_and_the_others_stay(self) -> None:
        stage = self.group(3)
        self.kill(stage, "g1", 8, 9)
        assert stage.fates() == {"anna": "", "g1": "dead", "g2": "", "g3": "fled"}

    def test_flight_alone_calls_for_no_save_but_counts_when_the_next_one_falls(self) -> None:
        """Of four one dies and one flees: half are gone. The next to fall makes the last one save."""
        stage = self.group(4)
        self.kill(stage, "g1", 20, 1, 1)
        assert stage.fight.morale == {"foes": ("first",)}
        self.kill(stage, "g3", 1)
        assert stage.fight.morale == {"foes": ("first", "half")}

    def test_a_leader_saves_for_all(self) -> None:
        stage = Stage(hero("anna", SWORD), foe("g1", str=1, hp=0), foe("g2"), foe("chief", wil=5, leader=True)).begin()
        self.kill(stage, "g1", 6)
        assert stage.fates() == {"anna": "", "g1": "dead", "g2": "fled", "chief": "fled"}
        assert stage.fight.winner == "party"

    def test_a_dead_leader_saves_for_nobody(self) -> None:
        stage = Stage(hero("anna", SWORD), foe("chief", str=1, hp=0, wil=18, leader=True), foe("g1"), foe("g2")).begin()
        self.kill(stage, "chief", 20, 10)
        assert (stage["g1"].fate, stage["g2"].fate) == ("fled", "")

    def test_a_table_may_do_without_the_leaders_will(self) -> None:
        stage = Stage(
            hero("anna", SWORD), foe("g1", str=1, hp=0), foe("chief", wil=5, leader=True), leader_wil=False
        ).begin()
        self.kill(stage, "g1", 5)
        assert stage["chief"].fate == ""

    def test_a_lone_opponent_saves_when_its_hp_reach_0(self) -> None:
        stage = Stage(hero("anna", SWORD), foe("ogre", hp=4, wil=7)).begin()
        stage.order("attack", "anna", target="ogre", dice=[3]).order("wait", "ogre")
        stage.order("attack", "anna", target="ogre", dice=[1, 8])
        assert stage["ogre"].fate == "fled"
        assert stage.fight.winner == "party"

    def test_a_lone_opponent_that_has_saved_does_not_save_again(self) -> None:
        stage = Stage(hero("anna", SWORD), foe("ogre", hp=4, wil=7)).begin()
        stage.order("attack", "anna", target="ogre", dice=[4, 7]).order("wait", "ogre")
        stage.order("attack", "anna", target="ogre", dice=[1, 1])
        assert stage["ogre"].is_standing

    def test_a_lone_opponent_that_never_had_hp_never_loses_them(self) -> None:
        stage = Stage(hero("anna", SWORD), foe("ooze", hp=0)).begin()
        stage.order("attack", "anna", target="ooze", dice=[1, 1])
        assert stage["ooze"].is_standing

    def test_the_last_one_of_a_group_is_no_lone_opponent(self) -> None:
        stage = Stage(hero("anna", SWORD), foe("g1", str=1, hp=0), foe("g2", hp=2)).begin()
        self.kill(stage, "g1", 1)
        stage.order("attack", "anna", target="g2", dice=[2])
        assert stage["g2"].is_standing

    def test_the_mindless_never_save(self) -> None:
        stage = self.group(3, mindless=True)
        self.kill(stage, "g1")
        assert stage.fates()["g2"] == ""

    def test_neither_do_player_characters_nor_who_fights_beside_them(self) -> None:
        """The dog is the party's: its loss is no occasion, and nobody of the party saves."""
        dog = {**foe("dog", hp=0, str=1), "side": "party"}
        stage = Stage(hero("anna"), dog, foe("goblin", SWORD)).begin().order("wait", "anna").order("wait", "dog")
        stage.order("attack", "goblin", target="dog", dice=[8])
        assert "morale_due" not in stage.kinds()

    def test_player_characters_on_the_other_side_do_not_save_either(self) -> None:
        rival = {**hero("rival", hp=0, str=1), "side": "foes"}
        stage = Stage(hero("anna", SWORD), rival, {**hero("twin"), "side": "foes"}).begin()
        stage.order("attack", "anna", target="rival", dice=[8])
        assert "morale_due" not in stage.kinds()

    def test_the_hidden_neither_count_nor_save(self) -> None:
        stage = Stage(hero("anna", SWORD), foe("g1", str=1, hp=0), foe("g2"), {**foe("spy"), "hidden": True}).begin()
        self.kill(stage, "g1", 1)
        assert stage.fight.morale == {"foes": ("first", "half")}

    def test_every_side_of_opponents_has_morale_of_its_own(self) -> None:
        wolves = [{**foe(id_, hp=0, str=1), "side": "beasts"} for id_ in ("w1", "w2", "w3")]
        stage = Stage(hero("anna", SWORD), foe("goblin"), *wolves).begin()
        stage.order("attack", "anna", target="w1", dice=[8, 1, 1])
        assert stage.fight.morale == {"beasts": ("first",)}

    def test_the_game_master_may_call_for_a_save(self) -> None:
        stage = Stage(hero("anna"), foe("g1"), foe("g2")).begin().order("morale", side="foes", dice=[20, 1])
        assert stage.fates() == {"anna": "", "g1": "fled", "g2": ""}

    @pytest.mark.parametrize("side", ["party", "nobody"])
    def test_but_not_for_player_characters_or_nobody(self, side: str) -> None:
        with pytest.raises(Refused) as refused:
            Stage(hero("anna"), foe("g1")).begin().order("morale", side=side)
        assert refused.value.rule == "CA-12"
