"""Fighters and fights as JSON, and back."""

import json
from typing import Any

import pytest

from rules.errors import BadInput
from rules.fight import PRESENT, Change
from rules.records import fight_from, fighter_from, read_many_gear, record_of
from tests.rules.stage import AXE, CAIRN, SWORD, Stage, foe, hero


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_a_fighter_comes_back_as_it_was() -> None:
    stage = Stage(hero("anna", {**SWORD, "uses": 3}, AXE), hero("boris"), foe("goblin", hp=9)).begin()
    stage.order("attack", "anna", target="goblin", dice=[]).order("wait", "boris", dice=[4])
    again = fighter_from(CAIRN, through_json(record_of(stage["anna"])))
    assert again.state() == stage["anna"].state()
    assert again == stage["anna"]
    assert again.state()["uses"] == {"0": 2}


def test_a_fight_comes_back_as_it_was_in_the_order_it_had() -> None:
    """As a database may give it: the keys of objects in another order."""
    stage = Stage(hero("zoe", SWORD), hero("al", SWORD), foe("m")).begin().order("attack", "zoe", target="m")
    state = json.loads(json.dumps(stage.fight.state(), sort_keys=True))
    records = sorted((through_json(record_of(each)) for each in stage.fight.fighters.values()), key=lambda r: r["id"])
    again = fight_from(CAIRN, {}, state, records)
    assert list(again.fighters) == ["zoe", "al", "m"]
    assert again.state() == stage.fight.state()


def test_names_in_several_languages_stay() -> None:
    stage = Stage({**hero("anna"), "name": {"en": "Anna", "ru": "Анна"}})
    assert fighter_from(CAIRN, through_json(record_of(stage["anna"]))).name == {"en": "Anna", "ru": "Анна"}


def test_presence_is_a_change_like_any_other() -> None:
    stage = Stage(hero("anna"), hero("boris"), foe("goblin"))
    record = {**record_of(stage["boris"]), "place": 1}
    before = stage.fight.state()
    gone = [Change("boris", PRESENT, record, None)]
    stage.fight.apply(gone)
    assert list(stage.fight.fighters) == ["anna", "goblin"]
    stage.fight.undo(gone)
    assert stage.fight.state() == before


def test_gear_may_come_from_the_tables_with_changes_of_its_own() -> None:
    (sword,) = read_many_gear(CAIRN, [{"item": "sword", "damage": "d10"}])
    assert (sword.model_dump()["damage"], sword.model_dump()["key"]) == ("d10", "sword")


@pytest.mark.parametrize(
    ("gear", "path"),
    [("sword", "gear"), ([5], "gear.0"), ([{"item": "x"}], "gear.0.item"), ([{"item": []}], "gear.0.item"),
     ([{"name": "x"}], "gear.0.kind"), ([{"kind": "gear", "name": "x", "uses": -1}], "gear.0.uses")],
)  # fmt: skip
def test_gear_that_cannot_be_read_is_named_with_its_place(gear: Any, path: str) -> None:
    with pytest.raises(BadInput) as bad:
        read_many_gear(CAIRN, gear)
    assert bad.value.path == path
