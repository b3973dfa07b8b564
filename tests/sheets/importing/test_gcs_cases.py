"""Public characters of GCS against what GCS stored for them: dodge at every load, parry and block of every weapon.

`DIFFERENCES` lists by which rules ours may differ; each is worked out from the rule, for any file.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.systems.dungeon_fantasy.keys import slug, thing_keys
from rules.systems.dungeon_fantasy.sheet import DfSheet
from sheets.importing.formats import read_file
from sheets.importing.imported import Imported
from tests.sheets.importing.reading import KINDS, values

FOLDER = Path(os.environ.get("GCS_CASES", Path(__file__).parents[4] / "shared/cases/dungeon_fantasy"))
TABLE = FOLDER / "expected.jsonl"
CASES: list[dict[str, Any]] = (
    [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()] if TABLE.exists() else []
)

pytestmark = pytest.mark.skipif(not CASES, reason="no characters of GCS beside the project (GCS_CASES)")
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])

DIFFERENCES = {
    "DF-07": "GCS counts the Defence Bonus of a ready shield in every defence; here it is kept apart.",
    "DF-19": "GCS blocks with whatever names a block modifier; here shields and cloaks block.",
}


@dataclass(frozen=True)
class Defence:
    """One defence as both have it: `stored` by GCS, `ours` as the sheet derives it; what the rules differ in."""

    of: str
    stored: int | None
    ours: int | None
    by: str = ""

    @property
    def agrees(self) -> bool:
        return self.stored == self.ours


@cache
def read_case(file: str) -> Imported:
    return read_file((FOLDER / "gcs" / file).read_bytes())


def counted_in(case: dict[str, Any]) -> int:
    """The Defence Bonus that GCS has counted in every defence of this character."""
    if not case["shield_db_included_in_calc"]:
        return 0
    return sum(shield["attribute_bonus"]["dodge"] for shield in case["shields"] if shield["attribute_bonus"])


def figure(written: str | None) -> int | None:
    """“12F” → 12; None for what parries or blocks nothing."""
    found = re.match(r"-?\d+", written or "")
    return int(found[0]) if found else None


def defences(case: dict[str, Any]) -> Iterator[Defence]:
    """Parry and block of every weapon in the table. A thing is tried in the hand that it takes."""
    read = read_case(case["file"])
    shields = {item["name"] for item in read.gear if item["kind"] == "shield"}
    bonus, used = counted_in(case), set[tuple[int, int]]()
    for row in case["melee_weapons"]:
        ours = in_hand(read, row, used) if row["owner_kind"] == "equipment" else of_body(read, row)
        for kind in ("parry", "block"):
            stored = figure(row[kind])
            if kind == "block" and stored is not None and row["owner"] not in shields:
                yield Defence(f"{row['owner']}, {row['usage']}: {kind}", None, ours[kind], "DF-19")
            elif stored is not None and bonus:
                yield Defence(f"{row['owner']}, {row['usage']}: {kind}", stored - bonus, ours[kind], "DF-07")
            else:
                yield Defence(f"{row['owner']}, {row['usage']}: {kind}", stored, ours[kind])


def of_body(read: Imported, row: dict[str, Any]) -> dict[str, int | None]:
    owner, usage = " ".join(row["owner"].split()), " ".join((row["usage"] or "").split())
    name = usage if owner == "Natural Attacks" else f"{owner} ({usage})" if usage else owner
    assert name in {attack["name"] for attack in read.sheet["attacks"]}
    found = values(Imported(read.system, read.name, read.sheet, []))
    return {"parry": found["parry"].get(slug(name)), "block": None}


def in_hand(read: Imported, row: dict[str, Any], used: set[tuple[int, int]]) -> dict[str, int | None]:
    """What comes of one way to use a thing, with that thing in the hand or hands it takes."""
    at, way = next(
        (at, way) for at, item in enumerate(read.gear) for way, mode in enumerate(item.get("modes", ()))
        if (at, way) not in used and (item["name"], mode.get("name")) == (row["owner"], row["usage"] or None)
    )  # fmt: skip
    used.add((at, way))
    mode = read.gear[at]["modes"][way]
    gear = [{**item, "place": "worn"} if item.get("place") in {"right", "left", "both"} else item for item in read.gear]
    hand = "both" if mode.get("hands") == 2 else DfSheet.model_validate(read.sheet).handedness
    gear[at] = {**gear[at], "place": hand, "modes": [mode]}
    found = values(Imported(read.system, read.name, read.sheet, gear))
    key = thing_keys([KINDS[item["kind"]].model_validate(item) for item in gear])[at]  # type: ignore[misc]
    return {"parry": found["parry"].get(key), "block": found["block"].get(key)}


@each_case
@pytest.mark.rule("DF-16")
def test_dodge_is_the_same_at_every_load(case: dict[str, Any]) -> None:
    stored = [dodge - counted_in(case) for dodge in case["stored"]["dodge_by_enc"]]
    assert values(read_case(case["file"]))["dodge_by_encumbrance"] == stored


@each_case
@pytest.mark.rule("DF-21")
def test_every_parry_and_block_is_the_same_or_differs_by_a_rule_of_the_list(case: dict[str, Any]) -> None:
    for each in defences(case):
        assert each.agrees, each
        assert not each.by or each.by in DIFFERENCES


@each_case
def test_attributes_load_and_pools_are_the_same(case: dict[str, Any]) -> None:
    """Who has no FP in the file has none here."""
    read = read_case(case["file"])
    found, stored = values(read), case["attributes"]
    ours = {name.upper(): read.sheet[name] for name in ("st", "dx", "iq", "ht")}
    ours |= {"WILL": found["will"], "PER": found["per"], "HP": found["hp_max"], "FP": found["fp_max"],
             "basic_speed": found["basic_speed"], "basic_move": found["basic_move"]}  # fmt: skip
    assert ours == stored | {"FP": stored["FP"] or 0}
    assert found["carried_lb"] == case["carried_lb"]
    hp = found["hp_max"] if read.sheet["hp"] is None else read.sheet["hp"]
    assert hp == case["current"]["HP"]


def test_the_bonus_of_a_shield_is_found_whether_it_is_counted_in_or_only_named() -> None:
    for case in CASES:
        for shield in case["shields"]:
            conditions = shield["conditional"] or [[0, ""]]
            stored = shield["attribute_bonus"]["dodge"] if shield["attribute_bonus"] else conditions[0][0]
            read = read_case(case["file"])
            item = next(item for item in read.gear if item["name"] == shield["name"])
            assert (item["kind"], item.get("db", 1)) == ("shield", stored)
            assert values(read)["defence_bonus"] == stored


def test_something_is_compared_in_each_kind() -> None:
    compared = [each for case in CASES for each in defences(case) if each.ours is not None]
    assert {each.of.rpartition(": ")[2] for each in compared} == {"parry", "block"}
    assert {each.by for case in CASES for each in defences(case)} - {""} == set(DIFFERENCES)
