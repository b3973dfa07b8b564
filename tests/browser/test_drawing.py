"""Drawing maps in a real browser: by pointer and by keys, on both grids, and by two Game Masters at once."""

from __future__ import annotations

import io
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Locator, expect

from tests.browser.screen import DESK, PHONE, Opened, Screen
from tests.browser.table import Table

pytestmark = [pytest.mark.needs_chromium]

#: Where a point of the map lies on the screen: the middle of a cell, moved by parts of a cell.
ON_SCREEN = """([col, row, across, down]) => {
  const svg = document.getElementById("map"), grid = new FrayGrid(svg);
  const [x, y] = grid.centre(grid.cell(col, row));
  const place = new DOMPoint(x + across * 20, y + down * 20).matrixTransform(svg.getScreenCTM());
  return [place.x, place.y];
}"""


def new_map(gm: Screen, grid: str, campaign: str = "") -> str:
    """A map of a campaign, or of one of its own."""
    path = f"{campaign or new_campaign(gm)}maps/new/"
    return gm.send(path, name="Meadow", grid=grid, cols="10", rows="6", scale="5", unit="ft")


def new_campaign(gm: Screen) -> str:
    return gm.send("/campaigns/new/", name="North Road", system="cairn", about="")


def laid(gm: Screen, anna: Screen) -> Table:
    """A draft with a character and three wolves, on a map of squares."""
    table = Table(gm, {"anna_heather": anna}, [("wolf", 3, False)], start=False)
    kept = new_map(gm, "square", table.campaign)
    gm.send(f"{table.build}map/lay/", at=f"{table.build}map/", map=kept.split("/")[2])
    return table


def pick(at: Screen, tool: str) -> None:
    at.page.locator(f"input[name=tool][value='{tool}']").check(force=True)


def drag(at: Screen, *points: tuple[float, float, float, float]) -> None:
    """Press at the first point, go over the others, let go."""
    places = [at.page.evaluate(ON_SCREEN, list(point)) for point in points]
    at.page.mouse.move(*places[0])
    at.page.mouse.down()
    for place in places[1:]:
        at.page.mouse.move(*place, steps=15)
    at.page.mouse.up()


def drawn(at: Screen, path: str) -> Any:
    return at.context.request.get(f"{path}export/").json()


def ground(at: Screen, kind: str) -> Locator:
    return at.page.locator(f"#map-ground .{kind}")


def keys(at: Screen, *names: str) -> None:
    for name in names:
        at.page.keyboard.press(name)


def test_a_wall_is_drawn_along_the_edges_under_the_pointer(screen: Opened) -> None:
    """Along the lower edges of B2, C2 and D2: three borders to the row below."""
    gm = screen("gm")
    path = new_map(gm, "square")
    gm.go(path)
    pick(gm, "edge:wall")
    drag(gm, (1, 1, 0, 0.45), (3, 1, 0, 0.45))
    expect(ground(gm, "e-wall")).to_have_count(1)
    assert drawn(gm, path)["borders"] == [
        {"kind": "wall", "between": [[[1, 1], [1, 2]], [[2, 1], [2, 2]], [[3, 1], [3, 2]]]}
    ]


def test_the_brush_paints_each_cell_that_it_goes_over_on_both_grids(screen: Opened) -> None:
    gm = screen("gm")
    for grid in ("square", "hex"):
        path = new_map(gm, grid)
        gm.go(path)
        pick(gm, "paint:fog")
        drag(gm, (1, 2, 0, 0), (4, 2, 0, 0))
        expect(ground(gm, "k-fog")).to_have_count(1)
        q = 0 if grid == "square" else -1  # in the third row of hexes q is one less than the column
        assert drawn(gm, path)["terrain"][0]["cells"] == [[col + q, 2] for col in range(1, 5)]


def test_a_rectangle_of_hexes_is_walled_in(screen: Opened) -> None:
    """Around one hex in the middle run six borders."""
    gm = screen("gm")
    path = new_map(gm, "hex")
    gm.go(path)
    gm.page.locator("input[name=by][value=box]").check(force=True)
    pick(gm, "edge:wall")
    drag(gm, (4, 3, 0, 0), (4, 3, 0.1, 0.1))
    expect(ground(gm, "e-wall")).to_have_count(1)
    assert len(drawn(gm, path)["borders"][0]["between"]) == 6


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_a_door_and_a_rectangle_are_drawn_by_keys_alone_and_taken_back(screen: Opened, grid: str) -> None:
    gm = screen("gm")
    path = new_map(gm, grid)
    gm.go(path)
    pick(gm, "edge:door")
    gm.page.locator("#map").focus()
    keys(gm, "ArrowRight", "ArrowRight")  # the first press goes to A1
    expect(gm.page.locator("#map-cell")).to_contain_text("B1")
    keys(gm, "s")  # all around → to the east
    expect(gm.page.locator("#side")).to_have_value("e")
    keys(gm, "Enter")
    expect(ground(gm, "e-door")).to_have_count(1)
    expect(gm.page.locator("#map-cell")).to_contain_text("a closed door to the east")
    assert drawn(gm, path)["borders"] == [{"kind": "door", "between": [[[1, 0], [2, 0]]]}]
    pick(gm, "cover")
    gm.page.locator("#map").focus()
    keys(gm, "Shift+ArrowRight", "Shift+ArrowDown", " ")
    expect(ground(gm, "shroud")).to_have_count(1)
    assert sorted(drawn(gm, path)["shroud"]) == [[1, 0], [1, 1], [2, 0], [2, 1]]
    keys(gm, "Control+z")
    expect(ground(gm, "shroud")).to_have_count(0)
    keys(gm, "Control+y")
    expect(ground(gm, "shroud")).to_have_count(1)


def test_strokes_in_quick_succession_are_all_drawn(screen: Opened) -> None:
    gm = screen("gm")
    path = new_map(gm, "square")
    gm.go(path)
    pick(gm, "paint:thicket")
    for col in range(0, 10, 2):
        drag(gm, (col, 0, 0, 0), (col, 1, 0, 0))
    expect(gm.page.locator("#seen [name=version]")).to_have_value("6")
    assert len(drawn(gm, path)["terrain"][0]["cells"]) == 10


def test_of_two_at_one_map_the_second_sees_the_firsts_stroke_and_is_told_when_it_came_too_late(screen: Opened) -> None:
    first, second = screen("gm"), screen("gm")
    path = new_map(first, "square")
    for each in (first, second):
        each.go(path)
    pick(first, "paint:smoke")
    drag(first, (1, 1, 0, 0), (2, 1, 0, 0))
    expect(ground(second, "k-smoke")).to_have_count(1)  # it asks every few seconds
    first.send(f"{path}draw/", at=path, tool="paint:chasm", cells="A1")
    pick(second, "paint:fog")
    drag(second, (5, 5, 0, 0), (6, 5, 0, 0))
    expect(second.page.locator("#outcome")).to_contain_text("Somebody has changed this meanwhile")
    expect(ground(second, "k-chasm")).to_have_count(1)
    second.forgive("409")
    drag(second, (5, 5, 0, 0), (6, 5, 0, 0))
    expect(ground(second, "k-fog")).to_have_count(1)


def test_combatants_are_put_down_by_pressing_a_cell_by_dragging_and_by_keys(screen: Opened) -> None:
    gm = screen("gm")
    gm.go(f"{laid(gm, screen('anna')).build}map/")
    tokens = gm.page.locator(".token")
    expect(tokens).to_have_count(0)
    place = gm.page.evaluate(ON_SCREEN, [3, 4, 0, 0])
    gm.page.mouse.click(*place)
    expect(tokens).to_have_count(1)
    expect(tokens.first).to_have_attribute("data-at", "D5")
    drag(gm, (3, 4, 0, 0), (1, 5, 0, 0))
    expect(tokens.first).to_have_attribute("data-at", "B6")
    gm.page.locator("input[name=who]").nth(1).check(force=True)
    gm.page.locator("#map").focus()
    keys(gm, "ArrowUp", "ArrowUp", "Enter")
    expect(tokens).to_have_count(2)


def test_a_picture_lies_under_the_map_and_no_policy_keeps_it_out(screen: Opened) -> None:
    gm = screen("gm")
    held = io.BytesIO()
    Image.new("RGB", (300, 150), "green").save(held, "PNG")
    gm.go(f"{new_campaign(gm)}maps/new/")
    gm.page.get_by_label("Name").fill("Meadow")
    gm.page.get_by_label("Columns").fill("12")
    gm.page.locator("#id_picture").set_input_files(
        {"name": "m.png", "mimeType": "image/png", "buffer": held.getvalue()}
    )
    gm.press("Create")
    picture = gm.page.locator("#map-ground image")
    expect(picture).to_be_visible()
    answer = gm.context.request.get(picture.get_attribute("href") or "")
    assert answer.headers["content-type"] == "image/webp"
    expect(gm.page.locator("#map")).to_have_attribute("data-rows", "6")


def test_who_draws_finds_no_obstacle(screen: Opened) -> None:
    gm = screen("gm")
    table = laid(gm, screen("anna"))
    kept = new_map(gm, "hex", table.campaign)
    for path in (kept, f"{table.path}map/", f"{table.build}map/", f"{table.campaign}maps/"):
        gm.go(path)
        for scheme, looks in (("light", DESK), ("dark", PHONE)):
            gm.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            gm.page.set_viewport_size(looks["viewport"])
            found = Axe().run(gm.page)
            assert found.violations_count == 0, f"{scheme} {path}\n{found.generate_report()}"


@pytest.mark.parametrize("looks", [DESK, PHONE])
def test_the_name_of_a_zone_has_room(screen: Opened, looks: dict[str, Any]) -> None:
    """Twelve letters at the least, where a number has four."""
    gm = screen("gm", **looks)
    gm.go(new_map(gm, "square"))
    wide = {each: gm.page.locator(each).bounding_box() for each in ("#zone-name", "#height")}
    assert wide["#zone-name"]["width"] > 3 * wide["#height"]["width"]  # type: ignore[index]


def test_without_a_script_cells_are_drawn_by_their_names(screen: Opened) -> None:
    gm = screen("gm", java_script_enabled=False)
    path = new_map(gm, "hex")
    gm.go(path)
    gm.page.get_by_text("Solid rock").click()
    gm.page.get_by_label("Cells by name").fill("B2:C2, e4")
    gm.page.locator("#draw-form").get_by_role("button", name="Draw").click()
    expect(ground(gm, "k-wall")).to_have_count(1)
    assert drawn(gm, path)["walls"] == [[1, 1], [2, 1], [3, 3]]
    gm.press("Undo")
    expect(ground(gm, "k-wall")).to_have_count(0)
