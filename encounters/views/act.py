"""The form of an order: whose it is, what may be done and why not, and what has to be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.http import QueryDict

from encounters.board import Board
from encounters.door import Seat
from encounters.projection import Row, View, actions_for, gm_actions_for
from rules.effects import Option
from rules.system import Action, Field, System
from rules.words import Name, Words

Sent = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Filled:
    """A field with what it holds."""

    field: Field
    values: tuple[str, ...] = ()

    @property
    def value(self) -> str:
        return self.values[0] if self.values else ""

    @property
    def chosen(self) -> Option | None:
        return next((each for each in self.field.options if each.key == self.value), None)

    @property
    def is_open(self) -> bool:
        """Whether one of its options has to be chosen still."""
        return self.field.kind == "one" and self.field.initial == "" and not self.value

    @property
    def may_be_empty(self) -> bool:
        """Whether none of its options need be chosen, and none of them says so."""
        return not self.field.required and all(each.key for each in self.field.options)

    @property
    def others(self) -> int:
        return len(self.field.options)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Orders that are forbidden for the same reason."""

    labels: tuple[str, ...]
    why: Words | None
    rule: str | None


@dataclass(frozen=True, slots=True)
class Act:
    """What one combatant may be told to do."""

    actor: Row
    #: Everybody whom this seat may give orders to, by side.
    others: Sequence[tuple[str, Sequence[tuple[str, Name, bool]]]]
    actions: Sequence[Action]
    chosen: Action | None
    fields: Sequence[Filled] = field(default=())

    @property
    def refusals(self) -> list[Refusal]:
        """Why some orders are forbidden, each reason once."""
        forbidden = [each for each in self.actions if not each.allowed]
        found: dict[tuple[str, str | None], list[Action]] = {}
        for each in forbidden:
            found.setdefault((repr(each.why), each.rule), []).append(each)
        return [Refusal(tuple(one.label for one in same), same[0].why, same[0].rule) for same in found.values()]

    @property
    def is_open(self) -> bool:
        """Whether something has to be chosen before it can be judged."""
        return any(each.is_open for each in self.fields)

    @property
    def flags(self) -> list[Filled]:
        return [each for each in self.fields if each.field.kind == "flag"]

    @property
    def rest(self) -> list[Filled]:
        return [each for each in self.fields if each.field.kind != "flag"]


def act_for(seat: Seat, board: Board, view: View, sent: Sent) -> Act | None:
    """The form for the combatant that was asked for, else for the next that is to act; None where there is none."""
    if not view.playable or seat.is_spectator:
        return None
    rows = {row.ref: row for row in view.rows}
    asked, do = sent.get("actor"), sent.get("do")
    ref = asked if asked in view.playable else view.playable[0]
    actions = actions_for(seat, board, ref)
    chosen = next((each for each in actions if each.do == do and each.allowed), None)
    if do and chosen is None and not rows[ref].is_acting:  # its turn is over: on to whoever is next
        ref = view.playable[0]
        actions = actions_for(seat, board, ref)
    again = chosen is not None and ref == asked
    chosen = chosen or _usual(board.fight.system, actions)
    fields = [fill(each, sent if again else {}) for each in chosen.fields] if chosen else []
    actor = rows[ref]
    others = sorted((rows[each] for each in view.playable), key=lambda row: row.side)
    grouped = [
        (side, [(row.ref, row.name, row.is_acting) for row in same])
        for side, same in groupby(others, key=lambda row: row.side)
    ]
    return Act(actor, grouped, actions, chosen, fields)


def _usual(system: System, actions: Sequence[Action]) -> Action | None:
    """What a form starts with: the first order of a turn. On a map where that is forbidden, or suits nobody, one goes.

    What else comes next may be a retreat, which nobody should give by pressing what is there.
    """
    orders = [each for each in actions if each.group == "action"]
    go = system.tactics.go if system.tactics is not None else ""
    if orders and not (orders[0].allowed and all(each.initial != "" for each in orders[0].fields)):
        orders = [each for each in actions if each.do == go] + orders
    return next((each for each in orders if each.allowed), None)


def fill(each: Field, sent: Sent) -> Filled:
    """A field with what was sent, else with what it starts with."""
    if isinstance(sent, QueryDict) and "do" in sent:
        return Filled(each, tuple(sent.getlist(each.name)))
    if each.initial is not None:
        return Filled(each, (str(each.initial),))
    default = next((option.key for option in each.options if option.default), None)
    return Filled(each, () if default is None else (default,))


def extra_for(seat: Seat, board: Board) -> list[tuple[Action, list[Filled]]]:
    """The orders of the Game Master with their fields, and those of a whole side."""
    every = gm_actions_for(seat, board)
    return [(each, [fill(one, {}) for one in each.fields]) for each in every]


def flow_for(seat: Seat, board: Board) -> list[Action]:
    """The orders that move the fight on and need nothing to be chosen."""
    if board.is_waiting:
        return []
    return [each for each in gm_actions_for(seat, board) if each.group == "flow" and each.allowed and not each.fields]
