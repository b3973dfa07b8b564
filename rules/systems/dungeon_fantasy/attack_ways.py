"""Every way to attack: ready weapons by mode and hand, shields' blows, what is thrown or shot, and the bare body."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from rules.breakdown import Breakdown
from rules.systems.dungeon_fantasy.damage_table import damage_of
from rules.systems.dungeon_fantasy.gear import Item, Mode, Shield, Shot, Weapon
from rules.systems.dungeon_fantasy.keys import hand_key, slug, thing_keys, unique
from rules.systems.dungeon_fantasy.load import Places, free_hands, in_hands
from rules.systems.dungeon_fantasy.remembered import remembered
from rules.systems.dungeon_fantasy.sheet import DfSheet, NaturalWeapon
from rules.systems.dungeon_fantasy.skills import FLAILS, Use, canonical, known, uses
from rules.systems.dungeon_fantasy.traits import has, has_hands
from rules.systems.dungeon_fantasy.ways import Hand, Range, Way
from rules.systems.dungeon_fantasy.wielding import Grip, blow_st, grip
from rules.words import Name, say
from rules.words import gettext_noop as _

PUNCH: Name = {"en": "Punch", "ru": "Удар кулаком"}
KICK: Name = {"en": "Kick", "ru": "Удар ногой"}
BARE: Name = {"en": "Unarmed", "ru": "Без оружия"}
MARTIAL = frozenset({"Judo", "Karate"})

_NUMBER = re.compile(r"\d+")


@remembered
def ways_of(sheet: DfSheet, gear: Sequence[Item], places: Places) -> tuple[Way, ...]:
    """All attacks that can be made with what is in the hands now, and with the body.

    `places` tells where things are that are not where the gear has them; a broken thing is in no hand.
    """
    keys, taken = thing_keys(gear), set[str]()
    found: list[Way] = []
    for number, item, hand in in_hands(gear, places):
        found += _with(sheet, item, hand, number, keys[number], taken)  # type: ignore[arg-type]
    found += [way for each in sheet.attacks if (way := _natural(sheet, each, taken))]
    found += _bare(sheet, gear, places, taken)
    return tuple(found)


def reach_of(text: str) -> tuple[int, int]:
    """The least and the farthest hex of a reach: “C,1” is 0 to 1, “2-3*” 2 to 3."""
    cells = [int(each) for each in _NUMBER.findall(text)][:4]
    if "c" in text.casefold().replace("с", "c"):  # a Cyrillic one, too
        cells.append(0)
    return (min(cells), max(cells)) if cells else (1, 1)


def fits(mode: Mode | Shot, modes: Sequence[Mode | Shot], hand: str) -> bool:
    """Whether a mode can be used as the weapon is held. In both hands, only those for two where there are any."""
    if hand == "both":
        return mode.hands == 2 or all(each.hands == 1 for each in modes)
    return mode.hands == 1


def _with(sheet: DfSheet, item: Item, hand: Hand, place: int, thing: str, taken: set[str]) -> Iterator[Way]:
    """The blows, throws and shots of one thing in a hand."""
    if not isinstance(item, Weapon | Shield):
        return
    # A shield is borne on the off arm by those who learn it.
    held = sheet.handedness if isinstance(item, Shield) else hand
    for mode in _modes(item):
        damage = damage_of(mode.damage, blow_st(sheet))
        if damage is None or not fits(mode, [each for each in _modes(item) if type(each) is type(mode)], hand):
            continue
        held_so = grip(sheet, mode, held)
        least, most = reach_of(mode.reach) if isinstance(mode, Mode) else (1, 1)
        yield Way(
            key=unique(f"{thing}.{slug(mode.name) or 'attack'}", taken),
            thing=thing, hand=hand, name=item.name, usage=mode.name, skill=held_so.use.skill, level=held_so.level,
            damage=damage, why=held_so.breakdown, least=least, most=most,
            range=_range(sheet, mode) if isinstance(mode, Shot) else None,
            hands=2 if hand == "both" else 1, martial=held_so.use.skill in MARTIAL,
            unbalanced=isinstance(mode, Mode) and mode.unbalanced, flail=held_so.use.skill in FLAILS,
            weight_lb=item.weight_lb, place=place,
        )  # fmt: skip


def _modes(item: Weapon | Shield) -> tuple[Mode | Shot, ...]:
    return (*item.modes, *item.shots) if isinstance(item, Weapon) else item.modes


def _range(sheet: DfSheet, shot: Shot) -> Range:
    times = sheet.st if shot.by_st else 1
    return Range(shot.accuracy, int(shot.half * times), int(shot.most * times), shot.bulk, shot.thrown)


def _natural(sheet: DfSheet, attack: NaturalWeapon, taken: set[str]) -> Way | None:
    """An attack of the body that the sheet lists."""
    damage = damage_of(attack.damage, blow_st(sheet))
    if damage is None:
        return None
    key = unique(attack.key or slug(attack.name) or "attack", taken)
    used = natural_grip(sheet, attack)
    least, most = reach_of(attack.reach)
    return Way(
        key=key, thing=key, hand="none", name=attack.name, usage="", skill=used.use.skill, level=used.level,
        damage=damage, why=used.breakdown, least=least, most=most,
        unarmed=not attack.as_weapon, martial=used.use.skill in MARTIAL,
    )  # fmt: skip


def natural_grip(sheet: DfSheet, attack: NaturalWeapon) -> Grip:
    """The level of a natural attack: as given, or by its skill, or DX."""
    if attack.level is not None:
        return Grip(Use(canonical(attack.skill) or "DX", attack.level))
    return grip(sheet, Mode(skill=attack.skill, defaults=("DX+0",)), "none")


def _bare(sheet: DfSheet, gear: Sequence[Item], places: Places, taken: set[str]) -> Iterator[Way]:
    """Punches with each free hand, and a kick; no hand is the wrong one for bare blows."""
    if not has_hands(sheet):
        return
    own = set(taken)
    for number, hand in enumerate(free_hands(sheet, gear, places)):
        if "punch" not in own:
            key = "punch" if number == 0 else f"punch.{hand}"
            yield _blow(sheet, key, PUNCH, hand_key(hand), hand, 0, "thr-1 cr", "C")  # type: ignore[arg-type]
    if "kick" not in own and not has(sheet, "no_legs"):
        yield _blow(sheet, "kick", KICK, "kick", "none", -2, "thr cr", "C,1")


def _blow(sheet: DfSheet, key: str, name: Name, thing: str, hand: Hand, penalty: int, damage: str, reach: str) -> Way:
    """A punch or a kick by the best of DX, Boxing, Brawling and Karate."""
    learned = ("Brawling", "Karate") if penalty else ("Boxing", "Brawling", "Karate")
    chosen = max(
        (*uses(sheet, learned, ()), *uses(sheet, (), ("DX+0",))),
        key=lambda use: (use.level, per_die(sheet, use.skill), use.by is None),
    )
    made = damage_of(damage, blow_st(sheet), per_die(sheet, chosen.skill))
    assert made is not None
    least, most = reach_of(reach)
    why = partial(_blow_why, chosen, penalty)
    return Way(
        key=key, thing=thing, hand=hand, name=name, usage="", skill=chosen.skill, level=chosen.level + penalty,
        damage=made, why=why, least=least, most=most, unarmed=True, martial=chosen.skill in MARTIAL,
    )  # fmt: skip


def _blow_why(use: Use, penalty: int) -> Breakdown:
    total = use.breakdown()
    return total.add(say(_("Kick")), penalty) if penalty else total


def per_die(sheet: DfSheet, skill: str) -> int:
    """What mastery of the bare body adds to each die of a punch or a kick."""
    level = known(sheet, skill)
    if level is None:
        return 0
    match skill:
        case "Karate":
            return 2 if level > sheet.dx else 1 if level == sheet.dx else 0
        case "Boxing":
            return max(0, min(2, level - sheet.dx))
        case "Brawling":
            return 1 if level >= sheet.dx + 2 else 0
        case _:
            return 0
