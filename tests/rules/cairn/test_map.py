"""Cairn on a map: moves, reach, cover, sight, blasts; what is offered, and what bots do."""

from __future__ import annotations

from typing import Any

import pytest

from rules.errors import Refused
from rules.forecast import forecast
from rules.preview import Preview
from rules.prospects import odds_of
from rules.scenario import read_command, set_up
from rules.system import Action
from rules.tactics import Aim
from tests.rules.stage import AXE, BOMB, BOW, CAIRN, SWORD, Stage, at, field, foe, hero

TACTICS = CAIRN.tactics
assert TACTICS is not None


def stage(*fighters: dict[str, Any], settings: dict[str, Any] | None = None, **ground: Any) -> Stage:
    """The fight is begun, the party's turn."""
    return Stage(*fighters, ground=field(**ground), **(settings or {})).begin()


def refused(on: Stage, do: str, actor: str, **more: Any) -> tuple[str, str | None, str]:
    """Sentence, rule and place of a refusal."""
    with pytest.raises(Refused) as no:
        on.order(do, actor, **more)
    return str(no.value.words), no.value.rule, no.value.path


def gaits(on: Stage, who: str) -> list[tuple[int, str, bool]]:
    return [(gait.cells, gait.rule, gait.uses_action) for gait in TACTICS.gaits(on.fight, on[who])]


def offer(on: Stage, who: str, do: str) -> Action:
    (action,) = [each for each in CAIRN.actions(on.fight, on[who]) if each.do == do]
    return action


def aim(on: Stage, who: str, target: str, cell: tuple[int, int] | None = None) -> Aim:
    """What it would mean for a target if somebody stood on a cell."""
    position = TACTICS.position(on.fight, on[who], cell or on[who].at, None, ())
    (found,) = [each for each in position.aims if each.target == target]
    return found


def why(on: Stage, actor: str, target: str, weapon: str | None = None, **claims: Any) -> list[tuple[str, str | None]]:
    """The reasons that a preview gives for its dice, the weapon itself left out, and their rules."""
    command = {"do": "attack", "actor": actor, "target": target, "weapon": weapon, **claims}
    preview = CAIRN.preview(on.fight, read_command(CAIRN, command))
    assert isinstance(preview, Preview)
    return [(str(step.label), step.rule) for step in preview.why.steps[1:]]


class TestMoving:
    @pytest.mark.rule("CA-03")
    def test_a_move_is_40_feet_and_the_second_one_as_far_again_takes_the_action(self) -> None:
        """40 ft are 8 cells of 5 ft; together with the second move 16."""
        on = stage(at(hero(), 0, 0), at(foe(), 11, 7))
        assert gaits(on, "anna") == [(8, "CA-03", False), (16, "CA-03", True)]

    @pytest.mark.rule("CA-03")
    def test_how_far_a_move_goes_is_for_the_table_to_say(self) -> None:
        """30 ft on cells of 2 m, which stand for 6 ft, are five cells."""
        on = stage(at(hero(), 0, 0), at(foe(), 11, 7), settings={"move_ft": 30}, scale=[2, "m"])
        assert gaits(on, "anna")[0] == (5, "CA-03", False)

    @pytest.mark.rule("CA-03")
    def test_a_move_may_be_split_around_an_action(self) -> None:
        on = stage(at(hero("anna", SWORD), 0, 0), at(hero("bert"), 0, 5), at(foe(), 4, 0))
        on.order("go", "anna", to=[3, 0]).order("attack", "anna", target="goblin")
        assert on["anna"].moved == 3
        assert gaits(on, "anna") == [(5, "CA-03", False)]
        on.order("go", "anna", to=[3, 5])
        assert gaits(on, "anna") == []
        words = "anna has no movement left in this turn."
        assert refused(on, "go", "anna", to=[3, 6]) == (words, "CA-03", "actor")

    @pytest.mark.rule("CA-03")
    def test_going_beyond_the_first_move_takes_the_action(self) -> None:
        on = stage(at(hero("anna", SWORD), 0, 0), at(hero("bert"), 0, 5), at(foe(), 11, 7))
        on.order("go", "anna", to=[9, 0])
        assert (on["anna"].acted, on["anna"].moved) == (True, 9)
        assert refused(on, "attack", "anna", target="goblin")[1] == "CA-03"
        assert gaits(on, "anna") == [(7, "CA-03", False)]

    @pytest.mark.rule("CA-03")
    def test_after_an_action_only_what_is_left_of_the_first_move_can_be_gone(self) -> None:
        on = stage(at(hero(), 0, 0), at(hero("bert"), 0, 5), at(foe(), 11, 7)).order("act", "anna", note="shouts")
        assert gaits(on, "anna") == [(8, "CA-03", False)]
        assert refused(on, "go", "anna", to=[9, 0])[1:] == ("CA-03", "to")

    @pytest.mark.rule("CA-03")
    def test_the_order_to_move_again_widens_what_is_left_and_waits_for_the_way(self) -> None:
        on = stage(at(hero("anna", SWORD), 0, 0), at(foe(), 11, 7)).order("move", "anna")
        assert on.fight.turn == "party"
        assert gaits(on, "anna") == [(16, "CA-03", False)]
        words = "anna spends its action on moving on."
        assert refused(on, "attack", "anna", target="goblin") == (words, "CA-03", "actor")
        on.order("go", "anna", to=[2, 0])
        assert on.fight.turn == "foes"

    @pytest.mark.rule("CA-03")
    def test_who_moves_on_may_stay_where_it_is_after_all(self) -> None:
        on = stage(at(hero(), 0, 0), at(foe(), 11, 7)).order("move", "anna").order("wait", "anna")
        assert on.fight.turn == "foes"

    @pytest.mark.rule("CA-03")
    def test_without_a_map_the_second_move_is_the_action(self) -> None:
        on = Stage(hero(), hero("bert"), foe()).begin().order("move", "anna")
        assert (on["anna"].acted, on["anna"].moves_on) == (True, False)

    @pytest.mark.rule("CA-03")
    def test_each_round_everybody_has_its_move_again(self) -> None:
        on = stage(at(hero(), 0, 0), at(foe(), 11, 7))
        on.order("go", "anna", to=[5, 5]).order("wait", "anna").order("wait", "goblin")
        assert on.fight.round == 2
        assert (on["anna"].moved, on["anna"].diagonals) == (0, 0)
        assert gaits(on, "anna")[0] == (8, "CA-03", False)

    @pytest.mark.rule("CA-03")
    def test_diagonals_count_one_and_two_however_the_move_is_split(self) -> None:
        """Two diagonals are 1 + 2 cells, in one order or in two."""
        at_once = stage(at(hero(), 0, 0), at(foe(), 11, 7)).order("go", "anna", to=[2, 2])
        split = stage(at(hero(), 0, 0), at(foe(), 11, 7)).order("go", "anna", to=[1, 1]).order("go", "anna", to=[2, 2])
        assert at_once["anna"].moved == split["anna"].moved == 3

    @pytest.mark.rule("CA-01")
    def test_nobody_goes_in_the_turn_of_the_others(self) -> None:
        on = stage(at(hero(), 0, 0), at(foe(), 11, 7))
        assert refused(on, "go", "goblin", to=[10, 7]) == ("It is the other side's turn.", "CA-01", "actor")
        assert gaits(on, "goblin") == []

    @pytest.mark.rule("CA-02")
    def test_who_was_too_slow_goes_nowhere_in_the_first_round(self) -> None:
        on = Stage(at(hero(), 0, 0), at(hero("bert"), 0, 5), at(foe(), 11, 7), ground=field())
        on.order("begin", dice=[20, 1])
        assert refused(on, "go", "anna", to=[1, 0])[1] == "CA-02"

    @pytest.mark.rule("CA-08")
    def test_with_critical_damage_one_crawls_a_cell(self) -> None:
        down = at(hero(), 0, 0, state={"fate": "critical"})
        on = stage(down, at(hero("bert"), 0, 5), at(foe(), 11, 7))
        assert gaits(on, "anna") == [(1, "CA-08", False)]
        on.order("go", "anna", to=[1, 1])
        assert on.last.events[0].rule == "CA-08"
        assert gaits(on, "anna") == []

    @pytest.mark.parametrize(
        ("state", "rule"), [({"fate": "dead"}, "CA-07"), ({"fate": "fled"}, "CA-12"), ({"dex": 0}, "CA-18")]
    )
    @pytest.mark.rule("CA-18")
    def test_the_dead_the_fled_and_the_paralysed_go_nowhere(self, state: dict[str, Any], rule: str) -> None:
        on = stage(at(hero(), 0, 0, state=state), at(hero("bert"), 0, 5), at(foe(), 11, 7))
        assert gaits(on, "anna") == []
        assert refused(on, "go", "anna", to=[1, 0])[1] == rule

    def test_a_foe_bars_the_way_and_over_the_fallen_one_steps(self) -> None:
        on = stage(at(hero(), 0, 0), at(hero("bert"), 11, 0), at(foe(), 2, 0), high=1)
        words = "anna does not get to D1: 80 ft are left, and others may stand in the way."
        assert refused(on, "go", "anna", to=[3, 0]) == (words, "CA-03", "to")
        assert refused(on, "go", "anna", to=[2, 0])[0] == "goblin stands there."
        dead = at(foe(), 2, 0, state={"fate": "dead"})
        fallen = stage(at(hero(), 0, 0), at(hero("bert"), 11, 0), dead, foe("orc"), high=1)
        assert fallen.order("go", "anna", to=[2, 0])["anna"].at == (2, 0)

    def test_who_runs_into_somebody_unseen_has_come_to_the_end_of_its_move(self) -> None:
        """Two cells gone of eight: the move is over, the action is not."""
        on = stage(at(hero(), 0, 0), at(foe(), 3, 0, hidden=True), at(foe("orc"), 11, 0), high=1)
        on.order("go", "anna", to=[6, 0])
        assert (on["anna"].at, on["anna"].moved, on["anna"].acted) == ((2, 0), 8, False)
        on.order("go", "anna", to=[4, 0])
        assert (on["anna"].at, on["anna"].moved, on["anna"].acted) == ((2, 0), 16, True)

    @pytest.mark.rule("CA-01")
    def test_in_a_decided_fight_everybody_goes_a_move_at_a_time_as_often_as_it_likes(self) -> None:
        on = stage(at(hero(), 0, 0), at(foe(), 11, 7, state={"fate": "dead"}), at(foe("orc"), 11, 6))
        on.order("harm", target="orc", amount=99)
        assert on.fight.winner == "party"
        on.order("go", "anna", to=[8, 0]).order("go", "anna", to=[3, 0])
        assert (on["anna"].at, on["anna"].moved) == ((3, 0), 0)

    @pytest.mark.rule("CA-11")
    def test_who_retreats_or_flees_has_left_the_map(self) -> None:
        on = stage(at(hero(), 0, 0), at(hero("bert"), 0, 5), at(foe(), 11, 7)).order("retreat", "anna", dice=[1])
        assert (on["anna"].fate, on["anna"].at) == ("retreated", None)
        on.order("morale", side="foes", dice=[20])
        assert (on["goblin"].fate, on["goblin"].at) == ("fled", None)

    def test_on_hexes_it_may_turn_on_the_spot_and_the_rules_make_nothing_of_it(self) -> None:
        on = stage(at(hero(), 3, 3), at(foe(), 5, 5), grid="hex").order("go", "anna", to=[3, 3], facing=2)
        assert (on["anna"].facing, on["anna"].moved, on["anna"].acted) == (2, 0, False)
        assert refused(on, "go", "anna", to=[3, 3], facing=2)[0] == "That changes nothing."

    def test_going_is_offered_on_a_map_alone_and_says_why_not(self) -> None:
        assert [each.do for each in CAIRN.actions(Stage(hero(), foe()).fight, Stage(hero(), foe())["anna"])].count(
            "go"
        ) == 0
        on = stage(hero(), at(hero("bert"), 0, 0), at(foe(), 5, 5), walls=[[1, 0], [0, 1], [1, 1]])
        assert str(offer(on, "anna", "go").why) == "anna is not on the map."
        assert str(offer(on, "bert", "go").why) == "bert is hemmed in."
        free = stage(at(hero(), 0, 0), at(foe(), 5, 5))
        action = offer(free, "anna", "go")
        assert (action.allowed, action.group, [each.kind for each in action.fields]) == (True, "free", ["cell"])

    def test_undo_gives_the_move_back(self) -> None:
        on = stage(at(hero(), 0, 0), at(foe(), 11, 7))
        before = on.fight.state()
        on.order("go", "anna", to=[9, 1])
        on.fight.undo(on.last.changes)
        assert on.fight.state() == before


class TestReaching:
    @pytest.mark.rule("CA-04")
    def test_a_blow_reaches_the_next_cell_corners_included_and_no_farther(self) -> None:
        on = stage(at(hero("anna", SWORD), 0, 0), at(foe(), 1, 1), at(foe("orc"), 2, 0))
        words = "Out of reach for sword: 2 cells, 10 ft."
        assert refused(on, "attack", "anna", target="orc") == (words, "CA-04", "target")
        assert on.order("attack", "anna", target="goblin", dice=[2]).kinds()[0] == "declared"

    @pytest.mark.rule("CA-04")
    def test_a_table_may_let_blows_reach_farther(self) -> None:
        on = stage(at(hero("anna", SWORD), 0, 0), at(foe(), 2, 0), settings={"reach_ft": 10})
        assert aim(on, "anna", "goblin").ways == ("sword", "unarmed")

    @pytest.mark.rule("CA-04")
    def test_the_next_cell_is_in_reach_however_large_the_cells_are(self) -> None:
        on = stage(at(hero("anna", SWORD), 0, 0), at(foe(), 1, 0), scale=[10, "ft"])
        assert aim(on, "anna", "goblin").allowed

    @pytest.mark.parametrize("kind", ["wall", "door"])
    @pytest.mark.rule("CA-04")
    def test_nothing_strikes_through_a_wall_or_a_shut_door(self, kind: str) -> None:
        """All the way between columns 0 and 1: whatever line there is goes over it."""
        between = [{"kind": kind, "between": [[[0, row], [1, row]] for row in range(3)]}]
        on = stage(at(hero("anna", SWORD, BOW), 0, 1), at(foe(), 1, 1), high=3, borders=between)
        for weapon in ("sword", "bow"):
            said, rule, path = refused(on, "attack", "anna", target="goblin", weapon=weapon)
            assert said.startswith("Nothing gets through to goblin. The line ")
            assert said.endswith({"wall": "is cut by a wall.", "door": "is cut by a closed door."}[kind])
            assert (rule, path) == ("CA-04", "target")
        shut = aim(on, "anna", "goblin")
        assert (shut.allowed, shut.ways, shut.rule) == (False, (), "CA-04")
        assert shut.cover is not None
        assert shut.cover.sort == "total"

    @pytest.mark.rule("CA-04")
    def test_where_one_of_the_two_is_not_on_the_map_it_is_as_without_one(self) -> None:
        on = stage(at(hero("anna", SWORD), 0, 0), hero("bert", SWORD), at(foe(), 9, 0), foe("orc"))
        on.order("attack", "anna", target="orc").order("attack", "bert", target="goblin", dice=[1, 1])
        assert on.kinds().count("attacked") == 2

    def test_a_target_is_offered_with_its_distance_and_with_why_it_cannot_be_reached(self) -> None:
        on = stage(at(hero("anna", SWORD), 0, 0), at(foe(), 1, 0), at(foe("orc"), 3, 0))
        targets = {each.key: each for each in offer(on, "anna", "attack").fields[0].options}
        assert str(targets["goblin"].level) == "1 cell, 5 ft"
        assert targets["goblin"].allowed
        assert str(targets["orc"].level) == "3 cells, 15 ft"
        assert str(targets["orc"].why) == "Out of reach for sword: 3 cells, 15 ft."

    @pytest.mark.rule("CA-10")
    def test_help_is_given_hand_to_hand(self) -> None:
        down = at(hero("bert"), 2, 0, state={"fate": "critical"})
        on = stage(at(hero(), 0, 0), down, at(hero("carl"), 0, 5), at(foe(), 9, 0))
        words = "bert is out of reach for help: it is given hand to hand."
        assert refused(on, "help", "anna", target="bert") == (words, "CA-10", "target")
        assert str(offer(on, "anna", "help").why) == words
        on.order("go", "anna", to=[1, 0]).order("help", "anna", target="bert")
        assert on["bert"].fate == "stable"

    def test_where_nobody_is_in_reach_the_attack_says_so(self) -> None:
        on = stage(at(hero("anna", SWORD), 0, 0), at(foe(), 3, 0))
        action = offer(on, "anna", "attack")
        assert (action.allowed, action.rule) == (False, "CA-04")

    def test_from_another_cell_it_would_reach(self) -> None:
        on = stage(at(hero("anna", SWORD), 0, 0), at(foe(), 3, 0))
        assert aim(on, "anna", "goblin").ways == ()
        there = aim(on, "anna", "goblin", (2, 0))
        assert (there.far, there.ways) == (1, ("sword", "unarmed"))


class TestCoverAndSight:
    @pytest.mark.rule("CA-13")
    def test_cover_impairs_an_attack_and_says_what_it_is(self) -> None:
        """A window in the only border: d4 instead of d6."""
        window = [{"kind": "window", "between": [[[1, 0], [2, 0]]]}]
        on = stage(at(hero("anna", BOW), 0, 0), at(foe("goblin", hp=9), 4, 0), high=1, borders=window)
        assert why(on, "anna", "goblin") == [("Impaired: cover (a window)", "CA-13")]
        on.order("attack", "anna", target="goblin", dice=[4])
        assert on.one("attacked")["dice"] == "d4"

    @pytest.mark.rule("CA-13")
    def test_what_impairs_was_judged_when_the_attack_was_declared(self) -> None:
        """The window is gone by the time of the roll: it stays d4. One declared afterwards is d6."""
        window = [{"kind": "window", "between": [[[1, 0], [2, 0]]]}]
        fighters = (at(hero("anna", BOW), 0, 0), at(hero("bert", BOW), 1, 0), at(foe("goblin", hp=9), 4, 0))
        on = stage(*fighters, high=1, borders=window).order("attack", "anna", target="goblin")
        on.order("redraw", strokes=[{"tool": "edge", "kind": "open", "between": [[[1, 0], [2, 0]]]}])
        on.order("attack", "bert", target="goblin", dice=[4, 6])
        assert [event.facts["dice"] for event in on.last.events if event.kind == "attacked"] == ["d4", "d6"]

    @pytest.mark.rule("CA-13")
    def test_a_low_wall_covers_whoever_is_next_to_it_and_nobody_farther_behind(self) -> None:
        """The wall in column 3 of a row: column 4 is next to it, column 6 is not."""
        low = [{"kind": "low_wall", "cells": [[3, 0]]}]
        on = stage(at(hero("anna", BOW), 0, 0), at(foe(), 4, 0), at(foe("orc"), 6, 0), high=1, terrain=low)
        assert why(on, "anna", "goblin") == [("Impaired: cover (a low wall)", "CA-13")]
        assert why(on, "anna", "orc") == []

    @pytest.mark.rule("CA-13")
    def test_creatures_in_the_way_hinder_no_shot(self) -> None:
        on = stage(at(hero("anna", BOW), 0, 0), at(hero("bert"), 2, 0), at(foe(), 4, 0), at(foe("orc"), 3, 0), high=1)
        assert why(on, "anna", "goblin") == []

    @pytest.mark.rule("CA-14")
    def test_beyond_a_sure_shot_an_attack_is_impaired(self) -> None:
        """120 ft are 24 cells: at 24 it is sure, at 25 not."""
        on = stage(at(hero("anna", BOW), 0, 0), at(foe(), 24, 0), at(foe("orc"), 25, 0), wide=26, high=1)
        assert why(on, "anna", "goblin") == []
        assert why(on, "anna", "orc") == [("Impaired: too far for a sure shot", "CA-14")]

    @pytest.mark.rule("CA-14")
    def test_how_far_a_shot_is_sure_is_for_the_table_to_say(self) -> None:
        on = stage(at(hero("anna", BOW), 0, 0), at(foe(), 3, 0), settings={"clear_ft": 10}, high=1)
        assert why(on, "anna", "goblin") == [("Impaired: too far for a sure shot", "CA-14")]

    @pytest.mark.rule("CA-14")
    def test_whoever_stands_in_darkness_is_hard_to_strike_near_and_far(self) -> None:
        """Lit up to the second cell from the lamp; the goblin stands in the dark, next to anna and away from bert."""
        lamp = {"light": "dark", "lamps": [{"at": [0, 0], "bright": 2}]}
        on = stage(at(hero("anna", SWORD), 2, 0), at(hero("bert", BOW), 0, 0), at(foe(), 3, 0), high=1, **lamp)
        reason = [("Impaired: hard to see (darkness)", "CA-14")]
        assert why(on, "anna", "goblin") == reason
        assert why(on, "bert", "goblin") == reason

    @pytest.mark.rule("CA-14")
    def test_out_of_the_dark_one_sees_what_is_lit(self) -> None:
        """The archer stands in the dark and so does all between; the target is by the lamp."""
        lamp = {"light": "dark", "lamps": [{"at": [9, 0], "bright": 1, "dim": 2}]}
        on = stage(at(hero("anna", BOW), 0, 0), at(foe(), 9, 0), at(foe("orc"), 7, 0), high=1, **lamp)
        assert why(on, "anna", "goblin") == []
        assert why(on, "anna", "orc") == [], "dim light is light enough"

    @pytest.mark.rule("CA-14")
    def test_fog_hides_from_shots_and_not_from_blows(self) -> None:
        fog = [{"kind": "fog", "cells": [[3, 0]]}]
        on = stage(at(hero("anna", SWORD), 2, 0), at(hero("bert", BOW), 0, 0), at(foe(), 3, 0), high=1, terrain=fog)
        assert why(on, "anna", "goblin") == []
        assert why(on, "bert", "goblin") == [("Impaired: hard to see (fog)", "CA-14")]
        assert [str(each.words) for each in aim(on, "bert", "goblin").remarks] == ["Impaired: hard to see (fog)"]

    @pytest.mark.rule("CA-13")
    def test_against_the_helpless_cover_and_advantage_cancel(self) -> None:
        """A window and a helpless target: the d6 stays."""
        window = [{"kind": "window", "between": [[[1, 0], [2, 0]]]}]
        lying = at(foe("goblin", hp=9), 4, 0, state={"fate": "critical"})
        on = stage(at(hero("anna", BOW), 0, 0), lying, at(foe("orc"), 11, 0), high=1, borders=window)
        on.order("attack", "anna", target="goblin", dice=[1])
        assert on.one("attacked")["dice"] == "d6"

    @pytest.mark.rule("CA-14")
    def test_distance_and_cover_are_not_asked_about_on_a_map(self) -> None:
        on = stage(at(hero("anna", BOW), 0, 0), at(foe(), 3, 0))
        fields = [each.name for each in offer(on, "anna", "attack").fields]
        assert fields == ["target", "weapon", "impaired", "enhanced"]
        assert why(on, "anna", "goblin", far=True) == []
        assert why(on, "anna", "goblin", impaired=True) == [("Impaired: hampered", "CA-13")]

    def test_odds_are_those_of_the_ground(self) -> None:
        """d4 against Armor 2: 3 and 4 get past it, one in two. On open ground d6: four in six."""
        window = [{"kind": "window", "between": [[[1, 0], [2, 0]]]}]
        order = {"do": "attack", "actor": "anna", "target": "goblin"}
        for borders, past in ((window, 1 / 2), ([], 4 / 6)):
            on = stage(at(hero("anna", BOW), 0, 0), at(foe("goblin", hp=9, armor=2), 4, 0), high=1, borders=borders)
            odds = odds_of(on.fight, read_command(CAIRN, order))
            assert odds.measures("goblin")["past_defence"] == pytest.approx(past)


class TestBlasts:
    CROWD = (at(foe(), 4, 2), at(foe("orc"), 6, 2), at(foe("troll"), 8, 2))

    def thrower(self, *others: dict[str, Any], col: int = 0, **ground: Any) -> Stage:
        bomb = {**BOMB, "ranged": True}
        return stage(at(hero("anna", bomb), col, 2), at(hero("bert"), 0, 7), *self.CROWD, *others, **ground)

    def caught(self, on: Stage) -> tuple[str, ...]:
        return on["anna"].declared["targets"]

    @pytest.mark.rule("CA-15")
    def test_a_blast_catches_all_within_ten_feet_of_its_centre(self) -> None:
        """Around column 5: columns 4 and 6 are one cell away, column 8 three, and 10 ft are two."""
        on = self.thrower().order("attack", "anna", at=[5, 2])
        assert self.caught(on) == ("goblin", "orc")
        assert on.one("declared_blast") == {"actor": "anna", "weapon": "bomb", "at": "F3"}
        assert on.order("roll", dice=[3, 3]).kinds().count("attacked") == 2

    @pytest.mark.rule("CA-15")
    def test_where_no_cell_is_named_it_strikes_around_the_target(self) -> None:
        assert self.caught(self.thrower().order("attack", "anna", target="troll")) == ("orc", "troll")

    @pytest.mark.rule("CA-15")
    def test_how_far_a_blast_goes_is_for_the_table_to_say(self) -> None:
        on = stage(
            at(hero("anna", {**BOMB, "ranged": True}), 0, 2), at(hero("bert"), 0, 7), *self.CROWD,
            settings={"blast_ft": 5},
        )  # fmt: skip
        assert self.caught(on.order("attack", "anna", target="orc")) == ("orc",)
        area = TACTICS.area(on.fight, on["anna"], "bomb")
        assert area is not None
        assert (area.shape, area.size, area.centre, area.rule) == ("burst", 1, "cell", "CA-15")
        assert TACTICS.area(on.fight, on["anna"], "unarmed") is None

    @pytest.mark.rule("CA-15")
    def test_friends_and_the_hidden_are_caught_and_the_thrower_and_the_dead_are_not(self) -> None:
        lurking = at(foe("lurker"), 5, 3, hidden=True)
        dead = at(foe("body"), 5, 1, state={"fate": "dead"})
        on = self.thrower(at(hero("carl"), 6, 3), lurking, dead, col=3)
        assert self.caught(on.order("attack", "anna", at=[5, 2])) == ("goblin", "orc", "carl", "lurker")

    @pytest.mark.rule("CA-15")
    def test_whether_it_catches_anybody_unseen_cannot_be_told_from_what_is_said_of_it(self) -> None:
        told = []
        for lurker in ([at(foe("lurker"), 3, 7, hidden=True)], []):
            on = self.thrower(*lurker).order("attack", "anna", at=[3, 7])
            said = [(event.kind, dict(event.facts)) for event in on.last.events]
            on.order("end_turn", dice=[1] if lurker else [])
            burst = [dict(event.facts) for event in on.last.events if event.kind == "burst"]
            told.append((said, burst))
        assert told[0] == told[1]

    @pytest.mark.rule("CA-15")
    def test_a_wall_holds_a_blast(self) -> None:
        """A wall down the whole of column 5: who stands behind it is spared."""
        on = self.thrower(walls=[[5, row] for row in range(8)]).order("attack", "anna", target="goblin")
        assert self.caught(on) == ("goblin",)
        words, rule, path = refused(self.thrower(walls=[[5, row] for row in range(8)]), "attack", "anna", at=[6, 2])
        assert words.startswith("Nothing gets through to G3.")
        assert (rule, path) == ("CA-04", "at")

    @pytest.mark.rule("CA-13")
    def test_cover_from_the_centre_shelters_from_a_blast(self) -> None:
        """A window between the centre in column 5 and the orc in column 6, on a row of cells."""
        bomb = {**BOMB, "ranged": True}
        window = [{"kind": "window", "between": [[[5, 0], [6, 0]]]}]
        on = stage(
            at(hero("anna", bomb), 0, 0), at(foe(hp=9), 4, 0), at(foe("orc", hp=9), 6, 0), high=1, borders=window
        )
        on.order("attack", "anna", at=[5, 0], dice=[1, 1])
        assert [event.facts["dice"] for event in on.last.events if event.kind == "attacked"] == ["d12", "d4"]

    @pytest.mark.rule("CA-14")
    def test_a_blast_too_far_away_is_impaired_for_all(self) -> None:
        bomb = {**BOMB, "ranged": True}
        on = stage(
            at(hero("anna", bomb), 0, 0), at(foe(hp=9), 9, 0), at(foe("orc", hp=9), 10, 0), settings={"clear_ft": 20}
        )
        on.order("attack", "anna", at=[9, 0], dice=[1, 1])
        assert [event.facts["dice"] for event in on.last.events if event.kind == "attacked"] == ["d4", "d4"]

    @pytest.mark.rule("CA-15")
    def test_a_blast_that_is_not_thrown_starts_within_reach(self) -> None:
        on = stage(at(hero("anna", BOMB), 0, 2), at(hero("bert"), 0, 7), *self.CROWD)
        assert refused(on, "attack", "anna", at=[2, 2])[1:] == ("CA-04", "at")
        assert self.caught(on.order("attack", "anna", at=[1, 2])) == ()

    @pytest.mark.rule("CA-15")
    def test_only_a_blast_strikes_around_a_cell(self) -> None:
        on = stage(at(hero("anna", SWORD), 0, 2), *self.CROWD)
        assert refused(on, "attack", "anna", at=[1, 2]) == ("Only a blast strikes around a cell.", "CA-15", "at")
        assert refused(self.thrower(), "attack", "anna", at=[12, 2])[0] == "The cell (12, 2) is not on the map."
        covered = self.thrower(shroud=[[5, 5]])
        assert refused(covered, "attack", "anna", at=[5, 5])[0] == "The players are not shown the cell F6."
        nowhere = Stage(hero("anna", BOMB), foe()).begin()
        assert refused(nowhere, "attack", "anna", at=[1, 2]) == ("This fight has no map.", "CA-15", "at")

    @pytest.mark.rule("CA-06")
    def test_whom_attacks_of_this_turn_have_struck_already_a_blast_passes_over(self) -> None:
        on = stage(at(hero("anna", {**BOMB, "ranged": True}), 0, 2), at(hero("bert", AXE), 3, 3), *self.CROWD)
        on.order("attack", "bert", target="goblin").order("roll", dice=[1])
        on.order("attack", "anna", at=[5, 1], dice=[1])
        assert [event.facts["target"] for event in on.last.events if event.kind == "attacked"] == ["orc"]

    @pytest.mark.rule("CA-17")
    def test_the_attacks_of_a_detachment_are_judged_target_by_target(self) -> None:
        many = hero("anna", SWORD, detachment=True)
        on = stage(at(many, 0, 0), at(foe(), 1, 0), at(foe("orc"), 0, 1), at(foe("troll"), 5, 0))
        assert refused(on, "attack", "anna", target="goblin", targets=["troll"])[1:] == ("CA-04", "targets")
        on.order("attack", "anna", target="goblin", targets=["orc"], dice=[1, 1])
        assert on.kinds().count("attacked") == 2

    def test_a_blast_is_offered_with_a_cell_for_its_centre(self) -> None:
        fields = {each.name: each for each in offer(self.thrower(), "anna", "attack").fields}
        assert (fields["at"].kind, fields["at"].required) == ("cell", False)
        assert not {"targets", "unclear", "far"} & fields.keys()

    def test_the_dice_of_a_blast_are_shown_before_it_is_declared(self) -> None:
        on = self.thrower()
        for cell in ([5, 2], [0, 5]):
            preview = CAIRN.preview(on.fight, read_command(CAIRN, {"do": "attack", "actor": "anna", "at": cell}))
            assert preview is not None
            assert preview.dice == "d12"


class TestBots:
    def chosen(self, on: Stage) -> dict[str, Any]:
        command = CAIRN.choose(on.fight)
        assert command is not None
        return command.model_dump(exclude_defaults=True)

    def test_it_attacks_whom_it_can_from_where_it_stands(self) -> None:
        on = stage(at(hero("anna", SWORD), 0, 0), at(foe(), 1, 0), at(foe("orc", hp=1, str=1), 5, 0))
        assert self.chosen(on) == {"do": "attack", "actor": "anna", "target": "goblin", "weapon": "sword"}

    def test_an_archer_stays_where_it_is(self) -> None:
        on = stage(at(hero("anna", BOW), 0, 0), at(foe(), 9, 0))
        assert self.chosen(on) == {"do": "attack", "actor": "anna", "target": "goblin", "weapon": "bow"}

    def test_it_goes_to_the_nearest_cell_from_which_it_strikes(self) -> None:
        """The goblin in column 5 of a row: four cells on."""
        on = stage(at(hero("anna", SWORD), 0, 0), at(foe(), 5, 0), at(foe("orc"), 9, 0), high=1)
        assert self.chosen(on) == {"do": "go", "actor": "anna", "to": (4, 0)}

    def test_where_the_first_move_is_too_short_it_runs_as_far_as_both_carry_it(self) -> None:
        on = stage(at(hero("anna", SWORD), 0, 0), at(foe(), 29, 0), wide=30, high=1)
        assert self.chosen(on) == {"do": "go", "actor": "anna", "to": (16, 0)}

    def test_it_does_not_throw_a_bomb_among_its_friends(self) -> None:
        bomb = {**BOMB, "ranged": True}
        on = stage(at(hero("anna", bomb), 0, 0), at(hero("bert"), 5, 0), at(foe(), 6, 0))
        assert self.chosen(on)["do"] == "go"

    def test_where_nothing_can_be_done_it_waits(self) -> None:
        walled = [{"kind": "wall", "between": [[[0, 0], [1, 0]]]}]
        on = stage(at(hero("anna", SWORD), 0, 0), at(foe(), 1, 0), high=1, borders=walled)
        assert self.chosen(on) == {"do": "wait", "actor": "anna"}

    @pytest.mark.parametrize("grid", ["square", "hex"])
    def test_four_against_four_on_twenty_by_twenty_come_to_an_end(self, grid: str) -> None:
        left = [at(hero(f"hero{row}", SWORD, hp=4), 0 if grid == "square" else -row, 2 * row) for row in range(4)]
        right = [at(foe(f"foe{row}", AXE, hp=4), 19 if grid == "square" else 19 - row, 2 * row) for row in range(4)]
        document = {"system": "cairn", "map": field(20, 20, grid), "fighters": [*left, *right]}
        *_before, last = forecast(set_up(document)[1], 10, "a seed")
        assert (last.done, last.draws) == (10, 0)


def test_where_no_foe_can_be_reached_the_target_is_to_be_chosen_and_is_not_a_friend() -> None:
    walled = stage(at(hero("anna", SWORD), 0, 0), at(hero("bert"), 0, 1), at(foe(), 5, 5))
    target = offer(walled, "anna", "attack").fields[0]
    assert [(each.key, each.allowed) for each in target.options] == [("goblin", False), ("bert", True)]
    assert target.initial == ""
    assert refused(walled, "attack", "anna") == ("Choose a target.", "CA-04", "target")
    near = stage(at(hero("anna", SWORD), 0, 0), at(hero("bert"), 0, 1), at(foe(), 1, 0))
    assert offer(near, "anna", "attack").fields[0].initial == "goblin"
