"""What holds for every defence: undo, odds, replay, sentences."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice, product
from typing import Any

import pytest

from rules.dice import Chance, branches
from rules.effects import Ask, Rule, Tell
from rules.odds import Outcome, enumerate_odds
from rules.play import play
from rules.systems.dungeon_fantasy.checks import D3
from rules.systems.dungeon_fantasy.choices import Choice, level_of, successes
from rules.systems.dungeon_fantasy.defence import defend
from rules.systems.dungeon_fantasy.fighter import Defended
from rules.systems.dungeon_fantasy.questions import choices_against, question_of
from rules.systems.dungeon_fantasy.sentences import SENTENCES
from tests.rules.dungeon_fantasy.duels import (
    Duel,
    bow,
    broadsword,
    cloak,
    fighter,
    flail,
    fresh,
    maul,
    rapier,
    shield,
    spear,
)


def duels() -> Iterator[Duel]:
    """Many kinds of meetings, with and without a map."""
    skills = {
        "Broadsword": 14, "Rapier": 14, "Shield": 12, "Cloak": 12, "Acrobatics": 12, "Karate": 12, "Blind Fighting": 10,
    }  # fmt: skip
    kits: tuple[tuple[Any, ...], ...] = ((broadsword(), shield(2)), (rapier(), cloak()), ())
    attackers: tuple[tuple[Any, ...], ...] = ((broadsword(),), (maul(),), (flail(),), (bow(),), ())
    double = {"manoeuvre": "all_out_defence", "kind": "double"}
    for kit, arms, state, ground in product(kits, attackers, ({}, double), (None, {})):
        place = {} if ground is None else {"at": (5, 5), "facing": 0}
        there = {} if ground is None else {"at": (6, 5), "facing": 3, "step_left": True}
        state = {**state, **place}
        anna = fighter("anna", *kit, skills=skills, traits=("combat_reflexes",), basic_speed=6, state=state)
        yield Duel(anna, fighter("orc", *arms, state=there), ground=ground)


CIRCUMSTANCES: tuple[dict[str, Any], ...] = (
    {}, {"arc": "left"}, {"arc": "back"}, {"sight": "alert"}, {"sight": "unknown"}, {"surprise": True},
    {"critical": True}, {"area": True},
)  # fmt: skip


class Wild:
    """Answers any allowed option by chance."""

    def __init__(self, seed: int) -> None:
        self._chance = Chance(seed)

    def __call__(self, ask: Ask) -> str:
        allowed = [option.key for option in ask.options if option.allowed]
        roll = self._chance._random()
        return allowed[int(roll * len(allowed))]


def test_undo_gives_the_very_state_back_and_a_replay_the_same_events() -> None:
    for number, duel in enumerate(duels()):
        for circumstances in CIRCUMSTANCES:
            before = fresh(duel.fight)
            blow = duel.blow(**circumstances)
            played = play(duel.fight, defend(duel.fight, blow), Chance(number), answer=Wild(number))
            after = fresh(duel.fight)
            duel.fight.undo(played.changes)
            assert fresh(duel.fight) == before
            again = play(duel.fight, defend(duel.fight, blow), _Again(played.rolls), played.answers)
            assert [(event.kind, dict(event.facts)) for event in again.events] == [
                (event.kind, dict(event.facts)) for event in played.events
            ]
            assert fresh(duel.fight) == after
            duel.fight.undo(again.changes)


class _Again:
    def __init__(self, rolls: list[tuple[int, ...]]) -> None:
        self._rolls = iter(rolls)

    def roll(self, _roll: object) -> tuple[int, ...]:
        return next(self._rolls)


def test_every_event_has_its_rule_and_its_sentence() -> None:
    seen: set[str] = set()
    for number, duel in enumerate(duels()):
        for turn, circumstances in enumerate(CIRCUMSTANCES * 3):
            blow = duel.blow(**circumstances)
            played = play(duel.fight, defend(duel.fight, blow), Chance(f"{number}.{turn}"), answer=Wild(turn + number))
            duel.fight.undo(played.changes)
            for event in played.events:
                assert event.rule is not None
                assert event.rule.startswith("DF-")
                assert event.vitals == {} or event.about is not None
                seen.add(event.kind)
    assert {"dodged", "failed_dodge", "parried", "failed_parry", "blocked", "failed_block"} <= seen
    assert seen <= set(SENTENCES)


def _read(told: list[Tell]) -> tuple[tuple[str, Outcome], ...]:
    saved = any(event.kind in ("dodged", "parried", "blocked") for event in told)
    return (("anna", Outcome(past_defence=not saved)),)


@pytest.mark.rule("DF-04")
@pytest.mark.parametrize("level", range(3, 20))
def test_the_odds_of_a_roll_are_those_of_its_classes(level: int) -> None:
    """Counted over all 216 rolls: 3 and 4 always succeed, 17 and 18 never."""
    rolls = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    expected = sum(total <= 4 or (total <= level and total < 17) for total in rolls)
    assert successes(level) == expected


@pytest.mark.rule("DF-16", "DF-18", "DF-21")
@pytest.mark.parametrize(
    ("key", "saved"),
    [
        ("dodge", Fraction(108, 216)),  # 8 + DB 2
        ("parry:broadsword", Fraction(160, 216)),  # 10 + 2
        ("block:shield", Fraction(135, 216)),  # 9 + 2
        # Acrobatics-12 succeeds in 160 of 216: then 12, else 8.
        ("dodge+acrobatic", Fraction(160, 216) * Fraction(160, 216) + Fraction(56, 216) * Fraction(56, 216)),
    ],
)
def test_exact_odds_of_a_defence(key: str, saved: Fraction) -> None:
    skills = {"Broadsword": 14, "Shield": 12, "Acrobatics": 12}
    duel = Duel(fighter("anna", broadsword(), shield(2), skills=skills))
    before, blow = fresh(duel.fight), duel.blow()
    odds = enumerate_odds(duel.fight, lambda: defend(duel.fight, blow), lambda _ask: key, _read)
    shares = {outcome.past_defence: p for outcome, p in odds.of("anna").items()}
    assert odds.exact
    assert odds.runs == (4 if key == "dodge+acrobatic" else 2)
    assert shares[False] == pytest.approx(float(saved))
    assert sum(shares.values()) == pytest.approx(1)
    assert fresh(duel.fight) == before


def test_odds_of_every_meeting_sum_to_1_in_few_runs() -> None:
    for duel in duels():
        for circumstances in CIRCUMSTANCES:
            odds = enumerate_odds(duel.fight, _start(duel, circumstances), lambda ask: ask.default, _read)
            assert sum(odds.outcomes.values()) == pytest.approx(1)
            assert odds.exact
            assert odds.runs <= 60


def _start(duel: Duel, circumstances: dict[str, Any]) -> Callable[[], Rule[Defended]]:
    blow = duel.blow(**circumstances)
    return lambda: defend(duel.fight, blow)


def test_a_roll_against_a_level_has_two_branches() -> None:
    duel = Duel(fighter("anna"))
    rule = defend(duel.fight, duel.blow())
    next(rule)
    roll = rule.send("dodge")
    assert len(branches(D3, roll.classes)) == 2  # type: ignore[union-attr]


STATES: dict[str, tuple[Any, ...]] = {
    "posture": ("standing", "kneeling", "lying"), "stunned": (False, True), "blocked": (False, True),
    "manoeuvre": ("", "move_and_attack", "all_out_defence", "move"), "kind": ("", "dodge", "parry", "block", "double"),
    "struck_with": ((), ("broadsword",), ("rapier",)),
    "parries": ({}, {"broadsword": 1}, {"rapier": 2, "left_hand": 1}),
    "acrobatic": (False, True), "hp": (10, 2), "fp": (10, 2), "sprinted": (False, True), "crippled": ((), ("left",)),
    "moved_gear": ({}, {"0": "dropped"}), "broken": ((), (0,)),
    "option": (
        None, {"kind": "retreat", "against": "orc"}, {"kind": "retreat", "against": "wolf"},
        {"kind": "drop", "against": "orc", "posture": "standing"}, {"kind": "dive", "against": "orc"},
    ),
}  # fmt: skip
BLOWS: dict[str, tuple[Any, ...]] = {
    "arc": ("front", "left", "right", "back"), "sight": ("seen", "alert"), "height": (0, 1, -2), "deceptive": (0, 2),
    "feint": (0, 3), "area": (False, True),
}  # fmt: skip


def test_a_question_that_was_asked_before_is_the_one_that_would_be_asked_now() -> None:
    """Whatever one thing changes about the target, the blow or the table: what is kept says what is worked out anew."""
    for duel in islice(duels(), 0, None, 7):
        sheet, settings = duel.orc.sheet, duel.fight.settings
        duel.anna.hp = 2
        for duel.anna.manoeuvre in ("", "move_and_attack", "all_out_defence"):
            _agree(duel)
            for name, values in STATES.items():
                before = getattr(duel.anna, name)
                for value in values:
                    setattr(duel.anna, name, value)
                    _agree(duel)
                setattr(duel.anna, name, before)
            for name, values in BLOWS.items():
                for value in values:
                    _agree(duel, **{name: value})
            for way in fighter("somebody", flail(), spear(), maul()).kit.ways:
                _agree(duel, way=way)
            duel.orc.sheet = sheet.model_copy(update={"st": 300})
            _agree(duel)
            duel.orc.sheet = sheet
            for change in ({"breakage": False}, {"half_dodge": "base"}):
                duel.fight.settings = settings.model_copy(update=change)
                _agree(duel)
            duel.fight.settings = settings


def _agree(duel: Duel, **circumstances: Any) -> None:
    blow = duel.blow(**circumstances)
    afresh = choices_against(duel.fight, blow)
    assert list(map(_shown, question_of(duel.fight, blow).choices.values())) == list(map(_shown, afresh))
    tried = [each for each in afresh if each.no is None][:1]
    second = question_of(duel.fight, blow, None, tried).choices.values()
    assert [each.no for each in second] == [each.no for each in choices_against(duel.fight, blow, None, tried)]


def _shown(choice: Choice) -> tuple[Any, ...]:
    why = [] if choice.no is not None else [(step.label.msgid, step.total) for step in level_of(choice).steps]
    return choice.key, choice.label.msgid, choice.level, choice.good, choice.no, choice.warning, choice.strain, why
