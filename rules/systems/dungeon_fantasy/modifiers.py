"""What circumstances add to an active defence, each with its rule (DF-02, DF-06 to DF-12, DF-15, DF-54, DF-55).

A defence is worked out in numbers; its words are made when somebody looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple, cast

from msgspec import Struct

from rules.breakdown import Breakdown, Deferred
from rules.effects import Option
from rules.systems.dungeon_fantasy.cover import defence_bonus as whole_bonus
from rules.systems.dungeon_fantasy.fighter import Blow, DfFighter, Posture
from rules.systems.dungeon_fantasy.gear import Item
from rules.systems.dungeon_fantasy.load import Places
from rules.systems.dungeon_fantasy.remembered import remembered
from rules.systems.dungeon_fantasy.sheet import DfSheet
from rules.systems.dungeon_fantasy.traits import has
from rules.systems.dungeon_fantasy.ways import Block, Parry
from rules.words import Words, say
from rules.words import gettext_noop as _

By = Literal["dodge", "parry", "block"]
#: What is added to a defence: a retreat, Dodge and Drop (DF-36). Against an area both are ways to dive for cover.
Added = Literal["", "retreat", "drop"]


class Mod(NamedTuple):
    """Something that adds to a defence, or takes from it. What has lost to another is shown and counts for nothing."""

    label: Words
    amount: int
    rule: str
    ignored: bool = False


class No(NamedTuple):
    """What forbids a defence."""

    rule: str
    words: Words


type Mods = tuple[Mod, ...]

SIDE = Mod(say(_("From the side")), -2, "DF-11")
BEHIND = Mod(say(_("From behind")), -2, "DF-12")
BEHIND_PARRY = Mod(say(_("From behind: awkward to parry")), -2, "DF-12")
UNSEEN = Mod(say(_("The attack is not seen")), -4, "DF-10")
STUNNED = Mod(say(_("Stunned")), -4, "DF-06")
POSTURES: dict[Posture, Mod] = {
    "kneeling": Mod(say(_("Kneeling")), -2, "DF-55"),
    "sitting": Mod(say(_("Sitting")), -2, "DF-55"),
    "lying": Mod(say(_("Lying")), -3, "DF-55"),
}
INCREASED = Mod(say(_("All-Out Defence (Increased)")), 2, "DF-53")
HIGHER, LOWER = say(_("Stands higher")), say(_("Stands lower"))
DECEPTIVE, FEINT = (
    say(_("Deceptive Attack")),
    say(_("Feint")),
)
MUNDANE, MAGICAL = say(_("Defence Bonus")), say(_("Defence Bonus: magic"))
RETREAT, DROP, DIVE = say(_("Retreat")), say(_("Dodge and Drop")), say(_("Dive for Cover"))

#: Of 216 rolls of 3d6, those not above each level; 3 and 4 always succeed, 17 and 18 never (DF-04).
SUCCESSES = (4, 4, 4, 4, 4, 10, 20, 35, 56, 81, 108, 135, 160, 181, 196, 206, 212)


def successes(level: int) -> int:
    """How many of the 216 rolls of 3d6 succeed at a level (DF-04)."""
    return SUCCESSES[0 if level < 0 else 16 if level > 16 else level]


class Choice(Struct, frozen=True, gc=False):
    """One possible defence against one blow.

    `level` is the effective one: `base` and all that `shared` (by every defence) and `own` modifiers add. `no` forbids
    it. `warning` goes with a defence that is allowed and cannot come to good. `good` is how many of 216 rolls succeed.
    """

    key: str
    by: By
    label: Words
    level: int
    base: Callable[[], Breakdown]
    shared: Mods
    own: Mods
    good: int
    no: No | None = None
    warning: No | None = None
    parry: Parry | None = None
    block: Block | None = None
    added: Added = ""
    acrobatic: bool = False


class Shared(NamedTuple):
    """What counts for every defence against a blow, and how much it is together."""

    mods: Mods
    total: int


def shared_by_all(blow: Blow) -> Shared:
    """What counts for every defence against a blow."""
    mods = (*circumstances(blow), *defence_bonus(blow))
    return Shared(mods, sum([mod.amount for mod in mods if not mod.ignored]))


def choice_of(
    key: str, by: By, label: Words, base: int, why: Callable[[], Breakdown], shared: Shared, own: Mods, no: No | None,
    *, warning: No | None = None, hopeless: bool = False, parry: Parry | None = None, block: Block | None = None,
    added: Added = "",
) -> Choice:  # fmt: skip
    """A defence with its effective level."""
    level = base + shared.total
    for mod in own:
        level += mod.amount
    good = 0 if hopeless else successes(level)
    return Choice(key, by, label, level, why, shared.mods, own, good, no, warning, parry, block, added)


def circumstances(blow: Blow) -> list[Mod]:
    """What the blow and the state of its target add to every defence, the Defence Bonus apart."""
    target = blow.target
    found: list[Mod] = []
    if blow.arc != "front" and (mod := _of_arc(blow)) is not None:
        found.append(mod)
    if blow.sight != "seen":
        found.append(UNSEEN)
    if target.stunned:
        found.append(STUNNED)
    if target.posture != "standing" and (mod := POSTURES.get(posture_against(target, blow.attacker))) is not None:
        found.append(mod)
    if blow.height and not blow.ranged:
        found.append(Mod(HIGHER if blow.height > 0 else LOWER, blow.height, "DF-15"))
    if blow.deceptive:
        found.append(Mod(DECEPTIVE, -abs(blow.deceptive), "DF-54"))
    if blow.feint:
        found.append(Mod(FEINT, -abs(blow.feint), "DF-53"))
    return found


def _of_arc(blow: Blow) -> Mod | None:
    sheet = blow.target.sheet
    if has(sheet, "all_round_vision"):
        return None
    if blow.arc == "back":
        return BEHIND
    return None if has(sheet, "peripheral_vision") else SIDE


def posture_against(target: DfFighter, attacker: DfFighter) -> Posture:
    """Its posture as this attacker meets it: against the one from whom it dropped it defends as before (DF-38)."""
    option = target.option
    if option is not None and option["kind"] == "drop" and option["against"] == attacker.id:
        return cast(Posture, option["posture"])
    return target.posture


def defence_bonus(blow: Blow) -> list[Mod]:
    """DB from the front and the side of the shield; magical DB from everywhere; none against areas (DF-07, DF-08)."""
    found: list[Mod] = []
    if blow.area:
        return found
    cover = blow.target.kit.cover
    if cover.mundane and (blow.arc == "front" or blow.arc == cover.hand):
        found.append(Mod(MUNDANE, cover.mundane, "DF-07"))
    if cover.magical:
        found.append(Mod(MAGICAL, cover.magical, "DF-08"))
        found += _lesser_magic(blow.target.sheet, blow.target.gear, blow.target.kit.places)
    return found


@remembered
def _lesser_magic(sheet: DfSheet, gear: Sequence[Item], places: Places) -> Mods:
    """The magical DB that better magic leaves no room for (DF-08)."""
    return tuple(
        Mod(step.label, int(step.operand or 0), "DF-08", ignored=True)
        for step in whole_bonus(sheet, gear, places).steps
        if step.ignored and step.rule == "DF-08"
    )


def level_of(choice: Choice) -> Breakdown:
    """The effective level of a defence with its reasons."""
    return Deferred(choice.level, lambda: _explain(choice))


def _explain(choice: Choice) -> Breakdown:
    why = choice.base()
    made = Breakdown()
    made.total, made.steps = why.total, [*why.steps]
    for mod in (*choice.shared, *choice.own):
        if mod.ignored:
            made.ignore(mod.label, mod.amount, mod.rule)
        else:
            made.add(mod.label, mod.amount, mod.rule)
    return made


def option_of(choice: Choice, default: str) -> Option:
    """A defence as an answer to the question for one."""
    no = choice.no
    if no is not None:
        return Option(choice.key, choice.label, False, no.words, no.rule)
    warning = choice.warning
    return Option(
        choice.key, choice.label, True,
        None if warning is None else warning.words, None if warning is None else warning.rule,
        choice.level, level_of(choice), choice.key == default,
    )  # fmt: skip


def best_of(choices: Iterable[Choice]) -> str:
    """The key of the likeliest defence, of equals the first; one that leaves one lying only where nothing else is left.

    It is empty where all are forbidden.
    """
    best, key = (False, -1), ""
    for choice in choices:
        if choice.no is None:
            rank = (choice.added != "drop", choice.good)
            if rank > best:
                best, key = rank, choice.key
    return key
