"""The shell in a real browser: nothing is refused by the policy, nothing is out of reach."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.needs_chromium, pytest.mark.django_db(transaction=True)]

ENTRANCE = ["/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]


def complaints(page: Page) -> list[str]:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return said


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_the_entrance_is_accessible_fits_and_logs_no_error(
    live_server, browser: Browser, width: int, scheme: str
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 844}, color_scheme=scheme)
    said = complaints(page)
    for path in ENTRANCE:
        page.goto(live_server.url + path)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert said == []


def test_a_member_signs_up_switches_language_and_theme_and_logs_out_by_keyboard(live_server, browser: Browser) -> None:
    page = browser.new_page(locale="en")
    said = complaints(page)
    page.goto(live_server.url + "/accounts/signup/")
    page.get_by_label("Username").fill("anna")
    page.get_by_label("Password", exact=True).fill("lantern-42-moss")
    page.get_by_label("Password (again)").fill("lantern-42-moss")
    page.keyboard.press("Enter")
    page.wait_for_selector("details.menu")

    page.locator("button[name=language][value=ru]").click()
    assert page.locator("html").get_attribute("lang") == "ru"
    page.locator("button[name=theme][value=light]").click()
    assert page.locator("html").get_attribute("data-theme") == "light"

    menu = page.locator("details.menu")
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    assert menu.locator(".menu-list").is_visible()
    page.keyboard.press("Escape")
    assert not menu.locator(".menu-list").is_visible()
    page.keyboard.press("Enter")
    menu.locator("form button").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("a[href='/accounts/login/']")
    assert said == []
