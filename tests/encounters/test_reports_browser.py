"""A report's page in a real browser: it follows the making by itself, fits, and can be reached by everybody."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from encounters.services import report_making
from tests.encounters.report_table import Table, scripted_fight, table

pytestmark = [pytest.mark.needs_chromium, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def at() -> Table:
    made = table()
    scripted_fight(made)
    return made


def page_of(browser: Browser, url: str, at: Table, **options: Any) -> tuple[Page, list[str]]:
    """A page of the Game Master's, and what its console complains of."""
    client = Client()
    client.force_login(at.people["gm"])
    context = browser.new_context(locale="en", **options)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}])
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return page, said


def test_the_page_follows_the_making_and_stops_asking_when_it_is_done(
    live_server: Any, browser: Browser, at: Table
) -> None:
    report = at.ask("gm", "forecast", fights="100")
    page, said = page_of(browser, live_server.url, at)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.headers.get("hx-request") else None)
    page.goto(live_server.url + reverse("report", args=[report.public_id]))
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    report_making.make(report.pk)
    expect(page.get_by_role("img", name="Who wins")).to_be_visible(timeout=10_000)
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    expect(page.get_by_role("button", name="Make it again")).to_be_visible()
    expect(page.locator("#said")).to_have_text("Report: done")
    before = len(asked)
    page.wait_for_timeout(2500)
    assert len(asked) == before
    assert said == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_reports_are_accessible_and_fit(live_server: Any, browser: Browser, at: Table, width: int, scheme: str) -> None:
    forecast, summary = at.ask("gm", "forecast", fights="100"), at.ask("gm", "summary")
    for report in (forecast, summary):
        report_making.make(report.pk)
    waiting = at.ask("gm", "forecast", fights="100")
    page, said = page_of(
        browser, live_server.url, at, viewport={"width": width, "height": 844}, color_scheme=scheme
    )  # fmt: skip
    paths = [reverse("report", args=[each.public_id]) for each in (forecast, summary, waiting)]
    for path in (*paths, reverse("encounter_reports", args=[at.encounter.public_id])):
        page.goto(live_server.url + path)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert said == []
