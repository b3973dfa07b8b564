"""A screen at the table: somebody's browser, logged in, with all that its console complains of."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.running import Running

#: Every violation of the content security policy is said aloud, also where the browser would keep it quiet.
WATCH = """document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));"""
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
SEEN = re.compile(r'<input[^>]*name="(token|version|key)"[^>]*value="([^"]*)"')
CSRF = re.compile(r'X-CSRFToken": ?"(\w+)"')


class Screen:
    """One browser context. `complaints` is what its console said, and every request that the server failed at."""

    def __init__(self, browser: Browser, site: Running, who: str | None = None, **looks: Any) -> None:
        self.site = site
        self.context: BrowserContext = browser.new_context(
            **{"locale": "en", **DESK, "base_url": site.address, "reduced_motion": "reduce", **looks},
            storage_state=site.logged_in.get(who or ""),
        )
        self.context.add_init_script(WATCH)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.language = looks.get("locale", "en")
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("response", lambda answer: self._heard(answer.status, answer.url))
        if who is not None and who not in site.logged_in:
            self.log_in(who)

    def _heard(self, status: int, url: str) -> None:
        if status >= 500:
            self.complaints.append(f"{status} {url}")

    def forgive(self, *parts: str) -> None:
        """Drop the complaints that hold one of these words: the test itself brought them about."""
        self.complaints = [each for each in self.complaints if not any(part in each for part in parts)]

    def log_in(self, who: str) -> None:
        self.page.goto("/accounts/login/")
        self.page.locator("[name=login]").fill(who)
        self.page.locator("[name=password]").fill(f"{who}-demo")
        self.page.locator("[name=password]").press("Enter")
        self.page.wait_for_url("**/campaigns/")
        self.site.logged_in[who] = self.context.storage_state()

    # Without a page: what is not the matter of a test is sent as its form would send it

    def get(self, path: str) -> str:
        answer = self.context.request.get(path, headers={"Accept-Language": self.language})
        assert answer.ok, f"{answer.status} {path}"
        return answer.text()

    def send(self, path: str, at: str = "", **form: str) -> str:
        """Send a form that stands on the page `at`, with its token and version; the address one comes to."""
        shown = self.get(at or path)
        hidden = {name: html.unescape(value) for name, value in reversed(SEEN.findall(shown))}
        token = CSRF.search(html.unescape(shown))
        assert token, shown[:300]
        answer = self.context.request.post(
            path, form={**hidden, **form}, headers={"X-CSRFToken": token[1], "Accept-Language": self.language}
        )
        assert answer.ok, f"{answer.status} {path}: {answer.text()[:300]}"
        return answer.url.removeprefix(self.site.address)

    # On the page

    def go(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def is_quiet(self) -> None:
        """What the page fetches by itself has come."""
        expect(self.page.locator("[aria-busy=true], .htmx-request")).to_have_count(0)

    def button(self, name: str | re.Pattern[str], **how: Any) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str), **how)

    def press(self, name: str | re.Pattern[str]) -> None:
        self.button(name).click()

    def follow(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("link", name=name, exact=isinstance(name, str)).first.click()

    @property
    def log(self) -> Locator:
        """What happened, on the play page."""
        return self.page.get_by_role("log")

    def combatant(self, name: str | re.Pattern[str]) -> Locator:
        """The link of a combatant in the order, on the play page."""
        return self.page.get_by_role("listitem").get_by_role("link", name=name).first

    @property
    def orders(self) -> Locator:
        """Where orders are given, on the play page."""
        return self.page.get_by_role("region", name="Orders")

    def give(self, who: str, what: str) -> None:
        """Choose a combatant and what it does; the form of that order is then open."""
        choice = self.orders.get_by_label("Who", exact=True)
        ref = choice.get_by_role("option", name=who).get_attribute("value")
        if choice.input_value() != ref:
            choice.select_option(ref)
        heading = self.orders.get_by_role("heading", level=2)
        expect(heading).to_contain_text(f"{who}:")
        wanted = self.orders.get_by_role("group", name="What to do").get_by_text(what, exact=True)
        expect(wanted).to_be_visible()
        if wanted.get_attribute("aria-current") is None:
            wanted.click()
        expect(heading).to_have_text(f"{who}: {what.lower()}")

    def do(self, what: str) -> None:
        """Give the order whose form is open."""
        self.orders.get_by_role("button", name=what, exact=True).last.click()

    def is_linked(self, how: str = "live", timeout: float = 10_000) -> None:
        """The pill of the play page says how it follows the fight."""
        expect(self.page.get_by_role("status").get_by_text(how, exact=True)).to_be_visible(timeout=timeout)

    def fits(self) -> None:
        """Nothing stands out to the right."""
        wide = self.page.evaluate(
            """() => document.documentElement.scrollWidth <= innerWidth ? "" : [...document.querySelectorAll("body *")]
                .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
                .map((each) => each.outerHTML.slice(0, 120)).slice(0, 5).join("\\n")
                || String(document.documentElement.scrollWidth)"""
        )
        assert not wide, f"{self.page.url} at {self.page.viewport_size}:\n{wide}"


type Opened = Callable[..., Screen]
