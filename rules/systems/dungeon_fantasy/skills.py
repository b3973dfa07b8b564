"""Skills: their names in both languages, and at what level somebody uses one, known or by default."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from rules.breakdown import Breakdown
from rules.systems.dungeon_fantasy import tables
from rules.systems.dungeon_fantasy.sheet import DfSheet
from rules.words import Name, say
from rules.words import gettext_noop as _

#: The skill that stands for every kind of sword.
SWORDS = "Sword!"
#: Parries with these gain 3 from a retreat (DF-37).
RETREATING = frozenset({"Boxing", "Judo", "Karate", "Main-Gauche", "Rapier", "Saber", "Smallsword"})
#: Weights on a chain, which wind around what stops them (DF-19, DF-30).
FLAILS = frozenset({"Flail", "Two-Handed Flail", "Kusari"})
#: The higher attributes count as 20 where a skill defaults to them.
MOST_DEFAULT = 20

_ATTRIBUTES: Mapping[str, Name] = {
    "st": {"en": "ST", "ru": "СЛ"}, "dx": {"en": "DX", "ru": "ЛВ"},
    "iq": {"en": "IQ", "ru": "ИН"}, "ht": {"en": "HT", "ru": "ЗД"},
}  # fmt: skip
_DEFAULT = re.compile(r"\s*(.+?)\s*([+-]\s*\d+)?\s*$")


class Default(NamedTuple):
    """What a skill may be used by instead: an attribute or another skill, and what that costs."""

    name: str
    modifier: int


@cache
def _canonical() -> Mapping[str, str]:
    """Every spelling, in lower case → the English name."""
    found: dict[str, str] = {}
    for row in tables.skills():
        for name in (row["name"]["en"], row["name"]["ru"], *row.get("also", ())):
            found.setdefault(name.casefold().replace("ё", "е"), row["name"]["en"])
    return found


@lru_cache(maxsize=4096)
def canonical(name: str) -> str:
    """The English name of a skill that is written in either language; as it stands where the tables lack it.

    “Меч” is Broadsword, “Щит (баклер)” Shield (Buckler), “Меч (рыцарский)” Broadsword (рыцарский).
    """
    text = " ".join(name.split())
    if exact := _canonical().get(text.casefold().replace("ё", "е")):
        return exact
    base, bracket, specialty = text.partition("(")
    known = _canonical().get(base.strip().casefold().replace("ё", "е"))
    return f"{known} ({specialty}" if bracket and known else text


def names_of(skill: str) -> tuple[str, ...]:
    """Every name that the tables have for a skill."""
    return (skill, *(name for row in tables.skills() if row["name"]["en"] == skill for name in row["name"].values()))


@cache
def _shown() -> Mapping[str, Name]:
    """The English name of every skill → what it is shown as, in both languages."""
    return {row["name"]["en"]: dict(row.get("called", row["name"])) for row in tables.skills()}


def skill_name(skill: str) -> Name:
    """A skill's or an attribute's name in both languages where the tables have it."""
    return _ATTRIBUTES.get(skill.casefold()) or _shown().get(canonical(skill), skill)


def known(sheet: DfSheet, skill: str) -> int | None:
    """The level at which a skill was learned; None where it was not."""
    wanted = canonical(skill)
    return max((each.level for each in sheet.skills if each.points and _means(_spelt(each.name), wanted)), default=None)


def _spelt(name: Name) -> str:
    return canonical(name if isinstance(name, str) else name.get("en") or next(iter(name.values())))


def _means(has: str, wanted: str) -> bool:
    """Whether a skill on the sheet is the wanted one: a name without a speciality goes for every one of them."""
    if has.casefold() == wanted.casefold():
        return True
    (base, _bracket, mine), (other, _more, theirs) = has.casefold().partition(" ("), wanted.casefold().partition(" (")
    return base == other and not (mine and theirs)


def attribute_of(sheet: DfSheet, name: str) -> int | None:
    """The value of an attribute by its name in either language; None where it is none."""
    match name.casefold():
        case "st" | "сл":
            return sheet.st
        case "dx" | "лв":
            return sheet.dx
        case "iq" | "ин":
            return sheet.iq
        case "ht" | "зд":
            return sheet.ht
        case "will" | "воля":
            return sheet.iq if sheet.will is None else sheet.will
        case "per" | "восприятие":
            return sheet.iq if sheet.per is None else sheet.per
        case _:
            return None


def skills_in(text: str) -> tuple[str, ...]:
    """The skills that a weapon names, “Boxing; Brawling; Karate”."""
    return tuple(canonical(part) for part in re.split(r"[;|]", text) if part.strip())


@lru_cache(maxsize=4096)
def read_default(text: str) -> Default:
    """“Shortsword-2” as what it means."""
    found = _DEFAULT.match(text.replace("−", "-"))
    if found is None:
        return Default(text, 0)
    name, modifier = found[1], int((found[2] or "0").replace(" ", ""))
    return Default(name if name.casefold() in {"st", "dx", "iq", "ht"} else canonical(name), modifier)


class Use(NamedTuple):
    """The skill that is used, at what level, and how that level comes about."""

    skill: str
    level: int
    by: Default | None = None

    def breakdown(self) -> Breakdown:
        """The level with its reasons, to which circumstances are added."""
        if self.by is None:
            return Breakdown().start(say(_("{skill}, learned"), skill=skill_name(self.skill)), self.level)
        source = say(_("{skill}, by default"), skill=skill_name(self.by.name))
        total = Breakdown().start(source, self.level - self.by.modifier)
        return total.add(say(_("default")), self.by.modifier) if self.by.modifier else total


def uses(sheet: DfSheet, skills: Iterable[str], defaults: Iterable[str]) -> Iterator[Use]:
    """Every way to use one of some skills: as learned, or by what each default gives."""
    for skill in skills:
        if (level := known(sheet, skill)) is not None or (level := attribute_of(sheet, skill)) is not None:
            yield Use(skill, level)
    first = next(iter(skills), "")
    for text in defaults:
        default = read_default(text)
        value = attribute_of(sheet, default.name)
        value = known(sheet, default.name) if value is None else min(value, MOST_DEFAULT)
        if value is not None:
            yield Use(first or default.name, value + default.modifier, default)


def best_use(sheet: DfSheet, skill: str, defaults: Iterable[str] = ()) -> Use:
    """At what level somebody uses a skill (or the best of several), learned or by default; DX-5 where all fails."""
    return max(
        uses(sheet, skills_in(skill), (*defaults, "DX-5")),
        key=lambda use: (use.level, use.by is None),
    )
