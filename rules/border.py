"""Where documents enter: pydantic's complaints become our own sentences with their paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from rules.errors import BadInput, RulesError
from rules.words import Words, say
from rules.words import gettext_noop as _

_SENTENCES = {
    "missing": _("This is missing."),
    "extra_forbidden": _("There is no such field."),
    "int_parsing": _("Write a whole number."),
    "int_type": _("Write a whole number."),
    "int_from_float": _("Write a whole number, without a fraction."),
    "int_parsing_size": _("This number is too large."),
    "float_parsing": _("Write a number."),
    "float_type": _("Write a number."),
    "finite_number": _("Write a number."),
    "string_unicode": _("This is no text that can be written down."),
    "bool_parsing": _("Say yes or no."),
    "bool_type": _("Say yes or no."),
    "greater_than_equal": _("At least {ge}."),
    "less_than_equal": _("At most {le}."),
    "greater_than": _("More than {gt}."),
    "less_than": _("Less than {lt}."),
    "string_type": _("Write a text."),
    "string_too_short": _("Write something here."),
    "string_too_long": _("At most {max_length} characters."),
    "string_pattern_mismatch": _("This is not written as it should be."),
    "literal_error": _("Choose one of {expected}."),
    "enum": _("Choose one of {expected}."),
    "too_long": _("At most {max_length} of these."),
    "too_short": _("At least {min_length} of these."),
    "list_type": _("Give a list."),
    "tuple_type": _("Give a list."),
    "dict_type": _("Give an object."),
    "model_type": _("Give an object."),
    "model_attributes_type": _("Give an object."),
    "json_invalid": _("This is not JSON."),
}


class Frozen(BaseModel):
    """What is read at the border: closed to unknown keys, never changed afterwards."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True, use_attribute_docstrings=True)


def read[M: BaseModel](model: type[M], document: Any, path: str = "") -> M:
    """The document as a model.

    Raises:
        BadInput: every complaint, each with its dotted path (below `path`) and a sentence.
    """
    try:
        return model.model_validate(document)
    except ValidationError as error:
        raise BadInput(complaints(error, path)) from None


def plain(document: Any, path: str = "") -> Any:
    """A JSON document without NUL characters, which no database keeps.

    Raises:
        BadInput: there are lone surrogates in it, which no page shows.
    """
    if isinstance(document, str):
        if not document.isascii() and any("\ud800" <= each <= "\udfff" for each in document):
            raise BadInput([RulesError(say(_SENTENCES["string_unicode"]), path=path)])
        return document.replace("\x00", "")
    below = f"{path}." if path else ""
    if isinstance(document, Mapping):
        return {plain(key, path): plain(each, f"{below}{key}") for key, each in document.items()}
    if isinstance(document, list):
        return [plain(each, f"{below}{number}") for number, each in enumerate(document)]
    return document


def complaints(error: ValidationError, path: str = "") -> list[RulesError]:
    """The complaints of a pydantic error as ours, one for each place."""
    found: dict[str, RulesError] = {}
    for each in error.errors(include_url=False):
        # A union reports each of its branches; their names are no part of the document's path.
        places = [str(part) for part in each["loc"] if isinstance(part, int) or part.isidentifier()]
        where = ".".join(([path] if path else []) + places)
        found.setdefault(where, RulesError(_words(each), path=where))
    return list(found.values())


def _words(error: Mapping[str, Any]) -> Words:
    context = error.get("ctx") or {}
    raised = context.get("error")
    if isinstance(raised, RulesError):
        return raised.words
    if isinstance(raised, Unfit):
        return raised.words
    limits = {key: f"{value:g}" if isinstance(value, float) else value for key, value in context.items()}
    return say(_SENTENCES.get(error["type"], _("This cannot be used here.")), **limits)


class Unfit(ValueError):
    """What a validator raises to complain in our words."""

    def __init__(self, words: Words) -> None:
        super().__init__(str(words))
        self.words = words
