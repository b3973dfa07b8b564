"""Where one can go and what it costs."""

import random
from itertools import pairwise

import networkx as nx  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.grid import hex as hexes
from rules.grid import square
from rules.grid.cells import Cell, Space, border
from rules.grid.field import Grid, GridKind
from rules.grid.figures import PAIR, SINGLE, TRIANGLE
from rules.grid.moves import FOE, FRIEND, HELPLESS, HELPLESS_BULK, Mover, Passage
from rules.grid.paths import Reach, put_back, reachable
from tests.grid.drawing import Drawing, turned_hex, turned_square

OPEN = Grid("square")
CELLS = st.tuples(st.integers(0, 8), st.integers(0, 8))
MAPS = st.dictionaries(
    CELLS, st.sampled_from(["wall", "difficult", "very_difficult", "chasm", "obstacle"]), max_size=40
)


def costs(drawing: Drawing, budget: int = 30, mover: Mover | None = None) -> Reach:
    return reachable(drawing.grid, drawing["A"][0], budget, mover or Mover())


@pytest.mark.rule("PF-07")
@given(st.tuples(st.integers(-8, 8), st.integers(-8, 8)), st.integers(0, 1))
def test_on_an_empty_map_the_search_agrees_with_the_distance(to: Cell, before: int) -> None:
    found = reachable(OPEN, (0, 0), 14, diagonals=before)
    assert found.costs[to] == square.distance((0, 0), to, before)


@given(st.tuples(st.integers(-6, 6), st.integers(-6, 6)))
def test_on_empty_hexes_the_search_agrees_with_the_distance(to: Cell) -> None:
    assert reachable(Grid("hex"), (0, 0), 12).costs[to] == hexes.distance((0, 0), to)


@pytest.mark.rule("PF-09", "PF-13")
@pytest.mark.parametrize(
    ("kinds", "straight", "diagonal"),
    [
        ({"difficult"}, 2, 3),
        ({"very_difficult"}, 4, 6),
        ({"difficult", "obstacle"}, 4, 6),
        ({"difficult", "very_difficult"}, 8, 12),
    ],
)
def test_each_doubling_doubles_a_step_and_a_diagonal_costs_3_6_12(
    kinds: set[str], straight: int, diagonal: int
) -> None:
    grid = Grid("square", None, {(1, 0): frozenset(kinds), (1, 1): frozenset(kinds)})
    around = reachable(grid, (0, 0), 0, least=True)
    assert (around.costs[1, 0], around.costs[1, 1]) == (straight, diagonal)


@pytest.mark.rule("PF-09")
def test_a_difficult_diagonal_keeps_the_count_of_diagonals() -> None:
    drawing = Drawing("""
        A##
        #~#
        ##B
    """)
    terrain = {cell: names for cell, names in drawing.grid.terrain.items() if names != {"wall"}}
    chasms = {cell: frozenset({"chasm"}) for cell, names in drawing.grid.terrain.items() if names == {"wall"}}
    grid = Grid("square", (3, 3), terrain | chasms)
    assert [step.cost for step in reachable(grid, (0, 0), 9).path((2, 2))] == [3, 1]
    assert [step.cost for step in reachable(grid, (0, 0), 9, diagonals=1).path((2, 2))] == [3, 2]


@pytest.mark.rule("PF-07")
def test_no_diagonal_goes_past_a_solid_corner_but_one_goes_past_a_chasm_or_a_foe() -> None:
    assert costs(Drawing("A#\n.B")).costs[1, 1] == 2
    assert costs(Drawing("Av\n.B")).costs[1, 1] == 1
    drawing = Drawing("AF\nFB")
    occupied = dict.fromkeys(drawing["F"], FOE)
    assert reachable(drawing.grid, (0, 0), 5, occupied=occupied).costs == {(0, 0): 0, (1, 1): 1}
    assert (1, 1) not in costs(Drawing("A#\n#B"))


@pytest.mark.rule("PF-08")
def test_friends_are_passed_but_not_stopped_at_foes_not_passed_helpless_ones_both() -> None:
    corridor = Grid("square", (5, 1))
    assert reachable(corridor, (0, 0), 9, occupied={(2, 0): FRIEND}).costs == {
        (0, 0): 0,
        (1, 0): 1,
        (3, 0): 3,
        (4, 0): 4,
    }
    assert reachable(corridor, (0, 0), 9, occupied={(2, 0): FOE}).costs == {(0, 0): 0, (1, 0): 1}
    assert reachable(corridor, (0, 0), 9, occupied={(2, 0): HELPLESS}).costs[2, 0] == 2
    assert reachable(corridor, (0, 0), 9, occupied={(2, 0): HELPLESS_BULK}).costs[3, 0] == 4


@pytest.mark.rule("PF-10")
def test_an_obstacle_between_squares_costs_2_more_and_one_without_the_movement_stays() -> None:
    grid = Grid("square", (3, 1), borders={border((0, 0), (1, 0)): "low_wall"})
    assert reachable(grid, (0, 0), 3).costs[1, 0] == 3
    assert set(reachable(grid, (0, 0), 2).costs) == {(0, 0)}
    assert reachable(grid, (0, 0), 2, Mover(flies=True)).costs[2, 0] == 2


@pytest.mark.rule("PF-10")
def test_a_wall_between_squares_blocks_and_so_does_its_corner() -> None:
    grid = Grid("square", (2, 2), borders={border((0, 0), (1, 0)): "wall"})
    assert reachable(grid, (0, 0), 9).costs == {(0, 0): 0, (0, 1): 1, (1, 1): 2, (1, 0): 3}
    fence = {border((col, 0), (col, 1)): "low_wall" for col in (0, 1)}
    assert reachable(Grid("square", (2, 2), borders=fence), (0, 0), 9).costs[1, 1] == 3  # a diagonal crosses it once


@pytest.mark.rule("PF-09")
def test_a_large_creature_pays_for_the_worst_square_of_its_space_as_long_as_it_is_on_it() -> None:
    """Onto the rough column 2, over it 2; off it, all plain, 1."""
    drawing = Drawing("""
        A.~..
        .....
    """)
    found = costs(drawing, mover=Mover(2))
    assert [step.cost for step in found.path((3, 0))] == [2, 2, 1]
    assert found.path((2, 0))[-1].space == ((2, 0), (3, 0), (2, 1), (3, 1))


@pytest.mark.rule("PF-09", "PF-13")
def test_a_large_creature_goes_diagonally_at_the_price_of_its_worst_square() -> None:
    """A diagonal is 1½, in rough terrain 3, twice doubled 6; the worst square is twice doubled."""
    kinds = {(1, 2): {"difficult"}, (2, 2): {"very_difficult"}}
    grid = Grid("square", None, {cell: frozenset(names) for cell, names in kinds.items()})
    assert reachable(grid, (0, 0), 0, Mover(2), least=True).costs[1, 1] == 6


@pytest.mark.rule("PF-11")
def test_a_large_creature_squeezes_through_a_passage_half_as_wide_at_double_cost() -> None:
    drawing = Drawing("""
        A.###..
        ......#
        ..###..
    """)
    found = costs(drawing, mover=Mover(2))
    squeezed = [step for step in found.path((3, 1)) if step.squeezed]
    assert squeezed
    assert all(step.cost == 2 for step in squeezed)
    assert all(len(step.space) == 2 for step in squeezed)
    assert found.costs[3, 1] == reachable(drawing.grid, (0, 0), 30, Mover(2)).path((3, 1))[-1].total
    assert (3, 1) not in costs(drawing, mover=Mover(2, squeezes=False))
    assert (3, 1) not in costs(drawing, mover=Mover(3))


@pytest.mark.rule("PF-11")
def test_a_large_creature_bends_round_the_corner_of_a_narrow_passage() -> None:
    drawing = Drawing("""
        A.#####
        ......#
        #####.#
        #####.#
        #####..
        #####..
    """)
    way = costs(drawing, mover=Mover(2)).path((5, 4))
    walls = drawing.grid.solid
    assert all(not walls & set(step.space) for step in way)
    assert not way[-1].squeezed
    spaces = [((0, 0), (1, 0), (0, 1), (1, 1)), *(step.space for step in way)]
    assert all(set(a) & set(b) for a, b in pairwise(spaces)), "it never jumps"


@pytest.mark.rule("PF-11")
def test_in_a_narrow_square_a_creature_of_one_square_squeezes_and_a_bigger_one_does_not_enter() -> None:
    drawing = Drawing("AnB")
    (first, second) = costs(drawing).path((2, 0))
    assert (first.cost, first.squeezed, second.cost, second.squeezed) == (2, True, 1, False)


@pytest.mark.rule("PF-11")
def test_a_large_creature_squeezes_past_a_foe_but_one_of_a_single_square_does_not() -> None:
    """Beside the foe it stands squeezed in the lower row, in columns 2–3 and 3–4: two steps of 2."""
    drawing = Drawing("""
        A..F...
        .......
    """)
    occupied = dict.fromkeys(drawing["F"], FOE)
    way = reachable(drawing.grid, (0, 0), 20, Mover(2), occupied).path((5, 0))
    assert [(step.cost, step.squeezed) for step in way] == [(1, False), (2, True), (2, True), (1, False), (1, False)]
    assert all((3, 0) not in step.space for step in way)
    corridor = Grid("square", (7, 1))
    assert set(reachable(corridor, (0, 0), 20, occupied=occupied).costs) == {(0, 0), (1, 0), (2, 0)}


@pytest.mark.rule("PF-11")
def test_one_that_squeezes_through_another_creature_pays_twice_and_does_not_stop_there() -> None:
    past = {(2, 0): Passage(enter=True, stop=False, cost=2)}
    assert reachable(Grid("square", (5, 1)), (0, 0), 9, occupied=past).costs == {
        (0, 0): 0,
        (1, 0): 1,
        (3, 0): 4,
        (4, 0): 5,
    }


#: A passage one square wide between two rooms of four.
PASSAGE = """
    ....####....
    A...####....
    ............
    ....####....
"""


@pytest.mark.rule("PF-11")
@pytest.mark.parametrize(("size", "passes"), [(1, True), (2, True), (3, False), (4, False)])
def test_narrower_than_half_is_passed_by_escape_artist_alone(size: int, passes: bool) -> None:
    """One square is half of a creature of two squares and less than half of one of three or four."""
    grid = Drawing(PASSAGE).grid
    for escapes in (False, True):
        found = reachable(grid, (0, 0), 60, Mover(size, escapes=escapes))
        assert ((12 - size, 0) in found) is (passes or escapes)


@pytest.mark.rule("PF-11")
def test_by_escape_artist_each_step_costs_2_and_is_marked_as_tight() -> None:
    drawing = Drawing(PASSAGE)
    way = reachable(drawing.grid, (0, 0), 60, Mover(4, escapes=True)).path((8, 0))
    tight = [step for step in way if step.tight]
    assert tight
    assert all(step.cost == 2 and step.squeezed and len(step.space) == 4 for step in tight)
    assert not way[-1].squeezed
    assert all(not drawing.grid.solid & set(step.space) for step in way)


@pytest.mark.rule("PF-11")
def test_escape_artist_is_not_used_where_squeezing_will_do() -> None:
    drawing = Drawing("""
        A.###..
        ......#
        ..###..
    """)
    ways = [reachable(drawing.grid, (0, 0), 30, Mover(2, escapes=escapes)).path((3, 1)) for escapes in (False, True)]
    assert ways[0] == ways[1]
    assert not any(step.tight for step in ways[1])


@pytest.mark.rule("PF-11")
def test_a_very_narrow_square_is_entered_by_escape_artist_alone() -> None:
    grid = Grid("square", (3, 1), {(1, 0): frozenset({"tight"})})
    assert set(reachable(grid, (0, 0), 9).costs) == {(0, 0)}
    (first, second) = reachable(grid, (0, 0), 9, Mover(escapes=True)).path((2, 0))
    assert (first.cost, first.squeezed, first.tight) == (2, True, True)
    assert (second.cost, second.squeezed, second.tight) == (1, False, False)


@pytest.mark.rule("PF-14")
def test_the_least_move_is_one_square_whatever_it_costs_but_not_where_none_can_go() -> None:
    drawing = Drawing("""
        ~~#
        ~A#
        #.#
    """)
    found = reachable(drawing.grid, (1, 1), 0, least=True)
    assert set(found.costs) == {(1, 1), (1, 0), (0, 1), (0, 0), (1, 2)}
    assert [step.cell for step in found.path((0, 0))] == [(0, 0)]


@pytest.mark.rule("PF-12")
def test_one_stopped_where_nobody_may_stand_goes_to_the_last_or_a_nearer_legal_square() -> None:
    way = [(0, 0), (1, 0), (2, 0), (3, 0)]
    corridor = Grid("square", (5, 1))
    assert put_back(corridor, way, lambda cell: cell not in {(2, 0), (3, 0), (4, 0)}) == (1, 0)
    assert put_back(corridor, way, lambda cell: cell not in {(2, 0), (3, 0)}) == (4, 0)
    assert put_back(corridor, way, lambda cell: cell != (3, 0)) == (2, 0)
    assert put_back(corridor, way, lambda cell: False) is None


def test_fliers_pay_for_no_terrain_and_cross_a_chasm_but_no_wall() -> None:
    drawing = Drawing("A~v.#.")
    assert costs(drawing, mover=Mover(flies=True)).costs == {(col, 0): col for col in range(4)}


def test_a_figure_of_two_hexes_goes_where_both_fit() -> None:
    wall = frozenset({"wall"})
    grid = Grid("hex", None, {(2, 0): wall})
    found = reachable(grid, (0, 0), 6, Mover(body=((0, 0), (-1, 0))))
    assert (3, 0) not in found  # its rear would stand in the wall
    assert found.costs[4, 0] == 5


def graph_of(grid: Grid) -> nx.DiGraph:
    """The same steps as a graph, in half cells, written the slow and plain way."""
    graph = nx.DiGraph()
    for cell in grid.cells():
        if cell in grid.closed:
            continue
        graph.add_node(cell)
        around = square.neighbours(cell) if grid.kind == "square" else hexes.neighbours(cell)
        for to in around:
            slanting = grid.kind == "square" and to[0] != cell[0] and to[1] != cell[1]
            past = {(to[0], cell[1]), (cell[0], to[1])} if slanting else set()
            ring = [cell, *sorted(past)[:1], to, *sorted(past)[1:]] if past else [cell, to]
            walled = any(border(a, b) in grid.borders for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
            if to in grid and to not in grid.closed and not past & grid.solid and not walled:
                graph.add_edge(cell, to, weight=(3 if slanting else 2) * grid.costs.get(to, 1))
    return graph


@settings(max_examples=60, deadline=None)
@given(MAPS, st.sampled_from(["square", "hex"]), st.integers(0, 25), st.sets(CELLS, max_size=20))
def test_on_any_map_the_search_agrees_with_dijkstra_of_networkx(
    kinds: dict[Cell, str], kind: GridKind, budget: int, walls: set[Cell]
) -> None:
    terrain = {
        cell if kind == "square" else hexes.from_offset(*cell): frozenset({name}) for cell, name in kinds.items()
    }
    terrain.pop((0, 0), None)
    borders = {border(cell, (cell[0] + sum(cell) % 2, cell[1] + 1 - sum(cell) % 2)): "wall" for cell in walls}
    grid = Grid(kind, (9, 9), terrain, borders)
    expected = nx.single_source_dijkstra_path_length(graph_of(grid), (0, 0), cutoff=2 * budget + 1)
    assert reachable(grid, (0, 0), budget).costs == {cell: cost // 2 for cell, cost in expected.items()}


@pytest.mark.rule("PF-09", "PF-16")
@settings(max_examples=60, deadline=None)
@given(MAPS, st.integers(2, 3), st.integers(0, 14))
def test_a_big_creature_that_does_not_squeeze_goes_as_dijkstra_of_networkx_goes(
    kinds: dict[Cell, str], size: int, budget: int
) -> None:
    """Each step pays for the worst square of the space it leads to, and cuts no solid corner."""
    terrain = {cell: frozenset({name}) for cell, name in kinds.items() if max(cell) >= size}
    grid = Grid("square", (9, 9), terrain)
    graph = nx.DiGraph()
    graph.add_node((0, 0))
    for cell in grid.cells():
        for to in square.neighbours(cell):
            space = square.space_of(to, size)
            slanting = to[0] != cell[0] and to[1] != cell[1]
            past = {each for corner in ((to[0], cell[1]), (cell[0], to[1])) for each in square.space_of(corner, size)}
            stands = all(each in grid and each not in grid.closed for each in space)
            if stands and not (slanting and past & grid.solid):
                worst = max(grid.costs.get(each, 1) for each in space)
                graph.add_edge(cell, to, weight=(3 if slanting else 2) * worst)
    expected = nx.single_source_dijkstra_path_length(graph, (0, 0), cutoff=2 * budget + 1)
    found = reachable(grid, (0, 0), budget, Mover(size, squeezes=False))
    assert found.costs == {cell: cost // 2 for cell, cost in expected.items()}


@settings(max_examples=60, deadline=None)
@given(MAPS, st.integers(1, 3), st.integers(0, 9), st.integers(0, 4))
def test_a_bigger_budget_reaches_all_that_a_smaller_one_does_at_the_same_cost(
    kinds: dict[Cell, str], size: int, budget: int, more: int
) -> None:
    grid = Grid("square", (10, 10), {cell: frozenset({name}) for cell, name in kinds.items()})
    less, bigger = (reachable(grid, (0, 0), each, Mover(size)) for each in (budget, budget + more))
    assert all(bigger.costs[cell] == cost for cell, cost in less.costs.items())
    assert all(cost <= budget for cost in less.costs.values())


@settings(max_examples=60, deadline=None)
@given(MAPS, st.integers(1, 4), st.integers(0, 1), st.booleans())
def test_the_cost_of_a_way_is_the_sum_of_its_steps_and_its_steps_join(
    kinds: dict[Cell, str], size: int, before: int, bordered: bool
) -> None:
    rng = random.Random(len(kinds))
    borders = {}
    if bordered:
        for _each in range(15):
            cell = rng.randrange(8), rng.randrange(8)
            borders[border(cell, (cell[0] + 1, cell[1]))] = rng.choice(["wall", "low_wall", "door"])
    terrain = {cell: frozenset({name}) for cell, name in kinds.items() if max(cell) >= size}
    grid = Grid("square", (10, 10), terrain, borders)
    found = reachable(grid, (0, 0), 14, Mover(size), diagonals=before)
    for cell, cost in found.costs.items():
        way = found.path(cell)
        assert sum(step.cost for step in way) == cost
        if way:
            assert (way[-1].cell, way[-1].total) == (cell, cost)
            assert found.previous(cell) == (way[-2].cell if len(way) > 1 else (0, 0))
        for step in way:
            assert not grid.closed & set(step.space)
            assert len(step.space) == size * size or step.squeezed
    assert found.previous((0, 0)) is None


@settings(max_examples=60, deadline=None)
@given(MAPS, st.integers(1, 3), st.booleans(), st.integers(0, 7), st.sets(CELLS, max_size=12))
def test_costs_are_the_same_on_a_map_that_is_turned_or_mirrored(
    kinds: dict[Cell, str], size: int, escapes: bool, turn: int, walls: set[Cell]
) -> None:
    """Creatures of several squares are named by the upper left one, so the turned space is named anew."""
    terrain = {cell: frozenset({name}) for cell, name in kinds.items() if min(cell) >= size}
    borders = {border(cell, (cell[0] + sum(cell) % 2, cell[1] + 1 - sum(cell) % 2)): "wall" for cell in walls}
    mover = Mover(size, escapes=escapes)
    found = reachable(Grid("square", None, terrain, borders), (0, 0), 9, mover)
    turned_grid = Grid(
        "square",
        None,
        {turned_square(cell, turn): names for cell, names in terrain.items()},
        {border(*(turned_square(cell, turn) for cell in between)): name for between, name in borders.items()},
    )

    def named(cell: Cell) -> Cell:
        return min(turned_square(each, turn) for each in square.space_of(cell, size))

    turned = reachable(turned_grid, named((0, 0)), 9, mover)
    full = {cell: cost for cell, cost in found.costs.items() if not (way := found.path(cell)) or not way[-1].squeezed}
    assert all(turned.costs[named(cell)] <= cost for cell, cost in full.items())
    assert size > 1 or len(turned.costs) == len(full)


@settings(max_examples=60, deadline=None)
@given(MAPS, st.integers(0, 11), st.sampled_from([SINGLE, PAIR, TRIANGLE]), st.sets(CELLS, max_size=12))
def test_on_hexes_costs_are_the_same_on_a_map_that_is_turned_or_mirrored_and_add_up(
    kinds: dict[Cell, str], turn: int, body: Space, walls: set[Cell]
) -> None:
    terrain = {cell: frozenset({name}) for cell, name in kinds.items() if min(cell) >= 1}
    borders = {border(cell, (cell[0] + sum(cell) % 2, cell[1] + 1 - sum(cell) % 2)): "wall" for cell in walls}
    found = reachable(Grid("hex", None, terrain, borders), (0, 0), 8, Mover(body=body))
    turned_grid = Grid(
        "hex",
        None,
        {turned_hex(cell, turn): names for cell, names in terrain.items()},
        {border(*(turned_hex(cell, turn) for cell in between)): name for between, name in borders.items()},
    )
    turned = reachable(turned_grid, (0, 0), 8, Mover(body=tuple(turned_hex(cell, turn) for cell in body)))
    assert turned.costs == {turned_hex(cell, turn): cost for cell, cost in found.costs.items()}
    assert all(sum(step.cost for step in found.path(cell)) == cost for cell, cost in found.costs.items())
