"""Every way to parry and to block, before circumstances (DF-19, DF-21 to DF-29)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Literal

from rules.breakdown import Breakdown
from rules.systems.dungeon_fantasy.attack_ways import BARE, MARTIAL, fits, natural_grip
from rules.systems.dungeon_fantasy.gear import Item, Mode, Shield, Weapon
from rules.systems.dungeon_fantasy.keys import hand_key, slug, thing_keys, unique
from rules.systems.dungeon_fantasy.load import Places, encumbrance_of, free_hands, in_hands
from rules.systems.dungeon_fantasy.remembered import remembered
from rules.systems.dungeon_fantasy.sheet import Bonus, DfSheet, NaturalWeapon
from rules.systems.dungeon_fantasy.skills import RETREATING, Use, known, names_of, skill_name
from rules.systems.dungeon_fantasy.traits import covers, found, has, has_hands, is_master
from rules.systems.dungeon_fantasy.ways import Block, Hand, Parry
from rules.systems.dungeon_fantasy.wielding import Grip, grip
from rules.words import Name, say
from rules.words import gettext_noop as _

#: Who knows nothing better parries with DX (DF-28).
ONE_HAND = ("Boxing", "Brawling", "Judo", "Karate")
TWO_HANDS = ("Wrestling", "Sumo Wrestling")
MISSILES = "Parry Missile Weapons"
#: What a weapon of this quality adds to its chance to break (DF-34).
FRAGILITY = {"cheap": 2, "good": 0, "fine": -1, "very_fine": -2}
#: The skill of a shield that names none, and what it defaults to.
_BLOCKING = {
    "shield": ("Shield (Shield)", ("DX-4", "Shield (Buckler)-2")),
    "buckler": ("Shield (Buckler)", ("DX-4", "Shield-2")),
    "cloak": ("Cloak", ("DX-5", "Shield-4")),
    "body": ("Wrestling", ("DX",)),
}


@remembered
def parries_of(sheet: DfSheet, gear: Sequence[Item], places: Places) -> tuple[Parry, ...]:
    """All parries with what is in the hands now, and with the body. Handless beasts of nature have none (DF-29)."""
    if sheet.natural and not has_hands(sheet):
        return ()
    load = encumbrance_of(sheet, gear, places)
    keys, taken = thing_keys(gear), set[str]()
    made: list[Parry] = []
    for number, item, hand in in_hands(gear, places):
        if isinstance(item, Weapon):
            made += _with(sheet, item, hand, number, keys[number], load, taken)  # type: ignore[arg-type]
    made += [_limb(sheet, each, taken) for each in sheet.attacks if each.parries]
    if has_hands(sheet):
        made += _bare(sheet, free_hands(sheet, gear, places), load, taken)
        made += _missiles(sheet, made, taken)
    return tuple(made)


def _with(
    sheet: DfSheet, weapon: Weapon, hand: Hand, place: int, thing: str, load: int, taken: set[str]
) -> Iterator[Parry]:
    """The parries of one weapon: one for each way of its modes to parry that differs from the others."""
    seen: list[tuple[str, bool, int]] = []
    for mode in weapon.modes:
        if mode.parry is None or not fits(mode, weapon.modes, hand):
            continue
        held = grip(sheet, mode, hand, to_parry=True)
        # The same skill parries no worse in an earlier mode.
        if any(skill == held.use.skill and fencing >= mode.fencing and level >= held.level + mode.parry
               for skill, fencing, level in seen):  # fmt: skip
            continue
        key = unique(f"{thing}.{slug(held.use.skill)}" if seen else thing, taken)
        seen.append((held.use.skill, mode.fencing, held.level + mode.parry))
        names = (thing, *_words(weapon.name), *names_of(held.use.skill))
        why = partial(_parry_why, sheet, held, names, mode.parry, load if mode.fencing else 0)
        yield Parry(
            key=key, thing=thing, hand=hand, name=weapon.name, skill=held.use.skill, level=why().total, why=why,
            hands=2 if hand == "both" else 1, fencing=mode.fencing, unbalanced=mode.unbalanced,
            knife=held.use.skill == "Knife", retreats_well=mode.fencing or held.use.skill in RETREATING,
            repeated=_repeated(mode.fencing, is_master(sheet, names)), weight_lb=weapon.weight_lb,
            fragility=FRAGILITY["cheap" if weapon.improvised else weapon.quality], place=place,
        )  # fmt: skip


def _limb(sheet: DfSheet, attack: NaturalWeapon, taken: set[str]) -> Parry:
    """A limb that parries, as a weapon or bare (DF-29)."""
    key = unique(attack.key or slug(attack.name) or "attack", taken)
    held = natural_grip(sheet, attack)
    names = (key, *_words(attack.name), *names_of(held.use.skill))
    bare = not attack.as_weapon
    why = partial(_parry_why, sheet, held, names, 0, 0, bare)
    return Parry(
        key=key, thing=key, hand="none", name=attack.name, skill=held.use.skill, level=why().total, why=why,
        unarmed=bare, martial=held.use.skill in MARTIAL, retreats_well=held.use.skill in RETREATING,
        repeated=_repeated(False, is_master(sheet, names, unarmed=bare)),
    )  # fmt: skip


def _bare(sheet: DfSheet, hands: Sequence[str], load: int, taken: set[str]) -> Iterator[Parry]:
    """Unarmed parries: DX and the skills of one free hand for each, the wrestler's with two (DF-28)."""
    learned = [skill for skill in ("DX", *ONE_HAND) if skill == "DX" or known(sheet, skill) is not None]
    for number, hand in enumerate(hands):
        for skill in learned:
            key = slug(skill) if number == 0 else f"{slug(skill)}.{hand}"
            yield _unarmed(sheet, skill, unique(key, taken), hand, hand_key(hand), load)  # type: ignore[arg-type]
    if len(hands) == 2:
        for skill in TWO_HANDS:
            if known(sheet, skill) is not None:
                yield _unarmed(sheet, skill, unique(slug(skill), taken), "both", hand_key("both"), load)


def _unarmed(sheet: DfSheet, skill: str, key: str, hand: Hand, thing: str, load: int) -> Parry:
    level = known(sheet, skill)
    held = Grip(Use(skill, sheet.dx if level is None else level))
    martial = skill in MARTIAL
    names = names_of(skill)
    why = partial(_parry_why, sheet, held, names, 0, load if martial else 0, True)
    return Parry(
        key=key, thing=thing, hand=hand, name=BARE, skill=skill, level=why().total, why=why,
        hands=2 if hand == "both" else 1, unarmed=True, martial=martial, retreats_well=skill in RETREATING,
        repeated=_repeated(False, is_master(sheet, names, unarmed=True)),
    )  # fmt: skip


def _missiles(sheet: DfSheet, others: Sequence[Parry], taken: set[str]) -> Iterator[Parry]:
    """What is shot, parried by those who have learned it, with whatever hand or weapon parries (DF-22)."""
    level = known(sheet, MISSILES)
    if level is None or not others:
        return
    by = others[0]
    names = names_of(MISSILES)
    why = partial(_parry_why, sheet, Grip(Use(MISSILES, level)), names, 0, 0, by.unarmed)
    yield Parry(
        key=unique(slug(MISSILES), taken), thing=by.thing, hand=by.hand, name=by.name, skill=MISSILES,
        level=why().total, why=why, hands=by.hands, unarmed=by.unarmed, missiles=True,
        repeated=by.repeated, weight_lb=by.weight_lb, fragility=by.fragility, place=by.place,
    )  # fmt: skip


def _repeated(fencing: bool, master: bool) -> int:
    """What each parry after the first costs (DF-23)."""
    return 4 // (1 + fencing) // (1 + master)


def _words(name: Name) -> tuple[str, ...]:
    return (name,) if isinstance(name, str) else tuple(name.values())


def _parry_why(
    sheet: DfSheet, held: Grip, names: tuple[str, ...], modifier: int, load: int, unarmed: bool = False
) -> Breakdown:
    """3 + half the skill, the weapon's modifier, what training adds, and a load that hampers it (DF-21, DF-25)."""
    rule = "DF-28" if unarmed else "DF-21"
    total = _half(held, rule)
    if modifier:
        total.add(say(_("The weapon’s modifier")), modifier, "DF-21")
    _trained(sheet, total, "parry", names, unarmed)
    if load:
        total.add(say(_("Encumbrance")), -load, "DF-28" if unarmed else "DF-25")
    return total.at_least(say(_("At least 0")), 0, "DF-04")


def _half(held: Grip, rule: str) -> Breakdown:
    total = held.breakdown()
    words = say(_("3 + half of {skill}-{level}, rounded down"), skill=skill_name(held.use.skill), level=held.level)
    return total.set_to(words, 3 + held.level // 2, rule)


def _trained(
    sheet: DfSheet, total: Breakdown, to: Literal["parry", "block"], names: Iterable[str], unarmed: bool = False
) -> Breakdown:
    """Combat Reflexes, Enhanced Parry or Block, and other bonuses; those for other weapons stay visible as ignored."""
    names = tuple(names)
    if has(sheet, "combat_reflexes"):
        total.add(say(_("Combat Reflexes")), 1)
    words = say(_("Enhanced Parry")) if to == "parry" else say(_("Enhanced Block"))
    for trait in found(sheet, "enhanced_parry" if to == "parry" else "enhanced_block"):
        if covers(trait.specialty, names, unarmed=unarmed):
            total.add(words, trait.level)
    for bonus in bonuses_to(sheet, to):
        if covers(bonus.skill, names, unarmed=unarmed):
            total.add(say(_("{item}"), item=bonus.source), bonus.amount)
        else:
            total.ignore(say(_("{item}: only for {skill}"), item=bonus.source, skill=bonus.skill), bonus.amount)
    return total


def bonuses_to(sheet: DfSheet, to: str) -> Iterator[Bonus]:
    """The bonuses to a defence that come from no trait."""
    return (bonus for bonus in sheet.bonuses if bonus.to == to)


@remembered
def blocks_of(sheet: DfSheet, gear: Sequence[Item], places: Places) -> tuple[Block, ...]:
    """All blocks with the shields and cloaks in the hands now, without their Defence Bonus (DF-19)."""
    keys = thing_keys(gear)
    made: list[Block] = []
    for number, item, hand in in_hands(gear, places):
        if not isinstance(item, Shield):
            continue
        held = _bearing(sheet, item)
        names = (keys[number], *_words(item.name), *names_of(held.use.skill))
        why = partial(_block_why, sheet, held, names)
        made.append(
            Block(
                key=keys[number], thing=keys[number], hand=hand, name=item.name, make=item.make,  # type: ignore[arg-type]
                skill=held.use.skill, level=why().total, db=item.db, why=why, place=number,
            )
        )  # fmt: skip
    return tuple(made)


def _bearing(sheet: DfSheet, shield: Shield) -> Grip:
    """The skill with a shield: that of its blows where they name one, else that of its make, in either hand."""
    skill, defaults = _BLOCKING[shield.make]
    first = next((mode for mode in shield.modes if mode.skill), None)
    mode = first or Mode(skill=skill, defaults=defaults)
    return grip(sheet, mode, sheet.handedness)


def _block_why(sheet: DfSheet, held: Grip, names: tuple[str, ...]) -> Breakdown:
    return _trained(sheet, _half(held, "DF-19"), "block", names).at_least(say(_("At least 0")), 0, "DF-04")
