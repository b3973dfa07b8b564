"""The combatants as they stand on a map."""

from __future__ import annotations

from dataclasses import dataclass

from encounters.mapping.outline import UNIT, Lattice
from encounters.projection import Row

#: How far from its centre a token of one cell reaches.
RADIUS = 8.2


@dataclass(frozen=True, slots=True)
class Token:
    """A combatant on the map: where its middle is, how large it is, which way it looks (in degrees, or nowhere)."""

    row: Row
    x: float
    y: float
    radius: float
    turn: int | None

    @property
    def classes(self) -> str:
        row = self.row
        flags = {
            "pc": row.player, "foe": not row.player, "acting": row.is_acting, "mine": row.is_mine,
            "down": not row.is_standing, "hidden": row.hidden,
        }  # fmt: skip
        return " ".join(name for name, is_so in flags.items() if is_so)

    @property
    def nose(self) -> str:
        """The point that shows where it looks, before it is turned."""
        tip, root = self.radius + 3.2, self.radius - 1
        return f"M{tip:g} 0L{root:g} 3.6V-3.6z"

    @property
    def small(self) -> bool:
        return len(self.row.cells) <= 1


def token_of(lattice: Lattice, row: Row) -> Token | None:
    """A combatant's token; None where it does not stand on the map."""
    if row.at is None or not row.cells:
        return None
    centres = [lattice.centre(cell) for cell in row.cells]
    x, y = (sum(each) / len(centres) for each in zip(*centres, strict=True))
    wide = round(len(row.cells) ** 0.5) if lattice.kind == "square" else 1 if len(row.cells) == 1 else 2
    turn = 60 * row.facing if row.facing is not None and lattice.kind == "hex" else None
    return Token(row, round(x, 2), round(y, 2), RADIUS + UNIT * (wide - 1) / 2, turn)


def tokens_of(lattice: Lattice, rows: list[Row]) -> list[Token]:
    """The tokens on the map; who can still fight lies over who cannot."""
    found = [token for row in rows if (token := token_of(lattice, row)) is not None]
    return sorted(found, key=lambda token: token.row.is_standing)
