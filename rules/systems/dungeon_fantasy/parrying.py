"""Parries: which are allowed against a blow, what they cost, and what comes of them (DF-21 to DF-35)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from rules.effects import Rule, Tell
from rules.systems.dungeon_fantasy.checks import check
from rules.systems.dungeon_fantasy.choices import NO_STRAIN, Added, Choice, Mod, Mods, No, Shared, Strain, choice_of
from rules.systems.dungeon_fantasy.damage import strike_home
from rules.systems.dungeon_fantasy.derived import ways_of
from rules.systems.dungeon_fantasy.dodging import ONLY_DIVING
from rules.systems.dungeon_fantasy.fighter import Blow, DfFight, DfFighter
from rules.systems.dungeon_fantasy.gear import Location
from rules.systems.dungeon_fantasy.ground import cells_between, yards_of
from rules.systems.dungeon_fantasy.heavy import lift_of, strain_of, warning_of, weight_of
from rules.systems.dungeon_fantasy.keys import hand_key
from rules.systems.dungeon_fantasy.modifiers import INCREASED
from rules.systems.dungeon_fantasy.retreating import PLAIN, WELL, granted, why_no_retreat
from rules.systems.dungeon_fantasy.skills import skill_name
from rules.systems.dungeon_fantasy.strikes import Strike
from rules.systems.dungeon_fantasy.ways import Parry
from rules.words import Name, say
from rules.words import gettext_noop as _

#: Up to what weight a thrown weapon is small, in pounds: half a kilogram (DF-32).
SMALL_LB = 1
#: What Judo and Karate cost one who strikes at the limb (DF-33).
EVASIVE = -4
#: Who bends any way (DF-11, DF-12).
FLEXIBLE = frozenset({"flexibility", "double_jointed"})
LIMB = _("weapon skill against the limb")

BEHIND = Mod(say(_("From behind: awkward to parry")), -2, "DF-12")
FLAIL = Mod(say(_("Against a flail")), -4, "DF-30")
THROWN_SMALL = Mod(say(_("A small thrown weapon")), -2, "DF-32")
THROWN = Mod(say(_("A thrown weapon")), -1, "DF-32")
BARE_HANDS = Mod(say(_("Bare hands against a weapon")), -3, "DF-28")

MISSILE = No("DF-22", say(_("Missiles are not parried.")))
MISSILES_ONLY = No("DF-22", say(_("This skill parries only what is thrown or shot.")))
RAN_WITH = No("DF-02", say(_("This arm attacked in Move and Attack.")))
UNBALANCED = No("DF-26", say(_("An unbalanced weapon does not parry after it has attacked.")))
NOT_A_FLAIL = No("DF-30", say(_("Knives and fencing weapons do not parry flails.")))
OTHER_SIDE = No("DF-11", say(_("A one-handed weapon does not parry on the other side.")))


def parry_choices(fight: DfFight, blow: Blow, shared: Shared, no_guard: No | None = None) -> Iterator[Choice]:
    """Every parry against a blow, the impossible ones with what forbids them."""
    target = blow.target
    parries = target.kit.parries
    if not parries:
        return
    terms = _terms(blow)
    no_retreat = why_no_retreat(fight, blow)
    weight, lift = weight_of(blow), lift_of(target)
    for parry in parries:
        no = no_guard or _why_not(fight, blow, parry, terms)
        well = parry.retreats_well
        own = terms.mods if no is not None else (*_own(blow, parry), *terms.mods)
        if (mod := granted(blow, well=well)) is not None:
            own = (*own, mod)
        strain = NO_STRAIN if no is not None else strain_of(fight, blow, parry, weight, lift)
        yield _choice(parry, shared, own, no, strain, "")
        yield _choice(parry, shared, (*own, WELL if well else PLAIN), no or no_retreat, strain, "retreat")


def _choice(parry: Parry, shared: Shared, own: Mods, no: No | None, strain: Strain, added: Added) -> Choice:
    words = _("Parry and retreat: {item} ({skill})") if added else _("Parry: {item} ({skill})")
    key = f"parry:{parry.key}+retreat" if added else f"parry:{parry.key}"
    return choice_of(
        key, "parry", say(words, item=parry.name, skill=_skill(parry.skill)), parry.level, parry.why, shared, own, no,
        warning=warning_of(strain), strain=strain, parry=parry, added=added,
    )  # fmt: skip


@cache
def _skill(skill: str) -> Name:
    return skill_name(skill)


class _Terms(NamedTuple):
    """What a blow means for every parry: modifiers, the arms that are not free to parry, whether sides matter not."""

    mods: Mods
    arms: frozenset[str]
    flexible: bool


def _terms(blow: Blow) -> _Terms:
    target, way = blow.target, blow.way
    flexible = blow.arc != "front" and not target.kit.traits.keys().isdisjoint(FLEXIBLE)
    found = []
    if blow.arc == "back" and not flexible:
        found.append(BEHIND)
    if way.flail:
        found.append(FLAIL)
    if way.range is not None and way.range.thrown:
        found.append(THROWN_SMALL if way.weight_lb <= SMALL_LB else THROWN)
    if target.manoeuvre == "all_out_defence" and target.kind == "parry":
        found.append(INCREASED)
    return _Terms(tuple(found), arms_used(target) if target.manoeuvre == "move_and_attack" else frozenset(), flexible)


def arms_used(fighter: DfFighter) -> frozenset[str]:
    """The arms with which it has attacked since its turn began (DF-02); what it threw, with the arm that held it."""
    used: set[str] = set()
    for thing in fighter.struck_with:
        ways = (*fighter.kit.ways, *ways_of(fighter.sheet, fighter.gear))
        hand = next((way.hand for way in ways if way.thing == thing), "none")
        used |= {"right", "left"} if hand == "both" else {hand}
    used.discard("none")
    return frozenset(used)


def _why_not(fight: DfFight, blow: Blow, parry: Parry, terms: _Terms) -> No | None:
    """Why something cannot parry a blow; None where it may (DF-02, DF-11, DF-22, DF-26, DF-30, DF-31)."""
    target, way = blow.target, blow.way
    if blow.area:
        return ONLY_DIVING
    if way.range is None:
        if parry.missiles:
            return MISSILES_ONLY
    elif not (way.range.thrown or parry.missiles or parries_the_bow(fight, blow, parry)):
        return MISSILE
    if terms.arms and (parry.hand in terms.arms or parry.hand == "both"):
        return RAN_WITH
    if parry.unbalanced and parry.thing in target.struck_with:
        return UNBALANCED
    if way.flail and (parry.knife or parry.fencing):
        return NOT_A_FLAIL
    one_handed = not parry.unarmed and parry.hand in ("right", "left")
    if one_handed and blow.arc in ("right", "left") and blow.arc != parry.hand and not terms.flexible:
        return OTHER_SIDE
    return None


def parries_the_bow(fight: DfFight, blow: Blow, parry: Parry) -> bool:
    """Whether one who shoots stands so near that the weapon reaches what it shoots with (DF-31)."""
    far = yards_to_the_bow(fight, blow)
    if far is None or parry.unarmed or parry.missiles:
        return False
    return any(way.thing == parry.thing and way.range is None and far <= way.farthest for way in blow.target.kit.ways)


def yards_to_the_bow(fight: DfFight, blow: Blow) -> float | None:
    """How far away one who shoots stands on the map; None where nobody knows."""
    target, attacker = blow.target, blow.attacker
    if fight.map is None or target.at is None or attacker.at is None:
        return None
    return yards_of(fight.map, cells_between(fight, target.at, attacker.at))


def _own(blow: Blow, parry: Parry) -> list[Mod]:
    """What depends on the one parry: earlier ones, bare hands against a weapon (DF-23, DF-28)."""
    found = []
    if blow.target.parries and (before := parried_before(blow.target.parries, parry)):
        found.append(Mod(say(_("Parried before: {times}"), times=before), -before * parry.repeated, "DF-23"))
    if parry.unarmed and not parry.martial and not blow.way.unarmed and not blow.way.damage.thrust:
        found.append(BARE_HANDS)
    return found


def _counted_as(parry: Parry) -> tuple[str, ...]:
    """As what a parry is counted: its weapon, its limb, each of its bare hands (DF-23)."""
    return (hand_key("right"), hand_key("left")) if parry.unarmed and parry.hand == "both" else (parry.thing,)


def parried_before(parries: Mapping[str, int], parry: Parry) -> int:
    """How often the same weapon or hand has parried in this turn (DF-23)."""
    return max(parries.get(thing, 0) for thing in _counted_as(parry))


def counted(fighter: DfFighter, parry: Parry) -> Mapping[str, int]:
    """The parries of the turn with one more."""
    return {**fighter.parries, **{thing: fighter.parries.get(thing, 0) + 1 for thing in _counted_as(parry)}}


def strike_limb(fight: DfFight, blow: Blow, parry: Parry) -> Rule[None]:
    """A weapon that has parried an unarmed attack may injure the limb: roll its skill at once (DF-33)."""
    if parry.unarmed or not blow.way.unarmed:
        return
    target, attacker = blow.target, blow.attacker
    ways = [way for way in target.kit.ways if way.thing == parry.thing and way.range is None]
    way = next((way for way in ways if way.skill == parry.skill), ways[0] if ways else None)
    if way is None or blow.ranged:
        return
    checked = yield from check(target, way.level + (EVASIVE if blow.way.martial else 0), LIMB, "DF-33")
    if checked.succeeded:
        yield Tell("limb_struck", "DF-33", {"actor": target.id, "target": attacker.id, "item": parry.name})
        yield from strike_home(fight, target, attacker, Strike(way), limb_of_blow(blow))


def limb_of_blow(blow: Blow) -> Location:
    """The limb that a blow of the body is made with: a leg for kicks, else an arm."""
    return "leg" if blow.way.thing == "kick" else "arm"
