"""What the Game Master does to a running fight: bring in, take out, reveal, correct."""

import pytest

from rules.errors import BadInput, Refused
from tests.rules.stage import AXE, SWORD, Stage, foe, hero


def three() -> Stage:
    return Stage(hero("anna", SWORD), hero("boris", SWORD), foe("goblin", AXE, hp=20)).begin()


@pytest.mark.rule("CA-01")
class TestTakingOut:
    def test_the_turn_passes_when_the_last_one_who_had_to_act_is_gone(self) -> None:
        stage = three().order("wait", "anna").order("leave", target="boris")
        assert stage.fight.turn == "foes"

    def test_what_the_others_have_declared_is_rolled_then(self) -> None:
        stage = three().order("attack", "anna", target="goblin").order("leave", target="boris", dice=[5])
        assert stage["goblin"].hp == 15

    def test_it_does_not_pass_while_somebody_has_to_act(self) -> None:
        assert three().order("leave", target="boris").fight.turn == "party"

    def test_a_side_that_is_gone_altogether_hands_the_turn_to_the_next_one(self) -> None:
        stage = Stage(hero("anna"), foe("goblin"), {**foe("wolf"), "side": "beasts"}).begin()
        stage.order("wait", "anna").order("leave", target="goblin")
        assert (stage.fight.round, stage.fight.turn) == (1, "beasts")

    def test_when_the_last_foe_is_taken_out_the_others_have_won(self) -> None:
        assert three().order("leave", target="goblin").fight.winner == "party"

    def test_taking_it_back_puts_the_fighter_where_it_stood(self) -> None:
        stage = three()
        before = stage.fight.state()
        stage.order("leave", target="anna")
        stage.fight.undo(stage.last.changes)
        assert list(stage.fight.fighters) == ["anna", "boris", "goblin"]
        assert stage.fight.state() == before

    def test_it_leaves_the_order_of_turns(self) -> None:
        stage = three().order("leave", target="boris")
        assert stage.fight.order == ("anna", "goblin")

    def test_who_is_not_there_cannot_leave(self) -> None:
        with pytest.raises(Refused):
            three().order("leave", target="nobody")


@pytest.mark.rule("CA-01")
class TestBringingIn:
    def test_a_reinforcement_of_the_acting_side_acts_in_this_turn(self) -> None:
        stage = three().order("join", id="vera", name="Вера", side="party", player=True, sheet={})
        assert stage.fight.system.acting(stage.fight) == ["anna", "boris", "vera"]
        assert stage.fight.order == ("anna", "boris", "vera", "goblin")

    def test_a_foe_that_comes_in_opens_a_decided_fight_again(self) -> None:
        stage = Stage(hero("anna", SWORD), foe("goblin", hp=0, str=1)).begin()
        stage.order("attack", "anna", target="goblin", dice=[8])
        assert stage.fight.winner == "party"
        stage.order("join", id="orc", name="Orc", side="foes", sheet={})
        assert (stage.fight.winner, stage.fight.turn) == (None, "foes")

    def test_one_more_of_the_winners_does_not(self) -> None:
        stage = Stage(hero("anna", SWORD), foe("goblin", hp=0, str=1)).begin()
        stage.order("attack", "anna", target="goblin", dice=[8])
        stage.order("join", id="vera", name="Вера", side="party", sheet={})
        assert stage.fight.winner == "party"

    def test_neither_does_somebody_hidden_until_it_shows_itself(self) -> None:
        stage = Stage(hero("anna", SWORD), foe("goblin", hp=0, str=1)).begin()
        stage.order("attack", "anna", target="goblin", dice=[8])
        stage.order("join", id="spy", name="Spy", side="foes", hidden=True, sheet={})
        assert stage.fight.winner == "party"
        stage.order("reveal", target="spy")
        assert (stage.fight.winner, stage.fight.turn) == (None, "foes")

    def test_an_id_is_taken_once(self) -> None:
        with pytest.raises(Refused) as refused:
            three().order("join", id="anna", name="Anna", side="foes", sheet={})
        assert refused.value.path == "id"

    def test_a_sheet_that_cannot_be_read_is_refused_with_its_places(self) -> None:
        with pytest.raises(BadInput) as bad:
            three().order("join", id="x", name="X", side="foes", sheet={"str": 99})
        assert bad.value.errors[0].path == "sheet.str"


class TestHiding:
    @pytest.mark.rule("CA-01")
    def test_the_last_foe_that_hides_leaves_the_field_to_the_others_for_now(self) -> None:
        stage = three().order("reveal", target="goblin", hidden=True)
        assert stage.fight.winner is None, "nobody of the others is left to be seen, so nothing is said"
        stage.order("reveal", target="goblin")
        assert stage.fight.winner is None

    def test_what_is_so_already_is_refused(self) -> None:
        with pytest.raises(Refused):
            three().order("reveal", target="goblin")

    def test_a_side_of_hidden_fighters_has_no_turn(self) -> None:
        stage = Stage(hero("anna"), {**foe("spy"), "hidden": True}).begin().order("wait", "anna")
        assert (stage.fight.round, stage.fight.turn) == (2, "party")

    def test_what_concerns_the_hidden_is_for_the_game_master_alone(self) -> None:
        stage = three().order("join", id="spy", name="Spy", side="foes", hidden=True, sheet={})
        assert {event.audience for event in stage.last.events} == {"gm"}


class TestCorrecting:
    @pytest.mark.rule("CA-08")
    def test_critical_damage_set_by_hand_has_its_hour(self) -> None:
        assert three().order("correct", target="anna", set={"fate": "critical"})["anna"].dies_in == 361

    def test_a_fate_taken_back_stops_the_hour(self) -> None:
        stage = three().order("correct", target="anna", set={"fate": "critical"})
        stage.order("correct", target="anna", set={"fate": ""})
        assert (stage["anna"].fate, stage["anna"].dies_in, stage["anna"].is_standing) == ("", None, True)

    @pytest.mark.rule("CA-06")
    def test_who_is_down_has_declared_nothing(self) -> None:
        stage = three().order("attack", "anna", target="goblin").order("correct", target="anna", set={"fate": "dead"})
        assert stage["anna"].declared is None

    @pytest.mark.rule("CA-01")
    def test_a_correction_may_decide_a_fight_and_open_it_again(self) -> None:
        stage = three().order("correct", target="goblin", set={"fate": "fled"})
        assert stage.fight.winner == "party"
        stage.order("correct", target="goblin", set={"fate": ""})
        assert stage.fight.winner is None

    def test_a_correction_that_changes_nothing_is_refused(self) -> None:
        with pytest.raises(Refused):
            three().order("correct", target="goblin", set={"hp": 20})

    def test_a_correction_to_what_cannot_be_is_refused_with_its_place(self) -> None:
        with pytest.raises(BadInput) as bad:
            three().order("correct", target="goblin", set={"hp": "many"})
        assert bad.value.errors[0].path == "set.hp"

    def test_numbers_may_be_typed(self) -> None:
        assert three().order("correct", target="goblin", set={"hp": "７"})["goblin"].hp == 7


@pytest.mark.rule("CA-01")
def test_harm_that_fells_the_last_one_who_had_to_act_passes_the_turn() -> None:
    stage = three().order("wait", "anna").order("harm", target="boris", amount=10, ability="str")
    assert stage.fight.turn == "foes"
