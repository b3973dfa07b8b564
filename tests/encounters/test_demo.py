"""The demo: made once, whole, and only where somebody says that it is wanted."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from encounters.board import set_up
from encounters.models import Encounter
from encounters.services.demo import NAME
from sheets.models import Campaign, Sheet, User

pytestmark = pytest.mark.django_db


def load() -> str:
    out = StringIO()
    call_command("load_demo", yes_demo=True, stdout=out)
    return out.getvalue()


def test_nobody_gets_log_ins_with_known_passwords_by_mistake() -> None:
    with pytest.raises(CommandError, match="only for a machine that nobody else reaches"):
        call_command("load_demo")
    assert not User.objects.exists()


def test_the_demo_has_an_encounter_of_every_status_and_log_ins_that_work() -> None:
    said = load()
    for name in ("gm", "anna", "torvald", "watcher"):
        assert f"{name}-demo" in said
        assert Client().login(username=name, password=f"{name}-demo")
    campaign = Campaign.objects.get(name=NAME)
    assert Sheet.objects.filter(campaign=campaign, is_npc=False).count() == 4
    draft, running, ended = (Encounter.objects.get(status=status) for status in Encounter.Status.values)
    assert draft.name == "Засада у брода"
    board = set_up(running)
    assert (board.fight.round, board.fight.turn, board.fight.winner) == (2, "party", None)
    assert board.fight.system.acting(board.fight), "somebody has yet to act"
    assert set_up(ended).fight.winner is not None
    assert running.entries.count() > 5


def test_loaded_again_it_makes_nothing_and_gives_nobody_a_password_back() -> None:
    load()
    anna = User.objects.get(username="anna")
    anna.set_password("her own")
    anna.save()
    before = (Campaign.objects.count(), Encounter.objects.count(), Sheet.objects.count(), User.objects.count())
    assert "(its owner has changed the password)" in load()
    assert (Campaign.objects.count(), Encounter.objects.count(), Sheet.objects.count(), User.objects.count()) == before
    assert Client().login(username="anna", password="her own")


def test_every_page_of_the_demo_opens_for_its_game_master_and_its_players() -> None:
    load()
    for who in ("gm", "anna", "watcher"):
        client = Client()
        client.force_login(User.objects.get(username=who))
        assert client.get(reverse("campaign", args=[Campaign.objects.get(name=NAME).public_id])).status_code == 200
        for encounter in Encounter.objects.exclude(status=Encounter.Status.DRAFT):
            assert client.get(reverse("encounter", args=[encounter.public_id])).status_code == 200
