"""What a GCS file fights with that is no thing: natural attacks, and those of spells and skills."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.words import Words, say
from rules.words import gettext_noop as _
from sheets.importing.gcs_entries import Entry, entries, filled, name_of, traits_of
from sheets.importing.gcs_weapons import Wielder, damage, is_ranged, parry_of, reach, skilled
from sheets.importing.loose import each, number, part, text

#: The entry that gives everybody bite, punch and kick.
_COMMON = "natural attacks"


def natural_attacks(document: Entry, who: Wielder, warnings: list[Words]) -> Iterator[dict[str, Any]]:
    """The attacks of the body that are no ranged ones."""
    for owner, weapon in _weapons(document, ranged=False):
        parry = parry_of(weapon)
        if parry.fencing or parry.unbalanced:
            words = _("“{name}”: that it is a fencing or an unbalanced weapon has no place in an attack of the body.")
            warnings.append(say(words, name=attack_name(weapon, owner)))
        yield _attack(weapon, owner, who)


def parry_bonuses(document: Entry) -> Iterator[dict[str, Any]]:
    """The modifiers of limbs that parry, each a bonus of the sheet: an attack of the body has no place for them."""
    for owner, weapon in _weapons(document, ranged=False):
        if modifier := parry_of(weapon).modifier:
            name = attack_name(weapon, owner)
            yield {"to": "parry", "amount": modifier, "source": name, "skill": name[:100]}


def _weapons(document: Entry, *, ranged: bool) -> Iterator[tuple[Entry, Entry]]:
    """What traits, spells and skills are fought with: each owner with one way."""
    for owner in (*traits_of(document), *entries(document, "spells", "skills")):
        for weapon in each(owner, "weapons"):
            if is_ranged(weapon) is ranged:
                yield owner, weapon


def _attack(weapon: Entry, owner: Entry, who: Wielder) -> dict[str, Any]:
    how = skilled(weapon, owner, who)
    level = how.level
    if level is None and how.best and how.best[1].modifier:
        level = max(0, how.best[0])
    skill = how.skill or (how.best[1].name if how.best else "")
    return {
        "name": attack_name(weapon, owner), "skill": skill or "DX", "level": level,
        "damage": damage(weapon, owner, who), "reach": reach(weapon),
        "parries": parry_of(weapon).modifier is not None,
    }  # fmt: skip


def attack_name(weapon: Entry, owner: Entry) -> str:
    """“Bite”; “Talons (Slash)” for what is no common attack."""
    usage, name = filled(text(weapon, "usage"), owner), name_of(owner)
    if not usage:
        return name
    return usage if name.casefold() == _COMMON else f"{name} ({usage})"[:200]


def ranged_attacks(document: Entry, who: Wielder) -> list[str]:
    """The attacks of body and spells at range, as text: the sheet has no place of their own for them."""
    found = []
    for owner, weapon in _weapons(document, ranged=True):
        calc = part(weapon, "calc")
        level = number(calc, "level")
        figures = (
            attack_name(weapon, owner), "" if level is None else f"{level:g}", damage(weapon, owner, who),
            text(calc, "range") or text(weapon, "range"),
        )  # fmt: skip
        found.append(", ".join(figure for figure in figures if figure))
    return found
