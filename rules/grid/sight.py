"""Who has cover from whom, and who is concealed: verdicts that name the line and what cut it.

On squares lines join corners (PF-17, PF-18); on hexes they join centres. A line is cut by the inside of a
cell it crosses, by a border it crosses, or by what closes in on it from both sides; running along a wall does
not cut it. Heights: a line joins the tops of both, and what does not rise above it is looked over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, cast

from rules.grid.cells import Border, Cell, Point, Space
from rules.grid.field import Grid
from rules.grid.lines import Drawn, Edges, Levels, Screens, Sightlines
from rules.grid.spaces import box, is_beside, space_distance
from rules.grid.terrain import BARRIER, COVER, CREATURE, NAMES, SOFT, SOLID, Screen
from rules.grid.traces import corner_ring
from rules.words import Words, say
from rules.words import gettext_noop as _

Sort = Literal["clear", "soft", "cover", "concealed", "total"]

#: Ranged; melee next to each other with a reach of one cell; melee of a longer reach, judged as ranged. Melee
#: against one who is not next to the attacker is judged as of a longer reach (PF-18).
How = Literal["ranged", "melee", "reach"]


class Body(NamedTuple):
    """Somebody in the way or at an end of a line: who, the cells, the height above the ground (None: any)."""

    who: str
    cells: Space
    height: int | None = None


class Verdict(NamedTuple):
    """What a target has, and why.

    `line` is the line that was cut, from point to point: corners on squares, hexes on hexes. `by` is the
    cell, the border or the name of the creature that cut it, `key` its kind. `start` is the point the
    attacker chose, from where `cut` of `drawn` lines were cut.
    """

    sort: Sort
    line: tuple[Point, Point] | None = None
    by: Cell | Border | str | None = None
    key: str | None = None
    start: Point | None = None
    cut: int = 0
    drawn: int = 0

    @property
    def is_mostly_seen(self) -> bool:
        """Whether fewer than half of the lines were cut: what a GM may call partial cover (PF-24)."""
        return 2 * self.cut < self.drawn

    @property
    def words(self) -> Words:
        """The reason in a sentence. Where the line runs is for the drawing to show."""
        if self.line is None or self.key is None:
            return say(_("No line is cut."))
        return say(_("The line is cut by {what}."), what=say(NAMES[self.key]))


CLEAR = Verdict("clear")
_SORTS: dict[int, Sort] = {SOFT: "soft", COVER: "cover", SOLID: "cover"}


def cover(
    grid: Grid,
    attacker: Body,
    target: Body,
    bodies: Iterable[Body] = (),
    *,
    how: How = "ranged",
    low_within: int | None = None,
) -> Verdict:
    """The cover a target has from an attacker: "clear", "soft", "cover" or "total".

    `bodies` are the others who may give soft cover; the two themselves are passed over. A low obstacle
    covers only those within `low_within` cells of it (None: any distance), and not from an attacker nearer to
    it than the target; next to each other a low wall always counts (PF-17, PF-18, PF-19, PF-22, PF-23, PF-25).
    """
    levels = None
    if attacker.height is not None or target.height is not None or grid.heights:
        levels = Levels(_top(grid, attacker), _top(grid, target))
    adjacent = how == "melee" and is_beside(grid.kind, attacker.cells, target.cells)
    own = {*attacker.cells, *target.cells}
    if len(own) < len(attacker.cells) + len(target.cells):
        return CLEAR  # one stands in the other's space
    screens = grid.screens
    if not adjacent:
        screens = _with_bodies(grid, [each for each in bodies if each.who not in (attacker.who, target.who)], own)
    if not screens and not grid.edges:
        return CLEAR

    counts = None if adjacent else _low(grid, attacker.cells, target.cells, low_within)
    lines = Sightlines(screens, grid.edges, counts, levels, own)
    return _verdict(_choices(grid, lines, attacker.cells, target.cells, how))


def cover_from(grid: Grid, corner: Point, target: Space, *, low_within: int | None = None) -> Verdict:
    """The cover a target on squares has from what bursts at a corner of the grid (PF-21): never soft.

    It bursts at the height of the highest ground around the corner.
    """
    around = [cell for cell in corner_ring(*corner) if cell in grid and cell not in grid.solid]
    if any(cell in target for cell in around):
        return CLEAR
    counts = _low(grid, tuple(around), target, low_within) if around else None
    levels = None
    if grid.heights and around:
        levels = Levels(*(max(grid.height(cell) for cell in cells) for cells in (around, target)))
    lines = Sightlines(grid.screens, grid.edges, counts, levels, (*around, *target))
    return _verdict([[lines.corners(corner, around, end, cells) for end, cells in _corners(target).items()]])


def concealment(
    grid: Grid, attacker: Space, target: Space, degree: Callable[[str], int], *, how: How = "ranged"
) -> Verdict:
    """What hides a target from an attacker's eyes: "clear", "concealed" or "total" (PF-27).

    `degree` says what a kind of veil is to this attacker: 0 seen through, 1 concealing, 2 hiding wholly. The
    target is hidden wholly where every line is. Next to each other the target is concealed only where all of
    its space lies inside. Degrees do not add up; the greater counts.
    """
    degrees = {kind: degree(kind) for kinds in grid.veils.values() for kind in kinds}
    ranks = {each: max((degrees[kind], kind) for kind in kinds) for each, kinds in grid.veils.items()}
    veiled = {each: (Screen(rank + 1, kind, each),) for each, (rank, kind) in ranks.items() if rank > 0}
    if not veiled:
        return CLEAR
    screens: Screens = {**grid.barriers} | {
        each: screen for each, screen in veiled.items() if not isinstance(each, Border)
    }
    edges: Edges = {each: screen for each, screen in veiled.items() if isinstance(each, Border)}
    if how == "melee" and is_beside(grid.kind, attacker, target):
        if not all(cell in veiled for cell in target):
            return CLEAR
        (least,) = min((veiled[cell] for cell in target), key=lambda each: each[0].rank)
        return Verdict("total" if least.rank == SOLID else "concealed", by=least.by, key=least.kind)
    found = _verdict(_choices(grid, Sightlines(screens, edges), attacker, target, how))
    if grid.kind == "hex":
        inside = [veiled[cell][0] for cell in target if cell in veiled]
        if len(inside) == len(target):
            least = min(inside, key=lambda each: each.rank)
            if found.sort == "clear" or (found.sort == "cover" and least.rank == SOLID):
                found = found._replace(sort="total" if least.rank == SOLID else "cover", by=least.by, key=least.kind)
    return found._replace(sort="concealed") if found.sort == "cover" else found


def _low(grid: Grid, attacker: Space, target: Space, within: int | None) -> Callable[[Screen], bool]:
    """Whether a low screen counts between two: near enough to the target, and the attacker no nearer (PF-19)."""

    def counts(screen: Screen) -> bool:
        edge = isinstance(screen.by, Border)
        cells = cast(Space, screen.by if edge else (screen.by,))
        far = space_distance(grid.kind, target, cells)
        if within is not None and far + edge > within:
            return False
        return space_distance(grid.kind, attacker, cells) >= far

    return counts


def _top(grid: Grid, body: Body) -> int:
    """The height of somebody's head: their own above the highest ground they stand on."""
    return max(grid.height(cell) for cell in body.cells) + (body.height or 0)


def _with_bodies(grid: Grid, bodies: list[Body], own: set[Cell]) -> Mapping[Cell, tuple[Screen, ...]]:
    if not bodies:
        return grid.screens
    screens = dict(grid.screens)
    # No line leaves the box around both ends but along its sides.
    left, above, right, below = box(own)
    for body in bodies:
        if not any(left - 1 <= col <= right + 1 and above - 1 <= row <= below + 1 for col, row in body.cells):
            continue
        top = None if body.height is None else _top(grid, body)
        for cell in body.cells:
            if cell not in own:
                screens[cell] = (*screens.get(cell, ()), Screen(SOFT, CREATURE, body.who, top=top))
    return screens


def _verdict(choices: Iterable[list[Drawn]]) -> Verdict:
    """The best of what the attacker may choose. Total only where every line of every choice is cut by a solid thing."""
    best: Verdict | None = None
    least = (0, 0)
    total = True
    for drawn in choices:
        cuts = [each for each in drawn if each.cut is not None and each.cut.kind != BARRIER]
        total = total and all(each.cut is not None and each.cut.rank == SOLID for each in drawn)
        if not cuts:
            return Verdict("clear", start=drawn[0].start, drawn=len(drawn))
        worst = max(cuts, key=lambda each: each.cut.rank if each.cut else 0)
        assert worst.cut is not None
        rank = worst.cut.rank
        verdict = Verdict(
            _SORTS[rank], (worst.start, worst.end), worst.cut.by, worst.cut.kind,
            drawn[0].start, len(cuts), len(drawn),
        )  # fmt: skip
        if best is None or (rank, verdict.cut) < least:
            best, least = verdict, (rank, verdict.cut)
    assert best is not None
    return best._replace(sort="total") if total else best


def _choices(grid: Grid, lines: Sightlines, attacker: Space, target: Space, how: How) -> Iterator[list[Drawn]]:
    """Each set of lines that the attacker may choose to be judged by.

    On hexes one line between two hexes. On squares: ranged, all lines from one corner of any of its squares to
    the corners of the target's space; with reach, to those of any one of its squares; in melee all lines between
    one of its squares and one of the target's beside it.
    """
    if grid.kind == "hex":
        for cell in attacker:
            for other in target:
                yield [lines.centres(cell, other)]
    elif how == "melee" and is_beside("square", attacker, target):
        for cell in attacker:
            for other in target:
                if is_beside("square", (cell,), (other,)):
                    yield [
                        lines.corners(corner, (cell,), end, (other,))
                        for corner in _corners((cell,)) for end in _corners((other,))
                    ]  # fmt: skip
    else:
        aims = [target] if how == "ranged" else [(cell,) for cell in target]
        starts = _corners(attacker, outer=False)
        for start, leaving in starts.items():
            for aim in aims:
                yield [lines.corners(start, leaving, end, entering) for end, entering in _corners(aim).items()]


def _corners(space: Space, *, outer: bool = True) -> dict[Point, tuple[Cell, ...]]:
    """The corners of a space, each with those of its cells that touch it; the four outer ones, or all."""
    found: dict[Point, tuple[Cell, ...]] = {}
    for col, row in space:
        for corner in ((col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)):
            found[corner] = (*found.get(corner, ()), (col, row))
    return {corner: cells for corner, cells in found.items() if len(cells) == 1} if outer else found
