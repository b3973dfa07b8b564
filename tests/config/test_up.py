"""`manage.py up` as a user runs it: in a process of its own."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

STARTS_WITHIN_S = 60
STOPS_WITHIN_S = 10


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(data: Path) -> dict[str, str]:
    inherited = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}}
    return {**inherited, "FRAY_DATA": str(data)}


class Running:
    """A running `up`, its output so far, and the address it serves."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self.log = data / "up.log"
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", str(self.port), *arguments],
            cwd=settings.BASE,
            env=environment(data),
            stdout=self.log.open("wb"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        give_up = time.monotonic() + STARTS_WITHIN_S
        while "Fray is at" not in self.output() and self.process.poll() is None:
            assert time.monotonic() < give_up, self.output()
            time.sleep(0.1)
        assert self.process.poll() is None, self.output()

    def output(self) -> str:
        return self.log.read_text()

    def children(self) -> dict[int, str]:
        """The process numbers and command lines of what `up` started (Linux only)."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                line = (folder / "cmdline").read_text().replace("\0", " ")
            except OSError:
                continue
            if int(fields[1]) == self.process.pid:
                found[int(folder.name)] = line
        return found

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(STOPS_WITHIN_S)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    started = Running(tmp_path)
    yield started
    started.end()


def get(address: str) -> tuple[int, str]:
    with urllib.request.urlopen(address, timeout=10) as answer:
        return answer.status, answer.read().decode()


def gone(process: int) -> bool:
    return not Path(f"/proc/{process}").exists()


def queue_a_message(data: Path) -> list[Path]:
    """Sends a task that needs nothing; returns the message files that then wait."""
    sending = "from config.celery import app; app.send_task('celery.accumulate', ignore_result=True)"
    subprocess.run([sys.executable, "-c", sending], cwd=settings.BASE, env=environment(data), check=True)
    return list((data / "broker" / "messages").glob("*.msg"))


def test_the_first_page_answers_and_ctrl_c_stops_everything(running: Running, tmp_path: Path) -> None:
    status, page = get(running.address)
    assert status == 200
    style = re.search(r'href="(/static/css/base[^"]*)"', page)
    assert style
    assert get(running.address.rstrip("/") + style[1])[0] == 200

    password = re.search(r"log in as admin with the password (\S+)", running.output())
    assert password
    assert len(password[1]) >= 16

    children = running.children()
    assert len(children) == 2, children

    queue_a_message(tmp_path)
    give_up = time.monotonic() + 15
    while list((tmp_path / "broker" / "messages").glob("*.msg")):
        assert time.monotonic() < give_up, "the worker takes no messages"
        time.sleep(0.1)

    os.killpg(running.process.pid, signal.SIGINT)
    os.killpg(running.process.pid, signal.SIGINT)  # an impatient second one changes nothing
    assert running.process.wait(STOPS_WITHIN_S) == 0, running.output()
    assert "Traceback" not in running.output()
    assert running.output().rstrip().endswith("Stopped.")
    assert all(gone(child) for child in children)


def test_when_the_worker_dies_it_is_said_and_the_web_server_stops(running: Running) -> None:
    worker = next(number for number, line in running.children().items() if "celery" in line)
    os.kill(worker, signal.SIGKILL)
    assert running.process.wait(STOPS_WITHIN_S) == 1
    assert "The background worker stopped unexpectedly" in running.output()
    with pytest.raises(urllib.error.URLError):
        get(running.address)


def refusal(data: Path, *arguments: str) -> str:
    run = subprocess.run(
        [sys.executable, "manage.py", "up", *arguments],
        cwd=settings.BASE,
        env=environment(data),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    return run.stderr


def test_the_demo_with_its_known_passwords_is_not_served_to_others(tmp_path: Path) -> None:
    assert "serves this machine only" in refusal(tmp_path, "--demo", "--host", "0.0.0.0")


def test_a_port_in_use_is_named_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"Port {port} on 127.0.0.1 is already in use" in refusal(tmp_path, "--port", str(port))


def test_a_message_is_never_seen_half_written(tmp_path: Path) -> None:
    waiting = queue_a_message(tmp_path)
    assert len(waiting) == 1
    assert waiting[0].read_text().startswith("{")
    assert not list((tmp_path / "broker" / "messages").glob("*.part"))
