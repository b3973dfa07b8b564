"""Long fights of random orders, answers, undos and redos: the log, the state and the dice always agree."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from encounters.board import set_up
from encounters.door import seat_at
from encounters.journal import tail
from encounters.models import Combatant, Encounter, Entry
from encounters.projection import actions_for, gm_actions_for, view_for
from encounters.services import turn
from encounters.services.submitting import Done
from rules.effects import Ask
from rules.errors import RulesError
from rules.system import Action
from sheets.models import Membership
from tests.encounters.play_table import SECRET_NAME, Table
from tests.test_races import assert_sound

STEPS = ("order", "order", "order", "order", "direct", "correct", "reveal", "leave", "join", "undo", "undo", "redo")


class Model:
    """What the encounter has to look like: the states before it, and those that a redo brings back."""

    def __init__(self, table: Table, pick: Any) -> None:
        self.table, self.pick = table, pick
        self.past: list[tuple[Any, int]] = [self.now()]
        self.future: list[tuple[Any, int]] = []
        self.to_the_start()
        self.number = 0

    def now(self) -> tuple[Any, int]:
        self.table.encounter.refresh_from_db()
        return json.loads(json.dumps(self.table.encounter.state)), self.table.encounter.rolled

    def to_the_start(self) -> None:
        """The table's own first orders can be undone too: what was before them."""
        orders = Entry.objects.filter(kind=Entry.Kind.COMMAND).count()
        for _order in range(orders):
            turn.undo(self.table.submit("gm"))
            self.past.insert(0, self.now())
        for state in self.past[1:]:
            turn.redo(self.table.submit("gm"))
            assert self.now() == state

    def step(self, what: str) -> None:
        """Do one thing; whatever is refused changes nothing."""
        try:
            with transaction.atomic():
                done = getattr(self, what)()
        except RulesError:
            done = None
        if done is None:
            assert self.now() == self.past[-1]
        elif what == "undo":
            self.future.append(self.past.pop())
        elif what == "redo":
            self.past.append(self.future.pop())
        else:
            self.finish(done)
        assert self.now() == self.past[-1], what
        self.look()

    def finish(self, done: Done) -> None:
        """Answer whatever an order asks, or take it back."""
        for _question in range(60):
            board = set_up(seat_at(self.table.people["gm"], self.table.encounter.public_id).encounter)
            if board.played is None or board.played.waiting is None:
                self.past.append(self.now())
                self.future.clear()
                return
            assert self.now() == self.past[-1], "an order that waits has changed nothing yet"
            if self.pick(6) == 0:
                turn.take_back(self.table.submit("gm"))
                assert self.can_redo() == bool(self.future), "an order that is taken back has never been given"
                return
            waiting = board.played.waiting
            if isinstance(waiting, Ask):
                allowed = [each.key for each in waiting.options if each.allowed]
                turn.give_answer(self.table.submit("gm"), allowed[self.pick(len(allowed))])
            elif self.pick(2):
                turn.give_answer(self.table.submit("gm"), tuple(1 + self.pick(sides) for sides in waiting.dice))
            else:
                turn.give_answer(self.table.submit("gm"), turn.APP)
        raise AssertionError("the questions do not come to an end")

    def can_redo(self) -> bool:
        seat = seat_at(self.table.people["gm"], self.table.encounter.public_id)
        return view_for(seat, set_up(seat.encounter)).can_redo

    def look(self) -> None:
        """What players see: nothing of what hides; and all that they are offered can be read."""
        for who in ("anna", "watcher"):
            seat = seat_at(self.table.people[who], self.table.encounter.public_id)
            board = set_up(seat.encounter, lean=True)
            view = view_for(seat, board)
            hides = board.fight.fighters.get(self.table.hidden.ref)
            if hides is not None and hides.hidden and not self.was_seen:
                said = repr((view.rows, view.question, tail(seat, board), [
                    actions_for(seat, board, ref) for ref in view.playable]))  # fmt: skip
                assert SECRET_NAME not in said
                assert self.table.hidden.ref not in said
            elif hides is not None:
                self.was_seen = True

    was_seen = False

    # The steps

    def fill(self, actor: str | None, actions: list[Action]) -> Done | None:
        allowed = [each for each in actions if each.allowed]
        if not allowed:
            return None
        action = allowed[self.pick(len(allowed))]
        order: dict[str, Any] = {"do": action.do, **({"actor": actor} if actor else {})}
        for each in action.fields:
            options = [option.key for option in each.options if option.allowed]
            if each.kind == "one" and options:
                order[each.name] = options[self.pick(len(options))]
            elif each.kind == "many":
                order[each.name] = [option for option in options if self.pick(2)]
            elif each.kind == "flag":
                order |= {each.name: True} if self.pick(4) == 0 else {}
            elif each.kind == "number":
                order[each.name] = 1 + self.pick(6)
        return turn.give_order(self.table.submit("gm"), order)

    def board(self) -> Any:
        seat = seat_at(self.table.people["gm"], self.table.encounter.public_id)
        return seat, set_up(seat.encounter)

    def some(self) -> str:
        _seat, board = self.board()
        refs = list(board.fight.fighters)
        return refs[self.pick(len(refs))] if refs else "nobody"

    def order(self) -> Done | None:
        seat, board = self.board()
        acting = [*board.fight.system.acting(board.fight)] or list(board.fight.fighters)
        if not acting:
            return None
        actor = acting[self.pick(len(acting))]
        return self.fill(actor, list(actions_for(seat, board, actor)))

    def direct(self) -> Done | None:
        return self.fill(None, list(gm_actions_for(*self.board())))

    def correct(self) -> Done:
        fates = ("", "critical", "stable", "dead", "fled")
        new = {"hp": self.pick(8), "str": self.pick(12), "fate": fates[self.pick(5)], "acted": bool(self.pick(2))}
        chosen = {name: value for name, value in new.items() if self.pick(2)}
        return turn.give_order(self.table.submit("gm"), {"do": "correct", "target": self.some(), "set": chosen})

    def reveal(self) -> Done:
        order = {"do": "reveal", "target": self.some(), "hidden": bool(self.pick(2))}
        return turn.give_order(self.table.submit("gm"), order)

    def leave(self) -> Done | None:
        if self.pick(3):
            return None
        return turn.give_order(self.table.submit("gm"), {"do": "leave", "target": self.some()})

    def join(self) -> Done:
        self.number += 1
        name, hides = f"Late {self.number}", bool(self.pick(2))
        brought = {"sheet": {"hp": self.pick(5), "str": 1 + self.pick(9), "detachment": bool(self.pick(2))}, "gear": []}
        side = ("party", "foes", "others")[self.pick(3)]
        return turn.bring_in(
            self.table.submit("gm"),
            lambda encounter: Combatant(encounter=encounter, name=name, side=side, hidden=hides, brought=brought),
        )

    def undo(self) -> Done:
        return turn.undo(self.table.submit("gm"))

    def redo(self) -> Done:
        return turn.redo(self.table.submit("gm"))


@pytest.mark.django_db
@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None)
@given(st.data())
def test_undo_redo_and_export_agree_with_what_was_played(data: Any) -> None:
    def pick(number: int) -> int:
        return data.draw(st.integers(0, number - 1)) if number > 1 else 0

    with transaction.atomic():
        table = Table()
        if pick(2):
            Membership.objects.filter(user=table.people["anna"]).update(dice=Membership.Dice.TYPED)
        model = Model(table, pick)
        for _step in range(25):
            model.step(STEPS[pick(len(STEPS))])
        assert_sound(table.encounter)
        whole = list(model.past)
        assert Entry.objects.filter(kind=Entry.Kind.COMMAND, undone=False).count() == len(whole) - 1
        for state in reversed(whole[:-1]):
            turn.undo(table.submit("gm"))
            assert model.now() == state
        assert not Entry.objects.filter(kind=Entry.Kind.COMMAND, undone=False).exists()
        for state in whole[1:]:
            turn.redo(table.submit("gm"))
            assert model.now() == state
        assert_sound(table.encounter)
        transaction.set_rollback(True)
    assert Encounter.objects.count() == 0
