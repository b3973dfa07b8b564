"""Skills and techniques of a GCS file, and what a weapon's defaults come to with them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sheets.importing.gcs_attributes import Attributes
from sheets.importing.gcs_entries import Entry, entries, filled, name_of
from sheets.importing.loose import number, part, text, whole

_RELATIVE = re.compile(r"([A-Za-z]+)\s*([+-]\d+)?$")
#: What a skill of each difficulty is at with one point, relative to its attribute.
_AT_ONE_POINT = {"e": 0, "a": -1, "h": -2, "vh": -3, "w": -3}
#: Higher attributes count as 20 where something defaults to them.
_MOST_DEFAULT = 20


@dataclass(frozen=True, slots=True)
class Learned:
    """A skill: its name with its speciality, its level without encumbrance, and the points in it."""

    name: str
    specialty: str
    level: int
    points: int

    @property
    def full(self) -> str:
        return f"{self.name} ({self.specialty})"[:200] if self.specialty else self.name


def read_skills(document: Entry, attributes: Attributes) -> Iterator[Learned]:
    """The skills and techniques, but not their containers."""
    for entry in entries(document, "skills"):
        level = _level(entry, attributes)
        if level is not None and not isinstance(entry.get("children"), list):
            specialty = filled(text(entry, "specialization"), entry)
            yield Learned(name_of(entry), specialty, level, max(0, whole(entry, "points")))


def read_spells(document: Entry) -> list[str]:
    """The spells with their levels, as text."""
    found = [(name_of(e), number(part(e, "calc"), "level")) for e in entries(document, "spells") if "children" not in e]
    return [name if level is None else f"{name} {level:g}" for name, level in found]


def _level(entry: Entry, attributes: Attributes) -> int | None:
    calc = part(entry, "calc")
    level = number(calc, "level")
    if level is None:
        return _by_points(entry, attributes)
    if (whole(entry, "encumbrance_penalty_multiplier")) > 0:
        # The file has taken encumbrance off; here it is taken off where it counts.
        found = _RELATIVE.match(text(calc, "rsl"))
        if found and found[1].casefold() in attributes.values:
            level = max(level, attributes.whole(found[1].casefold()) + int(found[2] or 0))
    return math.floor(level) if level > 0 else None


def _by_points(entry: Entry, attributes: Attributes) -> int | None:
    """The level that the points buy; None for techniques and for what has no points."""
    attribute, _slash, difficulty = text(entry, "difficulty").casefold().partition("/")
    points = whole(entry, "points")
    if attribute not in attributes.values or difficulty not in _AT_ONE_POINT or points < 1:
        return None
    above = 0 if points == 1 else 1 if points < 4 else 1 + min(points, 400) // 4
    return max(0, attributes.whole(attribute) + _AT_ONE_POINT[difficulty] + above)


@dataclass(frozen=True, slots=True)
class Default:
    """What a weapon may be used by: an attribute ("DX") or a skill, and what it costs."""

    name: str
    modifier: int
    is_skill: bool

    @property
    def written(self) -> str:
        return f"{self.name}{self.modifier:+d}" if self.modifier else self.name


def read_defaults(weapon: list[Entry], owner: Entry) -> list[Default]:
    """The defaults of a weapon that mean something here."""
    found = []
    for entry in weapon:
        kind, modifier = text(entry, "type").casefold(), max(-40, min(whole(entry, "modifier"), 40))
        if kind == "skill":
            name, specialty = filled(text(entry, "name"), owner), filled(text(entry, "specialization"), owner)
            if name:
                full = f"{name} ({specialty})" if specialty and specialty.casefold() != "any" else name
                found.append(Default(full[:90], modifier, is_skill=True))
        elif kind in {"st", "dx", "iq", "ht", "will", "per"}:
            found.append(Default(kind.upper(), modifier, is_skill=False))
    return found


def best(defaults: Iterable[Default], skills: Iterable[Learned], attributes: Attributes) -> tuple[int, Default] | None:
    """The highest level that any of a weapon's defaults gives, and which; None where none does."""
    known = list(skills)
    found = [(level, each) for each in defaults if (level := _at(each, known, attributes)) is not None]
    return max(found, key=lambda pair: (pair[0], pair[1].is_skill), default=None)


def _at(default: Default, skills: list[Learned], attributes: Attributes) -> int | None:
    if not default.is_skill:
        return min(attributes.whole(default.name.casefold()), _MOST_DEFAULT) + default.modifier
    name, _bracket, specialty = default.name.casefold().partition(" (")
    levels = [
        skill.level for skill in skills
        if skill.points and _means(skill, default.name.casefold(), name, specialty)
    ]  # fmt: skip
    return max(levels) + default.modifier if levels else None


def _means(skill: Learned, full: str, name: str, specialty: str) -> bool:
    """Whether a skill is the one of a default: a name without a speciality goes for every one of them."""
    if skill.full.casefold() == full:
        return True
    return skill.name.casefold() == name and not (specialty and skill.specialty)
