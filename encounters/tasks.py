"""What the background worker does: it makes reports, and looks after those that a dead worker left."""

from __future__ import annotations

import time
from threading import Thread
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.db import connections

from encounters.services import report_making

#: Beyond the time budget that a report keeps by itself: for a step that hangs.
SOFT_LIMIT_S = report_making.BUDGET_S + 30
HARD_LIMIT_S = SOFT_LIMIT_S + 30


@shared_task(name="encounters.make_report", soft_time_limit=SOFT_LIMIT_S, time_limit=HARD_LIMIT_S)  # type: ignore[untyped-decorator]
def make_report(pk: int) -> None:
    """Make a report. The same message may come twice."""
    report_making.make(pk)


def queue_lost(*, all_of_them: bool = False) -> None:
    """Queue the reports again that no worker seems to be at."""
    for pk in report_making.lost_reports(all_of_them=all_of_them):
        make_report.delay(pk)


@worker_ready.connect  # type: ignore[untyped-decorator]
def look_after_reports(**_: Any) -> None:
    """At a worker's start and every now and then: take up what others left.

    Where messages are files there is one worker, so at its start everything unfinished is lost.
    """
    queue_lost(all_of_them=not settings.REDIS_URL)
    # Not Celery's own clock: over files that one would hold up the worker's end for seconds.
    Thread(target=_keep_looking, name="lost-reports", daemon=True).start()


def _keep_looking() -> None:
    while True:
        time.sleep(report_making.DEAD_AFTER_S)
        try:
            queue_lost()
        except Exception:
            report_making.logger.exception("Could not look for unfinished reports")
        finally:
            connections.close_all()
