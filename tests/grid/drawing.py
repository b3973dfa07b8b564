"""Maps drawn in text: `#` wall, `~` difficult, `=` low wall, `%` fog, `.` plain; any other sign is a token."""

from rules.grid import hex as hexes
from rules.grid.cells import Border, Cell, Space
from rules.grid.field import Grid, GridKind
from rules.grid.sight import Body

TERRAIN = {"#": "wall", "~": "difficult", "=": "low_wall", "%": "fog", "n": "narrow", "v": "chasm", "o": "obstacle"}


class Drawing:
    """A grid with its tokens: `drawing["O"]` are the cells marked O."""

    def __init__(self, text: str, kind: GridKind = "square", borders: dict[Border, str] | None = None) -> None:
        rows = [line.split() if " " in line.strip() else list(line.strip()) for line in text.strip().splitlines()]
        self.tokens: dict[str, list[Cell]] = {}
        terrain: dict[Cell, frozenset[str]] = {}
        for row, signs in enumerate(rows):
            for col, sign in enumerate(signs):
                cell = (col, row) if kind == "square" else hexes.from_offset(col, row)
                if sign in TERRAIN:
                    terrain[cell] = frozenset({TERRAIN[sign]})
                elif sign != ".":
                    self.tokens.setdefault(sign, []).append(cell)
        self.grid = Grid(kind, (len(rows[0]), len(rows)), terrain, borders or {})

    def __getitem__(self, sign: str) -> Space:
        return tuple(self.tokens[sign])

    def body(self, sign: str, height: int | None = None) -> Body:
        return Body(sign, self[sign], height)

    def bodies(self) -> list[Body]:
        return [self.body(sign) for sign in self.tokens]


def picture(cells: object, width: int, height: int) -> str:
    """Cells of a square map as text, to compare with a drawing."""
    return "\n".join(
        "".join("X" if (col, row) in set(cells) else "." for col in range(width))  # type: ignore[call-overload]
        for row in range(height)
    )


def dedented(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


def turned_square(cell: Cell, turn: int) -> Cell:
    """A cell of a map turned by quarters about the cell (0, 0), mirrored first where `turn` is 4 or more."""
    col, row = cell if turn < 4 else (-cell[0], cell[1])
    for _quarter in range(turn % 4):
        col, row = -row, col
    return col, row


def turned_hex(cell: Cell, turn: int) -> Cell:
    """A hex of a map turned by hex sides about (0, 0), mirrored first where `turn` is 6 or more."""
    return hexes.rotate(cell if turn < 6 else cell[::-1], turn % 6)
