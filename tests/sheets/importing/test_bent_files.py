"""Files bent in many ways: keys missing, wrong types, huge numbers. Each is read, or refused with a sentence."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from rules.errors import BadInput
from sheets.importing.formats import read_sheet
from tests.sheets.importing.reading import content, sentences, values
from tests.sheets.importing.test_gcs_cases import CASES, FOLDER

NONSENSE: tuple[Any, ...] = (
    None, True, False, 0, -1, 0.5, 1e308, float("inf"), float("nan"), 10**400, -(10**30), "", " ", "x", "Нет", "-", [],
    {}, [None], [[]], {"a": 1}, "9" * 5000, "1e999", "12†" * 100, "0FU", "x" * 5000, "1-1-1-1-1-1-1-1-1-1",
    "99d6+999 cr", "½", "٣", "x1.5/x2.5/3", "1,000,000 lb", "NaN", "1_0",
)  # fmt: skip


def spots(document: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a document where something can be put instead."""
    entries = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in entries:
        yield document, key
        if isinstance(value, dict | list):
            yield from spots(value)


def bend(document: Any, chance: random.Random) -> None:
    """Leave something out, or put nonsense in its place."""
    at, key = chance.choice([*spots(document)] or [(document, "x")])
    if chance.random() < 0.3 and key != "x":
        del at[key]
    else:
        at[key] = deepcopy(chance.choice(NONSENSE))


def survives(document: Any) -> None:
    try:
        read = read_sheet(document)
    except BadInput:
        return
    json.dumps(read.as_document(), allow_nan=False)
    sentences(read)
    values(read)


@pytest.mark.parametrize("name", ["halla_v5", "osk_v4", "mirek_v2"])
@pytest.mark.parametrize("seed", range(150))
def test_bent_files_are_read_or_refused(name: str, seed: int) -> None:
    chance = random.Random(f"{name} {seed}")
    document = json.loads(content(name))
    for _time in range(chance.randint(1, 12)):
        bend(document, chance)
    survives(document)


@pytest.mark.skipif(not CASES, reason="no characters of GCS beside the project (GCS_CASES)")
@pytest.mark.parametrize("file", [case["file"] for case in CASES])
def test_bent_characters_of_others_are_read_or_refused(file: str) -> None:
    chance = random.Random(file)
    whole = json.loads((FOLDER / "gcs" / file).read_bytes()) | {"settings": {}}
    for _time in range(6):
        document = deepcopy(whole)
        for _bent in range(chance.randint(1, 12)):
            bend(document, chance)
        survives(document)


@pytest.mark.parametrize(
    "key", ["attributes", "traits", "skills", "equipment", "profile", "settings", "calc", "version"]
)
def test_whatever_is_missing_at_the_top_the_rest_is_read(key: str) -> None:
    document = json.loads(content("halla_v5"))
    del document[key]
    assert values(read_sheet(document))["dodge_by_encumbrance"][0] >= 8


def test_a_file_nested_without_end_is_refused_or_cut() -> None:
    trait: dict[str, Any] = {"name": "deep"}
    for _level in range(150):
        trait = {"name": "deep", "children": [trait]}
    survives(json.loads(content("halla_v5")) | {"traits": [trait]})


def test_more_than_fits_is_cut_and_said() -> None:
    document = json.loads(content("halla_v5"))
    document["traits"] = [{"name": f"Quirk {number}"} for number in range(500)]
    document["equipment"] = [{"description": f"Stone {number}"} for number in range(500)]
    read = read_sheet(document)
    assert (len(read.sheet["traits"]), len(read.gear)) == (200, 200)
    assert "Of 500 traits the first 200 were read." in sentences(read)
    assert "Of 501 things the first 200 were read." in sentences(read)
