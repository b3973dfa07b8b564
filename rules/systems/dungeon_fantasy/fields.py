"""What is filled in when an order is given: targets, weapons, locations, options, with their levels and reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import get_args

from rules.effects import Option
from rules.errors import Refused
from rules.grid.figures import Arc
from rules.maps import BattleMap
from rules.system import Field
from rules.systems.dungeon_fantasy.bearing import blow_arc
from rules.systems.dungeon_fantasy.fighter import DfFight, DfFighter, Kind, Manoeuvre, Posture
from rules.systems.dungeon_fantasy.gear import HANDS
from rules.systems.dungeon_fantasy.ground import cells_between, on_map
from rules.systems.dungeon_fantasy.locations import PLACES
from rules.systems.dungeon_fantasy.manoeuvres import why_no_posture, why_not_ready
from rules.systems.dungeon_fantasy.strikes import Strike, ground_of, level_why, why_no_target
from rules.systems.dungeon_fantasy.striking import why_no_strike
from rules.systems.dungeon_fantasy.ways import Damage, Way, WoundKind
from rules.words import Words, say
from rules.words import gettext_noop as _

NOTE = Field("note", _("What exactly"), "text", required=False)

ARCS: Mapping[Arc, str] = {
    "front": _("from the front"), "right": _("from its right"), "left": _("from its left"), "back": _("from behind"),
}  # fmt: skip
_FROM = tuple(Option(arc, say(label), default=arc == "front") for arc, label in ARCS.items())
_DAMAGE: Mapping[WoundKind, str] = {
    "cr": _("{n}d{more} cr"), "cut": _("{n}d{more} cut"), "imp": _("{n}d{more} imp"), "pi-": _("{n}d{more} pi-"),
    "pi": _("{n}d{more} pi"), "pi+": _("{n}d{more} pi+"), "pi++": _("{n}d{more} pi++"), "burn": _("{n}d{more} burn"),
    "cor": _("{n}d{more} cor"), "tox": _("{n}d{more} tox"), "fat": _("{n}d{more} fat"), "kb": _("{n}d{more} kb"),
    "other": _("{n}d{more} special"),
}  # fmt: skip

KINDS = Field(
    "kind", _("How"), "one",
    (
        Option("determined", say(_("Determined: +4 to hit, +1 for shots")), rule="DF-53"),
        Option("strong", say(_("Strong: +2 damage")), rule="DF-53"),
        Option("double", say(_("Double: two attacks")), rule="DF-53"),
    ),
    rule="DF-53", initial="determined",
)  # fmt: skip

DEFENCES = Field(
    "kind", _("Which defence"), "one",
    (
        Option("dodge", say(_("Dodge +2")), rule="DF-53"),
        Option("parry", say(_("Parry +2")), rule="DF-53"),
        Option("block", say(_("Block +2")), rule="DF-53"),
        Option("double", say(_("Two different defences against an attack")), rule="DF-02"),
    ),
    rule="DF-53", initial="dodge",
)  # fmt: skip

_POSTURES: Mapping[Posture, str] = {
    "standing": _("Stand up"), "crouching": _("Crouch"), "kneeling": _("Kneel"), "sitting": _("Sit"),
    "lying": _("Lie down"),
}  # fmt: skip

_TO = {
    "right": _("in the right hand"), "left": _("in the left hand"), "both": _("in both hands"),
    "pack": _("into the pack"), "dropped": _("to the ground"),
}  # fmt: skip

#: Whether an attack counts among those that an order may be given with.
type Serves = Callable[[Way], bool]


def any_way(_way: Way) -> bool:
    return True


def melee(way: Way) -> bool:
    return way.range is None


def shot(way: Way) -> bool:
    return way.range is not None


def others(fight: DfFight, actor: DfFighter) -> list[DfFighter]:
    """Whom it may attack at all: its foes first, and of them those who stand first."""
    there = [each for each in fight.fighters.values() if why_no_target(actor, each) is None]
    there.sort(key=lambda each: (each.side == actor.side, not each.is_standing))
    return there


def targets(fight: DfFight, actor: DfFighter, serves: Serves = any_way) -> tuple[Option, ...]:
    """Whom it may attack from where it is, how far they are and which side they turn to it; or why it may not."""
    ways = [way for way in actor.kit.ways if serves(way)]
    found = []
    for each in others(fight, actor):
        no = _why_none(fight, actor, each, ways)
        where = _where(fight, actor, each)
        if no is None:
            found.append(Option(each.id, each.name, level=where))
        else:
            found.append(Option(each.id, each.name, False, no.words, no.rule, level=where))
    return tuple(found)


def _why_none(fight: DfFight, actor: DfFighter, target: DfFighter, ways: Iterable[Way]) -> Refused | None:
    """Why no way reaches a target; None where one does. Of several reasons that of what it wields."""
    reasons = []
    for way in ways:
        if (no := why_no_strike(fight, actor, target, way)) is None:
            return None
        reasons.append(no)
    return reasons[0] if reasons else Refused(say(_("There is nothing to attack with.")), rule="DF-53")


def _where(fight: DfFight, actor: DfFighter, target: DfFighter) -> Words | None:
    if not on_map(fight, actor, target):
        return None
    assert fight.map is not None
    assert actor.at is not None
    assert target.at is not None
    far = distance_words(fight.map, cells_between(fight, actor.at, target.at))
    arc = blow_arc(fight, actor, target)
    return far if arc == "front" else say(_("{distance}, {side}"), distance=far, side=say(ARCS[arc]))


def distance_words(battle: BattleMap, far: int) -> Words:
    """How far it is, in cells and as a length."""
    if far == 1:
        return say(_("1 cell, {length}"), length=battle.length(1))
    return say(_("{cells} cells, {length}"), cells=far, length=battle.length(far))


def meant(actor: DfFighter, target: DfFighter) -> str:
    """Whom a form starts with: a foe, or nobody, but never one of its own side."""
    return target.id if target.side != actor.side else ""


def everybody(fighters: Iterable[DfFighter]) -> tuple[Option, ...]:
    return tuple(Option(each.id, each.name) for each in fighters)


def strike_fields(
    fight: DfFight, actor: DfFighter, there: tuple[Option, ...], manoeuvre: Manoeuvre = "attack", kind: Kind = ""
) -> tuple[Field, ...]:
    """What an attack takes: on whom, with what, at what, and how."""
    first = next((each.key for each in there if each.allowed), None)
    if first is None:
        return ()
    target = fight.fighters[first]
    ways = weapons(fight, actor, target, any_way, manoeuvre, kind)
    fields = [
        Field("target", _("Target"), "one", there, initial=meant(actor, target)),
        Field("weapon", _("With what"), "one", ways, initial=next(each.key for each in ways if each.allowed)),
        Field("location", _("At what"), "one", LOCATIONS, rule="DF-54", initial="torso"),
        Field("deceptive", _("Deceptive: −2 to hit, −1 to the defence, so many times"), "number", rule="DF-54",
              required=False, initial=0),
    ]  # fmt: skip
    if not on_map(fight, actor):
        fields.append(Field("arc", _("From where"), "one", _FROM, rule="DF-11", required=False))
        if any(shot(way) for way in actor.kit.ways):
            fields.append(Field("yards", _("Yards to the target of a shot"), "number", rule="DF-50", required=False))
    surprise = _("A surprise: the target cannot expect it")
    fields.append(Field("surprise", surprise, "flag", rule="DF-14", required=False))
    area = _("An area, an explosion, a cone: the target can only dive for cover")
    fields.append(Field("area", area, "flag", rule="DF-39", required=False))
    return tuple(fields)


LOCATIONS = tuple(
    Option(location, say(place.name), rule="DF-54", level=place.penalty or None) for location, place in PLACES.items()
)


def weapons(
    fight: DfFight, actor: DfFighter, target: DfFighter, serves: Serves,
    manoeuvre: Manoeuvre = "attack", kind: Kind = "",
) -> tuple[Option, ...]:  # fmt: skip
    """Its ways to attack a target with their levels, reasons and damage; or why one does not reach."""
    found = []
    for way in actor.kit.ways:
        if not serves(way):
            continue
        label = way_words(way)
        why = level_why(actor, target, Strike(way, manoeuvre, kind, ground=ground_of(fight, actor, target, way)))
        no = why_no_strike(fight, actor, target, way)
        if no is None:
            found.append(Option(way.key, label, rule="DF-50", level=why.total, breakdown=why))
        else:
            found.append(Option(way.key, label, False, no.words, no.rule, why.total, why))
    return tuple(found)


def way_words(way: Way) -> Words:
    """A way to attack with its damage: “broadsword, swung: 2d+1 cut”."""
    damage = damage_words(way.damage)
    if way.usage:
        return say(_("{weapon}, {usage}: {damage}"), weapon=way.name, usage=way.usage, damage=damage)
    return say(_("{weapon}: {damage}"), weapon=way.name, damage=damage)


def damage_words(damage: Damage) -> Words:
    """Damage as a reader writes it: “2d+1 cut”."""
    divisor = "" if damage.divisor == 1 else f" ({damage.divisor:g})"
    more = f"{f'{damage.add:+d}' if damage.add else ''}{divisor}"
    return say(_DAMAGE[damage.kind], n=len(damage.dice), more=more)


def posture_options(actor: DfFighter) -> tuple[Option, ...]:
    """The postures it may take, and why not the others."""
    found = []
    for posture in get_args(Posture):
        no, label = why_no_posture(actor, posture), say(_POSTURES[posture])
        if no is None:
            found.append(Option(posture, label, rule="DF-55"))
        else:
            found.append(Option(posture, label, False, no.words, no.rule))
    return tuple(found)


def ready_fields(actor: DfFighter) -> tuple[Field, ...]:
    """Which thing, and where to; nothing where nothing can be readied or put away."""
    first = next(
        (
            (place, to) for place, item in enumerate(actor.gear) for to in _TO
            if why_not_ready(actor, place, to) is None and (to in HANDS or item.place != "worn")
        ),
        None,
    )  # fmt: skip
    if first is None:
        return ()
    things = tuple(Option(f"{place}", item.name) for place, item in enumerate(actor.gear))
    to = tuple(Option(key, say(label)) for key, label in _TO.items())
    return (
        Field("item", _("Thing"), "one", things, initial=f"{first[0]}"),
        Field("place", _("Where to"), "one", to, initial=first[1]),
    )
