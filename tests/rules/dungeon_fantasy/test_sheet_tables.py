"""The tables: read whole, named in both languages, and everything in them derives."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.describe import derive_document
from rules.records import read_gear
from rules.systems.dungeon_fantasy import tables
from rules.systems.dungeon_fantasy.quick import quick
from rules.systems.dungeon_fantasy.skills import canonical, read_default, skills_in
from tests.rules.dungeon_fantasy.heroes import DF, values

ROWS = {row["key"]: row for rows in tables.equipment().values() for row in rows}
BEASTS = {"wolf", "dire_wolf", "giant_rat", "giant_spider", "bear"}
KNOWN = {row["name"]["en"] for row in tables.skills()} | {"DX"}


def names_in(document: Any) -> list[Mapping[str, str]]:
    """Every name anywhere in a document."""
    if isinstance(document, Mapping):
        own = [document["name"]] if "name" in document else []
        return own + [name for each in document.values() for name in names_in(each)]
    if isinstance(document, Sequence) and not isinstance(document, str):
        return [name for each in document for name in names_in(each)]
    return []


@pytest.mark.parametrize("key", ROWS)
def test_every_thing_reads_and_has_both_its_names(key: str) -> None:
    read_gear(DF, {"item": key}, "")
    for name in names_in(ROWS[key]):
        assert name.keys() == {"en", "ru"}
        assert all(name.values())


def test_how_many_there_are() -> None:
    """Of 221 rows of weapons' modes, 7 belong to shields and cloaks, and 3 to traps, which nobody wields."""
    shown = tables.equipment()
    melee = [row for row in shown["weapon"] if row.get("modes")]
    assert sum(len(row["modes"]) for row in melee) == 221 - 7 - 3
    assert (len(shown["shield"]), len(shown["armor"])) == (7, 117)


@pytest.mark.parametrize("key", [key for key, row in ROWS.items() if row["kind"] == "weapon" and row.get("modes")])
def test_every_skill_that_a_weapon_names_is_one_of_the_table(key: str) -> None:
    for mode in ROWS[key]["modes"]:
        named = {*skills_in(mode["skill"]), *(read_default(text).name for text in mode.get("defaults", ()))}
        assert named <= KNOWN


@pytest.mark.parametrize(
    ("key", "name", "columns"),
    [
        ("broadsword", "Меч", {"weight_lb": 3, "cost": 600}),
        ("rapier", "Рапира", {"weight_lb": 2.75}),
        ("main_gauche", "Дага", {"weight_lb": 1.25}),
        ("smallsword", "Малый меч", {"weight_lb": 1.5}),
        ("saber", "Сабля", {"weight_lb": 2}),
        ("flail", "Цеп", {"weight_lb": 8}),
        ("kusari", "Кусари", {"weight_lb": 5}),
        ("medium_shield", "Средний щит", {"db": 2, "weight_lb": 15}),
        ("small_buckler", "Малый баклер", {"db": 1, "make": "buckler"}),
        ("heavy_cloak", "Тяжёлый плащ", {"db": 2, "make": "cloak"}),
        ("mail_body_armor", "Кольчужный доспех", {"crushing": 2, "weight_lb": 15.8, "flexible": True}),
    ],
)  # fmt: skip
def test_rows_that_everybody_looks_for(key: str, name: str, columns: dict[str, Any]) -> None:
    assert ROWS[key]["name"]["ru"] == name
    assert {column: ROWS[key][column] for column in columns} == columns


def test_an_edged_rapier_is_a_broadsword_too() -> None:
    """Where the source writes “Broadword”."""
    assert [mode["skill"] for mode in ROWS["edged_rapier"]["modes"]] == ["Rapier", "Rapier", "Broadsword", "Broadsword"]


@pytest.mark.rule("DF-25", "DF-26")
def test_the_marks_of_fencing_and_unbalanced_weapons_came_along() -> None:
    assert all(mode["fencing"] for mode in ROWS["rapier"]["modes"])
    assert ROWS["axe"]["modes"][0]["unbalanced"]
    assert ROWS["quarterstaff"]["modes"][0]["parry"] == 2


@pytest.mark.parametrize("creature", tables.creatures(), ids=lambda row: row["key"])
def test_every_opponent_derives_and_can_fight(creature: dict[str, Any]) -> None:
    shown = derive_document(DF, {"sheet": creature["sheet"], "gear": creature["gear"]})["values"]
    assert shown["attacks"]
    assert bool(shown["parry"]) is (creature["key"] not in {*BEASTS, "harpy"})
    assert shown["encumbrance"] <= 2
    for name in names_in(creature):
        assert name.keys() == {"en", "ru"}


def test_there_are_opponents_of_every_sort() -> None:
    keys = {row["key"] for row in tables.creatures()}
    assert len(keys) == len(tables.creatures()) >= 25
    assert {"goblin", "orc", "wolf", "skeleton", "bandit", "duellist", "knight", "archer", "troll", "gargoyle"} <= keys


@pytest.mark.parametrize("name", ["Топор/булава", "топор", "Axe/Mace"])
def test_skills_are_known_by_their_names_in_either_language(name: str) -> None:
    assert canonical(name) == "Axe/Mace"


@pytest.mark.parametrize(
    ("written", "means"),
    [("Щит (баклер)", "Shield (Buckler)"), ("Копье", "Spear"), ("  дага ", "Main-Gauche"), ("Pottery", "Pottery"),
     ("Выживание (лес)", "Survival (лес)")],
)  # fmt: skip
def test_a_skill_may_be_written_in_many_ways(written: str, means: str) -> None:
    assert canonical(written) == means


class TestQuickCharacters:
    def test_the_same_seed_rolls_the_same(self) -> None:
        assert quick("x", "ru") == quick("x", "ru")

    def test_a_hundred_seeds_give_every_template_and_all_of_them_derive(self) -> None:
        callings = set()
        for seed in range(100):
            made = quick(str(seed), "en")
            callings.add(made["sheet"]["concept"])
            assert values(*made["gear"], **made["sheet"])["attacks"]
        assert callings == {"Knight", "Swashbuckler", "Archer", "Martial Artist", "Barbarian"}

    def test_names_are_those_of_the_language(self) -> None:
        assert quick("x", "ru")["name"] != quick("x", "en")["name"]
        assert not quick("x", "ru")["name"].isascii()


def test_no_column_of_the_tables_is_left_to_chance() -> None:
    """Keys are unique over all tables and fit an address."""
    keys = [row["key"] for rows in tables.equipment().values() for row in rows]
    assert len(keys) == len(set(keys))
    assert all(key.isascii() and key.replace("_", "").isalnum() for key in keys)
