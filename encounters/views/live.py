"""The live channel: one open answer per page, which tells the version of the board whenever it changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import PermissionDenied
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from encounters.door import seat_at
from encounters.live import is_closing, listen, listeners, news_for, wake_on_shutdown

#: How often the door is checked again, and a sign of life is sent.
CHECK_EVERY_S = 20.0
#: Pages that may stay connected to one encounter in one process; the others ask for the version now and then.
MOST_PAGES = 200
#: How long a page waits before it connects again.
RETRY_MS = 2000


async def live(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """`event: version` with this seat's version, at once and at every change."""
    if request.method != "GET":
        return HttpResponse(status=405, headers={"Allow": "GET"})
    session = request.session
    is_gm, version = await _look(session, public_id)
    # Only an asynchronous server can keep pages open; on another one they ask now and then.
    if not isinstance(request, ASGIRequest) or listeners(public_id) >= MOST_PAGES or is_closing():
        return HttpResponse(status=503, headers={"Retry-After": "30"})
    wake_on_shutdown()
    return StreamingHttpResponse(
        _events(session, public_id, is_gm, version),
        content_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _events(session: SessionBase, public_id: str, is_gm: bool, version: int) -> AsyncIterator[str]:
    async with listen(public_id) as queue:
        # What changed between the look at the door and the first word here must not be missed.
        is_gm, version = await _look(session, public_id)
        yield f"retry: {RETRY_MS}\n\n{_said(version)}"
        clock = asyncio.get_running_loop().time
        checked = clock()
        while not is_closing():
            # However much there is to tell, the door is looked at in time.
            news = await news_for(queue, max(0.0, checked + CHECK_EVERY_S - clock()))
            if is_closing():
                return
            now = clock()
            if news is None or now - checked >= CHECK_EVERY_S:
                try:
                    is_gm, seen = await _look(session, public_id)
                except (Http404, PermissionDenied):
                    return
                checked = now
                yield ": still here\n\n"
            else:
                seen = news["version" if is_gm else "shown"]
            if seen != version:
                version = seen
                yield _said(version)


def _said(version: int) -> str:
    return f"event: version\ndata: {version}\n\n"


@sync_to_async
def _look(session: SessionBase, public_id: str) -> tuple[bool, int]:
    """Whether whoever is logged in by this session sits there as a Game Master, and the version of the seat.

    The connection is given back at once: a page may stay open for hours.

    Raises:
        Http404: nobody is logged in by it, or there is no seat for them; or not any more.
    """
    asking = HttpRequest()
    asking.session = type(session)(session.session_key)  # as it is stored now
    try:
        seat = seat_at(get_user(asking), public_id)
        return seat.is_gm, seat.version
    finally:
        close_old_connections()
