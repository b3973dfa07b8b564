"""An exchange of Dungeon Fantasy on a map of hexes: the Game Master attacks, the player defends on a telephone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.screen import PHONE, Opened, Screen

pytestmark = [pytest.mark.needs_chromium]

RULES = {"rule-half_dodge": "all", "rule-surprise": "ask", "rule-breakage": "on", "rule-npc_death": "roll"}
WHO = re.compile(r'name="who" value="(\w+)"[^>]*><span>([^<]+?)\s*<')
KNIGHT, GOBLIN = "Sir Aldous Merrow", "Goblin"


def face_to_face(gm: Screen, anna: Screen) -> str:
    """The play page of a fight that has begun: the knight at C3 looks east, a goblin at D3 looks at him.

    All dice are real ones.
    """
    campaign = gm.send("/campaigns/new/", name="North Road", system="dungeon_fantasy", about="")
    link = re.search(r'id="link-player"[^>]*value="https?://[^/]+([^"]+)"', gm.get(campaign))
    assert link
    anna.send(link[1])
    anna.send(f"{campaign}sheets/ready/aldous_merrow/", at=f"{campaign}sheets/new/")
    for each in (gm, anna):
        each.send(f"{campaign}dice/", at=campaign, dice="typed")
    kept = gm.send(f"{campaign}maps/new/", name="Hall", grid="hex", cols="8", rows="6", scale="1", unit="yd")
    build = gm.send(f"{campaign}encounters/new/", name="The landing", health="words", **RULES)
    gm.send(f"{build}party/", at=build)
    gm.send(f"{build}creature/goblin/", at=build, count="1", side="foes")
    gm.send(f"{build}map/lay/", at=f"{build}map/", map=kept.split("/")[2])
    refs = {name: ref for ref, name in WHO.findall(gm.get(f"{build}map/"))}
    for name, cell, facing in ((KNIGHT, "C3", "0"), (GOBLIN, "D3", "3")):
        gm.send(f"{build}map/put/", at=f"{build}map/", who=refs[name], cell=cell, facing=facing)
    gm.send(f"{build}start/", at=build)
    return build.removesuffix("build/")


def show(at: Screen, *faces: int) -> None:
    """Type in what real dice show."""
    expect(at.page.get_by_role("textbox", name=re.compile(r"^Die \d, d6$"))).to_have_count(len(faces))
    for number, face in enumerate(faces, 1):
        at.page.get_by_label(f"Die {number}, d6").fill(str(face))
    at.press("Use these faces")


def token(at: Screen, name: str) -> Locator:
    return at.page.locator("#map .token").filter(has_text=name)


def test_a_parry_with_a_step_back_on_a_telephone_moves_the_token_and_undo_brings_all_back(screen: Opened) -> None:
    """The knight is the faster and goes first. His sword parries at 3 + 17/2 = 11.5, so 11; Combat Reflexes add 1, the
    shield 2 and the step back 1: 15.
    """
    gm, anna = screen("gm"), screen("anna", **PHONE)
    path = face_to_face(gm, anna)
    for each in (gm, anna):
        each.go(path)
        each.is_linked()
        expect(token(each, KNIGHT)).to_have_attribute("data-at", "C3")
    in_order = gm.page.locator("#order").get_by_role("listitem")
    expect(in_order).to_have_count(2)
    expect(in_order.first).to_contain_text(KNIGHT)
    anna.orders.get_by_role("group", name="What to do").get_by_text("End the turn", exact=True).click()
    expect(anna.orders.get_by_role("heading", level=2)).to_have_text(f"{KNIGHT}: end the turn")
    anna.do("End the turn")

    # The form has moved on to whose turn it is.
    expect(gm.orders.get_by_role("heading", level=2)).to_have_text(f"{GOBLIN}: attack")
    gm.do("Attack")
    show(gm, 3, 3, 3)
    asked = anna.page.get_by_role("heading", name=re.compile(f"^{KNIGHT}: which defence"))
    expect(asked).to_be_visible()
    expect(asked).to_be_focused()
    anna.fits()
    parry = anna.button(re.compile(r"^Parry and retreat: Broadsword \(Broadsword\)"))
    expect(parry).to_contain_text("15")
    for reason in ("Combat Reflexes +1", "Defence Bonus +2", "Retreat +1"):
        expect(parry).to_contain_text(reason)
    fall = anna.button(re.compile("^Dodge and Drop"))
    expect(fall).to_be_disabled()
    expect(fall).to_contain_text("DF-38")
    parry.click()
    anna.button(re.compile(r"^B3, \w+ east$")).click()
    show(anna, 5, 5, 5)
    gm.press("Stay")

    for each in (gm, anna):
        expect(each.log).to_contain_text("15 against 15")
        expect(token(each, KNIGHT)).to_have_attribute("data-at", "B3")

    gm.press("Undo")
    for each in (gm, anna):
        expect(token(each, KNIGHT)).to_have_attribute("data-at", "C3")
    expect(gm.combatant(KNIGHT)).to_contain_text("14")
    gm.press("Redo")
    for each in (gm, anna):
        expect(token(each, KNIGHT)).to_have_attribute("data-at", "B3")
