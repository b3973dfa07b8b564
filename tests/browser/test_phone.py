"""A player with a phone in the hand: one thumb, 390 pixels."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.places import places
from tests.browser.screen import PHONE, Opened
from tests.browser.table import Table

pytestmark = [pytest.mark.needs_chromium]


def is_within_reach(thing: Locator) -> None:
    """It can be seen without scrolling, and hit with a thumb."""
    expect(thing).to_be_in_viewport(ratio=1)
    box = thing.bounding_box()
    assert box
    assert box["height"] >= 40
    assert box["width"] >= 40


def test_a_player_attacks_and_types_the_dice_on_a_phone(screen: Opened) -> None:
    gm, anna = screen("gm"), screen("anna", **PHONE)
    table = Table(gm, {"anna_heather": anna, "torvald": anna}, [("wolf", 2, False)], typed=True)
    anna.go(table.path)
    anna.is_linked()
    anna.fits()
    anna.give("Torvald Greyaxe", "Attack")
    expect(anna.orders).to_contain_text("The dice, before Armor")
    anna.fits()
    anna.page.get_by_text("Enhanced, d12").first.tap()
    expect(anna.orders.get_by_text("6.50", exact=True)).to_be_visible()
    anna.orders.get_by_role("button", name="Attack", exact=True).last.tap()
    expect(anna.page.get_by_text("Waiting for the Game Master: is the attack enhanced?")).to_be_visible()
    anna.fits()

    table.answer(gm, answer="normal")
    expect(anna.log).to_contain_text("Torvald Greyaxe declares an attack: War Hammer → Wolf 1.")
    anna.fits()
    table.order(gm, "roll")
    asked = anna.page.get_by_role("heading", name="attack — d10")
    expect(asked).to_be_in_viewport()
    anna.fits()
    face = anna.page.get_by_label("Die 1, d10")
    is_within_reach(face)
    is_within_reach(anna.button("Use these faces"))
    assert face.get_attribute("inputmode") == "numeric"
    face.tap()
    face.press_sequentially("5")
    anna.button("Use these faces").tap()
    expect(asked).to_be_hidden()
    expect(anna.log).to_contain_text("Torvald Greyaxe attacks Wolf 1: War Hammer, d10 — 5.")
    anna.combatant("Wolf 1").tap()
    expect(anna.page.get_by_role("heading", name="Wolf 1")).to_be_focused()
    anna.fits()


def test_what_is_pressed_on_a_sheet_is_as_large_as_a_thumb(screen: Opened) -> None:
    """At least 44 pixels each way: every number with its maximum, and what makes a thing ready or puts it away."""
    anna = screen("anna", **PHONE)
    sheet = next(path for path in places(anna) if path.startswith("/s/") and path.count("/") == 3)
    anna.page.goto(sheet)
    pressed = anna.page.locator(".abilities input:not([type=hidden]), .hold button")
    boxes = [each.bounding_box() for each in pressed.all()]
    assert len(boxes) > 8, "four numbers with their maxima, and the things"
    small = [box for box in boxes if box is None or min(box["width"], box["height"]) < 44]
    assert small == []
    expect(anna.page.get_by_label("maximum STR", exact=True)).to_be_visible()
    anna.fits()
