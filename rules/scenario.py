"""A fight as a JSON document: set-up, commands, dice. What tests and bug reports are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Discriminator, Field, Tag

from rules.border import read
from rules.dice import Scripted, Sealed, Source
from rules.effects import Ask, Roll, Tell
from rules.errors import BadInput, RulesError
from rules.fight import Fight, Fighter, freeze
from rules.grid.cells import Cell
from rules.maps import BattleMap, read_map, write_map
from rules.numbers import Whole
from rules.play import Played, play
from rules.records import read_many_gear
from rules.registry import system_of
from rules.system import Command, Frozen, System, commands_by_name
from rules.walking import space_of, why_no_place, why_not_together
from rules.words import Name, Words, say
from rules.words import gettext_noop as _

MOST_FIGHTERS = 500
MOST_COMMANDS = 20_000


class FighterEntry(Frozen):
    """A fighter of a scenario. `state` overrides its starting state, field by field."""

    id: str = Field(min_length=1, max_length=60)
    name: Name | None = None
    side: str = Field(min_length=1, max_length=60)
    player: bool = False
    sheet: dict[str, Any] = {}
    gear: list[Any] = []
    state: dict[str, Any] = {}
    at: tuple[Whole, Whole] | None = None
    facing: Annotated[Whole, Field(ge=0, le=5)] | None = None
    hidden: bool = False


class Seed(Frozen):
    """Dice that roll by themselves, the same ones each time."""

    seed: str = Field(max_length=1000)


#: Faces in the order they are rolled, or {"seed": text}. The tags are no names, so that no path shows them.
DiceGiven = Annotated[
    Annotated[list[Whole], Tag("[faces]")] | Annotated[Seed, Tag("[seed]")],
    Discriminator(lambda given: "[seed]" if isinstance(given, Mapping | Seed) else "[faces]"),
]


class Scenario(Frozen):
    """The whole document."""

    system: str
    settings: dict[str, Any] = {}
    map: dict[str, Any] | None = None
    """The map they fight on (`rules.maps`); fighters stand `at` its cells."""
    fighters: list[FighterEntry] = Field(max_length=MOST_FIGHTERS)
    dice: DiceGiven = []
    commands: list[dict[str, Any]] = Field(default=[], max_length=MOST_COMMANDS)

    def source(self) -> Scripted | Sealed:
        """Its dice, from the first roll on."""
        return Sealed(self.dice.seed) if isinstance(self.dice, Seed) else Scripted(self.dice)


def set_up(document: Any) -> tuple[Scenario, Fight]:
    """The scenario and its fight as it stands before the first command.

    Raises:
        BadInput: every complaint about the document at once.
    """
    if isinstance(document, Mapping) and "system" in document:
        system_of(document["system"])
    scenario = read(Scenario, document)
    system = system_of(scenario.system)
    errors: list[RulesError] = []
    fighters: dict[str, Fighter] = {}
    for number, entry in enumerate(scenario.fighters):
        path = f"fighters.{number}"
        try:
            if entry.id in fighters:
                raise BadInput([RulesError(say(_("“{id}” is here already."), id=entry.id), path=f"{path}.id")])
            fighters[entry.id] = _fighter(system, entry, path)
        except BadInput as error:
            errors += error.errors
    try:
        settings = read(system.settings, scenario.settings, "settings")
    except BadInput as error:
        errors += error.errors
    battle: BattleMap | None = None
    try:
        battle = None if scenario.map is None else read_map(scenario.map)
        errors += misplaced(system, battle, fighters)
    except BadInput as error:
        errors += error.errors
    if errors:
        raise BadInput(errors)
    fight = system.fight(system=system, settings=settings, fighters=fighters, map=battle)
    if errors := crowded(fight):
        raise BadInput(errors)
    return scenario, fight


def misplaced(system: System, battle: BattleMap | None, fighters: Mapping[str, Fighter]) -> list[RulesError]:
    """Complaints about fighters that stand where the map has no place for them."""
    if battle is None or system.tactics is None:
        return []
    return [
        RulesError(words, path=f"fighters.{number}.at")
        for number, fighter in enumerate(fighters.values())
        if fighter.at is not None
        and (words := why_no_place(battle, system.tactics.mover(fighter), fighter.at, fighter.facing)) is not None
    ]


def crowded(fight: Fight) -> list[RulesError]:
    """Complaints about fighters that stand where somebody stands already with whom nobody shares a cell."""
    found: list[RulesError] = []
    there: dict[Cell, list[Fighter]] = {}
    for number, fighter in enumerate(fight.fighters.values()):
        space = space_of(fight, fighter)
        others = [other for cell in space for other in there.get(cell, ())]
        if words := next(filter(None, (why_not_together(fight, fighter, each) for each in others)), None):
            found.append(RulesError(words, path=f"fighters.{number}.at"))
        for cell in space:
            there.setdefault(cell, []).append(fighter)
    return found


def _fighter(system: System, entry: FighterEntry, path: str) -> Fighter:
    errors: list[RulesError] = []
    for reader in (lambda: read(system.sheet, entry.sheet, f"{path}.sheet"),
                   lambda: read_many_gear(system, entry.gear, f"{path}.gear")):  # fmt: skip
        try:
            reader()
        except BadInput as error:
            errors += error.errors
    if errors:
        raise BadInput(errors)
    fighter = system.fighter(
        id=entry.id, name=entry.name or entry.id, side=entry.side, player=entry.player,
        sheet=read(system.sheet, entry.sheet), gear=read_many_gear(system, entry.gear),
    )  # fmt: skip
    fighter.at, fighter.facing, fighter.hidden = entry.at, entry.facing, entry.hidden
    corrected = read(system.correction, entry.state, f"{path}.state").model_dump(exclude_unset=True)
    for name, value in corrected.items():
        setattr(fighter, name, freeze(value))
    return fighter


def read_command(system: System, document: Any, path: str = "") -> Command:
    """A command from JSON.

    Raises:
        BadInput: the system has no such command, or one of its places does not fit.
    """
    dot = f"{path}." if path else ""
    known = commands_by_name(system.commands)
    do = document.get("do") if isinstance(document, Mapping) else None
    if not isinstance(do, str) or do not in known:
        words = say(_("There is no order “{do}”: choose one of {known}."), do=str(do)[:60], known=", ".join(known))
        raise BadInput([RulesError(words, path=f"{dot}do")])
    return read(known[do], document, path)


def run_scenario(
    scenario: Scenario, fight: Fight, until: int | None = None
) -> tuple[list[Tell], Ask | Roll | None, Scripted | Sealed]:
    """Play the commands (the first `until` of them), in order, up to the first that waits for an answer.

    Raises:
        RulesError: a command was refused or cannot be read; its path begins with its place in the list.
    """
    source = scenario.source()
    events: list[Tell] = []
    for number, entry in enumerate(scenario.commands[:until]):
        played = _step(fight, source, entry, f"commands.{number}")
        events += played.events
        if played.waiting:
            return events, played.waiting, source
    return events, None, source


def _step(fight: Fight, source: Source, entry: Mapping[str, Any], path: str) -> Played:
    command, answers = read_order(fight, entry, path)
    try:
        return play(fight, fight.system.perform(fight, command), source, answers)
    except BadInput as error:
        for each in error.errors:
            each.path = f"{path}.{each.path}"
        raise
    except RulesError as error:
        error.path = error.path if error.path == "dice" else f"{path}.{error.path}".rstrip(".")
        raise


def read_order(fight: Fight, entry: Mapping[str, Any], path: str) -> tuple[Command, list[str]]:
    """A command of the list with its answers."""
    document = dict(entry)
    answers = document.pop("answers", [])
    if not isinstance(answers, list) or not all(isinstance(each, str) for each in answers):
        raise BadInput([RulesError(say(_("Give a list.")), path=f"{path}.answers")])
    return read_command(fight.system, document, path), answers


def play_scenario(document: Any) -> dict[str, Any]:
    """The outcome of a scenario, as the `play` command prints it."""
    scenario, fight = set_up(document)
    events, waiting, source = run_scenario(scenario, fight)
    if waiting is None and isinstance(source, Scripted):
        source.finish()
    return {
        "waiting": waiting_json(waiting),
        "round": fight.round,
        "turn": fight.turn,
        "order": list(fight.order),
        "winner": fight.winner,
        "events": [event_json(event) for event in events],
        "fighters": {id_: fighter.state() for id_, fighter in fight.fighters.items()},
    }


def event_json(event: Tell) -> dict[str, Any]:
    """An event with all that it tells, vitals included."""
    return {
        "kind": event.kind,
        "rule": event.rule,
        "facts": {**event.facts, **event.vitals},
        "changes": [change.as_json() for change in event.changes],
    }


def waiting_json(waiting: Ask | Roll | None) -> dict[str, Any] | None:
    """Who is asked what: a question with its options, or dice to be rolled."""
    if waiting is None:
        return None
    if isinstance(waiting, Roll):
        return {
            "who": waiting.by,
            "question": "roll",
            "text": waiting.purpose,
            "dice": str(waiting.dice),
            "rule": waiting.rule,
        }
    return {
        "who": waiting.who,
        "question": waiting.question,
        "text": str(waiting.words),
        "rule": waiting.rule,
        "options": [
            {
                "key": option.key, "label": str(option.label), "allowed": option.allowed,
                "level": str(option.level) if isinstance(option.level, Words) else option.level,
                "why": str(option.why) if option.why else None, "rule": option.rule, "default": option.default,
                "chance": option.chance,
            }
            for option in waiting.options
        ],
    }  # fmt: skip


def export_scenario(fight: Fight, commands: list[dict[str, Any]], dice: list[int]) -> dict[str, Any]:
    """A scenario that starts at the fight's present state and then gives these commands with these dice."""
    fighters = []
    for fighter in fight.fighters.values():
        state = fighter.state()
        correctable = fight.system.correction.model_fields
        fighters.append(
            {
                "id": fighter.id, "name": fighter.name, "side": fighter.side, "player": fighter.player,
                "hidden": fighter.hidden,
                "sheet": fighter.sheet.model_dump(mode="json", exclude_defaults=True),
                "gear": [g.model_dump(mode="json", exclude_defaults=True) | {"kind": g.kind} for g in fighter.gear],
                "state": {name: state[name] for name in correctable if name in state},
                **({"at": fighter.at} if fighter.at else {}),
                **({"facing": fighter.facing} if fighter.facing is not None else {}),
            }
        )  # fmt: skip
    return {
        "system": fight.system.slug,
        "settings": fight.settings.model_dump(mode="json", exclude_defaults=True),
        **({"map": write_map(fight.map)} if fight.map is not None else {}),
        "fighters": fighters, "dice": dice, "commands": commands,
    }  # fmt: skip
