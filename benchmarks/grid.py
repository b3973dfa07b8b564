"""The grid: the search for paths against networkx on the same graph, a verdict on cover against attacks."""

from __future__ import annotations

import random
from time import perf_counter

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

SIDE = 60
TOKENS = 50
VERDICTS = 100
ATTACKS = 20


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
