"""What came of an order, read from its events: for odds and for summaries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from rules.effects import Tell
from rules.odds import Outcome, Outcomes
from rules.system import Command
from rules.systems.cairn import orders
from rules.systems.cairn.fighter import CairnFight

_DOWN = {"died", "destroyed", "slain", "fell", "routed", "bled_out", "still_down", "paralysed", "delirious"}
_HURT = {"harmed", "wounded", "absorbed"}


def outcome(_fight: CairnFight, command: Command, events: Sequence[Tell]) -> Outcomes:
    """For each target of an attack: the damage past Armor, STR lost, and whether it is out of the fight."""
    first = [command.target] if isinstance(command, orders.Attack) and command.target else []
    more = command.targets if isinstance(command, orders.Attack) else []
    found: dict[str, dict[str, Any]] = {id_: {} for id_ in (*first, *more)}
    for event in events:
        target = event.facts.get("target")
        if not isinstance(target, str):
            continue
        if event.kind in _HURT:
            entry = found.setdefault(target, {})
            entry["damage"] = event.vitals["damage"]
            entry["str_lost"] = event.vitals["str_lost"]
        elif event.kind in _DOWN:
            found.setdefault(target, {})["down"] = True
    return tuple(
        (
            target,
            Outcome(
                hit="damage" in entry, past_defence=entry.get("damage", 0) > 0, down=entry.get("down", False),
                damage=entry.get("damage", 0), detail=(("str_lost", entry.get("str_lost", 0)),),
            ),
        )
        for target, entry in found.items()
    )  # fmt: skip


def tally(events: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    """Per fighter, from events as JSON: attacks, damage dealt and taken, STR lost, saves, times down."""
    counts: dict[str, dict[str, int]] = defaultdict(
        lambda: dict.fromkeys(
            ("attacks", "damage_dealt", "damage_taken", "str_lost", "saves_made", "saves_failed", "downs"), 0
        )
    )
    for event in events:
        facts = event["facts"]
        target, actor = facts.get("target"), facts.get("actor")
        match event["kind"]:
            case "attacked":
                counts[actor]["attacks"] += 1
            case "harmed" | "wounded" | "absorbed":
                counts[target]["damage_taken"] += facts.get("damage", 0)
                counts[target]["str_lost"] += facts.get("str_lost", 0)
                if actor:
                    counts[actor]["damage_dealt"] += facts.get("damage", 0)
            case "saved":
                counts[target]["saves_made"] += 1
            case "failed_save":
                counts[target]["saves_failed"] += 1
            case kind if kind in _DOWN:
                counts[target]["downs"] += 1
    return dict(counts)
