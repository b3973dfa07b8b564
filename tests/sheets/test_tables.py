"""The tables of equipment and creatures: loading, reading, changing; the rulebook; words."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import translation

from rules.registry import SYSTEMS
from rules.words import say
from sheets.models import Creature, Equipment, User

pytestmark = pytest.mark.django_db


def load() -> str:
    out = StringIO()
    call_command("load_tables", stdout=out)
    return out.getvalue()


def test_loading_twice_makes_every_row_once() -> None:
    assert "80 new" in load()
    counts = Equipment.objects.count(), Creature.objects.count()
    again = load()
    assert "0 new, 0 updated" in again
    assert (Equipment.objects.count(), Creature.objects.count()) == counts
    assert counts[0] == sum(len(rows) for system in SYSTEMS for rows in system.equipment().values())


def test_an_update_keeps_rows_that_were_changed_here_and_renews_the_others() -> None:
    load()
    Equipment.objects.filter(key="sword", system="cairn").update(data={"damage": "d12"}, changed=True)
    Equipment.objects.filter(key="axe", system="cairn").update(data={"damage": "d12"})
    said = load()
    assert "1 updated, 1 kept" in said
    assert Equipment.objects.get(key="sword", system="cairn").data == {"damage": "d12"}
    assert Equipment.objects.get(key="axe", system="cairn").data["damage"] == "d8"


@pytest.fixture
def staff(client: Client) -> Client:
    load()
    client.force_login(User.objects.create(username="staff", is_staff=True, is_superuser=True))
    return client


def edit(client: Client, row: Equipment, **columns: str) -> int:
    data = {"system": "cairn", "kind": row.kind, "key": row.key, "name_en": "Blade", "name_ru": "Клинок", **columns}
    return client.post(reverse("admin:sheets_equipment_change", args=[row.pk]), data).status_code


def test_staff_change_a_row_and_it_is_marked_and_found_by_its_new_name(staff: Client) -> None:
    sword = Equipment.objects.get(key="sword", system="cairn")
    assert edit(staff, sword, data='{"damage": "d10"}') == 302
    sword.refresh_from_db()
    assert (sword.changed, sword.data["damage"], sword.data["name"]["ru"]) == (True, "d10", "Клинок")
    assert "Blade" in staff.get(reverse("tables", args=["cairn"]), {"q": "клин"}).text


@pytest.mark.parametrize("data", ['{"damage": "sharp"}', '{"colour": "red"}', "[]]", '{"cost": -1}'])
def test_a_row_that_does_not_fit_its_kind_is_refused(staff: Client, data: str) -> None:
    sword = Equipment.objects.get(key="sword", system="cairn")
    assert edit(staff, sword, data=data) == 200
    sword.refresh_from_db()
    assert not sword.changed


def test_everybody_reads_the_rulebook_with_its_credits(client: Client) -> None:
    text = client.get(reverse("rulebook", args=["cairn"])).text
    for rule in SYSTEMS[0].rulebook:
        assert f'id="{rule.id}"' in text
    assert "CC BY-SA 4.0" in text
    assert client.get(reverse("rulebook", args=["chess"])).status_code == 404
    assert client.get(reverse("tables", args=["chess"])).status_code == 404


def test_the_tables_can_be_searched_and_say_when_nothing_is_found(client: Client) -> None:
    load()
    address = reverse("tables", args=["cairn"])
    assert "Wolf" in client.get(address, {"q": "wolf"}).text
    assert "Nothing is called that" in client.get(address, {"q": "zzz"}).text


def test_the_tables_ask_the_database_little(client: Client, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    load()
    with django_assert_num_queries(2):
        client.get(reverse("tables", args=["cairn"]))


def drawn(value: object, language: str = "en") -> str:
    with translation.override(language):
        return Template("{% load words %}{{ value|words }}").render(Context({"value": value}))


def test_words_are_drawn_in_the_readers_language_and_escaped() -> None:
    name = {"en": "<Wolf>", "ru": "Волк"}
    assert drawn(say("{who} bites", who=name)) == "&lt;Wolf&gt; bites"
    assert drawn(name, "ru") == "Волк"
    assert drawn(say("{who} bites", who="O'Brien & {x}")) == "O&#x27;Brien &amp; {x} bites"
    assert drawn(None) == drawn("") == ""
