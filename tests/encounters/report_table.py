"""A table with every kind of seat, and a fight whose outcome and counts can be worked out by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth import get_user_model

from encounters.board import APP
from encounters.door import seat_at
from encounters.models import Combatant, Encounter, Report
from encounters.reports import kind_of
from encounters.services import reports, turn
from encounters.services.submitting import Submit
from rules.registry import system_of
from sheets.models import Campaign, Membership
from sheets.models.ids import public_id

#: Strings that only the Game Master may ever be sent.
SECRETS = ("Skulking Assassin", "hid10", "PlantedSeed")

SEATS = ("gm", "owner", "player", "spectator", "stranger")
Role = Membership.Role
ROLES = {"gm": Role.GM, "owner": Role.PLAYER, "player": Role.PLAYER, "spectator": Role.SPECTATOR}

SURE_SWORD = {"kind": "weapon", "name": "Sword", "damage": "d6"}


@dataclass
class Table:
    """Everybody by the name of their seat, and one encounter of theirs."""

    people: dict[str, Any]
    campaign: Campaign
    encounter: Encounter
    number: int = field(default=0)

    def seat(self, who: str) -> Any:
        return seat_at(self.people[who], self.encounter.public_id)

    def submit(self, who: str = "gm") -> Submit:
        self.number += 1
        return Submit(self.people[who], self.encounter.public_id, self.seat(who).version, f"key{self.number}")

    def add(self, ref: str, name: Any, side: str, sheet: dict[str, Any], **more: Any) -> Combatant:
        gear = more.pop("gear", [])
        return Combatant.objects.create(
            encounter=self.encounter, ref=ref, name=name, side=side, brought={"sheet": sheet, "gear": gear}, **more
        )

    def order(self, faces: tuple[int, ...] = (), **order: Any) -> None:
        """Give an order as the Game Master, and type these faces for whatever it rolls, one roll after the other."""
        turn.give_order(self.submit(), order)
        self.throw(*faces)

    def throw(self, *faces: int) -> None:
        for face in faces:
            turn.give_answer(self.submit(), (face,))

    def ask(self, who: str, slug: str, **options: Any) -> Report:
        kind = kind_of(slug)
        assert kind is not None
        form = kind.form(options)
        assert form.is_valid(), form.errors
        return reports.ask_for(self.seat(who), kind, form.cleaned_data, public_id())


def table(status: str = "draft", **encounter: Any) -> Table:
    """A campaign with its seats, and an empty encounter."""
    users = get_user_model()._default_manager
    people = {who: users.create_user(who, f"{who}@example.org") for who in SEATS}
    campaign = Campaign.objects.create(
        name="Northern Road", system="cairn", settings=system_of("cairn").settings().model_dump(mode="json")
    )
    for who, role in ROLES.items():
        Membership.objects.create(campaign=campaign, user=people[who], role=role)
    made = Encounter.objects.create(
        campaign=campaign, name="Ford", status=status, settings=campaign.settings, **encounter
    )
    return Table(people, campaign, made)


def sure_fight(at: Table) -> None:
    """Anna hits for 1 to 6 what has HP 1, STR 1 and no weapon worth the name: see `test_reports_figures`."""
    at.add(
        "anna", "Анна Вереск", "party", {"str": 18, "dex": 18, "wil": 10, "hp": 20}, gear=[SURE_SWORD], player=True,
        owner=at.people["owner"],
    )  # fmt: skip
    at.add("rat", "Rat", "foes", {"str": 1, "dex": 5, "wil": 5, "hp": 0, "critical": "dead"})


def scripted_fight(at: Table) -> None:
    """A fight whose faces are typed; every count of it can be worked out by hand.

    Anna (HP 4, STR 10, Armor 1) and Torvald (HP 3, STR 12) against a wolf (HP 2, STR 8), while an assassin hides.
    """
    memberships = Membership.objects.filter(campaign=at.campaign, user__in=(at.people["gm"], at.people["owner"]))
    memberships.update(dice=Membership.Dice.TYPED)
    at.add(
        "anna", "Анна Вереск", "party", {"str": 10, "dex": 12, "wil": 10, "hp": 4, "armor": 1},
        gear=[{"kind": "weapon", "name": "Sword", "damage": "d8"}], player=True, owner=at.people["owner"],
    )  # fmt: skip
    at.add("torvald", "Торвальд", "party", {"str": 12, "dex": 9, "wil": 8, "hp": 3}, player=True)
    at.add(
        "wolf", {"en": "Wolf", "ru": "Волк"}, "foes",
        {"str": 8, "dex": 14, "wil": 8, "hp": 2, "attacks": [{"key": "bite", "name": "Bite", "damage": "d6"}]},
    )  # fmt: skip
    at.add(
        "hid10", "Skulking Assassin", "foes",
        {"str": 7, "dex": 14, "wil": 8, "hp": 3, "attacks": [{"key": "knife", "name": "Knife", "damage": "d6"}]},
        hidden=True,
    )  # fmt: skip
    turn.start(at.submit(), waive=True)
    at.order(do="attack", actor="anna", target="wolf")
    # Anna's d8 shows 5: HP 2 → 0, STR 8 → 5. It saves STR with a 3 and, alone at HP 0, WIL with a 2.
    at.order((5, 3, 2), do="end_turn")
    # The wolf's d6 shows 6: Armor takes 1, HP 4 → 0, STR 10 → 9. Anna's save fails with a 19: she is down.
    at.order((6, 19), do="attack", actor="wolf", target="anna")
    at.encounter.refresh_from_db()


__all__ = ["APP", "ROLES", "SEATS", "SECRETS", "Table", "scripted_fight", "sure_fight", "table"]
