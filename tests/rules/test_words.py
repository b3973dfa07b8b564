"""Numbers as typed, words as drawn, values with their reasons, complaints with their places."""

from typing import Any

import pytest
from pydantic import BaseModel, Field

from rules.border import read
from rules.breakdown import Breakdown
from rules.errors import BadInput
from rules.numbers import Whole
from rules.words import Words, draw, name_in, say


class Form(BaseModel):
    number: Whole = Field(default=0, ge=-10, le=1000)
    many: list[Whole] = []


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("3", 3),
        ("−3", -3),
        ("–3", -3),
        ("—3", -3),
        ("１２", 12),
        ("+7", 7),
        (" 5 ", 5),
        ("1 000", 1000),
        ("4,0", 4),
        (3.0, 3),
    ],
)
def test_a_number_is_read_as_people_type_it(typed: Any, number: int) -> None:
    assert read(Form, {"number": typed}).number == number


@pytest.mark.parametrize("typed", ["", "x", "3,5", "1e3x", "--3", True, None, [], float("nan"), float("inf")])
def test_what_is_no_whole_number_is_refused_with_a_sentence(typed: Any) -> None:
    with pytest.raises(BadInput) as bad:
        read(Form, {"number": typed})
    assert bad.value.path == "number"
    assert "number" in str(bad.value.words)


def test_a_complaint_names_its_place_and_all_come_at_once() -> None:
    with pytest.raises(BadInput) as bad:
        read(Form, {"number": 1001, "many": [1, "x"]}, "sheet")
    assert [(error.path, str(error.words)) for error in bad.value.errors] == [
        ("sheet.number", "At most 1000."),
        ("sheet.many.1", "Write a whole number."),
    ]


class TestWords:
    def test_facts_take_their_places(self) -> None:
        assert str(say("{who} hits {whom}.", who="Anna", whom={"en": "Orc", "ru": "Орк"})) == "Anna hits Orc."

    def test_the_sentence_is_translated_and_names_come_in_the_language(self) -> None:
        words = say("{who} hits.", who={"en": "Orc", "ru": "Орк"})
        assert draw(words, {"{who} hits.": "{who} бьёт."}.__getitem__, "ru") == "Орк бьёт."

    def test_a_missing_fact_stays_visible(self) -> None:
        assert str(Words("{who} hits.")) == "{who} hits."

    def test_what_a_user_wrote_is_no_template(self) -> None:
        assert str(say("{who} hits.", who="{whom} {0.__class__}")) == "{whom} {0.__class__} hits."

    def test_a_name_falls_back_to_english_and_then_to_any(self) -> None:
        assert name_in({"en": "Orc"}, "ru") == "Orc"
        assert name_in({"ru": "Орк"}, "de") == "Орк"


class TestBreakdown:
    def test_every_operation_leaves_its_step_with_the_running_total(self) -> None:
        value = Breakdown().start(say("base"), 2, "A").add(say("bonus"), 4, "B").add(say("penalty"), -1)
        value.at_most(say("cap"), 3, "C").at_least(say("floor"), 1)
        assert value.total == 3
        assert [(step.op, step.operand, step.total, step.rule) for step in value.steps] == [
            ("=", 2, 2, "A"), ("+", 4, 6, "B"), ("−", 1, 5, None), ("min", 3, 3, "C"),
        ]  # fmt: skip

    def test_what_lost_stays_visible_and_changes_nothing(self) -> None:
        value = Breakdown().start(say("base"), 2).ignore(say("second shield"), 1, "A")
        assert value.total == 2
        assert value.as_json()[1] == {
            "label": "second shield", "op": "+", "operand": 1, "total": 2, "rule": "A", "ignored": True,
        }  # fmt: skip
