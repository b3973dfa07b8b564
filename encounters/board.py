"""An encounter with its fight set up: as it stands, or with what a waiting order has told so far."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import TextField
from django.db.models.functions import Cast

from encounters.models import Combatant, Encounter, Entry
from encounters.prepared import Prepared
from encounters.unseen import Unseen
from rules.dice import Faces, Sealed, check_faces
from rules.effects import GM, WHO, Roll, Tell
from rules.fight import Change, Fight, Fighter, freeze
from rules.maps import BattleMap, read_map, write_map
from rules.play import Played, play
from rules.records import fight_from, fighter_from
from rules.registry import system_of
from rules.scenario import read_command
from sheets.models import Membership

#: What a person says to let the app roll after all.
APP = "app"
#: All of a combatant that a fight needs to know, and what it brought as the database wrote it.
_LEAN = ("encounter", "ref", "name", "side", "player", "hidden", "owner", "at", "facing")
_lean_combatants = Prepared(
    lambda: Combatant.objects.filter(encounter=0).only(*_LEAN).annotate(written=Cast("brought", TextField()))
)
_newest = Prepared(lambda: Entry.objects.filter(encounter=0).order_by("-seq")[:1])


@dataclass(slots=True)
class Board:
    """The fight of an encounter. `last` is its newest entry; `played` is there while that one waits."""

    encounter: Encounter
    combatants: dict[str, Combatant]
    fight: Fight
    last: Entry | None
    played: Played | None = None

    @property
    def is_waiting(self) -> bool:
        return self.last is not None and self.last.waiting is not None


class TableDice:
    """The dice of a table: faces on record first, then those of whoever types theirs, then the sealed ones.

    `rolls` is the transcript: for each roll its faces, who rolled what, and its number in the sealed row
    (None where the faces were typed).
    """

    def __init__(
        self,
        recorded: Iterable[Mapping[str, Any]],
        sealed: Sealed,
        typed: frozenset[str],
        given: Faces | str | None = None,
    ) -> None:
        self._recorded = iter(recorded)
        self._sealed = sealed
        self._typed = typed
        self._given = given
        self.rolls: list[dict[str, Any]] = []

    def roll(self, roll: Roll) -> Faces | None:
        row = next(self._recorded, None)
        if row is not None:
            self.rolls.append(dict(row))
            return tuple(row["faces"])
        number: int | None = None
        faces: Faces
        if roll.by in self._typed and self._given != APP:
            if self._given is None:
                return None
            faces = tuple(self._given) if not isinstance(self._given, str) else ()
            check_faces(roll, faces)
        else:
            number = self._sealed.counter
            faces = self._sealed.roll(roll)
        if roll.by in self._typed:
            self._given = None
        self.rolls.append(
            {"faces": list(faces), "dice": str(roll.dice), "by": roll.by, "purpose": roll.purpose, "number": number}
        )
        return faces


def typed_refs(memberships: Iterable[Membership], combatants: Iterable[Combatant]) -> frozenset[str]:
    """The combatants whose faces are typed in: their seat rolls real dice."""
    typed = {each.user_id for each in memberships if each.dice == Membership.Dice.TYPED}
    if not typed:
        return frozenset()
    gm_types = any(each.is_gm and each.user_id in typed for each in memberships)
    return frozenset(
        each.ref for each in combatants if (each.owner_id in typed if each.owner_id is not None else gm_types)
    )


def set_up(encounter: Encounter, *, partly: bool = True, lean: bool = False) -> Board:
    """The encounter's board, in two queries.

    With `partly`, what a waiting order has told so far is applied, so that pages show it; a writer wants the
    state before it. `lean` leaves what the combatants brought as the database wrote it, for who looks at the
    fight alone: reading it of a hundred takes longer than all the rest.
    """
    rows = _lean_combatants(encounter.pk) if lean else encounter.combatants.all()
    combatants = {each.ref: each for each in rows}
    board = Board(encounter, combatants, fight_of(encounter, combatants), newest(encounter))
    if partly:
        board.played = drive_waiting(board)
    return board


def newest(encounter: Encounter) -> Entry | None:
    """The last entry of the log."""
    for entry in _newest(encounter.pk):
        entry.encounter = encounter
        return entry
    return None


def undoable(board: Board) -> Entry | None:
    """The order that an undo would take back: the newest one in force."""
    last = board.last
    if last is None or (last.kind == Entry.Kind.COMMAND and not last.undone):
        return last
    in_force = board.encounter.entries.filter(kind=Entry.Kind.COMMAND, undone=False)
    return in_force.select_related("by").order_by("-seq").first()


def redoable(board: Board) -> Entry | None:
    """The order that a redo would bring back: there is one only right after undos and redos."""
    if board.last is None or board.last.kind not in (Entry.Kind.UNDO, Entry.Kind.REDO):
        return None
    in_force = undoable(board)
    gone = board.encounter.entries.filter(kind=Entry.Kind.COMMAND, undone=True, dropped=False)
    return gone.filter(seq__gt=in_force.seq if in_force else -1).select_related("by").order_by("seq").first()


def fight_of(encounter: Encounter, combatants: Mapping[str, Combatant]) -> Fight:
    """The fight as stored. Before it begins, everybody in the encounter is in it."""
    state = encounter.state
    slug = encounter.campaign.system
    fight = fight_from(encounter.campaign.rules, encounter.settings, state, ())
    fight.map = map_of(encounter)
    for ref in state.get("present") or state["fighters"] if state else combatants:
        if ref not in combatants:
            continue
        came = combatants[ref]
        written = getattr(came, "written", None) or json.dumps(came.brought)
        fight.fighters[ref] = fighter = copy(_as_it_came(slug, ref, written))
        fighter.name, fighter.side, fighter.player, fighter.hidden = came.name, came.side, came.player, came.hidden
        if not state:
            fighter.at, fighter.facing = tuple(came.at) if came.at else None, came.facing
        else:
            for name, value in state["fighters"][ref].items():
                setattr(fighter, name, freeze(value) if isinstance(value, list | dict) else value)
    return fight


def map_of(encounter: Encounter) -> BattleMap | None:
    """The map under the fight; None where there is none."""
    return read_map_text(encounter.map_text)


@lru_cache(maxsize=64)
def read_map_text(text: str) -> BattleMap | None:
    """A map as an encounter's row keeps it, read once for as long as it stays the same."""
    return read_map(json.loads(text)) if text else None


def map_text(battle: BattleMap | None) -> str:
    """A map as an encounter's row keeps it."""
    return "" if battle is None else json.dumps(write_map(battle))


def keep_map(encounter: Encounter, fight: Fight) -> None:
    """Write the fight's map down where it is another one than before: it is large, and seldom changes."""
    if fight.map is map_of(encounter):
        return
    encounter.map_text = map_text(fight.map)
    encounter.map_revision += 1
    encounter.save(update_fields=["map_text", "map_revision"])


@lru_cache(maxsize=4096)
def _as_it_came(slug: str, ref: str, brought: str) -> Fighter:
    """A combatant with what it brought, given as JSON: read once, since that does not change in a fight.

    Who takes it copies it and names it. Nothing that a fighter holds is ever changed in place.
    """
    came = json.loads(brought)
    record = {"id": ref, "name": ref, "side": "", "sheet": came.get("sheet", {}), "gear": came.get("gear", [])}
    return fighter_from(system_of(slug), record)


def drive(board: Board, command: Mapping[str, Any], dice: TableDice, answers: Iterable[str]) -> Played:
    """Drive an order on the board's fight. The changes stay applied.

    Raises:
        RulesError: it is refused, or an answer or a face is impossible; the fight is as before.
    """
    system = board.fight.system
    return play(board.fight, system.perform(board.fight, read_command(system, command)), dice, answers)


def drive_waiting(board: Board) -> Played | None:
    """Apply what a waiting order has told so far; None where none waits."""
    last = board.last
    if last is None or last.waiting is None:
        return None
    everybody = frozenset(board.combatants) | {GM}
    return drive(board, last.command, TableDice(last.rolls, Sealed(""), everybody), last.answers)


def stored_events(events: Iterable[Tell], unseen: Unseen) -> list[dict[str, Any]]:
    """Events as an entry keeps them. What concerns a fighter that is unseen at that moment is for the GM alone, and
    for who plays all those that are then `unseen`.

    `unseen` knows who was before the first event; it is brought up to date. An event by which somebody comes
    into sight or out of it is `noticed`.
    """
    stored = []
    for event in events:
        noticed = [unseen.follow(change) for change in event.changes]
        concerns = sorted({str(who) for key in WHO if (who := event.facts.get(key)) in unseen})
        stored.append(
            {
                "kind": event.kind, "rule": event.rule, "facts": dict(event.facts), "vitals": dict(event.vitals),
                "about": event.about, "audience": GM if concerns else event.audience,
                "changes": [change.as_json() for change in event.changes],
                **({"noticed": True} if any(noticed) else {}),
                **({"unseen": concerns} if concerns and event.audience != GM else {}),
            }
        )  # fmt: skip
    return stored


def stored_changes(entry: Entry) -> list[Change]:
    """The changes of an entry, as the fight takes them."""
    return [Change(*freeze(change)) for event in entry.events for change in event["changes"]]
