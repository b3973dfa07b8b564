"""Fights by chance: random fighters, random orders of those that are offered, random answers."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel

from rules.dice import Chance, Faces
from rules.effects import Ask, Tell
from rules.errors import RulesError
from rules.fight import Fight, Fighter
from rules.grid.hex import from_offset
from rules.maps import write_map
from rules.play import Played, play
from rules.scenario import read_command, set_up
from rules.system import Action, Field, System
from rules.walking import reach_of

#: Columns and rows of the maps of chance fights.
SIZE = (9, 7)


class Given(NamedTuple):
    """An order that a fight has seen: all of it before and after, and what came of it (None: it was refused)."""

    before: dict[str, Any]
    document: dict[str, Any]
    played: Played | None
    refusal: RulesError | None
    after: dict[str, Any]


def all_of(fight: Fight) -> dict[str, Any]:
    """Everything that changes in a fight: its state and its map."""
    return {**fight.state(), "map": None if fight.map is None else write_map(fight.map)}


def random_scenario(system: System, chance: random.Random, grid: str | None = None) -> dict[str, Any]:
    """Two or three quick characters against two to four creatures, on two sides or three.

    Where a grid is named there is a map of it, and nearly everybody stands somewhere.
    """
    fighters = []
    for number in range(chance.randint(2, 3)):
        quick = system.quick(f"{chance.random()}", "en")
        entry = {"id": f"hero{number}", "name": quick["name"], "side": system.party, "player": chance.random() < 0.9}
        fighters.append({**entry, "sheet": quick["sheet"], "gear": quick["gear"]})
    sides = ["foes", "foes", "beasts"]
    for number in range(chance.randint(2, 4)):
        creature = chance.choice(list(system.creatures()))
        entry = {"id": f"foe{number}", "side": chance.choice(sides), "hidden": chance.random() < 0.15}
        fighters.append({**entry, "name": creature["name"], "sheet": creature["sheet"], "gear": creature["gear"]})
    document = {"system": system.slug, "settings": any_of(system.settings, chance), "fighters": fighters}
    if grid is None:
        return document
    battle = random_map(grid, chance)
    solid = [tuple(cell) for cell in battle.get("walls", ())]
    free = [cell for cell in cells_of(grid) if cell not in solid]
    for entry, cell in zip(fighters, chance.sample(free, len(fighters)), strict=True):
        if chance.random() < 0.9:
            entry["at"] = list(cell)
    return {**document, "map": battle}


def cells_of(grid: str) -> list[tuple[int, int]]:
    """Every cell of a map by chance."""
    cells = [(col, row) for row in range(SIZE[1]) for col in range(SIZE[0])]
    return cells if grid == "square" else [from_offset(*cell) for cell in cells]


def random_map(grid: str, chance: random.Random) -> dict[str, Any]:
    """A small map with a few walls, something that hides and something that hinders, and perhaps a part not shown."""
    cells = cells_of(grid)
    found: dict[str, Any] = {
        "grid": grid,
        "size": list(SIZE),
        "walls": [list(each) for each in chance.sample(cells, 5)],
    }
    kinds = ["difficult", "low_wall", "fog", "cover", "darkness"]
    found["terrain"] = [{"kind": kind, "cells": [list(each) for each in chance.sample(cells, 4)]} for kind in kinds]
    if chance.random() < 0.5:
        found["shroud"] = [list(each) for each in chance.sample(cells, 12)]
    if chance.random() < 0.5:
        found |= {"light": chance.choice(["dim", "dark"]), "lamps": [{"at": list(cells[20]), "bright": 2, "dim": 4}]}
    return found


def any_of(model: type[BaseModel], chance: random.Random, share: float = 0.5) -> dict[str, Any]:
    """Some of a model's switches, choices and small numbers, set at random."""
    found: dict[str, Any] = {}
    for name, column in model.model_fields.items():
        if chance.random() < share:
            if column.annotation is bool:
                found[name] = chance.random() < 0.5
            elif column.annotation is int:
                found[name] = chance.randint(0, 6)
            elif choices := get_args(column.annotation):
                found[name] = chance.choice([each for each in choices if isinstance(each, str)] or [None])
    return found


def offered(fight: Fight) -> Iterator[tuple[str | None, Action]]:
    """Every action on offer, with who would do it."""
    for fighter in fight.fighters.values():
        for action in fight.system.actions(fight, fighter):
            yield fighter.id, action
    for action in fight.system.gm_actions(fight):
        yield None, action


def plainly(fight: Fight, actor: str | None, action: Action) -> dict[str, Any]:
    """The order with what its fields start with, or with the first thing that is allowed."""
    document: dict[str, Any] = {"do": action.do, **({"actor": actor} if actor else {})}
    for field in action.fields:
        if field.initial not in (None, ""):
            document[field.name] = field.initial
        elif field.required and field.kind == "cell":
            document[field.name] = next(iter(somewhere(fight, actor, field)), [0, 0])
        elif field.required:
            allowed = [option.key for option in field.options if option.allowed]
            document[field.name] = {"one": allowed[:1], "many": allowed[:1]}.get(field.kind, [1])[0]
    return document


def somewhere(fight: Fight, actor: str | None, field: Field) -> list[list[int]]:
    """The cells that a field may name: where its fighter can go, or for other things any."""
    if fight.map is None:
        return []
    if field.name != "to" or actor is None:
        return [list(cell) for cell in fight.map.grid.cells()]
    return [list(cell) for cell in reachable_by(fight, fight.fighters[actor])]


def reachable_by(fight: Fight, fighter: Fighter) -> list[tuple[int, int]]:
    """Where a fighter may go now, without where it stands."""
    tactics = fight.system.tactics
    if tactics is None or fighter.at is None:
        return []
    gaits = tactics.gaits(fight, fighter)
    return [cell for cell in reach_of(fight, fighter, gaits[-1].cells).costs if cell != fighter.at] if gaits else []


def by_chance(fight: Fight, actor: str | None, action: Action, chance: random.Random) -> dict[str, Any]:
    """The order with fields filled in at random, from what is allowed."""
    document = plainly(fight, actor, action)
    for field in action.fields:
        allowed = [option.key for option in field.options if option.allowed]
        if not field.required and chance.random() < 0.6:
            continue
        match field.kind:
            case "one" if allowed:
                document[field.name] = chance.choice(allowed)
            case "many" if allowed:
                document[field.name] = chance.sample(allowed, chance.randint(1, len(allowed)))
            case "flag":
                document[field.name] = chance.random() < 0.5
            case "number":
                document[field.name] = chance.randint(1, 6)
            case "cell" if there := somewhere(fight, actor, field):
                document[field.name] = chance.choice(there)
            case "text":
                document[field.name] = "as {it} happens"
    return document


def at_the_table(fight: Fight, chance: random.Random) -> dict[str, Any]:
    """What a Game Master may do in every system: bring in, take out, reveal, hide, correct; put down and draw."""
    target = chance.choice([*fight.fighters, "nobody"])
    what = chance.choice(["join", "leave", "reveal", "hide", "correct"])
    if fight.map is not None and chance.random() < 0.6:
        return on_the_map(fight, target, chance)
    if what == "join":
        quick = fight.system.quick(f"{chance.random()}", "en")
        side = chance.choice([fight.system.party, "foes", "newcomers"])
        id_ = f"new{chance.randint(0, 5)}"
        return {"do": "join", "id": id_, "side": side, **quick, "hidden": chance.random() < 0.3}
    if what == "leave":
        return {"do": "leave", "target": target}
    if what == "correct":
        wanted = any_of(fight.system.correction, chance, 0.2)
        return {"do": "correct", "target": target, "set": wanted, "note": "as {it} was"}
    return {"do": "reveal", "target": target, "hidden": what == "hide"}


def on_the_map(fight: Fight, target: str, chance: random.Random) -> dict[str, Any]:
    """What a Game Master does with a map: put somebody down, draw, show, lay another."""
    assert fight.map is not None
    cells = [list(cell) for cell in fight.map.grid.cells()]
    what = chance.choice(["place", "place", "redraw", "redraw", "lay_map"])
    if what == "place":
        return {"do": "place", "target": target, "at": chance.choice([None, *cells])}
    if what == "lay_map":
        return {"do": "lay_map", "map": random_map(chance.choice(["square", "hex"]), chance)}
    some = chance.sample(cells, 3)
    strokes = [
        {"tool": "paint", "kind": chance.choice(["wall", "fog", "difficult"]), "cells": some},
        {"tool": "erase", "cells": some},
        {"tool": chance.choice(["cover", "show"]), "cells": some},
        {"tool": "light", "light": chance.choice(["bright", "dim", "dark"])},
        {"tool": "lamp", "at": some[0], "bright": chance.randint(0, 3)},
    ]
    return {"do": "redraw", "strokes": chance.sample(strokes, 2)}


def random_order(fight: Fight, chance: random.Random) -> dict[str, Any]:
    """Mostly an action of somebody who may act; now and then something the Game Master does."""
    there = [(actor, action) for actor, action in offered(fight) if action.allowed]
    acts = [each for each in there if each[0] is not None and each[1].group == "action"]
    lot = chance.random()
    if lot < 0.08 or not there:
        return at_the_table(fight, chance)
    if acts and lot < 0.8:
        attacks = [each for each in acts if each[1].odds]
        acts = attacks if attacks and chance.random() < 0.6 else acts
        return {**by_chance(fight, *chance.choice(acts), chance), "claimed": chance.random() < 0.3}
    return by_chance(fight, *chance.choice(there), chance)


def answer_by_chance(chance: random.Random) -> Any:
    def answer(question: Ask) -> str:
        return chance.choice([option.key for option in question.options if option.allowed])

    return answer


def fight_by_chance(
    system: System, seed: int, orders: int = 30, grid: str | None = None
) -> tuple[dict[str, Any], Fight, list[Given]]:
    """A scenario, the fight at its end, and every order it has seen."""
    chance = random.Random(seed)
    document = random_scenario(system, chance, grid)
    fight = set_up(document)[1]
    source = Chance(seed)
    given = []
    for number in range(orders):
        order = {"do": "begin"} if number == 0 else random_order(fight, chance)
        before = all_of(fight)
        played, refusal = None, None
        try:
            command = read_command(system, order)
            played = play(fight, system.perform(fight, command), source, answer=answer_by_chance(chance))
        except RulesError as error:
            refusal = error
        given.append(Given(before, order, played, refusal, all_of(fight)))
    return document, fight, given


def told(given: list[Given]) -> list[Tell]:
    return [event for each in given if each.played for event in each.played.events]


def faces(given: list[Given]) -> list[Faces]:
    return [rolled for each in given if each.played for rolled in each.played.rolls]
