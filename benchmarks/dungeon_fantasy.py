"""A full exchange of Dungeon Fantasy (attack, defence, damage) against its bare dice, and its exact odds against it."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any, NamedTuple

import d20  # type: ignore[import-untyped]

from benchmarks.engine import ATTACKS, restore, snapshot
from benchmarks.measure import Figure, interleaved, seconds
from rules.dice import Chance
from rules.fight import Fight
from rules.play import Played, play
from rules.prospects import odds_of
from rules.registry import system_of
from rules.scenario import set_up
from rules.system import Command
from rules.systems.dungeon_fantasy.striking import strike

FIGHTS = 4
#: How long exact odds may take at most, in milliseconds.
MOST_MS = 20

DEFENDED = frozenset({"failed_dodge", "failed_parry", "failed_block"})
HURT = frozenset({"wounded", "absorbed"})


class Exchange(NamedTuple):
    """An attack that a simulated fight has seen: the state it was given in, and the order."""

    state: tuple[tuple[Any, str, Any], ...]
    command: Command


def fighters() -> Iterator[dict[str, Any]]:
    """Four quick characters against four of the opponents."""
    system = system_of("dungeon_fantasy")
    for number in range(4):
        quick = system.quick(f"benchmark {number}", "en")
        sheet, gear = quick["sheet"], quick["gear"]
        yield {"id": f"hero{number}", "side": "party", "player": True, "sheet": sheet, "gear": gear}
    creatures = list(system.creatures())
    for number, creature in enumerate(creatures[:: max(1, len(creatures) // 4)][:4]):
        yield {"id": f"foe{number}", "side": "foes", "sheet": creature["sheet"], "gear": creature["gear"]}


def fight_of() -> Fight:
    return set_up({"system": "dungeon_fantasy", "fighters": list(fighters())})[1]


def exchanges(fight: Fight) -> list[Exchange]:
    """Every attack of a few whole fights, as they stood when it was made. The fight is left as it was."""
    system, start, found = fight.system, snapshot(fight), []
    for number in range(FIGHTS):
        source = Chance(number)
        while fight.winner is None and (command := system.choose(fight)) is not None and fight.round < 40:
            if command.do == "attack":
                found.append(Exchange(snapshot(fight), command))
            play(fight, system.perform(fight, command), source, answer=system.answer)
        restore(start)
    return found


def is_full(played: Played) -> bool:
    """Whether an attack was rolled, a defence against it, and damage."""
    kinds = {event.kind for event in played.events}
    return bool(kinds & DEFENDED) and bool(kinds & HURT)


def d20_terms(played: Played) -> Iterator[str]:
    """The dice of an exchange in the words of d20: 3d6 for each roll against a level, damage with what is added."""
    damage = next(event.facts["dice"] for event in played.events if event.kind in HURT)
    dice, add = damage.split("d")
    yield f"{dice}d6{add}"
    yield from ("3d6" for _roll in played.rolls[1:])


def df_exchange() -> Figure:
    """Full exchanges resolved live a second (attack, defence, damage and what it does) to bare rolls of the same dice
    by d20. Of the attacks of whole fights those count in which all three were rolled; the turn that ends with them is
    no part of them."""
    fight = fight_of()
    system, start, given = fight.system, snapshot(fight), exchanges(fight)
    source = Chance("exchange")
    terms: list[str] = []

    def live() -> float:
        total = 0.0
        terms.clear()
        for state, command in given:
            restore(state)
            actor = fight.fighters[command.actor or ""]
            begun = perf_counter()
            played = play(fight, strike(fight, actor, command), source, answer=system.answer)  # type: ignore[arg-type]
            took = perf_counter() - begun
            if is_full(played):
                total += took
                terms.extend(d20_terms(played))
        restore(start)
        return total / max(1, len(terms))

    def dice() -> float:
        return seconds(lambda: [d20.roll(each).total for each in terms]) / max(1, len(terms))

    fighting, rolling = interleaved(live, dice, rounds=40)
    detail = f"{fighting * 1e6:.1f} µs a roll of an exchange, {rolling * 1e6:.1f} µs its dice"
    return Figure("df_exchange", rolling / fighting, 1, at_least=True, detail=detail)


def df_odds() -> Figure:
    """Exact odds of a full exchange to one live resolution of it; the dearest of a fight's first ones."""
    fight = fight_of()
    system, start = fight.system, snapshot(fight)
    given = exchanges(fight)[:12]

    def told(exchange: Exchange) -> float:
        restore(exchange.state)
        return seconds(lambda: odds_of(fight, exchange.command))

    dearest = max(given, key=lambda exchange: min(told(exchange) for _again in range(3)))
    restore(dearest.state)
    source = Chance("odds")

    def live() -> float:
        total = 0.0
        for _each in range(ATTACKS):
            begun = perf_counter()
            played = play(fight, system.perform(fight, dearest.command), source, answer=system.answer)
            total += perf_counter() - begun
            fight.undo(played.changes)
        return total / ATTACKS

    def exact() -> float:
        return seconds(lambda: odds_of(fight, dearest.command))

    fighting, telling = interleaved(live, exact)
    runs = odds_of(fight, dearest.command).runs
    restore(start)
    return Figure("df_odds", telling / fighting, 1500, detail=f"{telling * 1e3:.2f} ms of {MOST_MS}, {runs} runs")
