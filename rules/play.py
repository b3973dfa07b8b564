"""Drives a rule to its end, or to the next answer that only a person can give."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from rules.dice import Faces, Source
from rules.effects import Ask, Roll, Rule, Tell
from rules.errors import BadAnswer
from rules.fight import Change, Fight
from rules.words import gettext_noop as _
from rules.words import say

#: Answers a question where no recorded answer is left. None waits for a person.
Answer = Callable[[Ask], str | None]


class Played(Struct):
    """What a rule has done so far. `waiting` is the roll or the question that it stands at, if any.

    `answers` and `rolls` are its whole transcript: fed to `play` again from the same state, they give the
    same events.
    """

    events: list[Tell] = []
    waiting: Ask | Roll | None = None
    answers: list[str] = []
    rolls: list[Faces] = []

    @property
    def changes(self) -> list[Change]:
        return [change for event in self.events for change in event.changes]


def nobody(_ask: Ask) -> None:
    """The `Answer` of live play: questions are for people."""
    return


def play(fight: Fight, rule: Rule[Any], source: Source, answers: Iterable[str] = (), answer: Answer = nobody) -> Played:
    """Drive a rule, applying to the fight what it tells.

    Faces come from `source`, answers from `answers` and then from `answer`. Where one of them has nothing to
    give, play stops there with `waiting`; the changes told so far stay applied, and `fight.undo(played.changes)`
    takes them back.

    Raises:
        RulesError: the rule refused, or an answer or face is impossible. The fight is then as it was before.
    """
    played = Played()
    told, rolled = played.events.append, played.rolls.append
    apply, send = fight.apply, rule.send
    given = iter(answers)
    try:
        effect = next(rule)
        while True:
            if isinstance(effect, Tell):
                if effect.changes:
                    apply(effect.changes)
                told(effect)
                effect = send(None)
            elif isinstance(effect, Roll):
                faces = source.roll(effect)
                if faces is None:
                    played.waiting = effect
                    return played
                rolled(faces)
                effect = send(faces)
            else:
                key = next(given, None)
                if key is None:
                    key = answer(effect)
                if key is None:
                    played.waiting = effect
                    return played
                check_answer(effect, key, len(played.answers))
                played.answers.append(key)
                effect = send(key)
    except StopIteration:
        if (extra := next(given, None)) is not None:
            fight.undo(played.changes)
            raise BadAnswer(
                say(_("Nothing was left to answer with “{answer}”."), answer=str(extra)[:60]),
                path=f"answers.{len(played.answers)}",
            ) from None
        return played
    except Exception:
        fight.undo(played.changes)
        raise


def check_answer(question: Ask, key: str, number: int = 0) -> None:
    """Raise `BadAnswer` unless the question offers this answer and allows it."""
    for option in question.options:
        if option.key == key:
            if option.allowed:
                return
            words = option.why or say(_("“{answer}” is not allowed now."), answer=key)
            raise BadAnswer(words, rule=option.rule, path=f"answers.{number}")
    offered = ", ".join(each.key for each in question.options if each.allowed)
    words = say(_("“{answer}” is no answer here: choose one of {offered}."), answer=str(key)[:60], offered=offered)
    raise BadAnswer(words, path=f"answers.{number}")
