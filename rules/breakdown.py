"""A value with its reasons: labelled steps with operand, running total and rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rules.words import Words

Operand = int | float | str | None


class Step(NamedTuple):
    """One line of the reasons. `op` is one of = + − × min max floor die.

    `ignored` marks what lost a stacking contest: it stays visible and changes nothing.
    """

    label: Words
    op: str
    operand: Operand
    total: Operand
    rule: str | None = None
    ignored: bool = False


class Breakdown:
    """A derived value that is being worked out: every operation leaves its step.

    The words of a step are made only when somebody looks, so that working one out costs little more than
    the arithmetic.
    """

    __slots__ = ("steps", "total")

    def __init__(self) -> None:
        self.total: Any = 0
        self.steps: list[Step] = []

    def start(self, label: Words, value: Operand, rule: str | None = None) -> Breakdown:
        """The value everything else works on."""
        return self._step(label, "=", value, value, rule)

    def add(self, label: Words, operand: int | float, rule: str | None = None) -> Breakdown:
        """Add a bonus, or a penalty where the operand is negative."""
        return self._step(label, "+" if operand >= 0 else "−", abs(operand), self.total + operand, rule)

    def at_most(self, label: Words, limit: int | float, rule: str | None = None) -> Breakdown:
        """Cap the value; a cap that changes nothing leaves no step."""
        return self._step(label, "min", limit, limit, rule) if self.total > limit else self

    def at_least(self, label: Words, limit: int | float, rule: str | None = None) -> Breakdown:
        """Raise the value to a floor; a floor that changes nothing leaves no step."""
        return self._step(label, "max", limit, limit, rule) if self.total < limit else self

    def set_to(self, label: Words, value: Operand, rule: str | None = None) -> Breakdown:
        """Replace the value outright."""
        return self._step(label, "=", value, value, rule)

    def ignore(self, label: Words, operand: Operand, rule: str | None = None) -> Breakdown:
        """Show what does not count, and change nothing."""
        self.steps.append(Step(label, "+", operand, self.total, rule, ignored=True))
        return self

    def _step(self, label: Words, op: str, operand: Operand, total: Operand, rule: str | None) -> Breakdown:
        self.total = total
        self.steps.append(Step(label, op, operand, total, rule))
        return self

    def as_json(self) -> list[dict[str, Any]]:
        """The steps as the `derive` command prints them, in English."""
        return [{**step._asdict(), "label": str(step.label)} for step in self.steps]


class Deferred(Breakdown):
    """A breakdown whose total is known and whose steps are worked out when somebody looks.

    `make` must not depend on anything that changes: who looks may do so after the fight has moved on.
    """

    __slots__ = ("_make",)

    def __init__(self, total: Any, make: Callable[[], Breakdown]) -> None:
        self.total = total
        self._make = make

    def __getattr__(self, name: str) -> Any:
        if name != "steps":
            raise AttributeError(name)
        self.steps = self._make().steps
        return self.steps
