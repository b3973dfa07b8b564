"""The state of one combatant, and of the fight, in Dungeon Fantasy."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple, cast

from msgspec import Struct

from rules.fight import Fight, Fighter
from rules.grid.figures import Arc, Figure, arc_of
from rules.systems.dungeon_fantasy.gear import Item, Location, Place
from rules.systems.dungeon_fantasy.settings import DfSettings
from rules.systems.dungeon_fantasy.sheet import DfSheet
from rules.systems.dungeon_fantasy.ways import Block, Cover, Parry, Way

Posture = Literal["standing", "crouching", "kneeling", "sitting", "lying"]
Fate = Literal["", "unconscious", "dead", "fled"]
OUT: frozenset[str] = frozenset({"unconscious", "dead", "fled"})

#: What somebody did in its own last turn (DF-53); empty before its first.
Manoeuvre = Literal[
    "", "attack", "all_out_attack", "all_out_defence", "move", "move_and_attack", "evaluate", "feint", "aim", "ready",
    "change_posture", "wait", "do_nothing",
]  # fmt: skip

#: Its kind: determined, strong, double; increased dodge, parry or block; double defence.
Kind = Literal["", "determined", "strong", "double", "dodge", "parry", "block"]


#: How many kits a fighter keeps.
MOST_KITS = 50


class Kit(NamedTuple):
    """What follows from the sheet and from where the gear is now: worked out once for as long as nothing moves.

    `places` tells where things are that are not where the sheet has them, broken ones too. `dr` is by location,
    `traits` are the levels of those that it has.
    """

    places: Mapping[str, str]
    ways: tuple[Way, ...]
    parries: tuple[Parry, ...]
    blocks: tuple[Block, ...]
    cover: Cover
    dr: Mapping[Location, int]
    traits: Mapping[str, int]


@dataclass(slots=True, kw_only=True)
class DfFighter(Fighter):
    """A combatant. What a turn uses up is reset when its own turn begins; `fate` is empty while it can fight."""

    BROUGHT: ClassVar[frozenset[str]] = Fighter.BROUGHT | {"_kit", "_kit_of", "_kits"}

    sheet: DfSheet
    gear: tuple[Item, ...]

    hp: int
    fp: int
    posture: Posture = "standing"
    fate: Fate = ""
    stunned: bool = False
    #: The penalty to DX and IQ and what rests on them, now and in its next turn (DF-52); never to defences (DF-06).
    shock: int = 0
    shock_next: int = 0
    #: HP at −HP, −2 × HP … for which an HT roll has been made already (DF-52).
    defied: int = 0

    #: Its own last manoeuvre, which limits its defences (DF-02), and of what kind.
    manoeuvre: Manoeuvre = ""
    kind: Kind = ""
    #: It used a Move to sprint (DF-37).
    sprinted: bool = False
    #: The things it has attacked with since its turn began (DF-02, DF-26), and cells it has moved.
    struck_with: tuple[str, ...] = ()
    moved: int = 0
    #: It has still the step that its manoeuvre allows (DF-37).
    step_left: bool = False
    #: Attacks that its manoeuvre leaves it.
    attacks_left: int = 0
    #: Behind whom it stood when its turn began (DF-13).
    behind: tuple[str, ...] = ()

    #: How often it has parried since its turn began, by thing (DF-23); whether it has blocked (DF-19), and jumped
    #: (DF-18).
    parries: Mapping[str, int] = field(default_factory=dict)
    blocked: bool = False
    acrobatic: bool = False
    #: The one option of the turn: {"kind": "retreat" or "drop", "against": id} (DF-36).
    option: Mapping[str, str] | None = None
    #: Unseen attackers that it knows of by now (DF-10).
    alert: tuple[str, ...] = ()

    #: {"target": id, "bonus": 1 to 3} (Evaluate); {"target": id, "thing": …, "turns": n} (Aim); {"target": id,
    #: "penalty": n}: what a feint has won against whose defences; an event waited for (Wait).
    evaluated: Mapping[str, int | str] | None = None
    aimed: Mapping[str, int | str] | None = None
    feinted: Mapping[str, int | str] | None = None
    waiting: str | None = None

    #: Where things are that are not where the sheet has them: place in the gear → a hand, "worn", "pack" or "dropped".
    moved_gear: Mapping[str, str] = field(default_factory=dict)
    #: Places in the gear of broken things (DF-34), and what else no longer works: "right", "left" for crippled arms.
    broken: tuple[int, ...] = ()
    crippled: tuple[str, ...] = ()

    _kit: Kit | None = field(default=None, init=False, repr=False, compare=False)
    _kit_of: tuple[object, object, object] = field(default=((), (), ()), init=False, repr=False, compare=False)
    _kits: dict[Hashable, Kit] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def kit(self) -> Kit:
        """What it fights with as things are now. Those of before are kept: a fight is undone, and simulated, often."""
        of = self._kit_of
        if of[0] is self.moved_gear and of[1] is self.broken and of[2] is self.crippled and self._kit is not None:
            return self._kit
        key = (tuple(self.moved_gear.items()), self.broken, self.crippled)
        kit = self._kits.get(key)
        if kit is None:
            from rules.systems.dungeon_fantasy.kit import kit_of

            if len(self._kits) >= MOST_KITS:
                self._kits.clear()
            kit = self._kits[key] = kit_of(self)
        self._kit, self._kit_of = kit, (self.moved_gear, self.broken, self.crippled)
        return kit

    def way(self, key: str | None) -> Way | None:
        """The way to attack of this key, “broadsword.swung”, or the first with the thing of this name, “broadsword”.

        The first of all where none is named.
        """
        ways = self.kit.ways
        if key is None:
            return ways[0] if ways else None
        for way in ways:
            if way.key == key:
                return way
        return next((way for way in ways if key in (way.thing, way.key.partition(".")[0])), None)

    def place_of(self, place: int) -> Place | Literal["dropped"]:
        """Where the thing at this place in the gear is now."""
        moved = self.moved_gear.get(f"{place}")
        return self.gear[place].place if moved is None else cast(Place, moved)

    @property
    def hp_most(self) -> int:
        """HP when unhurt."""
        return self.sheet.st if self.sheet.hp_max is None else self.sheet.hp_max

    @property
    def fp_most(self) -> int:
        """FP when rested."""
        return self.sheet.ht if self.sheet.fp_max is None else self.sheet.fp_max

    @property
    def is_helpless(self) -> bool:
        """Cannot defend itself (DF-03)."""
        return bool(self.fate)

    @property
    def is_standing(self) -> bool:
        """Still in the fight, if stunned."""
        return not self.fate

    @property
    def figure(self) -> Figure | None:
        """As it stands on the hexes; None where it is not on a map, or looks nowhere, as on squares."""
        return None if self.at is None or self.facing is None else Figure(self.at, self.facing)

    def arc_of(self, other: DfFighter) -> Arc:
        """In which of its arcs another stands; in front where there is no map (DF-11, DF-12)."""
        figure = self.figure
        return "front" if figure is None or other.at is None else arc_of(figure, other.at)


@dataclass(slots=True, kw_only=True)
class DfFight(Fight[DfFighter, DfSettings]):
    """A fight in turns of one combatant each (DF-53). `turn` is whose turn it is."""

    #: Whose turn has been interrupted by somebody that waited, so that it goes on afterwards.
    interrupted: str | None = None


class Blow(Struct, frozen=True, gc=False):
    """One attack that has hit, or threatens to: all that a defence against it depends on.

    `arc` is where it comes from as the defender stands (DF-11, DF-12, already a side where a run-around makes it
    one, DF-13). `sight` says whether the defender can see it coming (DF-10). `height` is what the difference of
    heights adds to the defence (DF-15). `deceptive` and `feint` are penalties to the defence (DF-54, DF-53).
    """

    attacker: DfFighter
    target: DfFighter
    way: Way
    arc: Arc = "front"
    sight: Literal["seen", "alert", "unknown"] = "seen"
    height: int = 0
    deceptive: int = 0
    feint: int = 0
    ranged: bool = False
    #: Critical hits leave no defence (DF-05).
    critical: bool = False
    #: What is struck at.
    location: str = "torso"
    #: A surprise that allows no defence, or only after a roll (DF-14).
    surprise: bool = False
    #: An effect over an area, from which one dives for cover (DF-39).
    area: bool = False


class Defended(Struct, frozen=True, gc=False):
    """How a defence came out.

    `location` is what is struck instead, where the attacker chose so, and `limb` which arm it is (DF-20, DF-28).
    """

    succeeded: bool
    by: Literal["dodge", "parry", "block", ""] = ""
    location: str | None = None
    limb: str | None = None
