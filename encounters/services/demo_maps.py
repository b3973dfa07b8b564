"""The maps of the demo: a ford where somebody lies in wait, and a mountain pass on hexes."""

from __future__ import annotations

from collections.abc import Iterable

from rules.grid.cells import Border, Cell, border
from rules.grid.field import Grid
from rules.grid.hex import from_offset
from rules.maps import BattleMap

#: The ford from above. `~` water to the hip, `=` deep water, `T` trees, `#` rock, `o` boulders, `.` open ground.
_FORD = (
    "..TT....==..T.TT.T",
    ".TT....~==~....TTT",
    "T......~==~.....TT",
    ".......~~~~..T....",
    "..o...~~~~........",
    "......~~~~.....o..",
    ".....~~~~.........",
    ".....~~~~.....T...",
    "T....~==~....TT.o.",
    "TT...~==~..o....T.",
    ".TT..==~~....TT...",
    "TT..===~....TTT..#",
)
#: The pass. `^` a ledge above the path, `*` snow, `F` fog, `#` rock, `|` a chasm.
_PASS = (
    "####..*....####",
    "###..**...^^###",
    "##...*...^^^.##",
    "#........^^...#",
    "..FF..........#",
    ".FFFF...||....#",
    "..FF...||..*...",
    "#.....||..**...",
    "##........*....",
    "###^^........##",
    "####^^^....####",
    "#####^^..######",
)
_KINDS = {
    "~": "difficult", "=": "very_difficult", "T": "thicket", "#": "wall", "o": "cover", "*": "difficult", "F": "fog",
    "|": "chasm",
}  # fmt: skip
#: Where a low wall runs along the eastern bank: columns and rows west and east of which it stands.
_WALL = [((12, row), (13, row)) for row in (4, 5, 6, 7)] + [((13, 3), (13, 4))]
#: The thicket in the north-east, which players are not shown.
HIDDEN = frozenset((col, row) for col in range(14, 18) for row in range(3))


def ford() -> BattleMap:
    """A ford on squares of five feet: water, trees, a low wall, and a corner that players are not shown."""
    size = len(_FORD[0]), len(_FORD)
    terrain = {(col, row): frozenset({_KINDS[sign]}) for col, row, sign in _signs(_FORD) if sign in _KINDS}
    borders: dict[Border, str] = {border(a, b): "low_wall" for a, b in _WALL}
    return BattleMap(Grid("square", size, terrain, borders), shroud=HIDDEN)


def mountain_pass() -> BattleMap:
    """A pass on hexes of a yard: ledges above a path, snow, fog, a chasm."""
    size = len(_PASS[0]), len(_PASS)
    signs = [(from_offset(col, row), sign) for col, row, sign in _signs(_PASS)]
    terrain = {cell: frozenset({_KINDS[sign]}) for cell, sign in signs if sign in _KINDS}
    heights: dict[Cell, int] = {cell: 2 for cell, sign in signs if sign == "^"}
    return BattleMap(Grid("hex", size, terrain, heights=heights), 1, "yd")


def _signs(rows: tuple[str, ...]) -> Iterable[tuple[int, int, str]]:
    return ((col, row, sign) for row, line in enumerate(rows) for col, sign in enumerate(line))
