"""Making reports in a worker: taking one up, saying how far it is, finishing it once, and finding lost ones.

A report belongs to whoever took it up last: each write names the attempt it belongs to, so a worker that was
thought dead, or whose report was cancelled, writes nothing more and stops.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, InterfaceError, transaction
from django.db.models import Q
from django.utils import timezone

from encounters.models import Report
from encounters.reports import Part, kind_of
from rules.errors import RulesError
from rules.words import Words, gettext_noop, say

logger = logging.getLogger(__name__)

BEAT_EVERY_S = 0.3
#: A report whose worker has been silent for so long is taken from it.
DEAD_AFTER_S = 15
#: A queued report that nobody has taken up for so long is queued once more: its message may be lost.
WAITS_AT_MOST_S = 30
#: When this is spent, what there is becomes the result.
BUDGET_S = 60
MOST_ATTEMPTS = 5

Status = Report.Status
UNFINISHED = (Status.QUEUED, Status.RUNNING)

BROKEN = gettext_noop("Something went wrong on our side while the report was made. The server’s log says what.")
NEVER_FINISHED = gettext_noop("It was begun {times} times and never finished: the worker was stopped each time.")
TOO_SLOW = gettext_noop("It took too long to have anything to show.")
UNKNOWN_KIND = gettext_noop("There are no reports of this kind any more.")


def make(pk: int) -> None:
    """Make a report, if it is still to be made. Called twice, it is made once."""
    report = take_up(pk)
    if report is None:
        return
    try:
        _make(report)
    except (DatabaseError, InterfaceError):
        raise  # it stays unfinished, and is taken up again
    except RulesError as error:
        _fail(report, error.words)
    except Exception:
        logger.exception("Report %s (%s) failed", report.public_id, report.kind)
        _fail(report, say(BROKEN))


def take_up(pk: int) -> Report | None:
    """Take a report up for a new attempt. None where it is finished, gone, or being made by a living worker."""
    with transaction.atomic():
        rows = Report.objects.select_for_update(of=("self",)).select_related("encounter__campaign")
        report = rows.filter(pk=pk).first()
        if report is None or report.status not in UNFINISHED:
            return None
        now = timezone.now()
        is_alive = report.beat_at is not None and now - report.beat_at < timedelta(seconds=DEAD_AFTER_S)
        if report.status == Status.RUNNING and is_alive:
            return None
        report.attempt += 1
        report.status = Status.RUNNING
        report.beat_at = now
        report.progress, report.total, report.result = 0, 0, None
        report.save(update_fields=["attempt", "status", "beat_at", "progress", "total", "result"])
        if report.attempt > MOST_ATTEMPTS:
            _fail(report, say(NEVER_FINISHED, times=MOST_ATTEMPTS))
            return None
    return report


def _make(report: Report) -> None:
    kind = kind_of(report.kind)
    if kind is None:
        _fail(report, say(UNKNOWN_KIND))
        return
    began = time.monotonic()
    beat: float | None = None
    part: Part | None = None
    try:
        for part in kind.make(report):
            now = time.monotonic()
            if now - began > BUDGET_S:
                break
            if part.done < part.total and (beat is None or now - beat >= BEAT_EVERY_S):
                if not _write(report, **_figures(part)):
                    return
                beat = now
    except SoftTimeLimitExceeded:
        # Some step hangs. What was written at the last beat is whole; what is in the making may not be.
        logger.warning("Report %s (%s) was stopped for its time", report.public_id, report.kind)
        if beat is None:
            _fail(report, say(TOO_SLOW))
        else:
            _write(report, status=Status.DONE, finished_at=timezone.now())
        return
    figures = _figures(part) if part else {}
    _write(report, status=Status.DONE, finished_at=timezone.now(), **figures)


def _figures(part: Part) -> dict[str, Any]:
    return {"progress": part.done, "total": part.total, "result": part.result()}


def _write(report: Report, **fields: Any) -> bool:
    """Write named fields, if the report is still ours."""
    ours = Report.objects.filter(pk=report.pk, attempt=report.attempt, status=Status.RUNNING)
    return ours.update(beat_at=timezone.now(), **fields) == 1


def _fail(report: Report, why: Words) -> None:
    _write(report, status=Status.FAILED, finished_at=timezone.now(), error=stored_words(why))


def lost_reports(*, all_of_them: bool = False) -> list[int]:
    """The unfinished reports that no worker seems to be at, to be queued again.

    `all_of_them` is for a worker that starts and is the only one: whatever is unfinished is then lost, and those
    that were being made are taken from whoever was at it.
    """
    now = timezone.now()
    silent = Q(status=Status.RUNNING, beat_at__lt=now - timedelta(seconds=DEAD_AFTER_S))
    waited = now - timedelta(seconds=WAITS_AT_MOST_S)
    waiting = Q(status=Status.QUEUED) & (Q(beat_at__lt=waited) | Q(beat_at=None, created_at__lt=waited))
    with transaction.atomic():
        rows = Report.objects.select_for_update().filter(status__in=UNFINISHED)
        rows = rows if all_of_them else rows.filter(silent | waiting)
        lost = list(rows.order_by("id").values_list("pk", flat=True))
        Report.objects.filter(pk__in=lost).update(status=Status.QUEUED, beat_at=now)
    return lost


def stored_words(words: Words) -> dict[str, Any]:
    """Words as JSON: a message id and its facts, which may be words again."""
    facts = {key: stored_words(value) if isinstance(value, Words) else value for key, value in words.facts.items()}
    return {"msgid": words.msgid, "facts": facts}


def words_from(stored: Mapping[str, Any]) -> Words:
    """What `stored_words` stored."""
    facts = {
        key: words_from(value) if isinstance(value, Mapping) and "msgid" in value else value
        for key, value in stored["facts"].items()
    }
    return Words(stored["msgid"], facts)
