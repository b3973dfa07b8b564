"""The play page in real browsers: it follows the fight live, and never takes a form out of somebody's hands."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from encounters.models import Entry
from encounters.services import turn
from sheets.models import Membership
from tests.encounters.play_table import SECRET_NAME, Table

pytestmark = [pytest.mark.needs_chromium, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def site(settings: Any) -> Iterator[str]:
    """The site on an asynchronous server, as it runs for real; its address."""
    settings.ALLOWED_HOSTS = ["*"]
    from config.asgi import application

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(
        uvicorn.Config(application, port=port, lifespan="off", log_level="error", timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


class Screen:
    """Somebody's browser at the table. `complaints` is what its console said."""

    def __init__(self, browser: Browser, site: str, table: Table, who: str, **options: Any) -> None:
        context = browser.new_context(**{"locale": "en", "viewport": {"width": 1440, "height": 900}, **options})
        session = table.browser(who).cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(site + table.page)

    def is_live(self) -> None:
        expect(self.page.locator("#link")).to_have_attribute("data-state", "live")


@pytest.fixture
def table() -> Table:
    return Table()


def test_an_attack_is_declared_and_the_other_page_follows(site: str, browser: Browser, table: Table) -> None:
    anna, torvald = (Screen(browser, site, table, who) for who in ("anna", "torvald"))
    torvald.is_live()
    expect(anna.page.locator("#odds")).to_contain_text("before Armor")
    anna.page.get_by_role("button", name="Attack", exact=True).click()
    for each in (anna, torvald):
        expect(each.page.locator("#declared")).to_contain_text("Rapier")
        expect(each.page.locator("#log > li").first).to_contain_text("declares an attack")
        expect(each.page.locator(f"#row-{table.anna.ref}")).to_contain_text("Attack declared")
    anna.page.get_by_role("button", name="Take back the attack of Anna").click()
    for each in (anna, torvald):
        expect(each.page.locator("#declared")).not_to_contain_text("Rapier")
        assert each.complaints == []


def test_what_somebody_is_writing_is_left_alone_and_a_question_shows_all_the_same(
    site: str, browser: Browser, table: Table
) -> None:
    gm = Screen(browser, site, table, "gm")
    gm.is_live()
    gm.page.locator(f"#row-{table.torvald.ref} a").click()
    gm.page.get_by_text("Correct by hand").click()
    note = gm.page.get_by_label("Note: why")
    note.fill("half a sen")
    table.order("anna", do="attack", actor=table.anna.ref, target=table.goblins[0].ref, enhanced=True)
    expect(gm.page.locator("#question")).to_contain_text("Is the attack enhanced?")
    expect(note).to_have_value("half a sen")
    expect(note).to_be_focused()
    gm.page.get_by_role("button", name="An ordinary attack").click()
    expect(gm.page.locator("#ask")).to_be_hidden()
    expect(note).to_have_value("half a sen")
    assert gm.complaints == []


def test_a_form_in_somebodys_hands_says_that_the_board_has_changed_and_comes_up_to_date(
    site: str, browser: Browser, table: Table
) -> None:
    anna = Screen(browser, site, table, "anna")
    anna.is_live()
    anna.page.get_by_role("link", name="Something else").click()
    note = anna.page.get_by_label("What exactly")
    note.fill("I climb the")
    table.order("torvald", do="wait", actor=table.torvald.ref)
    expect(anna.page.locator("[data-held=act]")).to_be_visible()
    expect(note).to_have_value("I climb the")
    expect(note).to_be_focused()
    expect(anna.page.locator("#log > li").first).to_contain_text("Torvald waits")
    note.press_sequentially(" tree")
    anna.page.locator("[data-refresh=act]").click()
    expect(anna.page.locator("[data-held=act]")).to_be_hidden()
    expect(anna.page.get_by_label("What exactly")).to_have_value("I climb the tree")
    anna.page.locator("#act-now").click()
    expect(anna.page.locator("#ask")).to_contain_text("Waiting for the Game Master")
    assert anna.complaints == []


def test_a_form_that_is_stale_is_told_so_and_lands_at_the_second_press(
    site: str, browser: Browser, table: Table
) -> None:
    anna = Screen(browser, site, table, "anna")
    anna.is_live()
    anna.page.get_by_role("link", name="Something else").click()
    note = anna.page.get_by_label("What exactly")
    note.fill("I hide")
    table.order("torvald", do="wait", actor=table.torvald.ref)
    expect(anna.page.locator("[data-held=act]")).to_be_visible()
    note.press("Enter")
    expect(anna.page.locator("#said-act")).to_contain_text("The board has changed since you looked")
    expect(anna.page.get_by_label("What exactly")).to_have_value("I hide")
    anna.page.locator("#act-now").click()
    expect(anna.page.locator("#ask")).to_contain_text("Waiting for the Game Master")
    assert Entry.objects.filter(command__do="act").count() == 1


def test_a_refusal_stands_beside_the_form_and_nothing_else_is_lost(site: str, browser: Browser, table: Table) -> None:
    Membership.objects.filter(user=table.people["anna"]).update(dice="typed")
    table.order("torvald", do="wait", actor=table.torvald.ref)
    table.order("anna", do="attack", actor=table.anna.ref, target=table.goblins[0].ref)
    anna = Screen(browser, site, table, "anna")
    expect(anna.page.locator("#question")).to_be_focused()
    anna.page.get_by_label("Die 1, d8").fill("11")
    anna.page.get_by_role("button", name="Use these faces").click()
    expect(anna.page.locator("#said-ask")).to_contain_text("d8 cannot show 11.")
    expect(anna.page.get_by_label("Die 1, d8")).to_have_value("11")
    anna.page.get_by_label("Die 1, d8").fill("3")
    anna.page.get_by_role("button", name="Use these faces").click()
    expect(anna.page.locator("#ask")).to_be_hidden()
    expect(anna.page.locator("#said-ask")).to_be_empty()


def test_who_was_hidden_appears_and_vanishes(site: str, browser: Browser, table: Table) -> None:
    anna, gm = (Screen(browser, site, table, who) for who in ("anna", "gm"))
    anna.is_live()
    assert SECRET_NAME not in anna.page.content()
    gm.page.locator(f"#row-{table.hidden.ref} a").click()
    gm.page.get_by_role("button", name="Reveal").click()
    expect(anna.page.locator("#order")).to_contain_text(SECRET_NAME)
    turn.undo(table.submit("gm"))
    expect(anna.page.locator("#order")).not_to_contain_text(SECRET_NAME)
    assert anna.complaints == gm.complaints == []


def test_where_the_live_channel_is_cut_the_page_asks_now_and_then(site: str, browser: Browser, table: Table) -> None:
    anna = Screen(browser, site, table, "anna")
    anna.is_live()
    anna.page.route("**/live/", lambda route: route.abort())
    anna.page.reload()
    expect(anna.page.locator("#link")).to_have_attribute("data-state", "asking", timeout=15_000)
    table.order("torvald", do="wait", actor=table.torvald.ref)
    expect(anna.page.locator("#log > li").first).to_contain_text("Torvald waits", timeout=10_000)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_the_play_page_is_accessible_and_fits(
    site: str, browser: Browser, table: Table, width: int, scheme: str
) -> None:
    table.order("torvald", do="wait", actor=table.torvald.ref)
    looks = {"viewport": {"width": width, "height": 844}, "color_scheme": scheme}
    gm = Screen(browser, site, table, "gm", **looks)
    expect(gm.page.locator("#odds")).to_contain_text("Exact odds")
    gm.page.locator("#extra > summary").click()
    expect(gm.page.locator("#orders")).to_contain_text("Call for a save")
    _is_accessible(gm.page)
    gm.page.locator(f"#row-{table.anna.ref} a").click()
    expect(gm.page.locator("#detail")).to_contain_text("Correct by hand")
    _is_accessible(gm.page)
    table.order("anna", do="attack", actor=table.anna.ref, target=table.goblins[0].ref, enhanced=True)
    expect(gm.page.locator("#question")).to_be_visible()
    _is_accessible(gm.page)
    assert gm.complaints == []


def _is_accessible(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
