"""Dodges: plain, acrobatic, with a step back or dropping (DF-16 to DF-18)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from rules.breakdown import Breakdown
from rules.effects import Rule, Tell
from rules.systems.dungeon_fantasy.checks import check
from rules.systems.dungeon_fantasy.choices import Added, Choice, Mod, Mods, No, Shared, choice_of, successes
from rules.systems.dungeon_fantasy.derived import dodge
from rules.systems.dungeon_fantasy.fighter import Blow, DfFight, DfFighter
from rules.systems.dungeon_fantasy.modifiers import INCREASED
from rules.systems.dungeon_fantasy.retreating import DROPPED, WELL, granted, why_no_drop, why_no_retreat
from rules.systems.dungeon_fantasy.settings import DfSettings
from rules.systems.dungeon_fantasy.skills import known
from rules.words import Words, say
from rules.words import gettext_noop as _

ACROBATICS = _("Acrobatics")
JUMPED = Mod(say(_("Acrobatics: success")), 2, "DF-18")
STUMBLED = Mod(say(_("Acrobatics: failure")), -2, "DF-18")
DIVE = say(_("Dive for Cover"))
DIVED = Mod(DIVE, 3, "DF-39")

NO_ACROBAT = No("DF-18", say(_("It takes points in Acrobatics.")))
JUMPED_ALREADY = No("DF-18", say(_("One acrobatic dodge a turn: it has been used.")))
ONLY_DIVING = No("DF-39", say(_("From what strikes an area one can only dive for cover.")))

#: The dodges there are: keys, what is added, acrobatic or not, and what they are called; and against areas.
KINDS: tuple[tuple[str, Added, bool, Words], ...] = (
    ("dodge", "", False, say(_("Dodge"))),
    ("dodge+retreat", "retreat", False, say(_("Dodge and retreat"))),
    ("dodge+acrobatic", "", True, say(_("Acrobatic dodge"))),
    ("dodge+acrobatic+retreat", "retreat", True, say(_("Acrobatic dodge and retreat"))),
    ("dodge+drop", "drop", False, say(_("Dodge and Drop"))),
)
DIVES: dict[str, Words] = {
    "dodge+retreat": DIVE,
    "dodge+acrobatic+retreat": say(_("Dive for Cover, acrobatically")),
    "dodge+drop": say(_("Dive for Cover, dropping")),
}
_ADDS: dict[Added, Mod] = {"retreat": WELL, "drop": DROPPED}


def dodge_choices(fight: DfFight, blow: Blow, shared: Shared) -> Iterator[Choice]:
    """Every dodge against a blow, the impossible ones with what forbids them."""
    target = blow.target
    base, level = base_of(target, fight.settings)
    why_not: dict[Added, No | None] = {
        "": ONLY_DIVING if blow.area else None, "retreat": why_no_retreat(fight, blow), "drop": why_no_drop(blow),
    }  # fmt: skip
    no_jump = why_no_acrobatics(target)
    before = _before(blow)
    for key, added, acrobatic, label in KINDS:
        own = (*before, DIVED if blow.area else _ADDS[added]) if added else before
        no = why_not[added] or (no_jump if acrobatic else None)
        words = DIVES.get(key, label) if blow.area else label
        choice = choice_of(key, "dodge", words, level, base, shared, own, no, added=added)
        yield _acrobatic(target, choice) if acrobatic else choice


def _before(blow: Blow) -> Mods:
    """What counts for every dodge: the option used before, All-Out Defence."""
    found = []
    if (mod := granted(blow, well=True, dodge=True)) is not None:
        found.append(mod)
    if blow.target.manoeuvre == "all_out_defence" and blow.target.kind == "dodge":
        found.append(INCREASED)
    return tuple(found)


def base_of(fighter: DfFighter, settings: DfSettings) -> tuple[Callable[[], Breakdown], int]:
    """Dodge as it is now, with its reasons and as a number (DF-16)."""
    places, half = fighter.kit.places, settings.half_dodge
    why = partial(dodge, fighter.sheet, fighter.gear, places, fighter.hp, fighter.fp, half)
    return why, why().total


def why_no_acrobatics(fighter: DfFighter) -> No | None:
    """Why it cannot dodge acrobatically (DF-18)."""
    if fighter.acrobatic:
        return JUMPED_ALREADY
    return NO_ACROBAT if known(fighter.sheet, "Acrobatics") is None else None


def _acrobatic(fighter: DfFighter, choice: Choice) -> Choice:
    """The same dodge with Acrobatics rolled before it."""
    good = 0
    if choice.no is None:
        jumps = successes(known(fighter.sheet, "Acrobatics") or 0)
        level = choice.level
        good = (jumps * successes(level + JUMPED.amount) + (216 - jumps) * successes(level + STUMBLED.amount)) // 216
    return replace(choice, good=good, acrobatic=True)


def jump(fighter: DfFighter) -> Rule[Mod]:
    """Roll Acrobatics before the dodge, once a turn (DF-18). Shock counts for nothing here (DF-06)."""
    level = known(fighter.sheet, "Acrobatics") or 0
    checked = yield from check(fighter, level, ACROBATICS, "DF-18")
    yield Tell(
        "jumped" if checked.succeeded else "stumbled", "DF-18", {"target": fighter.id}, fighter.to(acrobatic=True)
    )
    return JUMPED if checked.succeeded else STUMBLED
