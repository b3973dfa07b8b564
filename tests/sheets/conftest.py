"""A table with everybody at it: Marta runs it, Anna and Torvald play, Will watches, Sam is a stranger."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.test import Client

from rules.registry import system_of
from sheets.models import Campaign, Creature, Equipment, Membership, Sheet, User
from sheets.models.equipment import search_text
from sheets.services.campaigns import create_campaign
from sheets.services.seats import accept_invitation
from sheets.services.sheets import create_sheet

CAIRN = system_of("cairn")

#: What nobody but its owners may ever receive.
SECRETS = ("Gravemaw", "weak-to-silver", "anna-owes-the-ferryman", "torvald-is-the-heir")


@dataclass
class Table:
    campaign: Campaign
    people: dict[str, User]
    anna: Sheet
    torvald: Sheet
    npc: Sheet

    def client(self, who: str) -> Client:
        """A browser in which this person has logged in; nobody has in "anonymous"."""
        client = Client()
        if who != "anonymous":
            client.force_login(self.people[who])
        return client

    def fresh(self, sheet: Sheet) -> Sheet:
        return Sheet.objects.get(pk=sheet.pk)


@pytest.fixture
def table(db: None) -> Table:
    people = {name: User.objects.create(username=name) for name in ("marta", "anna", "torvald", "will", "sam")}
    for kind in ("weapon", "gear"):
        Equipment.objects.bulk_create(
            Equipment(
                system="cairn",
                key=row["key"],
                kind=kind,
                name=row["name"],
                data=dict(row),
                search=search_text(row["name"]),
            )
            for row in CAIRN.equipment()[kind][:20]
        )
    bandit = next(row for row in CAIRN.creatures() if row["key"] == "bandit")
    Creature.objects.create(
        system="cairn", key="bandit", name=bandit["name"], data={"sheet": bandit["sheet"], "gear": []}
    )
    campaign = create_campaign(people["marta"], CAIRN, "The Northern Road")
    for name, role in (("anna", "player"), ("torvald", "player"), ("will", "spectator")):
        accept_invitation(campaign, people[name], Membership.Role(role))
    gear = [{"item": "sword"}, {"item": "shield"}, {"item": "chainmail"}]
    anna = create_sheet(
        campaign, people["anna"], "Anna Heather",
        {"str": 11, "dex": 14, "wil": 10, "hp": 5, "notes": "anna-owes-the-ferryman"}, gear,
    )  # fmt: skip
    torvald = create_sheet(
        campaign, people["torvald"], "Torvald Greyaxe", {"str": 15, "hp": 6, "notes": "torvald-is-the-heir"}
    )
    npc = create_sheet(campaign, None, "Gravemaw", {"str": 14, "hp": 8, "notes": "weak-to-silver"})
    return Table(campaign, people, anna, torvald, npc)
