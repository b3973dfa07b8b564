"""What came of an order, read from its events: for odds and for summaries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from rules.effects import Tell
from rules.odds import Outcome, Outcomes
from rules.system import Command
from rules.systems.dungeon_fantasy import orders
from rules.systems.dungeon_fantasy.fighter import DfFight

_HITS = frozenset({"hit", "hit_at", "hit_critically", "hit_critically_at"})
_ATTACKS = _HITS | {"missed", "missed_at", "fumbled", "fumbled_at"}
_HURT = frozenset({"wounded", "absorbed", "tired"})
_DOWN = frozenset({"fainted", "died"})


def outcome(_fight: DfFight, command: Command, events: Sequence[Tell]) -> Outcomes:
    """What an attack has done to its target: hit, got past the defence, the injury, stunned, out of the fight.

    What the turns after it bring is no part of it.
    """
    if not isinstance(command, orders.Strike):
        return ()
    target = command.target
    hit = past = down = stunned = False
    injury = 0
    for event in events:
        kind = event.kind
        if kind == "turn_ended":
            break
        if event.facts.get("target") != target:
            continue
        if kind in _HITS:
            hit = True
        elif kind in _HURT:
            past = True
            injury += event.vitals["injury"]
        elif kind in _DOWN:
            down = True
        elif kind == "knocked_down":
            stunned = True
    return ((target, Outcome(hit, past, down, injury, (("stunned", stunned),))),)


def tally(events: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    """Per fighter, from events as JSON: attacks, damage dealt and taken, HT rolls, times down."""
    counts: dict[str, dict[str, int]] = defaultdict(
        lambda: dict.fromkeys(("attacks", "damage_dealt", "damage_taken", "saves_made", "saves_failed", "downs"), 0)
    )
    for event in events:
        facts, kind = event["facts"], event["kind"]
        actor, target = facts.get("actor"), facts.get("target")
        if kind in _ATTACKS:
            counts[actor]["attacks"] += 1
        elif kind in ("wounded", "harmed"):
            counts[target]["damage_taken"] += facts.get("injury", 0)
            if actor:
                counts[actor]["damage_dealt"] += facts.get("injury", 0)
        elif kind in ("succeeded", "failed"):
            counts[target]["saves_made" if kind == "succeeded" else "saves_failed"] += 1
        elif kind in _DOWN:
            counts[target]["downs"] += 1
    return dict(counts)
