"""Every URL is tried as GM, owner, other player, spectator, stranger, visitor and staff, with planted secrets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponseBase
from django.test import AsyncClient
from django.utils import timezone

from tests.every_url import DOORS, SEATS, Address, World, every_address, lay_world, paths_of, seats_at

METHODS = ("get", "post", "put", "patch", "delete")
HTMX = {"HX-Request": "true"}


@pytest.fixture
def world(db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    # The live channel gives its connection back; here that is the one which takes everything back.
    monkeypatch.setattr("encounters.views.live.close_old_connections", lambda: None)
    return lay_world()


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is written here is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def sent_by(world: World, seat: str, values: tuple[str, ...], target: str) -> dict[str, Any]:
    """All that any form of the site may send, so that each finds something in it."""
    hero = world.heroes["torvald" if seat == "torvald" else "anna"]
    return {
        "version": world.version(seat, values[0] if values else ""), "key": "dagger", "place": "act", "after": "",
        "do": "attack", "actor": hero.ref if target != world.hidden.ref else target, "target": target,
        "targets": target, "weapon": "unarmed", "answer": "app", "face": "3", "before": timezone.now().isoformat(),
        "name": "Renamed", "about": "", "system": "cairn", "health": "words", "value": "5", "field": "hp",
        "change": "1", "dice": "app", "kind": "gear", "q": "a", "why": "armor", "count": "1", "flag": "hidden",
        "on": "1", "pick": "creature:goblin", "who": hero.ref, f"version:{hero.ref}": "0", "note": "a note",
        "text": json.dumps({"format": "fray-sheet", "system": "cairn", "name": "New", "sheet": {"hp": 3}}),
        "tool": "paint:fog", "cells": "A1", "cell": "B2", "side": "foes", "map": "", "map_cell": "B2",
        "language": "ru", "theme": "dark", "next": "/", "summary-x": "", "forecast-fights": "100",
    }  # fmt: skip


def tries(world: World, seat: str, address: Address) -> Iterator[tuple[tuple[str, ...], str, str, HttpResponseBase]]:
    """Every way to ask for the address: what stood in it, the method, all that was sent, and the answer."""
    client = world.client(seat)
    door = DOORS.get(address.name)
    targets = [world.foe.ref] + ([world.hidden.ref] if address.name.startswith("encounter_") else [])
    for number, (path, values) in enumerate(paths_of(world, address)):
        for method in METHODS:
            is_used = method in door.methods if door else method in ("get", "post")
            if not is_used and (number or not address.is_ours):
                continue  # a wrong method is wrong wherever
            for target in targets if is_used else targets[:1]:
                for headers in ({}, HTMX) if is_used and address.is_ours and target == targets[0] else ({},):
                    sent = sent_by(world, seat, values, target)
                    body = {"data": sent} if method in ("get", "post") else {}
                    with undone():
                        answer = getattr(client, method)(path, **body, headers=headers)
                    yield values, method, f"{path} {sent}", answer


def is_in(answer: HttpResponseBase) -> bool:
    """Whether the door opened: anything but refused, not found, wrong method, or the way to the log-in."""
    to = answer.headers.get("HX-Redirect", "") + answer.headers.get("Location", "")
    return answer.status_code not in (403, 404, 405) and "/login/" not in to


def all_of(answer: HttpResponseBase) -> str:
    """Everything that goes over the wire: the body, the headers, the cookies."""
    body = answer.getvalue().decode("utf-8", "replace") if hasattr(answer, "getvalue") else ""
    return "\n".join([body, *(f"{name}: {value}" for name, value in answer.headers.items()), answer.cookies.output()])


def test_every_address_says_who_may_use_it() -> None:
    ours = {address.name for address in every_address() if address.is_ours}
    assert ours - DOORS.keys() == set(), "declare the new addresses in DOORS, in tests/every_url.py"
    assert DOORS.keys() - ours == set(), "these addresses are gone"


def test_every_address_can_be_built(world: World) -> None:
    for address in every_address():
        assert list(paths_of(world, address)), address


@pytest.mark.parametrize("seat", SEATS)
def test_every_address_lets_in_whom_it_should_and_tells_nobody_a_secret(world: World, seat: str) -> None:
    wrong: list[str] = []
    told: set[str] = set()
    secrets = [secret for secret, seats in world.secrets.items() if seat not in seats]
    # Whoever has a link may go where it leads; and what is over may be checked.
    known = {("join", world.campaign.public_id), ("encounter_end", world.running.seed)}
    for address in every_address():
        got_in = False
        for values, method, sent, answer in tries(world, seat, address):
            where = f"{seat} {method} {address.name or address.route} {values}: {answer.status_code}"
            text = all_of(answer)
            told |= {secret for secret in world.secrets if secret in text and secret not in sent}
            wrong += [
                f"{where} tells {secret}" for secret in secrets
                if secret in text and secret not in sent and (address.name, secret) not in known
            ]  # fmt: skip
            if answer.status_code >= 500 and address.name != "encounter_live":
                wrong.append(f"{where} breaks")
            if not address.is_ours:
                if address.space == "admin" and seat != "staff" and answer.status_code == 200:
                    wrong.append(f"{where} lets into the administration")
                continue
            door, seats = DOORS[address.name], seats_at(world, address, values)
            if is_in(answer) and method not in door.methods:
                wrong.append(f"{where} takes the wrong method")
            elif is_in(answer) and seat not in seats and not (seat == "visitor" and address.name == "join"):
                wrong.append(f"{where} lets in")
            elif method in door.methods and seat in seats:
                got_in |= is_in(answer)
        if address.is_ours and DOORS[address.name].sure and seat in DOORS[address.name].seats and not got_in:
            wrong.append(f"{seat} never gets in at {address.name}")
    assert not wrong, "\n".join(wrong)
    if seat == "gm":  # a secret that nobody is ever sent would prove nothing
        assert {secret for secret, seats in world.secrets.items() if seat in seats} - told == set()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seat", SEATS)
def test_the_live_channel_tells_a_version_to_the_table_and_nothing_to_others(seat: str) -> None:
    world = lay_world()

    async def first_word() -> tuple[int, str]:
        client = AsyncClient()
        if seat != "visitor":
            await client.aforce_login(world.people[seat])
        answer = await client.get(f"/e/{world.running.public_id}/live/")
        if answer.status_code != 200:
            return answer.status_code, answer.text.replace(world.running.public_id, "what was asked for")
        events = aiter(answer.streaming_content)
        word = (await asyncio.wait_for(anext(events), 5)).decode()
        await events.aclose()
        return answer.status_code, word

    status, word = asyncio.run(first_word())
    if seat in ("gm", "anna", "torvald", "watcher"):
        version = world.running.version if seat == "gm" else world.running.shown
        assert word == f"retry: 2000\n\nevent: version\ndata: {version}\n\n"
    else:
        assert status == 404
        assert [secret for secret in world.secrets if secret in word] == []
