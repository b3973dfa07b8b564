"""The state of a fight: fighters, round, turn, and the changes by which alone it moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from pydantic import BaseModel

from rules.words import Name

if TYPE_CHECKING:
    from rules.system import System

#: The field of a change that brings a fighter into the fight (old is None) or takes it out (new is None).
PRESENT = "*"


class Change(NamedTuple):
    """One field that went from `old` to `new`: of a fighter, or of the fight itself where `who` is None.

    Values are JSON values; lists are held as tuples and never changed in place.
    """

    who: str | None
    field: str
    old: Any
    new: Any


@dataclass(slots=True, kw_only=True)
class Fighter:
    """One combatant: what it brought, which stays, and its state, which changes.

    A system adds its own fields; those named in `BROUGHT` are not state.
    """

    BROUGHT: ClassVar[frozenset[str]] = frozenset({"id", "sheet", "gear"})

    id: str
    name: Name
    side: str
    player: bool = False
    sheet: BaseModel
    gear: tuple[Any, ...] = ()
    hidden: bool = False
    at: tuple[int, int] | None = None
    facing: int | None = None

    def to(self, **new: Any) -> tuple[Change, ...]:
        """The changes that give these fields these values; a field that has its value already is left out."""
        return tuple(
            [
                Change(self.id, name, old, value)
                for name, value in new.items()
                if (old := getattr(self, name)) != value
            ]
        )

    def state(self) -> dict[str, Any]:
        """The fields that change, as JSON values."""
        return {name: getattr(self, name) for name in state_fields(type(self))}


@dataclass(slots=True, kw_only=True)
class Fight:
    """All of a fight between two commands. `turn` names a fighter or, where sides act together, a side."""

    BROUGHT: ClassVar[frozenset[str]] = frozenset({"system", "settings", "fighters"})

    system: System
    settings: BaseModel
    fighters: dict[str, Fighter]
    round: int = 0
    turn: str | None = None
    order: tuple[str, ...] = ()
    winner: str | None = None

    @property
    def begun(self) -> bool:
        return self.round > 0

    def to(self, **new: Any) -> tuple[Change, ...]:
        """The changes that give the fight's own fields these values."""
        return tuple(
            [Change(None, name, old, value) for name, value in new.items() if (old := getattr(self, name)) != value]
        )

    def apply(self, changes: Iterable[Change]) -> None:
        """Make the changes."""
        for who, name, _old, new in changes:
            self._set(who, name, new)

    def undo(self, changes: Iterable[Change]) -> None:
        """Take the changes back, the last first."""
        for who, name, old, _new in reversed(tuple(changes)):
            self._set(who, name, old)

    def _set(self, who: str | None, name: str, value: Any) -> None:
        if name == PRESENT and who is not None:
            if value is None:
                del self.fighters[who]
            else:
                self.fighters[who] = self.system.fighter_from(value)
        else:
            setattr(self if who is None else self.fighters[who], name, value)

    def state(self) -> dict[str, Any]:
        """Everything that changes, as JSON values: what an encounter stores and what laws compare."""
        own = {name: getattr(self, name) for name in state_fields(type(self))}
        return {**own, "fighters": {id_: fighter.state() for id_, fighter in self.fighters.items()}}


_STATE_FIELDS: dict[type, tuple[str, ...]] = {}


def state_fields(kind: type[Fight] | type[Fighter]) -> tuple[str, ...]:
    """The names of the fields of a fight or a fighter that change during play."""
    if kind not in _STATE_FIELDS:
        _STATE_FIELDS[kind] = tuple(each.name for each in fields(kind) if each.name not in kind.BROUGHT)
    return _STATE_FIELDS[kind]


def freeze(value: Any) -> Any:
    """A JSON value as the state holds it: lists become tuples, at every depth."""
    if isinstance(value, list | tuple):
        return tuple(freeze(each) for each in value)
    if isinstance(value, dict):
        return {key: freeze(each) for key, each in value.items()}
    return value
