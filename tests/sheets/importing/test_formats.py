"""Which format a file is in, and what is said of those that are in none."""

from __future__ import annotations

import json

import pytest

from rules.errors import BadInput
from rules.registry import SYSTEMS
from rules.system import System
from sheets.importing.formats import MOST_BYTES, read_file
from sheets.importing.own import read_document
from tests.sheets.importing.reading import content


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_our_own_files_are_read_for_every_system(system: System) -> None:
    rolled = system.quick("seed", "en")
    document = {"format": "fray-sheet", "system": system.slug, "name": "Anna", "sheet": rolled["sheet"],
                "gear": rolled["gear"]}  # fmt: skip
    read = read_file(json.dumps(document).encode("utf-8-sig"))
    assert (read.format, read.system, read.name, read.warnings) == ("fray-sheet", system.slug, "Anna", ())
    assert len(read.gear) == len(rolled["gear"])
    assert read_document(read.as_document()) == read


def test_what_was_read_of_another_program_is_a_file_of_ours() -> None:
    read = read_file(content("halla_v5"))
    again = read_document(json.loads(json.dumps(read.as_document())))
    assert (again.name, again.gear, again.hands) == (read.name, read.gear, read.hands)
    assert again.sheet == read.sheet


def test_where_hands_do_not_count_nothing_is_asked_about_them() -> None:
    document = {"format": "fray-sheet", "system": "cairn", "name": "Anna", "gear": [{"item": "spear"}]}
    assert read_document(document).hands == ()


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (b"", "This is not JSON."),
        (b"PK\x03\x04", "This is not JSON."),
        (b"[" * 100_000, "This is not JSON."),
        (b"\xef\xbb\xbf<?xml version='1.0'?><character/>", "This is XML, as old versions of GCS wrote it"),
        (b"{}", "This is no sheet of ours: it lacks “format”: “fray-sheet”."),
        (b'{"version": 5, "rows": []}', "This is no sheet of ours"),
        (b" " * (MOST_BYTES + 1), "The file is too large: at most 4096 kB."),
    ],
)
def test_other_files_are_refused_with_a_sentence(sent: bytes, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_file(sent)
    assert sentence in str(refused.value.words)
