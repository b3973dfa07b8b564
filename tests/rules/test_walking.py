"""Going over the map: where one may stand, who is in the way, what is told of it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dice import Scripted
from rules.effects import EVERYBODY, GM
from rules.errors import BadInput, Refused
from rules.fight import Change
from rules.grid.paths import Step
from rules.maps import read_map
from rules.play import play
from rules.scenario import set_up
from rules.walking import reach_of, space_of, unseen_at, walk, why_taken
from tests.rules.stage import CAIRN, SWORD, Stage, at, field, foe, hero


def stage(*fighters: dict[str, Any], **more: Any) -> Stage:
    return Stage(*fighters, ground=field(**more))


def walked(on: Stage, who: str, *cells: tuple[int, int], facing: int | None = None) -> Stage:
    """A way is gone whose steps cost a cell each."""
    on.last = play(on.fight, walk(on.fight, on[who], way(*cells), facing, "CA-03"), Scripted([]))
    return on


def way(*cells: tuple[int, int]) -> tuple[Step, ...]:
    """Steps of a cell each."""
    return tuple(
        Step(cell, cost=1, total=number, space=(cell,), squeezed=False, tight=False)
        for number, cell in enumerate(cells, 1)
    )  # fmt: skip


def audiences(on: Stage) -> list[tuple[str, str]]:
    return [(event.kind, event.audience) for event in on.last.events]


class TestReach:
    def test_it_goes_as_far_as_its_movement_every_second_diagonal_counting_two(self) -> None:
        """Three cells: 3 straight, or 2 diagonals (1 + 2), not 3 of them (1 + 2 + 1)."""
        on = stage(at(hero(), 0, 0))
        reach = reach_of(on.fight, on["anna"], 3)
        assert reach.costs[3, 0] == 3
        assert reach.costs[2, 2] == 3
        assert (4, 0) not in reach
        assert (3, 3) not in reach

    def test_on_hexes_every_neighbour_is_one_cell(self) -> None:
        """Within 1 hex of one in the middle: itself and six."""
        on = stage(at(hero(), 3, 3), grid="hex")
        assert len(reach_of(on.fight, on["anna"], 1).costs) == 7

    def test_a_foe_bars_a_corridor_and_a_friend_is_passed_but_no_place_to_stop(self) -> None:
        """A corridor one cell high: the foe in column 2 closes it; a friend there is gone through."""
        barred = stage(at(hero(), 0, 0), at(foe(), 2, 0), high=1)
        assert set(reach_of(barred.fight, barred["anna"], 5).costs) == {(0, 0), (1, 0)}
        passed = stage(at(hero(), 0, 0), at(hero("bert"), 2, 0), high=1)
        assert set(reach_of(passed.fight, passed["anna"], 4).costs) == {(0, 0), (1, 0), (3, 0), (4, 0)}

    def test_whom_its_side_does_not_see_is_not_in_the_way(self) -> None:
        on = stage(at(hero(), 0, 0), at(foe(), 2, 0, hidden=True), high=1)
        assert (2, 0) in reach_of(on.fight, on["anna"], 5)

    def test_a_player_goes_nowhere_that_players_are_not_shown_and_a_creature_does(self) -> None:
        on = stage(at(hero(), 0, 0), at(foe(), 6, 0), high=1, shroud=[[2, 0], [4, 0]])
        assert set(reach_of(on.fight, on["anna"], 5).costs) == {(0, 0), (1, 0)}
        assert (2, 0) in reach_of(on.fight, on["goblin"], 5)

    def test_who_is_not_on_the_map_goes_nowhere(self) -> None:
        on = stage(hero())
        with pytest.raises(Refused, match="anna is not on the map"):
            reach_of(on.fight, on["anna"], 5)

    def test_without_a_map_there_is_nothing_to_go_over(self) -> None:
        on = Stage(hero())
        with pytest.raises(Refused, match="This fight has no map"):
            reach_of(on.fight, on["anna"], 5)


class TestAWay:
    def test_it_ends_where_it_leads_to(self) -> None:
        on = walked(stage(at(hero(), 0, 0)), "anna", (1, 0), (2, 1))
        assert on["anna"].at == (2, 1)
        assert on.one("went") == {"actor": "anna", "from": "A1", "to": "C2", "cells": 2}

    def test_it_stops_before_somebody_unseen_and_only_the_game_master_is_told_before_whom(self) -> None:
        on = walked(stage(at(hero(), 0, 0), at(foe(), 2, 0, hidden=True)), "anna", (1, 0), (2, 0), (3, 0))
        assert on["anna"].at == (1, 0)
        assert audiences(on) == [("stopped", EVERYBODY), ("met", GM)]
        assert on.one("stopped") == {"actor": "anna", "from": "A1", "to": "B1"}
        assert on.one("met") == {"actor": "anna", "target": "goblin"}

    def test_it_stops_before_one_under_the_shroud_as_well(self) -> None:
        on = walked(stage(at(hero(), 0, 0), at(foe(), 2, 0), shroud=[[2, 0]]), "anna", (1, 0), (2, 0))
        assert on["anna"].at == (1, 0)

    def test_who_is_stopped_does_not_stop_in_the_cell_of_a_friend(self) -> None:
        """A friend in column 2, somebody unseen in column 3: it ends in column 1."""
        there = stage(at(hero(), 0, 0), at(hero("bert"), 2, 0), at(foe(), 3, 0, hidden=True))
        on = walked(there, "anna", (1, 0), (2, 0), (3, 0), (4, 0))
        assert on["anna"].at == (1, 0)

    def test_who_is_stopped_at_the_first_step_stays_where_it_was(self) -> None:
        on = walked(stage(at(hero(), 0, 0), at(foe(), 1, 0, hidden=True)), "anna", (1, 0), (2, 0))
        assert on["anna"].at == (0, 0)
        assert on.kinds() == ["stopped", "met"]

    def test_the_dead_that_nobody_sees_are_stepped_over(self) -> None:
        body = at(foe(), 1, 0, hidden=True, state={"fate": "dead"})
        on = walked(stage(at(hero(), 0, 0), body), "anna", (1, 0), (2, 0))
        assert on["anna"].at == (2, 0)

    def test_a_hidden_friend_is_no_stranger(self) -> None:
        on = walked(stage(at(foe(), 0, 0), at(foe("orc"), 1, 0, hidden=True)), "goblin", (1, 0), (2, 0))
        assert on["goblin"].at == (2, 0)

    def test_what_it_takes_is_paid_for_the_steps_really_gone(self) -> None:
        on = stage(at(hero(), 0, 0), at(foe(), 2, 0, hidden=True))
        paid: list[tuple[int, bool]] = []

        def pay(gone: tuple[Step, ...], stopped: bool) -> tuple[Change, ...]:
            paid.append((len(gone), stopped))
            return on["anna"].to(moved=len(gone))

        play(on.fight, walk(on.fight, on["anna"], way((1, 0), (2, 0), (3, 0)), None, "CA-03", pay), Scripted([]))
        assert paid == [(1, True)]
        assert on["anna"].moved == 1

    def test_on_hexes_it_looks_the_way_it_went_unless_it_is_said_otherwise(self) -> None:
        """From (1, 1) to (1, 2) is south-east, facing 1; hexes count clockwise from the east."""
        assert walked(stage(at(hero(), 1, 1), grid="hex"), "anna", (1, 2))["anna"].facing == 1
        assert walked(stage(at(hero(), 1, 1), grid="hex"), "anna", (1, 2), facing=4)["anna"].facing == 4

    def test_an_empty_way_turns(self) -> None:
        on = walked(stage(at(hero(), 1, 1), grid="hex"), "anna", facing=3)
        assert on.kinds() == ["turned"]
        assert (on["anna"].at, on["anna"].facing) == ((1, 1), 3)


class TestWhoSeesIt:
    """Columns 3 and 4 of a row are under the shroud. What is told of the unseen, an encounter keeps from players."""

    def creature(self, col: int, **more: Any) -> Stage:
        return stage(at(hero(), 0, 5), at(foe(), col, 0, **more), shroud=[[3, 0], [4, 0]])

    def test_a_creature_that_comes_out_of_the_shroud_appears_and_where_it_came_from_is_not_told(self) -> None:
        on = walked(self.creature(4), "goblin", (3, 0), (2, 0))
        assert audiences(on) == [("went", GM), ("appeared", EVERYBODY)]
        assert on.one("appeared") == {"actor": "goblin", "to": "C1"}

    def test_one_that_goes_under_the_shroud_vanishes_while_it_is_still_seen(self) -> None:
        on = walked(self.creature(2), "goblin", (3, 0))
        assert on.kinds() == ["vanished", "went"]
        assert on.one("vanished") == {"actor": "goblin"}
        assert not on.last.events[0].changes

    def test_one_that_is_hidden_neither_appears_nor_vanishes(self) -> None:
        assert walked(self.creature(4, hidden=True), "goblin", (3, 0), (2, 0)).kinds() == ["went"]
        assert walked(self.creature(2, hidden=True), "goblin", (3, 0)).kinds() == ["went"]

    def test_a_player_character_is_seen_everywhere(self) -> None:
        on = stage(at(hero(), 2, 0), shroud=[[3, 0]])
        assert not unseen_at(on.fight, on["anna"], (3, 0))
        assert audiences(walked(on, "anna", (3, 0))) == [("went", EVERYBODY)]


class TestStanding:
    def test_nobody_is_put_outside_the_map_into_a_wall_or_onto_another(self) -> None:
        on = stage(at(hero(), 0, 0), at(foe(), 1, 0), walls=[[2, 0]])
        assert str(why_taken(on.fight, on["anna"], (12, 0))) == "The cell M1 is not on the map."
        assert str(why_taken(on.fight, on["anna"], (2, 0))) == "Something solid fills the cell C1."
        assert str(why_taken(on.fight, on["anna"], (1, 0))) == "goblin stands there."
        assert why_taken(on.fight, on["anna"], (0, 0)) is None
        assert why_taken(on.fight, on["anna"], (3, 0)) is None

    def test_over_one_who_lies_there_somebody_may_stand(self) -> None:
        on = stage(at(hero(), 0, 0), at(foe(), 1, 0, state={"fate": "critical"}))
        assert why_taken(on.fight, on["anna"], (1, 0)) is None

    def test_a_fighter_takes_its_cell_and_none_where_it_is_not_on_the_map(self) -> None:
        on = stage(at(hero(), 4, 2), hero("bert"))
        assert space_of(on.fight, on["anna"]) == ((4, 2),)
        assert space_of(on.fight, on["bert"]) == ()

    def test_a_scenario_says_who_stands_where_there_is_no_place(self) -> None:
        document = {
            "system": CAIRN.slug, "map": field(walls=[[1, 0]]),
            "fighters": [at(hero("anna", SWORD), 1, 0), at(foe(), 0, 0), at(foe("orc"), 0, 9)],
        }  # fmt: skip
        with pytest.raises(BadInput) as bad:
            set_up(document)
        assert [(each.path, str(each.words)) for each in bad.value.errors] == [
            ("fighters.0.at", "Something solid fills the cell B1."),
            ("fighters.2.at", "The cell A10 is not on the map."),
        ]

    def test_in_a_scenario_nobody_looks_to_a_seventh_side_of_a_hex(self) -> None:
        document = {
            "system": CAIRN.slug, "map": field(grid="hex"),
            "fighters": [at(hero("anna"), 1, 0, facing=5), at(foe(), 0, 0, facing=6)],
        }  # fmt: skip
        with pytest.raises(BadInput) as bad:
            set_up(document)
        assert [(each.path, str(each.words)) for each in bad.value.errors] == [("fighters.1.facing", "At most 5.")]


def test_a_door_that_is_drawn_shut_bars_the_way_it_led() -> None:
    """Of three cells in a row the last is two away; a shut door behind the first leaves only that one."""
    row = read_map(field(3, 1, borders=[{"kind": "door", "between": [[[0, 0], [1, 0]]]}]))
    on = stage(at(hero(), 0, 0), wide=3, high=1)
    assert (2, 0) in reach_of(on.fight, on["anna"], 2)
    on.fight.map = row
    assert set(reach_of(on.fight, on["anna"], 2).costs) == {(0, 0)}
