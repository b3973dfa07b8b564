"""What protects without being chosen: the Defence Bonus by its parts, and DR by location (DF-07, DF-08)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.breakdown import Breakdown
from rules.systems.dungeon_fantasy.defence_ways import bonuses_to
from rules.systems.dungeon_fantasy.gear import HANDS, Armor, Item, Location, Shield, Weapon
from rules.systems.dungeon_fantasy.load import NOWHERE, Places, in_hands, place_of
from rules.systems.dungeon_fantasy.remembered import remembered
from rules.systems.dungeon_fantasy.sheet import DfSheet
from rules.systems.dungeon_fantasy.ways import Cover, Hand
from rules.words import Name, say
from rules.words import gettext_noop as _


@remembered
def cover_of(sheet: DfSheet, gear: Sequence[Item], places: Places) -> Cover:
    """The Defence Bonus by its parts: what counts from which side (DF-07, DF-08)."""
    borne = _borne(gear, places)
    hand: Hand = borne[0][2] if borne else "none"  # type: ignore[assignment]
    magic = _magic(sheet, gear, places)
    other = next((db for db, _name, held in borne if held != hand and held != "both"), 0)
    return Cover(borne[0][0] if borne else 0, hand, max(magic[0][0], 0) if magic else 0, other)


def defence_bonus(sheet: DfSheet, gear: Sequence[Item], places: Places = NOWHERE) -> Breakdown:
    """The Defence Bonus: the best ready shield or cloak and the best magic; the losers are shown as ignored."""
    total = Breakdown().start(say(_("No shield, no cloak")), 0, "DF-07")
    for number, (db, name, _hand) in enumerate(_borne(gear, places)):
        if number:
            total.ignore(say(_("{item}: only the best counts"), item=name), db, "DF-07")
        else:
            total = Breakdown().start(say(_("{item}"), item=name), db, "DF-07")
    for number, (amount, name) in enumerate(_magic(sheet, gear, places)):
        if number or amount <= 0:
            total.ignore(say(_("{item}: only the best magic counts"), item=name), amount, "DF-08")
        else:
            total.add(say(_("{item}, magic"), item=name), amount, "DF-08")
    return total


def _borne(gear: Sequence[Item], places: Places) -> list[tuple[int, Name, str]]:
    """Ready shields and cloaks with their DB and hand, the best first. A lifted body gives none."""
    made = [
        (item.db, item.name, hand) for _number, item, hand in in_hands(gear, places)
        if isinstance(item, Shield) and item.make != "body"
    ]  # fmt: skip
    return sorted(made, key=lambda each: -each[0])


def _magic(sheet: DfSheet, gear: Sequence[Item], places: Places) -> list[tuple[int, Name]]:
    """What gives a magical DB, the best first."""
    made: list[tuple[int, Name]] = [(bonus.amount, bonus.source) for bonus in bonuses_to(sheet, "magic_db")]
    for number, item in enumerate(gear):
        if isinstance(item, Weapon) or not item.magic_db:
            continue
        place = place_of(gear, number, places)
        if place in HANDS or (place == "worn" and not isinstance(item, Shield)):
            made.append((item.magic_db, item.name))
    return sorted(made, key=lambda each: -each[0])


def dr_at(sheet: DfSheet, gear: Sequence[Item], places: Places, location: Location, kind: str = "") -> int:
    """DR at a location against a kind of damage: natural, and all that is worn there."""
    worn = (
        max(0, item.dr.get(location, 0) - (item.crushing if kind == "cr" else 0))
        for number, item in enumerate(gear)
        if isinstance(item, Armor) and place_of(gear, number, places) == "worn"
    )
    return sheet.dr + sum(worn)
