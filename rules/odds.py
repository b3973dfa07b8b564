"""Drives a rule through every outcome of its dice and adds up the exact probabilities."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.dice import Chance, Faces, TooManyOutcomes, branches
from rules.effects import Ask, Roll, Rule, Tell
from rules.fight import Fight
from rules.play import play

#: How many runs of the rule may be spent before the odds are sampled instead.
BUDGET = 20_000
SAMPLE = 4_000


class Outcome(NamedTuple):
    """What an action did to one target. `detail` holds the system's own marks, as sorted pairs."""

    hit: bool = False
    past_defence: bool = False
    down: bool = False
    damage: int = 0
    detail: tuple[tuple[str, Any], ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "hit": self.hit, "past_defence": self.past_defence, "down": self.down, "damage": self.damage,
            **dict(self.detail),
        }  # fmt: skip


Outcomes = tuple[tuple[str, Outcome], ...]
"""The outcome for each target that an action concerns, its first target first."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The distribution of an action's outcomes. `exact` is False where it was sampled, over `runs` runs."""

    outcomes: Mapping[Outcomes, float]
    exact: bool
    runs: int

    def targets(self) -> tuple[str, ...]:
        """Every target that some outcome concerns, in the order the action names them."""
        return tuple(dict.fromkeys(target for outcomes in self.outcomes for target, _ in outcomes))

    def of(self, target: str) -> dict[Outcome, float]:
        """The distribution of what happens to one target."""
        shares: dict[Outcome, list[float]] = defaultdict(list)
        for outcomes, p in self.outcomes.items():
            shares[dict(outcomes).get(target, Outcome())].append(p)
        return {outcome: math.fsum(ps) for outcome, ps in shares.items()}

    def measures(self, target: str) -> dict[str, Any]:
        """The chances to hit, to pass the defence and to put down, and the damage, for one target."""
        shares = self.of(target)
        damage: dict[int, float] = defaultdict(float)
        for outcome, p in shares.items():
            damage[outcome.damage] += p

        def chance(is_so: Callable[[Outcome], bool]) -> float:
            return math.fsum(p for outcome, p in shares.items() if is_so(outcome))

        return {
            "hit": chance(lambda each: each.hit),
            "past_defence": chance(lambda each: each.past_defence),
            "down": chance(lambda each: each.down),
            "damage_mean": math.fsum(points * p for points, p in damage.items()),
            "damage": {str(points): damage[points] for points in sorted(damage)},
        }

    def as_json(self) -> dict[str, Any]:
        """What the `odds` command prints."""
        targets = self.targets()
        shown: dict[str, Any] = {"exact": self.exact, "runs": self.runs, "outcomes": [], "measures": {}}
        if targets:
            first = sorted(self.of(targets[0]).items(), key=lambda pair: -pair[1])
            shown["outcomes"] = [{"p": p, **outcome.as_json()} for outcome, p in first]
            shown["measures"] = self.measures(targets[0])
        if len(targets) > 1:
            shown["by_target"] = {target: self.measures(target) for target in targets}
        return shown


class Chosen:
    """Answers with the first of the given keys that a question allows, else by the policy.

    Not by their order: what is asked differs from one outcome of the dice to the next.
    """

    __slots__ = ("given", "otherwise", "unused")

    def __init__(self, given: Sequence[str], otherwise: Callable[[Ask], str]) -> None:
        self.given, self.otherwise, self.unused = given, otherwise, set(given)

    def __call__(self, question: Ask) -> str:
        allowed = {option.key for option in question.options if option.allowed}
        for key in self.given:
            if key in allowed:
                self.unused.discard(key)
                return key
        return self.otherwise(question)


def enumerate_odds(
    fight: Fight,
    start: Callable[[], Rule[Any]],
    answer: Callable[[Ask], str],
    read: Callable[[list[Tell]], Outcomes],
    budget: int = BUDGET,
) -> Odds:
    """Run the rule once for each distinct sequence of outcomes of its dice.

    `start` makes the rule anew, `answer` is the policy that answers its questions, `read` tells from its
    events what came out. The fight is left as it was. Past `budget` runs, or with dice of too many faces, the
    odds are sampled, and say so.
    """
    shares: dict[Outcomes, list[float]] = defaultdict(list)
    source = _Branching()
    runs = 0
    while source.todo:
        if runs >= budget:
            return _sample(fight, start, answer, read)
        source.begin()
        try:
            played = play(fight, start(), source, answer=answer)
        except TooManyOutcomes:
            return _sample(fight, start, answer, read)
        shares[read(played.events)].append(source.p)
        fight.undo(played.changes)
        runs += 1
    return Odds({outcome: math.fsum(ps) for outcome, ps in shares.items()}, exact=True, runs=runs)


class _Branching:
    """A source that follows one path through the tree of outcomes and notes the paths it passes by."""

    __slots__ = ("depth", "p", "path", "todo")

    def __init__(self) -> None:
        self.todo: list[tuple[tuple[Faces, ...], float]] = [((), 1.0)]
        self.path: list[Faces] = []
        self.depth = 0
        self.p = 1.0

    def begin(self) -> None:
        path, self.p = self.todo.pop()
        self.path = list(path)
        self.depth = 0

    def roll(self, roll: Roll) -> Faces:
        if self.depth == len(self.path):
            first, *rest = branches(roll.dice, roll.classes)
            here = tuple(self.path)
            self.todo += [((*here, branch.faces), self.p * branch.p) for branch in rest]
            self.path.append(first.faces)
            self.p *= first.p
        faces = self.path[self.depth]
        self.depth += 1
        return faces


def _sample(
    fight: Fight, start: Callable[[], Rule[Any]], answer: Callable[[Ask], str], read: Callable[[list[Tell]], Outcomes]
) -> Odds:
    counts: dict[Outcomes, int] = defaultdict(int)
    source = Chance("odds")
    for _run in range(SAMPLE):
        played = play(fight, start(), source, answer=answer)
        counts[read(played.events)] += 1
        fight.undo(played.changes)
    return Odds({outcome: count / SAMPLE for outcome, count in counts.items()}, exact=False, runs=SAMPLE)
