"""A table of six people, an encounter at it, and what they send to its pages."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from encounters.models import Combatant, Encounter, Entry
from encounters.services import turn
from encounters.services.submitting import Done, Submit
from rules.registry import system_of
from sheets.models import Campaign, Creature, Membership, Sheet, User
from sheets.services.campaigns import create_campaign
from sheets.services.sheets import create_sheet

SEATS = ("gm", "anna", "torvald", "watcher", "stranger", None)

GOBLIN = {"hp": 4, "str": 8, "dex": 14, "wil": 8, "attacks": [{"name": {"en": "spear", "ru": "копьё"}, "damage": "d6"}]}
SWORD = {"kind": "weapon", "name": "Sword", "damage": "d8"}


@dataclass
class Table:
    """`gm` runs it; `anna` and `torvald` play, `watcher` watches, `stranger` sits elsewhere, None has not logged in."""

    campaign: Campaign
    encounter: Encounter
    users: dict[str, User]
    clients: dict[str | None, Client] = field(default_factory=dict)
    _keys: Any = field(default_factory=itertools.count)

    def now(self) -> Encounter:
        self.encounter.refresh_from_db()
        return self.encounter

    def combatants(self) -> list[Combatant]:
        return list(self.encounter.combatants.all())

    def named(self, name: str) -> Combatant:
        return next(
            each
            for each in self.combatants()
            if name in ([each.name] if isinstance(each.name, str) else each.name.values())
        )

    def url(self, name: str, *args: str) -> str:
        return reverse(name, args=[self.encounter.public_id, *args])

    def get(self, who: str | None, url: str, **headers: str) -> Any:
        return self.client(who).get(url, headers=headers)

    def post(self, who: str | None, url: str, data: dict[str, Any] | None = None, *, htmx: bool = False) -> Any:
        sent = {"version": self.now().version, "key": f"k{next(self._keys)}"} | (data or {})
        return self.client(who).post(url, sent, headers={"HX-Request": "true"} if htmx else {})

    def client(self, who: str | None) -> Client:
        if who not in self.clients:
            client = self.clients[who] = Client()
            if who is not None:
                client.force_login(self.users[who])
        return self.clients[who]

    # The fight itself, past the pages

    def submit(self, who: str = "gm") -> Submit:
        encounter = self.now()
        return Submit(
            self.users[who],
            encounter.public_id,
            encounter.version if who == "gm" else encounter.shown,
            f"f{next(self._keys)}",
        )

    def start(self, *, waive: bool = True) -> Done:
        return turn.start(self.submit(), waive=waive)

    def order(self, who: str, do: str, **order: Any) -> Done:
        return turn.give_order(self.submit(who), {"do": do, **order})

    def answer(self, who: str, answer: str | tuple[int, ...]) -> Done:
        return turn.give_answer(self.submit(who), answer)

    def events(self) -> list[dict[str, Any]]:
        """The events in force, as the outcome of a scenario shows them."""
        entries = self.encounter.entries.filter(kind=Entry.Kind.COMMAND, undone=False).order_by("seq")
        return [
            {
                "kind": event["kind"],
                "rule": event["rule"],
                "facts": event["facts"] | event["vitals"],
                "changes": event["changes"],
            }
            for entry in entries
            for event in entry.events
        ]


def lay_table() -> Table:
    """The table with a draft, nobody in it yet; Anna's and Torvald's characters, an NPC and three kinds of creature."""
    users = {name: User.objects.create_user(name) for name in SEATS if name is not None}
    campaign = create_campaign(users["gm"], system_of("cairn"), "The North Road")
    for name, role in (("anna", "player"), ("torvald", "player"), ("watcher", "spectator")):
        Membership.objects.create(campaign=campaign, user=users[name], role=role)
    create_sheet(
        campaign,
        users["anna"],
        "Анна Вереск",
        {"hp": 5, "str": 11, "dex": 14},
        [SWORD, {"kind": "gear", "name": "Bandages", "uses": 3}],
    )
    create_sheet(campaign, users["torvald"], "Торвальд", {"hp": 6, "str": 15}, [SWORD])
    create_sheet(campaign, None, "Secret Chief", {"hp": 7, "str": 13})
    for key, en, ru in (
        ("goblin", "Goblin", "Гоблин"),
        ("wolf", "Wolf", "Волк"),
        ("secret_ooze", "Secret Ooze", "Тайная слизь"),
    ):
        Creature.objects.create(system="cairn", key=key, name={"en": en, "ru": ru}, data={"sheet": GOBLIN, "gear": []})
    return Table(campaign, Encounter.objects.create(campaign=campaign, name="Secret Ford"), users)


def with_fighters(table: Table) -> Table:
    """Both characters are in, and two goblins against them; of a hidden third nobody may know."""
    table.post("gm", table.url("build_party"))
    table.post("gm", table.url("build_creature", "goblin"), {"count": "2"})
    table.post("gm", table.url("build_creature", "secret_ooze"), {"hidden": "1"})
    assert len(table.combatants()) == 5
    return table


def sheet_of(name: str) -> Sheet:
    return Sheet.objects.get(name=name)


def text_of(response: HttpResponse) -> str:
    return response.content.decode()
