"""A browser on the play page, at the door of the site's WSGI application: it presses buttons as htmx sends them."""

from __future__ import annotations

import gc
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from io import BytesIO
from time import thread_time
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.handlers.wsgi import WSGIHandler
from django.test import Client

from sheets.models import User

HOST = "localhost"


class Answer(NamedTuple):
    """What a request came back with, and the seconds of processor time that it took the server."""

    status: int
    text: str
    took: float


class Browser:
    """A logged-in browser. It carries its cookies and the CSRF token, as a page of the site does."""

    def __init__(self, site: WSGIHandler, user: User, password: str) -> None:
        self.site = site
        client = Client(enforce_csrf_checks=True, headers={"host": HOST})
        token = _found(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get("/accounts/login/").content.decode())
        logged_in = client.post(
            "/accounts/login/", {"login": user.username, "password": password, "csrfmiddlewaretoken": token}
        )
        assert logged_in.status_code == 302, logged_in.status_code
        self.cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
        self.token = client.cookies["csrftoken"].value

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, b"", {})

    def post(self, path: str, sent: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Answer:
        body = urlencode(sent, doseq=True).encode()
        htmx = {"HTTP_HX_REQUEST": "true", "HTTP_X_CSRFTOKEN": self.token, **(headers or {})}
        return self._ask("POST", path, body, htmx)

    def _ask(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        path, _mark, query = path.partition("?")
        environ = {
            "REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "SCRIPT_NAME": "",
            "SERVER_NAME": HOST, "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "HTTP_HOST": HOST,
            "HTTP_COOKIE": self.cookies, "HTTP_ACCEPT_LANGUAGE": "en", "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_TYPE": "application/x-www-form-urlencoded", "CONTENT_LENGTH": str(len(body)),
            "wsgi.url_scheme": "http", "wsgi.input": BytesIO(body), **headers,
        }  # fmt: skip
        statuses: list[str] = []
        gc.collect(0)
        gc.disable()
        try:
            start = thread_time()
            response = self.site(environ, lambda status, _headers, *_error: statuses.append(status))
            content = b"".join(response)
            took = thread_time() - start
        finally:
            gc.enable()
        response.close()
        return Answer(int(statuses[0].split()[0]), content.decode(), took)


class PlayPage:
    """The play page of one seat: it knows its version, its key and the form of the next order."""

    def __init__(self, browser: Browser, path: str) -> None:
        self.browser = browser
        self.path = path
        self.version = self.key = self.after = ""
        self.choice = ""
        self.form: dict[str, list[str]] = {}
        self.open()

    def open(self) -> Answer:
        """Load the whole page."""
        return self._shown(self.browser.get(self.path))

    def press(self, number: int = 0) -> Answer:
        """Send the form of an order as it stands, with the target that is `number` from the top."""
        return self.order(
            {
                name: values[number % len(values)] if name == "target" else values[0]
                for name, values in self.form.items()
            }
        )

    def order(self, order: Mapping[str, Any]) -> Answer:
        """Give an order."""
        sent = {**order, "version": self.version, "key": self.key}
        return self._shown(self.browser.post(f"{self.path}order/", sent, {"HTTP_X_AFTER": self.after}))

    def settle(self) -> None:
        """Answer what an order waits for, each time with the first answer offered."""
        while self.choice:
            sent = {"version": self.version, "key": self.key, "answer": self.choice, "place": "ask"}
            self._shown(self.browser.post(f"{self.path}answer/", sent, {"HTTP_X_AFTER": self.after}))

    def _shown(self, answer: Answer) -> Answer:
        assert answer.status == 200, (answer.status, answer.text[:2000])
        self.version, self.key = (_found(rf'data-{name}="([^"]*)"', answer.text) for name in ("version", "key"))
        self.after = _found(r'data-after="([^"]*)"', answer.text)
        choice = re.search(r'name="answer" value="([^"]*)"(?! disabled)', answer.text)
        self.choice = choice[1] if choice is not None else ""
        reader = _ActForm()
        reader.feed(answer.text)
        self.form = reader.fields
        return answer


class _ActForm(HTMLParser):
    """The fields of the form of an order: for each what it sends, the choices of a target in full."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, list[str]] = {}
        self._is_inside = False
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_inside = given.get("id") == "act-form"
        elif not self._is_inside:
            return
        elif tag == "input" and given.get("type") != "checkbox":
            self.fields[given["name"]] = [given.get("value", "")]
        elif tag == "select":
            self._select = "" if "multiple" in given else given["name"]
        elif tag == "option" and self._select and "disabled" not in given:
            values = self.fields.setdefault(self._select, [])
            values.insert(0, given["value"]) if "selected" in given else values.append(given["value"])

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_inside = False


def _found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match is not None, pattern
    return match[1]
