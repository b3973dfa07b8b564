"""Every page of a table: it opens, fits a phone, breaks no policy, and everybody can use it."""

from __future__ import annotations

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.places import encounters, places, reported
from tests.browser.screen import DESK, PHONE, Opened, Screen
from tests.browser.table import Table

pytestmark = [pytest.mark.needs_chromium]

ENTRANCE = ["/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
ACCOUNT = ["/campaigns/", "/campaigns/new/", "/accounts/email/", "/accounts/password/change/"]
LIGHT: Literal["light"] = "light"
DARK: Literal["dark"] = "dark"


@pytest.fixture
def gm(screen: Opened) -> Screen:
    """The demo's Game Master, with a report of each kind."""
    made = screen("gm", **PHONE)
    if not made.site.reports:
        fights = encounters(made)
        made.site.reports = [
            reported(made, fights["running"], "forecast", **{"forecast-fights": "100"}),
            reported(made, fights["ended"], "summary"),
        ]
    return made


@pytest.mark.parametrize("who", ["gm", "anna", "watcher"])
def test_every_page_of_a_seat_opens_and_fits_a_phone(screen: Opened, gm: Screen, who: str) -> None:
    seat = gm if who == "gm" else screen(who, **PHONE)
    more = [*ENTRANCE, f"{encounters(gm)['running']}bring-in/"] if who == "gm" else []
    found = places(seat)
    assert len(found) >= {"gm": 20, "anna": 15, "watcher": 8}[who], found
    for path in [*found, *ACCOUNT, *more]:
        answer = seat.page.goto(path)
        assert answer, path
        assert answer.ok, (path, answer.status)
        seat.is_quiet()
        seat.fits()
        expect(seat.page.locator("h1, h2").first, path).to_be_attached()
        assert seat.complaints == [], path


def is_accessible(at: Screen) -> None:
    """In the light at a desk, and in the dark on a phone."""
    for scheme, looks in ((LIGHT, DESK), (DARK, PHONE)):
        at.page.emulate_media(color_scheme=scheme)
        at.page.set_viewport_size(looks["viewport"])
        found = Axe().run(at.page)
        assert found.violations_count == 0, f"{scheme} {at.page.url}\n{found.generate_report()}"


def test_who_comes_in_finds_no_obstacle(screen: Opened) -> None:
    stranger = screen()
    for path in ENTRANCE:
        stranger.go(path)
        is_accessible(stranger)


def test_what_is_read_and_written_between_fights_has_no_obstacle(screen: Opened, gm: Screen) -> None:
    desk = screen("gm")
    fights = encounters(gm)
    found = places(gm)
    sheet = next(path for path in found if path.startswith("/s/"))
    for path in ["/campaigns/", found[0], sheet, f"{found[0]}sheets/new/", "/rules/cairn/", "/tables/cairn/?q=sword"]:
        desk.go(path)
        desk.is_quiet()
        is_accessible(desk)
    desk.go(sheet)
    desk.page.get_by_role("list", name="Inventory slots").get_by_role("link").first.click()
    expect(desk.page.get_by_role("dialog")).to_be_visible()
    is_accessible(desk)
    for path in [f"{fights['draft']}reports/", *gm.site.reports]:
        desk.go(path)
        is_accessible(desk)


def test_who_prepares_and_plays_a_fight_finds_no_obstacle(screen: Opened) -> None:
    gm, anna = screen("gm"), screen("anna")
    table = Table(gm, {"anna_heather": anna, "torvald": anna}, [("wolf", 2, False), ("banshee", 1, True)],
                  typed=True, start=False)  # fmt: skip
    gm.go(table.build)
    gm.press("Edit: Wolf 1")
    expect(gm.page.get_by_role("heading", name="Wolf 1")).to_be_visible()
    is_accessible(gm)
    gm.send(f"{table.build}start/", at=table.build, waive="1")
    gm.go(table.path)
    anna.go(table.path)
    for each in (gm, anna):
        expect(each.orders.get_by_role("img").first).to_be_visible()
        is_accessible(each)
    table.order(anna, "attack", actor="Anna Heather", target="Wolf 1", enhanced="1")
    expect(gm.page.get_by_role("heading", name="Anna Heather claims")).to_be_visible()
    is_accessible(gm)
    table.answer(gm, answer="enhanced")
    table.order(gm, "roll")
    expect(anna.page.get_by_label("Die 1, d12")).to_be_visible()
    is_accessible(anna)
