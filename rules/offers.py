"""Orders as a system offers them to a page: allowed with their fields, or forbidden with the reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rules.effects import Option
from rules.errors import Refused
from rules.fight import Fighter
from rules.system import Action, Field
from rules.words import say


def offer(
    do: str, label: str, rule: str, no: Refused | None, fields: tuple[Field, ...] = (),
    *, odds: bool = False, group: Literal["action", "free", "flow", "gm"] = "action",
) -> Action:  # fmt: skip
    """An order as it is offered: with its fields, or with the refusal that forbids it now."""
    if no is not None:
        return Action(do, label, False, no.words, no.rule or rule, (), odds, group)
    return Action(do, label, True, None, rule, fields, odds, group)


def nothing_of(there: Iterable[Option | Fighter], sentence: str, rule: str) -> Refused | None:
    """The refusal where nothing is there, or nothing of it is allowed: then with the first reason."""
    reason = None
    for each in there:
        if not isinstance(each, Option) or each.allowed:
            return None
        reason = reason or (each.why and Refused(each.why, rule=each.rule))
    return reason or Refused(say(sentence), rule=rule)
