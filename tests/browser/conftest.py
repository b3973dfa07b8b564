"""A real site with its worker, and the screens that look at it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.running import Running
from tests.browser.screen import Opened, Screen


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """`manage.py up --demo`, one for all tests of a run; each test makes what it changes."""
    own = tmp_path_factory.getbasetemp()
    running = Running((own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own) / "site")
    yield running
    running.leave()


@pytest.fixture
def screen(browser: Browser, site: Running) -> Iterator[Opened]:
    """Opens screens: `screen("gm")`, `screen("anna", **PHONE)`. None of them may have complained at the end."""
    opened: list[Screen] = []
    expect.set_options(timeout=15_000)

    def open_screen(who: str | None = None, **looks: Any) -> Screen:
        opened.append(Screen(browser, site, who, **looks))
        return opened[-1]

    yield open_screen
    for each in opened:
        each.context.close()
    expect.set_options(timeout=None)
    assert [each.complaints for each in opened if each.complaints] == []
