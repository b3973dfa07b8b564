"""Drives whole fights with policies and counts how they end."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.dice import Chance, Source
from rules.fight import Fight, Fighter, state_fields
from rules.play import play

MOST_ROUNDS = 100
MOST_FIGHTS = 100_000


def play_out(fight: Fight, source: Source, most_rounds: int = MOST_ROUNDS) -> None:
    """Let the system's policy play the fight to its end, or through `most_rounds` rounds. Changes the fight."""
    system = fight.system
    last = fight.round + most_rounds
    while fight.winner is None and fight.round <= last:
        command = system.choose(fight)
        if command is None:
            return
        play(fight, system.perform(fight, command), source, answer=system.answer)


def wilson(successes: int, trials: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson score interval for a share, 95 % by default."""
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    centre = share + z * z / (2 * trials)
    margin = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (centre - margin) / scale), min(1.0, (centre + margin) / scale)


@dataclass(slots=True)
class Forecast:
    """How simulated fights ended so far. `draws` are those that nobody won in time."""

    asked: int
    seed: str
    sides: tuple[str, ...]
    fighters: tuple[str, ...]
    done: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    draws: int = 0
    rounds: Counter[int] = field(default_factory=Counter)
    falls: Counter[str] = field(default_factory=Counter)
    fallen: dict[str, Counter[int]] = field(default_factory=dict)
    resources: dict[str, dict[str, Counter[int]]] = field(default_factory=dict)

    def count(self, fight: Fight) -> None:
        """Add a fight that has come to its end."""
        self.done += 1
        self.rounds[fight.round] += 1
        if fight.winner is None:
            self.draws += 1
        else:
            self.wins[fight.winner] += 1
        lost = dict.fromkeys(self.sides, 0)
        for id_ in self.fighters:
            fighter = fight.fighters[id_]
            if not fight.system.is_standing(fighter):
                self.falls[id_] += 1
                lost[fighter.side] += 1
            kept = self.resources.setdefault(id_, {})
            for name, value in fight.system.resources(fighter).items():
                kept.setdefault(name, Counter())[value] += 1
        for side, number in lost.items():
            self.fallen.setdefault(side, Counter())[number] += 1

    def as_json(self) -> dict[str, Any]:
        """What the `forecast` command prints. `complete` is False for a part of the fights asked for."""
        sides = {}
        for side in self.sides:
            low, high = wilson(self.wins[side], self.done)
            sides[side] = {
                "wins": self.wins[side], "share": self.wins[side] / self.done if self.done else 0.0,
                "low": low, "high": high, "casualties": _distribution(self.fallen.get(side, Counter())),
            }  # fmt: skip
        return {
            "fights": self.done,
            "asked": self.asked,
            "complete": self.done == self.asked,
            "seed": self.seed,
            "sides": sides,
            "draws": self.draws,
            "rounds": _distribution(self.rounds),
            "fighters": {
                id_: {
                    "falls": self.falls[id_] / self.done if self.done else 0.0,
                    "resources": {name: _distribution(counts) for name, counts in self.resources.get(id_, {}).items()},
                }
                for id_ in self.fighters
            },
        }


def _distribution(counts: Counter[int]) -> dict[str, Any]:
    total = counts.total()
    return {
        "mean": sum(value * count for value, count in counts.items()) / total if total else 0.0,
        "distribution": {str(value): counts[value] for value in sorted(counts)},
    }


def forecast(
    fight: Fight, fights: int, seed: str, every: int = 50, most_rounds: int = MOST_ROUNDS
) -> Iterator[Forecast]:
    """Play the fight out `fights` times from where it stands; the fight itself is left as it was.

    Who is hidden takes part: a forecast is the Game Master's.

    Yields the same `Forecast` again and again as it fills: after the first fight, after `every` further ones,
    and at the end, so that whoever asks can show progress, save a part, or stop.
    """
    fighters = fight.fighters.values()
    result = Forecast(fights, seed, tuple(dict.fromkeys([each.side for each in fighters])), tuple(fight.fighters))
    source = Chance(seed)
    whose: tuple[Fight | Fighter, ...] = (fight, *fighters)
    at_start = [(who, name, getattr(who, name)) for who in whose for name in state_fields(type(who))]
    for number in range(1, fights + 1):
        try:
            for fighter in fighters:
                fighter.hidden = False
            play_out(fight, source, most_rounds)
            result.count(fight)
        finally:
            for who, name, value in at_start:
                setattr(who, name, value)
        if number == 1 or number % every == 0 or number == fights:
            yield result
