"""A Game Master and a player, each at their own screen, from signing up to the sheets after the fight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.screen import Opened, Screen

pytestmark = [pytest.mark.needs_chromium]

PASSWORD = "lantern-42-moss"


def sign_up(at: Screen, name: str) -> None:
    at.page.get_by_label("Username").fill(name)
    at.page.get_by_label("Password", exact=True).fill(PASSWORD)
    at.page.get_by_label("Password (again)").fill(PASSWORD)
    at.press("Create an account")


def question(at: Screen, text: str) -> Locator:
    return at.page.get_by_role("heading", name=text)


def type_face(at: Screen, die: int, face: int) -> None:
    field = at.page.get_by_label(f"Die 1, d{die}")
    expect(field).to_be_visible()
    field.fill(str(face))
    at.press("Use these faces")


def fill_cell(at: Screen, label: str, value: str) -> None:
    """Change a field of a sheet and wait until it is saved."""
    field = at.page.get_by_label(label, exact=True)
    with at.page.expect_response(lambda answer: answer.request.method == "POST" and "/field/" in answer.url) as saved:
        field.fill(value)
        field.press("Enter")
    assert saved.value.ok
    expect(field).to_have_value(value)


def test_a_game_master_and_a_player_play_a_whole_fight_from_sign_up_on(screen: Opened) -> None:
    gm, anna = screen(permissions=["clipboard-read", "clipboard-write"]), screen()

    # Two strangers come to one table.
    gm.go("/")
    gm.follow("Create an account")
    sign_up(gm, "master-of-the-mill")
    expect(gm.page.get_by_role("heading", name="No campaign yet")).to_be_visible()
    gm.follow("New campaign")
    gm.page.get_by_label("Name of the campaign").fill("The mill & the <river>")
    gm.page.get_by_label("System", exact=True).select_option("cairn")
    gm.press("Create the campaign")
    expect(gm.page.get_by_role("heading", level=1)).to_have_text("The mill & the <river>")
    campaign = gm.page.url
    invitation = gm.page.get_by_role("region", name="Invite").get_by_label("For players")
    gm.button("Copy").first.click()
    expect(gm.button("Copied")).to_be_visible()
    link = gm.page.evaluate("navigator.clipboard.readText()")
    assert link == invitation.input_value()

    anna.go(link)
    expect(anna.page.get_by_role("heading", name="The mill & the <river>")).to_be_visible()
    anna.page.get_by_role("main").get_by_role("link", name="Sign up").click()
    sign_up(anna, "anna-of-the-mill")
    anna.press("Sit down at the table")
    expect(anna.page).to_have_url(campaign)

    # The player makes two characters: one by the book's dice, one ready-made. Her dice lie on her own table.
    anna.follow("New character")
    anna.press("Roll a character")
    expect(anna.page.get_by_role("heading", name="Abilities")).to_be_visible()
    fill_cell(anna, "Name", "Vera O’Hara")
    fill_cell(anna, "maximum HP", "18")
    fill_cell(anna, "HP", "18")
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("Vera O’Hara")
    vera = anna.page.url
    anna.go(campaign)
    anna.follow("New character")
    anna.press("Play Torvald Greyaxe")
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("Torvald Greyaxe")
    for each in (anna, gm):
        each.go(campaign)
        each.press("I roll real dice and type the faces")
        expect(each.button("I roll real dice and type the faces")).to_have_attribute("aria-pressed", "true")

    # The Game Master prepares the fight.
    gm.follow("New encounter")
    gm.page.get_by_label("Name", exact=True).fill("Snakes in the mill race")
    gm.press("Create")
    gm.press("Bring in the whole party (2)")
    lineup = gm.page.get_by_role("region", name="Line-up")
    expect(lineup.get_by_text("2 combatants")).to_be_visible()
    gm.page.get_by_label("Search creatures").fill("viper")
    gm.page.get_by_label("How many: Viper").fill("2")
    gm.press("Add: Viper")
    expect(lineup.get_by_text("4 combatants")).to_be_visible()
    gm.page.get_by_label("Search creatures").fill("banshee")
    gm.page.get_by_role("checkbox", name="Hidden from the players").check()
    gm.press("Add: Banshee")
    expect(lineup.get_by_text("1 hidden")).to_be_visible()

    # What would come of it?
    gm.follow("Forecast")
    gm.page.get_by_label("Number of fights").fill("200")
    gm.press("Make the forecast")
    expect(gm.page.get_by_role("heading", level=1)).to_have_text("Forecast of this encounter")
    forecast = gm.page.url
    gm.page.get_by_role("navigation").get_by_role("link", name="Snakes in the mill race").click()
    gm.page.get_by_label("Everybody acts in the first round, without a save").check()
    gm.press("Start the fight")
    gm.is_linked()

    # Round 1. Odds stand there before anything is done; a claim is for the Game Master to grant.
    anna.go(campaign)
    anna.follow("Snakes in the mill race")
    anna.is_linked()
    assert "anshee" not in anna.page.content()
    anna.give("Torvald Greyaxe", "Attack")
    expect(anna.orders).to_contain_text("The dice, before Armor")
    expect(anna.orders.get_by_text("5.50", exact=True)).to_be_visible()
    anna.page.get_by_role("checkbox", name="Enhanced, d12").check(force=True)
    expect(anna.orders.get_by_text("6.50", exact=True)).to_be_visible()
    anna.do("Attack")
    expect(anna.page.get_by_text("Waiting for the Game Master: is the attack enhanced?")).to_be_visible()
    expect(question(gm, "Torvald Greyaxe claims a decisive advantage over Viper 1.")).to_be_visible()
    anna.page.reload()
    expect(anna.page.get_by_text("Waiting for the Game Master: is the attack enhanced?")).to_be_visible()
    assert "anshee" not in anna.page.content()
    anna.is_linked()
    gm.press(re.compile("^Enhanced, d12"))
    for each in (gm, anna):
        expect(each.log).to_contain_text("Torvald Greyaxe declares an attack: War Hammer → Viper 1.")

    # The dice are rolled on the table: her page asks for the faces by itself.
    gm.press("Roll what is declared")
    expect(question(anna, "attack — d12")).to_be_focused()
    type_face(anna, 12, 13)
    expect(anna.page.get_by_text("d12 cannot show 13.")).to_be_visible()
    anna.forgive("422")
    anna.page.reload()
    type_face(anna, 12, 12)
    expect(anna.page.get_by_text("Waiting for Viper 2: WIL save for morale")).to_be_visible()
    expect(question(gm, "WIL save for morale — d20 · 3 or less succeeds")).to_be_visible()
    type_face(gm, 20, 3)
    for each in (gm, anna):
        expect(each.log).to_contain_text("Viper 1 dies.")
        expect(each.log).to_contain_text("success")
    anna.give("Vera O’Hara", "Wait")
    anna.do("Wait")

    # The foes' turn: one bites, and one more shows itself.
    expect(gm.page.get_by_text("Turn: The foes")).to_be_visible()
    assert "anshee" not in anna.page.content()
    gm.combatant("Banshee").click()
    gm.press("Reveal")
    expect(anna.combatant("Banshee")).to_be_visible()
    gm.give("Banshee", "Wait")
    gm.do("Wait")
    gm.give("Viper 2", "Attack")
    gm.orders.get_by_label("Target", exact=True).select_option(label="Vera O’Hara")
    expect(gm.orders).to_contain_text("Exact odds")
    gm.do("Attack")
    type_face(gm, 6, 6)
    for each in (gm, anna):
        expect(each.page.get_by_text("Round 2", exact=True)).to_be_visible()
        expect(each.log).to_contain_text("Viper 2 attacks Vera O’Hara: bite, d6 — 6.")

    # Round 2. She asks for a way out; the app may roll for her once.
    anna.give("Torvald Greyaxe", "Attack")
    anna.orders.get_by_label("Target", exact=True).select_option(label="Viper 2")
    anna.do("Attack")
    expect(anna.page.get_by_role("heading", name="Declared")).to_be_visible()
    anna.give("Vera O’Hara", "Retreat")
    anna.do("Retreat")
    expect(question(gm, "Vera O’Hara retreats. Is there a safe place to go?")).to_be_visible()
    gm.press(re.compile("^Yes, a DEX save"))
    expect(question(anna, "DEX save to retreat — d20")).to_be_visible()
    anna.press("Let the app roll")
    type_face(anna, 10, 8)
    for each in (gm, anna):
        expect(each.log).to_contain_text("Viper 2 dies.")
        expect(each.log).to_contain_text(re.compile(r"Vera O’Hara (retreats\.|tries to retreat)"))

    # The last one loses heart, and the fight is decided.
    gm.page.get_by_role("heading", name="Game Master", exact=True).click()
    gm.page.get_by_text("Morale save", exact=True).first.click()
    gm.press("Morale save")
    type_face(gm, 20, 20)
    for each in (gm, anna):
        expect(each.page.get_by_role("heading", name="The fight is decided")).to_be_visible()
        expect(each.log).to_contain_text("Banshee flees.")
    gm.page.get_by_role("banner").get_by_role("button", name="End encounter").click()
    for each in (gm, anna):
        expect(each.page.get_by_role("heading", name="The encounter has ended")).to_be_visible()

    # What is left goes back to the sheets.
    gm.follow("Send back to the sheets")
    wounded = gm.page.get_by_role("region", name="Vera O’Hara").get_by_role("listitem").filter(has_text="HP")
    expect(wounded).to_contain_text("18")
    after = wounded.locator("b").inner_text()
    assert int(after) in range(12, 16)  # 18 less 6, and at most 3 of it stopped by Armor
    gm.press("Send back what is ticked")
    anna.go(vera)
    expect(anna.page.get_by_label("HP", exact=True)).to_have_value(after)
    expect(anna.page.get_by_label("maximum HP", exact=True)).to_have_value("18")

    # The reports: what was to be expected, and what happened.
    gm.go(forecast)
    expect(gm.page.get_by_role("img", name="Who wins")).to_be_visible()
    expect(gm.page.get_by_text("200 of 200 fights")).to_be_visible()
    for side in ("The party", "The foes"):
        expect(gm.page.get_by_role("region", name="Who wins").get_by_role("rowheader", name=side)).to_be_visible()
    gm.follow("Reports")
    gm.press("Make the report")
    counted = gm.page.get_by_role("region", name="Who did what")
    expect(counted.get_by_role("row").filter(has_text="Torvald Greyaxe")).to_be_visible()
    expect(counted.get_by_text("Won: The party")).to_be_visible()
