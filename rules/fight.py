"""The state of a fight: fighters, round, turn, and the changes by which alone it moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from msgspec import Struct
from pydantic import BaseModel
from typing_extensions import TypeVar

from rules.drawing import redrawn
from rules.maps import BattleMap
from rules.words import Name

if TYPE_CHECKING:
    from rules.system import System

#: The field of a change that brings a fighter into the fight (old is None) or takes it out (new is None).
PRESENT = "*"

#: The field of a change that redraws the map: old and new are patches (`rules.drawing`).
MAP = "map"


class Change(Struct, frozen=True, gc=False):
    """One field that went from `old` to `new`: of a fighter, or of the fight itself where `who` is None.

    Values are JSON values; lists are held as tuples and never changed in place.
    """

    who: str | None
    field: str
    old: Any
    new: Any

    def as_json(self) -> list[Any]:
        """[who, field, old, new]."""
        return [self.who, self.field, self.old, self.new]


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
        return _changes(self, self.id, new)

    def state(self) -> dict[str, Any]:
        """The fields that change, as JSON values."""
        return {name: getattr(self, name) for name in state_fields(type(self))}


F_co = TypeVar("F_co", bound=Fighter, covariant=True, default=Fighter)
S_co = TypeVar("S_co", bound=BaseModel, covariant=True, default=BaseModel)


@dataclass(slots=True, kw_only=True)
class Fight(Generic[F_co, S_co]):
    """All of a fight between two commands: fighters of one type, and the settings of the table.

    `turn` names a fighter or, where sides act together, a side. The order of `fighters` is part of the state.
    The `map`, where there is one, is kept beside the state: it is large and seldom changes.
    """

    BROUGHT: ClassVar[frozenset[str]] = frozenset({"system", "settings", "fighters", "map"})

    system: System[Any, F_co]
    settings: S_co
    fighters: dict[str, F_co]
    map: BattleMap | None = None
    round: int = 0
    turn: str | None = None
    order: tuple[str, ...] = ()
    winner: str | None = None

    @property
    def begun(self) -> bool:
        return self.round > 0

    def to(self, **new: Any) -> tuple[Change, ...]:
        """The changes that give the fight's own fields these values."""
        return _changes(self, None, new)

    def is_unseen(self, fighter: Fighter) -> bool:
        """Whether players are not shown it: it is hidden, or stands where the map is not shown."""
        return fighter.hidden or (self.map is not None and not fighter.player and fighter.at in self.map.shroud)

    def apply(self, changes: Iterable[Change]) -> None:
        """Make the changes."""
        fighters = self.fighters
        for change in changes:
            if change.who is None:
                self._set(change.field, change.new)
            elif change.field != PRESENT:
                setattr(fighters[change.who], change.field, change.new)
            else:
                self._bring(change.who, change.new)

    def undo(self, changes: Iterable[Change]) -> None:
        """Take the changes back, the last first."""
        fighters = self.fighters
        for change in reversed(tuple(changes)):
            if change.who is None:
                self._set(change.field, change.old)
            elif change.field != PRESENT:
                setattr(fighters[change.who], change.field, change.old)
            else:
                self._bring(change.who, change.old)

    def _set(self, field: str, value: Any) -> None:
        if field == MAP:
            self.map = redrawn(self.map, value)
        else:
            setattr(self, field, value)

    def _bring(self, who: str, record: Mapping[str, Any] | None) -> None:
        """Take a fighter out, or bring it in: at its place in the order where the record names one."""
        if record is None:
            del self.fighters[who]
            return
        self.fighters[who] = self.system.fighter_from(record)
        if (place := record.get("place")) is not None:
            for after in list(self.fighters)[place:-1]:
                self.fighters[after] = self.fighters.pop(after)

    def state(self) -> dict[str, Any]:
        """Everything that changes, as JSON values: what an encounter stores and what laws compare.

        `present` keeps the order of the fighters, which a JSON object may lose.
        """
        own = {name: getattr(self, name) for name in state_fields(type(self))}
        fighters = {id_: fighter.state() for id_, fighter in self.fighters.items()}
        return {**own, "present": tuple(fighters), "fighters": fighters}


def _changes(whose: Any, who: str | None, new: Mapping[str, Any]) -> tuple[Change, ...]:
    return tuple(
        [Change(who, name, old, value) for name, value in new.items() if (old := getattr(whose, name)) != value]
    )


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
