"""Tells open pages that there is a new version: in this process, or through Redis for several."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings

if TYPE_CHECKING:
    from encounters.models import Encounter

#: Who listens in this process: by encounter, the loop and the queue of each open page.
_pages: dict[str, set[tuple[asyncio.AbstractEventLoop, asyncio.Queue[dict[str, int]]]]] = defaultdict(set)


def publish(encounter: Encounter) -> None:
    """Tell every open page the encounter's versions. Only numbers travel; each page fetches its own view."""
    news = {"version": encounter.version, "shown": encounter.shown}
    if settings.REDIS_URL:
        _redis().publish(_channel(encounter.public_id), json.dumps(news))
    else:
        for loop, queue in tuple(_pages.get(encounter.public_id, ())):
            loop.call_soon_threadsafe(queue.put_nowait, news)


@asynccontextmanager
async def listen(public_id: str) -> AsyncIterator[asyncio.Queue[dict[str, int]]]:
    """A queue that gets the versions of an encounter as long as one listens."""
    queue: asyncio.Queue[dict[str, int]] = asyncio.Queue()
    page = (asyncio.get_running_loop(), queue)
    _pages[public_id].add(page)
    try:
        if settings.REDIS_URL:
            async with _redis_queue(public_id, queue):
                yield queue
        else:
            yield queue
    finally:
        _pages[public_id].discard(page)
        if not _pages[public_id]:
            del _pages[public_id]


async def news_for(queue: asyncio.Queue[dict[str, int]], within_s: float) -> dict[str, int] | None:
    """The newest versions that have come, or None where none comes in time."""
    try:
        news = await asyncio.wait_for(queue.get(), within_s)
    except TimeoutError:
        return None
    while not queue.empty():
        news = queue.get_nowait()
    return news


_closing = threading.Event()


def is_closing() -> bool:
    """Whether this process has been asked to end."""
    return _closing.is_set()


@cache
def wake_on_shutdown() -> None:
    """Let open pages go as soon as the process is asked to end, else the server would wait for them."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)
        if callable(before):
            with suppress(ValueError):
                signal.signal(number, _closing_then(before))


def _closing_then(before: Any) -> Any:
    def close(number: int, frame: Any) -> None:
        close_all()
        before(number, frame)

    return close


def close_all() -> None:
    """Let every open page of this process go."""
    _closing.set()
    for pages in tuple(_pages.values()):
        for loop, queue in tuple(pages):
            loop.call_soon_threadsafe(queue.put_nowait, {"version": 0, "shown": 0})


def reopen() -> None:
    """Take pages again after `close_all`."""
    _closing.clear()


def listeners(public_id: str) -> int:
    """How many pages of this process listen to an encounter."""
    return len(_pages.get(public_id, ()))


def _channel(public_id: str) -> str:
    return f"fray:encounter:{public_id}"


@cache
def _redis() -> Any:
    import redis

    return redis.Redis.from_url(settings.REDIS_URL)


@asynccontextmanager
async def _redis_queue(public_id: str, queue: asyncio.Queue[dict[str, int]]) -> AsyncIterator[None]:
    import redis.asyncio

    client = redis.asyncio.Redis.from_url(settings.REDIS_URL)
    subscription = client.pubsub()
    await subscription.subscribe(_channel(public_id))

    async def pump() -> None:
        async for message in subscription.listen():
            if message["type"] == "message":
                queue.put_nowait(json.loads(message["data"]))

    task = asyncio.create_task(pump())
    try:
        yield
    finally:
        task.cancel()
        await subscription.aclose()  # type: ignore[no-untyped-call]
        await client.aclose()
