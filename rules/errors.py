"""The four ways in which the rules say no, each with a sentence for the person it concerns."""

from __future__ import annotations

from typing import Any

from rules.words import Words


class RulesError(Exception):
    """A refusal with its sentence, the place it concerns (a dotted path) and the rule it rests on."""

    def __init__(self, words: Words, *, rule: str | None = None, path: str = "") -> None:
        super().__init__(str(words))
        self.words = words
        self.rule = rule
        self.path = path


class Refused(RulesError):
    """The rules do not allow this command now."""


class BadAnswer(RulesError):
    """An answer that the question did not offer, or that it forbids."""


class BadDice(RulesError):
    """Faces that the dice cannot show, too few of them, or too many."""


class BadInput(RulesError):
    """A document that cannot be read: `errors` holds every complaint with its path."""

    def __init__(self, errors: list[RulesError]) -> None:
        super().__init__(errors[0].words, rule=errors[0].rule, path=errors[0].path)
        self.errors = errors


def as_json(error: RulesError) -> dict[str, Any]:
    """What the commands print: `{"errors": [{"path", "message", "rule"}, ...]}`."""
    each = error.errors if isinstance(error, BadInput) else [error]
    return {"errors": [{"path": e.path, "message": str(e.words), "rule": e.rule} for e in each]}
