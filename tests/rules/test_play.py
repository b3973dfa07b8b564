"""Driving a rule: answers, pauses, refusals."""

from typing import Any

import pytest

from rules.dice import Recorded, Scripted
from rules.effects import GM, Ask, Option, Roll, Rule, Tell
from rules.errors import BadAnswer, BadDice, Refused
from rules.fight import Change
from rules.play import play
from rules.words import say
from tests.rules.stage import CAIRN, SWORD, Stage, foe, hero

YES_OR_NO = (Option("yes", say("Yes")), Option("no", say("No"), allowed=False, why=say("Not now."), rule="CA-01"))


class Nothing:
    """A source that waits for a person."""

    def roll(self, roll: Roll) -> None:
        return None


def asking(fight: Any) -> Rule[None]:
    yield Tell("hurt", None, {}, (Change("anna", "hp", 3, 2),))
    answer = yield Ask(GM, "sure", say("Are you sure?"), YES_OR_NO)
    yield Tell("answered", None, {"answer": answer}, (Change("anna", "hp", 2, 1),))


def stage() -> Stage:
    return Stage(hero("anna", SWORD), foe("goblin", hp=9))


def test_play_stops_at_a_question_and_keeps_what_was_told() -> None:
    fight = stage().fight
    played = play(fight, asking(fight), Scripted([]))
    assert isinstance(played.waiting, Ask)
    assert fight.fighters["anna"].hp == 2
    fight.undo(played.changes)
    assert fight.fighters["anna"].hp == 3


def test_with_the_answer_it_goes_to_the_end() -> None:
    fight = stage().fight
    played = play(fight, asking(fight), Scripted([]), ["yes"])
    assert (played.waiting, played.answers, fight.fighters["anna"].hp) == (None, ["yes"], 1)


def test_answers_given_come_before_those_of_the_policy() -> None:
    fight = stage().fight
    played = play(fight, asking(fight), Scripted([]), ["yes"], answer=lambda _ask: "no")
    assert played.answers == ["yes"]


@pytest.mark.parametrize(
    ("answers", "words", "path"),
    [
        (["maybe"], "“maybe” is no answer here: choose one of yes.", "answers.0"),
        (["no"], "Not now.", "answers.0"),
        ([""], "“” is no answer here: choose one of yes.", "answers.0"),
        (["yes", "yes"], "Nothing was left to answer with “yes”.", "answers.1"),
    ],
)
def test_an_answer_that_does_not_fit_leaves_the_fight_as_it_was(answers: list[str], words: str, path: str) -> None:
    fight = stage().fight
    before = fight.state()
    with pytest.raises(BadAnswer) as bad:
        play(fight, asking(fight), Scripted([]), answers)
    assert (str(bad.value.words), bad.value.path) == (words, path)
    assert fight.state() == before


def test_a_refusal_in_the_middle_leaves_the_fight_as_it_was() -> None:
    def refusing() -> Rule[None]:
        yield Tell("hurt", None, {}, (Change("anna", "hp", 3, 0), Change(None, "round", 0, 9)))
        raise Refused(say("No."))

    fight = stage().fight
    before = fight.state()
    with pytest.raises(Refused):
        play(fight, refusing(), Scripted([]))
    assert fight.state() == before


def test_so_does_an_impossible_face_and_even_a_fault_of_the_rule() -> None:
    def faulty() -> Rule[None]:
        yield Tell("hurt", None, {}, (Change("anna", "hp", 3, 0),))
        raise ZeroDivisionError

    fight = stage().fight
    before = fight.state()
    with pytest.raises(ZeroDivisionError):
        play(fight, faulty(), Scripted([]))
    order = stage().fight.system.perform(fight, CAIRN.choose(fight))
    with pytest.raises(BadDice):
        play(fight, order, Scripted([21]))
    assert fight.state() == before


def test_play_stops_where_real_dice_have_to_be_rolled_and_goes_on_with_their_faces() -> None:
    scene = stage().begin()
    command = CAIRN.choose(scene.fight)
    assert command is not None
    waiting = play(scene.fight, CAIRN.perform(scene.fight, command), Nothing())
    assert isinstance(waiting.waiting, Roll)
    assert str(waiting.waiting.dice) == "d8"
    scene.fight.undo(waiting.changes)
    played = play(scene.fight, CAIRN.perform(scene.fight, command), Recorded([(5,)], Nothing()))
    assert played.waiting is None
    assert scene["goblin"].hp == 4


def test_the_default_answer_is_the_marked_one_else_the_first_allowed() -> None:
    options = (Option("a", say("A"), allowed=False), Option("b", say("B")), Option("c", say("C"), default=True))
    assert Ask(GM, "q", say("?"), options).default == "c"
    assert Ask(GM, "q", say("?"), options[:2]).default == "b"
