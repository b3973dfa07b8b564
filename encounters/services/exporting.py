"""An encounter as a scenario: where it began, what was ordered and answered, and every face that was rolled."""

from __future__ import annotations

from typing import Any

from encounters.board import set_up, stored_changes
from encounters.models import Encounter, Entry
from rules.scenario import export_scenario, read_command


def scenario_of(encounter: Encounter) -> dict[str, Any]:
    """The encounter as `rules.scenario` plays it: the same events come of it.

    What was undone is not in it. An order that waits for an answer is, with the answers so far; one that waits
    for real dice to be typed in is not, since a scenario has no place for dice that nobody has rolled.
    """
    board = set_up(encounter, partly=False)
    in_force = list(encounter.entries.filter(kind=Entry.Kind.COMMAND, undone=False).order_by("seq"))
    for entry in reversed(in_force):
        if entry.waiting is None:
            board.fight.undo(stored_changes(entry))
    told = [entry for entry in in_force if entry.waiting is None or entry.waiting["question"] != "roll"]
    commands = [_order(encounter, entry) for entry in told]
    dice = [face for entry in told for roll in entry.rolls for face in roll["faces"]]
    return export_scenario(board.fight, commands, dice)


def _order(encounter: Encounter, entry: Entry) -> dict[str, Any]:
    command = read_command(encounter.campaign.rules, entry.command)
    answers = {"answers": entry.answers} if entry.answers else {}
    return {"do": command.do, **command.model_dump(mode="json", exclude_defaults=True), **answers}
