"""The site as a user runs it: `manage.py up --demo` in a process of its own, with a data folder of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings

STARTS_WITHIN_S = 90
STOPS_WITHIN_S = 15


class Running:
    """A running site: `address` without a slash at its end, and who is logged in by name."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.said = folder / "up.log"
        kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--demo", "--port", str(port)],
            cwd=settings.BASE, env={**kept, "FRAY_DATA": str(folder)},
            stdout=self.said.open("wb"), stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        give_up = time.monotonic() + STARTS_WITHIN_S
        while "Fray is at" not in self.output():
            assert self.process.poll() is None, self.output()
            assert time.monotonic() < give_up, self.output()
            time.sleep(0.1)
        #: The cookies of those who have logged in, so that each does so once.
        self.logged_in: dict[str, Any] = {}
        #: A forecast and a summary of the demo, once somebody has had them made.
        self.reports: list[str] = []

    def output(self) -> str:
        return self.said.read_text()

    def stop(self) -> None:
        """As Ctrl-C does. Raises `AssertionError` where it wrote a traceback or did not end in good order."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(STOPS_WITHIN_S)
        assert "Traceback" not in self.output(), self.output()
        assert self.process.returncode == 0, self.output()
