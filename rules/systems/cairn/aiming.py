"""Whom a bot attacks, and with what, where no map says who can be reached."""

from __future__ import annotations

from functools import lru_cache

from rules.system import Command
from rules.systems.cairn import orders
from rules.systems.cairn.declare import is_blast
from rules.systems.cairn.derived import Attack
from rules.systems.cairn.fighter import CairnFight, CairnFighter


def attack_with(fight: CairnFight, actor: CairnFighter) -> Command:
    """Attack, with the best dice, the standing foe that fewest have declared against, the weakest first.

    Only the highest die on one target counts (CA-06), so attackers spread out.
    """
    side = actor.side
    foes: list[CairnFighter] = []
    aimed: list[str] = []
    for each in fight.fighters.values():
        if each.side == side:
            if each.declared is not None:
                aimed += each.declared["targets"]
        elif each.is_standing and not each.hidden and each.id not in fight.struck:
            foes.append(each)
    if not foes:
        return orders.Wait(do="wait", actor=actor.id)
    target = min(foes, key=lambda foe: (aimed.count(foe.id), foe.hp_usable + foe.str))
    way = max([way for way in actor.attacks if actor.has_left(way)], key=strength)
    others = tuple([foe.id for foe in foes if foe is not target]) if is_blast(actor, way) else ()
    return attack_order(actor.id, target.id, others, way.key)


@lru_cache(maxsize=4096)
def attack_order(actor: str, target: str, others: tuple[str, ...], weapon: str) -> orders.Attack:
    """The order to attack; simulated fights give the same ones again and again."""
    return orders.Attack(
        do="attack", actor=actor, target=target, targets=list(others), weapon=weapon, unclear=bool(others)
    )


def strength(way: Attack) -> float:
    """How good an attack is, to those who choose between them."""
    return max(way.dice) + len(way.dice) / 2 + way.blast
