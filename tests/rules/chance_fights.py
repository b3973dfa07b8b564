"""Fights by chance: random fighters, random orders of those that are offered, random answers."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel

from rules.dice import Chance, Faces
from rules.effects import Ask, Tell
from rules.errors import RulesError
from rules.fight import Fight
from rules.play import Played, play
from rules.scenario import read_command, set_up
from rules.system import Action, System


class Given(NamedTuple):
    """An order that a fight has seen: the states around it, and what came of it (None: it was refused)."""

    before: dict[str, Any]
    document: dict[str, Any]
    played: Played | None
    refusal: RulesError | None
    after: dict[str, Any]


def random_scenario(system: System, chance: random.Random) -> dict[str, Any]:
    """Two or three quick characters against two to four creatures, on two sides or three."""
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
    return {"system": system.slug, "settings": any_of(system.settings, chance), "fighters": fighters}


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


def plainly(actor: str | None, action: Action) -> dict[str, Any]:
    """The order with what its fields start with, or with the first thing that is allowed."""
    document: dict[str, Any] = {"do": action.do, **({"actor": actor} if actor else {})}
    for field in action.fields:
        if field.initial is not None:
            document[field.name] = field.initial
        elif field.required:
            allowed = [option.key for option in field.options if option.allowed]
            document[field.name] = {"one": allowed[:1], "many": allowed[:1]}.get(field.kind, [1])[0]
    return document


def by_chance(actor: str | None, action: Action, chance: random.Random) -> dict[str, Any]:
    """The order with fields filled in at random, from what is allowed."""
    document = plainly(actor, action)
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
            case "text":
                document[field.name] = "as {it} happens"
    return document


def at_the_table(fight: Fight, chance: random.Random) -> dict[str, Any]:
    """What a Game Master may do in every system: bring in, take out, reveal, hide, correct."""
    target = chance.choice([*fight.fighters, "nobody"])
    what = chance.choice(["join", "leave", "reveal", "hide", "correct"])
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
        return {**by_chance(*chance.choice(acts), chance), "claimed": chance.random() < 0.3}
    return by_chance(*chance.choice(there), chance)


def answer_by_chance(chance: random.Random) -> Any:
    def answer(question: Ask) -> str:
        return chance.choice([option.key for option in question.options if option.allowed])

    return answer


def fight_by_chance(system: System, seed: int, orders: int = 30) -> tuple[dict[str, Any], Fight, list[Given]]:
    """A scenario, the fight at its end, and every order it has seen."""
    chance = random.Random(seed)
    document = random_scenario(system, chance)
    fight = set_up(document)[1]
    source = Chance(seed)
    given = []
    for number in range(orders):
        order = {"do": "begin"} if number == 0 else random_order(fight, chance)
        before = fight.state()
        played, refusal = None, None
        try:
            command = read_command(system, order)
            played = play(fight, system.perform(fight, command), source, answer=answer_by_chance(chance))
        except RulesError as error:
            refusal = error
        given.append(Given(before, order, played, refusal, fight.state()))
    return document, fight, given


def told(given: list[Given]) -> list[Tell]:
    return [event for each in given if each.played for event in each.played.events]


def faces(given: list[Given]) -> list[Faces]:
    return [rolled for each in given if each.played for rolled in each.played.rolls]
