"""What the ground makes of an attack: how far, what stands in between, whom a blast catches (CA-04, CA-13 to CA-15).

A judgement is made when an attack is declared and is kept with it, so that whatever moves until the roll changes
nothing any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rules.errors import Refused
from rules.grid.cells import Cell, Space
from rules.grid.moves import Mover
from rules.grid.sight import CLEAR, Body, How, Verdict, concealment, cover
from rules.grid.spaces import space_distance
from rules.grid.templates import template_cells
from rules.grid.terrain import NAMES
from rules.maps import BattleMap, not_on_map
from rules.systems.cairn.derived import Attack
from rules.systems.cairn.fighter import OUT, CairnFight, CairnFighter
from rules.walking import space_at, space_of
from rules.words import Words, say
from rules.words import gettext_noop as _

#: Everybody takes one cell, a detachment too.
BODY = Mover()

#: A low wall covers whoever is next to it.
LOW_WITHIN = 1

#: What hides wholly (2) or partly (1) from everybody's eyes; dim light is light enough.
VEILS: Mapping[str, int] = {"darkness": 2, "curtain": 2, "fog": 1, "smoke": 1, "foliage": 1}

#: What is dark is hidden where it stands: one looks through darkness at what is lit.
DARKNESS = "darkness"

#: What is kept of a judgement with a declared attack: what impairs it, as {"cover": kind, "veil": kind, "far": true}.
type Hampered = Mapping[str, Any]


class Ground(NamedTuple):
    """How the ground lies between an attacker and whom it aims at: cells between them, why it cannot, what impairs."""

    far: int
    no: Refused | None = None
    hampered: Hampered = {}
    cover: Verdict | None = None
    veil: Verdict | None = None


def on_map(fight: CairnFight, *fighters: CairnFighter) -> bool:
    """Whether there is a map and they all stand on it."""
    return fight.map is not None and all(each.at is not None for each in fighters)


def veil(_fighter: CairnFighter, kind: str) -> int:
    """How much a kind of veil hides from a fighter's eyes."""
    return VEILS.get(kind, 0)


def reach_of_arm(fight: CairnFight) -> int:
    """How many cells a blow reaches: at least the next one."""
    assert fight.map is not None
    return max(fight.map.cells_in(fight.settings.reach_ft), 1)


def blast_radius(fight: CairnFight) -> int:
    """How many cells around its centre a blast takes in."""
    assert fight.map is not None
    return fight.map.cells_in(fight.settings.blast_ft)


def judge(fight: CairnFight, way: Attack, at: Cell, target: CairnFighter) -> Ground:
    """An attack from a cell on one target, both on the map."""
    battle = fight.map
    assert battle is not None
    here, there = space_at(battle, BODY, at), space_of(fight, target)
    far = space_distance(battle.grid.kind, here, there)
    if not way.ranged and far > reach_of_arm(fight):
        return Ground(far, _too_far(battle, way, far))
    how: How = "ranged" if way.ranged else "melee"
    lines = cover(battle.grid, Body("", here), Body(target.id, there), how=how, low_within=LOW_WITHIN)
    if lines.sort == "total":
        return Ground(far, _cut_off(target.name, lines), cover=lines)
    hidden = _hidden(battle, here, there, how)
    hampered: dict[str, Any] = {}
    if lines.sort == "cover":
        hampered["cover"] = lines.key
    if hidden.sort != "clear":
        hampered["veil"] = hidden.key
    if _is_too_far(fight, way, far):
        hampered["far"] = True
    return Ground(far, None, hampered, lines, hidden)


def grounds(fight: CairnFight, attacker: CairnFighter, at: Cell, target: CairnFighter) -> dict[str, Ground]:
    """How the ground lies from a cell for each attack that is not used up, by its key; both are on the map."""
    assert target.at is not None
    alike: dict[tuple[bool, bool], Ground] = {}
    found = {}
    for way in attacker.attacks:
        if attacker.has_left(way):
            sort = (way.ranged, way.blast)
            if sort not in alike:
                blast = way.blast and judge_blast(fight, way, at, target.at)
                alike[sort] = blast or judge(fight, way, at, target)
            found[way.key] = alike[sort]
    return found


def best_of(those: Iterable[Ground]) -> Ground:
    """The ground on which one can attack with the least in the way; else one cut off rather than too far."""
    return min(those, key=lambda each: (each.no is not None, each.cover is None, len(each.hampered)))


def ground_of(fight: CairnFight, attacker: CairnFighter, way: Attack, target: CairnFighter) -> dict[str, Any]:
    """What hampers an attack as it would be declared now, as claims of it; nothing where no ground is judged."""
    if attacker.at is None or not on_map(fight, target) or target.at is None:
        return {}
    if way.blast:
        return {"ground": struck_by(fight, attacker, way, target.at)}
    return {"ground": {target.id: judge(fight, way, attacker.at, target).hampered}}


def judge_blast(fight: CairnFight, way: Attack, at: Cell, centre: Cell) -> Ground:
    """A blast that somebody in one cell sets off around another."""
    battle = fight.map
    assert battle is not None
    if centre not in battle.grid:
        return Ground(0, Refused(not_on_map(centre), path="at"))
    far = battle.distance(at, centre)
    if centre in battle.grid.solid:
        words = say(_("Something solid fills the cell {cell}."), cell=battle.name(centre))
        return Ground(far, Refused(words, rule="CA-15", path="at"))
    if not way.ranged and far > reach_of_arm(fight):
        return Ground(far, _too_far(battle, way, far))
    lines = _lines(battle, at, centre)
    if lines.sort == "total":
        return Ground(far, _cut_off(battle.name(centre), lines), cover=lines)
    return Ground(far, None, {"far": True} if _is_too_far(fight, way, far) else {}, lines)


def struck_by(fight: CairnFight, attacker: CairnFighter, way: Attack, centre: Cell) -> dict[str, Hampered]:
    """Whom a blast around a cell catches, friend or foe, seen or not, and what hampers it against each.

    The attacker itself and who is out of the fight are not suitable targets (CA-15). From where it strikes, cover
    shelters; how far that is, is counted from the attacker.
    """
    battle = fight.map
    assert battle is not None
    assert attacker.at is not None
    cells = set(template_cells(battle.grid, "burst", blast_radius(fight), centre, centre="cell"))
    far = {"far": True} if _is_too_far(fight, way, battle.distance(attacker.at, centre)) else {}
    caught: dict[str, Hampered] = {}
    for each in fight.fighters.values():
        if each is attacker or each.fate in OUT or cells.isdisjoint(space_of(fight, each)):
            continue
        assert each.at is not None
        lines = _lines(battle, centre, each.at)
        caught[each.id] = {"cover": lines.key, **far} if lines.sort == "cover" else far
    return caught


def reasons(hampered: Hampered) -> list[tuple[Words, str]]:
    """What of the ground impairs an attack, in words and with its rule."""
    found = []
    if "cover" in hampered:
        found.append((say(_("Impaired: cover ({what})"), what=say(NAMES[hampered["cover"]])), "CA-13"))
    if "veil" in hampered:
        found.append((say(_("Impaired: hard to see ({what})"), what=say(NAMES[hampered["veil"]])), "CA-14"))
    if "far" in hampered:
        found.append((say(_("Impaired: too far for a sure shot")), "CA-14"))
    return found


def distance_words(battle: BattleMap, far: int) -> Words:
    """How far it is, in cells and as a length."""
    if far == 1:
        return say(_("1 cell, {length}"), length=battle.length(1))
    return say(_("{cells} cells, {length}"), cells=far, length=battle.length(far))


def _lines(battle: BattleMap, start: Cell, end: Cell) -> Verdict:
    if start == end:
        return CLEAR
    return cover(battle.grid, Body("", (start,)), Body("-", (end,)), low_within=LOW_WITHIN)


def _hidden(battle: BattleMap, here: Space, there: Space, how: How) -> Verdict:
    """What hides one who stands `there`. At arm's length only darkness does."""
    dark = [cell for cell in there if DARKNESS in battle.grid.terrain.get(cell, ())]
    if len(dark) == len(there):
        return Verdict("total", by=dark[0], key=DARKNESS)
    if how == "melee":
        return CLEAR
    return concealment(battle.grid, here, there, lambda kind: 0 if kind == DARKNESS else VEILS.get(kind, 0), how=how)


def _is_too_far(fight: CairnFight, way: Attack, far: int) -> bool:
    assert fight.map is not None
    return way.ranged and far > fight.map.cells_in(fight.settings.clear_ft)


def _too_far(battle: BattleMap, way: Attack, far: int) -> Refused:
    words = say(_("Out of reach for {item}: {distance}."), item=way.name, distance=distance_words(battle, far))
    return Refused(words, rule="CA-04")


def _cut_off(name: Any, lines: Verdict) -> Refused:
    return Refused(say(_("Nothing gets through to {target}. {why}"), target=name, why=lines.words), rule="CA-04")
