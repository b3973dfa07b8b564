"""Character files of GCS (GURPS Character Sheet, data versions 2 to 5) as sheets of Dungeon Fantasy.

What the file has worked out is taken as it is; what only holds in some situations is named and not counted. The
Defence Bonus of shields is kept apart, whether the file counts it in every defence or not (DF-07).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.border import read
from rules.systems.dungeon_fantasy.gear import KINDS
from rules.systems.dungeon_fantasy.load import basic_lift, level_for
from rules.systems.dungeon_fantasy.sheet import DfSheet
from rules.words import Words, say
from rules.words import gettext_noop as _
from sheets.importing.gcs_attributes import Attributes, read_attributes
from sheets.importing.gcs_body import natural_attacks, parry_bonuses, ranged_attacks
from sheets.importing.gcs_entries import Entry, Feature, entries, features_of, name_of, switched_off, traits_of
from sheets.importing.gcs_shields import other_bonuses
from sheets.importing.gcs_skills import Learned, read_skills, read_spells
from sheets.importing.gcs_things import Thing, read_item, read_things
from sheets.importing.gcs_traits import is_beast, key_of, natural_dr, read_bonuses, read_trait
from sheets.importing.gcs_weapons import MOST_LEVEL, Wielder
from sheets.importing.hands import askable, assign
from sheets.importing.imported import Imported
from sheets.importing.loose import clamped, each, flag, number, part, text
from sheets.importing.notation import pounds
from sheets.services.items import as_stored

SYSTEM = "dungeon_fantasy"
#: Versions whose layout is known; others are read as far as they go.
VERSIONS = (1, 2, 3, 4, 5)
_USUAL = {"attributes", "traits", "advantages", "skills", "equipment", "profile", "points_record", "calc"}
_MOST_GEAR = 200
_MOST_NOTES = 10_000


def is_gcs(document: Any) -> bool:
    """Whether a document is a character of GCS: it says so, or has what such characters have."""
    if not isinstance(document, Mapping):
        return False
    return document.get("type") == "character" or len(_USUAL & set(document)) >= 2


def read_gcs(document: Entry) -> Imported:
    """A character of GCS as a sheet that fits the system, with a sentence for everything that was left out."""
    warnings: list[Words] = []
    version = number(document, "version")
    if version not in VERSIONS:
        words = _("The file has the data version {version}, which is not known here; what could be read was read.")
        warnings.append(say(words, version=text(document, "version") or "?"))
    _warn_of_damage(document, warnings)
    things = _most(list(read_things(document)), _MOST_GEAR, _("things"), warnings)
    attributes = read_attributes(document, _features(document, things))
    skills = _skills(document, attributes, warnings)
    characteristics = _characteristics(document, attributes, warnings)
    load = level_for(_hampering(things), _lift(document, characteristics))
    who = Wielder(attributes, skills, load)
    gear = [read_item(thing, who, warnings) for thing in things]
    sheet = characteristics | _abilities(document, who, warnings)
    sheet["bonuses"] = _bonuses(document, things, gear, warnings)
    sheet["notes"] = _notes(document, who, warnings)
    for name in assign(gear, sheet["handedness"]):
        warnings.append(say(_("“{name}” is ready, but no hand is free for it: say where it is."), name=name))
    return Imported(
        SYSTEM,
        _name(document),
        read(DfSheet, sheet).model_dump(mode="json"),
        [as_stored(read(KINDS[item["kind"]], item)) for item in gear],
        format=f"gcs-{int(version)}" if version in VERSIONS and version else "gcs",
        warnings=tuple(warnings),
        hands=askable(gear, KINDS),
    )


def _name(document: Entry) -> str:
    return text(part(document, "profile"), "name") or text(document, "name") or "?"


def _features(document: Entry, things: Sequence[Thing]) -> list[Feature]:
    """What traits, skills and ready things change."""
    owners = [*traits_of(document), *entries(document, "skills"), *(each.entry for each in things if each.equipped)]
    return [feature for owner in owners for feature in features_of(owner)]


def _hampering(things: Sequence[Thing]) -> float:
    """The pounds that hamper the skills of the file."""
    weights = (
        thing.weight_lb * thing.quantity for thing in things
        if thing.carried and not flag(thing.entry, "ignore_weight_for_skills")
    )  # fmt: skip
    return round(sum(weights), 3)


def _lift(document: Entry, characteristics: Mapping[str, Any]) -> float:
    """Basic Lift as the file has it, by which it has worked out its levels; else by our rules."""
    stated = pounds(text(part(document, "calc"), "basic_lift"))
    return basic_lift(read(DfSheet, characteristics)).total if stated is None else stated


def _skills(document: Entry, attributes: Attributes, warnings: list[Words]) -> list[Learned]:
    """The skills; of two of one name the better."""
    found: dict[str, Learned] = {}
    for skill in read_skills(document, attributes):
        if (other := found.get(skill.full.casefold())) is None or other.level < skill.level:
            found[skill.full.casefold()] = skill
    return _most(list(found.values()), 300, _("skills"), warnings)


def _most[T](found: list[T], most: int, what: str, warnings: list[Words]) -> list[T]:
    if len(found) > most:
        words = _("Of {number} {what} the first {most} were read.")
        warnings.append(say(words, number=len(found), what=say(what), most=most))
    return found[:most]


def _characteristics(document: Entry, attributes: Attributes, warnings: list[Words]) -> dict[str, Any]:
    """Attributes and pools; what only follows from the attributes is left to follow."""

    def fitting(name: str, value: float, least: int, most: int) -> int:
        if value != (kept := clamped(value, least, most)):
            words = _("{name} is {value} in the file, and {kept} here: more does not fit.")
            warnings.append(say(words, name=name, value=f"{value:g}", kept=f"{kept:g}"))
        return int(kept)

    main = {name: fitting(name.upper(), attributes.whole(name), 0, 200) for name in ("st", "dx", "iq", "ht")}
    speed = round(clamped(attributes.values["basic_speed"], 0, 50) * 4) / 4
    follows = {"will": main["iq"], "per": main["iq"], "hp_max": main["st"], "fp_max": main["ht"],
               "basic_move": int(speed)}  # fmt: skip
    stated = {
        "will": fitting("Will", attributes.whole("will"), 0, 200),
        "per": fitting("Per", attributes.whole("per"), 0, 200),
        "hp_max": fitting("HP", attributes.whole("hp"), 0, 2000),
        "fp_max": fitting("FP", attributes.whole("fp"), 0, 2000),
        "basic_move": fitting("Basic Move", attributes.whole("basic_move"), 0, 100),
    }
    return main | {name: value for name, value in stated.items() if value != follows[name]} | {
        "basic_speed": None if speed == (main["dx"] + main["ht"]) / 4 else speed,
        "hp": _now(attributes, "hp", stated["hp_max"]), "fp": _now(attributes, "fp", stated["fp_max"]),
        "striking_st": _own_st(main["st"], attributes.striking), "lifting_st": _own_st(main["st"], attributes.lifting),
        "sm": fitting("SM", attributes.sm, -10, 10),
        "handedness": _handedness(text(part(document, "profile"), "handedness")),
        "points": int(clamped(number(document, "total_points") or 0, -2000, 2000)),
    }  # fmt: skip


def _now(attributes: Attributes, pool: str, most: int) -> int | None:
    now = attributes.now.get(pool)
    return None if now is None or now == most else int(clamped(now, -2000, 2000))


def _own_st(st: int, bonus: int) -> int | None:
    return int(clamped(st + bonus, 0, 200)) if bonus else None


def _handedness(written: str) -> str:
    return "left" if written.casefold().startswith(("l", "лев")) else "right"


def _abilities(document: Entry, who: Wielder, warnings: list[Words]) -> dict[str, Any]:
    """Traits, skills and attacks of the body."""
    traits = traits_of(document)
    for name in switched_off(document, "traits", "advantages"):
        warnings.append(say(_("“{name}” is switched off in the file and was left out."), name=name))
    if is_beast(traits):
        words = _(
            "The file calls it an animal. Beasts of nature without hands parry nothing: say on the sheet if it is one."
        )
        warnings.append(say(words))
    return {
        "dr": natural_dr(traits, warnings),
        "traits": _most([read_trait(e) for e in traits if _says_something(e)], 200, _("traits"), warnings),
        "skills": [_skill(skill) for skill in who.skills],
        "attacks": _most(list(natural_attacks(document, who, warnings)), 30, _("attacks"), warnings),
    }


def _says_something(entry: Entry) -> bool:
    """Whether a trait is to be written down: not containers, nor what only brings the common attacks."""
    if key_of(name_of(entry)) != "other":
        return True
    return not each(entry, "children") and name_of(entry).casefold() != "natural attacks"


def _bonuses(
    document: Entry,
    things: Sequence[Thing],
    gear: Sequence[Mapping[str, Any]],
    warnings: list[Words],
) -> list[dict[str, Any]]:
    """What traits, skills, ready things and limbs add to defences, beyond what the rules know."""
    owners = [*traits_of(document), *entries(document, "skills")]
    found = [
        *read_bonuses(owners, warnings),
        *parry_bonuses(document),
        *(
            bonus for thing, item in zip(things, gear, strict=True) if thing.equipped
            for bonus in other_bonuses(thing.name, thing.features, item["kind"])
        ),
    ]  # fmt: skip
    return _most(found, 50, _("bonuses"), warnings)


def _skill(skill: Learned) -> dict[str, Any]:
    return {"name": skill.full, "level": int(clamped(skill.level, 0, MOST_LEVEL)), "points": min(skill.points, 500)}


def _notes(document: Entry, who: Wielder, warnings: list[Words]) -> str:
    """What has no place of its own on the sheet: spells, attacks of the body at range, the file's own notes."""
    lines = []
    if spells := read_spells(document):
        warnings.append(
            say(_("The spells ({number}) stand in the notes: the sheet has no place for them."), number=len(spells))
        )
        lines.append("; ".join(spells))
    if ranged := ranged_attacks(document, who):
        words = _("Attacks of the body or of spells at range stand in the notes: {names}.")
        warnings.append(say(words, names="; ".join(ranged)[:300]))
        lines += ranged
    for note in entries(document, "notes"):
        for key in ("markdown", "text"):
            lines += [written] if (written := text(note, key, 2000)) else []
    return "\n".join(lines)[:_MOST_NOTES].strip()


def _warn_of_damage(document: Entry, warnings: list[Words]) -> None:
    """Say where the file works out damage by another table than the book's."""
    table = text(part(document, "settings"), "damage_progression")
    if table not in {"", "basic_set"}:
        words = _(
            "The file has another table of damage: {table}. Its weapons keep their figures; others have the book’s."
        )
        warnings.append(say(words, table=table.replace("_", " ")))
