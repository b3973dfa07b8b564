"""The weapon lists of a GCS file: how traits, spells, skills and things are fought with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.systems.dungeon_fantasy.damage_table import damage_of
from sheets.importing.gcs_attributes import Attributes
from sheets.importing.gcs_entries import Entry, features_of, filled
from sheets.importing.gcs_skills import Default, Learned, best, read_defaults
from sheets.importing.loose import as_text, clamped, each, number, part, text
from sheets.importing.notation import Parrying, parrying, ranges, signed, strength, whole_reach

MOST_LEVEL = 60
_MOST_DEFAULTS = 30


@dataclass(frozen=True, slots=True)
class Wielder:
    """Who fights with it: what levels and damage of weapons rest on. `load` is the level of encumbrance."""

    attributes: Attributes
    skills: Sequence[Learned]
    load: int = 0


@dataclass(frozen=True, slots=True)
class Skilled:
    """By what skill a weapon is used: `level` only where the file's own is none that skill and defaults give."""

    skill: str
    defaults: tuple[str, ...]
    level: int | None
    #: The one default that is best, and what it comes to.
    best: tuple[int, Default] | None


def is_ranged(weapon: Entry) -> bool:
    """Whether an entry of a weapon list is used at range."""
    kind = text(weapon, "type")
    if kind in {"ranged_weapon", "melee_weapon"}:
        return kind == "ranged_weapon"
    if (letter := text(weapon, "id")[:1]) in {"w", "W"}:
        return letter == "W"
    return bool({"range", "accuracy", "rate_of_fire", "shots"} & set(weapon))


def parry_of(weapon: Entry) -> Parrying:
    """How it parries. Files that leave out a modifier of 0 say by the level that they worked out that it does."""
    worked_out = text(part(weapon, "calc"), "parry")
    if "parry" in weapon:
        found = parrying(text(weapon, "parry"))
        return found if found.modifier is None or abs(found.modifier) <= 10 else _plainly(found)
    return _plainly(parrying(worked_out))


def _plainly(found: Parrying) -> Parrying:
    """A level where a modifier should stand: it parries, without one."""
    return found if found.modifier is None else Parrying(0, found.fencing, found.unbalanced)


def block_of(weapon: Entry) -> int | None:
    """The modifier to blocks with it; None where it blocks nothing."""
    modifier = parrying(text(weapon, "block")).modifier
    return None if modifier is None or abs(modifier) > 10 else modifier


def skilled(weapon: Entry, owner: Entry, who: Wielder) -> Skilled:
    """By what skill somebody uses a weapon, and how well where the file counts more than the skill."""
    defaults = read_defaults(each(weapon, "defaults"), owner)
    mains = [default.name for default in defaults if default.is_skill and not default.modifier]
    found = best(defaults, who.skills, who.attributes)
    least, _hands = strength(text(weapon, "strength"))
    lacking = max(0, least - who.attributes.striking_st)
    hampered = who.load if parry_of(weapon).fencing else 0
    stated = number(part(weapon, "calc"), "level")
    level = None
    if stated is not None and stated > 0 and (found is None or int(stated) != max(0, found[0] - lacking - hampered)):
        level = int(clamped(stated + hampered, 0, MOST_LEVEL))
    elif stated is None and found and (bonus := _own_bonus(owner, "skill_bonus")):
        level = int(clamped(found[0] - lacking + bonus, 0, MOST_LEVEL))
    others = [each.written for each in defaults if not each.is_skill or each.modifier]
    return Skilled(_joined(mains), tuple(others[:_MOST_DEFAULTS]), level, found)


def _own_bonus(owner: Entry, kind: str) -> int:
    """What a thing and its modifiers add to its own use."""
    return int(sum(
        feature.amount for feature in features_of(owner)
        if feature.kind == kind and text(feature.data, "selection_type") == "this_weapon"
    ))  # fmt: skip


def _improved(modifier: int | None, owner: Entry, kind: str) -> int | None:
    return None if modifier is None else int(clamped(modifier + _own_bonus(owner, kind), -10, 10))


def _joined(names: list[str]) -> str:
    written = ""
    for name in names:
        if len(written) + len(name) + 2 <= 100:
            written = f"{written}; {name}" if written else name
    return written


def damage(weapon: Entry, owner: Entry, who: Wielder) -> str:
    """The damage as sheets write it: by ST where it is, with what the file adds; else as the file worked it out."""
    raw = weapon.get("damage")
    worked_out = text(part(weapon, "calc"), "damage", 60)
    if not isinstance(raw, dict):
        return worked_out or as_text(raw, 60)
    kind = filled(text(raw, "type", 20), owner)
    base = text(raw, "base", 20).replace("−", "-")
    if (word := text(raw, "st").casefold()) not in {"thr", "sw"}:
        return worked_out or f"{base} {kind}".strip()[:60]
    add = signed(base) if "d" not in base else None
    written = f"{word}{_divided(raw, f'{add:+d}' if add else '')} {kind}".strip()[:60]
    if not worked_out:
        return written
    return _with_added(written, word, worked_out, who.attributes.striking_st) or worked_out


def _divided(raw: dict[str, Any], add: str) -> str:
    divisor = number(raw, "armor_divisor")
    return f"{add} ({divisor:g})" if divisor and divisor != 1 else add


def _with_added(written: str, word: str, worked_out: str, st: int) -> str:
    """The damage by ST that comes to what the file worked out; empty where none does."""
    ours, theirs = damage_of(written, st), damage_of(worked_out, st)
    basic = damage_of(word, st)
    if not ours or not theirs or not basic or len(ours.dice) != len(theirs.dice):
        return ""
    add = theirs.add - basic.add
    rest = worked_out.partition(" ")[2]
    return f"{word}{add:+d} {rest}".strip()[:60] if add else f"{word} {rest}".strip()[:60]


def mode(weapon: Entry, owner: Entry, who: Wielder) -> dict[str, Any]:
    """A way to use a melee weapon."""
    least, hands = strength(text(weapon, "strength"))
    parry, how = parry_of(weapon), skilled(weapon, owner, who)
    block = block_of(weapon)
    return _named(weapon, owner) | {
        "skill": how.skill, "defaults": how.defaults, "level": how.level,
        "damage": damage(weapon, owner, who), "reach": reach(weapon),
        "parry": _improved(parry.modifier, owner, "weapon_parry_bonus"),
        "fencing": parry.fencing, "unbalanced": parry.unbalanced,
        "block": _improved(block, owner, "weapon_block_bonus"),
        "st": min(least, 100), "hands": hands,
    }  # fmt: skip


def shot(weapon: Entry, owner: Entry, who: Wielder) -> dict[str, Any]:
    """A way to use a weapon at range."""
    least, hands = strength(text(weapon, "strength"))
    how = skilled(weapon, owner, who)
    half, most, by_st = ranges(text(weapon, "range"))
    return _named(weapon, owner) | {
        "skill": how.skill, "defaults": how.defaults, "level": how.level,
        "damage": damage(weapon, owner, who),
        "accuracy": int(clamped(signed(text(weapon, "accuracy")) or 0, 0, 20)), "half": half, "most": most,
        "by_st": by_st,
        "bulk": int(clamped(signed(text(weapon, "bulk")) or 0, -20, 0)),
        "thrown": text(weapon, "shots").casefold().startswith(("t", "т")),
        "st": min(least, 100), "hands": hands,
    }  # fmt: skip


def reach(weapon: Entry) -> str:
    """Its reach, with what the file adds to it."""
    return whole_reach(text(part(weapon, "calc"), "reach") or text(weapon, "reach"))


def _named(weapon: Entry, owner: Entry) -> dict[str, Any]:
    usage = filled(text(weapon, "usage"), owner)
    return {"name": usage} if usage else {}
