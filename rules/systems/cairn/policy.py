"""What a bot would do: for creatures left to the app, for forecasts and for odds."""

from __future__ import annotations

from rules.effects import Ask
from rules.system import Command
from rules.systems.cairn import orders
from rules.systems.cairn.attack import is_blast
from rules.systems.cairn.derived import Attack
from rules.systems.cairn.fighter import CairnFight, CairnFighter
from rules.systems.cairn.turn import acting, can_fight


def choose(fight: CairnFight) -> Command | None:
    """The next order: begin, attack with the next fighter that has its action, or end the turn.

    None where nobody is left to fight.
    """
    if not can_fight(fight):
        return None
    if not fight.begun:
        return orders.Begin(do="begin")
    for id_ in acting(fight):
        return attack_with(fight, fight.fighters[id_])
    return orders.EndTurn(do="end_turn")


def attack_with(fight: CairnFight, actor: CairnFighter) -> Command:
    """Attack, with the best dice, the standing foe that fewest have declared against, the weakest first.

    Only the highest die on one target counts (CA-06), so attackers spread out.
    """
    foes = [
        each for each in fight.fighters.values()
        if each.side != actor.side and each.is_standing and not each.hidden and each.id not in fight.struck
    ]  # fmt: skip
    if not foes:
        return orders.Wait.model_construct(do="wait", actor=actor.id)
    aimed: dict[str, int] = {}
    for each in fight.fighters.values():
        if each.declared is not None and each.side == actor.side:
            for id_ in each.declared["targets"]:
                aimed[id_] = aimed.get(id_, 0) + 1
    target = min(foes, key=lambda foe: (aimed.get(foe.id, 0), foe.hp_usable + foe.str))
    way = max([way for way in actor.attacks if actor.has_left(way)], key=_strength)
    others = [foe.id for foe in foes if foe is not target] if is_blast(actor, way) else []
    return orders.Attack.model_construct(
        do="attack", actor=actor.id, target=target.id, targets=others, weapon=way.key, unclear=bool(others),
        impaired=False, enhanced=False, far=False, claimed=False,
    )  # fmt: skip


def _strength(way: Attack) -> float:
    return max(way.dice) + len(way.dice) / 2 + way.blast


def answer(question: Ask) -> str:
    """The book's own choice."""
    return question.default
