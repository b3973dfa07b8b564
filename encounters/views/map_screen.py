"""The map on the play page of one seat: the ground and the tokens it sees, whom it has picked, what it measures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from encounters.mapping.cells import FACINGS
from encounters.mapping.ground import Ground, ground_of
from encounters.mapping.look import Look, look_at
from encounters.mapping.measure import MOST_SIZE, TOOLS, Measure, Tool, measure
from encounters.mapping.pictures import picture_url
from encounters.mapping.tokens import Token, token_of, tokens_of
from encounters.projection import Row, fight_for
from rules.grid.cells import Cell
from rules.maps import BattleMap
from rules.words import Name

if TYPE_CHECKING:
    from encounters.views.screen import Screen

#: What the map's form sends.
CHOSEN = ("map_pick", "map_cell", "map_from", "map_tool", "map_size")

#: The areas that can be chosen from, in cells.
SIZES = (1, 2, 3, 4, 6, 8, 12, 20)


class MapScreen:
    """Everything that the map shows to one seat.

    `screen.sent` holds what was chosen on it, under the names of `CHOSEN`. `is_asked` where somebody has just chosen
    it; else whom the map is looked at for follows the form of an order.
    """

    def __init__(self, screen: Screen, ground: Ground) -> None:
        self.screen = screen
        self.ground = ground
        self.is_asked = False

    @property
    def sent(self) -> Mapping[str, Any]:
        return self.screen.sent

    @cached_property
    def fight(self) -> Any:
        """The fight as the seat sees it."""
        return fight_for(self.screen.seat, self.screen.board)

    @property
    def battle(self) -> BattleMap:
        battle = self.fight.map
        assert isinstance(battle, BattleMap)
        return battle

    @cached_property
    def picture(self) -> str | None:
        return picture_url(self.screen.encounter, self.screen.board.fight.map, for_gm=self.screen.seat.is_gm)

    @cached_property
    def mark(self) -> str:
        """The same for two grounds that look the same to this seat."""
        return f"{self.ground.mark}.{self.picture or ''}"

    @property
    def size(self) -> str:
        """How large the map is drawn."""
        return self.ground.size

    @cached_property
    def names(self) -> dict[str, Name]:
        return {row.ref: row.name for row in self.screen.view.rows}

    @cached_property
    def tokens(self) -> list[Token]:
        return tokens_of(self.ground.lattice, self.screen.view.rows)

    @property
    def apart(self) -> list[Row]:
        """Who is in the fight and not on the map."""
        return [row for row in self.screen.view.rows if row.at is None]

    def token(self, row: Row) -> Token | None:
        return token_of(self.ground.lattice, row)

    @cached_property
    def tool(self) -> str:
        tool = self.sent.get("map_tool", "")
        return tool if tool in TOOLS or (tool in ("show", "cover") and self.may_draw) else "go"

    @cached_property
    def reach(self) -> int:
        """The size of the area that is measured, in cells."""
        text = str(self.sent.get("map_size", ""))
        return min(max(int(text), 1), MOST_SIZE) if text.isascii() and text.isdecimal() and len(text) < 4 else 2

    @property
    def sizes(self) -> list[tuple[int, Any]]:
        return [(size, self.battle.length(size)) for size in sorted({*SIZES, self.reach})]

    @property
    def may_draw(self) -> bool:
        return self.screen.seat.is_gm and not self.screen.is_ended

    @cached_property
    def cell(self) -> Cell | None:
        """The cell that was chosen."""
        return self.battle.named(str(self.sent.get("map_cell", "")))

    @cached_property
    def start(self) -> Cell | None:
        """The cell that is measured from."""
        return self.battle.named(str(self.sent.get("map_from", "")))

    @property
    def cell_name(self) -> str:
        return "" if self.cell is None else self.battle.name(self.cell)

    @property
    def start_name(self) -> str:
        return "" if self.start is None else self.battle.name(self.start)

    @cached_property
    def picked(self) -> Row | None:
        """Whom the map is looked at for: who was picked, else who is told what to do beside it."""
        view, act = self.screen.view, self.screen.act
        wanted = self.sent.get("map_pick")
        row = view.row(wanted) if wanted in view.playable else None
        if row is None or not (self.is_asked or row.is_acting or act is None):
            row = act.actor if act is not None else row
        return row or next((view.row(ref) for ref in view.playable), None)

    @cached_property
    def look(self) -> Look | None:
        if self.tool != "go" or self.picked is None or self.screen.seat.is_spectator:
            return None
        return look_at(self.fight, self.picked, self.names, self.cell, may_order=self.screen.takes_orders)

    @cached_property
    def measured(self) -> Measure | None:
        if self.tool not in TOOLS:
            return None
        start, to = (self.start, self.cell) if self.start is not None else (self.cell, None)
        tool: Tool = self.tool
        return None if start is None else measure(self.fight, self.names, tool, start, to, self.reach)

    @property
    def tools(self) -> list[tuple[str, str]]:
        """The tools of this seat, with their names."""
        every = {
            "go": _("Look and go"), "ruler": _("Measure"), "burst": _("Burst"), "cone": _("Cone"), "line": _("Line"),
            "show": pgettext("map", "Show"), "cover": pgettext("map", "Cover"),
        }  # fmt: skip
        return [(key, name) for key, name in every.items() if self.may_draw or key not in ("show", "cover")]

    @property
    def go(self) -> str:
        """The order by which somebody goes somewhere."""
        tactics = self.fight.system.tactics
        return tactics.go if tactics is not None else ""

    @property
    def facings(self) -> list[tuple[int, str]]:
        """The ways one may look, on hexes."""
        return list(enumerate(FACINGS)) if self.ground.lattice.kind == "hex" else []

    @property
    def turns(self) -> list[tuple[int, str]]:
        """What a turn by one side to the left and to the right would be."""
        if self.look is None or not self.facings:
            return []
        facing = self.look.facing or 0
        return [((facing - 1) % 6, "left"), ((facing + 1) % 6, "right")]


def map_of(screen: Screen) -> MapScreen | None:
    """The map of a page; None where the fight has none that is drawn."""
    ground = ground_of(screen.encounter.map_text, shown_only=not screen.seat.is_gm)
    return None if ground is None else MapScreen(screen, ground)
