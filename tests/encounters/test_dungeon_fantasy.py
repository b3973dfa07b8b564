"""A Dungeon Fantasy fight as it is played on its page: turns of one combatant, questions, what stays unseen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from encounters.models import Encounter
from encounters.services import turn
from encounters.services.importing import import_scenario
from encounters.services.submitting import Submit
from sheets.models import Campaign, Membership, User

pytestmark = pytest.mark.django_db

RECORDED = json.loads(
    (Path(__file__).parents[1] / "rules" / "dungeon_fantasy" / "recorded_fight.json").read_text(encoding="utf-8")
)


class Fight:
    """The recorded fight up to the orc's first turn: the Game Master plays the foes, Anna's player Anna."""

    def __init__(self, orders: int = 5, dice: int = 0, *, answered: bool = True) -> None:
        self.gm, self.anna = (User.objects.create(username=name) for name in ("gm", "anna"))
        campaign = Campaign.objects.create(name="The bridge", system="dungeon_fantasy")
        for user, role in ((self.gm, "gm"), (self.anna, "player")):
            Membership.objects.create(campaign=campaign, user=user, role=role)
        commands = [dict(each) for each in RECORDED["commands"][:orders]]
        if not answered:
            del commands[-1]["answers"]
        told: dict[str, Any] = {**RECORDED, "dice": RECORDED["dice"][:dice], "commands": commands}
        self.encounter = import_scenario(campaign, self.gm, json.dumps(told), "The bridge", played=True)
        self.refs = {each.name: each.ref for each in self.encounter.combatants.all()}
        self.encounter.combatants.filter(ref=self.refs["anna"]).update(owner=self.anna)
        self.keys = 0

    def submit(self, who: User) -> Submit:
        self.keys += 1
        encounter = Encounter.objects.get(pk=self.encounter.pk)
        version = encounter.version if who == self.gm else encounter.shown
        return Submit(who, encounter.public_id, version, f"key-{self.keys}")

    def order(self, who: User, **order: Any) -> turn.Done:
        return turn.give_order(self.submit(who), order)

    def answer(self, who: User, key: str) -> turn.Done:
        return turn.give_answer(self.submit(who), key)

    def page(self, who: User, language: str = "en") -> str:
        client = Client(headers={"accept-language": language})
        client.force_login(who)
        answered = client.get(f"/e/{self.encounter.public_id}/")
        assert answered.status_code == 200
        return answered.text


@pytest.mark.rule("DF-53")
def test_the_page_shows_whose_turn_it_is_and_offers_it_its_manoeuvres() -> None:
    fight = Fight()
    page = fight.page(fight.gm)
    assert "Turn: orc" in page
    assert "All-Out Attack" in page
    assert "maul, swung: 2d+3 cr" in page


@pytest.mark.rule("DF-01")
def test_who_is_struck_at_is_asked_for_a_defence_with_its_levels() -> None:
    """The orc has hit with 12: Parry 11 + 2 DB, with a retreat 14."""
    fight = Fight(orders=7, dice=3, answered=False)
    page = fight.page(fight.anna)
    assert "anna: which defence against orc (maul)?" in page
    assert "Parry and retreat: broadsword" in page
    fight.answer(fight.anna, "parry:broadsword")
    assert "Parry (broadsword)" in fight.page(fight.anna)


def test_the_log_is_russian_for_russian_readers_and_vague_about_the_foes_numbers() -> None:
    fight = Fight(orders=7, dice=7)
    assert "12 против 13 — попадание" in fight.page(fight.gm, "ru")
    assert "12 — попадание" in fight.page(fight.anna, "ru")
    assert "против 13" not in fight.page(fight.anna, "ru")


def test_the_turn_of_somebody_unseen_is_not_named() -> None:
    fight = Fight()
    fight.order(fight.gm, do="reveal", target=fight.refs["orc"], hidden=True)
    pill = '<span class="pill info">Turn: orc</span>'
    assert pill in fight.page(fight.gm)
    assert pill not in fight.page(fight.anna)
