"""Worked examples: each of the vectors as literals, and the file of vectors where the machine has it."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.rules.cairn.test_attacks import dice_of
from tests.rules.stage import BOMB, SWORD, Stage, foe, hero

FILE = Path(os.environ.get("CAIRN_VECTORS", Path(__file__).parents[4] / "shared/cases/cairn/vectors.jsonl"))
#: The vectors call the row of scars by two names.
ALSO_CALLED = {"pc_scar_row_2e": "scar_row"}
D12 = {"kind": "weapon", "name": "club", "damage": "d12"}


def struck(given: dict[str, Any], *saves: int) -> Stage:
    """A player character after one attack with this roll; the scars of the table are on."""
    sheet = {"hp": given["hp"], "str": given.get("str", 10), "armor": given["armor"]}
    stage = Stage(hero("anna", **sheet), foe("ogre", D12), scars=True).begin().order("wait", "anna")
    return stage.order("attack", "ogre", target="anna", dice=[given["damage_roll"], *saves])


def damage(stage: Stage) -> int:
    (points,) = [each.vitals["damage"] for each in stage.last.events if "damage" in each.vitals]
    return int(points)


def has_saved(stage: Stage) -> bool:
    return any(event.facts.get("ability") == "str" for event in stage.last.events)


@pytest.mark.rule("CA-05")
def test_hp_exact_zero() -> None:
    stage = struck({"hp": 3, "str": 10, "armor": 1, "damage_roll": 4})
    assert (damage(stage), stage["anna"].hp, stage["anna"].str, has_saved(stage)) == (3, 0, 10, False)
    assert stage["anna"].scars == (3,)


@pytest.mark.rule("CA-04")
def test_armor_absorbs_all() -> None:
    stage = struck({"hp": 3, "str": 10, "armor": 3, "damage_roll": 2})
    assert (damage(stage), stage["anna"].hp, stage["anna"].str, has_saved(stage)) == (0, 3, 10, False)


@pytest.mark.rule("CA-06")
def test_multi_attackers() -> None:
    assert three_attackers([2, 5, 4], armor=1) == (5, 4)


def three_attackers(rolls: list[int], armor: int) -> tuple[int, int]:
    names = [f"hero{number}" for number in range(len(rolls))]
    stage = Stage(*(hero(name, SWORD) for name in names), foe("ogre", hp=20, armor=armor)).begin()
    for name in names[:-1]:
        stage.order("attack", name, target="ogre")
    stage.order("attack", names[-1], target="ogre", dice=rolls)
    return stage.one("highest")["rolled"], damage(stage)


@pytest.mark.rule("CA-07")
def test_str_zero_dead_no_save() -> None:
    stage = struck({"hp": 0, "str": 3, "armor": 0, "damage_roll": 3})
    assert (stage["anna"].str, stage["anna"].fate, has_saved(stage)) == (0, "dead", False)


@pytest.mark.rule("CA-13")
def test_unarmed() -> None:
    assert dice_of(Stage(hero("anna"), foe("ogre")), "anna", "unarmed", "ogre") == "d4"


@pytest.mark.rule("CA-13")
def test_enhanced_any() -> None:
    stage = Stage(hero("anna", {**SWORD, "damage": "d6"}), foe("ogre"))
    assert dice_of(stage, "anna", "sword", "ogre", enhanced=True) == "d12"


@pytest.mark.rule("CA-17")
def test_blast_vs_detachment() -> None:
    assert dice_of(Stage(hero("anna", BOMB), foe("horde", detachment=True)), "anna", "bomb", "horde") == "d12"


@pytest.mark.rule("CA-13", "CA-16")
def test_impaired_dual_wield_freya() -> None:
    stage = Stage(hero("freya", {**SWORD, "damage": "d8+d8"}), foe("ogre", hp=20)).begin()
    stage.order("attack", "freya", target="ogre", impaired=True, dice=[1, 4])
    assert stage.one("attacked")["dice"] == "d4+d4"
    assert damage(stage) == 4


@pytest.mark.rule("CA-20")
def test_scar_uses_hp_lost_not_roll() -> None:
    stage = struck({"hp": 4, "armor": 2, "damage_roll": 6})
    assert (stage["anna"].hp, stage["anna"].scars) == (0, (4,))


@pytest.mark.rule("CA-12")
def test_morale() -> None:
    assert morale_saves(6, [1, 2, 3]) == [1, 3]


def morale_saves(group: int, dead_sequence: list[int]) -> list[int]:
    stage = Stage(hero("anna", SWORD), *(foe(f"g{number}", hp=0, str=1) for number in range(1, group + 1))).begin()
    saves = []
    for dead in dead_sequence:
        due = dead == 1 or 2 * dead == group
        stage.order("attack", "anna", target=f"g{dead}", dice=[8] + [1] * (group - dead) * due)
        if "morale_due" in stage.kinds():
            saves.append(dead)
        stage.order("end_turn")
    return saves


def vectors() -> list[Any]:
    if not FILE.exists():
        return [pytest.param({}, id="none", marks=pytest.mark.skip(reason=f"there is no {FILE.name} on this machine"))]
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [pytest.param(row, id=row["id"]) for row in map(json.loads, lines)]


@pytest.mark.rule("CA-04", "CA-05", "CA-06", "CA-07", "CA-12", "CA-13", "CA-16", "CA-17", "CA-20")
@pytest.mark.parametrize("vector", vectors())
def test_every_vector_of_the_file_comes_out(vector: dict[str, Any]) -> None:
    come_out = found(vector["given"])
    assert {name: come_out[ALSO_CALLED.get(name, name)] for name in vector["expect"]} == vector["expect"]


def found(given: dict[str, Any]) -> dict[str, Any]:
    """What the rules say to what a vector gives."""
    if "group_start" in given:
        return {"wil_save_at_dead": morale_saves(given["group_start"], given["dead_sequence"])}
    if "rolls" in given:
        rolled, points = three_attackers(given["rolls"], given["armor"])
        return {"applied_roll": rolled, "damage_after_armor": points}
    if "damage_roll" in given:
        stage = struck(given)
        anna = stage["anna"]
        return {
            "damage_after_armor": damage(stage), "hp": anna.hp, "str": anna.str, "dead": anna.fate == "dead",
            "str_save_required": has_saved(stage), "scar_row": anna.scars[-1] if anna.scars else None,
        }  # fmt: skip
    weapon = given.get("weapon_die") or given.get("dice")
    gear = [{**SWORD, "damage": weapon, "blast": given.get("blast", False)}] if weapon else []
    stage = Stage(hero("freya", *gear), foe("ogre", detachment=given.get("target") == "detachment"))
    claims = {name: given[name] for name in ("impaired", "enhanced") if name in given}
    dice = dice_of(stage, "freya", stage["freya"].attacks[0].key, "ogre", **claims)
    return {"dice": dice, "keep": "highest"} if "+" in (weapon or "") else {"die": dice}
