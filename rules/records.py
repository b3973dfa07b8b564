"""Fighters and fights as JSON: what an encounter stores and a scenario shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel

from rules.border import read
from rules.errors import BadInput, RulesError
from rules.fight import Fight, Fighter, freeze, state_fields
from rules.system import System
from rules.words import gettext_noop as _
from rules.words import say

MOST_GEAR = 200


def read_gear(system: System, entry: Any, path: str) -> BaseModel:
    """One piece of equipment: {"kind": ..., "name": ..., ...}, or {"item": key} from the system's own tables.

    Raises:
        BadInput: the kind or the item does not exist, or a column does not fit.
    """
    if not isinstance(entry, Mapping):
        raise BadInput([RulesError(say(_("Give an object.")), path=path)])
    entry = dict(entry)
    if (key := entry.pop("item", None)) is not None:
        known = {row["key"]: row for rows in system.equipment().values() for row in rows}
        if not isinstance(key, str) or key not in known:
            raise BadInput(
                [RulesError(say(_("There is no item “{key}” in the tables."), key=str(key)[:60]), path=f"{path}.item")]
            )
        entry = {**known[key], **entry}
    kind = entry.get("kind")
    if not isinstance(kind, str) or kind not in system.gear:
        words = say(_("Choose one of {expected}."), expected=", ".join(system.gear))
        raise BadInput([RulesError(words, path=f"{path}.kind")])
    return read(system.gear[kind], entry, path)


def read_many_gear(system: System, entries: Any, path: str = "gear") -> tuple[BaseModel, ...]:
    """A list of equipment, at most `MOST_GEAR` pieces, with every complaint of every entry at once."""
    if not isinstance(entries, list | tuple):
        raise BadInput([RulesError(say(_("Give a list.")), path=path)])
    if len(entries) > MOST_GEAR:
        raise BadInput([RulesError(say(_("At most {max_length} of these."), max_length=MOST_GEAR), path=path)])
    return tuple(_gather(lambda number, entry: read_gear(system, entry, f"{path}.{number}"), entries))


def _gather(make: Any, entries: Iterable[Any]) -> list[Any]:
    made, errors = [], []
    for number, entry in enumerate(entries):
        try:
            made.append(make(number, entry))
        except BadInput as error:
            errors += error.errors
    if errors:
        raise BadInput(errors)
    return made


def record_of(fighter: Fighter) -> dict[str, Any]:
    """All of a fighter as JSON: what it brought, and its state."""
    return {
        "id": fighter.id,
        "sheet": fighter.sheet.model_dump(mode="json", exclude_defaults=True),
        "gear": [item.model_dump(mode="json", exclude_defaults=True) | {"kind": item.kind} for item in fighter.gear],
        "state": fighter.state(),
    }


def fighter_from[F: Fighter](system: System[Any, F], record: Mapping[str, Any]) -> F:
    """The fighter of a record: `record_of` read back. State that the record lacks starts afresh."""
    state = record.get("state") or {}
    fighter = system.fighter(
        id=record["id"],
        name=record.get("name", state.get("name", record["id"])),
        side=record.get("side", state.get("side", "")),
        player=record.get("player", state.get("player", False)),
        sheet=system.sheet.model_validate(record["sheet"]),
        gear=tuple(system.gear[entry["kind"]].model_validate(entry) for entry in record.get("gear", ())),
    )
    for name in state_fields(type(fighter)):
        if name in state:
            setattr(fighter, name, freeze(state[name]))
    return fighter


def fight_from(
    system: System, settings: Mapping[str, Any], state: Mapping[str, Any], records: Iterable[Mapping[str, Any]]
) -> Fight:
    """A stored fight: the settings, the state that `Fight.state` gave, and the records of what each brought."""
    fighters: dict[str, Fighter] = {}
    states = state.get("fighters", {})
    place = {id_: number for number, id_ in enumerate(state.get("present", ()))}
    for record in sorted(records, key=lambda record: place.get(record["id"], len(place))):
        fighters[record["id"]] = fighter_from(
            system, {**record, "state": states.get(record["id"], record.get("state"))}
        )
    fight = system.fight(system=system, settings=system.settings.model_validate(settings), fighters=fighters)
    for name in state_fields(type(fight)):
        if name in state:
            setattr(fight, name, freeze(state[name]))
    return fight
