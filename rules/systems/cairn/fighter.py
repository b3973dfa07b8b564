"""The state of one combatant, and of the fight, in Cairn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Literal

from pydantic import Field

from rules.fight import Change, Fight, Fighter
from rules.numbers import Whole
from rules.system import Frozen, Tag, Vital
from rules.systems.cairn.derived import SLOTS, Attack, armor, attacks, slots_used
from rules.systems.cairn.gear import Item
from rules.systems.cairn.orders import CairnSettings
from rules.systems.cairn.sheet import CairnSheet
from rules.words import Words, say
from rules.words import gettext_noop as _

Fate = Literal["", "critical", "stable", "dead", "fled", "retreated"]
OUT: frozenset[Fate] = frozenset({"dead", "fled", "retreated"})
Text = str  # `str` is an ability below


@dataclass(slots=True, kw_only=True)
class CairnFighter(Fighter):
    """A combatant. `fate` is empty while it stands."""

    BROUGHT: ClassVar[frozenset[str]] = Fighter.BROUGHT | {"attacks", "armor", "encumbered", "detachment"}

    sheet: CairnSheet
    attacks: tuple[Attack, ...]
    armor: int
    encumbered: bool
    detachment: bool

    hp: int
    str: int
    dex: int
    wil: int
    leader: bool = False
    #: Has used its action of this round.
    acted: bool = False
    #: Failed the DEX save of the first round and loses its turn (CA-02).
    late: bool = False
    #: The cells it has gone on the map in this turn, and how many of its steps were diagonals (CA-03).
    moved: int = 0
    diagonals: int = 0
    #: Spends its action on going on (CA-03).
    moves_on: bool = False
    #: An attack declared and not yet rolled (CA-06): weapon, targets, circumstances.
    declared: Mapping[Text, Any] | None = None
    fate: Fate = ""
    #: The round in which it dies unless somebody helps (CA-08).
    dies_in: int | None = None
    #: A detachment that critical damage has weakened (CA-17).
    weakened: bool = False
    scars: tuple[int, ...] = ()
    #: Uses left of things that run out, by their place in the gear.
    uses: Mapping[Text, int] = field(default_factory=dict)

    @property
    def hp_usable(self) -> int:
        """HP that protects now (CA-20)."""
        return 0 if self.encumbered else self.hp

    @property
    def is_paralysed(self) -> bool:
        """DEX was lost to 0 (CA-18). Who never had any moves by other means."""
        return self.dex <= 0 and self.most("dex") > 0

    @property
    def is_delirious(self) -> bool:
        """WIL was lost to 0 (CA-18)."""
        return self.wil <= 0 and self.most("wil") > 0

    @property
    def is_standing(self) -> bool:
        """Can act normally."""
        return not self.fate and (self.dex > 0 or not self.is_paralysed) and (self.wil > 0 or not self.is_delirious)

    @property
    def is_helpless(self) -> bool:
        """Cannot defend itself: attacks on it are enhanced (CA-13)."""
        if self.dex > 0 and self.wil > 0:
            return self.fate in ("critical", "stable")
        return self.fate in ("critical", "stable") or self.is_paralysed or self.is_delirious

    def most(self, name: Literal["hp", "str", "dex", "wil"]) -> int:
        """The maximum of an ability or of HP."""
        most = getattr(self.sheet, f"{name}_max")
        return int(getattr(self.sheet, name) if most is None else most)

    def attack(self, key: Text | None) -> Attack | None:
        """The attack of this key; the first one that is not used up where none is named."""
        for way in self.attacks:
            if way.key == key if key else self.has_left(way):
                return way
        return None

    def uses_left(self, place: int) -> int | None:
        """How often the thing at this place of the gear can still be used; None where that is not counted."""
        left = self.gear[place].uses
        return left if left is None else self.uses.get(f"{place}", left)

    def has_left(self, way: Attack) -> bool:
        """Whether nothing that the attack uses up is gone (CA-14)."""
        return not way.counted or all(self.uses_left(place) for place in way.counted)

    def spend(self, places: Sequence[int]) -> tuple[Change, ...]:
        """The changes by which these things lose a use each."""
        if not places:
            return ()
        return self.to(uses={**self.uses, **{f"{place}": (self.uses_left(place) or 1) - 1 for place in places}})


@dataclass(slots=True, kw_only=True)
class CairnFight(Fight[CairnFighter, CairnSettings]):
    """A fight. `turn` is a side."""

    #: For each side, the occasions for morale that it has had: "first", "half", "alone" (CA-12).
    morale: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: Whom attacks of this turn have struck already: no more are declared against them (CA-06).
    struck: tuple[str, ...] = ()

    def side(self, side: str | None) -> list[CairnFighter]:
        """The fighters of a side, in order."""
        return [each for each in self.fighters.values() if each.side == side]

    def sides(self) -> list[str]:
        """The sides in the order of their turns: the party, then its opponents (CA-01)."""
        every = dict.fromkeys([each.side for each in self.fighters.values()])
        party = self.party()
        return [*(side for side in every if side == party), *(side for side in every if side != party)]

    def party(self) -> str | None:
        """The side of the player characters: the one called party where it is theirs, else the first of theirs."""
        first = None
        for each in self.fighters.values():
            if each.player:
                if each.side == "party":
                    return each.side
                first = first or each.side
        if first is not None:
            return first
        sides = [each.side for each in self.fighters.values()]
        return "party" if "party" in sides else sides[0] if sides else None


@lru_cache(maxsize=2048)
def _brought(sheet: CairnSheet, gear: tuple[Item, ...]) -> tuple[tuple[Attack, ...], int, bool]:
    return attacks(sheet, gear), armor(sheet, gear).total, slots_used(sheet, gear).total >= SLOTS


def cairn_fighter(
    *, id: str, name: Any, side: str, player: bool, sheet: CairnSheet, gear: tuple[Item, ...]
) -> CairnFighter:
    """A fighter as it enters a fight."""
    try:
        ways, protection, encumbered = _brought(sheet, gear)
    except TypeError:  # a name per language is a dict, which has no hash
        ways, protection, encumbered = _brought.__wrapped__(sheet, gear)
    fate: Fate = "dead" if sheet.str == 0 and sheet.str_max else ""
    return CairnFighter(
        id=id, name=name, side=side, player=player, sheet=sheet, gear=gear,
        attacks=ways, armor=protection, encumbered=encumbered, detachment=sheet.detachment,
        hp=sheet.hp, str=sheet.str, dex=sheet.dex, wil=sheet.wil, leader=sheet.leader, scars=sheet.scars,
        fate=fate,
    )  # fmt: skip


class CairnCorrection(Frozen):
    """The state that may be set by hand."""

    hp: Whole = Field(default=0, ge=0, le=99)
    str: Whole = Field(default=0, ge=0, le=30)
    dex: Whole = Field(default=0, ge=0, le=30)
    wil: Whole = Field(default=0, ge=0, le=30)
    fate: Fate = ""
    leader: bool = False
    acted: bool = False
    late: bool = False
    moved: Whole = Field(default=0, ge=0, le=9999)
    weakened: bool = False
    dies_in: Whole | None = None


def vitals(fighter: CairnFighter) -> tuple[Vital, ...]:
    """HP and the three abilities."""
    return (
        Vital("hp", _("HP"), fighter.hp_usable, fighter.most("hp"), main=True),
        Vital("str", _("STR"), fighter.str, fighter.most("str"), main=True),
        Vital("dex", _("DEX"), fighter.dex, fighter.most("dex")),
        Vital("wil", _("WIL"), fighter.wil, fighter.most("wil")),
    )


def health_words(fighter: CairnFighter) -> Words:
    """How it looks to those who see no numbers."""
    if fighter.fate in _FATES:
        return say(_FATES[fighter.fate])
    if fighter.str < fighter.most("str"):
        return say(_("Wounded"))
    if fighter.hp_usable < fighter.most("hp"):
        return say(_("Hard pressed") if fighter.hp_usable * 2 <= fighter.most("hp") else _("Under pressure"))
    return say(_("Unhurt"))


_FATES = {
    "critical": _("Critical damage"),
    "stable": _("Stabilised"),
    "dead": _("Dead"),
    "fled": _("Fled"),
    "retreated": _("Retreated"),
}
_FATE_TAGS: dict[str, tuple[str, str]] = {
    "critical": ("bad", "CA-08"), "stable": ("warn", "CA-10"), "dead": ("bad", "CA-07"),
    "fled": ("", "CA-12"), "retreated": ("", "CA-11"),
}  # fmt: skip


def tags(fight: CairnFight, fighter: CairnFighter) -> tuple[Tag, ...]:
    """The states worth seeing at a glance."""
    found: list[Tag] = []
    if fighter.fate in _FATE_TAGS:
        tone, rule = _FATE_TAGS[fighter.fate]
        found.append(Tag(say(_FATES[fighter.fate]), tone, rule))
    if fighter.fate == "critical" and fighter.dies_in is not None:
        left = max(0, -(-(fighter.dies_in - fight.round) // 6))
        found.append(Tag(say(_("dies in {minutes} min unless helped"), minutes=left), "bad", "CA-08"))
    if fighter.is_paralysed and not fighter.fate:
        found.append(Tag(say(_("Paralysed")), "bad", "CA-18"))
    if fighter.is_delirious and not fighter.fate:
        found.append(Tag(say(_("Delirious")), "bad", "CA-18"))
    if fighter.late:
        found.append(Tag(say(_("Loses the first turn")), "warn", "CA-02"))
    if fighter.declared:
        found.append(Tag(say(_("Attack declared")), "info", "CA-06"))
    elif fighter.moves_on and not fighter.acted:
        found.append(Tag(say(_("Moves on")), "info", "CA-03"))
    elif fighter.acted and not fighter.fate:
        found.append(Tag(say(_("Has acted")), "", "CA-03"))
    if fighter.detachment:
        found.append(Tag(say(_("Detachment")), "info", "CA-17"))
    if fighter.weakened:
        found.append(Tag(say(_("Weakened")), "warn", "CA-17"))
    if fighter.leader:
        found.append(Tag(say(_("Leader")), "info", "CA-12"))
    if fighter.encumbered:
        found.append(Tag(say(_("Inventory full")), "warn", "CA-20", vital=True))
    return tuple(found)
