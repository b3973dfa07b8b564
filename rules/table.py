"""What the Game Master may do in every system: bring in, take out, reveal, correct."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field

from rules.border import read
from rules.effects import EVERYBODY, GM, Rule, Tell
from rules.errors import Refused
from rules.fight import PRESENT, Change, Fight, Fighter
from rules.records import read_many_gear, record_of
from rules.system import Command
from rules.words import Name, say
from rules.words import gettext_noop as _

By = Literal["actor", "side", "gm"]


class Join(Command):
    """A fighter comes into the fight: a reinforcement, a new character."""

    BY: ClassVar[By] = "gm"
    do: Literal["join"]
    id: str = Field(min_length=1, max_length=60)
    name: Name
    side: str = Field(min_length=1, max_length=60)
    player: bool = False
    hidden: bool = False
    sheet: dict[str, Any]
    gear: list[dict[str, Any]] = []


class Leave(Command):
    """A fighter is taken out of the fight altogether."""

    BY: ClassVar[By] = "gm"
    do: Literal["leave"]
    target: str


class Reveal(Command):
    """A hidden fighter shows itself, or with `hidden` a fighter is hidden."""

    BY: ClassVar[By] = "gm"
    do: Literal["reveal"]
    target: str
    hidden: bool = False


class Correct(Command):
    """The Game Master sets a fighter's state by hand, with a note that says why."""

    BY: ClassVar[By] = "gm"
    do: Literal["correct"]
    target: str
    set: dict[str, Any]
    note: str = Field(default="", max_length=500)


TABLE_COMMANDS: tuple[type[Command], ...] = (Join, Leave, Reveal, Correct)

SENTENCES = {
    "joined": _("{target} joins the fight."),
    "left": _("{target} is taken out of the fight."),
    "revealed": _("{target} shows up."),
    "hid": _("{target} is hidden."),
    "corrected": _("The Game Master corrects {target}: {set}. {note}"),
    "corrected.vague": _("The Game Master corrects {target}. {note}"),
}


def fighter_of[F: Fighter](fight: Fight[F, Any], id_: str | None, path: str = "target") -> F:
    """The fighter of this id. Raises `Refused` where the fight has none."""
    if id_ is None or id_ not in fight.fighters:
        raise Refused(say(_("Nobody here is called “{id}”."), id=str(id_)[:60]), path=path)
    return fight.fighters[id_]


#: What follows from the state that a Game Master sets: (fight, wanted) -> wanted and what goes with it.
type Complete[T] = Callable[[T, Mapping[str, Any]], Mapping[str, Any]]


def as_wanted(_fight: Fight, wanted: Mapping[str, Any]) -> Mapping[str, Any]:
    """Nothing follows."""
    return wanted


def perform_table[T: Fight](fight: T, command: Command, complete: Complete[T] = as_wanted) -> Rule[None]:
    """Carry out one of `TABLE_COMMANDS`. Who has won by it, or not any more, is for the system to see."""
    match command:
        case Join():
            yield from join(fight, command)
        case Leave():
            target = fighter_of(fight, command.target)
            audience = GM if target.hidden else EVERYBODY
            place = list(fight.fighters).index(target.id)
            gone = Change(target.id, PRESENT, {**record_of(target), "place": place}, None)
            yield Tell("left", None, {"target": target.id, "name": target.name}, (gone,), audience=audience)
        case Reveal():
            target = fighter_of(fight, command.target)
            changes = target.to(hidden=command.hidden)
            if not changes:
                raise Refused(say(_("That changes nothing.")), path="hidden")
            kind = "hid" if command.hidden else "revealed"
            audience = GM if command.hidden else EVERYBODY
            yield Tell(kind, None, {"target": target.id}, changes, audience=audience)
        case Correct():
            yield from correct(fight, command, complete)


def join(fight: Fight, command: Join) -> Rule[None]:
    """A fighter joins as its sheet and its equipment make it."""
    if command.id in fight.fighters:
        raise Refused(say(_("“{id}” is here already."), id=command.id), path="id")
    fighter = fight.system.fighter(
        id=command.id, name=command.name, side=command.side, player=command.player,
        sheet=read(fight.system.sheet, command.sheet, "sheet"),
        gear=read_many_gear(fight.system, command.gear),
    )  # fmt: skip
    fighter.hidden = command.hidden
    came = Change(command.id, PRESENT, None, record_of(fighter))
    audience = GM if command.hidden else EVERYBODY
    yield Tell("joined", None, {"target": command.id}, (came,), audience=audience)


def correct[T: Fight](fight: T, command: Correct, complete: Complete[T] = as_wanted) -> Rule[None]:
    """Set the fields that the system lets a Game Master correct."""
    target = fighter_of(fight, command.target)
    wanted = read(fight.system.correction, command.set, "set").model_dump(exclude_unset=True)
    changes = target.to(**complete(fight, wanted))
    if not changes:
        raise Refused(say(_("That changes nothing.")), path="set")
    shown = ", ".join(f"{change.field} {change.old} → {change.new}" for change in changes)
    yield Tell(
        "corrected", None, {"target": target.id, "note": command.note}, changes,
        about=target.id, vitals={"set": shown}, audience=GM if target.hidden else EVERYBODY,
    )  # fmt: skip
