"""`System`: the record of types and functions that every combat system fills in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Generic, Literal, NamedTuple, get_args

from pydantic import BaseModel
from typing_extensions import TypeVar

from rules.border import Frozen as Frozen
from rules.breakdown import Breakdown
from rules.effects import Ask, Option, Rule, Tell
from rules.fight import F_co, Fight, Fighter
from rules.odds import Outcomes
from rules.preview import Pending, Preview
from rules.tactics import Tactics
from rules.words import Name, Words


class Command(Frozen):
    """Something a person orders. `do` names it; `actor` is the fighter that does it, where one does.

    `claimed` marks an order whose circumstances (cover, advantage, a safe way out) only its player asserts:
    the rule then asks the Game Master. The Game Master's own orders are not claimed.
    """

    #: Who may give the order: the actor's player, anybody on the acting side, or only the Game Master.
    BY: ClassVar[Literal["actor", "side", "gm"]] = "actor"

    do: str
    actor: str | None = None
    claimed: bool = False


class RuleEntry(NamedTuple):
    """A rule of the rulebook: its ID, its title and what it says in our own words (message ids), and where
    the source text says it."""

    id: str
    title: str
    summary: str
    section: str = ""


class Vital(NamedTuple):
    """A number that says how a fighter is doing, e.g. HP 3 of 5. `main` ones fill the bar of the order."""

    key: str
    label: str
    value: int
    most: int
    main: bool = False


class Tag(NamedTuple):
    """A state worth seeing at a glance. `tone` is "", "info", "warn" or "bad".

    `vital` ones give away how the fighter is doing and follow the encounter's health setting.
    """

    label: Words
    tone: str = ""
    rule: str | None = None
    vital: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to fill in when giving an order.

    `kind`: "one" or "many" of `options`, "flag", "text", "number", or "cell": a place on the map.
    """

    name: str
    label: str
    kind: Literal["one", "many", "flag", "text", "number", "cell"]
    options: tuple[Option, ...] = ()
    help: str = ""
    rule: str | None = None
    required: bool = True
    #: What the field starts with: the key of an option, a flag, a text or a number; "" where an option is to be chosen.
    initial: Any = None


@dataclass(frozen=True, slots=True)
class Action:
    """An order that a fighter, a side or the Game Master may give now; or may not, and why."""

    do: str
    label: str
    allowed: bool = True
    why: Words | None = None
    rule: str | None = None
    fields: tuple[Field, ...] = ()
    #: Whether exact odds can be asked before it is given.
    odds: bool = False
    #: "action" uses up the turn; "free" does not; "flow" moves the fight on; "gm" is for the Game Master.
    group: Literal["action", "free", "flow", "gm"] = "action"


class Derived(NamedTuple):
    """Derived values by name: plain values (numbers, lists, objects by weapon), and the reasons of each."""

    values: Mapping[str, Any]
    why: Mapping[str, Breakdown]


@cache
def commands_by_name(commands: tuple[type[Command], ...]) -> Mapping[str, type[Command]]:
    """Commands by what they `do`."""
    return {get_args(kind.model_fields["do"].annotation)[0]: kind for kind in commands}


T_co = TypeVar("T_co", bound=Fight[Any, Any], covariant=True, default=Fight)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class System(Generic[T_co, F_co]):  # noqa: UP046  the short form has no defaults before Python 3.13
    """One combat system, by its types of fight and fighter.

    Everything the rest of the product knows of a system goes through this record.
    """

    slug: str
    name: str
    edition: str
    licence: str
    #: The side of the player characters.
    party: str

    sheet: type[BaseModel]
    #: The kinds of equipment by name; each has `kind`, `name` and its own columns.
    gear: Mapping[str, type[BaseModel]]
    settings: type[BaseModel]
    commands: tuple[type[Command], ...]
    #: The state a Game Master may correct by hand: a model whose fields are all optional.
    correction: type[BaseModel]
    #: Equipment by kind, as plain gear objects with a `key`; and ready-made creatures, as sheets.
    equipment: Callable[[], Mapping[str, Sequence[Mapping[str, Any]]]]
    creatures: Callable[[], Sequence[Mapping[str, Any]]]
    #: Makes a quick character: (seed, language) -> {"name", "sheet", "gear"}.
    quick: Callable[[str, str], Mapping[str, Any]]

    derive: Callable[[Any, Sequence[Any]], Derived]
    fight: type[T_co]
    #: Builds a fighter from what it brought, in its starting state. Keywords: id, name, side, player, sheet, gear.
    fighter: Callable[..., F_co]
    #: The sheet's values after the fight: {field: value} for "send back to the sheet".
    sheet_after: Callable[[F_co], Mapping[str, Any]]

    actions: Callable[[T_co, F_co], Sequence[Action]]
    gm_actions: Callable[[T_co], Sequence[Action]]
    perform: Callable[[T_co, Command], Rule[Any]]
    #: Completes what a command has only declared, so that its odds can be told.
    settle: Callable[[T_co, Command], Rule[Any]]
    outcome: Callable[[T_co, Command, Sequence[Tell]], Outcomes]
    #: The chances that mean something here, of `hit`, `past_defence` and `down`, with their labels.
    measures: Mapping[str, str]
    #: The policy: the next command of whoever's turn it is, and the answer to a question.
    choose: Callable[[T_co], Command | None]
    answer: Callable[[Ask], str]

    #: The dice of an order before it is given; None for orders without dice.
    preview: Callable[[T_co, Command], Preview | None]
    #: What is declared and not yet carried out.
    pending: Callable[[T_co], Sequence[Pending]]

    is_standing: Callable[[F_co], bool]
    #: Whether a player makes a new character in its place.
    is_dead: Callable[[F_co], bool]
    #: The fighters that may act now.
    acting: Callable[[T_co], Sequence[str]]
    vitals: Callable[[F_co], Sequence[Vital]]
    tags: Callable[[T_co, F_co], Sequence[Tag]]
    #: How a fighter looks to those who see its health in words only.
    health_words: Callable[[F_co], Words]
    resources: Callable[[F_co], Mapping[str, int]]
    #: Per fighter: attacks, damage dealt, damage taken, saves made, saves failed … counted from events.
    tally: Callable[[Sequence[Mapping[str, Any]]], Mapping[str, Mapping[str, int]]]

    #: What positions on a map mean; None where the system is not played on maps.
    tactics: Tactics | None = None

    #: The sentence of each kind of event; "<kind>.vague" where its vitals are not to be seen.
    sentences: Mapping[str, str]
    rulebook: tuple[RuleEntry, ...] = ()

    def __repr__(self) -> str:
        return f"<System {self.slug}>"

    def fighter_from(self, record: Mapping[str, Any]) -> F_co:
        """The fighter that `record_of` wrote down."""
        from rules.records import fighter_from

        return fighter_from(self, record)

    def name_of(self, fighter: Fighter) -> Name:
        return fighter.name
