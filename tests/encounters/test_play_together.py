"""Two people press at the same moment, on two connections: one order lands, the other is told that it is stale."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.db import connections

from encounters.models import Entry
from encounters.services import turn
from encounters.services.submitting import Stale, Submit
from tests.encounters.play_table import Table

ROOT = Path(__file__).resolve().parents[2]


def _press_together(table: Table) -> list[str]:
    """What each of two submits with the same version came to."""
    version = table.version("anna")
    gate = threading.Barrier(2)
    came: list[str] = []

    def press(who: str, ref: str) -> None:
        try:
            submit = Submit(table.people[who], table.encounter.public_id, version, f"together-{who}")
            gate.wait(5)
            turn.give_order(submit, {"do": "wait", "actor": ref})
            came.append("landed")
        except Stale:
            came.append("stale")
        except Exception as error:
            came.append(repr(error))
        finally:
            connections.close_all()

    presses = [threading.Thread(target=press, args=pair) for pair in
               (("anna", table.anna.ref), ("torvald", table.torvald.ref))]  # fmt: skip
    for each in presses:
        each.start()
    for each in presses:
        each.join(30)
    return sorted(came)


@pytest.mark.django_db(transaction=True)
def test_of_two_orders_at_once_one_lands_and_the_other_is_stale() -> None:
    table = Table()
    before = Entry.objects.count()
    assert _press_together(table) == ["landed", "stale"]
    assert Entry.objects.count() == before + 1


@pytest.mark.needs_postgres
@pytest.mark.skipif(os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="this is PostgreSQL already")
def test_so_it_is_on_postgresql(postgres_url: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", f"{__file__}::{_ALONE}"],
        cwd=ROOT, env={**os.environ, "DATABASE_URL": postgres_url}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


_ALONE = test_of_two_orders_at_once_one_lands_and_the_other_is_stale.__name__
