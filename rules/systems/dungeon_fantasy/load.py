"""What somebody carries and how it slows: where things are, Basic Lift, encumbrance, Move (DF-16, DF-35)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from rules.breakdown import Breakdown
from rules.systems.dungeon_fantasy.gear import HANDS, Item
from rules.systems.dungeon_fantasy.sheet import DfSheet
from rules.words import gettext_noop as _
from rules.words import say

#: Where things are now that are not where the sheet has them: place in the gear → a hand, "worn", "pack", "dropped" …
Places = Mapping[str, str]
NOWHERE: Places = {}
_CARRIED = HANDS | {"worn", "pack"}

#: Up to how many times Basic Lift each level of encumbrance goes.
LIMITS = (1, 2, 3, 6, 10)
LEVELS = (
    _("no encumbrance"), _("light encumbrance"), _("medium encumbrance"), _("heavy encumbrance"),
    _("extra-heavy encumbrance"),
)  # fmt: skip

#: What of Dodge is halved at low HP or FP: base and bonuses, or the base alone.
Half = Literal["all", "base"]


def place_of(gear: Sequence[Item], number: int, places: Places = NOWHERE) -> str:
    """Where the thing with this place in the gear is now."""
    return places.get(str(number), gear[number].place)


def in_hands(gear: Sequence[Item], places: Places = NOWHERE) -> Iterator[tuple[int, Item, str]]:
    """What is held, in the order of the gear: its place in the gear, the thing, and the hand."""
    for number, item in enumerate(gear):
        if (place := place_of(gear, number, places)) in HANDS:
            yield number, item, place


def free_hands(sheet: DfSheet, gear: Sequence[Item], places: Places = NOWHERE) -> tuple[str, ...]:
    """The hands that hold nothing, the better one first."""
    held = {place for _number, _item, place in in_hands(gear, places)}
    if "both" in held:
        return ()
    other = "left" if sheet.handedness == "right" else "right"
    hands = (sheet.handedness,) if any(t.key == "one_arm" for t in sheet.traits) else (sheet.handedness, other)
    return tuple(hand for hand in hands if hand not in held)


def basic_lift(sheet: DfSheet) -> Breakdown:
    """ST² / 5 in pounds; to the nearest pound from 10 on (DF-35)."""
    st = sheet.st if sheet.lifting_st is None else sheet.lifting_st
    total = Breakdown().start(say(_("ST {st} × ST {st} ÷ 5, in pounds"), st=st), whole(st * st / 5), "DF-35")
    if total.total >= 10 and total.total != round(total.total):
        total.set_to(say(_("to the nearest pound")), round(total.total), "DF-35")
    return total


def whole(number: float) -> float:
    """A number without a fraction that says nothing: 7 for 7.0."""
    return int(number) if number == int(number) else number


def weight(gear: Sequence[Item], places: Places = NOWHERE) -> Breakdown:
    """The pounds of what is in the hands, worn and in the pack (DF-16)."""
    total = Breakdown().start(say(_("Nothing")), 0, "DF-16")
    for number, item in enumerate(gear):
        pounds = round(item.weight_lb * item.quantity, 3)
        if not pounds:
            continue
        label = say(_("{item} × {n}") if item.quantity > 1 else _("{item}"), item=item.name, n=item.quantity)
        if place_of(gear, number, places) in _CARRIED:
            total.add(label, pounds, "DF-16")
            total.total = round(total.total, 3)
        else:
            total.ignore(say(_("{item}: not carried"), item=item.name), pounds, "DF-16")
    return total


def carried_lb(gear: Sequence[Item], places: Places = NOWHERE) -> float:
    """The weight that is carried, in pounds."""
    return round(
        sum(item.weight_lb * item.quantity for at, item in enumerate(gear) if place_of(gear, at, places) in _CARRIED), 3
    )


def level_for(pounds: float, lift: float) -> int:
    """The level of encumbrance, 0 to 4, of a weight for a Basic Lift; more than ten of it is still the fourth."""
    return next((level for level, limit in enumerate(LIMITS) if pounds <= lift * limit), len(LIMITS) - 1)


def encumbrance_of(sheet: DfSheet, gear: Sequence[Item], places: Places = NOWHERE) -> int:
    """The level of encumbrance, 0 to 4 (DF-16)."""
    return level_for(carried_lb(gear, places), basic_lift(sheet).total)


def encumbrance(sheet: DfSheet, gear: Sequence[Item], places: Places = NOWHERE) -> Breakdown:
    """The level of encumbrance with its reasons (DF-16)."""
    pounds, lift = carried_lb(gear, places), basic_lift(sheet).total
    level = level_for(pounds, lift)
    total = Breakdown().start(say(_("Carried, in pounds")), pounds, "DF-16")
    limit = say(_("{level}: up to {limit} lb"), level=say(LEVELS[level]), limit=f"{lift * LIMITS[level]:g}")
    return total.set_to(limit, level, "DF-16")


def basic_speed(sheet: DfSheet) -> Breakdown:
    """(DX + HT) / 4, unless the sheet has bought it up or down."""
    if sheet.basic_speed is not None:
        return Breakdown().start(say(_("Basic Speed on the sheet")), whole(sheet.basic_speed), "DF-16")
    total = Breakdown().start(say(_("DX")), sheet.dx, "DF-16").add(say(_("HT")), sheet.ht, "DF-16")
    return total.set_to(say(_("divided by 4")), whole(total.total / 4), "DF-16")


def basic_move(sheet: DfSheet) -> Breakdown:
    """Basic Speed without its fraction, unless the sheet has bought it up or down."""
    if sheet.basic_move is not None:
        return Breakdown().start(say(_("Basic Move on the sheet")), sheet.basic_move)
    speed = basic_speed(sheet).total
    return Breakdown().start(say(_("Basic Speed {speed}, without its fraction"), speed=f"{speed:g}"), math.floor(speed))


def halvings(sheet: DfSheet, hp: int | None = None, fp: int | None = None) -> tuple[str, ...]:
    """Which pools are below a third: "hp", "fp". One whose maximum is 0 never is."""
    found = []
    for name, now, most in (("hp", hp, hp_max(sheet)), ("fp", fp, fp_max(sheet))):
        value = getattr(sheet, name) if now is None else now
        if value is not None and 3 * value < most:
            found.append(name)
    return tuple(found)


def hp_max(sheet: DfSheet) -> int:
    """HP when unhurt."""
    return sheet.st if sheet.hp_max is None else sheet.hp_max


def fp_max(sheet: DfSheet) -> int:
    """FP when rested."""
    return sheet.ht if sheet.fp_max is None else sheet.fp_max


def halve(total: Breakdown, pools: Sequence[str]) -> Breakdown:
    """Half for each pool below a third, rounded up."""
    for pool in pools:
        words = say(
            _("HP below a third: half, rounded up") if pool == "hp" else _("FP below a third: half, rounded up")
        )
        total.set_to(words, math.ceil(total.total / 2), "DF-16")
    return total


def move(
    sheet: DfSheet,
    gear: Sequence[Item],
    places: Places = NOWHERE,
    hp: int | None = None,
    fp: int | None = None,
    load: int | None = None,
) -> Breakdown:
    """Move now, or at another `load`, in hexes (DF-16).

    Basic Move, halved when badly hurt or tired, a fifth less for each level of load.
    """
    total = halve(basic_move(sheet), halvings(sheet, hp, fp))
    level = encumbrance_of(sheet, gear, places) if load is None else load
    if level and total.total:
        words = say(_("{level}: {tenths} tenths"), level=say(LEVELS[level]), tenths=10 - 2 * level)
        total.set_to(words, max(1, math.floor(total.total * (10 - 2 * level) / 10)), "DF-16")
    return total
