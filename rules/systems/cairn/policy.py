"""What a bot would do: for creatures left to the app, for forecasts and for odds."""

from __future__ import annotations

from rules.effects import Ask
from rules.system import Command
from rules.systems.cairn import orders
from rules.systems.cairn.aiming import attack_with
from rules.systems.cairn.fighter import CairnFight
from rules.systems.cairn.marching import march
from rules.systems.cairn.turn import acting, can_fight


def choose(fight: CairnFight) -> Command | None:
    """The next order: begin, act with the next fighter that has its action, or end the turn.

    None where nobody is left to fight.
    """
    for id_ in acting(fight):
        actor = fight.fighters[id_]
        return attack_with(fight, actor) if fight.map is None or actor.at is None else march(fight, actor)
    if not can_fight(fight):
        return None
    return orders.EndTurn(do="end_turn") if fight.begun else orders.Begin(do="begin")


def answer(question: Ask) -> str:
    """The book's own choice."""
    return question.default
