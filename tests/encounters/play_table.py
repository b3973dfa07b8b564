"""A table in mid-fight: a Game Master, two players, a spectator, a stranger; goblins, and one that hides."""

from __future__ import annotations

from typing import Any

from django.test import Client

from encounters.models import Combatant, Encounter, Entry
from encounters.services import turn
from encounters.services.submitting import Submit
from sheets.models import Campaign, Membership, User

#: Words and numbers that only the Game Master may ever be sent.
SECRET_NAME = "Xyzzyk the Unseen"
SECRET_NOTE = "whisperedplan"
SECRET_NUMBER = "7331"
HTMX = {"HX-Request": "true"}


class Table:
    """A running encounter and everybody's browsers. Foes are seen in words; Anna has the die d8."""

    def __init__(self, *, foes: int = 2, health: str = "words", began: bool = True) -> None:
        roles = {"gm": "gm", "anna": "player", "torvald": "player", "watcher": "spectator"}
        self.people = {name: User.objects.create(username=name) for name in [*roles, "stranger"]}
        self.campaign = Campaign.objects.create(name="North Road", system="cairn")
        for name, role in roles.items():
            Membership.objects.create(campaign=self.campaign, user=self.people[name], role=role)
        self.encounter = Encounter.objects.create(campaign=self.campaign, name="The ford", health=health)
        self.anna = self.bring("Anna", "party", "anna", hp=5, str=11, gear=[_weapon("Rapier", "d8")])
        self.torvald = self.bring("Torvald", "party", "torvald", hp=6, str=15, gear=[_weapon("Axe", "d10")])
        self.goblins = [
            self.bring(
                f"Goblin {number + 1}", "foes", hp=4, hp_max=73, str=8, str_max=30, attacks=[_attack("bite", "d6")]
            )
            for number in range(foes)
        ]
        self.hidden = self.bring(SECRET_NAME, "foes", hidden=True, hp=3, str=9)
        self.keys = 0
        if began:
            turn.start(self.submit("gm"), waive=True)
            self.order("gm", do="save", target=self.hidden.ref, ability="wil", note=SECRET_NOTE)

    def bring(
        self, name: str, side: str, owner: str | None = None, *, hidden: bool = False, gear: Any = (), **sheet: Any
    ) -> Combatant:
        return Combatant.objects.create(
            encounter=self.encounter, name=name, side=side, owner=self.people[owner] if owner else None,
            player=owner is not None, hidden=hidden, brought={"sheet": sheet, "gear": list(gear)},
        )  # fmt: skip

    def version(self, who: str) -> int:
        self.encounter.refresh_from_db()
        return self.encounter.version if who == "gm" else self.encounter.shown

    def submit(self, who: str) -> Submit:
        self.keys = getattr(self, "keys", 0) + 1
        return Submit(self.people[who], self.encounter.public_id, self.version(who), f"key-{self.keys}")

    def order(self, who: str, **order: Any) -> turn.Done:
        return turn.give_order(self.submit(who), order)

    def browser(self, who: str | None) -> Client:
        client = Client()
        if who is not None:
            client.force_login(self.people[who])
        return client

    @property
    def page(self) -> str:
        return f"/e/{self.encounter.public_id}/"

    def post(
        self, who: str, what: str, *, key: str = "", version: int | None = None, htmx: bool = True, **sent: Any
    ) -> Any:
        """What a press of a button is answered with."""
        self.keys += 1
        newest = Entry.objects.filter(encounter=self.encounter).order_by("-seq").first()
        headers = {**HTMX, "X-After": newest.at.isoformat() if newest else ""} if htmx else {}
        data = {
            "key": key or f"press-{self.keys}",
            "version": self.version(who) if version is None else version,
            **sent,
        }
        return self.browser(who).post(f"{self.page}{what}/", data, headers=headers)

    def get(self, who: str | None, what: str = "", *, htmx: bool = False, **query: Any) -> Any:
        return self.browser(who).get(f"{self.page}{what}", query, headers=HTMX if htmx else {})

    def attack(self, who: str = "anna", *, target: Combatant | None = None, **sent: Any) -> Any:
        actor = self.anna if who != "torvald" else self.torvald
        target = target or self.goblins[0]
        return self.post(who, "order", do="attack", actor=actor.ref, target=target.ref, place="act", **sent)


def _weapon(name: str, damage: str) -> dict[str, Any]:
    return {"kind": "weapon", "name": name, "damage": damage}


def _attack(name: str, damage: str) -> dict[str, Any]:
    return {"name": name, "damage": damage}
