"""The orders of Cairn, and the settings of a table."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field

from rules.numbers import Whole
from rules.system import Command, Frozen
from rules.table import TABLE_COMMANDS, By, Facing

Note = Annotated[str, Field(max_length=500)]
Id = Annotated[str, Field(min_length=1, max_length=60)]
Ability = Literal["str", "dex", "wil"]
Feet = Annotated[Whole, Field(ge=0, le=10_000)]
At = tuple[Whole, Whole]


class CairnSettings(Frozen):
    """What a table may decide for itself; the defaults are the book's."""

    first_round: Literal["save", "waive"] = "save"
    """Whether player characters make a DEX save to act in the first round (CA-02)."""
    npc_critical: Literal["ask", "dead", "wounded"] = "ask"
    """What a failed STR save means for a creature: ask the Game Master, or decide once for all (CA-09)."""
    both: Literal["cancel", "impaired", "enhanced"] = "cancel"
    """What an attack that is impaired and enhanced at once is (CA-13)."""
    leader_wil: bool = True
    """Whether a side uses the WIL of its leader for morale (CA-12)."""
    scars: bool = False
    """Whether damage that takes HP to exactly 0 leaves a scar on player characters (CA-20)."""
    move_ft: Feet = 40
    """On a map: how far a move goes (CA-03)."""
    reach_ft: Feet = 5
    """On a map: how far a blow reaches, the next cell always (CA-04)."""
    clear_ft: Feet = 120
    """On a map: how far a ranged attack is sure; beyond it is impaired (CA-14)."""
    blast_ft: Feet = 10
    """On a map: how far from its centre a blast strikes (CA-15)."""


class Begin(Command):
    """The fight begins: each player character makes a DEX save to act before the opponents (CA-02)."""

    BY: ClassVar[By] = "gm"
    do: Literal["begin"]
    waive: bool = False
    """No save is needed: preparation, an ambush of the players' own (CA-02)."""


class Attack(Command):
    """Declare an attack. It is rolled with the others of the side, when all of them have acted (CA-04, CA-06)."""

    do: Literal["attack"]
    actor: Id
    target: Id | None = None
    targets: list[Id] = Field(default=[], max_length=100)
    """Further targets of a blast (CA-15)."""
    weapon: Annotated[str, Field(max_length=100)] | None = None
    """The key of the attack; the first one where none is named, `unarmed` for bare hands."""
    impaired: bool = False
    """Cover, bonds, darkness stand in its way (CA-13)."""
    enhanced: bool = False
    """A decisive advantage (CA-13)."""
    far: bool = False
    """Beyond what a ranged weapon can surely see and reach (CA-14)."""
    at: At | None = None
    """On a map: the cell around which a blast strikes; that of the target where none is named (CA-15)."""
    unclear: bool = False
    """It is unclear how many a blast catches: the attack's die says how many of the targets (CA-15)."""


class Withdraw(Command):
    """Take back an attack that is declared and not yet rolled."""

    do: Literal["withdraw"]
    actor: Id


class Help(Command):
    """Help a fighter with critical damage: it is stabilised (CA-10)."""

    do: Literal["help"]
    actor: Id
    target: Id


class Retreat(Command):
    """Leave the fight: a safe place to go and a DEX save (CA-11)."""

    do: Literal["retreat"]
    actor: Id


class Move(Command):
    """Move a second time instead of acting otherwise (CA-03)."""

    do: Literal["move"]
    actor: Id
    note: Note = ""


class Go(Command):
    """Go somewhere on the map: the move of the turn, in one go or several, and past it the action (CA-03)."""

    do: Literal["go"]
    actor: Id
    to: At
    facing: Facing | None = None
    """On hexes: which way it looks then. The rules make nothing of it."""


class Use(Command):
    """Use a thing (CA-03). What runs out loses a use."""

    do: Literal["use"]
    actor: Id
    item: Whole = Field(ge=0, le=999)
    """Its place in the gear, from 0."""
    note: Note = ""


class Act(Command):
    """Anything else that circumstances allow; the Game Master may call for a save (CA-03)."""

    do: Literal["act"]
    actor: Id
    note: Note = ""
    save: Ability | None = None


class Wait(Command):
    """Do nothing this turn."""

    do: Literal["wait"]
    actor: Id


class Crawl(Command):
    """Crawl, or do the simplest thing, with critical damage (CA-08)."""

    do: Literal["crawl"]
    actor: Id
    note: Note = ""


class RollDeclared(Command):
    """Roll the attacks declared so far, before the others of the side have acted (CA-06)."""

    BY: ClassVar[By] = "side"
    do: Literal["roll"]


class EndTurn(Command):
    """The side's turn ends; what is declared is rolled (CA-01)."""

    BY: ClassVar[By] = "gm"
    do: Literal["end_turn"]


class Save(Command):
    """The Game Master calls for a save."""

    BY: ClassVar[By] = "gm"
    do: Literal["save"]
    target: Id
    ability: Ability
    note: Note = ""


class Morale(Command):
    """The Game Master calls for a morale save of a side (CA-12)."""

    BY: ClassVar[By] = "gm"
    do: Literal["morale"]
    side: Id


class Harm(Command):
    """Damage outside an attack: straight to an ability (CA-18), or to HP first with `ability` left out (CA-04)."""

    BY: ClassVar[By] = "gm"
    do: Literal["harm"]
    target: Id
    amount: Whole = Field(ge=1, le=99)
    ability: Annotated[Ability | None, BeforeValidator(lambda given: given or None)] = None
    note: Note = ""


class PassTime(Command):
    """Time goes by after the fight: who has critical damage and no help dies within the hour (CA-08)."""

    BY: ClassVar[By] = "gm"
    do: Literal["pass_time"]
    minutes: Whole = Field(ge=1, le=1440)


COMMANDS: tuple[type[Command], ...] = (
    Begin, Attack, Withdraw, Help, Retreat, Move, Go, Use, Act, Wait, Crawl, RollDeclared, EndTurn,
    Save, Morale, Harm, PassTime, *TABLE_COMMANDS,
)  # fmt: skip
