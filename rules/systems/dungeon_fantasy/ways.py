"""The ways to attack, to parry and to block that follow from a sheet and its gear: what a fight reads over and over.

They hold base values: what circumstances add (sides, repeated parries, retreats, posture) is added in the exchange.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from rules.breakdown import Breakdown
from rules.dice import Dice
from rules.words import Name

#: The hand that holds it: both, or none for a bite, a kick, a tail.
Hand = Literal["right", "left", "both", "none"]

#: How a blow wounds: crushing, cutting, impaling, piercing of four sizes, and what only hurts (burning, corrosive …).
WoundKind = Literal["cr", "cut", "imp", "pi-", "pi", "pi+", "pi++", "burn", "cor", "tox", "fat", "kb", "other"]


@dataclass(frozen=True, slots=True)
class Damage:
    """Dice, what is added to them, and how they wound."""

    dice: Dice
    add: int
    kind: WoundKind
    #: A thrust, which an unarmed parry need not fear (DF-28).
    thrust: bool = False
    #: What DR is divided by: 0.5 doubles it.
    divisor: float = 1

    @property
    def text(self) -> str:
        """Like “1d+2 cut”."""
        divisor = "" if self.divisor == 1 else f" ({self.divisor:g})"
        return f"{self.dice}{f'{self.add:+d}' if self.add else ''}{divisor} {self.kind}"


@dataclass(frozen=True, slots=True)
class Range:
    """How far a shot goes, in yards, and what aiming adds."""

    accuracy: int
    half: int
    most: int
    bulk: int
    thrown: bool


@dataclass(frozen=True, slots=True)
class Way:
    """One way to attack. `key` names it among all of its owner's, like “broadsword.swing”.

    `thing` tells the weapon or limb that does it, “broadsword” or “right_hand”: parries and breakage are counted
    by it. `least` and `most` are the reach in hexes, 0 being close combat. `why` works out the level with its reasons.
    """

    key: str
    thing: str
    hand: Hand
    name: Name
    usage: Name
    skill: str
    level: int
    damage: Damage
    why: Callable[[], Breakdown] = field(repr=False, compare=False)
    least: int = 1
    most: int = 1
    range: Range | None = None
    hands: int = 1
    unarmed: bool = False
    #: Its skill is Judo or Karate (DF-28, DF-33).
    martial: bool = False
    unbalanced: bool = False
    #: A flail or a kusari (DF-19, DF-25, DF-30).
    flail: bool = False
    weight_lb: float = 0
    #: The place of the weapon in the gear; None for a limb.
    place: int | None = None

    @property
    def farthest(self) -> int:
        """How many hexes away it strikes. Foes never share a hex: what reaches no farther strikes into the next one."""
        return max(self.most, 1)


@dataclass(frozen=True, slots=True)
class Parry:
    """One way to parry, before circumstances (DF-21). Parries are counted by `thing`, bare ones by hand (DF-23)."""

    key: str
    thing: str
    hand: Hand
    name: Name
    skill: str
    level: int
    why: Callable[[], Breakdown] = field(repr=False, compare=False)
    hands: int = 1
    fencing: bool = False
    unbalanced: bool = False
    unarmed: bool = False
    #: Judo or Karate.
    martial: bool = False
    knife: bool = False
    #: Retreat adds 3 (DF-37).
    retreats_well: bool = False
    #: Parries what is thrown or shot, and nothing else: the skill Parry Missile Weapons (DF-22).
    missiles: bool = False
    #: What each parry after the first costs in a turn: 4, 2 or 1 (DF-23).
    repeated: int = 4
    weight_lb: float = 0
    #: Cheap +2, fine −1, very fine −2 (DF-34).
    fragility: int = 0
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Cover:
    """What the Defence Bonus is made of: the best ready shield or cloak and the hand it is in, and the best magic.

    `mundane` counts against attacks from the front and that hand's side, on the other side what the other hand bears
    (DF-07); `magical` always (DF-08).
    """

    mundane: int
    hand: Hand
    magical: int
    other_hand: int = 0

    def against(self, arc: str) -> int:
        """The mundane part against what comes from an arc."""
        if arc in ("front", self.hand):
            return self.mundane
        return 0 if arc == "back" else self.other_hand


@dataclass(frozen=True, slots=True)
class Block:
    """One way to block, before circumstances and without DB."""

    key: str
    thing: str
    hand: Hand
    name: Name
    make: Literal["shield", "buckler", "cloak", "body"]
    skill: str
    level: int
    db: int
    why: Callable[[], Breakdown] = field(repr=False, compare=False)
    place: int | None = None
