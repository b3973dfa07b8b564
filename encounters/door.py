"""The one way to an encounter: who sits where, and what that seat may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from django.http import Http404

from encounters.models import Combatant, Encounter
from encounters.prepared import Prepared
from rules.fight import Fight
from rules.system import Command
from sheets.models import Membership

_memberships = Prepared(lambda: Membership.objects.filter(campaign=0).order_by("id"))


@dataclass(frozen=True, slots=True)
class Seat:
    """A user's seat at one encounter, with everybody's seats beside it."""

    encounter: Encounter
    membership: Membership
    memberships: tuple[Membership, ...]

    @property
    def user(self) -> Any:
        return self.membership.user

    @property
    def user_id(self) -> int:
        return self.membership.user_id

    @property
    def is_gm(self) -> bool:
        return self.membership.is_gm

    @property
    def is_spectator(self) -> bool:
        return self.membership.role == Membership.Role.SPECTATOR

    @property
    def version(self) -> int:
        """The version that this seat counts: players do not notice what is done behind the screen."""
        return self.encounter.version if self.is_gm else self.encounter.shown

    def owns(self, combatant: Combatant | None) -> bool:
        """Whether this seat plays the combatant, besides the Game Masters who play any."""
        return (
            combatant is not None
            and combatant.owner_id is not None
            and combatant.owner_id == self.user_id
            and not self.is_spectator
        )

    def may_play(self, combatant: Combatant | None) -> bool:
        return combatant is not None and (self.is_gm or self.owns(combatant))

    def sees(self, combatant: Combatant, hidden: bool) -> bool:
        """Whether the combatant exists for this seat."""
        return self.is_gm or not hidden or self.owns(combatant)

    def sees_numbers(self, combatant: Combatant) -> bool:
        """Whether this seat sees the combatant's health in numbers."""
        return (
            self.is_gm or combatant.player or self.owns(combatant) or self.encounter.health == Encounter.Health.NUMBERS
        )

    def may_order(self, command: Command, fight: Fight, combatants: dict[str, Combatant]) -> bool:
        """Whether this seat may give the order. That the rules allow it is another question."""
        kind: Literal["actor", "side", "gm"] = command.BY
        if self.is_gm:
            return True
        if kind == "actor":
            return self.may_play(combatants.get(command.actor or ""))
        if kind == "side":
            return any(
                self.owns(combatants.get(ref)) for ref, each in fight.fighters.items() if each.side == fight.turn
            )
        return False

    def may_answer(self, who: str, combatants: dict[str, Combatant]) -> bool:
        """Whether this seat may answer a question put to `who`: the Game Masters may answer for anybody."""
        return self.is_gm or self.owns(combatants.get(who))


def seat_at(user: Any, public_id: str, *, lock: bool = False) -> Seat:
    """The user's seat at an encounter, in two queries; with `lock` the encounter's row stays ours until commit.

    Raises:
        Http404: there is no such encounter, or none for this user; the two look alike.
    """
    encounters = Encounter.objects.select_related("campaign")
    if lock:
        encounters = encounters.select_for_update(of=("self",))
    try:
        found = encounters.get(public_id=public_id, deleted_at=None, campaign__deleted_at=None)
    except Encounter.DoesNotExist:
        raise Http404 from None
    memberships = tuple(_memberships(found.campaign_id))
    mine = next((each for each in memberships if each.user_id == user.pk), None)
    if mine is None or not user.is_authenticated or (not mine.is_gm and found.status == Encounter.Status.DRAFT):
        raise Http404
    mine.user = user
    return Seat(found, mine, memberships)
