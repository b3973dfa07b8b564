"""What a player writes down: attributes, traits, skills. What follows from them is derived."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.border import Frozen
from rules.numbers import Number, Whole
from rules.words import Name

Attribute = Annotated[Whole, Field(ge=0, le=200)]
Points = Annotated[Whole, Field(ge=-2000, le=2000)]
Text = Annotated[str, Field(max_length=10_000)]

#: Traits that the rules of a fight know; `other` stands for all the rest, which are only written down.
TraitKey = Literal[
    "other",
    "combat_reflexes", "enhanced_dodge", "enhanced_parry", "enhanced_block",
    "weapon_master", "trained_by_a_master", "ambidexterity",
    "peripheral_vision", "all_round_vision", "night_vision", "dark_vision", "blindness",
    "flexibility", "double_jointed", "high_pain_threshold", "low_pain_threshold",
    "hard_to_kill", "hard_to_subdue", "extra_attack", "acute_hearing",
    "one_arm", "no_manipulators", "no_legs", "flight",
]  # fmt: skip


class Trait(Frozen):
    """An advantage or a disadvantage. `specialty` names the skill, weapon or limb that it is limited to."""

    key: TraitKey = "other"
    name: Name | None = None
    """What it is called where it is none of those the rules know."""
    level: Annotated[Whole, Field(ge=0, le=20)] = 1
    specialty: str = Field(default="", max_length=200)


class Skill(Frozen):
    """A skill and its level. With no points in it, the level is a default."""

    name: Name
    level: Annotated[Whole, Field(ge=0, le=60)]
    points: Annotated[Whole, Field(ge=0, le=500)] = 1


class Bonus(Frozen):
    """A bonus to a defence from a source that is no trait of the list: a spell, an enchanted thing, a template."""

    to: Literal["dodge", "parry", "block", "magic_db"]
    amount: Annotated[Whole, Field(ge=-10, le=10)]
    source: Name
    skill: str = Field(default="", max_length=100)
    """The weapon or skill that a parry or block bonus is limited to."""


class NaturalWeapon(Frozen):
    """An attack of the body: claws, a bite, a tail. `damage` is like “thr-1 cut” or “2d+1 imp”."""

    key: Annotated[str, Field(max_length=40)] | None = None
    name: Name
    skill: str = Field(default="Brawling", max_length=100)
    level: Annotated[Whole, Field(ge=0, le=60)] | None = None
    """The level where the entry gives it outright; else that of the skill, or DX."""
    damage: str = Field(default="thr-1 cr", max_length=60)
    reach: str = Field(default="C", max_length=20)
    parries: bool = False
    """A limb that may parry (DF-29)."""
    as_weapon: bool = False
    """It counts as a weapon, not as a bare limb (DF-29)."""


class DfSheet(Frozen):
    """A character, a beast or a monster. A secondary characteristic that is left out follows from the attributes."""

    concept: str = Field(default="", max_length=200)
    """Template or calling, in the player's words."""
    st: Attribute = 10
    """Strength, ST."""
    dx: Attribute = 10
    """Dexterity, DX."""
    iq: Attribute = 10
    """Intelligence, IQ."""
    ht: Attribute = 10
    """Health, HT."""
    hp: Annotated[Whole, Field(ge=-2000, le=2000)] | None = None
    """Hit points now; all of them where this is left out."""
    hp_max: Annotated[Whole, Field(ge=0, le=2000)] | None = None
    """Hit points when unhurt: ST unless bought up or down."""
    fp: Annotated[Whole, Field(ge=-2000, le=2000)] | None = None
    fp_max: Annotated[Whole, Field(ge=0, le=2000)] | None = None
    """Fatigue points when rested: HT unless bought up or down."""
    will: Attribute | None = None
    per: Attribute | None = None
    """Perception; Hearing rolls use it."""
    basic_speed: Annotated[Number, Field(ge=0, le=50, multiple_of=0.25)] | None = None
    """(DX + HT) / 4 unless bought up or down."""
    basic_move: Annotated[Whole, Field(ge=0, le=100)] | None = None
    striking_st: Attribute | None = None
    """ST for damage, where it differs."""
    lifting_st: Attribute | None = None
    """ST for Basic Lift, where it differs."""
    sm: Annotated[Whole, Field(ge=-10, le=10)] = 0
    """Size modifier."""
    dr: Annotated[Whole, Field(ge=0, le=100)] = 0
    """Natural damage resistance, everywhere."""
    handedness: Literal["right", "left"] = "right"
    traits: tuple[Trait, ...] = Field(default=(), max_length=200)
    skills: tuple[Skill, ...] = Field(default=(), max_length=300)
    bonuses: tuple[Bonus, ...] = Field(default=(), max_length=50)
    attacks: tuple[NaturalWeapon, ...] = Field(default=(), max_length=30)
    """Natural attacks. Who has hands can always punch and kick."""
    natural: bool = False
    """A beast of nature: without hands it cannot parry at all (DF-29)."""
    points: Points = 0
    notes: Text = ""


__all__ = ["Bonus", "DfSheet", "NaturalWeapon", "Skill", "Trait", "TraitKey"]
