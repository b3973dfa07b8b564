"""The grid: the search for paths against networkx on the same graph, a verdict on cover against attacks.

And the page with a map of 60 × 60 cells and 50 combatants: how much of it is sent, against what it may be at most.
"""

from __future__ import annotations

import random
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import networkx as nx  # type: ignore[import-untyped]

from benchmarks.engine import begun, resolve
from benchmarks.measure import Figure, interleaved, seconds
from rules.dice import Chance
from rules.grid import hex as hexes
from rules.grid import square
from rules.grid.cells import Cell
from rules.grid.field import Grid, GridKind
from rules.grid.paths import reachable
from rules.grid.sight import Body, cover
from rules.maps import BattleMap, write_map

if TYPE_CHECKING:
    from benchmarks.site import Fought

SIDE = 60
TOKENS = 50
VERDICTS = 100
ATTACKS = 20
KINDS: tuple[GridKind, ...] = ("square", "hex")
#: What a page with a map may come to, uncompressed, and the answer to a move.
PAGE_BYTES, MOVE_BYTES = 400_000, 30_000


def furnished(kind: GridKind) -> Grid:
    """A map of 60 × 60 cells, one in eight a wall, one in five difficult."""
    rng = random.Random("grid")
    terrain: dict[Cell, frozenset[str]] = {}
    for col in range(SIDE):
        for row in range(SIDE):
            chance = rng.random()
            if chance < 0.32 and (col, row) != (SIDE // 2, SIDE // 2):
                cell = (col, row) if kind == "square" else hexes.from_offset(col, row)
                terrain[cell] = frozenset({"wall" if chance < 0.12 else "difficult"})
    return Grid(kind, (SIDE, SIDE), terrain)


def graph_of(grid: Grid) -> nx.DiGraph:
    """The steps of a map as a graph, in half cells."""
    graph = nx.DiGraph()
    for cell in grid.cells():
        if cell in grid.solid:
            continue
        for to in square.neighbours(cell) if grid.kind == "square" else hexes.neighbours(cell):
            slanting = grid.kind == "square" and to[0] != cell[0] and to[1] != cell[1]
            past = {(to[0], cell[1]), (cell[0], to[1])} if slanting else set()
            if to in grid and to not in grid.solid and not past & grid.solid:
                graph.add_edge(cell, to, weight=(3 if slanting else 2) * grid.costs.get(to, 1))
    return graph


def _reach(kind: GridKind, name: str) -> Figure:
    grid = furnished(kind)
    graph = graph_of(grid)
    start = (SIDE // 2, SIDE // 2) if kind == "square" else hexes.from_offset(SIDE // 2, SIDE // 2)
    ours, theirs = interleaved(
        lambda: seconds(lambda: reachable(grid, start, 10_000)),
        lambda: seconds(lambda: nx.single_source_dijkstra_path_length(graph, start)),
    )
    found = reachable(grid, start, 10_000).costs
    assert found == {cell: cost // 2 for cell, cost in nx.single_source_dijkstra_path_length(graph, start).items()}
    detail = f"{ours * 1e3:.2f} ms for {len(found)} cells, networkx {theirs * 1e3:.2f} ms without building its graph"
    return Figure(name, ours / theirs, 1, detail=detail)


def reach_squares() -> Figure:
    """All that can be reached on squares to networkx's Dijkstra on the same graph."""
    return _reach("square", "reach_squares")


def reach_hexes() -> Figure:
    """All that can be reached on hexes to networkx's Dijkstra on the same graph."""
    return _reach("hex", "reach_hexes")


def _cover(kind: GridKind, name: str) -> Figure:
    grid = furnished(kind)
    rng = random.Random("tokens")
    free = [cell for cell in grid.cells() if cell not in grid.solid]
    tokens = [Body(str(number), (cell,)) for number, cell in enumerate(rng.sample(free, TOKENS))]
    pairs = [rng.sample(tokens, 2) for _each in range(VERDICTS)]
    fight, command = begun(2)
    source = Chance("attack")

    def verdicts() -> float:
        start = perf_counter()
        for attacker, target in pairs:
            cover(grid, attacker, target, tokens, low_within=6)
        return (perf_counter() - start) / VERDICTS

    def attacks() -> float:
        total = 0.0
        for _each in range(ATTACKS * 10):
            played, took = resolve(fight, command, source)
            total += took
            fight.undo(played.changes)
        return total / 10

    judging, attacking = interleaved(verdicts, attacks)
    detail = f"{judging * 1e6:.0f} µs a verdict among {TOKENS} tokens, {ATTACKS} attacks {attacking * 1e6:.0f} µs"
    return Figure(name, judging / attacking, 1, detail=detail)


def cover_squares() -> Figure:
    """A verdict on cover on squares, at any distance on the map, to 20 attacks resolved."""
    return _cover("square", "cover_squares")


def cover_hexes() -> Figure:
    """A verdict on cover on hexes to 20 attacks resolved."""
    return _cover("hex", "cover_hexes")


class _Mapped(NamedTuple):
    """A fight on a map: who goes from the middle, and the cell that is furthest for one move."""

    fought: Fought
    actor: str
    to: str


@cache
def _mapped(kind: GridKind) -> _Mapped:
    from benchmarks.site import Fought, site

    here = site()  # sets Django up, which what is imported next needs
    from encounters.services import turn

    grid = furnished(kind)
    battle = BattleMap(grid)
    encounter = here.fight(f"map of {kind}", TOKENS).encounter
    middle = (SIDE // 2, SIDE // 2) if kind == "square" else hexes.from_offset(SIDE // 2, SIDE // 2)
    reach = reachable(grid, middle, battle.cells_in(40)).costs
    free = [cell for cell in grid.cells() if cell not in grid.solid and cell not in reach]
    cells = [middle, *random.Random("tokens").sample(free, TOKENS - 1)]
    actor, *others = encounter.state["present"]
    turn.give_order(here.submit(encounter), {"do": "lay_map", "map": write_map(battle)})
    for ref, cell in zip((actor, *others), cells, strict=True):
        turn.give_order(here.submit(encounter), {"do": "place", "target": ref, "at": cell})
    encounter.refresh_from_db()
    return _Mapped(Fought(here, encounter), actor, battle.name(max(reach, key=lambda cell: reach[cell])))


def map_page() -> Figure:
    """The whole play page with a map, of a Game Master and of a player, to 400 kB; the largest of both grids."""
    sizes = {
        f"{kind} {seat}": len(_mapped(kind).fought.page(seat).open().text.encode())
        for kind in KINDS
        for seat in ("gm", "anna")
    }
    detail = ", ".join(f"{name} {size} bytes" for name, size in sizes.items())
    return Figure("map_page", max(sizes.values()) / PAGE_BYTES, 1, detail=detail)


def map_move() -> Figure:
    """The answer to a Game Master's move on the map to 30 kB; the larger of both grids.

    As information, the processor time of the move to that of an attack with as many combatants and no map.
    """
    from benchmarks.site import site

    plain = site().fight("no map", TOKENS)
    moves = [_moved(kind, plain) for kind in KINDS]
    detail = "; ".join(detail for _size, detail in moves)
    return Figure("map_move", max(size for size, _detail in moves) / MOVE_BYTES, 1, detail=detail)


def _moved(kind: GridKind, plain: Fought) -> tuple[int, str]:
    """How many bytes a move is answered with, and what it takes beside an attack without a map."""
    fought, actor, to = _mapped(kind)
    page, attacking = fought.page("gm"), plain.page("gm")
    sizes = []

    def move() -> float:
        fought.restore()
        page.open()
        answer = page.order({"do": "go", "actor": actor, "to": to, "place": "map", "map_pick": actor})
        sizes.append(len(answer.text.encode()))
        return answer.took

    def attack() -> float:
        plain.restore()
        attacking.open()
        return attacking.press().took

    moved, attacked = interleaved(move, attack)
    return max(
        sizes
    ), f"{kind} {max(sizes)} bytes, {moved * 1e3:.1f} ms, {moved / attacked:.2f} of an attack without a map"
