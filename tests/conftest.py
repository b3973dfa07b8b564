"""What every test may use: the real browser, PostgreSQL and Redis, where the machine has them.

Mark a test `needs_chromium`, `needs_postgres` or `needs_redis`. Where the thing is missing the test is
skipped with the reason; with CI=true its absence fails the test.
"""

import functools
import os
import shutil
import socket
from collections.abc import Generator, Iterator
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.cache import cache
from playwright.sync_api import Browser, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
POSTGRES_URL = os.environ.get("TEST_DATABASE_URL", "postgres://root@127.0.0.1:5432/postgres")
REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/15")
IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}


def answers(url: str, default_port: int) -> bool:
    """Whether anything listens where `url` points."""
    parts = urlsplit(url)
    try:
        socket.create_connection((parts.hostname or "127.0.0.1", parts.port or default_port), 1).close()
    except OSError:
        return False
    return True


@functools.cache
def missing(need: str) -> str | None:
    """Why the tests that have this need cannot run here, or None when they can."""
    if need == "needs_chromium":
        return None if CHROMIUM else "no chromium on this machine (Debian: apt-get install chromium)"
    if need == "needs_postgres":
        return None if answers(POSTGRES_URL, 5432) else f"no PostgreSQL at {POSTGRES_URL}"
    return None if answers(REDIS_URL, 6379) else f"no Redis at {REDIS_URL}"


NEEDS = {
    "needs_chromium": "drives a real browser",
    "needs_postgres": "talks to a real PostgreSQL",
    "needs_redis": "talks to a real Redis",
}


def pytest_configure(config: pytest.Config) -> None:
    for need, meaning in NEEDS.items():
        config.addinivalue_line("markers", f"{need}: {meaning}")
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.WHITENOISE_AUTOREFRESH = True  # else each test's first request lists every static file


def pytest_runtest_setup(item: pytest.Item) -> None:
    for need in NEEDS:
        if item.get_closest_marker(need) and (reason := missing(need)):
            if IN_CI:
                pytest.fail(f"{reason}, and CI must have it", pytrace=False)
            pytest.skip(reason)


@pytest.fixture(autouse=True)
def fresh_throttles() -> Iterator[None]:
    """No test is throttled for what another one did."""
    yield
    cache.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Playwright keeps an event loop in the test's thread; only there may the ORM be used beside one."""
    if not item.get_closest_marker("needs_chromium"):
        return (yield)
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    try:
        return (yield)
    finally:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def browser() -> Iterator[Browser]:
    """A real browser, for tests marked `needs_chromium`; `browser.new_page()` opens a page."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ],
        )
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def postgres_url() -> str:
    return POSTGRES_URL


@pytest.fixture(scope="session")
def redis_url() -> str:
    return REDIS_URL
