"""How a Dungeon Fantasy sheet looks: attributes, load, defences, attacks, and what is in which hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import localize
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.breakdown import Breakdown
from rules.system import Derived
from rules.systems.dungeon_fantasy.derived import blocks_of, move, parries_of, ways_of
from rules.systems.dungeon_fantasy.gear import Armor, Item, Shield, Weapon
from rules.systems.dungeon_fantasy.likely import likely_blocks, likely_parries
from rules.systems.dungeon_fantasy.load import LIMITS, whole
from rules.systems.dungeon_fantasy.sheet import DfSheet
from rules.systems.dungeon_fantasy.skills import skill_name
from rules.systems.dungeon_fantasy.traits import has_hands
from rules.systems.dungeon_fantasy.ways import Block, Parry, Way
from rules.words import Name, Words, say
from sheets.faces.dungeon_fantasy_words import CHOICES, DAMAGE, LABELS, QUESTIONS, SHORT_LOADS, STATE
from sheets.faces.face import Face, Fact, Text

_DAMAGE_WORD = re.compile(r"[a-z]+(?:[-+]+(?!\d))?")
_PLACES = ("right", "left", "both", "worn", "pack", "elsewhere")


@dataclass(frozen=True, slots=True)
class Load:
    """One level of encumbrance: up to how many pounds, and Move and Dodge there."""

    key: str
    label: Text
    limit: str
    move: int
    dodge: int
    is_now: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A parry, a block or an attack. `notes` are the few words beside its name."""

    name: Name
    skill: Name
    value: int
    why: Breakdown
    notes: Sequence[Text] = ()
    damage: str = ""

    @property
    def label(self) -> Words:
        """Its name as words, so that a name that somebody typed is not translated."""
        return say("{item}", item=self.name)


@dataclass(frozen=True, slots=True)
class Place:
    """Where things are, with what is there."""

    key: str
    label: Text
    tiles: Sequence[Any]


def layout(sheet: DfSheet, tiles: Sequence[Any], derived: Derived) -> Mapping[str, Any]:
    """The loads, the ways to defend and to attack, and the things by where they are."""
    gear = tuple(tile.model for tile in tiles)
    lift, carried = derived.values["basic_lift"], derived.values["carried_lb"]
    now = {each.key for each in parries_of(sheet, gear)} | {each.key for each in blocks_of(sheet, gear)}
    by_place = [Place(key, CHOICES["place"][key], [t for t in tiles if t.model.place == key]) for key in _PLACES]
    return {
        "loads": list(_loads(sheet, derived)),
        "parries": [_parry(each, each.key in now) for each in likely_parries(sheet, gear) if not _is_second(each)],
        "blocks": [_block(each, each.key in now) for each in likely_blocks(sheet, gear)],
        "melee": [_attack(each) for each in ways_of(sheet, gear) if each.range is None],
        "ranged": [_attack(each) for each in ways_of(sheet, gear) if each.range is not None],
        "held": _held(by_place[:3], has_hands(sheet)),
        "lists": by_place[3:],
        "places": CHOICES["place"].items(),
        "carried": pounds(carried),
        "carried_most": pounds(lift * LIMITS[-1]),
        "carried_lb": f"{carried:g}",
        "most_lb": f"{lift * LIMITS[-1]:g}",
        "is_over": carried > lift * LIMITS[-1],
        "load": SHORT_LOADS[derived.values["encumbrance"]],
    }  # fmt: skip


def _held(hands: Sequence[Place], is_handed: bool) -> list[Place]:
    """The hands that are shown: each by itself also where it is empty, unless both hold one thing."""
    one_by_one = is_handed and not hands[2].tiles
    return [place for place in hands if place.tiles or (one_by_one and place.key != "both")]


def _loads(sheet: DfSheet, derived: Derived) -> Iterator[Load]:
    """The five levels, of which one is that of now."""
    lift = derived.values["basic_lift"]
    for level, limit in enumerate(LIMITS):
        yield Load(
            f"dodge_by_encumbrance.{level}", SHORT_LOADS[level], pounds(lift * limit),
            move(sheet, (), load=level).total,
            derived.values["dodge_by_encumbrance"][level], level == derived.values["encumbrance"],
        )  # fmt: skip


def _is_second(parry: Parry) -> bool:
    """A bare parry with the other hand, which is no other than with the first."""
    return parry.unarmed and "." in parry.key


def _parry(each: Parry, is_ready: bool) -> Line:
    notes: list[Text] = [] if is_ready else [_("with free hands") if each.unarmed else _("once it is in the hand")]
    notes += [CHOICES["hand"][each.hand]] if each.hand in CHOICES["hand"] and not each.unarmed else []
    notes += [_("fencing")] if each.fencing else []
    notes += [_("unbalanced")] if each.unbalanced else []
    notes += [_("missiles")] if each.missiles else []
    notes += [_("repeated −%(n)s") % {"n": each.repeated}] if each.repeated != 4 else []
    return Line(each.name, skill_name(each.skill), each.level, each.why(), notes)


def _block(each: Block, is_ready: bool) -> Line:
    notes = [CHOICES["hand"][each.hand] if is_ready else _("once it is in the hand")]
    return Line(each.name, skill_name(each.skill), each.level, each.why(), notes)


def _attack(each: Way) -> Line:
    notes: list[Text] = [_("reach %(reach)s") % {"reach": _reach(each)}] if each.range is None else []
    if each.range is not None:
        notes = [_("Acc %(n)s") % {"n": each.range.accuracy}, _range(each.range.half, each.range.most)]
    notes += [CHOICES["hand"][each.hand]] if each.hand in CHOICES["hand"] else []
    notes += [_("unbalanced")] if each.unbalanced else []
    name = each.name if not each.usage else _joined(each.name, each.usage)
    return Line(name, skill_name(each.skill), each.level, each.why(), notes, _damage(each))


def _damage(each: Way) -> str:
    return damage_words(each.damage.text.replace("other", "special"))


def _range(half: int, most: int) -> Text:
    return _("%(half)s/%(most)s yd") % {"half": half, "most": most} if half else _("%(most)s yd") % {"most": most}


def _reach(way: Way) -> str:
    least, most = (str(each) if each else "C" for each in (way.least, way.most))
    return least if least == most else f"{least}–{most}"


def _joined(name: Name, usage: Name) -> Name:
    """“Broadsword, swing”, in every language that either has."""
    in_both = {
        lang: f"{_of(name, lang)}, {_of(usage, lang)[:1].lower()}{_of(usage, lang)[1:]}" for lang in ("en", "ru")
    }
    return in_both if isinstance(name, dict) or isinstance(usage, dict) else in_both["en"]


def _of(name: Name, language: str) -> str:
    return name if isinstance(name, str) else name.get(language) or next(iter(name.values()))


def marks(item: Item) -> Sequence[Text]:
    """Damage, Defence Bonus or DR, and what is special about it."""
    found: list[Text] = []
    if isinstance(item, Weapon):
        damages = [mode.damage for mode in item.modes] + [shot.damage for shot in item.shots]
        found += [damage_words(text) for text in dict.fromkeys(damages) if text][:3]
        found += [CHOICES["quality"][item.quality]] if item.quality != "good" else []
    if isinstance(item, Shield):
        found.append(_("DB %(db)s") % {"db": item.db})
    if isinstance(item, Armor) and item.dr:
        amounts = sorted(set(item.dr.values()))
        found.append(_("DR %(dr)s") % {"dr": "–".join(map(str, (amounts[0], amounts[-1])[: len(amounts)]))})
    if not isinstance(item, Weapon) and item.magic_db:
        found.append(_("magic DB %(db)s") % {"db": item.magic_db})
    if item.quantity != 1:
        found.append(f"×{item.quantity}")
    return found


def burden(item: Item) -> Text:
    """What it weighs."""
    return _("%(weight)s lb") % {"weight": pounds(item.weight_lb * item.quantity)}


def pounds(weight: float) -> str:
    """A weight as the language writes it."""
    return str(localize(whole(round(weight, 3))))


def damage_words(text: str) -> str:
    """The damage of a weapon in the reader's language: “sw+1 cut”."""
    return _DAMAGE_WORD.sub(lambda word: str(DAMAGE.get(word[0], word[0])), text)


def facts(sheet: Mapping[str, Any]) -> Sequence[Fact]:
    """The four attributes."""
    return [(LABELS[name], sheet.get(name, 10)) for name in ("st", "dx", "iq", "ht")]


def creature_facts(sheet: Mapping[str, Any]) -> Sequence[Fact]:
    """Attributes, HP and natural DR."""
    return [*facts(sheet), (LABELS["hp"], sheet.get("hp_max") or sheet.get("st", 10)), (_("DR"), sheet.get("dr", 0))]


FACE = Face(
    template="sheets/systems/dungeon_fantasy.html",
    parts=("derived", "defences", "ways", "things"),
    essentials=("st", "dx", "iq", "ht", "concept"),
    layout=layout,
    marks=marks,
    facts=facts,
    creature_facts=creature_facts,
    burden_label=pgettext_lazy("of a thing", "Weight"),
    burden=burden,
    damage=damage_words,
    adders={
        "skills": _("Add a skill"), "traits": _("Add a trait"), "bonuses": _("Add a bonus"),
        "attacks": _("Add an attack"), "modes": _("Add a mode"), "shots": _("Add a shot"),
    },
    follows={
        "st": ("hp", "hp_max"), "dx": ("basic_speed", "basic_move"), "iq": ("will", "per"),
        "ht": ("fp", "fp_max", "basic_speed", "basic_move"), "basic_speed": ("basic_move",),
        "hp_max": ("hp",), "fp_max": ("fp",),
    },
    labels=LABELS,
    state=STATE,
    questions=QUESTIONS,
    choices=CHOICES,
)  # fmt: skip
