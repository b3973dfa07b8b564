"""At what level somebody uses a weapon or the bare body: skill, strength, and the hand that holds it (DF-24)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.breakdown import Breakdown
from rules.systems.dungeon_fantasy.gear import Mode, Shot
from rules.systems.dungeon_fantasy.sheet import DfSheet
from rules.systems.dungeon_fantasy.skills import Use, skills_in, uses
from rules.systems.dungeon_fantasy.traits import has
from rules.words import gettext_noop as _
from rules.words import say

OFF_HAND = -4


class Grip(NamedTuple):
    """A skill as it is used in one hand: what it costs beyond the skill's own level."""

    use: Use
    #: ST that the weapon takes and the wielder lacks.
    lacking: int = 0
    #: It is in the wrong hand.
    off: bool = False

    @property
    def level(self) -> int:
        return self.use.level - self.lacking + (OFF_HAND if self.off else 0)

    def breakdown(self) -> Breakdown:
        """The level with its reasons."""
        total = self.use.breakdown()
        if self.lacking:
            total.add(say(_("Lacks {st} of the ST it takes"), st=self.lacking), -self.lacking, "DF-21")
        return total.add(say(_("Off hand")), OFF_HAND, "DF-24") if self.off else total


def blow_st(sheet: DfSheet) -> int:
    """The ST of blows: the striking ST where it differs."""
    return sheet.st if sheet.striking_st is None else sheet.striking_st


def is_off_hand(sheet: DfSheet, hand: str) -> bool:
    """Whether this is the worse hand of somebody who has one."""
    return hand in {"left", "right"} and hand != sheet.handedness and not has(sheet, "ambidexterity")


def grip(sheet: DfSheet, mode: Mode | Shot, hand: str, *, to_parry: bool = False) -> Grip:
    """The best way to hold it: of the skills that serve, the one that ends up highest.

    A level that the sheet gives outright knows of its ST already. Parrying with the skill Main-Gauche, no hand is
    the wrong one (DF-24).
    """
    off = is_off_hand(sheet, hand)
    if mode.level is not None:
        skill = next(iter(skills_in(mode.skill)), "DX")
        return Grip(Use(skill, mode.level), off=off and not (to_parry and skill == "Main-Gauche"))
    lacking = max(0, mode.st - blow_st(sheet))
    ways = (
        Grip(use, lacking, off and not (to_parry and use.skill == "Main-Gauche"))
        for use in _uses(sheet, mode.skill, mode.defaults)
    )
    return max(ways, key=lambda each: (each.level, each.use.by is None))


def _uses(sheet: DfSheet, skill: str, defaults: Iterable[str]) -> list[Use]:
    """Every way to use it, untrained at DX-5 where nothing else serves."""
    found = list(uses(sheet, skills_in(skill), tuple(defaults)))
    return found or list(uses(sheet, skills_in(skill), ("DX-5",)))
