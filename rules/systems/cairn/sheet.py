"""What a player writes down, and what a creature's entry says."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.numbers import Whole
from rules.system import Frozen
from rules.systems.cairn.gear import DiceTerm, Key
from rules.words import Name

Ability = Annotated[Whole, Field(ge=0, le=30)]
Protection = Annotated[Whole, Field(ge=0, le=99)]
Text = str  # `str` is an ability below


class NaturalAttack(Frozen):
    """An attack that needs no weapon, or that of a creature's entry."""

    key: Key | None = None
    name: Name
    damage: DiceTerm = "d6"
    blast: bool = False
    ranged: bool = False
    ignores_armor: bool = False


class CairnSheet(Frozen):
    """A character or a creature. Abilities and hit protection are the present ones.

    A maximum that is left out equals the present value.
    """

    background: Text = Field(default="", max_length=200)
    """Background or calling, in the player's words."""
    str: Ability = 10
    """Strength, STR."""
    dex: Ability = 10
    """Dexterity, DEX."""
    wil: Ability = 10
    """Willpower, WIL."""
    hp: Protection = 3
    """Hit protection, HP: not health, but the ability to avoid being hurt."""
    str_max: Ability | None = None
    dex_max: Ability | None = None
    wil_max: Ability | None = None
    hp_max: Protection | None = None
    fatigue: Annotated[Whole, Field(ge=0, le=10)] = 0
    """Fatigue; each takes a slot."""
    deprived: bool = False
    """Without food, rest or warmth; takes a slot."""
    armor: Annotated[Whole, Field(ge=0, le=3)] = 0
    """Natural armour, before anything worn."""
    attacks: tuple[NaturalAttack, ...] = Field(default=(), max_length=20)
    """Natural attacks."""
    detachment: bool = False
    """A large group that fights as one (CA-17)."""
    leader: bool = False
    """Its side may use its WIL for morale (CA-12)."""
    mindless: bool = False
    """Feels no fear and has no will of its own: makes no morale save."""
    critical: Literal["ask", "dead", "wounded"] = "ask"
    """What a failed STR save means for this creature, where its description says (CA-09)."""
    scars: tuple[Annotated[Whole, Field(ge=1, le=99)], ...] = Field(default=(), max_length=50)
    """Rows of the scar table that damage has left (CA-20)."""
    gold: Annotated[Whole, Field(ge=0, le=1_000_000)] = 0
    notes: Text = Field(default="", max_length=10_000)
