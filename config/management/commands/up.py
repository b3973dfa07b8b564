"""Sets the site up and runs it: web server and background worker, until Ctrl-C."""

import ipaddress
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from types import FrameType
from typing import Any, NoReturn

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand

WEB_STARTS_WITHIN_S = 60
WEB_STOPS_WITHIN_S = 4
WORKER_STOPS_WITHIN_S = 5
LOOK_EVERY_S = 0.1


class Stop(Exception):
    """Somebody pressed Ctrl-C, or asked the process to end."""


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach `host`."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def why_not_bindable(host: str, port: int) -> str | None:
    """The sentence that says why the address cannot be served, or None when it can."""
    if not 1 <= port <= 65535:
        return f"{port} is no port: give one from 1 to 65535."
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except socket.gaierror:
        return f"This machine has no address called {host}."
    except PermissionError:
        return f"Port {port} needs rights this user does not have. Choose another one with --port."
    except OSError as error:
        if error.errno == getattr(socket, "EADDRINUSE", 98):
            return f"Port {port} on {host} is already in use. Choose another one with --port."
        return f"{host}:{port} cannot be served: {error.strerror}."
    return None


class Command(BaseCommand):
    help = "Set up the database, the equipment tables and an administrator, then run the site until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="add a demo campaign with known log-ins")
        parser.add_argument("--host", default="127.0.0.1", help="address to serve (default: %(default)s)")
        parser.add_argument("--port", type=int, default=8000, help="port to serve (default: %(default)s)")

    def handle(self, *args: Any, demo: bool, host: str, port: int, **options: Any) -> None:
        if demo and not is_loopback(host):
            self.refuse(
                f"--demo makes log-ins that everybody knows, so it serves this machine only: "
                f"leave out --host {host}, or leave out --demo."
            )
        if reason := why_not_bindable(host, port):
            self.refuse(reason)
        for number in {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}:
            signal.signal(number, self.stop)
        try:
            self.set_up(demo)
            self.run(host, port)
        except Stop:
            self.say("Stopped.")

    def refuse(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        sys.exit(2)

    def say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()

    def stop(self, number: int, frame: FrameType | None) -> NoReturn:
        for again in (signal.SIGINT, signal.SIGTERM):
            signal.signal(again, signal.SIG_IGN)  # once is enough: what follows takes a few seconds at most
        raise Stop

    # Setting up

    def set_up(self, demo: bool) -> None:
        self.say(f"Setting up in {settings.DATA} ...")
        call_command("migrate", interactive=False, verbosity=0)
        known = get_commands()
        if "load_tables" in known:
            call_command("load_tables", verbosity=0)
        if demo and "load_demo" in known:
            call_command("load_demo", yes_demo=True, stdout=self.stdout)
        elif not demo:
            self.ensure_administrator()

    def ensure_administrator(self) -> None:
        """Makes the user `admin` with a password printed this once, where there is no administrator yet."""
        users = get_user_model()._default_manager
        if users.filter(is_superuser=True).exists():
            return
        if users.filter(username="admin").exists():
            self.say("There is no administrator and the name admin is taken: run manage.py createsuperuser.")
            return
        password = secrets.token_urlsafe(12)
        users.create_superuser("admin", None, password)
        self.say(f"Administrator: log in as admin with the password {password} (it is not shown again).")

    # Running

    def run(self, host: str, port: int) -> None:
        children: dict[str, subprocess.Popen[bytes]] = {}
        try:
            children["web server"] = self.start_web(host, port)
            children["background worker"] = self.start_worker()
            self.wait_for_web(children, host, port)
            shown = f"[{host}]" if ":" in host else "localhost" if host in {"0.0.0.0", "::"} else host  # noqa: S104
            self.say(f"Fray is at http://{shown}:{port}/ - Ctrl-C stops it.")
            while not self.dead(children):
                time.sleep(LOOK_EVERY_S)
        finally:
            dead = self.dead(children)
            self.end(children)
        for name in dead:
            self.stderr.write(
                f"The {name} stopped unexpectedly (exit status {children[name].returncode}), so everything was stopped."
            )
        sys.exit(1)

    def start_web(self, host: str, port: int) -> "subprocess.Popen[bytes]":
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
        if "ALLOWED_HOSTS" not in environment:
            environment["ALLOWED_HOSTS"] = ",".join({*settings.ALLOWED_HOSTS, host})
            if host in {"0.0.0.0", "::"}:  # noqa: S104
                self.say("Set ALLOWED_HOSTS to the names that others will use for this machine.")
        return self.start(
            [
                *("-m", "uvicorn", "config.asgi:application", "--host", host, "--port", str(port)),
                *("--log-level", "warning", "--no-access-log", "--lifespan", "off", "--no-proxy-headers"),
                *("--timeout-graceful-shutdown", "1"),  # open live pages are cut; browsers reconnect
            ],
            environment,
        )

    def start_worker(self) -> "subprocess.Popen[bytes]":
        return self.start(
            [
                *("-W", "ignore::UserWarning:celery.platforms"),  # root is safe: messages are JSON
                *("-m", "celery", "--quiet", "-A", "config", "worker", "--loglevel", "WARNING"),
                *("--concurrency", "2", "--without-gossip", "--without-mingle", "--without-heartbeat"),
            ],
            {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        )

    def start(self, arguments: list[str], environment: dict[str, str]) -> "subprocess.Popen[bytes]":
        """A child in its own session: a terminal's Ctrl-C reaches only us, and we end it in good order."""
        return subprocess.Popen(  # noqa: S603
            [sys.executable, *arguments], cwd=settings.BASE, env=environment, start_new_session=True
        )

    def wait_for_web(self, children: "dict[str, subprocess.Popen[bytes]]", host: str, port: int) -> None:
        target = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
        give_up = time.monotonic() + WEB_STARTS_WITHIN_S
        while time.monotonic() < give_up and not self.dead(children):
            try:
                socket.create_connection((target, port), timeout=1).close()
                return
            except OSError:
                time.sleep(LOOK_EVERY_S)

    def dead(self, children: "dict[str, subprocess.Popen[bytes]]") -> list[str]:
        return [name for name, child in children.items() if child.poll() is not None]

    def end(self, children: "dict[str, subprocess.Popen[bytes]]") -> None:
        """Asks each child to end, then makes those that do not; unfinished reports are taken up at the next start."""
        for child in children.values():
            child.terminate()
        give_up = time.monotonic() + max(WEB_STOPS_WITHIN_S, WORKER_STOPS_WITHIN_S)
        for child in children.values():
            try:
                child.wait(max(0, give_up - time.monotonic()))
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)  # its pool too
                child.wait()
