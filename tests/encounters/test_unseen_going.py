"""What players are told of those that go about where the map is not shown."""

from __future__ import annotations

import pytest

from encounters.board import stored_events
from encounters.unseen import Unseen
from rules.effects import EVERYBODY, GM
from tests.rules.stage import Stage, at, field, foe, hero


@pytest.mark.parametrize(
    ("start", "to", "hidden", "told"),
    [
        (2, 1, False, [("went", EVERYBODY)]),
        (2, 3, False, [("vanished", EVERYBODY), ("went", GM)]),
        (3, 4, False, [("went", GM)]),
        (3, 2, False, [("went", GM), ("appeared", EVERYBODY)]),
        (2, 1, True, [("went", GM)]),
        (3, 2, True, [("went", GM)]),
    ],
)
def test_players_are_told_of_what_they_see_and_no_cell_under_the_shroud(
    start: int, to: int, hidden: bool, told: list[tuple[str, str]]
) -> None:
    """Columns 3 and 4 of a row are under it."""
    creature = at(foe(), start, 0, hidden=hidden)
    on = Stage(at(hero(), 0, 5), creature, at(foe("orc"), 9, 5), ground=field(shroud=[[3, 0], [4, 0]])).begin()
    on.order("end_turn")
    unseen = Unseen(on.fight)
    on.order("go", "goblin", to=[to, 0])
    stored = stored_events(on.last.events, unseen)
    assert [(each["kind"], each["audience"]) for each in stored] == told
    for each in stored:
        if each["audience"] == EVERYBODY:
            assert not {"D1", "E1"} & set(map(str, each["facts"].values()))


def test_a_blast_over_the_hidden_tells_players_nothing_of_them() -> None:
    bomb = {"kind": "weapon", "name": "bomb", "damage": "d12", "ranged": True, "blast": True}
    lurker = at(foe("lurker"), 5, 5, hidden=True)
    on = Stage(at(hero("anna", bomb), 0, 5), at(hero("bert"), 0, 0), lurker, foe("orc"), ground=field()).begin()
    unseen, before = Unseen(on.fight), len(on.told)
    on.order("attack", "anna", at=[5, 5]).order("end_turn", dice=[2])
    stored = stored_events(on.told[before:], unseen)
    public = [(each["kind"], each["facts"]) for each in stored if each["audience"] == EVERYBODY]
    assert [kind for kind, _facts in public] == ["declared_blast", "burst", "turn"]
    assert "lurker" not in str(public)
    assert [each["kind"] for each in stored if each["audience"] == GM] == ["attacked", "harmed"]
