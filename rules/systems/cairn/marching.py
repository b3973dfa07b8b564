"""What a bot does on a map: it attacks whom it can from where it stands, else it goes where it could (CA-03, CA-04)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.grid import hex as hexes
from rules.grid import square
from rules.grid.cells import Cell
from rules.grid.paths import Reach, Step
from rules.system import Command
from rules.systems.cairn import orders
from rules.systems.cairn.aiming import attack_order, strength
from rules.systems.cairn.declare import is_blast
from rules.systems.cairn.derived import Attack
from rules.systems.cairn.fighter import CairnFight, CairnFighter
from rules.systems.cairn.going import gaits
from rules.systems.cairn.ground import Ground, grounds, reach_of_arm, struck_by
from rules.walking import reach_of


class Chance(NamedTuple):
    """One attack that could be made from a cell."""

    target: CairnFighter
    way: Attack
    ground: Ground


def march(fight: CairnFight, actor: CairnFighter) -> Command:
    """Attack from here; else go towards the nearest foe that can be reached; else wait.

    Every order but the last uses up movement, so that no turn goes on for ever.
    """
    foes = [
        each for each in fight.fighters.values()
        if each.side != actor.side and each.is_standing and not each.hidden and each.id not in fight.struck
    ]  # fmt: skip
    order = None
    if foes:
        order = (None if actor.moves_on else attack(fight, actor, foes)) or approach(fight, actor, foes)
    return order or orders.Wait(do="wait", actor=actor.id)


def attack(fight: CairnFight, actor: CairnFighter, foes: Sequence[CairnFighter]) -> Command | None:
    """The attack on whom fewest have declared against, unhampered, on the weakest, with the best dice."""
    assert actor.at is not None
    aimed = [id_ for each in fight.side(actor.side) if each.declared is not None for id_ in each.declared["targets"]]
    there = sorted(
        chances(fight, actor, actor.at, foes),
        key=lambda each: (
            aimed.count(each.target.id), bool(each.ground.hampered),
            each.target.hp_usable + each.target.str, -strength(each.way),
        ),
    )  # fmt: skip
    best = next((each for each in there if spares_friends(fight, actor, each)), None)
    if best is None:
        return None
    others: tuple[str, ...] = ()
    if is_blast(actor, best.way) and not best.way.blast:
        others = tuple([each.target.id for each in there if each.way is best.way and each is not best])
    return attack_order(actor.id, best.target.id, others, best.way.key)


def chances(fight: CairnFight, actor: CairnFighter, at: Cell, foes: Sequence[CairnFighter]) -> Iterator[Chance]:
    """What it could do from a cell. Who is not on the map is attacked as without one."""
    battle = fight.map
    assert battle is not None
    shoots, arm = any(way.ranged and actor.has_left(way) for way in actor.attacks), reach_of_arm(fight)
    for foe in foes:
        if foe.at is None:
            yield from (Chance(foe, way, Ground(0)) for way in actor.attacks if actor.has_left(way))
            continue
        if not shoots and battle.distance(at, foe.at) > arm:
            continue
        for key, ground in grounds(fight, actor, at, foe).items():
            way = actor.attack(key)
            if ground.no is None and way is not None:
                yield Chance(foe, way, ground)


def spares_friends(fight: CairnFight, actor: CairnFighter, chance: Chance) -> bool:
    """Whether a blast catches none of its own side."""
    if not chance.way.blast or chance.target.at is None:
        return True
    caught = struck_by(fight, actor, chance.way, chance.target.at)
    return all(fight.fighters[id_].side != actor.side for id_ in caught)


def approach(fight: CairnFight, actor: CairnFighter, foes: Sequence[CairnFighter]) -> Command | None:
    """Go the way to the nearest place to attack from: as far as the first good one, else as far as it can."""
    paces = gaits(fight, actor)
    battle = fight.map
    if not paces or battle is None or actor.at is None or not (there := [each.at for each in foes if each.at]):
        return None
    size = battle.grid.size
    whole = reach_of(fight, actor, 2 * (sum(size) if size else min(battle.distance(actor.at, at) for at in there) + 10))
    goal = goal_of(fight, actor, foes, whole) or nearer(fight, actor.at, there, whole)
    if goal is None:
        return None
    way = [step for step in whole.path(goal) if step.cell in whole and step.total <= paces[-1].cells]
    if not way:
        return None
    before = 0 if paces[0].uses_action or actor.moves_on else paces[0].cells
    stop = first_place(fight, actor, foes, [step for step in way if step.total <= before]) or way[-1]
    return orders.Go(do="go", actor=actor.id, to=stop.cell)


def first_place(
    fight: CairnFight, actor: CairnFighter, foes: Sequence[CairnFighter], way: Sequence[Step]
) -> Step | None:
    """The first step of a way from which it could attack."""
    return next((step for step in way if could_attack(fight, actor, step.cell, foes)), None)


def could_attack(fight: CairnFight, actor: CairnFighter, at: Cell, foes: Sequence[CairnFighter]) -> bool:
    """Whether it could attack anybody from a cell."""
    return any(spares_friends(fight, actor, each) for each in chances(fight, actor, at, foes))


def goal_of(fight: CairnFight, actor: CairnFighter, foes: Sequence[CairnFighter], whole: Reach) -> Cell | None:
    """The cell that takes least to get to of those at arm's length from a foe, where no wall stands in between."""
    battle = fight.map
    assert battle is not None
    arm, disc = reach_of_arm(fight), square.disc if battle.grid.kind == "square" else hexes.disc
    near = {
        (whole.costs[cell], cell) for each in foes if each.at is not None
        for cell in disc(each.at, arm) if cell in whole and cell != actor.at
    }  # fmt: skip
    return next((cell for _cost, cell in sorted(near) if could_attack(fight, actor, cell, foes)), None)


def nearer(fight: CairnFight, at: Cell, foes: Sequence[Cell], whole: Reach) -> Cell | None:
    """Where no such cell is free: the one nearest to a foe, if it is nearer than here."""
    battle = fight.map
    assert battle is not None

    def far(cell: Cell) -> int:
        return min(battle.distance(cell, foe) for foe in foes)

    found = min(whole.costs, key=lambda cell: (far(cell), whole.costs[cell], cell))
    return found if far(found) < far(at) else None
