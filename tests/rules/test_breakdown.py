"""Breakdowns whose words are made when somebody looks."""

import pytest

from rules.breakdown import Breakdown, Deferred
from rules.words import say


def test_a_deferred_breakdown_knows_its_total_and_works_out_its_steps_once_when_somebody_looks() -> None:
    made = []

    def make() -> Breakdown:
        made.append(1)
        return Breakdown().start(say("base"), 8).add(say("side"), -2, "DF-11")

    why = Deferred(6, make)
    assert (why.total, made) == (6, [])
    assert [(step.op, step.operand, step.total) for step in why.steps] == [("=", 8, 8), ("−", 2, 6)]
    assert why.as_json()[1]["rule"] == "DF-11"
    assert made == [1]


def test_it_has_nothing_else() -> None:
    with pytest.raises(AttributeError, match="reasons"):
        _ = Deferred(6, Breakdown).reasons
