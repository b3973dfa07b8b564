"""Two fighters and blows between them, to try defences: every number that matters is written in the test."""

from collections.abc import Sequence
from typing import Any, cast

from rules.dice import Scripted
from rules.effects import Ask, Rule, Tell
from rules.fight import Fight
from rules.maps import read_map
from rules.play import Played, play
from rules.systems.dungeon_fantasy.bearing import blow_arc, blow_sight, height_bonus
from rules.systems.dungeon_fantasy.choices import Choice
from rules.systems.dungeon_fantasy.defence import defend
from rules.systems.dungeon_fantasy.fighter import Blow, Defended, DfFight, DfFighter
from rules.systems.dungeon_fantasy.gear import Item, Mode, Shield, Shot, Weapon
from rules.systems.dungeon_fantasy.questions import choices_against
from rules.systems.dungeon_fantasy.settings import DfSettings
from rules.systems.dungeon_fantasy.sheet import DfSheet, Skill, Trait, TraitKey
from rules.systems.dungeon_fantasy.ways import Way


def weapon(name: str, skill: str, lb: float, damage: str = "sw cut", /, **more: Any) -> Weapon:
    """A weapon in the right hand: of `more`, what is no column of weapons belongs to its one mode."""
    columns = {key: more.pop(key) for key in ("place", "quality", "improvised", "shots") if key in more}
    mode = Mode(name="swung", skill=skill, damage=damage, **more)
    return Weapon(name=name, weight_lb=lb, modes=(mode,), **{"place": "right", **columns})


def broadsword(**more: Any) -> Weapon:
    """A broadsword of a kilogram and a half."""
    return weapon("broadsword", "Broadsword", 3, "sw+1 cut", **more)


def rapier(**more: Any) -> Weapon:
    return weapon("rapier", "Rapier", 2.75, "thr+1 imp", **{"fencing": True, "reach": "1,2", **more})


def maul(lb: float = 9) -> Weapon:
    """A maul: one of four kilograms and a half unless said otherwise."""
    return weapon("maul", "Two-Handed Axe/Mace", lb, "sw+4 cr", place="both", hands=2, unbalanced=True)


def flail() -> Weapon:
    return weapon("flail", "Flail", 4, "sw+3 cr", unbalanced=True)


def spear() -> Weapon:
    """A weapon that thrusts."""
    return weapon("spear", "Spear", 4, "thr+2 imp")


def thrown(name: str = "axe", lb: float = 4) -> Weapon:
    """A thing that is thrown."""
    return Weapon(
        name=name, weight_lb=lb, place="right",
        shots=(Shot(name="thrown", skill="Thrown Weapon", damage="sw cut", half=5, most=10, thrown=True),),
    )  # fmt: skip


def bow() -> Weapon:
    return Weapon(
        name="bow", weight_lb=2, place="both",
        shots=(Shot(name="shot", skill="Bow", damage="thr imp", half=100, most=150, hands=2),),
    )  # fmt: skip


def shield(db: int = 2, **more: Any) -> Shield:
    return Shield(**{"name": "shield", "place": "left", "db": db, **more})


def cloak() -> Shield:
    return Shield(name="cloak", make="cloak", place="left", db=1)


def fighter(
    id_: str, *gear: Item, skills: dict[str, int] | None = None, traits: Sequence[TraitKey] = (),
    state: dict[str, Any] | None = None, **sheet: Any,
) -> DfFighter:  # fmt: skip
    """Somebody of ST, DX, IQ, HT 10 (Basic Speed 5, Dodge 8) unless said otherwise."""
    written = DfSheet(
        skills=tuple(Skill(name=name, level=level) for name, level in (skills or {}).items()),
        traits=tuple(Trait(key=key) for key in traits), **sheet,
    )  # fmt: skip
    return DfFighter(id=id_, name=id_, side=id_, sheet=written, gear=gear, **{"hp": 10, "fp": 10, **(state or {})})


class Duel:
    """An orc that strikes, Anna who defends herself, and whoever else is there. `told` are the events so far."""

    def __init__(
        self, anna: DfFighter, orc: DfFighter | None = None, *others: DfFighter,
        ground: dict[str, Any] | None = None, **settings: Any,
    ) -> None:  # fmt: skip
        self.anna = anna
        self.orc = orc or fighter("orc", broadsword(), skills={"Broadsword": 12})
        fighters = {each.id: each for each in (anna, self.orc, *others)}
        self.fight = DfFight(
            system=cast(Any, None), settings=DfSettings(**settings), fighters=fighters,
            map=None if ground is None else read_map({"grid": "hex", "size": [12, 12], "scale": [1, "m"], **ground}),
            round=1, turn=self.orc.id,
        )  # fmt: skip
        self.told: list[Tell] = []
        self.last = Played()
        self.defended: Defended | None = None

    def way(self, attacker: DfFighter) -> Way:
        """The attack that fits best: with what it holds, else with the body."""
        return attacker.kit.ways[0]

    def blow(self, attacker: DfFighter | None = None, **more: Any) -> Blow:
        """A blow as it comes from where the two stand, but for what is said."""
        by = attacker or self.orc
        way = more.pop("way", None) or self.way(by)
        where: dict[str, Any] = {
            "arc": blow_arc(self.fight, by, self.anna), "sight": blow_sight(self.fight, by, self.anna),
            "height": height_bonus(self.fight, by, self.anna), "ranged": way.range is not None,
        }  # fmt: skip
        return Blow(by, self.anna, way, **{**where, **more})

    def choices(self, attacker: DfFighter | None = None, **more: Any) -> dict[str, Choice]:
        """Every defence against such a blow, by its key."""
        return {choice.key: choice for choice in choices_against(self.fight, self.blow(attacker, **more))}

    def level(self, key: str, attacker: DfFighter | None = None, **more: Any) -> int:
        """The level of a defence that is allowed."""
        choice = self.choices(attacker, **more)[key]
        assert choice.no is None, choice.no
        return choice.level

    def why_not(self, key: str, attacker: DfFighter | None = None, **more: Any) -> str | None:
        """The rule that forbids a defence; None where it is allowed."""
        no = self.choices(attacker, **more)[key].no
        return None if no is None else no.rule

    def defend(self, *answers: str, dice: Sequence[int] = (), by: DfFighter | None = None, **more: Any) -> list[str]:
        """Anna defends herself; the dice have to be used up. Gives back the kinds of what was told."""
        source = Scripted(dice)
        self.last = play(self.fight, self._kept(self.blow(by, **more)), source, answers)
        source.finish()
        self.told += self.last.events
        return [event.kind for event in self.last.events]

    def _kept(self, blow: Blow) -> Rule[None]:
        self.defended = None
        self.defended = yield from defend(self.fight, blow)

    @property
    def is_saved(self) -> bool:
        """Whether the last defence succeeded."""
        assert self.defended is not None
        return self.defended.succeeded

    def asked(self) -> Ask:
        """The question that the last defence waits at."""
        assert isinstance(self.last.waiting, Ask)
        return self.last.waiting

    def one(self, kind: str) -> Tell:
        """The one event of this kind that the last defence told."""
        (event,) = [event for event in self.last.events if event.kind == kind]
        return event


def fresh(fight: Fight) -> dict[str, Any]:
    """The state of a fight, to be compared later."""
    return fight.state()
