"""The map of the play page in real browsers: by mouse, by keys, on a phone, and what a player's browser ever holds."""

from __future__ import annotations

import re
import time
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Response, expect

from tests.encounters.mapped_table import HALF_SHOWN, LURKER, MappedTable, furnished, in_hexes
from tests.encounters.play_table import SECRET_NAME, SECRET_NOTE
from tests.encounters.test_play_browser import Screen, site

__all__ = ["site"]

pytestmark = [pytest.mark.needs_chromium, pytest.mark.django_db(transaction=True)]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PIXEL = """(name) => {
  const svg = document.getElementById("map");
  const grid = new window.FrayGrid(svg);
  const [x, y] = grid.centre(grid.named(name));
  const place = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  return [place.x, place.y];
}"""


class MapScreen(Screen):
    """Somebody's browser, pointing at cells by their names."""

    def __init__(self, browser: Browser, site: str, table: MappedTable, who: str, **options: Any) -> None:
        super().__init__(browser, site, table, who, **options)
        self.page.set_default_timeout(10_000)
        self.map.scroll_into_view_if_needed()

    @property
    def map(self) -> Locator:
        return self.page.locator("#map")

    @property
    def panel(self) -> Locator:
        return self.page.locator("#map-panel")

    def at(self, cell: str) -> tuple[float, float]:
        """Where the middle of a cell is on the screen."""
        x, y = self.page.evaluate(PIXEL, cell)
        return x, y

    def click(self, cell: str) -> None:
        self.page.mouse.click(*self.at(cell))

    def drag(self, start: str, end: str) -> None:
        self.page.mouse.move(*self.at(start))
        self.page.mouse.down()
        self.page.mouse.move(*self.at(end), steps=5)
        self.page.mouse.up()

    def take(self, tool: str) -> None:
        self.page.get_by_role("radiogroup", name="Tool").get_by_text(tool, exact=True).click()

    def token(self, ref: str) -> Locator:
        return self.page.locator(f"#token-{ref}")

    def stands(self, ref: str, cell: str) -> None:
        expect(self.token(ref)).to_have_attribute("data-at", cell)


@pytest.fixture
def table() -> MappedTable:
    return MappedTable()


@pytest.mark.parametrize("hexes", [False, True])
def test_a_token_is_moved_by_mouse_and_the_other_screen_shows_it_within_a_second(
    site: str, browser: Browser, hexes: bool
) -> None:
    table = MappedTable(in_hexes(HALF_SHOWN) if hexes else HALF_SHOWN)
    anna, gm = (MapScreen(browser, site, table, who) for who in ("anna", "gm"))
    gm.is_live()
    anna.click("A1")
    expect(anna.panel).to_contain_text("Anna · A1 · Move: 40 ft · Second move: 80 ft")
    anna.click("D2")
    expect(anna.panel).to_contain_text(re.compile(r"Anna → D2\s*: [34] cells, (15|20) ft · Move"))
    expect(anna.panel).to_contain_text("Whom it could attack from D2")
    expect(anna.panel.get_by_role("listitem").filter(has_text="Goblin 1")).to_contain_text("5 ft")
    expect(anna.page.locator("#map-marks polyline.way")).to_have_count(1)
    anna.stands(table.anna.ref, "A1")
    took = []
    for cell in ("D2", "D3"):
        if cell != "D2":
            anna.click(cell)
            expect(anna.panel).to_contain_text(f"→ {cell}")
        began = time.monotonic()
        anna.click(cell)
        gm.stands(table.anna.ref, cell)
        took.append(time.monotonic() - began)
        anna.stands(table.anna.ref, cell)
        expect(anna.page.locator("#map-where")).to_have_value("")
    assert min(took) < 1, took
    expect(gm.page.locator("#log")).to_contain_text("Anna goes from A1 to D2.")
    expect(anna.panel).to_contain_text("Anna · D3")
    assert table.cell(table.anna) == "D3"
    assert anna.complaints == gm.complaints == []


def test_a_token_is_dragged_to_where_it_shall_go_and_goes_at_the_press_of_the_button(
    site: str, browser: Browser, table: MappedTable
) -> None:
    gm = MapScreen(browser, site, table, "gm")
    gm.drag("A3", "B5")
    expect(gm.panel).to_contain_text("Torvald → B5")
    expect(gm.page.locator("#who")).to_have_value(table.anna.ref)
    gm.panel.get_by_role("button", name="Go there").click()
    gm.stands(table.torvald.ref, "B5")
    expect(gm.panel).to_contain_text("Torvald · B5")
    expect(gm.page.locator("#who")).to_have_value(table.torvald.ref)
    gm.page.get_by_role("button", name="Undo").click()
    gm.stands(table.torvald.ref, "A3")
    assert gm.complaints == []


def test_a_cell_that_is_too_far_or_taken_says_so_and_nobody_goes(
    site: str, browser: Browser, table: MappedTable
) -> None:
    anna = MapScreen(browser, site, table, "anna")
    anna.click("A1")
    anna.click("H3")
    expect(anna.panel.locator(".refused")).to_have_text("Nobody goes there on foot.")
    anna.click("H3")
    expect(anna.panel.locator(".refused")).to_be_visible()
    assert table.cell(table.anna) == "A1"


def test_a_foe_on_the_map_is_looked_at_and_in_reach_made_the_target(site: str, browser: Browser) -> None:
    """Goblins at E2 and E3, both beside D2."""
    table = MappedTable(foes=2)
    table.order("gm", do="place", target=table.goblins[1].ref, at=[4, 2])
    anna = MapScreen(browser, site, table, "anna")
    anna.click("E2")
    expect(anna.page.get_by_role("heading", name="Goblin 1")).to_be_visible()
    anna.click("D2")
    expect(anna.panel).to_contain_text("→ D2")
    anna.click("D2")
    anna.stands(table.anna.ref, "D2")
    target = anna.page.locator("#act-target")
    for goblin, cell in ((table.goblins[1], "E3"), (table.goblins[0], "E2")):
        anna.click(cell)
        expect(target).to_have_value(goblin.ref)
        expect(anna.page.locator("#map-cell")).to_contain_text(goblin.name)
    assert anna.complaints == []


def test_all_of_it_works_by_keyboard_and_is_told_in_words(site: str, browser: Browser, table: MappedTable) -> None:
    anna = MapScreen(browser, site, table, "anna")
    told = anna.page.locator("#map-cell")
    expect(told).to_have_attribute("aria-live", "polite")
    anna.map.focus()
    keys = anna.page.keyboard
    keys.press("ArrowRight")  # the first press begins at the token
    expect(told).to_contain_text("A1, open ground, Anna")
    for key in ("ArrowRight", "ArrowRight"):
        keys.press(key)
    expect(told).to_have_text("C1, difficult terrain, 10 ft from Anna")
    keys.press("ArrowDown")
    expect(told).to_have_text("C2, open ground, 10 ft from Anna")
    keys.press("Enter")
    expect(anna.panel).to_contain_text(re.compile(r"Anna → C2\s*: 2 cells, 10 ft · Move"))
    keys.press("Escape")
    expect(anna.panel).to_contain_text("Anna · A1 · Move")
    expect(anna.page.locator("#map-where")).to_have_value("")
    expect(anna.map).to_be_focused()
    anna.stands(table.anna.ref, "A1")
    keys.press("Enter")
    expect(anna.panel).to_contain_text("→ C2")
    keys.press("Enter")
    anna.stands(table.anna.ref, "C2")
    expect(anna.map).to_be_focused()
    for _press in range(20):
        keys.press("ArrowUp")
        keys.press("ArrowLeft")
    expect(told).to_contain_text("A1, open ground")
    assert anna.complaints == []


def test_a_cell_is_chosen_by_its_name_without_the_drawing(site: str, browser: Browser, table: MappedTable) -> None:
    anna = MapScreen(browser, site, table, "anna")
    anna.page.get_by_label("Cell", exact=True).fill("b2")
    anna.page.get_by_role("button", name="Look", exact=True).click()
    expect(anna.panel).to_contain_text("Anna → B2")
    anna.panel.get_by_role("button", name="Go there").click()
    anna.stands(table.anna.ref, "B2")
    assert anna.complaints == []


def test_without_scripts_one_goes_by_names_and_finds_no_button_that_does_nothing(
    site: str, browser: Browser, table: MappedTable
) -> None:
    anna = MapScreen(browser, site, table, "anna", java_script_enabled=False).page
    anna.get_by_role("link", name="Go", exact=True).click()
    expect(anna.locator("#map-form, #act-form").get_by_role("button").filter(visible=True)).to_have_text(["Go"])
    anna.get_by_label("Where to").fill("b2")
    anna.get_by_role("button", name="Go", exact=True).click()
    expect(anna.locator(f"#token-{table.anna.ref}")).to_have_attribute("data-at", "B2")


def test_the_ruler_and_a_burst_measure_and_name_who_is_caught(site: str, browser: Browser, table: MappedTable) -> None:
    anna = MapScreen(browser, site, table, "anna")
    anna.take("Measure")
    expect(anna.panel).to_contain_text("Choose a cell.")
    anna.click("A1")
    expect(anna.panel).to_contain_text("Choose the second cell.")
    anna.click("D4")
    expect(anna.panel).to_contain_text(re.compile(r"A1 → D4\s*: 4 cells, 20 ft\."))
    expect(anna.page.locator("#map-marks line.way")).to_have_count(1)
    anna.take("Burst")
    anna.page.get_by_role("combobox", name="Size").select_option("2")
    anna.click("E4")
    expect(anna.panel).to_contain_text(re.compile(r"E4\s*: 10 ft\. Caught:\s*Goblin 1"))
    expect(anna.panel).not_to_contain_text(SECRET_NAME)
    expect(anna.page.locator("#map-marks path.area")).to_have_count(1)
    anna.page.get_by_role("combobox", name="Size").select_option("1")
    expect(anna.panel).to_contain_text("Nobody is caught.")
    anna.stands(table.anna.ref, "A1")
    assert anna.complaints == []


def test_a_player_who_looks_everywhere_finds_nothing_until_the_game_master_shows_it(
    site: str, browser: Browser, table: MappedTable
) -> None:
    """Everything that the player's browser was ever sent, and all that its page holds."""
    anna, gm = MapScreen(browser, site, table, "anna"), MapScreen(browser, site, table, "gm")
    answers: list[Response] = []
    anna.page.on("response", lambda answer: answers.append(answer))
    anna.page.reload()
    anna.is_live()
    anna.map.scroll_into_view_if_needed()

    for cell in ("E5", "I2", "I3"):
        anna.page.mouse.move(*anna.at(cell))
        expect(anna.page.locator("#map-cell")).to_contain_text(cell)
        anna.click(cell)
        expect(anna.panel).to_contain_text(f"→ {cell}")
    anna.take("Burst")
    anna.page.get_by_role("combobox", name="Size").select_option("20")
    anna.click("F3")
    expect(anna.panel).to_contain_text("Caught:")
    gm.click("I2")  # what the Game Master does under the shroud reaches nobody
    gm.page.get_by_role("radiogroup", name="Tool")
    table.order("gm", do="place", target=table.lurker.ref, at=[8, 0])
    gm.stands(table.lurker.ref, "I1")

    secrets = [SECRET_NAME, LURKER, SECRET_NOTE, table.hidden.ref, table.lurker.ref, "k-wall", "k-thicket", "e-door"]
    held = [anna.page.content(), *_bodies(answers)]
    assert len(held) > 5
    for secret in secrets:
        assert [each[:80] for each in held if secret in each] == [], secret

    gm.take("Show")
    gm.drag("H1", "J6")
    for screen in (gm, anna):
        expect(screen.page.locator("#map-ground .k-wall")).to_have_count(1)
        expect(screen.page.locator("#map-ground :is(.shroud, .k-unknown)")).to_have_count(0)
    anna.stands(table.lurker.ref, "I1")
    expect(anna.page.locator("#order")).to_contain_text(LURKER)
    expect(anna.page.locator("#log")).to_contain_text("The Game Master shows more of the map.")
    for text in (anna.page.content(), *_bodies(answers)):
        assert SECRET_NAME not in text
        assert table.hidden.ref not in text
    gm.take("Cover")
    gm.drag("I1", "I2")
    expect(anna.token(table.lurker.ref)).to_have_count(0)
    expect(anna.page.locator("#order")).not_to_contain_text(LURKER)
    assert anna.complaints == gm.complaints == []


def _bodies(answers: list[Response]) -> list[str]:
    """All that was answered, but for what stays open."""
    return [
        each.text() for each in answers
        if not each.url.endswith("/live/") and "/static/" not in each.url and each.status == 200
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_on_a_phone_the_map_scrolls_in_its_own_box_and_the_page_does_not_scroll_sideways(
    site: str, browser: Browser, kind: Literal["square", "hex"]
) -> None:
    table = MappedTable(furnished(kind, 40))
    anna = MapScreen(browser, site, table, "anna", **PHONE)
    wide = "({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 100"
    assert anna.page.locator("#map-box").evaluate(wide)
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    anna.page.touchscreen.tap(*anna.at("A1"))
    expect(anna.panel).to_contain_text("Anna · A1 · Move: 40 ft")
    anna.page.touchscreen.tap(*anna.at("B2"))
    expect(anna.panel).to_contain_text("→ B2")
    anna.panel.get_by_role("button", name="Go there").tap()
    anna.stands(table.anna.ref, "B2")
    # Pressed with a thumb, at least 44 pixels high.
    small = anna.page.locator("#map-card :is(.btn, select, #map-where):visible").evaluate_all(
        "(all) => all.filter((each) => each.getBoundingClientRect().height < 43.5).map((each) => each.outerHTML)"
    )
    assert small == []
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert anna.complaints == []


@pytest.mark.parametrize("options", [{}, PHONE])
def test_a_large_map_opens_where_the_one_who_acts_stands_and_the_page_at_its_top(
    site: str, browser: Browser, options: dict[str, Any]
) -> None:
    table = MappedTable({"grid": "square", "size": [60, 60]})
    table.order("gm", do="place", target=table.anna.ref, at=[50, 40])
    anna = Screen(browser, site, table, "anna", **options)
    box, token = (anna.page.locator(each).bounding_box() for each in ("#map-box", f"#token-{table.anna.ref}"))
    assert box is not None
    assert token is not None
    for start, length in (("x", "width"), ("y", "height")):
        assert box[start] < token[start] < token[start] + token[length] < box[start] + box[length]  # type: ignore[literal-required]
    assert anna.page.evaluate("scrollY") == 0
    assert anna.complaints == []


def test_another_map_that_is_laid_and_one_that_is_taken_away_show_on_every_screen(
    site: str, browser: Browser, table: MappedTable
) -> None:
    anna = MapScreen(browser, site, table, "anna")
    anna.is_live()
    table.order("gm", do="lay_map", map={"grid": "hex", "size": [7, 3]})
    expect(anna.map).to_have_attribute("data-grid", "hex")
    expect(anna.map).to_have_attribute("data-cols", "7")
    anna.is_live()
    table.order("gm", do="lay_map", map=None)
    expect(anna.map).to_have_count(0)
    anna.is_live()
    table.order("gm", do="lay_map", map=HALF_SHOWN)
    expect(anna.map).to_have_attribute("data-cols", "10")
    assert anna.complaints == []


def test_on_a_phone_choosing_a_cell_puts_the_sheet_of_a_token_away(
    site: str, browser: Browser, table: MappedTable
) -> None:
    anna = MapScreen(browser, site, table, "anna", **PHONE)
    anna.page.touchscreen.tap(*anna.at("A1"))  # picked already, as the one who acts
    expect(anna.page.locator("#detail-name")).to_be_visible()
    anna.map.evaluate("(map) => map.scrollIntoView({ block: 'start' })")
    anna.page.touchscreen.tap(*anna.at("B1"))
    expect(anna.page.locator("#detail")).to_be_hidden()
    expect(anna.panel).to_contain_text("→ B1")
    anna.panel.get_by_role("button", name="Go there").tap()
    anna.stands(table.anna.ref, "B1")
    expect(anna.page.locator("#detail")).to_be_hidden()
    assert anna.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("hexes", [False, True])
def test_a_page_with_a_map_has_no_obstacle(
    site: str, browser: Browser, scheme: Literal["light", "dark"], hexes: bool
) -> None:
    table = MappedTable(in_hexes(HALF_SHOWN) if hexes else HALF_SHOWN)
    for who, options in (("gm", {}), ("anna", PHONE)):
        seat = MapScreen(browser, site, table, who, color_scheme=scheme, reduced_motion="reduce", **options)
        seat.page.get_by_label("Cell", exact=True).fill("D2")
        seat.page.get_by_role("button", name="Look", exact=True).click()
        expect(seat.panel).to_contain_text("→ D2")
        found = Axe().run(seat.page)
        assert found.violations_count == 0, f"{who} {scheme}\n{found.generate_report()}"
        assert seat.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert seat.complaints == []
