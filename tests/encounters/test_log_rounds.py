"""The log says in which round a thing was ordered."""

from __future__ import annotations

import pytest

from encounters.models import Entry
from tests.encounters.play_table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.rule("CA-01")]


def test_what_ends_a_round_belongs_to_that_round() -> None:
    table = Table()
    begun = Entry.objects.get(encounter=table.encounter, seq=1)
    assert begun.round == 1, "the fight begins with round 1"
    table.order("gm", do="end_turn")
    last = table.order("gm", do="end_turn").entry
    table.encounter.refresh_from_db()
    assert table.encounter.state["round"] == 2
    assert last is not None
    assert last.round == 1
