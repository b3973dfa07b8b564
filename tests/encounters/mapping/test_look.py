"""What the map says of a combatant that is picked. A cell is 5 ft: a Cairn move of 40 ft is 8 cells, two are 16."""

from __future__ import annotations

from typing import Any

import pytest

from encounters.mapping.look import look_at
from rules.grid.hex import from_offset
from tests.encounters.mapping.table import look, names_of, row_of, said
from tests.encounters.mapping.test_outline import enclosed
from tests.rules.stage import AXE, BOW, SWORD, Stage, at, field, foe, hero


def stage(*others: dict[str, Any], ground: dict[str, Any] | None = None, gear: dict[str, Any] = SWORD) -> Stage:
    """Anna at A1, and whom else is named, on a field of 12 × 8 where none is given; her side's turn."""
    return Stage(at(hero("anna", gear), 0, 0), *others, ground=ground or field()).begin()


GOBLIN = at(foe("goblin", SWORD), 3, 0)


# How far


@pytest.mark.rule("CA-03")
def test_one_may_move_forty_feet_and_twice_as_far_for_the_action() -> None:
    found = look(stage(GOBLIN), "anna")
    assert [(zone.gait.label, said(zone.length), zone.gait.rule, zone.gait.uses_action) for zone in found.zones] == [
        ("Move", "40 ft", "CA-03", False), ("Second move", "80 ft", "CA-03", True)
    ]  # fmt: skip
    assert (found.at_name, found.to, found.cells, found.may_go) == ("A1", None, None, False)


@pytest.mark.rule("CA-03")
def test_a_zone_is_drawn_around_all_that_can_be_reached() -> None:
    """On a strip of 20 cells from A1: 8 cells and the own one, then 16 and the own one."""
    near, far = look(stage(at(foe("goblin"), 19, 0), ground=field(20, 1)), "anna").zones
    assert (enclosed(near.path), enclosed(far.path)) == (9, 17)


def test_a_way_is_counted_in_cells_and_feet_and_drawn_from_middle_to_middle() -> None:
    found = look(stage(GOBLIN), "anna", (0, 2))
    assert (found.to_name, found.cells, said(found.length)) == ("A3", 2, "10 ft")
    assert found.gait is not None
    assert found.gait.label == "Move"
    assert found.way == "10,10 10,30 10,50"
    assert found.chosen == (10, 50)
    assert found.may_go


def test_every_other_diagonal_counts_twice() -> None:
    """Three diagonals from A1 to D4: 1 + 2 + 1 = 4 cells."""
    found = look(stage(at(foe("goblin"), 9, 7)), "anna", (3, 3))
    assert (found.cells, said(found.length)) == (4, "20 ft")


def test_difficult_ground_counts_twice() -> None:
    """B1 and C1 are difficult and D1 is not, on a strip: 2 + 2 + 1 = 5."""
    ground = field(12, 1, terrain=[{"kind": "difficult", "cells": [[1, 0], [2, 0]]}])
    assert look(stage(at(foe("goblin"), 11, 0), ground=ground), "anna", (3, 0)).cells == 5


@pytest.mark.rule("CA-03")
@pytest.mark.parametrize(("col", "label", "costs_the_action"), [(8, "Move", False), (9, "Second move", True)])
def test_the_ninth_cell_takes_the_second_move(col: int, label: str, costs_the_action: bool) -> None:
    found = look(stage(at(foe("goblin"), 19, 0), ground=field(20, 1)), "anna", (col, 0))
    assert found.gait is not None
    assert (found.cells, found.gait.label, found.gait.uses_action) == (col, label, costs_the_action)


@pytest.mark.rule("CA-03")
def test_what_was_gone_is_not_there_any_more() -> None:
    """Five of eight cells gone, three are left, eleven with the second move."""
    on = stage(at(foe("goblin"), 19, 0), ground=field(20, 1)).order("go", "anna", to=[5, 0])
    assert [said(zone.length) for zone in look(on, "anna").zones] == ["15 ft", "55 ft"]


def test_on_hexes_a_way_goes_from_hex_to_hex_and_there_is_a_facing() -> None:
    """A1 to C2, axially (0, 0) to (2, 1), is 3 hexes; the middle of C2 is at (60, 28.87)."""
    on = Stage(at(hero("anna", SWORD), 0, 0, facing=1), at(foe("goblin"), 6, 0), ground=field(8, 5, grid="hex")).begin()
    found = look(on, "anna", (2, 1))
    assert (found.to_name, found.cells, found.facing) == ("C2", 3, 1)
    assert found.chosen == (60, 28.87)
    assert found.way.split()[0] == "10,11.55"
    assert len(found.way.split()) == 4


# Why not


@pytest.mark.parametrize(
    ("ground", "to", "why"),
    [
        (field(20, 1), (17, 0), "That is too far to go now."),
        (field(20, 1), (19, 0), "goblin stands there."),
        (field(20, 1, terrain=[{"kind": "chasm", "cells": [[4, 0]]}]), (4, 0), "Nobody goes there on foot."),
        (field(20, 1, walls=[[4, 0]]), (4, 0), "Nobody goes there on foot."),
        (field(20, 1, borders=[{"kind": "door", "between": [[[1, 0], [2, 0]]]}]), (2, 0), "That is too far to go now."),
    ],
)
def test_the_map_says_why_one_cannot_go_to_a_cell(ground: dict[str, Any], to: tuple[int, int], why: str) -> None:
    found = look(stage(at(foe("goblin"), 19, 0), ground=ground), "anna", to)
    assert said(found.why_not) == why
    assert (found.may_go, found.cells, found.way) == (False, None, "")
    assert found.chosen is not None


@pytest.mark.rule("CA-01")
def test_who_is_not_on_turn_cannot_move_now() -> None:
    found = look(stage(GOBLIN), "goblin", (5, 0))
    assert said(found.why_not) == "goblin cannot move now."
    assert found.zones == ()


def test_while_no_orders_are_taken_nobody_moves() -> None:
    found = look(stage(GOBLIN), "anna", (1, 0), may_order=False)
    assert (found.zones, said(found.why_not), found.may_go) == ((), "anna cannot move now.", False)
    assert [each.name for each in found.aims] == ["goblin"], "one may look all the same"


@pytest.mark.parametrize("to", [(0, 0), (12, 0), (-1, 3)])
def test_the_own_cell_and_a_cell_off_the_map_are_no_place_to_go(to: tuple[int, int]) -> None:
    found = look(stage(GOBLIN), "anna", to)
    assert (found.to, found.to_name, found.chosen, found.why_not) == (None, "", None, None)


def test_who_is_not_on_the_map_has_no_look() -> None:
    on = Stage(hero("anna"), at(foe("goblin"), 3, 0), ground=field()).begin()
    assert look_at(on.fight, row_of(on, "anna"), names_of(on), None, may_order=True) is None


@pytest.mark.parametrize("ground", [None, {"grid": "square"}])
def test_without_a_map_or_on_an_open_field_there_is_nothing_to_look_at(ground: dict[str, Any] | None) -> None:
    on = Stage(at(hero("anna"), 0, 0), at(foe("goblin"), 3, 0), ground=ground).begin()
    assert look_at(on.fight, row_of(on, "anna"), names_of(on), (1, 0), may_order=True) is None


# Whom it could attack from there


@pytest.mark.rule("CA-04")
def test_a_foe_out_of_reach_is_listed_with_the_reason_and_in_reach_from_the_next_cell() -> None:
    on = stage(GOBLIN)
    (here,) = look(on, "anna").aims
    assert (said(here.length), here.aim.allowed, here.rule, here.tone) == ("15 ft", False, "CA-04", "bad")
    assert said(here.aim.why) == "Out of reach for sword: 3 cells, 15 ft."
    (there,) = look(on, "anna", (2, 0)).aims
    assert (said(there.length), there.aim.allowed, there.because, there.tone) == ("5 ft", True, None, "ok")
    assert there.is_foe


def test_where_one_cannot_go_it_is_judged_from_where_one_stands() -> None:
    """To stand in the goblin's own cell is impossible: it stays three cells away."""
    (aimed,) = look(stage(GOBLIN), "anna", (3, 0)).aims
    assert said(aimed.length) == "15 ft"


def test_nearest_foes_come_first_and_who_has_no_name_here_does_not_come_at_all() -> None:
    on = stage(at(foe("wolf"), 9, 0), at(foe("ghost"), 1, 0), at(foe("orc"), 4, 0), gear=BOW)
    assert [aimed.name for aimed in look(on, "anna", None, "ghost").aims] == ["orc", "wolf"]


# Lines


def test_a_clear_line_is_drawn_from_the_cell_that_was_chosen_and_from_nowhere_else() -> None:
    """From A3, whose middle is (10, 50), to the wolf at F3, (110, 50)."""
    on = stage(at(foe("wolf"), 5, 2), gear=BOW)
    assert look(on, "anna").lines == ()
    (line,) = look(on, "anna", (0, 2)).lines
    assert (line.x, line.y, line.to_x, line.to_y, line.tone) == (10, 50, 110, 50, "clear")


@pytest.mark.rule("CA-13")
def test_cover_is_explained_by_a_line_that_was_cut() -> None:
    """Cover fills C1 between A1 and E1: a line from a corner of the one to one of the other goes through its inside."""
    ground = field(12, 8, terrain=[{"kind": "cover", "cells": [[2, 0]]}])
    found = look(stage(at(foe("wolf"), 4, 0), ground=ground, gear=BOW), "anna")
    (line,) = found.lines
    assert line.tone == "cover"
    assert (line.x, line.y) in {(0, 0), (20, 0), (0, 20), (20, 20)}
    assert (line.to_x, line.to_y) in {(80, 0), (100, 0), (80, 20), (100, 20)}
    middle = line.y + (line.to_y - line.y) * (50 - line.x) / (line.to_x - line.x)
    assert 0 < middle < 20
    (aimed,) = found.aims
    assert (aimed.aim.allowed, aimed.tone) == (True, "warn")
    assert "cut by cover" in said(aimed.because)
    assert [said(remark.words) for remark in aimed.aim.remarks] == ["Impaired: cover (cover)"]


@pytest.mark.rule("CA-04")
def test_a_wall_across_the_whole_map_lets_nothing_through() -> None:
    ground = field(12, 3, walls=[[2, 0], [2, 1], [2, 2]])
    found = look(stage(at(foe("wolf"), 4, 0), ground=ground, gear=BOW), "anna")
    assert [line.tone for line in found.lines] == ["total"]
    (aimed,) = found.aims
    assert (aimed.aim.allowed, aimed.tone, aimed.rule) == (False, "bad", "CA-04")
    assert said(aimed.aim.why).startswith("Nothing gets through to wolf.")


@pytest.mark.rule("CA-14")
def test_who_stands_in_fog_is_hard_to_see_from_afar_and_plain_from_the_next_cell() -> None:
    ground = field(12, 8, terrain=[{"kind": "fog", "cells": [[4, 0]]}])
    on = Stage(at(hero("anna", BOW, AXE), 0, 0), at(foe("wolf"), 4, 0), ground=ground).begin()
    (afar,) = look(on, "anna").aims
    assert [said(remark.words) for remark in afar.aim.remarks] == ["Impaired: hard to see (fog)"]
    (near,) = look(on, "anna", (3, 0)).aims
    assert near.aim.remarks == ()


def test_a_cut_line_on_hexes_goes_from_middle_to_middle() -> None:
    """From A1 at (10, 11.55) to E1 at (90, 11.55), through the thicket at C1."""
    ground = field(8, 1, grid="hex", terrain=[{"kind": "thicket", "cells": [[2, 0]]}])
    on = Stage(
        at(hero("anna", BOW), 0, 0, facing=0), at(foe("wolf"), *from_offset(4, 0), facing=3), ground=ground
    ).begin()
    (line,) = look(on, "anna").lines
    assert (line.x, line.y, line.to_x, line.to_y, line.tone) == (10, 11.55, 90, 11.55, "cover")
