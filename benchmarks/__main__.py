"""The command line: a table of figures, or JSON. Exit 1 where a target is missed, 2 for an unknown name."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable

from benchmarks import dungeon_fantasy, engine, grid, turn
from benchmarks.measure import Figure

BENCHMARKS: tuple[Callable[[], Figure], ...] = (
    engine.attack,
    engine.odds,
    engine.simulated,
    engine.first_figures,
    dungeon_fantasy.df_exchange,
    dungeon_fantasy.df_odds,
    grid.reach_squares,
    grid.reach_hexes,
    grid.cover_squares,
    grid.cover_hexes,
    grid.map_page,
    grid.map_move,
    turn.turn_of_8,
    turn.turn_of_100,
    turn.player_of_8,
    turn.player_of_100,
    turn.long_log,
)


def names_of(benchmark: Callable[[], Figure]) -> tuple[str, str]:
    """A benchmark answers to its own name and to that of its module."""
    return benchmark.__name__, benchmark.__module__.rpartition(".")[2]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="benchmarks or their modules; all where none is named")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    known = {name: None for benchmark in BENCHMARKS for name in names_of(benchmark)}
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"no benchmark {', '.join(unknown)}: choose from {', '.join(known)}")
    chosen = [each for each in BENCHMARKS if not options.names or set(names_of(each)) & set(options.names)]
    figures = [benchmark() for benchmark in chosen]
    if options.json:
        rows = [figure._asdict() | {"ok": figure.ok} for figure in figures]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        print(f"{'name':<16}{'ratio':>10}  {'target':<10}{'ok':<5}")
        for figure in figures:
            target = f"{'≥' if figure.at_least else '≤'} {figure.target:g}"
            ok = "yes" if figure.ok else "NO"
            print(f"{figure.name:<16}{figure.ratio:>10.3f}  {target:<10}{ok:<5}{figure.detail}")
    return 0 if all(figure.ok for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
