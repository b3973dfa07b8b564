"""What an order would roll, with the reasons, and what is declared and not yet rolled: for pages."""

from __future__ import annotations

from collections import defaultdict

from rules.dice import branches, highest
from rules.preview import Pending, Preview
from rules.system import Command
from rules.systems.cairn import orders
from rules.systems.cairn.attack import damage_dice, damage_dice_why
from rules.systems.cairn.fighter import CairnFight, CairnFighter


def preview(fight: CairnFight, command: Command) -> Preview | None:
    """The dice of an attack on its first target, as claimed, and what they show before Armor (CA-04, CA-13)."""
    if not isinstance(command, orders.Attack):
        return None
    attacker = fight.fighters.get(command.actor)
    target = fight.fighters.get(command.target or next(iter(command.targets), ""))
    way = attacker.attack(command.weapon) if attacker is not None else None
    if attacker is None or target is None or way is None:
        return None
    claimed = {"impaired": command.impaired, "enhanced": command.enhanced, "far": command.far}
    dice = damage_dice(fight, attacker, way, target, claimed)
    shares: dict[int, float] = defaultdict(float)
    for branch in branches(dice, highest):
        shares[max(branch.faces)] += branch.p
    return Preview(str(dice), dict(sorted(shares.items())), damage_dice_why(fight, attacker, way, target, claimed))


def pending(fight: CairnFight) -> tuple[Pending, ...]:
    """The attacks that are declared, in the order they will be rolled (CA-06)."""
    found = []
    for each in fight.fighters.values():
        if each.declared is None or (way := each.attack(each.declared["weapon"])) is None:
            continue
        targets = tuple(id_ for id_ in each.declared["targets"] if id_ in fight.fighters)
        dice = str(way.dice)
        if targets:
            dice = str(damage_dice(fight, each, way, fight.fighters[targets[0]], each.declared))
        found.append(Pending(each.id, targets, way.name, dice, "withdraw"))
    return tuple(found)


def is_dead(fighter: CairnFighter) -> bool:
    """Whether a player makes a new character in its place (CA-19)."""
    return fighter.fate == "dead"
