"""The pages of the demo's campaign that a seat comes to by following links, and two reports on its fights."""

from __future__ import annotations

import re
import time

from tests.browser.screen import Screen

LINK = re.compile(r'href="(/[^"#?]*)[^"]*"([^>]*)')
ID = re.compile(r"(?<=/)[a-z0-9]{10}(?=/)")
#: How many pages of a kind are enough: a draft, a running and an ended encounter; a forecast and a summary.
ENOUGH = {"/e/*/": 3, "/r/*/": 2, "/s/*/": 2}
ELSEWHERE = ("/campaigns/", "/admin/", "/static/", "/media/", "/accounts/", "/join/")
REPORTED_WITHIN_S = 60


def demo(at: Screen) -> str:
    """The demo's campaign."""
    found = re.search(r'href="(/c/\w+/)"[^>]*>The North Road', at.get("/campaigns/"))
    assert found
    return found[1]


def encounters(gm: Screen) -> dict[str, str]:
    """The demo's encounters: "draft", "running" and "ended"."""
    found = re.findall(r'href="(/e/\w+/)(build/)?"[^>]*><b>([^<]+)', gm.get(f"{demo(gm)}encounters/"))
    kinds = {"Засада у брода": "draft", "Волки на перевале": "running", "Переполох на мельнице": "ended"}
    return {kinds[name]: path for path, _build, name in found if name in kinds}


def reported(gm: Screen, encounter: str, kind: str, **asked: str) -> str:
    """A finished report."""
    path = gm.send(f"{encounter}reports/new/{kind}/", at=f"{encounter}reports/", **asked)
    give_up = time.monotonic() + REPORTED_WITHIN_S
    while 'hx-trigger="every 1s"' in gm.get(path):
        assert time.monotonic() < give_up, path
        time.sleep(0.2)
    return path


def places(at: Screen) -> list[str]:
    """What a seat at the demo's table can open by links."""
    start = demo(at)
    waiting, seen, count = [start], {start}, dict[str, int]()
    opened: list[str] = []
    while waiting:
        path = waiting.pop(0)
        opened.append(path)
        for link, rest in LINK.findall(at.get(path)):
            kind = ID.sub("*", link)
            if link in seen or "download" in rest or link == "/" or link.startswith(ELSEWHERE):
                continue
            if link.startswith("/c/") and not link.startswith(start):
                continue
            seen.add(link)
            count[kind] = count.get(kind, 0) + 1
            if count[kind] <= ENOUGH.get(kind, 1):
                waiting.append(link)
    return opened
