"""Cover and concealment, by the four figures of the source and by the words of the rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.grid.cells import border
from rules.grid.field import Grid
from rules.grid.lines import Sightlines
from rules.grid.sight import Body, concealment, cover, cover_from
from rules.grid.square import space_of
from tests.grid.drawing import Drawing, turned_hex, turned_square
from tests.grid.reference import corners_of, crosses_hex, crosses_square

#: The ogre (O) behind the corner of a wall; the warrior (W), the rogue (R), the bard (B) and the wizard (Z).
FIGURE = Drawing("""
    Z......
    .......
    B...OOW
    ..##OO.
    ...R...
""")
OGRE = FIGURE.body("O")


@pytest.mark.rule("PF-18")
def test_figure_1_nothing_hinders_the_warrior_beside_the_ogre() -> None:
    """The warrior stands right of the ogre, the wall is on its other side: no line meets it."""
    assert cover(FIGURE.grid, FIGURE.body("W"), OGRE, how="melee").sort == "clear"


@pytest.mark.rule("PF-18", "PF-23")
def test_figure_2_the_ogre_has_cover_from_the_rogue_round_the_corner_of_a_wall() -> None:
    """The rogue stands diagonally below the ogre; between them, at the corner, is the end of the wall."""
    verdict = cover(FIGURE.grid, FIGURE.body("R"), OGRE, how="melee")
    assert (verdict.sort, verdict.by, verdict.key) == ("cover", (3, 3), "wall")


@pytest.mark.rule("PF-18", "PF-23")
def test_figure_2_the_rogue_has_none_from_the_ogre_whose_reach_counts_as_ranged() -> None:
    """The same places: from its upper corners the ogre's lines run past the end of the wall."""
    assert cover(FIGURE.grid, OGRE, FIGURE.body("R"), how="reach").sort == "clear"


@pytest.mark.rule("PF-17")
def test_figure_3_some_of_the_bards_lines_go_through_the_wall() -> None:
    """The bard is four squares to the left, a row above the wall: from its best corner 2 of 4 lines are cut."""
    verdict = cover(FIGURE.grid, FIGURE.body("B"), OGRE)
    assert (verdict.sort, verdict.key, verdict.cut, verdict.drawn) == ("cover", "wall", 2, 4)
    assert not verdict.is_mostly_seen


@pytest.mark.rule("PF-24")
def test_figure_4_the_wizard_sees_more_than_half_of_the_ogre() -> None:
    """The wizard is farther up: only her line to the lower left corner of the ogre is cut, 1 of 4."""
    verdict = cover(FIGURE.grid, FIGURE.body("Z"), OGRE)
    assert (verdict.sort, verdict.cut, verdict.drawn) == ("cover", 1, 4)
    assert verdict.is_mostly_seen


@pytest.mark.rule("PF-17")
def test_a_verdict_names_the_line_and_what_cut_it() -> None:
    verdict = cover(FIGURE.grid, FIGURE.body("Z"), OGRE)
    assert verdict.line is not None
    assert verdict.line[0] == verdict.start
    assert verdict.line[1] == (4, 4)  # the lower left corner of the ogre
    assert str(verdict.words) == "The line is cut by a wall."


@pytest.mark.rule("PF-17")
def test_walls_on_both_sides_of_a_corridor_give_no_cover() -> None:
    drawing = Drawing("""
        ######
        A....B
        ######
    """)
    assert cover(drawing.grid, drawing.body("A"), drawing.body("B")).sort == "clear"


@pytest.mark.rule("PF-25")
@pytest.mark.parametrize(
    "text",
    ["A#B", "A.#.B\n..#..\n..#..", "A#\n#B", "#####\nA.#.B\n#####", ".#..\nA#.B\n.#..\n.#.."],
)
def test_behind_a_closed_wall_cover_is_total_both_ways(text: str) -> None:
    drawing = Drawing(text)
    there, back = (cover(drawing.grid, drawing.body(one), drawing.body(other)) for one, other in ("AB", "BA"))
    assert (there.sort, there.key) == (back.sort, back.key) == ("total", "wall")


@pytest.mark.rule("PF-17")
def test_a_corner_past_the_end_of_a_wall_sees_something() -> None:
    drawing = Drawing("""
        A#B
        ...
    """)
    assert cover(drawing.grid, drawing.body("A"), drawing.body("B")).sort == "cover"


@pytest.mark.rule("PF-17", "PF-25")
def test_a_wall_between_cells_cuts_lines_and_an_open_door_does_not() -> None:
    along = [((1, row), (2, row)) for row in range(3)]
    walls = {border(a, b): "wall" for a, b in along}
    for middle, sort in (("wall", "total"), ("door", "total"), ("open_door", "clear"), ("window", "cover")):
        drawing = Drawing("....\nA..B\n....", borders={**walls, border((1, 1), (2, 1)): middle})
        verdict = cover(drawing.grid, drawing.body("A"), drawing.body("B"))
        assert verdict.sort == sort, middle
    drawing = Drawing("....\n.AB.\n....", borders=walls)
    assert cover(drawing.grid, drawing.body("A"), drawing.body("B"), how="melee").sort == "total"


@pytest.mark.rule("PF-17")
def test_the_attacker_picks_the_corner_from_which_nothing_is_cut() -> None:
    """From (1, 0) the line to (5, 2) only touches the corner of the wall; from each other corner it cuts it."""
    drawing = Drawing("""
        A.....
        ..#..B
    """)
    verdict = cover(drawing.grid, drawing.body("A"), drawing.body("B"))
    assert (verdict.sort, verdict.start) == ("clear", (1, 0))


@pytest.mark.rule("PF-18")
def test_melee_against_one_who_is_not_next_to_the_attacker_is_judged_as_ranged() -> None:
    """Two squares off: the low wall between is as far from both and counts, and so does a creature."""
    fenced = Drawing("A=B")
    one, other = fenced.body("A"), fenced.body("B")
    assert cover(fenced.grid, one, other, how="melee") == cover(fenced.grid, one, other, how="reach")
    assert cover(fenced.grid, one, other, how="melee").sort == "cover"
    crowded = Drawing("ACB")
    assert cover(crowded.grid, crowded.body("A"), crowded.body("B"), crowded.bodies(), how="melee").sort == "soft"
    fog = Drawing("A%B")
    assert concealment(fog.grid, fog["A"], fog["B"], sees, how="melee").sort == "concealed"


@pytest.mark.rule("PF-18")
def test_in_melee_a_low_wall_between_them_gives_cover_to_both() -> None:
    drawing = Drawing(".AB.", borders={border((1, 0), (2, 0)): "low_wall"})
    for one, other in ("AB", "BA"):
        verdict = cover(drawing.grid, drawing.body(one), drawing.body(other), how="melee", low_within=6)
        assert (verdict.sort, verdict.by) == ("cover", border((1, 0), (2, 0)))


@pytest.mark.rule("PF-19")
def test_a_low_obstacle_covers_only_those_within_its_distance() -> None:
    near = Drawing("A.......=.....B")
    assert cover(near.grid, near.body("A"), near.body("B"), low_within=6).sort == "cover"
    far = Drawing("A........=......B")
    assert cover(far.grid, far.body("A"), far.body("B"), low_within=6).sort == "clear"


@pytest.mark.rule("PF-19")
def test_a_low_obstacle_is_ignored_by_an_attacker_nearer_to_it() -> None:
    drawing = Drawing("A.=...B")
    assert cover(drawing.grid, drawing.body("A"), drawing.body("B"), low_within=6).sort == "clear"
    assert cover(drawing.grid, drawing.body("B"), drawing.body("A"), low_within=6).sort == "cover"


@pytest.mark.rule("PF-19")
def test_as_near_as_the_target_is_not_nearer() -> None:
    drawing = Drawing("A..=..B")
    assert cover(drawing.grid, drawing.body("A"), drawing.body("B"), low_within=6).sort == "cover"


@pytest.mark.rule("PF-21")
def test_a_burst_at_a_corner_meets_cover_only_from_beyond_it() -> None:
    drawing = Drawing("""
        .....
        ..#B.
        .....
    """)
    assert cover_from(drawing.grid, (1, 1), drawing["B"]).sort == "cover"
    assert cover_from(drawing.grid, (5, 1), drawing["B"]).sort == "clear"
    assert cover_from(drawing.grid, (4, 2), drawing["B"]).sort == "clear"


@pytest.mark.rule("PF-26")
def test_a_verdict_tells_an_arrow_slit_from_other_cover() -> None:
    walls = {border((1, row), (2, row)): "wall" for row in range(3)}
    drawing = Drawing("....\nA..B\n....", borders={**walls, border((1, 1), (2, 1)): "arrow_slit"})
    walled = cover(drawing.grid, drawing.body("A"), drawing.body("B"))
    assert walled.sort == "cover"
    slit = Drawing("A..B", borders={border((1, 0), (2, 0)): "arrow_slit"})
    assert cover(slit.grid, slit.body("A"), slit.body("B")).key == "arrow_slit"


@pytest.mark.rule("PF-21")
def test_a_burst_on_a_hill_is_not_hidden_by_the_hill_but_one_below_it_is() -> None:
    hill = Grid("square", None, heights={(col, row): 5 for col in range(4) for row in range(4)})
    assert cover_from(hill, (1, 1), ((3, 3),)).sort == "clear"
    assert cover_from(hill, (-3, 2), ((6, 2),)).sort == "total"


@pytest.mark.rule("PF-22")
def test_creatures_give_soft_cover_against_ranged_but_not_next_to_each_other() -> None:
    drawing = Drawing("A.C.B")
    verdict = cover(drawing.grid, drawing.body("A"), drawing.body("B"), drawing.bodies())
    assert (verdict.sort, verdict.by) == ("soft", "C")
    beside = Drawing("CAB")
    bodies = beside.bodies()
    assert cover(beside.grid, beside.body("A"), beside.body("B"), bodies, how="melee").sort == "clear"


@pytest.mark.rule("PF-22")
def test_soft_cover_is_preferred_to_cover_by_an_attacker_who_picks_the_corner() -> None:
    drawing = Drawing("""
        ...C...
        A.....B
        ...#...
    """)
    verdict = cover(drawing.grid, drawing.body("A"), drawing.body("B"), drawing.bodies())
    assert verdict.sort == "clear"  # both only touch the lines
    high = Drawing("""
        .......
        A..C..B
        ...#...
    """)
    assert cover(high.grid, high.body("A"), high.body("B"), high.bodies()).sort == "soft"


@pytest.mark.rule("PF-23")
def test_a_big_creature_in_melee_is_judged_by_the_best_of_its_squares() -> None:
    drawing = Drawing("""
        #OO
        ROO
        ...
    """)
    # From the rogue to the upper square the wall is in the way, to the lower one nothing is.
    assert cover(drawing.grid, drawing.body("R"), drawing.body("O"), how="melee").sort == "clear"


def test_one_who_stands_in_the_others_space_has_no_cover() -> None:
    drawing = Drawing("#A#")
    assert cover(drawing.grid, drawing.body("A"), Body("tiny", drawing["A"]), how="melee").sort == "clear"


@pytest.mark.parametrize(("height", "sort"), [(1, "clear"), (2, "clear"), (3, "cover"), (9, "cover")])
def test_what_does_not_rise_above_the_line_is_looked_over(height: int, sort: str) -> None:
    grid = Grid("square", (5, 3), heights={(2, row): height for row in (0, 1)})
    one, other = Body("a", ((0, 1),), 2), Body("b", ((4, 1),), 2)
    assert cover(grid, one, other).sort == sort


def test_from_a_hill_one_looks_over_a_creature_in_the_plain() -> None:
    grid = Grid("square", (7, 1), heights={(0, 0): 10})
    archer, orc, dwarf = Body("archer", ((0, 0),), 2), Body("orc", ((6, 0),), 2), Body("dwarf", ((2, 0),), 2)
    assert cover(grid, archer, orc, [dwarf]).sort == "clear"
    level = Grid("square", (7, 1))
    assert cover(level, archer, orc, [dwarf._replace(height=3)]).sort == "soft"


def sees(kind: str) -> int:
    return {"fog": 1, "darkness": 2}.get(kind, 0)


@pytest.mark.rule("PF-27")
def test_fog_on_any_line_conceals_and_eyes_that_see_through_it_are_not_hindered() -> None:
    drawing = Drawing("A.%.B")
    verdict = concealment(drawing.grid, drawing["A"], drawing["B"], sees)
    assert (verdict.sort, verdict.by, verdict.key) == ("concealed", (2, 0), "fog")
    assert concealment(drawing.grid, drawing["A"], drawing["B"], lambda kind: 0).sort == "clear"


@pytest.mark.rule("PF-27")
def test_next_to_each_other_only_a_space_wholly_inside_is_concealed() -> None:
    fog = frozenset({"fog"})
    inside = Grid("square", (4, 2), {(1, 0): fog, (2, 0): fog, (1, 1): fog, (2, 1): fog})
    edge = Grid("square", (4, 2), {(2, 0): fog, (2, 1): fog})
    big = ((1, 0), (2, 0), (1, 1), (2, 1))
    assert concealment(inside, ((0, 0),), big, sees, how="melee").sort == "concealed"
    assert concealment(edge, ((0, 0),), big, sees, how="melee").sort == "clear"


@pytest.mark.rule("PF-27")
def test_degrees_do_not_add_up_and_darkness_hides_wholly() -> None:
    both = Grid("square", (5, 1), {(2, 0): frozenset({"fog"}), (3, 0): frozenset({"fog"})})
    assert concealment(both, ((0, 0),), ((4, 0),), sees).sort == "concealed"
    dark = Grid("square", (4, 1), {(2, 0): frozenset({"darkness"}), (3, 0): frozenset({"darkness"})})
    assert concealment(dark, ((0, 0),), ((3, 0),), sees).sort == "total"


@pytest.mark.rule("PF-27")
def test_each_kind_of_sight_is_hindered_by_what_it_does_not_see_through() -> None:
    """Darkness, dim light and fog in a row: three pairs of eyes, three answers."""
    seen = {
        "human": {"darkness": 2, "dim_light": 1, "fog": 1},
        "low-light": {"darkness": 2, "dim_light": 0, "fog": 1},
        "darkvision": {"darkness": 0, "dim_light": 0, "fog": 1},
    }
    sorts = {
        (who, kind): concealment(
            Grid("square", (3, 1), {(1, 0): frozenset({kind}), (2, 0): frozenset({kind})}),
            ((0, 0),), ((2, 0),), lambda kind, who=who: seen[who][kind],  # type: ignore[misc]
        ).sort
        for who in seen for kind in ("darkness", "dim_light", "fog")
    }  # fmt: skip
    assert [sorts["human", kind] for kind in seen["human"]] == ["total", "concealed", "concealed"]
    assert [sorts["low-light", kind] for kind in seen["human"]] == ["total", "clear", "concealed"]
    assert [sorts["darkvision", kind] for kind in seen["human"]] == ["clear", "clear", "concealed"]


@pytest.mark.parametrize(("height", "sort"), [(2, "clear"), (3, "total")])
def test_on_hexes_a_hill_is_looked_over_up_to_the_line(height: int, sort: str) -> None:
    grid = Grid("hex", None, heights={(2, 0): height})
    assert cover(grid, Body("a", ((0, 0),), 2), Body("b", ((4, 0),), 2)).sort == sort


def test_on_hexes_the_line_of_centres_decides() -> None:
    drawing = Drawing("A . # . B", "hex")
    assert cover(drawing.grid, drawing.body("A"), drawing.body("B")).sort == "total"
    soft = Drawing("A . C . B", "hex")
    verdict = cover(soft.grid, soft.body("A"), soft.body("B"), soft.bodies())
    assert (verdict.sort, verdict.by, verdict.line) == ("soft", "C", (*soft["A"], *soft["B"]))


def test_on_hexes_a_line_between_two_hexes_needs_both_to_be_cut() -> None:
    # From (0, 0) to (1, 1) the line runs between (1, 0) and (0, 1).
    wall = frozenset({"wall"})
    one, other = Body("a", ((0, 0),)), Body("b", ((1, 1),))
    assert cover(Grid("hex", None, {(1, 0): wall}), one, other).sort == "clear"
    assert cover(Grid("hex", None, {(1, 0): wall, (0, 1): wall}), one, other).sort == "total"
    half = Grid("hex", None, {(1, 0): wall, (0, 1): frozenset({"cover"})})
    assert cover(half, one, other).sort == "cover"


def test_on_hexes_a_wall_between_hexes_cuts_the_line() -> None:
    grid = Grid("hex", None, borders={border((1, 0), (2, 0)): "wall"})
    assert cover(grid, Body("a", ((0, 0),)), Body("b", ((3, 0),))).sort == "total"


CELLS = st.tuples(st.integers(0, 7), st.integers(0, 7))
KINDS = st.sampled_from(["wall", "low_wall", "cover", "difficult"])


@settings(max_examples=150, deadline=None)
@given(CELLS, CELLS, st.dictionaries(CELLS, KINDS, max_size=25), st.sampled_from(["square", "hex"]))
def test_sight_is_the_same_seen_from_both_and_in_a_mirror(a, b, kinds, kind) -> None:  # type: ignore[no-untyped-def]
    terrain = {cell: frozenset({name}) for cell, name in kinds.items() if cell not in (a, b)}
    one, other = Body("a", (a,)), Body("b", (b,))
    grid = Grid(kind, None, terrain)
    there, back = cover(grid, one, other), cover(grid, other, one)
    assert (there.sort == "total") is (back.sort == "total")
    if kind == "hex" and "low_wall" not in kinds.values():  # a low wall asks who is nearer to it
        assert there.sort == back.sort
    # The mirror that swaps both coordinates is one of the map on squares and on hexes.
    mirrored = Grid(kind, None, {cell[::-1]: names for cell, names in terrain.items()})
    assert cover(mirrored, Body("a", (a[::-1],)), Body("b", (b[::-1],))).sort == there.sort


@settings(max_examples=100, deadline=None)
@given(CELLS, CELLS, st.dictionaries(CELLS, KINDS, max_size=25), st.sets(CELLS, max_size=12))
def test_a_line_is_cut_alike_from_both_ends(a, b, kinds, walls) -> None:  # type: ignore[no-untyped-def]
    """From the upper left corner of one cell to the lower right one of the other, and from centre to centre."""
    terrain = {cell: frozenset({name}) for cell, name in kinds.items()}
    borders = {border(cell, (cell[0] + sum(cell) % 2, cell[1] + 1 - sum(cell) % 2)): "wall" for cell in walls}
    grid = Grid("square", None, terrain, borders)
    lines = Sightlines(grid.screens, grid.edges)
    end = (b[0] + 1, b[1] + 1)
    there, back = lines.corners(a, (a,), end, (b,)), lines.corners(end, (b,), a, (a,))
    assert (there.cut and there.cut.rank) == (back.cut and back.cut.rank)
    there, back = lines.centres(a, b), lines.centres(b, a)
    assert (there.cut and there.cut.rank) == (back.cut and back.cut.rank)


@settings(max_examples=100, deadline=None)
@given(CELLS, CELLS, st.sets(CELLS, max_size=20), CELLS)
def test_one_more_wall_never_shows_more(a, b, walls, extra) -> None:  # type: ignore[no-untyped-def]
    order = ["clear", "soft", "cover", "total"]
    one, other = Body("a", (a,)), Body("b", (b,))

    def sort(cells: set[tuple[int, int]]) -> int:
        grid = Grid("square", None, {cell: frozenset({"wall"}) for cell in cells if cell not in (a, b)})
        return order.index(cover(grid, one, other).sort)

    assert sort(walls) <= sort(walls | {extra})


PLACES = st.tuples(st.integers(-5, 5), st.integers(-5, 5))
VEILED = st.sampled_from(["wall", "low_wall", "cover", "fog", "darkness"])
EDGED = st.dictionaries(PLACES, st.sampled_from(["wall", "low_wall", "window", "curtain"]), max_size=8)


@settings(max_examples=150, deadline=None)
@given(
    PLACES, st.integers(1, 2), PLACES, st.dictionaries(PLACES, VEILED, max_size=15), EDGED,
    st.dictionaries(PLACES, st.integers(1, 4), max_size=4),
    st.integers(0, 11), st.sampled_from(["square", "hex"]), st.sampled_from(["ranged", "melee", "reach"]),
)  # fmt: skip
def test_verdicts_are_the_same_on_a_map_that_is_turned_or_mirrored(  # type: ignore[no-untyped-def]
    a, size, b, kinds, edges, heights, turn, kind, how
) -> None:
    """Cover among creatures and concealment, over walls, borders and hills, for bodies of one and of four squares."""
    turned = (lambda cell, turn: turned_square(cell, turn % 8)) if kind == "square" else turned_hex
    big = space_of(a, size) if kind == "square" else (a,)
    if b in big:
        return

    def judged(turn: int) -> tuple[str, str]:
        def at(cell: tuple[int, int]) -> tuple[int, int]:
            return turned(cell, turn)

        grid = Grid(
            kind,
            None,
            {at(cell): frozenset({name}) for cell, name in kinds.items()},
            {
                border(at(cell), at((cell[0] + sum(cell) % 2, cell[1] + 1 - sum(cell) % 2))): name
                for cell, name in edges.items()
            },
            {at(cell): height for cell, height in heights.items()},
        )
        one, other = Body("a", tuple(at(cell) for cell in big), 2), Body("b", (at(b),), 1)
        crowd = [Body(str(cell), (at(cell),), 1) for cell in list(kinds)[:3]]
        found = cover(grid, one, other, crowd, how=how, low_within=3)
        return found.sort, concealment(grid, one.cells, other.cells, sees, how=how).sort

    assert judged(turn) == judged(0)


def apart(cells: set[tuple[int, int]], a: tuple[int, int], b: tuple[int, int]) -> list[tuple[int, int]]:
    """Some of the cells, none of them touching another, none of them one of the two."""
    kept: list[tuple[int, int]] = []
    for cell in sorted(cells - {a, b}):
        if all(max(abs(cell[0] - col), abs(cell[1] - row)) > 1 for col, row in kept):
            kept.append(cell)
    return kept


@pytest.mark.rule("PF-17")
@settings(max_examples=150, deadline=None)
@given(CELLS, CELLS, st.sets(CELLS, max_size=25))
def test_among_single_walls_cover_is_what_the_lines_of_the_best_corner_say(a, b, cells) -> None:  # type: ignore[no-untyped-def]
    """Walls that touch no other close in on no line: it is cut where it crosses the inside of one."""
    if a == b:
        return
    walls = apart(cells, a, b)
    grid = Grid("square", None, dict.fromkeys(walls, frozenset({"wall"})))
    cuts = [
        [any(crosses_square(start, end, wall) for wall in walls) for end in corners_of(b)] for start in corners_of(a)
    ]
    verdict = cover(grid, Body("a", (a,)), Body("b", (b,)))
    assert verdict.cut == min(sum(each) for each in cuts)
    expected = "total" if all(map(all, cuts)) else "cover" if all(map(any, cuts)) else "clear"
    assert verdict.sort == expected


@settings(max_examples=150, deadline=None)
@given(CELLS, CELLS, st.sets(CELLS, max_size=25))
def test_on_hexes_among_single_walls_the_line_of_centres_is_cut_where_it_crosses_one(a, b, cells) -> None:  # type: ignore[no-untyped-def]
    if a == b:
        return
    walls = apart(cells, a, b)
    grid = Grid("hex", None, dict.fromkeys(walls, frozenset({"wall"})))
    cut = any(crosses_hex(a, b, wall) for wall in walls)
    assert cover(grid, Body("a", (a,)), Body("b", (b,))).sort == ("total" if cut else "clear")
