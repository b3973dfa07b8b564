"""What the Game Master may do in every system: bring in, take out, reveal, correct."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from rules.border import read
from rules.drawing import Stroke, difference, patch_of, redrawn, whole
from rules.effects import EVERYBODY, GM, Rule, Tell
from rules.errors import Refused
from rules.fight import MAP, PRESENT, Change, Fight, Fighter
from rules.maps import BattleMap, read_map
from rules.numbers import Whole
from rules.records import read_many_gear, record_of
from rules.system import Command
from rules.walking import space_of, unseen_at, why_no_place, why_taken
from rules.words import Name, say
from rules.words import gettext_noop as _

By = Literal["actor", "side", "gm"]
Facing = Annotated[Whole, Field(ge=0, le=5)]


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
    at: tuple[Whole, Whole] | None = None
    facing: Facing | None = None


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


class Place(Command):
    """A fighter is put down somewhere on the map, whatever its movement, or taken off it."""

    BY: ClassVar[By] = "gm"
    do: Literal["place"]
    target: str
    at: tuple[Whole, Whole] | None = None
    facing: Facing | None = None


class Redraw(Command):
    """The Game Master draws on the map: a door opens, a wall falls, the players are shown a room."""

    BY: ClassVar[By] = "gm"
    do: Literal["redraw"]
    strokes: list[Stroke] = Field(min_length=1, max_length=200)


class LayMap(Command):
    """The Game Master lays another map under the fight, or takes it away. Who stands nowhere on it is taken off."""

    BY: ClassVar[By] = "gm"
    do: Literal["lay_map"]
    map: dict[str, Any] | None = None


MAP_COMMANDS: tuple[type[Command], ...] = (Place, Redraw, LayMap)
TABLE_COMMANDS: tuple[type[Command], ...] = (Join, Leave, Reveal, Correct, *MAP_COMMANDS)

SENTENCES = {
    "joined": _("{target} joins the fight."),
    "left": _("{target} is taken out of the fight."),
    "revealed": _("{target} shows up."),
    "hid": _("{target} is hidden."),
    "corrected": _("The Game Master corrects {target}: {set}. {note}"),
    "corrected.vague": _("The Game Master corrects {target}. {note}"),
    "placed": _("{target} is put down at {to}."),
    "lifted": _("{target} is taken off the map."),
    "drawn": _("The Game Master changes the map."),
    "shown": _("The Game Master shows more of the map."),
    "covered": _("The Game Master covers a part of the map."),
    "laid": _("Another map lies on the table."),
    "cleared": _("There is no map any more."),
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
        case Place():
            yield from put_down(fight, command)
        case Redraw():
            yield from redraw(fight, command)
        case LayMap():
            yield from lay_map(fight, command)


def join(fight: Fight, command: Join) -> Rule[None]:
    """A fighter joins as its sheet and its equipment make it."""
    if command.id in fight.fighters:
        raise Refused(say(_("“{id}” is here already."), id=command.id), path="id")
    fighter = fight.system.fighter(
        id=command.id, name=command.name, side=command.side, player=command.player,
        sheet=read(fight.system.sheet, command.sheet, "sheet"),
        gear=read_many_gear(fight.system, command.gear),
    )  # fmt: skip
    fighter.hidden, fighter.at, fighter.facing = command.hidden, command.at, command.facing
    if fight.map is None:
        fighter.at = fighter.facing = None
    elif fighter.at is not None and (words := why_taken(fight, fighter, fighter.at, fighter.facing)) is not None:
        raise Refused(words, path="at")
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


def put_down(fight: Fight, command: Place) -> Rule[None]:
    """Put a fighter down on the map, or take it off."""
    target = fighter_of(fight, command.target)
    if fight.map is None:
        raise Refused(say(_("This fight has no map.")), path="at")
    if command.at is not None and (words := why_taken(fight, target, command.at, command.facing)) is not None:
        raise Refused(words, path="at")
    facing = command.facing if command.facing is not None or command.at is None else target.facing
    changes = target.to(at=command.at, facing=facing)
    if not changes:
        raise Refused(say(_("That changes nothing.")), path="at")
    if command.at is None:
        audience = GM if fight.is_unseen(target) else EVERYBODY
        yield Tell("lifted", None, {"target": target.id}, changes, audience=audience)
    else:
        audience = GM if unseen_at(fight, target, command.at) else EVERYBODY
        yield Tell("placed", None, {"target": target.id, "to": fight.map.name(command.at)}, changes, audience=audience)


def redraw(fight: Fight, command: Redraw) -> Rule[None]:
    """Draw on the map. That the map has changed, players are told only of what they are shown."""
    if fight.map is None:
        raise Refused(say(_("This fight has no map.")), path="strokes")
    patch = patch_of(fight.map, command.strokes)
    if not patch:
        raise Refused(say(_("That changes nothing.")), path="strokes")
    after = redrawn(fight.map, patch)
    assert after is not None
    for fighter in fight.fighters.values():
        if fighter.at is not None and set(space_of(fight, fighter)) & (after.drawn.solid - fight.map.drawn.solid):
            raise Refused(say(_("{name} stands there."), name=fighter.name), path="strokes")
    shown, before = after.shown(), fight.map.shown()
    kind = "covered" if after.shroud - fight.map.shroud else "shown" if fight.map.shroud - after.shroud else "drawn"
    audience = GM if shown == before else EVERYBODY
    yield Tell(kind, None, {}, (Change(None, MAP, difference(after, fight.map), patch),), audience=audience)


def lay_map(fight: Fight, command: LayMap) -> Rule[None]:
    """Lay another map: fighters keep their cells where it has a place for them."""
    after = None if command.map is None else read_map(command.map)
    if after == fight.map:
        raise Refused(say(_("That changes nothing.")), path="map")
    lifted: list[Change] = []
    for fighter in fight.fighters.values():
        if fighter.at is not None and (after is None or not _fits(fight, after, fighter)):
            lifted += fighter.to(at=None, facing=None)
    change = Change(None, MAP, whole(fight.map), whole(after))
    yield Tell("cleared" if after is None else "laid", None, {}, (*lifted, change))


def _fits(fight: Fight, battle: BattleMap, fighter: Fighter) -> bool:
    tactics = fight.system.tactics
    assert fighter.at is not None
    return tactics is not None and why_no_place(battle, tactics.mover(fighter), fighter.at, fighter.facing) is None
