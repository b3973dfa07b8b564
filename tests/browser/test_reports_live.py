"""A long report: its figures grow while one looks, and what was made before it was cancelled stays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.places import encounters
from tests.browser.screen import Opened

pytestmark = [pytest.mark.needs_chromium]


def test_a_forecast_shows_its_progress_and_keeps_what_it_had_when_it_is_cancelled(screen: Opened) -> None:
    gm = screen("gm")
    gm.go(f"{encounters(gm)['draft']}reports/")
    gm.page.get_by_label("Number of fights").fill("20 000")
    gm.press("Make the forecast")
    expect(gm.page.get_by_role("progressbar")).to_be_visible()
    so_far = gm.page.get_by_text(re.compile(r"Figures so far: .* fights\. They still change\."))
    expect(so_far).to_be_visible(timeout=30_000)
    expect(gm.page.get_by_role("img", name="Who wins")).to_be_visible()
    early = so_far.inner_text()
    expect(so_far).not_to_have_text(early)
    gm.press("Cancel")
    partial = gm.page.get_by_text(re.compile(r"Partial figures: cancelled after [\d,]+ of 20,000 fights\."))
    expect(partial).to_be_visible()
    expect(gm.page.get_by_role("progressbar")).to_have_count(0)
    wins = gm.page.get_by_role("region", name="Who wins")
    expect(wins.get_by_role("rowheader")).to_have_text(["The party", "The foes", "Nobody in time"])
    gm.page.get_by_role("navigation").get_by_role("link", name="Reports").click()
    expect(gm.page.get_by_role("listitem").filter(has_text="cancelled").first).to_be_visible()


def test_a_refused_number_of_fights_is_told_and_the_theme_can_be_switched_there(screen: Opened) -> None:
    gm = screen("gm")
    gm.go(f"{encounters(gm)['draft']}reports/")
    gm.page.get_by_label("Number of fights").fill("50")
    gm.press("Make the forecast")
    expect(gm.page.get_by_text("From 100 to 20,000 fights.")).to_be_visible()
    expect(gm.page.get_by_label("Number of fights")).to_have_value("50")
    gm.forgive("422")
    gm.press("Theme: as the system; switch to light")
    expect(gm.page.get_by_role("heading", level=1)).to_have_text("Reports")
    expect(gm.button("Theme: light; switch to dark")).to_be_visible()
