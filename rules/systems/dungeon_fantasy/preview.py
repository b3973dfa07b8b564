"""What an order would roll, with the reasons: for pages."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from rules.dice import branches
from rules.errors import RulesError
from rules.preview import Pending, Preview
from rules.system import Command
from rules.systems.dungeon_fantasy import orders
from rules.systems.dungeon_fantasy.attack import CRITICAL, HIT, judged
from rules.systems.dungeon_fantasy.checks import D3, by_total
from rules.systems.dungeon_fantasy.fighter import DfFight
from rules.systems.dungeon_fantasy.strikes import level_why
from rules.systems.dungeon_fantasy.striking import strike_of


def preview(fight: DfFight, command: Command) -> Preview | None:
    """The attack roll against its level; None where it could not be made (DF-50)."""
    if not isinstance(command, orders.Strike):
        return None
    attacker, target = fight.fighters.get(command.actor), fight.fighters.get(command.target)
    if attacker is None or target is None:
        return None
    kind = command.kind if isinstance(command, orders.AllOutAttack) else attacker.kind
    manoeuvre = "move_and_attack" if isinstance(command, orders.MoveAndAttack) else "attack"
    try:
        made = strike_of(fight, attacker, target, command, manoeuvre, kind)  # type: ignore[arg-type]
    except RulesError:
        return None
    why = level_why(attacker, target, made)
    hit = sum(p for total, p in sums().items() if judged(total, int(why.total)) in (HIT, CRITICAL))
    return Preview(D3.text, sums(), why, hit)


@cache
def sums() -> dict[int, float]:
    """The probability of each sum of 3d6."""
    shares: dict[int, float] = defaultdict(float)
    for branch in branches(D3, by_total):
        shares[sum(branch.faces)] += branch.p
    return dict(sorted(shares.items()))


def pending(_fight: DfFight) -> tuple[Pending, ...]:
    """Nothing is declared that is not carried out at once."""
    return ()
