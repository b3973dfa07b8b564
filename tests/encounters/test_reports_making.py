"""How a report is made: taken up once, in parts, cancelled, failed, lost and found."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import override

from encounters.models import Report
from encounters.reports import Part, forecast
from encounters.reports.state import State
from encounters.services import report_making, reports
from encounters.tasks import make_report
from rules.errors import Refused
from rules.words import say
from sheets.models.ids import public_id
from tests.encounters.report_table import Table, sure_fight, table

pytestmark = pytest.mark.django_db

Status = Report.Status


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with override("en"):
        yield


@pytest.fixture
def at() -> Table:
    made = table()
    sure_fight(made)
    return made


@pytest.fixture
def report(at: Table) -> Report:
    return at.ask("gm", "forecast", fights="100", seed="s")


def state(report: Report, at: Table) -> State:
    report.refresh_from_db()
    return State(report, forecast.KIND, at.seat("gm"))


def make_with(monkeypatch: pytest.MonkeyPatch, make: Any) -> None:
    """Let forecasts be made by this function."""
    kind = replace(forecast.KIND, make=make)
    monkeypatch.setattr(report_making, "kind_of", lambda slug: kind)


def parts(number: int, total: int) -> Iterator[Part]:
    for done in range(1, number + 1):
        yield Part(done, total, lambda done=done: {"done": done})  # type: ignore[misc]


def test_a_finished_report_says_when_and_how_far(report: Report) -> None:
    make_report(report.pk)
    report.refresh_from_db()
    assert (report.status, report.attempt, report.progress, report.total) == (Status.DONE, 1, 100, 100)
    assert report.finished_at is not None


def test_the_same_message_twice_makes_it_once(report: Report) -> None:
    make_report(report.pk)
    first = Report.objects.values().get(pk=report.pk)
    make_report(report.pk)
    assert Report.objects.values().get(pk=report.pk) == first


def test_a_report_that_a_living_worker_is_at_is_left_to_it(report: Report) -> None:
    assert report_making.take_up(report.pk) is not None
    assert report_making.take_up(report.pk) is None


def test_a_report_whose_worker_is_silent_is_taken_from_it_and_its_late_writes_are_refused(report: Report) -> None:
    old = report_making.take_up(report.pk)
    assert old is not None
    Report.objects.update(beat_at=timezone.now() - timedelta(seconds=16))
    new = report_making.take_up(report.pk)
    assert new is not None
    assert new.attempt == 2
    assert not report_making._write(old, status=Status.DONE, result={"late": True})
    assert report_making._write(new, status=Status.DONE, result={"late": False})
    report.refresh_from_db()
    assert report.result == {"late": False}


def test_a_deleted_report_is_no_error(report: Report) -> None:
    number = report.pk
    report.delete()
    make_report(number)


def test_figures_are_stored_from_the_first_part_on(monkeypatch: pytest.MonkeyPatch, report: Report, at: Table) -> None:
    seen = []

    def make(report: Report) -> Iterator[Part]:
        yield Part(1, 10, lambda: {"done": 1})
        seen.append(Report.objects.values("status", "progress", "total", "result").get(pk=report.pk))
        yield Part(10, 10, lambda: {"done": 10})

    make_with(monkeypatch, make)
    make_report(report.pk)
    assert seen == [{"status": "running", "progress": 1, "total": 10, "result": {"done": 1}}]
    assert not state(report, at).is_partial


def test_it_writes_no_oftener_than_every_third_of_a_second(monkeypatch: pytest.MonkeyPatch, report: Report) -> None:
    written = []
    write = report_making._write
    monkeypatch.setattr(
        report_making, "_write", lambda report, **fields: written.append(fields) or write(report, **fields)
    )
    make_with(monkeypatch, lambda report: parts(500, 500))
    make_report(report.pk)
    assert len(written) == 2  # the first part and the end: all of it took no time


def test_a_cancelled_report_stops_at_its_next_beat_and_keeps_its_figures(
    monkeypatch: pytest.MonkeyPatch, report: Report, at: Table
) -> None:
    monkeypatch.setattr(report_making, "BEAT_EVERY_S", 0)
    came = []

    def make(report: Report) -> Iterator[Part]:
        for part in parts(9, 10):
            came.append(part.done)
            if part.done == 3:
                reports.cancel(at.seat("gm"), report)
            yield part

    make_with(monkeypatch, make)
    make_report(report.pk)
    now = state(report, at)
    assert came == [1, 2, 3]
    assert now.report.result == {"done": 2}
    assert now.is_cancelled
    assert now.is_partial


def test_a_report_cancelled_in_the_queue_is_never_begun(report: Report, at: Table) -> None:
    reports.cancel(at.seat("gm"), report)
    make_report(report.pk)
    report.refresh_from_db()
    assert (report.status, report.attempt, report.result) == (Status.CANCELLED, 0, None)


def test_cancelling_a_finished_report_changes_nothing(report: Report, at: Table) -> None:
    make_report(report.pk)
    reports.cancel(at.seat("gm"), report)
    report.refresh_from_db()
    assert report.status == Status.DONE


def test_when_the_time_is_up_what_there_is_is_the_result_and_says_so(
    monkeypatch: pytest.MonkeyPatch, report: Report, at: Table
) -> None:
    monkeypatch.setattr(report_making, "BUDGET_S", -1)
    make_report(report.pk)
    now = state(report, at)
    assert now.report.status == Status.DONE
    assert (now.report.progress, now.report.total) == (1, 100)
    assert now.is_partial
    assert now.label == "done in part"
    assert now.report.result is not None
    assert not now.report.result["complete"]


def test_a_step_that_hangs_leaves_the_figures_of_the_last_beat(
    monkeypatch: pytest.MonkeyPatch, report: Report, at: Table
) -> None:
    def make(report: Report) -> Iterator[Part]:
        yield from parts(2, 10)
        raise report_making.SoftTimeLimitExceeded

    make_with(monkeypatch, make)
    make_report(report.pk)
    now = state(report, at)
    assert now.report.status == Status.DONE
    assert now.is_partial
    assert now.report.result == {"done": 1}


def test_a_refusal_of_the_rules_is_kept_as_its_sentence(
    monkeypatch: pytest.MonkeyPatch, report: Report, at: Table
) -> None:
    def make(report: Report) -> Iterator[Part]:
        raise Refused(say("{target} is out of the fight.", target={"en": "Wolf", "ru": "Волк"}))

    make_with(monkeypatch, make)
    make_report(report.pk)
    assert report_making.words_from(state(report, at).report.error or {}) == say(
        "{target} is out of the fight.", target={"en": "Wolf", "ru": "Волк"}
    )


def test_a_mistake_of_ours_goes_to_the_log_and_only_a_sentence_to_the_report(
    monkeypatch: pytest.MonkeyPatch, report: Report, at: Table, caplog: pytest.LogCaptureFixture
) -> None:
    def make(report: Report) -> Iterator[Part]:
        raise ZeroDivisionError("the seed is 4711")

    make_with(monkeypatch, make)
    with caplog.at_level(logging.ERROR):
        make_report(report.pk)
    now = state(report, at)
    assert now.is_failed
    assert "4711" not in str(now.report.error)
    assert "4711" in caplog.text


def test_a_report_that_is_begun_again_and_again_fails_at_last(report: Report, at: Table) -> None:
    Report.objects.update(attempt=report_making.MOST_ATTEMPTS)
    make_report(report.pk)
    now = state(report, at)
    assert now.is_failed
    assert str(now.why).startswith("It was begun 5 times")


def test_lost_reports_are_those_silent_for_15_seconds_or_waiting_for_30(at: Table) -> None:
    now = timezone.now()
    silent, beating, waiting, fresh = (at.ask("gm", "forecast", fights="100") for _ in range(4))
    for report, fields in (
        (silent, {"status": Status.RUNNING, "beat_at": now - timedelta(seconds=16)}),
        (beating, {"status": Status.RUNNING, "beat_at": now - timedelta(seconds=5)}),
        (waiting, {"created_at": now - timedelta(seconds=31)}),
        (fresh, {"created_at": now - timedelta(seconds=5)}),
    ):
        Report.objects.filter(pk=report.pk).update(**fields)
    assert report_making.lost_reports() == [silent.pk, waiting.pk]
    assert report_making.lost_reports() == []  # they have just been queued again


def test_at_the_start_of_the_only_worker_everything_unfinished_is_lost(at: Table) -> None:
    running, queued, done = (at.ask("gm", "forecast", fights="100") for _ in range(3))
    was_at_it = report_making.take_up(running.pk)
    assert was_at_it is not None
    make_report(done.pk)
    assert report_making.lost_reports(all_of_them=True) == [running.pk, queued.pk]
    assert not report_making._write(was_at_it, progress=5)
    make_report(running.pk)
    running.refresh_from_db()
    assert (running.status, running.attempt) == (Status.DONE, 2)


def test_a_report_is_queued_when_the_transaction_is_committed(
    at: Table, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    queued: list[int] = []
    monkeypatch.setattr(make_report, "delay", queued.append)
    with django_capture_on_commit_callbacks() as callbacks:
        report = at.ask("gm", "forecast", fights="100")
        assert queued == []
    for callback in callbacks:
        callback()
    assert queued == [report.pk]


def test_the_same_form_sent_twice_asks_once(at: Table) -> None:
    key, seat = public_id(), at.seat("gm")
    options = {"fights": 100, "seed": "s"}
    first = reports.ask_for(seat, forecast.KIND, options, key)
    assert reports.ask_for(seat, forecast.KIND, options, key) == first
    assert Report.objects.count() == 1


def test_nobody_may_have_more_than_four_in_the_making(at: Table) -> None:
    for _ in range(4):
        at.ask("gm", "forecast", fights="100")
    with pytest.raises(Refused, match="4 reports in the making"):
        at.ask("gm", "forecast", fights="100")


def test_asking_again_begins_from_the_same_start_with_the_same_seed(report: Report, at: Table) -> None:
    make_report(report.pk)
    again = reports.ask_again(at.seat("gm"), report, forecast.KIND, public_id())
    make_report(again.pk)
    report.refresh_from_db()
    again.refresh_from_db()
    assert again.pk != report.pk
    assert again.result == report.result
