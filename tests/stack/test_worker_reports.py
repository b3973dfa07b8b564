"""Reports made by real workers that are killed in the middle, over files and over Redis."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.stack.workers import Site, is_done, is_partly_made

FIGHTS = 3000

BROKERS = ["files", pytest.param("redis", marks=pytest.mark.needs_redis)]


@pytest.fixture(params=BROKERS)
def site(request: pytest.FixtureRequest, tmp_path: Path, redis_url: str) -> Iterator[Site]:
    made = Site(tmp_path, own_database(redis_url, request) if request.param == "redis" else "")
    yield made
    made.close()


def own_database(redis_url: str, request: pytest.FixtureRequest) -> str:
    """A database of Redis for this process of the tests: workers take whatever message they find."""
    number = int(getattr(request.config, "workerinput", {}).get("workerid", "gw0")[2:]) % 4
    url = urlsplit(redis_url)._replace(path=f"/{10 + number}").geturl()
    import redis

    redis.Redis.from_url(url).delete("celery", "unacked", "unacked_index")
    return url


def test_a_report_whose_worker_is_killed_is_finished_once_by_the_next_with_the_same_figures(site: Site) -> None:
    first = site.start_worker()
    undisturbed = site.wait(site.ask(FIGHTS, "same"), is_done, within_s=60)
    assert undisturbed["attempt"] == 1

    report = site.ask(FIGHTS, "same")
    site.wait(report, is_partly_made, within_s=30)
    site.kill(first)
    assert is_partly_made(site.look(report))

    site.start_worker()
    done = site.wait(report, is_done, within_s=90)
    assert done["result"] == undisturbed["result"]
    assert done["attempt"] == 2
    assert (done["progress"], done["total"]) == (FIGHTS, FIGHTS)
    time.sleep(1)
    assert site.look(report) == done


def test_the_first_figures_come_within_a_second_and_cancelling_stops_it_within_a_second(site: Site) -> None:
    site.start_worker()
    warm = site.ask(100)
    site.wait(warm, is_done, within_s=60)
    report = site.ask(20_000)
    asked = time.monotonic()
    site.wait(report, is_partly_made, within_s=30)
    assert time.monotonic() - asked < 1.5  # within the second, and half a one for the machine to be busy

    site.cancel(report)
    time.sleep(1)
    stopped = site.look(report)
    time.sleep(1.5)
    assert site.look(report) == stopped
    assert stopped["status"] == "cancelled"
    assert stopped["result"]["fights"] == stopped["progress"] < 20_000


def test_reports_that_wait_behind_a_killed_worker_are_made_too(site: Site) -> None:
    first = site.start_worker()
    reports = [site.ask(FIGHTS), site.ask(FIGHTS), site.ask(100), site.ask(100)]
    site.wait(reports[0], is_partly_made, within_s=60)
    site.kill(first)
    site.start_worker()
    for report in reports:
        assert site.wait(report, is_done, within_s=90)["error"] is None
