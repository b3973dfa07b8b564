"""What a character owns: weapons by their modes, shields and cloaks, armour by location, everything else.

Weights are in pounds, as the tables have them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from rules.border import Frozen
from rules.numbers import Number, Whole
from rules.words import Name

Key = Annotated[str, Field(max_length=60)]

#: Where a thing is: in a hand, in both, worn, in the pack, or not carried at all.
Place = Literal["right", "left", "both", "worn", "pack", "elsewhere"]
HANDS: frozenset[str] = frozenset({"right", "left", "both"})

Location = Literal["skull", "face", "eye", "neck", "torso", "vitals", "groin", "arm", "hand", "leg", "foot"]


class Carried(Frozen):
    """Anything that can be carried."""

    key: Key | None = None
    """The row of the equipment table it came from."""
    name: Name
    place: Place = "pack"
    quantity: Annotated[Whole, Field(ge=0, le=10_000)] = 1
    weight_lb: Annotated[Number, Field(ge=0, le=10_000)] = 0
    """Weight of one, in pounds."""
    cost: Annotated[Number, Field(ge=0, le=10_000_000)] = 0
    note: str = Field(default="", max_length=500)

    @property
    def is_carried(self) -> bool:
        return self.place != "elsewhere"


class Mode(Frozen):
    """One way to use a melee weapon."""

    name: Name | Literal[""] = ""
    """Swung, thrust, …"""
    skill: str = Field(default="", max_length=100)
    defaults: tuple[Annotated[str, Field(max_length=100)], ...] = Field(default=(), max_length=30)
    """What it may be used by instead: “DX-5”, “Shortsword-2”."""
    damage: str = Field(default="", max_length=60)
    """“sw+2 cut”, “thr+1 imp”, “2d-1 cr”."""
    reach: str = Field(default="1", max_length=20)
    """“C”, “1”, “1,2”, “2-3”; an asterisk means that it must be readied to change."""
    parry: Annotated[Whole, Field(ge=-10, le=10)] | None = 0
    """The parry modifier; left out where it cannot parry (DF-21)."""
    fencing: bool = False
    """“F” (DF-25)."""
    unbalanced: bool = False
    """“U” (DF-26)."""
    block: Annotated[Whole, Field(ge=-10, le=10)] | None = None
    st: Annotated[Whole, Field(ge=0, le=100)] = 0
    """The ST it takes."""
    hands: Annotated[Whole, Field(ge=1, le=2)] = 1
    level: Annotated[Whole, Field(ge=0, le=60)] | None = None
    """The level where a sheet gives it outright."""


class Shot(Frozen):
    """One way to use a weapon at range."""

    name: Name | Literal[""] = ""
    skill: str = Field(default="", max_length=100)
    defaults: tuple[Annotated[str, Field(max_length=100)], ...] = Field(default=(), max_length=30)
    damage: str = Field(default="", max_length=60)
    accuracy: Annotated[Whole, Field(ge=0, le=20)] = 0
    half: Annotated[Number, Field(ge=0, le=100_000)] = 0
    """Half-damage range in yards; 0 where there is none."""
    most: Annotated[Number, Field(ge=0, le=100_000)] = 0
    """The farthest it goes, in yards."""
    by_st: bool = False
    """Both ranges are multiples of ST."""
    bulk: Annotated[Whole, Field(ge=-20, le=0)] = 0
    thrown: bool = False
    """A thrown weapon, which can be parried (DF-22, DF-32)."""
    st: Annotated[Whole, Field(ge=0, le=100)] = 0
    hands: Annotated[Whole, Field(ge=1, le=2)] = 1
    level: Annotated[Whole, Field(ge=0, le=60)] | None = None


class Weapon(Carried):
    """A weapon."""

    kind: Literal["weapon"] = "weapon"
    modes: tuple[Mode, ...] = Field(default=(), max_length=12)
    shots: tuple[Shot, ...] = Field(default=(), max_length=12)
    quality: Literal["cheap", "good", "fine", "very_fine"] = "good"
    improvised: bool = False
    """A thing that is no weapon: counts as cheap when it might break (DF-27)."""


class Shield(Carried):
    """A shield, a buckler or a cloak: its DB counts while it is in a hand or strapped to an arm (DF-07).

    A body that has been grabbed and lifted blocks as well, and has no DB (DF-19).
    """

    kind: Literal["shield"] = "shield"
    make: Literal["shield", "buckler", "cloak", "body"] = "shield"
    db: Annotated[Whole, Field(ge=0, le=10)] = 1
    magic_db: Annotated[Whole, Field(ge=0, le=10)] = 0
    """Magical DB: of all of it only the best counts (DF-08)."""
    dr: Annotated[Whole, Field(ge=0, le=100)] = 0
    hp: Annotated[Whole, Field(ge=0, le=1000)] = 0
    modes: tuple[Mode, ...] = Field(default=(), max_length=6)
    """Blows with it."""


class Armor(Carried):
    """Armour: its DR by location."""

    kind: Literal["armor"] = "armor"
    place: Place = "worn"
    dr: dict[Location, Annotated[Whole, Field(ge=0, le=100)]] = {}
    flexible: bool = False
    crushing: Annotated[Whole, Field(ge=0, le=100)] = 0
    """How much less DR it has against crushing blows."""
    magic_db: Annotated[Whole, Field(ge=0, le=10)] = 0


class Gear(Carried):
    """Anything else. Magical things may give DB (DF-08)."""

    kind: Literal["gear"] = "gear"
    magic_db: Annotated[Whole, Field(ge=0, le=10)] = 0


KINDS: dict[str, type[BaseModel]] = {"weapon": Weapon, "shield": Shield, "armor": Armor, "gear": Gear}
Item = Weapon | Shield | Armor | Gear
