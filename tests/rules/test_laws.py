"""Laws that hold for every system, tried in fights by chance."""

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.describe import schema_of
from rules.dice import Chance, Recorded, Scripted
from rules.effects import Ask, Roll, Tell
from rules.errors import Refused, RulesError
from rules.fight import MAP, Change, Fight, freeze
from rules.play import play
from rules.prospects import odds_of
from rules.records import fight_from, record_of
from rules.registry import SYSTEMS
from rules.scenario import event_json, export_scenario, play_scenario, read_command, set_up
from rules.system import System, commands_by_name
from rules.words import Words, draw
from tests.rules.chance_fights import all_of, fight_by_chance, offered, plainly, random_order, random_scenario, told

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)

#: Every system as it is played without a map, and on maps where it is played on them.
ARENAS = [
    pytest.param(system, grid, id=f"{system.slug}-{grid or 'no map'}")
    for system in SYSTEMS for grid in (None, *(("square", "hex") if system.tactics else ()))
]  # fmt: skip


def seeds(examples: int) -> Callable[[Any], Any]:
    """A law tried with so many seeds."""

    def decorate(law: Any) -> Any:
        tried = given(seed=st.integers(0, 2**32))(law)
        quiet = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
        return pytest.mark.parametrize(("system", "grid"), ARENAS)(
            settings(max_examples=examples, deadline=None, suppress_health_check=quiet, derandomize=True)(tried)
        )

    return decorate


def rewound(document: dict[str, Any], orders: list[Any]) -> tuple[Fight, list[Any]]:
    """The fight of a scenario from its start, and the orders that were not refused."""
    return set_up(document)[1], [each for each in orders if each.played]


@seeds(25)
def test_undo_gives_back_the_very_state_and_redo_the_one_after(system: System, grid: str | None, seed: int) -> None:
    document, fight, orders = fight_by_chance(system, seed, grid=grid)
    _start, done = rewound(document, orders)
    for each in reversed(done):
        assert all_of(fight) == each.after
        fight.undo(each.played.changes)
        assert all_of(fight) == each.before
        assert list(fight.fighters) == list(each.before["fighters"])
    for each in done:
        fight.apply(each.played.changes)
        assert all_of(fight) == each.after


@seeds(15)
def test_changes_that_went_through_json_undo_as_well(system: System, grid: str | None, seed: int) -> None:
    _document, fight, orders = fight_by_chance(system, seed, grid=grid)
    for each in reversed([each for each in orders if each.played]):
        stored = json.loads(json.dumps([change.as_json() for change in each.played.changes]))
        fight.undo([Change(*freeze(change)) for change in stored])
        assert all_of(fight) == each.before


@seeds(20)
def test_answers_and_rolls_played_again_give_the_same_events(system: System, grid: str | None, seed: int) -> None:
    document, _fight, orders = fight_by_chance(system, seed, grid=grid)
    again, done = rewound(document, orders)
    for each in done:
        rule = system.perform(again, read_command(system, each.document))
        played = play(again, rule, Recorded(each.played.rolls, Scripted([])), each.played.answers)
        assert played.events == each.played.events
        assert all_of(again) == each.after


@seeds(15)
def test_an_order_that_waits_and_is_played_again_with_one_answer_more_ends_the_same(
    system: System, grid: str | None, seed: int
) -> None:
    document, _fight, orders = fight_by_chance(system, seed, grid=grid)
    again, done = rewound(document, orders)
    for each in done:
        for number in range(len(each.played.answers) + 1):
            rule = system.perform(again, read_command(system, each.document))
            played = play(again, rule, Recorded(each.played.rolls, Scripted([])), each.played.answers[:number])
            if number < len(each.played.answers):
                assert isinstance(played.waiting, Ask)
                again.undo(played.changes)
                assert all_of(again) == each.before
        assert played.events == each.played.events


@seeds(15)
def test_a_rule_changes_nothing_by_itself(system: System, grid: str | None, seed: int) -> None:
    """Between two effects the state is what it was; only the changes that are told move it."""
    document, _fight, orders = fight_by_chance(system, seed, grid=grid, orders=20)
    again, done = rewound(document, orders)
    for each in done:
        rule = system.perform(again, read_command(system, each.document))
        rolls, answers = iter(each.played.rolls), iter(each.played.answers)
        reply: Any = None
        while True:
            before = all_of(again)
            try:
                effect = rule.send(reply)
            except StopIteration:
                assert all_of(again) == before
                break
            assert all_of(again) == before
            reply = None
            if isinstance(effect, Tell):
                again.apply(effect.changes)
            else:
                reply = next(rolls) if isinstance(effect, Roll) else next(answers)


@seeds(20)
def test_told_changes_say_what_was_there_before(system: System, grid: str | None, seed: int) -> None:
    document, _fight, orders = fight_by_chance(system, seed, grid=grid)
    again, done = rewound(document, orders)
    for each in done:
        for event in each.played.events:
            for change in event.changes:
                if change.field not in ("*", MAP):
                    whose = again if change.who is None else again.fighters[change.who]
                    assert getattr(whose, change.field) == change.old
                    assert change.old != change.new
                again.apply([change])


@seeds(25)
def test_what_is_offered_is_accepted(system: System, grid: str | None, seed: int) -> None:
    _document, fight, _orders = fight_by_chance(system, seed, grid=grid, orders=random.Random(seed).randint(0, 20))
    before = all_of(fight)
    for actor, action in list(offered(fight)):
        if action.allowed:
            command = read_command(system, plainly(fight, actor, action))
            played = play(fight, system.perform(fight, command), Chance(seed), answer=system.answer)
            assert played.events
            fight.undo(played.changes)
            assert all_of(fight) == before


@seeds(20)
def test_what_is_not_allowed_says_why_and_by_which_rule_and_is_refused(
    system: System, grid: str | None, seed: int
) -> None:
    _document, fight, _orders = fight_by_chance(system, seed, grid=grid, orders=random.Random(seed).randint(0, 20))
    known = {entry.id for entry in system.rulebook}
    somebody = next(iter(fight.fighters))
    fill = {"target": somebody, "side": "foes", "item": 0, "amount": 1, "minutes": 1, "ability": "str", "to": [0, 0]}
    for actor, action in list(offered(fight)):
        if action.allowed:
            continue
        assert str(action.why)
        assert action.rule in known
        document = {**plainly(fight, actor, action), **fill}
        columns = commands_by_name(system.commands)[action.do].model_fields
        document = {name: value for name, value in document.items() if name in columns}
        before = all_of(fight)
        with pytest.raises(Refused) as refused:
            play(fight, system.perform(fight, read_command(system, document)), Chance(seed), answer=system.answer)
        assert str(refused.value)
        assert all_of(fight) == before


@seeds(25)
def test_a_refused_order_changes_nothing_and_has_a_sentence(system: System, grid: str | None, seed: int) -> None:
    _document, _fight, orders = fight_by_chance(system, seed, grid=grid)
    for each in orders:
        if each.refusal:
            assert each.before == each.after
            assert str(each.refusal.words)


@seeds(25)
def test_every_event_has_a_sentence_whose_places_its_facts_fill_and_a_rule_of_the_rulebook(
    system: System, grid: str | None, seed: int
) -> None:
    _document, _fight, orders = fight_by_chance(system, seed, grid=grid)
    known = {entry.id for entry in system.rulebook}
    for event in told(orders):
        assert event.rule is None or event.rule in known
        whole = draw(Words(system.sentences[event.kind], {**event.facts, **event.vitals}))
        assert "{" not in whole.replace("{it}", ""), (event.kind, whole)
        vague = system.sentences.get(f"{event.kind}.vague")
        if event.vitals:
            assert vague, f"{event.kind} has vitals and no sentence without them"
            assert "{" not in draw(Words(vague, event.facts)).replace("{it}", "")
            assert event.about


@seeds(25)
def test_state_and_events_are_json_and_the_state_survives_it(system: System, grid: str | None, seed: int) -> None:
    document, fight, orders = fight_by_chance(system, seed, grid=grid)
    for event in told(orders):
        assert freeze(json.loads(json.dumps(event_json(event)))) == freeze(event_json(event))
    state = json.loads(json.dumps(fight.state(), sort_keys=True))
    records = [json.loads(json.dumps(record_of(each))) for each in fight.fighters.values()]
    again = fight_from(system, document.get("settings", {}), state, records)
    assert again.state() == fight.state()
    assert again.fighters == fight.fighters
    assert list(again.fighters) == list(fight.fighters)


@seeds(15)
def test_a_fight_exported_as_a_scenario_plays_the_same(system: System, grid: str | None, seed: int) -> None:
    document, fight, orders = fight_by_chance(system, seed, grid=grid)
    start, done = rewound(document, orders)
    commands = [{**each.document, "answers": each.played.answers} for each in done]
    dice = [face for each in done for rolled in each.played.rolls for face in rolled]
    scenario = json.loads(json.dumps(export_scenario(start, commands, dice)))
    outcome = play_scenario(scenario)
    assert json.loads(json.dumps(outcome["events"])) == json.loads(json.dumps([event_json(e) for e in told(done)]))
    assert outcome["fighters"] == {id_: fighter.state() for id_, fighter in fight.fighters.items()}
    assert (outcome["round"], outcome["turn"], outcome["winner"]) == (fight.round, fight.turn, fight.winner)


@seeds(15)
def test_the_policy_only_gives_orders_that_are_accepted_and_every_fight_comes_to_an_end(
    system: System, grid: str | None, seed: int
) -> None:
    fight = set_up(random_scenario(system, random.Random(seed), grid))[1]
    source = Chance(seed)
    for _order in range(2000):
        command = system.choose(fight)
        if command is None or fight.winner is not None or fight.round > 40:
            break
        before = all_of(fight)
        play(fight, system.perform(fight, command), source, answer=system.answer)
        assert all_of(fight) != before
    else:
        pytest.fail("2,000 orders and no end")


@seeds(6)
def test_odds_add_up_to_one_and_agree_with_a_sample(system: System, grid: str | None, seed: int) -> None:
    """4,000 live runs: a share is within 4.5 of its standard deviations, at most sqrt(0.25 / 4000) = 0.0079; a mean
    within 4.5 of its own, taken from the exact distribution. Some 40 figures are compared: the chance that any
    strays so far is below one in a thousand, and the seeds are fixed."""
    _document, fight, _orders = fight_by_chance(system, seed, grid=grid, orders=random.Random(seed).randint(1, 12))
    attacks = [(actor, action) for actor, action in offered(fight) if action.allowed and action.odds]
    if not attacks:
        return
    command = read_command(system, plainly(fight, *random.Random(seed).choice(attacks)))
    odds = odds_of(fight, command)
    assert odds.exact
    assert sum(odds.outcomes.values()) == pytest.approx(1, abs=1e-9)
    sampled: Counter[Any] = Counter()
    source = Chance(seed)
    for _run in range(4000):
        played = play(fight, whole(system, fight, command), source, answer=system.answer)
        sampled[system.outcome(fight, command, played.events)] += 1
        fight.undo(played.changes)
    assert set(sampled) <= set(odds.outcomes)
    for target in odds.targets():
        exact = odds.measures(target)
        seen: Counter[Any] = Counter()
        for outcomes, count in sampled.items():
            seen[dict(outcomes)[target]] += count
        for measure in ("hit", "past_defence", "down"):
            share = sum(count for outcome, count in seen.items() if getattr(outcome, measure)) / 4000
            assert share == pytest.approx(exact[measure], abs=4.5 * 0.0079)
        mean = sum(outcome.damage * count for outcome, count in seen.items()) / 4000
        spread = sum(p * (int(points) - exact["damage_mean"]) ** 2 for points, p in exact["damage"].items())
        assert mean == pytest.approx(exact["damage_mean"], abs=4.5 * (spread / 4000) ** 0.5 + 1e-9)


def whole(system: System, fight: Fight, command: Any) -> Any:
    yield from system.perform(fight, command)
    yield from system.settle(fight, command)


@seeds(15)
def test_orders_that_make_no_sense_are_refused_and_never_break_anything(
    system: System, grid: str | None, seed: int
) -> None:
    """Orders of one fight given to another: whoever and whatever they name may not be there."""
    chance = random.Random(seed)
    _document, other, _orders = fight_by_chance(system, seed + 1, grid=grid, orders=5)
    _document, fight, _orders = fight_by_chance(system, seed, grid=grid, orders=chance.randint(0, 15))
    for _order in range(15):
        document = random_order(other, chance)
        before = all_of(fight)
        try:
            play(fight, system.perform(fight, read_command(system, document)), Chance(seed), answer=system.answer)
        except RulesError:
            assert all_of(fight) == before


@every_system
def test_every_command_has_a_schema_and_every_sentence_its_places(system: System) -> None:
    schema = json.loads(json.dumps(schema_of(system)))
    assert set(schema["commands"]) >= {"join", "leave", "reveal", "correct"}
    assert set(schema["gear"]) == set(system.gear)
    assert len({entry.id for entry in system.rulebook}) == len(system.rulebook)
