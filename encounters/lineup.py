"""The line-up of an encounter that is being prepared, and where more combatants may come from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from encounters.board import fight_of
from encounters.door import Seat
from encounters.models import Combatant
from encounters.services.build import living_sheets
from encounters.services.recruits import FOES, MOST_COMBATANTS
from rules.errors import RulesError
from rules.fight import Fighter
from rules.system import Vital
from rules.words import Name
from sheets.models import Creature, Membership, Sheet

#: How many creatures a search shows, and how many are shown before one.
FOUND, AT_FIRST = 40, 12


@dataclass(frozen=True, slots=True)
class Way:
    """One way to attack, as a line of a list."""

    name: Name
    dice: str


@dataclass(frozen=True, slots=True)
class Recruit:
    """Somebody's figures at a glance."""

    vitals: Sequence[Vital]
    armor: int | None
    ways: Sequence[Way]
    is_detachment: bool
    is_leader: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A combatant's row in the line-up. `changed`: its sheet has changed since it was copied."""

    combatant: Combatant
    figures: Recruit | None
    owner: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Side:
    """The combatants of one side."""

    key: str
    name: str
    places: Sequence[Place]


@dataclass(frozen=True, slots=True)
class Lineup:
    """Everybody in the encounter by side: the party first."""

    sides: Sequence[Side]

    @property
    def count(self) -> int:
        return sum(len(side.places) for side in self.sides)

    @property
    def hidden(self) -> int:
        return sum(place.combatant.hidden for side in self.sides for place in side.places)

    @property
    def room(self) -> int:
        return max(0, MOST_COMBATANTS - self.count)

    @property
    def is_one_sided(self) -> bool:
        return len(self.sides) == 1


@dataclass(frozen=True, slots=True)
class Sources:
    """Who may still come in: characters that are not in yet, the dead apart, and the Game Masters' own NPCs."""

    party: Sequence[Sheet]
    dead: Sequence[Sheet]
    npcs: Sequence[Sheet]


@dataclass(frozen=True, slots=True)
class Found:
    """A creature of the tables with its figures."""

    creature: Creature
    figures: Recruit | None


def lineup_of(seat: Seat) -> Lineup:
    """The line-up, in two queries however many take part."""
    encounter = seat.encounter
    combatants = {each.ref: each for each in encounter.combatants.select_related("sheet")}
    fighters = fight_of(encounter, combatants).fighters
    owners = {each.user_id: each.user.get_username() for each in members_of(seat)}
    sides: dict[str, list[Place]] = {}
    for ref, each in combatants.items():
        changed = each.sheet is not None and each.sheet.deleted_at is None and each.sheet.version != each.sheet_version
        owner = owners.get(each.owner_id, "") if each.owner_id is not None else ""
        fighter = fighters.get(ref)
        figures = figures_of(seat, fighter) if fighter is not None else None
        sides.setdefault(each.side, []).append(Place(each, figures, owner, changed))
    party = encounter.campaign.rules.party
    ordered = sorted(sides, key=lambda key: (key != party, key != FOES, key))
    return Lineup([Side(key, side_name(key, party), sides[key]) for key in ordered])


def side_name(side: str, party: str) -> str:
    """A side as the reader calls it. What the table has named itself stays as it is."""
    if side == party:
        return gettext("The party")
    return gettext("The foes") if side == FOES else side


def members_of(seat: Seat) -> Iterable[Membership]:
    """Everybody at the table, with their users."""
    return Membership.objects.filter(campaign=seat.encounter.campaign_id).select_related("user")


def sources_of(seat: Seat) -> Sources:
    """The campaign's sheets that nobody deleted: those of player characters that are not in yet, and all NPCs."""
    here = set(seat.encounter.combatants.filter(sheet__isnull=False).values_list("sheet_id", flat=True))
    sheets = list(living_sheets(seat.encounter).prefetch_related(None))
    heroes = [each for each in sheets if not each.is_npc and each.pk not in here]
    return Sources(
        party=[each for each in heroes if not each.is_dead],
        dead=[each for each in heroes if each.is_dead],
        npcs=[each for each in sheets if each.is_npc],
    )


def creatures_found(seat: Seat, text: str) -> tuple[list[Found], int]:
    """The creatures whose name has these words, in any language, and how many more there are."""
    rows = Creature.objects.of_system(seat.encounter.campaign.system).matching(text).by_name()
    first = [Found(row, _figures_of_creature(seat, row)) for row in rows[: FOUND if text else AT_FIRST]]
    return first, rows.count() - len(first)


def _figures_of_creature(seat: Seat, row: Creature) -> Recruit | None:
    system = seat.encounter.campaign.rules
    record = {
        "id": row.key,
        "name": row.name,
        "side": "",
        "sheet": row.data.get("sheet", {}),
        "gear": row.data.get("gear", []),
    }
    try:
        return figures_of(seat, system.fighter_from(record))
    except (RulesError, ValueError, KeyError):  # a row that staff broke stays visible, without figures
        return None


def figures_of(seat: Seat, fighter: Fighter) -> Recruit:
    """What is worth knowing of a fighter before it fights."""
    system = seat.encounter.campaign.rules
    armor: Any = getattr(fighter, "armor", None)
    own = [way for way in getattr(fighter, "attacks", ()) if way.key != "unarmed" and "+" not in way.key]
    ways = [Way(way.name, str(way.dice)) for way in own]
    return Recruit(
        vitals=system.vitals(fighter),
        armor=armor if isinstance(armor, int) else None,
        ways=ways[:4],
        is_detachment=bool(getattr(fighter, "detachment", False)),
        is_leader=bool(getattr(fighter, "leader", False)),
    )
