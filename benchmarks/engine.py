"""The rules engine: an attack against bare dice, odds against an attack, a fight against its attacks."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any, NamedTuple

import d20  # type: ignore[import-untyped]

from benchmarks.measure import Figure, interleaved, seconds
from rules.dice import Chance, Dice
from rules.effects import Rule
from rules.fight import Fight, state_fields
from rules.forecast import forecast, play_out
from rules.play import Played, play
from rules.prospects import odds_of
from rules.registry import system_of
from rules.scenario import read_command, set_up
from rules.system import Command

ATTACKS = 60
FIGHTS = 25


def fighters(number: int) -> Iterator[dict[str, Any]]:
    """So many heroes against as many bandits."""
    for each in range(number):
        yield {
            "id": f"hero{each}", "side": "party", "player": True, "sheet": {"hp": 4, "str": 12, "dex": 12},
            "gear": [{"item": "sword"}, {"item": "shield"}],
        }  # fmt: skip
        yield {
            "id": f"bandit{each}", "side": "foes", "sheet": {"hp": 4, "str": 10, "wil": 9, "armor": 1},
            "gear": [{"kind": "weapon", "name": "axe", "damage": "d8"}],
        }  # fmt: skip


def fight_of(number: int) -> Fight:
    return set_up({"system": "cairn", "fighters": list(fighters(number))})[1]


def begun(number: int) -> tuple[Fight, Command]:
    """A fight in the opponents' first turn, and the attack of the first bandit on the first hero."""
    fight = fight_of(number)
    for order in ({"do": "begin", "waive": True}, {"do": "end_turn"}):
        play(fight, fight.system.perform(fight, read_command(fight.system, order)), Chance("begin"))
    return fight, read_command(fight.system, {"do": "attack", "actor": "bandit0", "target": "hero0"})


def whole(fight: Fight, command: Command) -> Rule[None]:
    """An attack from its declaration to its last save."""
    yield from fight.system.perform(fight, command)
    yield from fight.system.settle(fight, command)


def resolve(fight: Fight, command: Command, source: Chance) -> tuple[Played, float]:
    """A live attack and how long it took."""
    start = perf_counter()
    played = play(fight, whole(fight, command), source, answer=fight.system.answer)
    return played, perf_counter() - start


class Declared(NamedTuple):
    """A fight in which one attack is declared and not yet rolled."""

    fight: Fight
    command: Command


def bestiary() -> Iterator[Declared]:
    """Every attack of every creature of Cairn, declared against an armoured hero."""
    for creature in system_of("cairn").creatures():
        for number in range(len(creature["sheet"]["attacks"])):
            beast = {"id": "beast", "side": "foes", "sheet": creature["sheet"]}
            fight = set_up({"system": "cairn", "fighters": [*fighters(2), beast]})[1]
            key = fight.fighters["beast"].attacks[number].key  # type: ignore[attr-defined]
            command = read_command(fight.system, {"do": "attack", "actor": "beast", "target": "hero0", "weapon": key})
            play(fight, fight.system.perform(fight, command), Chance("declare"))
            yield Declared(fight, command)


def d20_terms(played: Played) -> Iterator[str]:
    """The dice of an attack in the words of d20: of several the highest is kept (CA-16); then the saves."""
    dice = Dice.read(next(event.facts["dice"] for event in played.events if event.kind == "attacked"))
    yield f"{len(dice)}d{dice[0]}kh1" if len(dice) > 1 else f"1d{dice[0]}"
    yield from ("1d20" for _save in played.rolls[1:])


def attack() -> Figure:
    """Attacks resolved live a second (rolled, Armor, HP and STR, save) to bare rolls of the same dice by d20.

    An attack is declared first and resolved later, with the others of its side (CA-06): this is the resolution. What
    one attack takes with its order is told beside it, as information.
    """
    declared = list(bestiary())
    source = Chance("attack")
    terms: list[str] = []

    def attacks() -> float:
        total = 0.0
        terms.clear()
        for fight, command in declared:
            settle, answer = fight.system.settle, fight.system.answer
            start = perf_counter()
            played = play(fight, settle(fight, command), source, answer=answer)
            total += perf_counter() - start
            terms.extend(d20_terms(played))
            fight.undo(played.changes)
        return total

    def dice() -> float:
        return seconds(lambda: [d20.roll(each).total for each in terms])

    attacking, rolling = (each / len(declared) for each in interleaved(attacks, dice, rounds=60))
    detail = f"{attacking * 1e6:.1f} µs an attack of the bestiary, {rolling * 1e6:.1f} µs its dice; {_with_its_order()}"
    return Figure("attack", rolling / attacking, 1, at_least=True, detail=detail)


def _with_its_order() -> str:
    """One bandit's d8 on one hero, from the order to the last save, beside d20's rolls of the same dice."""
    fight, command = begun(1)
    source = Chance("ordered")
    terms: list[str] = []

    def ordered() -> float:
        total = 0.0
        terms.clear()
        for _each in range(ATTACKS):
            played, took = resolve(fight, command, source)
            total += took
            terms.extend(d20_terms(played))
            fight.undo(played.changes)
        return total

    def dice() -> float:
        return seconds(lambda: [d20.roll(each).total for each in terms])

    ordering, rolling = interleaved(ordered, dice, rounds=60)
    return f"with its order one d8 takes {ordering / ATTACKS * 1e6:.1f} µs, {rolling / ordering:.2f} of its dice"


def odds() -> Figure:
    """Exact odds of an attack to one live resolution of it."""
    fight, command = begun(2)
    source = Chance("odds")

    def attacks() -> float:
        total = 0.0
        for _each in range(ATTACKS):
            played, took = resolve(fight, command, source)
            total += took
            fight.undo(played.changes)
        return total / ATTACKS

    def exact() -> float:
        return seconds(lambda: odds_of(fight, command))

    attacking, telling = interleaved(attacks, exact)
    runs = odds_of(fight, command).runs
    return Figure("odds", telling / attacking, 1500, detail=f"{telling * 1e3:.2f} ms, {runs} runs")


class Given(NamedTuple):
    """An attack that a simulated fight has seen: the state it was given in, and the order."""

    state: tuple[tuple[Any, str, Any], ...]
    command: Command


def simulated() -> Figure:
    """A simulated fight, four against four, to the sum of its own attacks resolved one by one."""
    fight = fight_of(4)
    system = fight.system
    start = snapshot(fight)

    def fights() -> float:
        total = 0.0
        for number in range(FIGHTS):
            source = Chance(number)
            total += seconds(lambda source=source: play_out(fight, source))  # type: ignore[misc]
            restore(start)
        return total

    def given() -> list[Given]:
        """The attacks of those very fights."""
        found = []
        for number in range(FIGHTS):
            source = Chance(number)
            while fight.winner is None and (command := system.choose(fight)) is not None:
                if command.do == "attack":
                    found.append(Given(snapshot(fight), command))
                play(fight, system.perform(fight, command), source, answer=system.answer)
            restore(start)
        return found

    each_given = given()

    def attacks() -> float:
        total = 0.0
        source = Chance("alone")
        for state, command in each_given:
            for who, name, value in state:
                setattr(who, name, None if name == "declared" else value)
            total += resolve(fight, command, source)[1]
        restore(start)
        return total

    fighting, attacking = interleaved(fights, attacks)
    detail = f"{fighting / FIGHTS * 1e3:.2f} ms a fight of {len(each_given) / FIGHTS:.1f} attacks"
    return Figure("simulated", fighting / attacking, 2, detail=detail)


def snapshot(fight: Fight) -> tuple[tuple[Any, str, Any], ...]:
    whose: list[Any] = [fight, *fight.fighters.values()]
    return tuple((who, name, getattr(who, name)) for who in whose for name in state_fields(type(who)))


def restore(state: tuple[tuple[Any, str, Any], ...]) -> None:
    for who, name, value in state:
        setattr(who, name, value)


def first_figures() -> Figure:
    """Seconds until a forecast of four against four shows its first figures."""
    fight = fight_of(4)
    (took,) = interleaved(lambda: seconds(lambda: next(iter(forecast(fight, 10_000, "first")))), rounds=5)
    return Figure("first_figures", took, 1, detail="seconds")
