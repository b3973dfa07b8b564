"""The summary of an encounter: who attacked how often, dealt and took how much, counted from its log.

The counts are stored apart for each audience and for each combatant whose numbers they give away; which of them a
seat may add up is decided when the page is drawn, by the same questions that the board asks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from encounters.board import Board, set_up
from encounters.door import Seat
from encounters.lineup import side_name
from encounters.models import Encounter, Entry, Report
from encounters.reports.charts import Chart, Share, bars
from encounters.reports.figures import WITHHELD, number
from encounters.reports.kind import Kind, Part
from encounters.reports.options import NoOptions
from rules.effects import GM
from rules.errors import Refused
from rules.system import System
from rules.words import gettext_noop, name_in, say
from sheets.templatetags.words import language

Counts = dict[str, dict[str, int]]

#: What each count is called. A count that is not here goes by its key.
LABELS = {
    "attacks": gettext_noop("Attacks"),
    "damage_dealt": gettext_noop("Damage dealt"),
    "damage_taken": gettext_noop("Damage taken"),
    "str_lost": gettext_noop("STR lost"),
    "saves_made": gettext_noop("Saves made"),
    "saves_failed": gettext_noop("Saves failed"),
    "downs": gettext_noop("Times down"),
}
CHARTED = ("damage_dealt", "damage_taken")


def prepare(seat: Seat, options: Mapping[str, Any]) -> dict[str, Any]:
    """There is nothing to choose; but a fight that has not begun has nothing to sum up."""
    if seat.encounter.status == Encounter.Status.DRAFT:
        raise Refused(say(gettext_noop("The fight has not begun: there is nothing to sum up.")))
    return dict(options)


def make(report: Report) -> Iterator[Part]:
    """Count the events of the orders that are in force, in one step."""
    encounter = report.encounter
    orders = encounter.entries.filter(kind=Entry.Kind.COMMAND, undone=False, waiting__isnull=True).order_by("seq")
    events = [event for entry in orders for event in entry.events]
    result = {
        "groups": groups(encounter.campaign.rules, events),
        "round": encounter.state.get("round", 0),
        "winner": encounter.state.get("winner"),
    }
    yield Part(1, 1, lambda: result)


def groups(system: System, events: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The system's counts of the events, apart by audience and by whose numbers they rest on.

    Of each group, `plain` counts may be known to whoever sees the events, `numbers` only to those who see the
    numbers of `about`. Which counts are numbers does not depend on the numbers: a 0 is withheld like any other.
    """
    parted: dict[tuple[str, str | None], list[Mapping[str, Any]]] = defaultdict(list)
    for event in events:
        parted[event["audience"], event["about"]].append(event)
    found = []
    for (audience, about), some in parted.items():
        plain = system.tally([_with(event, {}) for event in some])
        whole = system.tally([_with(event, event["vitals"]) for event in some])
        raised = system.tally([_with(event, _raised(event["vitals"])) for event in some])
        numbers = {
            ref: {name: value for name, value in counts.items() if plain[ref][name] != raised[ref][name]}
            for ref, counts in whole.items()
        }
        found.append(
            {
                "audience": audience, "about": about,
                "plain": {ref: _without(counts, numbers[ref]) for ref, counts in plain.items()},
                "numbers": {ref: counts for ref, counts in numbers.items() if counts},
            }
        )  # fmt: skip
    return found


def _with(event: Mapping[str, Any], vitals: Mapping[str, Any]) -> dict[str, Any]:
    return {**event, "facts": {**event["facts"], **vitals}}


def _raised(vitals: Mapping[str, Any]) -> dict[str, Any]:
    """The same facts with larger numbers than there can be: what counts them, comes out different."""
    return {key: 10_000 if type(value) in (int, float) else value for key, value in vitals.items()}


def _without(counts: Mapping[str, int], others: Mapping[str, int]) -> dict[str, int]:
    return {name: value for name, value in counts.items() if name not in others}


def seen_by(seat: Seat, board: Board, found: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, int | None]]:
    """What a seat may know: for each combatant it sees, the counts by name; None where it may not see a part.

    A count that gives away its own combatant's numbers is withheld with them, even where it is 0 so far.
    """
    shown = [group for group in found if seat.is_gm or group["audience"] != GM]
    blind = {ref for ref, combatant in board.combatants.items() if not seat.sees_numbers(combatant)}
    own = {name for group in shown for name in group["numbers"].get(group["about"], ())}
    withheld = {(ref, name) for ref in blind for name in own}
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for group in shown:
        _add(counts, group["plain"])
        if group["about"] in blind:
            withheld |= {(ref, name) for ref, of_ref in group["numbers"].items() for name in of_ref}
        else:
            _add(counts, group["numbers"])
    return {
        ref: {name: None if (ref, name) in withheld else counts[ref][name] for name in _columns(found)}
        for ref in board.combatants
        if _is_there(seat, board, ref, counts)
    }


def _add(counts: dict[str, dict[str, int]], more: Mapping[str, Mapping[str, int]]) -> None:
    for ref, of_ref in more.items():
        for name, value in of_ref.items():
            counts[ref][name] += value


def _is_there(seat: Seat, board: Board, ref: str, counts: Mapping[str, Any]) -> bool:
    """Whether the combatant exists for this seat: on the board as the seat sees it, or gone after it did something."""
    fighter = board.fight.fighters.get(ref)
    if fighter is not None:
        return seat.sees(board.combatants[ref], board.fight.is_unseen(fighter))
    return ref in counts


def draw(seat: Seat, report: Report) -> dict[str, Any]:
    """The table and the charts, with a dash for what is not for this seat."""
    result = report.result or {}
    party = seat.encounter.campaign.rules.party
    board = set_up(seat.encounter, partly=False)
    seen = seen_by(seat, board, result["groups"])
    names = _columns(result["groups"])
    rows = [
        {
            "name": board.combatants[ref].name, "side": side_name(board.combatants[ref].side, party),
            "player": board.combatants[ref].player,
            "cells": [WITHHELD if (value := counts.get(name)) is None else number(value) for name in names],
        }
        for ref, counts in seen.items()
    ]  # fmt: skip
    winner = result["winner"]
    return {
        "round": result["round"],
        "winner": side_name(winner, party) if winner else None,
        "labels": [label_of(name) for name in names],
        "rows": rows,
        "is_withheld": any(value is None for counts in seen.values() for value in counts.values()),
        "charts": [_chart(board, seen, name) for name in CHARTED if name in names],
    }


def _columns(found: Sequence[Mapping[str, Any]]) -> list[str]:
    every = {name for group in found for part in ("plain", "numbers") for of in group[part].values() for name in of}
    return [name for name in LABELS if name in every] + sorted(every - LABELS.keys())


def label_of(name: str) -> str:
    """The heading of a count."""
    return _(LABELS[name]) if name in LABELS else name.replace("_", " ").capitalize()


def _chart(board: Board, seen: Mapping[str, Mapping[str, int | None]], name: str) -> Chart:
    counts = {ref: of.get(name) for ref, of in seen.items()}
    most = max((value for value in counts.values() if value is not None), default=0) or 1
    rows = [
        Share(
            name_in(board.combatants[ref].name, language()), (value or 0) / most,
            "pc" if board.combatants[ref].player else "foe", value=WITHHELD if value is None else number(value),
        )
        for ref, value in counts.items()
    ]  # fmt: skip
    return bars(name, label_of(name), rows)


def headline(report: Report) -> str:
    """How far the fight had come."""
    return _("Round {round}").format(round=(report.result or {})["round"])


def _everybody(_seat: Seat) -> bool:
    return True


def _who_plays(seat: Seat) -> bool:
    return not seat.is_spectator


KIND = Kind(
    slug="summary",
    title=gettext_noop("Summary of this encounter"),
    about=gettext_noop(
        "Attacks, damage dealt and taken, saves and falls of each combatant so far. Everybody at the table sees it, "
        "each with the numbers that they see on the board."
    ),
    form=NoOptions,
    prepare=prepare,
    make=make,
    draw=draw,
    template="encounters/reports/summary.html",
    headline=headline,
    may_see=_everybody,
    may_ask=_who_plays,
)
