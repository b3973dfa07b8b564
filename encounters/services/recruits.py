"""Combatants made from sheets and from the creature tables, with their names numbered."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from encounters.models import Combatant, Encounter
from rules.errors import Refused
from rules.words import Name, gettext_noop, say
from sheets.models import Creature, Membership, Sheet
from sheets.services.play import brought
from sheets.written import written

MOST_COMBATANTS = 200
MOST_AT_ONCE = 50
LONGEST_NAME = 200

FOES = "foes"
_NUMBER = re.compile(r" \d{1,6}$")


@dataclass(frozen=True, slots=True)
class Joining:
    """How many come in, on which side, and whether the players see them."""

    side: str = FOES
    hidden: bool = False
    count: int = 1


def brought_by(sheet: Sheet) -> dict[str, Any]:
    """A deep copy of the sheet, with the id of each thing so that uses spent can be sent back to it.

    Whether it came as a dead one is kept too: that is not for the fight to send back.
    """
    items = [item.public_id for item, _model in written(sheet).gear]
    return {**brought(sheet), "items": items, "is_dead": sheet.is_dead}


def from_sheet(
    encounter: Encounter, sheet: Sheet, memberships: Iterable[Membership], joining: Joining
) -> list[Combatant]:
    """A player character, once; or an NPC as often as wanted. Only a member at the table is its owner."""
    copy = brought_by(sheet)
    if not sheet.is_npc:
        playing = {each.user_id for each in memberships if each.role != Membership.Role.SPECTATOR}
        owner_id = sheet.owner_id if sheet.owner_id in playing else None
        names: Sequence[Name] = [sheet.name]
    else:
        owner_id = None
        names = numbered(sheet.name, joining.count, names_in(encounter))
    return [
        Combatant(
            encounter=encounter, sheet=sheet, sheet_version=sheet.version, owner_id=owner_id, name=name,
            side=joining.side, player=not sheet.is_npc, hidden=joining.hidden, brought=deepcopy(copy),
        )
        for name in names
    ]  # fmt: skip


def from_creature(encounter: Encounter, creature: Creature, joining: Joining) -> list[Combatant]:
    """Creatures of one kind, played by the Game Masters."""
    names = numbered(creature.name, joining.count, names_in(encounter))
    return [
        Combatant(
            encounter=encounter, name=name, side=joining.side, hidden=joining.hidden,
            brought=deepcopy({"sheet": creature.data.get("sheet", {}), "gear": creature.data.get("gear", [])}),
        )
        for name in names
    ]  # fmt: skip


def names_in(encounter: Encounter) -> list[Name]:
    """The names of everybody in the encounter."""
    return list(encounter.combatants.values_list("name", flat=True))


def numbered(base: Name, count: int, taken: Iterable[Name]) -> list[Name]:
    """`count` names after one, numbered on from what is there: Goblin 1, Goblin 2 …

    A single first one stays without a number and counts as number 1.
    """
    last = max((_number(base, name) for name in taken), default=0)
    if count == 1 and last == 0:
        return [base]
    return [_with_number(base, last + step) for step in range(1, count + 1)]


def hidden_last(encounter: Encounter, unseen: Container[str] = ()) -> dict[str, Name]:
    """Number those of one kind anew where some are hidden: the seen first, so that no gap betrays the others.

    A single seen one has no number, as if it were the only one. Whoever a player plays keeps the name. `unseen` are
    the refs of those who are not shown though they are not hidden. Gives back the new names by ref.
    """
    renamed: dict[str, Name] = {}
    kinds: dict[tuple[str, ...], list[Combatant]] = {}
    for each in encounter.combatants.filter(player=False):
        kinds.setdefault(tuple(_spellings(_base(each.name))), []).append(each)
    for those in kinds.values():
        hidden = [each for each in those if each.hidden or each.ref in unseen]
        seen = [each for each in those if each not in hidden]
        if not seen or not hidden:
            continue
        base = _base(those[0].name)
        for number, each in enumerate([*seen, *hidden], 1):
            each.name = base if number == len(seen) == 1 else _with_number(base, number)
        Combatant.objects.bulk_update(those, ["name"])
        renamed |= {each.ref: each.name for each in those}
    return renamed


def _base(name: Name) -> Name:
    """A name without its number."""
    if isinstance(name, Mapping):
        return {language: _NUMBER.sub("", each) for language, each in name.items()}
    return _NUMBER.sub("", name)


def _number(base: Name, name: Name) -> int:
    """The number that `name` has among those called `base`; 0 where it is not one of them."""
    for written_base in _spellings(base):
        for spelling in _spellings(name):
            if spelling == written_base:
                return 1
            match = re.fullmatch(rf"{re.escape(written_base)} (\d{{1,6}})", spelling)
            if match:
                return int(match[1])
    return 0


def _spellings(name: Name) -> list[str]:
    return list(name.values()) if isinstance(name, Mapping) else [name]


def _with_number(base: Name, number: int) -> Name:
    if isinstance(base, Mapping):
        return {language: f"{each} {number}" for language, each in base.items()}
    tail = f" {number}"
    return base[: LONGEST_NAME - len(tail)] + tail


def check_room(here: int, coming: int) -> None:
    """Refuse more combatants than one encounter holds."""
    if here + coming > MOST_COMBATANTS:
        words = say(
            gettext_noop("An encounter holds at most {most} combatants: {here} are in, so {left} more fit."),
            most=MOST_COMBATANTS, here=here, left=max(0, MOST_COMBATANTS - here),
        )  # fmt: skip
        raise Refused(words, path="count")
