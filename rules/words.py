"""Words for people: message ids with their facts, translated only where they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import Field, StringConstraints

#: A name as its owner wrote it, or one per language ({"en": ..., "ru": ...}) for what a table brought.
Name = (
    Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
    | Annotated[dict[str, str], Field(min_length=1)]
)


def gettext_noop(message: str) -> str:
    """Mark a message id for translation; the words are made where they are drawn."""
    return message


class Words(NamedTuple):
    """A sentence to be drawn later: a message id with named places, and what goes into them.

    A fact may be a plain value, a `Name` per language, or `Words` again.
    """

    msgid: str
    facts: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return draw(self)


def say(msgid: str, **facts: Any) -> Words:
    """`Words` with their facts given by name."""
    return Words(msgid, facts)


def name_in(name: Any, language: str) -> str:
    """A `Name` in one language, falling back to English and then to any it has."""
    if isinstance(name, Mapping):
        return str(name.get(language) or name.get("en") or next(iter(name.values()), ""))
    return str(name)


def draw(
    words: Words | Mapping[str, str] | str,
    translate: Callable[[str], str] = str,
    language: str = "en",
) -> str:
    """The sentence in one language. A missing fact stays visible as its place, never as an error."""
    if not isinstance(words, Words):
        return name_in(words, language) if isinstance(words, Mapping) else words
    facts = {
        key: draw(value, translate, language) if isinstance(value, Words | Mapping) else value
        for key, value in words.facts.items()
    }
    return translate(words.msgid).format_map(_Facts(facts))


class _Facts(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"
