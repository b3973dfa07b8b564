"""What a scenario may bring: the exact odds of its last command, and whole fights simulated from where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import Field

from rules.border import Frozen, read
from rules.errors import BadInput, RulesError
from rules.fight import Fight
from rules.forecast import MOST_FIGHTS, Forecast, forecast
from rules.numbers import Whole
from rules.odds import Chosen, Odds, enumerate_odds
from rules.scenario import read_order, run_scenario, set_up
from rules.system import Command
from rules.words import gettext_noop as _
from rules.words import say


def odds_of(fight: Fight, command: Command, answers: Sequence[str] = ()) -> Odds:
    """The exact odds of a command given now, its questions answered by the first of `answers` that each allows, else
    by the book's default. What it only declares is followed to its resolution.

    Raises:
        RulesError: the command is refused.
    """
    system = fight.system

    def whole() -> Any:
        yield from system.perform(fight, command)
        yield from system.settle(fight, command)

    chosen = Chosen(answers, system.answer)
    odds = enumerate_odds(fight, whole, chosen, lambda events: system.outcome(fight, command, events))
    for number, key in enumerate(answers):
        if key in chosen.unused:
            words = say(_("Nothing was left to answer with “{answer}”."), answer=key[:60])
            raise RulesError(words, path=f"answers.{number}")
    return odds


def odds_scenario(document: Any) -> dict[str, Any]:
    """The exact distribution of the last command's outcome, as the `odds` command prints it."""
    scenario, fight = set_up(document)
    if not scenario.commands:
        raise BadInput([RulesError(say(_("The scenario has no command to tell the odds of.")), path="commands")])
    last = len(scenario.commands) - 1
    _events, waiting, _source = run_scenario(scenario, fight, until=last)
    if waiting is not None:
        raise BadInput([RulesError(say(_("An earlier command waits for an answer.")), path="commands")])
    command, answers = read_order(fight, scenario.commands[last], f"commands.{last}")
    try:
        return odds_of(fight, command, answers).as_json()
    except BadInput:
        raise
    except RulesError as error:
        error.path = f"commands.{last}.{error.path}".rstrip(".")
        raise


class Simulation(Frozen):
    """How many fights a forecast simulates, and the seed that makes it come out the same again."""

    fights: Whole = Field(ge=1, le=MOST_FIGHTS)
    seed: str = Field(max_length=1000)


def forecast_scenario(document: Any, fights: Any, seed: Any) -> Iterator[Forecast]:
    """Simulate the scenario's fight, yielding the forecast as it fills.

    Raises:
        BadInput: the scenario, the number of fights or the seed will not do.
    """
    asked = read(Simulation, {"fights": fights, "seed": seed})
    scenario, fight = set_up(document)
    if scenario.commands:
        raise BadInput([RulesError(say(_("A forecast takes a scenario without commands.")), path="commands")])
    return forecast(fight, asked.fights, asked.seed)
