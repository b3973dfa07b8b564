"""A scenario as a new encounter: as a draft of its fighters, or with everything that was played."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from encounters.board import keep_map, map_text, stored_events
from encounters.models import Combatant, Encounter, Entry
from encounters.services.recruits import MOST_COMBATANTS
from encounters.unseen import Unseen
from rules.border import plain
from rules.dice import Faces, Source
from rules.effects import GM, WHO, Ask, Roll
from rules.errors import BadInput, RulesError
from rules.fight import PRESENT, Fight, Fighter
from rules.play import Played, play
from rules.records import record_of
from rules.scenario import Scenario, play_scenario, read_command, set_up
from rules.words import Words, gettext_noop, say
from sheets.models import Campaign, User
from sheets.models.ids import public_id as fresh_id

_REF = re.compile(r"[A-Za-z0-9_-]{1,16}")
_PLACES_OF_IDS = (*sorted(WHO), "id")


@dataclass(frozen=True, slots=True)
class Preview:
    """What a scenario would become. `lost` names what a draft cannot keep of the fighters' starting states."""

    document: dict[str, Any]
    scenario: Scenario
    fight: Fight
    outcome: Mapping[str, Any]
    lost: list[Words] = field(default_factory=list)

    @property
    def sides(self) -> dict[str, list[Fighter]]:
        """The fighters by side, as they start."""
        found: dict[str, list[Fighter]] = {}
        for fighter in self.fight.fighters.values():
            found.setdefault(fighter.side, []).append(fighter)
        return found


def preview(campaign: Campaign, text: str) -> Preview:
    """Read a scenario whole and play it once, so that nothing is found wrong with it later.

    Raises:
        BadInput: every complaint, each with its path.
    """
    document = _read(campaign, text)
    scenario, fight = set_up(document)
    if len(fight.fighters) > MOST_COMBATANTS:
        words = say(gettext_noop("An encounter holds at most {most} combatants."), most=MOST_COMBATANTS)
        raise BadInput([RulesError(words, path="fighters")])
    try:
        outcome = play_scenario(document)
    except BadInput:
        raise
    except RulesError as error:
        raise BadInput([error]) from None
    return Preview(document, scenario, fight, outcome, _lost(scenario, fight))


@transaction.atomic
def import_scenario(
    campaign: Campaign, by: User, text: str, name: str, *, played: bool, public_id: str | None = None
) -> Encounter:
    """Make an encounter of a scenario. The same `public_id` again gives the same encounter.

    With `played` its orders are played with its dice and the fight goes on from there; else it is a draft.

    Raises:
        BadInput: as for `preview`; nothing is written.
    """
    if public_id:  # the same form sent twice at once waits here
        Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if public_id and (made := campaign.encounters.filter(public_id=public_id, deleted_at=None).first()):
        return made
    seen = preview(campaign, text)
    fight = seen.fight
    encounter = Encounter(campaign=campaign, name=name, settings=fight.settings.model_dump(mode="json"))
    encounter.map_text = map_text(fight.map)
    if public_id and not Encounter.objects.filter(public_id=public_id).exists():
        encounter.public_id = public_id
    encounter.save()
    is_played = played and bool(seen.scenario.commands)
    rows = [_combatant(encounter, each, fold=not is_played) for each in fight.fighters.values()]
    if is_played:
        rows += _play(encounter, by, seen)
    Combatant.objects.bulk_create(rows)
    return encounter


class Transcribed:
    """Another source's faces, written down as an entry keeps them: as if they had been typed in."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.rolls: list[dict[str, Any]] = []

    def roll(self, roll: Roll) -> Faces | None:
        faces = self._source.roll(roll)
        if faces is not None:
            self.rolls.append(
                {"faces": list(faces), "dice": str(roll.dice), "by": roll.by, "purpose": roll.purpose, "number": None}
            )
        return faces


def _read(campaign: Campaign, text: str) -> dict[str, Any]:
    try:
        document = plain(json.loads(text))
    except (ValueError, RecursionError) as error:
        where = f"{error.lineno}:{error.colno}" if isinstance(error, json.JSONDecodeError) else "?"
        words = say(gettext_noop("This is not JSON (line and column {where})."), where=where)
        raise BadInput([RulesError(words)]) from None
    if not isinstance(document, dict):
        raise BadInput([RulesError(say(gettext_noop("A scenario is an object with system, fighters and commands.")))])
    if document.get("system") != campaign.system:
        words = say(
            gettext_noop("This scenario is of the system “{other}”; the campaign plays “{own}”."),
            other=str(document.get("system"))[:60], own=campaign.system,
        )  # fmt: skip
        raise BadInput([RulesError(words, path="system")])
    return _with_plain_ids(document)


def _with_plain_ids(document: dict[str, Any]) -> dict[str, Any]:
    """The document with ids that can be refs: what is too long, or no plain word, gets a fresh one."""
    document = deepcopy(document)
    fighters, commands = _objects(document.get("fighters")), _objects(document.get("commands"))
    known = [each.get("id") for each in [*fighters, *commands] if isinstance(each.get("id"), str)]
    fresh = {id_: fresh_id() for id_ in known if not _REF.fullmatch(str(id_)) or id_ == GM}
    for each in fighters:
        each["name"] = each.get("name") or each.get("id")
    if not fresh:
        return document
    for each in [*fighters, *commands]:
        for place in _PLACES_OF_IDS:
            if isinstance(each.get(place), str):
                each[place] = fresh.get(each[place], each[place])
        if isinstance(each.get("targets"), list):
            each["targets"] = [fresh.get(one, one) if isinstance(one, str) else one for one in each["targets"]]
    return document


def _objects(value: Any) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _play(encounter: Encounter, by: User, seen: Preview) -> list[Combatant]:
    """Write the entries and the state of a fight that was played; the combatants that joined it are given back."""
    fight, commands = seen.fight, seen.scenario.commands
    source = seen.scenario.source()
    unseen = Unseen(fight)
    joined: dict[str, Combatant] = {}
    entries: list[Entry] = []
    start = timezone.now() - timedelta(milliseconds=len(commands))
    for number, order in enumerate(commands, start=1):
        document = {name: value for name, value in order.items() if name != "answers"}
        command = read_command(fight.system, document)
        transcript = Transcribed(source)
        played = play(fight, fight.system.perform(fight, command), transcript, order.get("answers", []))
        entries.append(
            Entry(
                encounter=encounter, seq=number, by=by, at=start + timedelta(milliseconds=number), round=fight.round,
                command=command.model_dump(mode="json", exclude_defaults=True) | {"do": command.do},
                answers=played.answers, rolls=transcript.rolls, events=stored_events(played.events, unseen),
                waiting=_waiting(played),
            )
        )  # fmt: skip
        if played.waiting is not None:
            fight.undo(played.changes)  # the state of an encounter is that before an order that waits
            break
        joined |= {ref: _combatant(encounter, fight.fighters[ref]) for ref in _came(played) if ref in fight.fighters}
    Entry.objects.bulk_create(entries)
    encounter.status = Encounter.Status.RUNNING
    encounter.started_at, encounter.seed = start, secrets.token_hex(32)
    encounter.state, encounter.version = fight.state(), len(entries) + 1
    keep_map(encounter, fight)
    encounter.shown = encounter.version
    encounter.save()
    return list(joined.values())


def _came(played: Played) -> list[str]:
    return [
        change.who
        for change in played.changes
        if change.field == PRESENT and change.new is not None and change.who is not None
    ]


def _waiting(played: Played) -> dict[str, Any] | None:
    asked = played.waiting
    return {"who": asked.who, "question": asked.question} if isinstance(asked, Ask) else None


def _combatant(encounter: Encounter, fighter: Fighter, *, fold: bool = False) -> Combatant:
    record = record_of(fighter)
    sheet = record["sheet"]
    return Combatant(
        encounter=encounter, ref=fighter.id, name=fighter.name, side=fighter.side, player=fighter.player,
        hidden=fighter.hidden, at=fighter.at, facing=fighter.facing,
        brought={"sheet": _folded(fighter) if fold else sheet, "gear": record["gear"]},
    )  # fmt: skip


def _folded(fighter: Fighter) -> dict[str, Any]:
    """The sheet with the fighter's present values, and the maxima that it had: what a draft starts from."""
    whole = fighter.sheet.model_dump(mode="json")
    state = fighter.state()
    for name in whole:
        most = f"{name}_max"
        if name in state and state[name] != whole[name] and whole.get(most, 0) is None:
            whole[most] = whole[name]
    now = {name: state[name] for name in whole if name in state}
    model = type(fighter.sheet).model_validate({**whole, **now})
    return model.model_dump(mode="json", exclude_defaults=True)


def _lost(scenario: Scenario, fight: Fight) -> list[Words]:
    """What of the starting states has no place on a sheet."""
    found = []
    for entry in scenario.fighters:
        fields = type(fight.fighters[entry.id].sheet).model_fields
        if names := [name for name, value in entry.state.items() if name not in fields and value]:
            words = gettext_noop("{name}: as a draft it loses {fields} of its starting state.")
            found.append(say(words, name=entry.name or entry.id, fields=", ".join(names)))
    return found
