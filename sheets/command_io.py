"""How management commands read and print JSON: bad input is answered with its errors and exit code 2."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from django.core.management.base import OutputWrapper

from rules.errors import BadInput, RulesError, as_json
from rules.words import gettext_noop as _
from rules.words import say

STDIN = "-"
MOST_DEPTH = 50
BAD_INPUT = 2


def add_document(parser: ArgumentParser, what: str) -> None:
    """The argument that names the document to be read; after a switch, too."""
    # Plain parsing takes an optional argument for missing as soon as a switch stands before it.
    parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]
    parser.add_argument("file", nargs="?", default=STDIN, metavar="FILE", help=f"{what}; - or none: standard input")


def add_lines(parser: ArgumentParser) -> None:
    """The switch for many documents at once."""
    parser.add_argument("--lines", action="store_true", help="JSON Lines: one document a line, one answer a line")


def answer(out: OutputWrapper, file: str | None, make: Callable[[Any], Any], *, lines: bool = False) -> None:
    """Print what `make` gives for the document in the file, or for each line of it. `file` None: it reads nothing.

    Raises:
        SystemExit: with 2, after the errors are printed.
    """
    failed = False
    for document in _documents(file, lines):
        try:
            made = make(document() if document else None)
        except RulesError as error:
            made, failed = as_json(error), True
        show(out, made, indent=None if lines else 2)
    if failed:
        sys.exit(BAD_INPUT)


def show(out: OutputWrapper, document: Any, indent: int | None = 2) -> None:
    """Print a document as UTF-8, whatever the terminal speaks."""
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.encoding.lower() != "utf-8":
        sys.stdout.reconfigure(encoding="utf-8")
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=indent)
    out.write(text.encode("utf-8", "replace").decode("utf-8"))


def _documents(file: str | None, lines: bool) -> Iterator[Callable[[], Any] | None]:
    """The documents of a file, each to be read in its turn, so that one bad line spoils no other."""
    if file is None:
        yield None
    elif not lines:
        yield lambda: parse(bytes_of(file))
    else:
        try:
            content = bytes_of(file)
        except BadInput as error:
            yield _raising(error)
            return
        for line in content.split(b"\n"):
            if line.strip():
                yield lambda line=line: parse(line)  # type: ignore[misc]


def _raising(error: BadInput) -> Callable[[], Any]:
    def read() -> Any:
        raise error

    return read


def bytes_of(file: str) -> bytes:
    """The content of a file; of standard input for “-”.

    Raises:
        BadInput: it cannot be read.
    """
    if file == STDIN:
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except (OSError, ValueError):
        raise _bad(_("The file “{file}” cannot be read."), "file", file=file[:200]) from None


def parse(content: bytes) -> Any:
    """The JSON document in these bytes.

    Raises:
        BadInput: it is no UTF-8, no JSON, has numbers that JSON has not (NaN), or is nested too deeply.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _bad(_("This is not UTF-8.")) from None
    try:
        document = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise _bad(_("This is nested too deeply.")) from None
    except json.JSONDecodeError as error:
        words = _("This is not JSON: line {line}, column {column}.")
        raise _bad(words, line=error.lineno, column=error.colno) from None
    except ValueError:  # a number of thousands of digits
        raise _bad(_("This number is too large.")) from None
    if _is_deep(document):
        raise _bad(_("This is nested too deeply."))
    return document


def _no_number(name: str) -> Any:
    raise _bad(_("{name} is no number in JSON."), name=name)


def _is_deep(document: Any) -> bool:
    level = [document]
    for _depth in range(MOST_DEPTH):
        level = [
            each
            for value in level
            if isinstance(value, list | dict)
            for each in (value.values() if isinstance(value, dict) else value)
        ]
        if not level:
            return False
    return True


def _bad(msgid: str, path: str = "", **facts: Any) -> BadInput:
    return BadInput([RulesError(say(msgid, **facts), path=path)])
