"""Rounds, sides and turns (CA-01 to CA-03)."""

import pytest

from rules.errors import Refused
from tests.rules.stage import AXE, SWORD, Stage, foe, hero

pytestmark = pytest.mark.rule("CA-01")


def test_the_party_acts_first_and_its_opponents_after_it() -> None:
    stage = Stage(foe("goblin", AXE), hero("anna", SWORD)).begin()
    assert (stage.fight.round, stage.fight.turn) == (1, "party")
    assert stage.fight.order == ("anna", "goblin")
    stage.order("wait", "anna")
    assert (stage.fight.round, stage.fight.turn) == (1, "foes")
    stage.order("wait", "goblin")
    assert (stage.fight.round, stage.fight.turn) == (2, "party")


def test_nobody_acts_in_the_turn_of_another_side() -> None:
    stage = Stage(hero("anna", SWORD), foe("goblin", AXE)).begin()
    with pytest.raises(Refused) as refused:
        stage.order("attack", "goblin", target="anna")
    assert refused.value.rule == "CA-01"


def test_three_sides_take_their_turns_one_after_another() -> None:
    stage = Stage(hero("anna"), foe("goblin"), {**foe("wolf"), "side": "beasts"}).begin()
    turns = []
    for id_ in ("anna", "goblin", "wolf", "anna"):
        turns.append(stage.fight.turn)
        stage.order("wait", id_)
    assert turns == ["party", "foes", "beasts", "party"]
    assert stage.fight.round == 2


def test_a_side_that_has_nobody_left_to_act_is_passed_over() -> None:
    stage = Stage(hero("anna"), foe("goblin"), {**foe("wolf"), "side": "beasts"}).begin()
    stage.order("correct", target="goblin", set={"fate": "dead"})
    stage.order("wait", "anna")
    assert stage.fight.turn == "beasts"


def test_the_fight_is_decided_when_one_side_alone_stands() -> None:
    stage = Stage(hero("anna", SWORD), foe("goblin", hp=1, str=1)).begin()
    stage.order("attack", "anna", target="goblin", dice=[8])
    assert stage.kinds()[-1] == "won"
    assert stage.fight.winner == "party"


def test_a_decided_fight_has_no_more_turns_but_leaves_everybody_free_to_act() -> None:
    stage = Stage(hero("anna", SWORD), hero("boris"), foe("goblin", hp=1, str=1)).begin()
    stage.order("wait", "boris").order("attack", "anna", target="goblin", dice=[8])
    with pytest.raises(Refused) as refused:
        stage.order("end_turn")
    assert refused.value.rule == "CA-01"
    stage.order("act", "boris", note="searches the goblin").order("wait", "anna")
    assert stage.fight.turn == "party"


def test_deaths_of_one_turn_happen_together_so_that_a_dying_attacker_still_strikes() -> None:
    """A blast of anna's kills boris, whose own declared attack is of the same moment and is rolled as well."""
    bomb = {"kind": "weapon", "name": "bomb", "damage": "d12", "blast": True}
    stage = Stage(hero("anna", bomb), hero("boris", SWORD, hp=1, str=1), foe("goblin", hp=9)).begin()
    stage.order("attack", "anna", target="boris", targets=["goblin"])
    stage.order("attack", "boris", target="goblin", dice=[12, 2, 5])
    assert stage["boris"].fate == "dead"
    assert stage.one("highest")["rolled"] == 5
    assert stage["goblin"].hp == 4


def test_when_nobody_stands_any_more_nobody_has_won() -> None:
    bomb = {"kind": "weapon", "name": "bomb", "damage": "d12", "blast": True}
    stage = Stage(hero("anna", bomb), foe("goblin", hp=1, str=1)).begin()
    stage.order("harm", target="anna", amount=10, ability="dex")
    assert stage.fight.winner == "foes"
    stage.order("harm", target="goblin", amount=10, ability="dex")
    assert not [each for each in stage.fight.fighters.values() if each.is_standing]
    assert stage.fight.system.choose(stage.fight) is None


def test_a_fight_that_nobody_began_starts_with_the_turn_of_whoever_acts_first() -> None:
    stage = Stage(hero("anna"), foe("goblin", AXE)).order("wait", "goblin")
    assert stage.kinds()[0] == "began"
    assert (stage.fight.round, stage.fight.turn) == (2, "party")


def test_a_fight_begins_once_and_not_without_anybody() -> None:
    for stage in (Stage(hero(), foe()).begin(), Stage({**foe(), "hidden": True})):
        with pytest.raises(Refused) as refused:
            stage.begin()
        assert refused.value.rule == "CA-01"


@pytest.mark.rule("CA-02")
class TestTheFirstRound:
    def test_who_fails_the_dex_save_loses_the_turn_of_the_first_round(self) -> None:
        stage = Stage(hero("anna", dex=12), hero("boris", dex=9), foe("goblin"))
        stage.order("begin", dice=[12, 10])
        assert stage.kinds() == ["began", "saved", "failed_save", "late"]
        with pytest.raises(Refused) as refused:
            stage.order("wait", "boris")
        assert refused.value.rule == "CA-02"

    def test_one_always_succeeds_and_twenty_always_fails(self) -> None:
        stage = Stage(hero("anna", dex=30), hero("boris", dex=0, dex_max=0), foe("goblin"))
        stage.order("begin", dice=[20, 1])
        assert (stage["anna"].late, stage["boris"].late) == (True, False)

    def test_there_is_no_save_in_later_rounds(self) -> None:
        stage = Stage(hero("anna"), foe("goblin")).order("begin", dice=[11])
        assert stage.fight.turn == "foes"
        stage.order("wait", "goblin")
        assert (stage.fight.round, stage.fight.turn, stage["anna"].late) == (2, "party", False)
        stage.order("wait", "anna")

    def test_where_the_whole_party_is_late_its_opponents_begin(self) -> None:
        stage = Stage(hero("anna"), hero("boris"), foe("goblin")).order("begin", dice=[15, 15])
        assert (stage.fight.round, stage.fight.turn) == (1, "foes")

    def test_only_player_characters_save(self) -> None:
        ally = {**foe("dog"), "side": "party"}
        stage = Stage(hero("anna"), ally, foe("goblin")).order("begin", dice=[15])
        assert stage.fight.turn == "party"
        stage.order("wait", "dog")
        assert stage.fight.turn == "foes"

    def test_the_game_master_may_waive_the_save(self) -> None:
        assert Stage(hero(), foe()).order("begin", waive=True).kinds() == ["began", "first_round_waived"]

    def test_a_table_may_waive_it_for_good(self) -> None:
        assert Stage(hero(), foe(), first_round="waive").order("begin").kinds() == ["began", "first_round_waived"]


@pytest.mark.rule("CA-03")
class TestATurn:
    def test_there_is_one_action_in_a_turn(self) -> None:
        stage = Stage(hero("anna"), hero("boris"), foe("goblin")).begin().order("move", "anna", note="to the door")
        with pytest.raises(Refused) as refused:
            stage.order("wait", "anna")
        assert refused.value.rule == "CA-03"

    def test_using_a_thing_that_runs_out_takes_a_use_each_time(self) -> None:
        torch = {"kind": "gear", "name": "torch", "uses": 2}
        stage = Stage(hero("anna", torch), foe("goblin")).begin()
        assert stage.order("use", "anna", item=0).one("used_some")["left"] == 1
        stage.order("wait", "goblin")
        assert stage.order("use", "anna", item=0).one("used_up")["left"] == 0
        stage.order("wait", "goblin")
        with pytest.raises(Refused) as refused:
            stage.order("use", "anna", item=0)
        assert refused.value.rule == "CA-03"

    def test_what_is_not_counted_can_be_used_again_and_again(self) -> None:
        stage = Stage(hero("anna", {"kind": "gear", "name": "rope"}), foe("goblin")).begin()
        assert stage.order("use", "anna", item=0).kinds()[0] == "used"

    def test_what_is_on_the_cart_is_not_at_hand(self) -> None:
        chest = {"kind": "gear", "name": "chest", "place": "elsewhere"}
        stage = Stage(hero("anna", chest), foe("goblin")).begin()
        with pytest.raises(Refused) as refused:
            stage.order("use", "anna", item=0)
        assert refused.value.rule == "CA-03"

    def test_the_game_master_may_ask_for_a_save_where_a_claimed_deed_is_uncertain(self) -> None:
        stage = Stage(hero("anna", dex=8), foe("goblin")).begin()
        stage.order("act", "anna", note="jumps the chasm", claimed=True, answers=["dex"], dice=[9])
        assert stage.kinds()[:2] == ["acted", "failed_save"]

    def test_a_claimed_deed_waits_for_the_game_master(self) -> None:
        stage = Stage(hero("anna"), foe("goblin")).begin()
        stage.order("act", "anna", note="jumps", claimed=True)
        assert stage.asked().who == "gm"

    def test_the_game_master_calls_for_a_save_at_any_time(self) -> None:
        stage = Stage(hero("anna", wil=7), foe("goblin")).order("save", target="anna", ability="wil", dice=[7])
        assert stage.kinds() == ["saved"]
