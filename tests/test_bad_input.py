"""Whatever is sent to whatever address: a sentence or a refusal, never a broken page, and nothing half written."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.every_url import DOORS, World, every_address, lay_world, paths_of

HTMX = {"HX-Request": "true"}

#: What nobody would type: escapes, controls, other scripts' digits and directions, and too much of everything.
ODD = {
    "nothing": "",
    "nul": "a\x00b",
    "controls": "\x01\x1b[31m\x7f\r\n\t",
    "surrogate": "\\ud800 \ud800",
    "emoji": "🗡️👨‍👩‍👧‍👦",
    "right to left": "\u202e\u2067gnp.exe",
    "markup": "<script>alert(1)</script><img src=x onerror=alert(2)>\"'`{{7*7}}{% now %}",
    "format": "{0.__class__} %(name)s %s {actor} {}",
    "minus": "\u2212\uff11\uff12",
    "huge number": "9" * 5000,
    "large number": "9" * 12,
    "negative": "-2147483649",
    "exponent": "1e400",
    "not a number": "NaN",
    "arabic digits": "\u0663\u0664",
    "path": "../../etc/passwd",
    "long": "x" * 20_000,
    "json": '{"a": [1, 2, {"b": null}]}',
    "time": "0001-01-01T00:00:00+14:00",
}
#: The names of fields that forms of the site send.
FIELDS = (
    *("version", "key", "place", "after", "do", "actor", "target", "targets", "weapon", "answer", "face", "before"),
    *("name", "about", "system", "health", "value", "field", "change", "dice", "kind", "q", "why", "count", "flag"),
    *("on", "pick", "who", "note", "text", "language", "theme", "next", "token", "side", "other_side", "hidden"),
    *("owner", "player", "amount", "ability", "minutes", "item", "set.hp", "set.fate", "set.dies_in", "set_whole"),
    *("rule-first_round", "rule-both", "forecast-fights", "forecast-seed", "npc", "at", "remove", "page", "sheet.hp"),
    *(
        "name.en",
        "waive",
        "confirm",
        "confirmed",
        "played",
        "save",
        "tool",
        "cells",
        "cell",
        "from",
        "height",
        "bright",
    ),
    *(
        "dim",
        "map",
        "map_cell",
        "map_tool",
        "map_size",
        "map_from",
        "map_pick",
        "grid",
        "cols",
        "rows",
        "scale",
        "unit",
    ),
    *("facing", "off", "bare", "zoom", "to"),
)


@pytest.fixture
def world(db: None) -> World:
    return lay_world()


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is written here is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def post(client: Client, path: str, sent: dict[str, Any], **headers: str) -> Any:
    """A form as a hostile browser sends it, lone surrogates and all."""
    raw = {name: str(value).encode("utf-8", "surrogatepass") for name, value in sent.items()}
    return client.post(path, urlencode(raw), content_type="application/x-www-form-urlencoded", headers=headers)


def get(client: Client, path: str, sent: dict[str, Any]) -> Any:
    raw = {name: str(value).encode("utf-8", "surrogatepass") for name, value in sent.items()}
    return client.get(f"{path}?{urlencode(raw)}")


def our_pages(world: World, method: str) -> Iterator[str]:
    """The paths of every address of ours that takes the method."""
    for address in every_address():
        if address.is_ours and method in DOORS[address.name].methods and address.name != "encounter_live":
            yield from (path for path, _values in paths_of(world, address))


@pytest.mark.parametrize("shift", range(0, len(ODD), 4))
def test_no_address_breaks_at_odd_values_in_all_its_fields(world: World, shift: int) -> None:
    odd = list(ODD.values())
    sent = dict(zip(FIELDS, itertools.cycle(odd[shift:] + odd[:shift]), strict=False))
    client = world.client("gm")
    for method, send in (("get", get), ("post", post)):
        for path in our_pages(world, method):
            with undone():
                answer = send(client, path, sent)
            assert answer.status_code < 500, path
            assert b"<script>alert(1)" not in answer.content, path


def test_nul_characters_look_for_nothing(world: World) -> None:
    client = world.client("gm")
    sheet, running = world.sheets["anna"].public_id, world.running
    for path, sent in (
        (reverse("history_restore", args=[sheet]), {"change": "1", "field": "h\x00q", "version": "1"}),
        (reverse("item_add", args=[sheet]), {"key": "\x00dagger?"}),
        *(
            (reverse("combatant_add", args=[running.public_id]), {"pick": pick, "version": running.version})
            for pick in ("npc:\x00a", "hero:\x00", "creature:a\x00b")
        ),
    ):
        with undone():
            assert post(client, path, sent).status_code == 404


#: For an order the other fields have to be right for the odd one to be looked at.
ORDERS: dict[str, dict[str, str]] = {
    "act": {"note": ""}, "use": {"item": "0", "note": ""}, "help": {"target": ""}, "morale": {"side": "foes"},
    "attack": {"weapon": "", "target": "", "targets": "", "impaired": "", "unclear": "", "at": ""},
    "go": {"to": "B3", "facing": ""}, "place": {"target": "", "at": "E5", "facing": ""},
    "save": {"target": "", "ability": "dex", "note": ""}, "harm": {"target": "", "amount": "1", "note": ""},
    "pass_time": {"minutes": "1"}, "reveal": {"target": ""}, "leave": {"target": ""}, "begin": {"waive": ""},
    "correct": {"target": "", "set.hp": "3", "set.dies_in": "", "set.fate": "", "note": ""},
}  # fmt: skip


@pytest.mark.parametrize("do", ORDERS)
def test_no_order_breaks_at_an_odd_value_in_one_of_its_fields(world: World, do: str) -> None:
    client = world.client("gm")
    path = reverse("encounter_order", args=[world.running.public_id])
    right = {"do": do, "version": world.running.version, "key": "k", "actor": world.heroes["anna"].ref}
    plain = {**ORDERS[do], **({"target": world.foe.ref} if "target" in ORDERS[do] else {})}
    for name in (*plain, "actor", "do"):
        for odd in ODD.values():
            with undone():
                answer = post(client, path, {**right, **plain, name: odd}, **HTMX)
                assert answer.status_code in (200, 403, 409, 422), (name, odd[:40])
                if answer.status_code == 200:
                    page = client.get(reverse("encounter", args=[world.running.public_id]))
                    assert page.status_code == 200
                    assert "<script>alert(1)" not in page.text


@pytest.mark.parametrize("odd", ["markup", "right to left", "format", "nul", "surrogate"])
def test_an_odd_name_is_shown_everywhere_and_breaks_nothing(world: World, odd: str) -> None:
    client, text = world.client("gm"), ODD[odd]
    sheet, version = world.sheets["anna"].public_id, 1
    for field in ("name", "notes"):
        sent = {"value": text, "version": version}
        answer = post(client, reverse("sheet_field", args=[sheet, field]), sent, **HTMX)
        version += answer.status_code == 200
        assert answer.status_code in (200, 422)
    assert post(client, reverse("item_add", args=[sheet]), {"kind": "gear", "name": text}).status_code in (303, 422)
    draft, running = world.draft, world.running
    joined = {"version": draft.version, "side": "-", "other_side": text}
    path = reverse("build_sheet", args=[draft.public_id, sheet])
    assert post(client, path, joined, **HTMX).status_code in (200, 422)
    named = {"name": text, "health": "numbers", "version": running.version}
    assert post(client, reverse("encounter_settings", args=[running.public_id]), named).status_code in (303, 422)
    for path in our_pages(world, "get"):
        page = client.get(path)
        assert page.status_code < 500, path
        if page["Content-Type"].startswith("text/html"):
            assert b"<script>alert(1)" not in page.content, path
            assert b"<img src=x" not in page.content, path


def test_a_megabyte_of_text_in_a_field_is_refused_with_a_sentence(world: World) -> None:
    client = world.client("anna")
    path = reverse("sheet_field", args=[world.sheets["anna"].public_id, "notes"])
    answer = post(client, path, {"value": "x" * 1_000_000, "version": 1}, **HTMX)
    assert answer.status_code == 422
    assert "At most" in answer.text


FILES = {
    "large": b'{"a": "' + b"x" * 50_000_000 + b'"}',
    "deep": b"[" * 200_000,
    "deep but closed": b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
    "large number": b'{"format": "fray-sheet", "system": "cairn", "name": "x", "sheet": {"hp": ' + b"9" * 6000 + b"}}",
    "bytes": bytes(range(256)) * 10,
    "utf-16": '{"system": "cairn"}'.encode("utf-16"),
    "nul": b'{"format": "fray-sheet", "system": "cairn", "name": "a\\u0000b", "sheet": {"notes": "\\u0000"}}',
    "surrogates": b'{"format": "fray-sheet", "system": "cairn", "name": "a\\ud800", "sheet": {"notes": "\\udc00"}}',
    "surrogate system": b'{"format": "fray-sheet", "system": "\\ud800", "name": "a", "sheet": {}}',
    "list of systems": b'{"format": "fray-sheet", "system": ["cairn"], "name": "a", "sheet": {}}',
    "infinite": b'{"format": "fray-sheet", "system": "cairn", "name": "x", "sheet": {"hp": Infinity, "str": NaN}}',
    "null": b"null",
    "picture": b"\x89PNG\r\n\x1a\n" + bytes(1000),
}


def _scenario(first: dict[str, Any], **more: Any) -> bytes:
    return json.dumps({"system": "cairn", "fighters": [first, {"id": "b", "side": "y"}], **more}).encode()


FILES |= {
    "scenario with nul": _scenario({"id": "a\x00", "name": "b\x00", "side": "c\x00"}),
    "scenario with surrogates": _scenario({"id": "\ud800", "name": "\ud801", "side": "\ud802"}),
    "scenario with odd notes": _scenario(
        {"id": "a", "side": "x", "sheet": {"notes": "\x00\ud800"}}, dice={"seed": "s"},
        commands=[{"do": "act", "actor": "a", "note": "\ud803\x00"}],
    ),
    "scenario with a nul in a note": _scenario(
        {"id": "a", "side": "x"}, commands=[{"do": "act", "actor": "a", "note": "\x00"}]
    ),
    "scenario with odd gear": _scenario(
        {"id": "a", "side": "x", "gear": [{"kind": "gear", "name": {"en": "\x00", "ru": "\x00"}}]}
    ),
    "scenario with a nul in a sheet": _scenario({"id": "a", "side": "x", "sheet": {"notes": "\x00"}}),
    "scenario with odd dice": _scenario(
        {"id": "a", "side": "x"}, dice={"seed": "\ud800\x00"}, commands=[{"do": "attack", "actor": "a", "target": "b"}]
    ),
    "scenario that joins oddly": _scenario(
        {"id": "a", "side": "x"},
        commands=[{"do": "join", "id": "\x00", "name": "\x00", "side": "\x00", "sheet": {"notes": "\x00"}}],
    ),
    "scenario of nobody": b'{"system": "cairn", "fighters": []}',
}  # fmt: skip


@pytest.mark.parametrize("file", FILES)
def test_no_file_breaks_an_import(world: World, file: str) -> None:
    client = world.client("gm")
    campaign, sheet = world.campaign.public_id, world.sheets["anna"].public_id
    for path in (
        reverse("sheet_import", args=[campaign]),
        reverse("sheet_import_over", args=[sheet]),
        reverse("encounter_import", args=[campaign]),
    ):
        for more in ({}, {"confirm": "1", "confirmed": "1", "version": "1"}, {"confirmed": "1", "played": "1"}):
            with undone():
                sent = {**more, "name": "x", "file": SimpleUploadedFile("a.json", FILES[file])}
                answer = client.post(path, sent, follow=True)
                assert answer.status_code in (200, 400, 409, 413, 422), (path, more)
                if len(FILES[file]) < 1_000_000:
                    text = FILES[file].decode("utf-8", "replace")
                    answer = client.post(path, {**more, "name": "x", "text": text}, follow=True)
                    assert answer.status_code in (200, 400, 409, 422), (path, more)
                for page in ("campaign", "campaign_encounters"):
                    assert client.get(reverse(page, args=[campaign])).status_code == 200
