"""The two languages: nothing of one is left on the pages of the other."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.places import encounters, places, reported
from tests.browser.screen import Opened, Screen
from tests.browser.table import Table

pytestmark = [pytest.mark.needs_chromium]

#: Each text of a page, with those that a screen reader says or a mouse brings up: of the page that is open, or of
#: the one at a path. Code and another language's own name are no texts of ours.
TEXTS = """async (path) => {
  const page = path ? new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html") : document;
  const apart = "script, style, code, textarea, [lang]:not(html)";
  const texts = [page.documentElement.lang, page.title];
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(apart)) texts.push(walker.currentNode.data);
  const spoken = ["aria-label", "title", "placeholder"];
  for (const each of page.querySelectorAll(spoken.map((name) => `[${name}]`).join()))
    if (!each.closest(apart)) for (const name of spoken) texts.push(each.getAttribute(name) ?? "");
  return texts.map((each) => each.trim()).filter(Boolean);
}"""
LATIN = re.compile(r"[A-Za-z]{2,}")
CYRILLIC = re.compile(r"[А-Яа-яЁё]{2,}")
#: What stays in Latin letters: abilities, rule IDs, the system and its licence, algorithms, keys, kinds of
#: files, people's own names.
ALLOWED = re.compile(
    r"STR|DEX|WIL|HP|CA|Cairn|CC|BY|SA|SHA|HMAC|big-endian|gm|GM|anna|AN|torvald|watcher|WA"
    r"|PNG|JPEG|WebP|Shift|Enter|Escape|Ctrl|Dungeon Fantasy|GURPS|GCS|4e|\.json|\.gcs"
    r"|(The )?North Road|A road through border woods, an old ferry, and somebody who does not want it used\."
)
ENTRANCE = ["/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]


def foreign(at: Screen, letters: re.Pattern[str], path: str = "") -> list[str]:
    """The texts of a page, or of the open one, that have words in these letters."""
    language, *texts = at.page.evaluate(TEXTS, path)
    assert language == at.language
    assert len(texts) > 5, path
    return [text for text in texts if letters.search(ALLOWED.sub("", text))]


def test_no_english_is_left_on_the_russian_pages(screen: Opened) -> None:
    stranger, gm, anna = (screen(who, locale="ru") for who in (None, "gm", "anna"))
    fights = encounters(gm)
    made = [
        reported(gm, fights["ended"], "summary"),
        reported(gm, fights["draft"], "forecast", **{"forecast-fights": "100"}),
    ]
    own = ["/campaigns/", "/campaigns/new/", f"{fights['running']}bring-in/", *made]
    seats = [(stranger, ENTRANCE), (gm, [*places(gm), *own]), (anna, places(anna))]
    left = {}
    for seat, paths in seats:
        seat.go(paths[0])
        left.update({path: found for path in paths if (found := foreign(seat, LATIN, path))})
    assert left == {}


def test_a_fight_is_told_and_asked_about_in_russian(screen: Opened) -> None:
    gm, anna = (screen(who, locale="ru") for who in ("gm", "anna"))
    table = Table(gm, {"anna_heather": anna, "torvald": anna}, [("wolf", 2, False)], typed=True, name="Брод")
    gm.go(table.path)
    anna.go(table.path)
    expect(anna.page.get_by_role("heading", name="Очерёдность")).to_be_visible()
    expect(anna.page.get_by_role("heading", name="Журнал")).to_be_visible()
    table.order(anna, "attack", actor="Анна Вереск", target="Волк 1", enhanced="1")
    expect(gm.page.get_by_role("heading", name="Анна Вереск")).to_be_visible()
    expect(anna.page.get_by_role("status").filter(has_text="Ведущ")).to_be_visible()
    for each in (gm, anna):
        assert foreign(each, LATIN) == []
    table.answer(gm, answer="enhanced")
    table.order(gm, "roll")
    expect(anna.page.get_by_label("d12")).to_be_visible()
    assert foreign(anna, LATIN) == []
    gm.page.get_by_role("heading", name="Ведущий", exact=True).click()
    gm.combatant("Анна Вереск").click()
    expect(gm.page.get_by_role("heading", name="Анна Вереск").last).to_be_visible()
    assert foreign(gm, LATIN) == []


def test_no_russian_is_left_on_the_english_pages(screen: Opened) -> None:
    gm, anna = screen("gm"), screen("anna")
    table = Table(gm, {"anna_heather": anna}, [("wolf", 2, False)])
    for path in ["/rules/cairn/", "/tables/cairn/", table.campaign, f"{table.campaign}sheets/new/", table.path]:
        gm.go(path)
        gm.is_quiet()
        assert foreign(gm, CYRILLIC) == [], path


def test_the_language_is_switched_on_the_spot_and_remembered_wherever_one_logs_in(screen: Opened) -> None:
    here, elsewhere = screen(), screen()
    here.go("/accounts/signup/")
    here.page.get_by_label("Username").fill("polyglot")
    here.page.get_by_label("Password", exact=True).fill("lantern-42-moss")
    here.page.get_by_label("Password (again)").fill("lantern-42-moss")
    here.press("Create an account")
    expect(here.page.get_by_role("heading", level=1)).to_have_text("Campaigns")
    here.press("Русский")
    expect(here.page.get_by_role("heading", level=1)).to_have_text("Кампании")
    expect(here.page.get_by_role("heading", name="Кампаний пока нет")).to_be_visible()

    elsewhere.go("/accounts/login/")
    elsewhere.page.get_by_label("Username or e-mail").fill("polyglot")
    elsewhere.page.get_by_label("Password", exact=True).fill("lantern-42-moss")
    elsewhere.press("Log in")
    expect(elsewhere.page.get_by_role("heading", level=1)).to_have_text("Кампании")
    elsewhere.press("English")
    expect(elsewhere.page.get_by_role("heading", level=1)).to_have_text("Campaigns")
