"""A stage for rules: fighters, orders with their dice, and what came of them."""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

from rules.dice import Scripted
from rules.effects import Ask, Tell
from rules.fight import Fight
from rules.play import Played, play
from rules.registry import system_of
from rules.scenario import read_command, set_up

SWORD = {"kind": "weapon", "name": "sword", "damage": "d8"}
AXE = {"kind": "weapon", "name": "axe", "damage": "d6"}
BOW = {"kind": "weapon", "name": "bow", "damage": "d6", "ranged": True, "bulky": True}
BOMB = {"kind": "weapon", "name": "bomb", "damage": "d12", "blast": True}


def hero(id_: str = "anna", *gear: dict[str, Any], **sheet: Any) -> dict[str, Any]:
    """A player character of the party: STR, DEX, WIL 10 and HP 3 unless said otherwise.

    The document is the test's own: bending it changes nobody else's gear.
    """
    return {"id": id_, "side": "party", "player": True, "sheet": sheet, "gear": deepcopy(list(gear))}


def foe(id_: str = "goblin", *gear: dict[str, Any], **sheet: Any) -> dict[str, Any]:
    """A creature of the other side, with the same defaults."""
    return {"id": id_, "side": "foes", "sheet": sheet, "gear": deepcopy(list(gear))}


def at(entry: dict[str, Any], col: int, row: int, **more: Any) -> dict[str, Any]:
    """The fighter standing on a cell of the map."""
    return {**entry, "at": [col, row], **more}


def field(wide: int = 12, high: int = 8, grid: str = "square", **more: Any) -> dict[str, Any]:
    """A map of cells of 5 feet, empty but for what is said."""
    return {"grid": grid, "size": [wide, high], **more}


class Stage:
    """A fight with orders given to it, on a map where one is given. `told` holds all events so far."""

    def __init__(
        self, *fighters: dict[str, Any], system: str = "cairn", ground: dict[str, Any] | None = None, **settings: Any
    ) -> None:
        document = {"system": system, "settings": settings, "fighters": list(fighters), "map": ground}
        self.fight: Any = set_up(document)[1]
        self.told: list[Tell] = []
        self.last = Played()

    def __getitem__(self, id_: str) -> Any:
        return self.fight.fighters[id_]

    def order(
        self, do: str, actor: str | None = None, *, dice: Sequence[int] = (), answers: Iterable[str] = (), **more: Any
    ) -> "Stage":
        """Give an order. Its dice have to be used up, to the last."""
        document = {"do": do, **({"actor": actor} if actor else {}), **more}
        command = read_command(self.fight.system, document)
        source = Scripted(dice)
        self.last = play(self.fight, self.fight.system.perform(self.fight, command), source, answers)
        source.finish()
        self.told += self.last.events
        return self

    def begin(self) -> "Stage":
        """The fight begins and nobody has to save for it."""
        return self.order("begin", waive=True)

    def kinds(self) -> list[str]:
        """What the last order told, by kind."""
        return [event.kind for event in self.last.events]

    def one(self, kind: str) -> dict[str, Any]:
        """All facts of the one event of this kind that the last order told."""
        (event,) = [event for event in self.last.events if event.kind == kind]
        return {**event.facts, **event.vitals}

    def asked(self) -> Ask:
        """The question that the last order waits at."""
        assert isinstance(self.last.waiting, Ask)
        return self.last.waiting

    def fates(self) -> dict[str, str]:
        return {id_: fighter.fate for id_, fighter in self.fight.fighters.items()}


def duel(attacker_gear: dict[str, Any] = SWORD, /, *, settings: dict[str, Any] | None = None, **target: Any) -> Stage:
    """A hero called anna against one foe called goblin, the fight begun, the hero's turn."""
    return Stage(hero("anna", attacker_gear), foe("goblin", SWORD, **target), **(settings or {})).begin()


def fresh(fight: Fight) -> dict[str, Any]:
    """The state of a fight, to be compared later."""
    return fight.state()


CAIRN = system_of("cairn")
