"""The orders of Dungeon Fantasy."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field

from rules.numbers import Whole
from rules.system import Command
from rules.systems.dungeon_fantasy.fighter import Posture
from rules.systems.dungeon_fantasy.gear import Location
from rules.table import TABLE_COMMANDS, By, Facing

Note = Annotated[str, Field(max_length=500)]
Id = Annotated[str, Field(min_length=1, max_length=60)]
WayKey = Annotated[str, Field(max_length=100)] | None
At = tuple[Whole, Whole]
Side = Literal["front", "right", "left", "back"]
Deceptive = Annotated[Whole, Field(ge=0, le=10)]
Yards = Annotated[Whole, Field(ge=0, le=10_000)]
GearPlace = Annotated[Whole, Field(ge=0, le=999)]

#: An empty choice of a form is the first.
Blank = BeforeValidator(lambda given: given or None)


class Begin(Command):
    """The fight begins: the order of the turns by Basic Speed, then DX, then a roll (DF-53)."""

    BY: ClassVar[By] = "gm"
    do: Literal["begin"]


class Strike(Command):
    """What all attacks have: on whom, with what, at what, from where."""

    actor: Id
    target: Id
    weapon: WayKey = None
    """The key of the attack, like “broadsword.swing”, or of the thing; the best one where none is named."""
    location: Location = "torso"
    """What is struck at (DF-54)."""
    deceptive: Deceptive = 0
    """Deceptive Attack: −2 to the attack and −1 to the defence for each (DF-54)."""
    arc: Annotated[Side | None, Blank] = None
    """Without a map: from which side of the target it comes (DF-11, DF-12)."""
    yards: Yards = 0
    """Without a map: how far the target of a shot is."""
    surprise: bool = False
    """The target cannot expect it: a trap, a treacherous friend (DF-14)."""
    area: bool = False
    """An area, an explosion, a cone: the target can only dive for cover (DF-39)."""


class Attack(Strike):
    """Attack; and strike again where the manoeuvre leaves another attack (DF-50)."""

    do: Literal["attack"]


class AllOutAttack(Strike):
    """Everything into the attack, and no defence until the next turn (DF-02, DF-53)."""

    do: Literal["all_out_attack"]
    kind: Literal["determined", "strong", "double"] = "determined"


class MoveAndAttack(Strike):
    """Attack on the run: −4, the skill at most 9 (DF-53)."""

    do: Literal["move_and_attack"]


class AllOutDefence(Command):
    """Nothing but defence: +2 to one of them, or two tries at each attack (DF-02, DF-53)."""

    do: Literal["all_out_defence"]
    actor: Id
    kind: Literal["dodge", "parry", "block", "double"] = "dodge"


class Move(Command):
    """Move, and do nothing else (DF-53)."""

    do: Literal["move"]
    actor: Id
    sprint: bool = False
    """Run straight ahead as fast as it can: a fifth more, and no retreat (DF-37)."""
    note: Note = ""


class Go(Command):
    """Go somewhere on the map: the step of a manoeuvre, or the way of a Move (DF-53)."""

    do: Literal["go"]
    actor: Id
    to: At
    facing: Facing | None = None
    """Which way it looks then."""


class Evaluate(Command):
    """Study a foe: +1 to the next attack on it, up to +3 (DF-53)."""

    do: Literal["evaluate"]
    actor: Id
    target: Id


class Feint(Command):
    """Feint: a contest of skills whose margin the foe lacks in its next defence against this attacker (DF-53)."""

    do: Literal["feint"]
    actor: Id
    target: Id
    weapon: WayKey = None


class Aim(Command):
    """Aim a ranged weapon: its Accuracy, and a little more for each further turn (DF-53)."""

    do: Literal["aim"]
    actor: Id
    target: Id
    weapon: WayKey = None


class Ready(Command):
    """Bring a thing to hand, or put it away (DF-53)."""

    do: Literal["ready"]
    actor: Id
    item: GearPlace
    """Its place in the gear, from 0."""
    place: Literal["right", "left", "both", "pack", "dropped"] = "right"


class ChangePosture(Command):
    """Stand up, kneel, sit, lie down (DF-53, DF-55)."""

    do: Literal["change_posture"]
    actor: Id
    posture: Posture = "standing"


class Wait(Command):
    """Wait for something, to act when it happens (DF-53)."""

    do: Literal["wait"]
    actor: Id
    note: Note = ""


class Interrupt(Command):
    """What was waited for happens: act now, in the turn of another (DF-53)."""

    do: Literal["interrupt"]
    actor: Id


class DoNothing(Command):
    """Do nothing; who is stunned can do nothing else, and rolls HT to recover (DF-52, DF-53)."""

    do: Literal["do_nothing"]
    actor: Id


class Act(Command):
    """Anything else that takes a turn."""

    do: Literal["act"]
    actor: Id
    note: Note = ""


class EndTurn(Command):
    """The turn ends; what it leaves undone is lost (DF-53)."""

    do: Literal["end_turn"]
    actor: Id


class PassTurn(Command):
    """The Game Master ends the turn of whoever has it (DF-53)."""

    BY: ClassVar[By] = "gm"
    do: Literal["pass_turn"]


class Harm(Command):
    """Injury outside an attack: HP lost outright (DF-52)."""

    BY: ClassVar[By] = "gm"
    do: Literal["harm"]
    target: Id
    amount: Whole = Field(ge=1, le=999)
    note: Note = ""


class Heal(Command):
    """HP come back."""

    BY: ClassVar[By] = "gm"
    do: Literal["heal"]
    target: Id
    amount: Whole = Field(ge=1, le=999)
    note: Note = ""


class Check(Command):
    """The Game Master calls for a roll of 3d6 against an attribute, a skill or any level."""

    BY: ClassVar[By] = "gm"
    do: Literal["check"]
    target: Id
    against: Literal["st", "dx", "iq", "ht", "will", "per"] = "ht"
    modifier: Whole = Field(default=0, ge=-30, le=30)
    note: Note = ""


COMMANDS: tuple[type[Command], ...] = (
    Begin, Attack, AllOutAttack, AllOutDefence, Move, MoveAndAttack, Go, Evaluate, Feint, Aim, Ready, ChangePosture,
    Wait, Interrupt, DoNothing, Act, EndTurn, PassTurn, Harm, Heal, Check, *TABLE_COMMANDS,
)  # fmt: skip
