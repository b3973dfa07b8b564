"""What an order would roll, with the reasons, and what is declared and not yet rolled: for pages."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from rules.breakdown import Breakdown
from rules.dice import Dice, branches, highest
from rules.preview import Pending, Preview
from rules.system import Command
from rules.systems.cairn import orders
from rules.systems.cairn.attack_dice import damage_dice, damage_dice_why
from rules.systems.cairn.fighter import CairnFight, CairnFighter
from rules.systems.cairn.ground import ground_of, on_map, struck_by
from rules.words import gettext_noop as _
from rules.words import say


def preview(fight: CairnFight, command: Command) -> Preview | None:
    """The dice of an attack on its first target, as claimed, and what they show before Armor (CA-04, CA-13)."""
    if not isinstance(command, orders.Attack):
        return None
    attacker = fight.fighters.get(command.actor)
    way = attacker.attack(command.weapon) if attacker is not None else None
    if attacker is None or way is None:
        return None
    claimed: dict[str, Any] = {"impaired": command.impaired, "enhanced": command.enhanced, "far": command.far}
    target = fight.fighters.get(command.target or next(iter(command.targets), ""))
    if command.at is not None and way.blast and on_map(fight, attacker):
        caught = struck_by(fight, attacker, way, command.at)
        seen = [fight.fighters[id_] for id_ in caught if not fight.is_unseen(fight.fighters[id_])]
        target, claimed = (seen[0] if seen else None), {**claimed, "ground": caught}
        if target is None:
            plain = Breakdown().start(say(_("{item}"), item=way.name), str(way.dice), "CA-04")
            return Preview(str(way.dice), _shares(way.dice), plain)
    if target is None:
        return None
    if "ground" not in claimed:
        claimed |= ground_of(fight, attacker, way, target)
    dice = damage_dice(fight, attacker, way, target, claimed)
    return Preview(str(dice), _shares(dice), damage_dice_why(fight, attacker, way, target, claimed))


def _shares(dice: Dice) -> dict[int, float]:
    shares: dict[int, float] = defaultdict(float)
    for branch in branches(dice, highest):
        shares[max(branch.faces)] += branch.p
    return dict(sorted(shares.items()))


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
