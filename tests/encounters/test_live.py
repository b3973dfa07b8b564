"""The live channel: the first word at once, a word for every change, and no word for who has no seat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient

from encounters import live
from encounters.views import live as view
from sheets.models import Membership
from tests.encounters.play_table import Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Table:
    return Table()


async def _open(table: Table, who: str | None) -> Any:
    client = AsyncClient()
    if who is not None:
        await client.aforce_login(table.people[who])
    return await client.get(f"{table.page}live/")


async def _next(events: AsyncIterator[bytes], within_s: float = 5) -> str:
    return (await asyncio.wait_for(anext(events), within_s)).decode()


def _run(do: Any) -> None:
    asyncio.run(do)


def test_the_first_word_is_the_version_of_the_seat(table: Table) -> None:
    async def listen() -> None:
        for who, version in (
            ("gm", table.encounter.version),
            ("anna", table.encounter.shown),
            ("watcher", table.encounter.shown),
        ):
            answer = await _open(table, who)
            assert answer["Content-Type"] == "text/event-stream"
            events = aiter(answer.streaming_content)
            assert f"event: version\ndata: {version}\n" in await _next(events)
            await events.aclose()

    table.encounter.refresh_from_db()
    assert table.encounter.version != table.encounter.shown
    _run(listen())
    assert live.listeners(table.encounter.public_id) == 0


def test_every_change_is_told_to_who_may_notice_it(table: Table) -> None:
    async def listen() -> None:
        pages = {who: aiter((await _open(table, who)).streaming_content) for who in ("gm", "anna")}
        for events in pages.values():
            await _next(events)
        await sync_to_async(table.order)("gm", do="harm", target=table.hidden.ref, amount=1)
        assert f"data: {version + 1}\n" in await _next(pages["gm"])
        with pytest.raises(TimeoutError):
            await _next(pages["anna"], 0.3)

    version = table.version("gm")
    _run(listen())


def test_players_hear_of_each_others_orders(table: Table) -> None:
    async def listen() -> None:
        events = aiter((await _open(table, "torvald")).streaming_content)
        await _next(events)
        await sync_to_async(table.order)("anna", do="wait", actor=table.anna.ref)
        shown = await sync_to_async(table.version)("anna")
        assert f"data: {shown}\n" in await _next(events)
        await events.aclose()

    _run(listen())


def test_strangers_and_visitors_hear_nothing(table: Table) -> None:
    async def listen() -> None:
        assert (await _open(table, "stranger")).status_code == 404
        assert (await _open(table, None)).status_code == 404
        client = AsyncClient()
        await client.aforce_login(table.people["anna"])
        assert (await client.post(f"{table.page}live/")).status_code == 405

    _run(listen())


def test_who_loses_the_seat_is_cut_off_at_the_next_look(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "CHECK_EVERY_S", 0.1)

    async def listen() -> None:
        events = aiter((await _open(table, "anna")).streaming_content)
        await _next(events)
        assert "still here" in await _next(events)
        await Membership.objects.filter(user=table.people["anna"]).adelete()
        said = [word async for word in events]
        assert len(said) <= 2

    _run(asyncio.wait_for(listen(), 10))


@pytest.mark.parametrize("how", ["logged out", "deactivated", "a new password elsewhere"])
def test_who_is_logged_in_no_more_is_cut_off_at_the_next_look(
    table: Table, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(view, "CHECK_EVERY_S", 0.1)

    async def listen() -> None:
        client, anna = AsyncClient(), table.people["anna"]
        await client.aforce_login(anna)
        events = aiter((await client.get(f"{table.page}live/")).streaming_content)
        await _next(events)
        assert "still here" in await _next(events)
        if how == "logged out":
            await client.alogout()
        elif how == "deactivated":
            anna.is_active = False
            await anna.asave()
        else:
            anna.set_password("another-1")
            await anna.asave()
        said = [word async for word in events]
        assert len(said) <= 2
        assert await Membership.objects.filter(user=anna).aexists(), "the seat itself is still there"

    _run(asyncio.wait_for(listen(), 10))


def test_beyond_so_many_pages_the_others_have_to_ask(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "MOST_PAGES", 1)

    async def listen() -> None:
        first = await _open(table, "anna")
        events = aiter(first.streaming_content)
        await _next(events)
        assert (await _open(table, "gm")).status_code == 503
        await events.aclose()

    _run(listen())


def test_open_pages_are_let_go_when_the_process_is_asked_to_end(table: Table) -> None:
    async def listen() -> None:
        events = aiter((await _open(table, "anna")).streaming_content)
        await _next(events)
        live.close_all()
        with pytest.raises(StopAsyncIteration):
            await _next(events)

    try:
        _run(listen())
    finally:
        live.reopen()
