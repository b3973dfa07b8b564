"""Damage, critical damage, death (CA-04, CA-05, CA-07 to CA-09, CA-18, CA-19)."""

import pytest

from tests.rules.stage import AXE, SWORD, Stage, duel, foe, hero


@pytest.mark.rule("CA-04")
class TestDamage:
    def test_hp_3_and_armor_1_against_a_4_lose_all_hp_and_no_str(self) -> None:
        stage = duel(hp=3, armor=1).order("attack", "anna", target="goblin", dice=[4, 1])
        assert (stage["goblin"].hp, stage["goblin"].str) == (0, 10)
        assert "saved" not in stage.kinds()[:4]

    def test_hp_3_and_armor_1_against_a_6_lose_all_hp_and_2_str_and_save(self) -> None:
        stage = duel(hp=3, armor=1).order("attack", "anna", target="goblin", dice=[6, 8, 1])
        assert (stage["goblin"].hp, stage["goblin"].str) == (0, 8)
        assert stage.kinds()[:4] == ["declared", "attacked", "wounded", "saved"]

    def test_what_armor_takes_is_never_less_than_no_damage(self) -> None:
        stage = duel(hp=3, armor=3).order("attack", "anna", target="goblin", dice=[2])
        assert stage.one("absorbed")["damage"] == 0
        assert stage["goblin"].hp == 3

    def test_damage_comes_off_hp_first(self) -> None:
        stage = duel(hp=9).order("attack", "anna", target="goblin", dice=[5])
        assert (stage["goblin"].hp, stage["goblin"].str) == (4, 10)

    def test_an_attack_that_ignores_armor_takes_none_from_the_roll(self) -> None:
        stage = duel({**SWORD, "ignores_armor": True}, hp=9, armor=3)
        assert stage.order("attack", "anna", target="goblin", dice=[5]).one("harmed")["damage"] == 5

    def test_harm_outside_an_attack_is_taken_the_same_way(self) -> None:
        stage = duel(hp=3, armor=1).order("harm", target="goblin", amount=3)
        assert stage["goblin"].hp == 1

    def test_damage_is_shown_without_numbers_to_who_may_not_see_them(self) -> None:
        stage = duel(hp=9).order("attack", "anna", target="goblin", dice=[5])
        (harmed,) = [event for event in stage.last.events if event.kind == "harmed"]
        assert harmed.about == "goblin"
        assert set(harmed.facts) == {"actor", "target", "rolled"}
        assert set(harmed.vitals) == {"armor", "damage", "hp_lost", "str_lost", "hp", "str"}


@pytest.mark.rule("CA-05")
def test_at_exactly_0_hp_there_is_no_save_and_the_character_still_acts() -> None:
    stage = Stage(hero("anna", SWORD, hp=4), foe("goblin", AXE), foe("orc")).begin().order("wait", "anna")
    stage.order("wait", "orc").order("attack", "goblin", target="anna", dice=[4])
    assert stage["anna"].hp == 0
    assert stage["anna"].is_standing
    stage.order("attack", "anna", target="goblin", dice=[1])


@pytest.mark.rule("CA-07")
class TestLosingStr:
    def test_str_0_is_death_with_no_save(self) -> None:
        stage = duel(hp=0, str=3).order("attack", "anna", target="goblin", dice=[3])
        assert stage["goblin"].str == 0
        assert stage.kinds()[2:4] == ["wounded", "died"]

    def test_str_never_falls_below_0(self) -> None:
        stage = duel(hp=0, str=3).order("attack", "anna", target="goblin", dice=[8])
        assert stage["goblin"].str == 0
        assert stage.one("wounded")["str"] == 0

    def test_the_save_is_against_the_new_str(self) -> None:
        """STR 10 loses 4: a 7 that the old STR would have passed fails against 6."""
        stage = Stage(hero("anna", hp=0), foe("goblin", SWORD), foe("orc")).begin().order("wait", "anna")
        stage.order("wait", "orc").order("attack", "goblin", target="anna", dice=[4, 7])
        assert stage.one("failed_save")["level"] == 6
        assert stage["anna"].fate == "critical"

    def test_success_leaves_it_acting_with_less_str(self) -> None:
        stage = Stage(hero("anna", hp=0), foe("goblin", SWORD), foe("orc")).begin().order("wait", "anna")
        stage.order("wait", "orc").order("attack", "goblin", target="anna", dice=[4, 6])
        assert (stage["anna"].str, stage["anna"].is_standing) == (6, True)

    def test_every_further_loss_calls_for_a_save_again(self) -> None:
        stage = Stage(hero("anna", hp=0), foe("goblin", SWORD), foe("orc", AXE)).begin()
        for dice in ([1, 1], [1, 1]):
            stage.order("wait", "anna").order("wait", "orc").order("attack", "goblin", target="anna", dice=dice)
            assert "saved" in stage.kinds()
        assert stage["anna"].str == 8


@pytest.mark.rule("CA-08")
class TestCriticalDamage:
    def wounded(self) -> Stage:
        """Anna has critical damage, boris stands, it is the party's turn in round 2."""
        stage = Stage(hero("anna", hp=0), hero("boris"), foe("goblin", SWORD, hp=9)).begin()
        stage.order("wait", "anna").order("wait", "boris")
        return stage.order("attack", "goblin", target="anna", dice=[2, 20])

    def test_it_can_only_crawl(self) -> None:
        stage = self.wounded()
        assert {each.do for each in stage.fight.system.actions(stage.fight, stage["anna"]) if each.allowed} == {"crawl"}
        stage.order("crawl", "anna", note="behind the altar")
        assert stage.kinds() == ["crawled"]

    def test_without_help_it_dies_when_the_hour_is_over(self) -> None:
        """It fell in round 1; an hour is 360 rounds of ten seconds."""
        stage = self.wounded()
        assert stage["anna"].dies_in == 361
        stage.order("pass_time", minutes=59)
        assert stage["anna"].fate == "critical"
        stage.order("pass_time", minutes=1)
        assert stage.kinds() == ["time_passed", "bled_out", "needs_replacement"]

    def test_rounds_of_the_fight_count_towards_the_hour(self) -> None:
        stage = self.wounded()
        stage.order("correct", target="anna", set={"dies_in": 3})
        stage.order("wait", "boris").order("wait", "goblin")
        assert stage["anna"].fate == "dead"

    def test_hit_again_it_saves_again_and_its_hour_runs_on(self) -> None:
        stage = self.wounded().order("wait", "boris")
        stage.order("attack", "goblin", target="anna", dice=[1, 20])
        assert stage.kinds()[2:5] == ["wounded", "failed_save", "still_down"]
        assert stage["anna"].dies_in == 361

    def test_stabilised_and_hit_again_its_hour_begins_anew(self) -> None:
        stage = self.wounded().order("help", "boris", target="anna")
        stage.order("attack", "goblin", target="anna", dice=[1, 20])
        assert (stage["anna"].fate, stage["anna"].dies_in) == ("critical", 362)

    def test_time_does_not_pass_over_declared_attacks(self) -> None:
        stage = Stage(hero("anna"), hero("boris"), foe("goblin")).begin().order("attack", "anna", target="goblin")
        with pytest.raises(Exception, match="rolled first"):
            stage.order("pass_time", minutes=1)


@pytest.mark.rule("CA-09")
class TestCreatures:
    def test_the_game_master_is_asked_and_death_is_the_default(self) -> None:
        stage = duel(hp=0).order("attack", "anna", target="goblin", dice=[1, 20])
        asked = stage.asked()
        assert (asked.who, asked.question, asked.default) == ("gm", "creature_critical", "dead")

    def test_dead_it_is(self) -> None:
        stage = duel(hp=0).order("attack", "anna", target="goblin", dice=[1, 20], answers=["dead"])
        assert stage["goblin"].fate == "dead"
        assert "slain" in stage.kinds()

    def test_or_it_lies_wounded(self) -> None:
        stage = duel(hp=0).order("attack", "anna", target="goblin", dice=[1, 20], answers=["wounded"])
        assert stage["goblin"].fate == "critical"

    def test_its_description_decides_before_the_game_master(self) -> None:
        stage = duel(hp=0, critical="wounded").order("attack", "anna", target="goblin", dice=[1, 20])
        assert stage["goblin"].fate == "critical"

    def test_a_table_may_decide_for_good(self) -> None:
        stage = duel(hp=0, settings={"npc_critical": "dead"}).order("attack", "anna", target="goblin", dice=[1, 20])
        assert stage["goblin"].fate == "dead"

    def test_nobody_asks_for_player_characters(self) -> None:
        stage = Stage(hero("anna", hp=0), foe("goblin", SWORD)).begin().order("wait", "anna")
        stage.order("attack", "goblin", target="anna", dice=[1, 20])
        assert stage["anna"].fate == "critical"


@pytest.mark.rule("CA-18")
class TestLosingAbilities:
    @pytest.mark.parametrize(("ability", "kind"), [("str", "died"), ("dex", "paralysed"), ("wil", "delirious")])
    def test_an_ability_at_0(self, ability: str, kind: str) -> None:
        stage = Stage(hero("anna"), foe("goblin")).begin().order("harm", target="anna", amount=10, ability=ability)
        assert kind in stage.kinds()
        assert not stage["anna"].is_standing

    def test_a_loss_that_leaves_something_calls_for_no_save(self) -> None:
        stage = Stage(hero("anna"), foe("goblin")).begin().order("harm", target="anna", amount=9, ability="str")
        assert stage.kinds() == ["lost_ability"]
        assert stage["anna"].is_standing

    def test_it_can_act_again_once_the_ability_is_restored(self) -> None:
        stage = Stage(hero("anna"), hero("boris"), foe("goblin")).begin()
        stage.order("harm", target="anna", amount=10, ability="dex")
        assert not stage["anna"].is_standing
        stage.order("correct", target="anna", set={"dex": 1})
        assert stage["anna"].is_standing

    def test_what_never_had_a_will_is_not_delirious(self) -> None:
        stage = duel(wil=0)
        assert stage["goblin"].is_standing

    def test_who_comes_with_str_0_is_dead_already(self) -> None:
        assert Stage(hero("anna", str=0, str_max=9), foe("goblin"))["anna"].fate == "dead"

    def test_the_delirious_cannot_defend_themselves(self) -> None:
        stage = duel(hp=9).order("harm", target="goblin", amount=10, ability="wil")
        stage.order("attack", "anna", target="goblin", dice=[1])
        assert stage.one("attacked")["dice"] == "d12"


@pytest.mark.rule("CA-19")
def test_the_player_of_a_dead_character_is_told_to_make_a_new_one() -> None:
    stage = Stage(hero("anna", hp=0, str=2), hero("boris"), foe("goblin", SWORD)).begin()
    stage.order("wait", "anna").order("wait", "boris")
    stage.order("attack", "goblin", target="anna", dice=[8])
    assert stage.one("needs_replacement") == {"target": "anna"}
    stage.order("join", id="vera", name="Вера", side="party", player=True, sheet={"hp": 5})
    assert stage["vera"].is_standing


@pytest.mark.rule("CA-19")
def test_nobody_replaces_a_creature() -> None:
    stage = duel(hp=0, str=1).order("attack", "anna", target="goblin", dice=[8])
    assert "needs_replacement" not in stage.kinds()


@pytest.mark.rule("CA-20")
class TestScars:
    def wound(self, *dice: int, scars: bool = True, **sheet: int) -> Stage:
        stage = Stage(hero("anna", **sheet), foe("goblin", {**SWORD, "damage": "d12"}), scars=scars)
        return stage.begin().order("wait", "anna").order("attack", "goblin", target="anna", dice=dice)

    def test_the_row_is_the_hp_lost_and_not_the_roll(self) -> None:
        """HP 4 and Armor 2 against a 6: 4 HP are lost, row 4."""
        stage = self.wound(6, hp=4, armor=2)
        assert stage.one("scarred")["row"] == 4
        assert stage["anna"].scars == (4,)

    def test_damage_that_goes_on_to_str_leaves_none(self) -> None:
        assert self.wound(6, 1, hp=4)["anna"].scars == ()

    def test_neither_does_damage_that_leaves_hp(self) -> None:
        assert self.wound(3, hp=4)["anna"].scars == ()

    def test_a_table_has_to_switch_them_on(self) -> None:
        assert self.wound(4, hp=4, scars=False)["anna"].scars == ()

    def test_creatures_get_none(self) -> None:
        stage = duel(hp=4, settings={"scars": True}).order("attack", "anna", target="goblin", dice=[4, 1])
        assert stage["goblin"].scars == ()
