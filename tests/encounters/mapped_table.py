"""A table in mid-fight on a map: a part of it is under the shroud, and somebody lurks there."""

from __future__ import annotations

import json
import random
from typing import Any

from encounters.models import Combatant, Encounter
from encounters.services import turn
from rules.grid.field import GridKind
from rules.grid.hex import from_offset
from rules.maps import BattleMap, read_map
from tests.encounters.play_table import SECRET_NOTE, Table

#: Who stands under the shroud, and where.
LURKER = "Vrokk the Lurker"

COVERED = [[col, row] for col in (7, 8, 9) for row in range(6)]

#: Ten columns of six cells, of which H to J are under the shroud, with one of everything there and nothing of the kind
#: in the open but what is difficult at C1.
HALF_SHOWN: dict[str, Any] = {
    "grid": "square", "size": [10, 6], "walls": [[8, 2]],
    "terrain": [{"kind": "difficult", "cells": [[2, 0]]}, {"kind": "thicket", "cells": [[8, 3]]}],
    "borders": [{"kind": "door", "between": [[[8, 4], [9, 4]], [[6, 5], [7, 5]]]}],
    "heights": [{"height": 3, "cells": [[9, 5]]}], "lamps": [{"at": [9, 0], "bright": 2, "dim": 4}],
    "shroud": COVERED,
}  # fmt: skip


class MappedTable(Table):
    """Anna at A1, Torvald at A3, a goblin at E2, one who hides at E5, and one who lurks at I2, under the shroud.

    On hexes they stand in the same columns and rows.
    """

    def __init__(self, document: dict[str, Any] | None = None, *, foes: int = 1, health: str = "words") -> None:
        super().__init__(foes=foes, health=health, began=False)
        self.lurker = self.bring(LURKER, "foes", hp=4, str=8)
        self.lay(document or HALF_SHOWN)
        goblin, *others = self.goblins
        for one, col, row in (
            (self.anna, 0, 0), (self.torvald, 0, 2), (goblin, 4, 1), (self.hidden, 4, 4), (self.lurker, 8, 1),
            *((each, *spot) for each, spot in zip(others, self.more_spots(), strict=False)),
        ):  # fmt: skip
            self.put(one, col, row)
        turn.start(self.submit("gm"), waive=True)
        self.order("gm", do="save", target=self.hidden.ref, ability="wil", note=SECRET_NOTE)

    def more_spots(self) -> list[tuple[int, int]]:
        """Where further goblins stand: every other cell of the lower half."""
        cols, rows = json.loads(self.encounter.map_text)["size"]
        return [(col, row) for row in range(rows // 2, rows, 2) for col in range(0, cols, 2) if (col, row) != (4, 4)]

    def lay(self, document: dict[str, Any]) -> None:
        """Lay a map under the fight that has not begun."""
        self.encounter.map_text = json.dumps(document)
        self.encounter.save(update_fields=["map_text"])

    def put(self, one: Combatant, col: int, row: int) -> None:
        """Put somebody down before the fight begins."""
        is_hex = json.loads(self.encounter.map_text)["grid"] == "hex"
        one.at = list(from_offset(col, row) if is_hex else (col, row))
        one.facing = 0 if is_hex else None
        one.save(update_fields=["at", "facing"])

    @property
    def battle(self) -> BattleMap:
        """The map as it is now."""
        found = Encounter.objects.get(pk=self.encounter.pk).map_text
        return read_map(json.loads(found))

    def state(self, one: Combatant) -> dict[str, Any]:
        self.encounter.refresh_from_db()
        found: dict[str, Any] = self.encounter.state["fighters"][one.ref]
        return found

    def cell(self, one: Combatant) -> str:
        """The cell where somebody stands now."""
        col, row = self.state(one)["at"]
        return self.battle.name((col, row))

    def go(self, who: str, one: Combatant, to: str, **sent: Any) -> Any:
        """Go to a cell by its name, as the button beside the map does."""
        return self.post(who, "order", do="go", actor=one.ref, to=to, place="map", **sent)

    def show(self, tool: str, start: str, end: str, who: str = "gm", **sent: Any) -> Any:
        """Show a rectangle of the map, or cover it."""
        asked: dict[str, Any] = {"tool": tool, "from": start, "cell": end, "place": "map", **sent}
        return self.post(who, "map/show", **asked)


def in_hexes(document: dict[str, Any]) -> dict[str, Any]:
    """The same map of hexes: every cell at the same column and row."""

    def moved(value: Any) -> Any:
        if isinstance(value, list) and len(value) == 2 and all(isinstance(each, int) for each in value):
            return list(from_offset(value[0], value[1]))
        if isinstance(value, list):
            return [moved(each) for each in value]
        if isinstance(value, dict):
            return {key: moved(each) for key, each in value.items()}
        return value

    return {**moved(document), "grid": "hex", "size": document["size"]}


def furnished(kind: GridKind, side: int) -> dict[str, Any]:
    """A large map: one cell in eight a wall, one in five difficult, but for cells where tables put somebody."""
    rng = random.Random("map")
    walls: list[list[int]] = []
    difficult: list[list[int]] = []
    for col in range(side):
        for row in range(side):
            chance = rng.random()
            is_taken = (row >= side // 2 and col % 2 == 0) or (row < 5 and col < 9)
            if chance < 0.325 and not is_taken:
                (walls if chance < 0.125 else difficult).append([col, row])
    made = {"size": [side, side], "walls": walls, "terrain": [{"kind": "difficult", "cells": difficult}]}
    return in_hexes(made) if kind == "hex" else {**made, "grid": "square"}


def crowd(kind: GridKind, foes: int, side: int) -> MappedTable:
    """A furnished map, all of it shown, with so many goblins and four others on it."""
    return MappedTable(furnished(kind, side), foes=foes)
