"""The site as a user runs it: `manage.py up --demo` in a process of its own, with a data folder of its own."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings

STARTS_WITHIN_S = 120
STOPS_WITHIN_S = 20


class Running:
    """A running site: `address` without a slash at its end, and who is logged in by name.

    All test processes of a run share it: the first starts it in `folder`, the last one stops it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.said = folder / "up.log"
        #: Its users, its process and its port.
        self.kept = folder / "running"
        with self._alone():
            users, process, port = self._read()
            if not users:
                process, port = self._start()
            self._write(users + 1, process, port)
        self.address = f"http://127.0.0.1:{port}"
        #: The cookies of those who have logged in, so that each does so once.
        self.logged_in: dict[str, Any] = {}
        #: A forecast and a summary of the demo, once somebody has had them made.
        self.reports: list[str] = []

    def leave(self) -> None:
        """The last one stops it. Raises `AssertionError` where it wrote a traceback or did not end in good order."""
        with self._alone():
            users, process, port = self._read()
            self._write(users - 1, process, port)
            if users > 1:
                return
            os.kill(process, signal.SIGTERM)
            self._wait_for("Stopped.", STOPS_WITHIN_S)
        assert "Traceback" not in self.output(), self.output()

    def output(self) -> str:
        return self.said.read_text()

    def _start(self) -> tuple[int, int]:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        outer = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--demo", "--port", str(port)],
            cwd=settings.BASE, env={**outer, "FRAY_DATA": str(self.folder / "data")},
            stdout=self.said.open("wb"), stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        self._wait_for("Fray is at", STARTS_WITHIN_S, process)
        return process.pid, port

    def _wait_for(self, words: str, within_s: float, process: subprocess.Popen[bytes] | None = None) -> None:
        give_up = time.monotonic() + within_s
        while words not in self.output():
            assert process is None or process.poll() is None, self.output()
            assert time.monotonic() < give_up, self.output()
            time.sleep(0.1)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with (self.folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _read(self) -> tuple[int, int, int]:
        if not self.kept.exists():
            return 0, 0, 0
        users, process, port = (int(each) for each in self.kept.read_text().split())
        return users, process, port

    def _write(self, users: int, process: int, port: int) -> None:
        self.kept.write_text(f"{users} {process} {port}")
