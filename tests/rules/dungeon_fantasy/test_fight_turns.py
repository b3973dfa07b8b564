"""The order of turns, manoeuvres and what they leave, moving over hexes, waiting, the Game Master's orders."""

from typing import Any

import pytest

from rules.dice import Chance
from rules.errors import Refused
from rules.forecast import play_out
from rules.grid.cells import Cell
from rules.prospects import odds_of
from rules.scenario import read_command
from rules.walking import reach_of
from tests.rules.dungeon_fantasy.brawls import BLADE, BOW, HEXES, SPEAR, brawler, pair, stage
from tests.rules.stage import Stage


def acts(one: Stage, id_: str) -> dict[str, Any]:
    return {each.do: each for each in one.fight.system.actions(one.fight, one[id_])}


@pytest.mark.rule("DF-53")
def test_turns_go_by_basic_speed_then_dx_then_a_roll() -> None:
    """Speed 6 first; of those at 5 the nimbler; of equals the higher die."""
    nimble, fast, late = brawler("nimble", dx=12, ht=8), brawler("fast", basic_speed=6.0), brawler("late", dx=8)
    one = stage(brawler("slow"), brawler("twin"), nimble, fast, late).order("begin", dice=[2, 5])
    assert one.fight.order == ("fast", "nimble", "twin", "slow", "late")
    assert (one.fight.turn, one.fight.round) == ("fast", 1)


@pytest.mark.rule("DF-53")
def test_past_the_last_one_a_new_round_begins_and_the_fallen_are_passed_over() -> None:
    one = stage(brawler("a", dx=14), brawler("b", dx=12), brawler("c", dx=10)).order("begin")
    one.order("correct", target="b", set={"fate": "unconscious"}).order("do_nothing", "a")
    assert one.fight.turn == "c"
    one.order("do_nothing", "c")
    assert (one.fight.turn, one.fight.round) == ("a", 2)


@pytest.mark.rule("DF-53")
def test_who_is_hidden_has_no_turn_until_it_shows_itself() -> None:
    one = stage(brawler("a", dx=14), brawler("b", dx=12, hidden=True), brawler("c", dx=10)).order("begin")
    one.order("do_nothing", "a")
    assert one.fight.turn == "c"
    one.order("reveal", target="b").order("do_nothing", "c").order("do_nothing", "a")
    assert one.fight.turn == "b"


@pytest.mark.rule("DF-53")
def test_nobody_acts_out_of_turn_or_twice() -> None:
    one = pair(ground=HEXES, at=[2, 2], foe=brawler("orc", at=[6, 2]))
    one.order("evaluate", "anna", target="orc")
    for actor in ("orc", "anna"):
        with pytest.raises(Refused) as refused:
            one.order("do_nothing", actor)
        assert refused.value.rule == "DF-53"


@pytest.mark.rule("DF-19", "DF-23")
def test_what_a_turn_uses_up_is_there_again_when_the_next_begins() -> None:
    one = pair(BLADE, foe=brawler("orc", BLADE))
    one.order("do_nothing", "anna").order(
        "attack", "orc", target="anna", dice=[3, 3, 3, 3, 3, 2], answers=["parry:blade"]
    )
    assert one["anna"].parries == {}  # her turn has begun
    one.order("attack", "anna", target="orc", dice=[3, 3, 3, 3, 3, 2], answers=["parry:blade"])
    assert one["orc"].parries == {}


@pytest.mark.rule("DF-53")
def test_who_has_waited_acts_in_the_turn_of_another_which_goes_on_afterwards() -> None:
    one = stage(brawler("anna", BLADE), brawler("orc", side="foes"), brawler("rat", side="foes"))
    one.order("wait", "anna", note="the orc comes near")
    assert (one.fight.turn, one["anna"].waiting) == ("orc", "the orc comes near")
    one.order("interrupt", "anna")
    assert (one.fight.turn, one.fight.interrupted) == ("anna", "orc")
    one.order("attack", "anna", target="orc", dice=[6, 6, 2])
    assert (one.fight.turn, one.fight.interrupted, one["anna"].waiting) == ("orc", None, None)


@pytest.mark.rule("DF-53")
def test_who_cuts_in_and_fells_the_one_whose_turn_it_is_hands_the_turn_on() -> None:
    one = stage(brawler("anna", BLADE), brawler("orc", side="foes"), brawler("rat", side="foes"))
    one.order("wait", "anna").order("interrupt", "anna")
    one.order("attack", "anna", target="orc", dice=[1, 1, 1, 6, 6, 6, 6])
    assert (one["orc"].fate, one.fight.turn) == ("unconscious", "rat")


@pytest.mark.rule("DF-55")
def test_from_the_ground_one_kneels_before_one_stands() -> None:
    one = pair()
    one["anna"].posture = "lying"
    with pytest.raises(Refused):
        one.order("change_posture", "anna", posture="standing")
    one.order("change_posture", "anna", posture="kneeling").order("do_nothing", "orc")
    one.order("change_posture", "anna", posture="standing")
    assert one["anna"].posture == "standing"


@pytest.mark.rule("DF-53")
def test_a_thing_is_readied_into_a_free_hand_only() -> None:
    one = pair(BLADE, {**SPEAR, "place": "pack"})
    with pytest.raises(Refused) as refused:
        one.order("ready", "anna", item=1, place="right")
    assert refused.value.rule == "DF-53"
    one.order("ready", "anna", item=0, place="pack").order("do_nothing", "orc").order("ready", "anna", item=1)
    assert one["anna"].way("spear") is not None
    assert one["anna"].way("blade") is None


class TestMoving:
    def one(self, *gear: dict[str, Any], **more: Any) -> Stage:
        """Anna of Move 5 looks east, five hexes before the orc."""
        return pair(*gear, at=[2, 4], facing=0, foe=brawler("orc", at=[8, 4], facing=3), ground={**HEXES, **more})

    @pytest.mark.rule("DF-53")
    def test_a_step_leaves_the_manoeuvre_open_and_more_is_a_move(self) -> None:
        one = self.one().order("go", "anna", to=[3, 4])
        assert (one["anna"].manoeuvre, one["anna"].step_left) == ("", False)
        one.order("go", "anna", to=[4, 4])
        assert one["anna"].manoeuvre == "move"
        assert not acts(one, "anna")["evaluate"].allowed

    @pytest.mark.rule("DF-53")
    def test_a_move_goes_as_far_as_move_and_then_the_turn_is_over(self) -> None:
        one = self.one()
        gaits = one.fight.system.tactics.gaits(one.fight, one["anna"])
        assert [gait.cells for gait in gaits] == [1, 5]
        one.order("go", "anna", to=[7, 4])
        assert one.fight.turn == "orc"

    @pytest.mark.rule("DF-53")
    def test_after_most_of_a_move_one_turns_by_one_hex_side_at_most(self) -> None:
        with pytest.raises(Refused) as refused:
            self.one().order("go", "anna", to=[5, 4], facing=3)
        assert refused.value.path == "facing"
        assert self.one().order("go", "anna", to=[5, 4], facing=1)["anna"].facing == 1
        assert self.one().order("go", "anna", to=[4, 4], facing=3)["anna"].facing == 3

    @pytest.mark.rule("DF-53")
    def test_turning_on_the_spot_takes_the_step(self) -> None:
        one = self.one().order("go", "anna", to=[2, 4], facing=2)
        assert (one["anna"].facing, one["anna"].step_left) == (2, False)
        assert one.order("evaluate", "anna", target="orc").fight.turn == "orc"

    @pytest.mark.rule("DF-53")
    def test_half_a_move_goes_with_an_all_out_attack_and_all_of_it_with_a_blow_on_the_run(self) -> None:
        """Move 5: two hexes, and three."""
        one = self.one().order("go", "anna", to=[4, 4])
        assert {do: acts(one, "anna")[do].rule for do in ("all_out_attack", "move_and_attack")} == {
            "all_out_attack": "DF-50", "move_and_attack": "DF-50",  # too far away, but that is all
        }  # fmt: skip
        assert acts(one.order("go", "anna", to=[5, 4]), "anna")["all_out_attack"].rule == "DF-53"

    @pytest.mark.rule("DF-37")
    def test_a_sprint_goes_a_fifth_farther_and_is_no_time_to_retreat(self) -> None:
        one = self.one().order("move", "anna", sprint=True)
        assert [gait.cells for gait in one.fight.system.tactics.gaits(one.fight, one["anna"])] == [6]
        assert one["anna"].sprinted

    @pytest.mark.rule("DF-53")
    def test_foes_bar_the_way_and_the_fallen_do_not(self) -> None:
        one = pair(at=[2, 4], facing=0, foe=brawler("orc", at=[3, 4], facing=3), ground=HEXES)
        with pytest.raises(Refused):
            one.order("go", "anna", to=[3, 4])
        one["orc"].fate = "unconscious"
        assert (3, 4) in reach_of(one.fight, one["anna"], 5)

    @pytest.mark.rule("DF-55")
    def test_who_lies_crawls_a_hex_and_who_sits_stays(self) -> None:
        for posture, cells in (("lying", [1]), ("sitting", [])):
            one = self.one()
            one["anna"].posture = posture
            assert [gait.cells for gait in one.fight.system.tactics.gaits(one.fight, one["anna"])][:1] == cells

    @pytest.mark.rule("DF-53")
    def test_squares_are_measured_by_the_scale_and_know_no_facing(self) -> None:
        """Squares of 5 feet: Move 5 yards is 15 feet, 3 squares; a blade reaches the next one, all around."""
        ground = {"grid": "square", "size": [10, 6]}
        one = pair(at=[2, 2], foe=brawler("orc", at=[1, 2]), ground=ground)
        assert [gait.cells for gait in one.fight.system.tactics.gaits(one.fight, one["anna"])] == [1, 3]
        assert one.order("attack", "anna", target="orc", dice=[6, 6, 2])["anna"].facing is None


class TestPositions:
    def aim(self, at: Cell, facing: int = 0, *, behind: bool = False) -> Any:
        """What Anna could do from a hex against an orc at (5, 4) that looks east."""
        one = pair(at=list(at), facing=facing, foe=brawler("orc", at=[5, 4], facing=0), ground=HEXES)
        one["anna"].behind = ("orc",) if behind else ()
        (aim,) = one.fight.system.tactics.position(one.fight, one["anna"], at, facing, ()).aims
        return aim

    @pytest.mark.rule("DF-11", "DF-12", "DF-13")
    @pytest.mark.parametrize(
        ("at", "facing", "behind", "rules"),
        [((6, 4), 3, False, []), ((4, 5), 5, False, ["DF-11"]), ((4, 4), 0, True, ["DF-12"]),
         ((4, 4), 0, False, ["DF-13"])],
    )  # fmt: skip
    def test_it_says_from_which_side_one_strikes(self, at: Cell, facing: int, behind: bool, rules: list[str]) -> None:
        aim = self.aim(at, facing, behind=behind)
        assert aim.allowed
        assert [remark.rule for remark in aim.remarks] == rules

    @pytest.mark.rule("DF-50", "DF-53")
    def test_it_says_why_one_could_not_strike(self) -> None:
        assert (self.aim((2, 4)).allowed, self.aim((2, 4)).rule) == (False, "DF-50")
        assert (self.aim((4, 4), 3).allowed, self.aim((4, 4), 3).rule) == (False, "DF-53")


@pytest.mark.rule("DF-53")
def test_bots_fight_to_the_end_with_and_without_a_map() -> None:
    for ground in (None, HEXES):
        heroes = [brawler(f"hero{n}", BLADE, side="party", skill=14, at=[1, 2 + n], player=True) for n in range(2)]
        foes = [brawler("orc", SPEAR, side="foes", at=[8, 2]), brawler("bow", BOW, side="foes", at=[9, 4])]
        one = stage(*heroes, *foes, ground=ground)
        play_out(one.fight, Chance("bots"))
        assert one.fight.winner in ("party", "foes")


@pytest.mark.rule("DF-04", "DF-50")
def test_odds_of_an_exchange_are_the_product_of_its_rolls() -> None:
    """Level 12: 160 of 216 hit, 4 of them critically. Dodge 8 + 3 on a retreat fails in 81 of 216."""
    one = pair(BLADE, foe=brawler("orc", traits=[{"key": "no_manipulators"}])).order("begin", dice=[6, 1])
    measures = odds_of(one.fight, read_command(one.fight.system, {"do": "attack", "actor": "anna", "target": "orc"}))
    (target,) = measures.targets()
    assert measures.measures(target)["hit"] == pytest.approx(160 / 216)
    assert measures.measures(target)["past_defence"] == pytest.approx((4 + 156 * 81 / 216) / 216)


@pytest.mark.rule("DF-19", "DF-23", "DF-36", "DF-52", "DF-55")
def test_what_a_fighter_has_used_up_and_suffers_is_seen_at_a_glance_with_its_rule() -> None:
    shield = {"kind": "shield", "name": "shield", "place": "left", "db": 1}
    one = pair(BLADE, foe=brawler("orc", {**BLADE, "name": "axe"}, shield))
    one.fight.apply(
        one["orc"].to(
            posture="kneeling", stunned=True, shock_next=3, parries={"axe": 2}, blocked=True,
            option={"kind": "retreat", "against": "anna"},
        )
    )  # fmt: skip
    tags = {str(tag.label): tag.rule for tag in one.fight.system.tags(one.fight, one["orc"])}
    assert tags == {
        "Stunned: −4 to defences": "DF-06", "Shock −3": "DF-52", "Kneeling": "DF-55", "Parries: axe × 2": "DF-23",
        "Has blocked": "DF-19", "Has retreated from anna": "DF-36",
    }  # fmt: skip


@pytest.mark.rule("DF-53")
def test_every_manoeuvre_is_offered_in_a_natural_order_with_what_it_takes() -> None:
    one = pair(BLADE, foe=brawler("orc", BLADE))
    offered = acts(one, "anna")
    assert list(offered)[:3] == ["attack", "all_out_attack", "move_and_attack"]
    fields = {field.name: field for field in offered["attack"].fields}
    assert list(fields)[:4] == ["target", "weapon", "location", "deceptive"]
    blade = fields["weapon"].options[0]
    assert (blade.key, blade.level, str(blade.label)) == ("blade.swung", 12, "blade, swung: 1d+1 cut")
    assert {option.key: option.level for option in fields["location"].options}["eye"] == -9
    assert (offered["aim"].allowed, offered["aim"].rule) == (False, "DF-53")
