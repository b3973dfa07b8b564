"""Real background workers in a data folder of their own, with an encounter whose forecast takes some seconds."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings

SET_UP = """
from django.contrib.auth import get_user_model
from django.core.management import call_command
call_command("migrate", verbosity=0)
from encounters.models import Combatant, Encounter
from sheets.models import Campaign, Membership
gm = get_user_model().objects.create_user("gm", "gm@example.org")
table = Campaign.objects.create(name="Road", system="cairn", settings={})
Membership.objects.create(campaign=table, user=gm, role="gm")
encounter = Encounter.objects.create(campaign=table, name="Ford", settings=table.settings)
sword = {"kind": "weapon", "name": "Sword", "damage": "d8"}
hero = {"sheet": {"str": 12, "dex": 11, "wil": 10, "hp": 4}, "gear": [sword]}
goblin = {"sheet": {"str": 8, "dex": 14, "wil": 8, "hp": 4, "attacks": [{"name": "Spear", "damage": "d6"}]}}
for number in range(4):
    for ref, side, brought in (("hero", "party", hero), ("goblin", "foes", goblin)):
        Combatant.objects.create(
            encounter=encounter, ref=f"{ref}{number}", name=f"{ref} {number}", side=side, brought=brought,
            player=side == "party",
        )
"""

ASK = """
from django.contrib.auth import get_user_model
from encounters.door import seat_at
from encounters.models import Encounter
from encounters.reports import kind_of
from encounters.services import reports
from sheets.models.ids import public_id
seat = seat_at(get_user_model().objects.get(), Encounter.objects.get().public_id)
answer = reports.ask_for(seat, kind_of("forecast"), {"fights": given["fights"], "seed": given["seed"]}, public_id()).pk
"""

LOOK = """
from encounters.models import Report
fields = ("status", "attempt", "progress", "total", "result", "error")
answer = Report.objects.values(*fields).get(pk=given["pk"])
"""

CANCEL = """
from django.contrib.auth import get_user_model
from encounters.door import seat_at
from encounters.models import Report
from encounters.services import reports
report = Report.objects.get(pk=given["pk"])
reports.cancel(seat_at(get_user_model().objects.get(), report.encounter.public_id), report)
"""

RUNNER = """
import json, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
for line in sys.stdin:
    order = json.loads(line)
    names = {"given": order["given"], "answer": None}
    exec(order["code"], names)
    print(json.dumps(names["answer"]), flush=True)
"""


class Site:
    """A site in a folder of its own: one process that does what it is told, and workers to start and to kill."""

    def __init__(self, folder: Path, redis_url: str = "") -> None:
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}},
            "FRAY_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings", "ALLOWED_HOSTS": "localhost",
            **({"REDIS_URL": redis_url} if redis_url else {}),
        }  # fmt: skip
        self.log = (folder / "worker.log").open("ab")
        self.workers: list[subprocess.Popen[bytes]] = []
        self.shell = subprocess.Popen(
            [sys.executable, "-c", RUNNER], cwd=settings.BASE, env=self.environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self.run(SET_UP)

    def run(self, code: str, **given: Any) -> Any:
        """Run code in the site and give back its `answer`."""
        assert self.shell.stdin is not None
        assert self.shell.stdout is not None
        self.shell.stdin.write(json.dumps({"code": code, "given": given}) + "\n")
        self.shell.stdin.flush()
        return json.loads(self.shell.stdout.readline())

    def ask(self, fights: int, seed: str = "s") -> int:
        return int(self.run(ASK, fights=fights, seed=seed))

    def look(self, report: int) -> dict[str, Any]:
        seen: dict[str, Any] = self.run(LOOK, pk=report)
        return seen

    def cancel(self, report: int) -> None:
        self.run(CANCEL, pk=report)

    def start_worker(self) -> subprocess.Popen[bytes]:
        worker = subprocess.Popen(
            [
                *(sys.executable, "-W", "ignore", "-m", "celery", "--quiet", "-A", "config", "worker"),
                *("--loglevel", "WARNING", "--concurrency", "2"),
                *("--without-gossip", "--without-mingle", "--without-heartbeat"),
            ],
            cwd=settings.BASE, env=self.environment, stdout=self.log, stderr=self.log, start_new_session=True,
        )  # fmt: skip
        self.workers.append(worker)
        return worker

    def kill(self, worker: subprocess.Popen[bytes]) -> None:
        """As a power cut would: the worker and its pool, at once."""
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()

    def wait(self, report: int, until: Callable[[dict[str, Any]], bool], within_s: float) -> dict[str, Any]:
        """The report as soon as it is so."""
        end = time.monotonic() + within_s
        while not until(seen := self.look(report)):
            assert time.monotonic() < end, {**seen, "result": bool(seen["result"])}
            time.sleep(0.05)
        return seen

    def close(self) -> None:
        for worker in self.workers:
            if worker.poll() is None:
                self.kill(worker)
        self.shell.kill()
        self.shell.wait()
        self.log.close()


def is_partly_made(seen: dict[str, Any]) -> bool:
    return seen["status"] == "running" and seen["result"] is not None and 0 < seen["progress"] < seen["total"]


def is_done(seen: dict[str, Any]) -> bool:
    return bool(seen["status"] == "done")
