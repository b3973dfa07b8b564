"""Drives a rule to its end, or to the next answer that only a person can give."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from rules.dice import Faces, Source
from rules.effects import Ask, Roll, Rule, Tell
from rules.errors import BadAnswer, RulesError
from rules.fight import Change, Fight
from rules.words import gettext_noop as _
from rules.words import say

#: Answers a question where no recorded answer is left. None waits for a person.
Answer = Callable[[Ask], str | None]


@dataclass(slots=True)
class Played:
    """What a rule has done so far. `waiting` is the roll or the question that it stands at, if any.

    `answers` and `rolls` are its whole transcript: fed to `play` again from the same state, they give the
    same events.
    """

    events: list[Tell] = field(default_factory=list)
    waiting: Ask | Roll | None = None
    answers: list[str] = field(default_factory=list)
    rolls: list[Faces] = field(default_factory=list)

    @property
    def changes(self) -> list[Change]:
        return [change for event in self.events for change in event.changes]


def nobody(_ask: Ask) -> None:
    """The `Answer` of live play: questions are for people."""
    return None


def play(
    fight: Fight, rule: Rule[Any], source: Source, answers: Iterable[str] = (), answer: Answer = nobody
) -> Played:
    """Drive a rule, applying to the fight what it tells.

    Faces come from `source`, answers from `answers` and then from `answer`. Where one of them has nothing to
    give, play stops there with `waiting`; the changes told so far stay applied, and `fight.undo(played.changes)`
    takes them back.

    Raises:
        RulesError: the rule refused, or an answer or face is impossible. The fight is then as it was before.
    """
    played = Played()
    given = iter(answers)
    try:
        effect = next(rule)
        while True:
            kind = type(effect)
            if kind is Tell:
                fight.apply(effect.changes)  # type: ignore[union-attr]
                played.events.append(effect)  # type: ignore[arg-type]
                effect = next(rule)
            elif kind is Roll:
                faces = source.roll(effect)  # type: ignore[arg-type]
                if faces is None:
                    played.waiting = effect  # type: ignore[assignment]
                    return played
                played.rolls.append(faces)
                effect = rule.send(faces)
            else:
                key = next(given, None)
                if key is None:
                    key = answer(effect)  # type: ignore[arg-type]
                    if key is None:
                        played.waiting = effect  # type: ignore[assignment]
                        return played
                check_answer(effect, key, len(played.answers))  # type: ignore[arg-type]
                played.answers.append(key)
                effect = rule.send(key)
    except StopIteration:
        if (extra := next(given, None)) is not None:
            fight.undo(played.changes)
            raise BadAnswer(
                say(_("Nothing was left to answer with “{answer}”."), answer=str(extra)[:60]), path="answers"
            ) from None
        return played
    except RulesError:
        fight.undo(played.changes)
        raise


def check_answer(question: Ask, key: str, number: int = 0) -> None:
    """Raise `BadAnswer` unless the question offers this answer and allows it."""
    option = next((each for each in question.options if each.key == key), None)
    if option is None:
        offered = ", ".join(each.key for each in question.options if each.allowed)
        raise BadAnswer(
            say(_("“{answer}” is no answer here: choose one of {offered}."), answer=str(key)[:60], offered=offered),
            path=f"answers.{number}",
        )
    if not option.allowed:
        raise BadAnswer(
            option.why or say(_("“{answer}” is not allowed now."), answer=key),
            rule=option.rule,
            path=f"answers.{number}",
        )
