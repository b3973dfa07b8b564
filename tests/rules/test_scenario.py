"""Scenarios: a fight as a document, its outcome, its complaints."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.describe import derive_document, schema_of
from rules.errors import BadInput, RulesError, as_json
from rules.prospects import forecast_scenario, odds_scenario
from rules.scenario import MOST_FIGHTERS, play_scenario
from tests.rules.stage import AXE, CAIRN, SWORD, foe, hero

ATTACK = {"do": "attack", "actor": "anna", "target": "goblin"}


def scenario(**more: Any) -> dict[str, Any]:
    fighters = [hero("anna", SWORD, dex=12), foe("goblin", AXE, hp=3, armor=1)]
    return {"system": "cairn", "fighters": fighters, **more}


def duel_of_blades(answers: list[str]) -> dict[str, Any]:
    blade = {"kind": "weapon", "name": "blade", "place": "right", "modes": [{"level": 15, "damage": "1d cut"}]}
    fighters = [{"id": "anna", "side": "party"}, {"id": "goblin", "side": "foes", "gear": [blade]}]
    attack = {"do": "attack", "actor": "goblin", "target": "anna", "weapon": "blade", "answers": answers}
    return {"system": "dungeon_fantasy", "fighters": fighters, "commands": [attack]}


def complaints(document: Any) -> list[tuple[str, str | None]]:
    with pytest.raises(RulesError) as bad:
        play_scenario(document)
    return [(error["path"], error["rule"]) for error in as_json(bad.value)["errors"]]


@pytest.mark.rule("CA-04")
def test_the_outcome_tells_everything() -> None:
    outcome = play_scenario(scenario(dice=[12, 4, 10], commands=[{"do": "begin"}, ATTACK]))
    assert outcome["waiting"] is None
    assert (outcome["round"], outcome["turn"], outcome["order"]) == (1, "foes", ["anna", "goblin"])
    assert [event["kind"] for event in outcome["events"]] == [
        "began", "saved", "declared", "attacked", "harmed", "morale_due", "saved", "turn",
    ]  # fmt: skip
    harmed = outcome["events"][4]
    assert harmed["rule"] == "CA-04"
    assert (harmed["facts"]["damage"], harmed["changes"]) == (3, [["goblin", "hp", 3, 0]])
    assert (outcome["fighters"]["goblin"]["hp"], outcome["fighters"]["goblin"]["str"]) == (0, 10)


def test_it_stops_where_an_answer_is_missing_and_says_who_is_asked_what() -> None:
    attack = {**ATTACK, "enhanced": True, "claimed": True}
    waiting = play_scenario(scenario(commands=[attack, {"do": "end_turn"}]))["waiting"]
    assert (waiting["who"], waiting["question"], waiting["rule"]) == ("gm", "advantage", "CA-13")
    assert [(each["key"], each["default"]) for each in waiting["options"]] == [
        ("enhanced", True), ("normal", False), ("impaired", False),
    ]  # fmt: skip


def test_a_seed_rolls_the_same_each_time() -> None:
    commands = [{"do": "save", "target": "anna", "ability": "str"}] * 3
    outcomes = [play_scenario(scenario(dice={"seed": seed}, commands=commands)) for seed in ("a", "a", "b", "c", "d")]
    assert outcomes[0] == outcomes[1]
    assert len({json.dumps(outcome["events"]) for outcome in outcomes}) > 1


def test_state_overrides_what_a_fighter_starts_with() -> None:
    wounded = {**hero("anna"), "state": {"hp": 1, "fate": "critical", "dies_in": 9}}
    anna = play_scenario({"system": "cairn", "fighters": [wounded]})["fighters"]["anna"]
    assert (anna["hp"], anna["fate"], anna["dies_in"]) == (1, "critical", 9)


def test_the_example_of_the_documentation_plays() -> None:
    page = (Path(__file__).parents[2] / "docs/scenario.md").read_text(encoding="utf-8")
    example = json.loads(page.split("```json\n")[1].split("```")[0])
    outcome = play_scenario(example)
    assert [event["kind"] for event in outcome["events"]][:5] == ["began", "saved", "declared", "attacked", "wounded"]
    assert outcome["fighters"]["bandit"]["str"] == 7


def crowd(other: dict[str, Any]) -> dict[str, Any]:
    """Anna and another one on the same cell of a map."""
    map_ = {"grid": "square", "size": [3, 3]}
    return {"system": "cairn", "map": map_, "fighters": [{**hero("anna"), "at": [1, 1]}, {**other, "at": [1, 1]}]}


@pytest.mark.parametrize("first", ["anna", "fallen"])
def test_over_the_fallen_one_may_stand_whoever_is_named_first(first: str) -> None:
    """As on the map of a fight: one steps over the dead and the helpless."""
    document = crowd({**foe("fallen"), "state": {"fate": "dead"}})
    document["fighters"].sort(key=lambda each: each["id"] != first)
    assert play_scenario(document)["fighters"]["anna"]["at"] == (1, 1)


@pytest.mark.parametrize(
    ("document", "paths"),
    [
        (None, [""]),
        ([], [""]),
        ("cairn", [""]),
        ({}, ["system", "fighters"]),
        ({"system": "chess", "fighters": []}, ["system"]),
        ({"system": ["cairn"], "fighters": []}, ["system"]),
        (scenario(colour="red"), ["colour"]),
        (scenario(fighters="anna"), ["fighters"]),
        (scenario(fighters=[{"id": "a"}]), ["fighters.0.side"]),
        (scenario(fighters=[hero("a"), foe("a")]), ["fighters.1.id"]),
        (scenario(fighters=[hero("")]), ["fighters.0.id"]),
        (scenario(fighters=[hero("a\ud800")]), ["fighters.0.id"]),
        (scenario(fighters=[hero("a", str=40, luck=1), foe("b", {"kind": "boat"})]),
         ["fighters.0.sheet.str", "fighters.0.sheet.luck", "fighters.1.gear.0.kind"]),
        (scenario(fighters=[{**hero("a"), "state": {"hp": -1}}]), ["fighters.0.state.hp"]),
        (scenario(fighters=[hero(f"h{number}") for number in range(MOST_FIGHTERS + 1)]), ["fighters"]),
        (scenario(settings={"scars": "perhaps"}), ["settings.scars"]),
        (crowd(foe("orc")), ["fighters.1.at"]),
        (crowd(hero("boris")), ["fighters.1.at"]),
        (scenario(dice=["x", 1]), ["dice.0"]),
        (scenario(dice=[True]), ["dice.0"]),
        (scenario(dice={"seed": 5}), ["dice.seed"]),
        (scenario(dice={}), ["dice.seed"]),
        (scenario(dice="123"), ["dice"]),
        (scenario(dice=[1]), ["dice"]),
        (scenario(commands=[{"do": "begin"}], dice=[21]), ["dice"]),
        (scenario(commands=[{"do": "begin"}]), ["dice"]),
        (scenario(commands=["begin"]), ["commands.0"]),
        (scenario(commands=[{}]), ["commands.0.do"]),
        (scenario(commands=[{"do": ["begin"]}]), ["commands.0.do"]),
        (scenario(commands=[{"do": "dance"}]), ["commands.0.do"]),
        (scenario(commands=[{"do": "attack", "actor": "anna", "power": 1}]), ["commands.0.power"]),
        (scenario(commands=[{"do": "attack", "actor": "anna"}]), ["commands.0.target"]),
        (scenario(commands=[{"do": "attack", "actor": "anna", "target": "x"}]), ["commands.0.target"]),
        (scenario(commands=[{"do": "attack", "actor": "x", "target": "anna"}]), ["commands.0.actor"]),
        (scenario(commands=[{**ATTACK, "weapon": "x"}]), ["commands.0.weapon"]),
        (scenario(commands=[{"do": "begin", "waive": True, "answers": "yes"}]), ["commands.0.answers"]),
        (scenario(commands=[{"do": "begin", "waive": True, "answers": ["yes"]}]), ["commands.0.answers.0"]),
        (scenario(commands=[{**ATTACK, "enhanced": True, "claimed": True, "answers": ["x"]}]),
         ["commands.0.answers.0"]),
        (scenario(commands=[{"do": "join", "id": "x", "name": "X", "side": "foes", "sheet": {"str": 99}}]),
         ["commands.0.sheet.str"]),
        (scenario(commands=[{"do": "correct", "target": "anna", "set": {"hp": "x"}}]), ["commands.0.set.hp"]),
    ],
)  # fmt: skip
def test_a_complaint_names_its_place(document: Any, paths: list[str]) -> None:
    assert [path for path, _rule in complaints(document)] == paths


def test_a_refusal_names_its_rule() -> None:
    commands = [{"do": "begin", "waive": True}, {"do": "attack", "actor": "goblin", "target": "anna"}]
    assert complaints(scenario(commands=commands)) == [("commands.1.actor", "CA-01")]


@pytest.mark.rule("CA-04")
def test_odds_are_those_of_the_last_command() -> None:
    told = odds_scenario(scenario(dice=[12], commands=[{"do": "begin"}, ATTACK]))
    assert sum(each["p"] for each in told["outcomes"]) == pytest.approx(1)
    assert told["measures"]["past_defence"] == pytest.approx(7 / 8)
    assert told["measures"]["damage_mean"] == pytest.approx(sum(range(8)) / 8)


@pytest.mark.rule("DF-01", "DF-16")
@pytest.mark.parametrize(("answers", "fails"), [(["none"], 216), (["dodge"], 160), ([], 81)])
def test_odds_follow_the_answers_that_are_given(answers: list[str], fails: int) -> None:
    """A blade at 15 hits on 3–15 (206 of 216), on 3–5 (10) critically. Dodge 8 fails on 9 and more (160 of 216); by
    default one retreats as well: 8 + 3 fails on 12 and more (81)."""
    told = odds_scenario(duel_of_blades(answers))
    assert told["measures"]["past_defence"] == pytest.approx(10 / 216 + 196 / 216 * fails / 216)


def test_an_answer_to_no_question_is_refused() -> None:
    with pytest.raises(RulesError) as bad:
        odds_scenario(duel_of_blades(["dodge", "fly"]))
    assert bad.value.path == "commands.0.answers.1"


@pytest.mark.parametrize(
    ("commands", "path"),
    [
        ([], "commands"),
        ([{"do": "retreat", "actor": "anna", "claimed": True}, {"do": "begin"}], "commands"),
        ([{"do": "attack", "actor": "anna", "target": "x"}], "commands.0.target"),
        ([{"do": "dance"}], "commands.0.do"),
    ],
)
def test_odds_of_what_cannot_be_done_are_refused(commands: list[Any], path: str) -> None:
    with pytest.raises(RulesError) as bad:
        odds_scenario(scenario(commands=commands))
    assert bad.value.path == path


@pytest.mark.parametrize(
    ("more", "fights", "seed", "path"),
    [
        ({"commands": [{"do": "begin"}]}, 10, "x", "commands"),
        ({}, 0, "x", "fights"),
        ({}, 100_001, "x", "fights"),
        ({}, "many", "x", "fights"),
        ({}, 10, None, "seed"),
    ],
)
def test_a_forecast_of_what_cannot_be_simulated_is_refused(more: Any, fights: Any, seed: Any, path: str) -> None:
    with pytest.raises(BadInput) as bad:
        forecast_scenario(scenario(**more), fights, seed)
    assert bad.value.path == path


@pytest.mark.parametrize(
    ("document", "path"),
    [
        (None, ""),
        ({"sheet": 5}, "sheet"),
        ({"gear": {}}, "gear"),
        ({"shield": 1}, "shield"),
        ({"gear": [{}] * 201}, "gear"),
    ],
)
def test_what_cannot_be_derived_is_refused(document: Any, path: str) -> None:
    with pytest.raises(BadInput) as bad:
        derive_document(CAIRN, document)
    assert bad.value.path == path


def test_the_schema_names_every_command_and_kind_of_gear() -> None:
    schema = schema_of(CAIRN)
    assert {"begin", "attack", "help", "retreat", "end_turn", "join"} <= set(schema["commands"])
    assert set(schema["gear"]) == {"weapon", "armor", "gear"}
    assert "str" in schema["sheet"]["properties"]
