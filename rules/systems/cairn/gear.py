"""What a character carries: weapons, armour and gear, with their columns (CA-20)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field

from rules.border import Unfit
from rules.dice import Dice
from rules.errors import BadDice
from rules.numbers import Whole
from rules.system import Frozen
from rules.words import Name


def _dice(text: str) -> str:
    try:
        return str(Dice.apart(Dice.read(text)))
    except BadDice as error:
        raise Unfit(error.words) from None


DiceTerm = Annotated[str, Field(max_length=40), AfterValidator(_dice)]
Key = Annotated[str, Field(max_length=40)]
Place = Literal["ready", "pack", "elsewhere"]


class Carried(Frozen):
    """Anything that can be carried."""

    key: Key | None = None
    """The row of the equipment table it came from."""
    name: Name
    bulky: bool = False
    """Takes two slots."""
    petty: bool = False
    """Takes no slot."""
    place: Place = "pack"
    """`ready` is in the hand or worn, `pack` is carried, `elsewhere` is on a cart, a horse or at home."""
    uses: Annotated[Whole, Field(ge=0, le=999)] | None = None
    """How often it can be used, where that is counted."""
    cost: Annotated[Whole, Field(ge=0, le=100_000)] = 0
    note: str = Field(default="", max_length=500)

    @property
    def slots(self) -> int:
        """How many of the ten slots it takes (CA-20)."""
        if self.petty or self.place == "elsewhere":
            return 0
        return 2 if self.bulky else 1


class Weapon(Carried):
    """A weapon. `damage` d8+d8 means: roll both, keep the highest (CA-16).

    With `uses` its ammunition is counted: every attack takes one (CA-14).
    """

    kind: Literal["weapon"] = "weapon"
    place: Place = "ready"
    damage: DiceTerm = "d6"
    ranged: bool = False
    blast: bool = False
    ignores_armor: bool = False


class Armor(Carried):
    """Armour. One body armour counts; shield, helmet and gambeson are bonuses (CA-20)."""

    kind: Literal["armor"] = "armor"
    place: Place = "ready"
    part: Literal["body", "shield", "helmet", "gambeson", "other"] = "body"
    armor: Annotated[Whole, Field(ge=0, le=3)] = 1


class Gear(Carried):
    """Anything else."""

    kind: Literal["gear"] = "gear"


KINDS: dict[str, type[BaseModel]] = {"weapon": Weapon, "armor": Armor, "gear": Gear}
Item = Weapon | Armor | Gear
