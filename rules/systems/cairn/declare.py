"""Attacks are declared: by whom, with what, on whom or around which cell (CA-04, CA-06, CA-13 to CA-17)."""

from __future__ import annotations

from typing import Any

from rules.effects import GM, Option, Rule, Tell, ask
from rules.errors import Refused
from rules.grid.cells import Cell
from rules.systems.cairn import orders
from rules.systems.cairn.derived import Attack
from rules.systems.cairn.fighter import OUT, CairnFight, CairnFighter
from rules.systems.cairn.ground import Hampered, judge, judge_blast, on_map, struck_by
from rules.table import fighter_of
from rules.words import gettext_noop as _
from rules.words import say


def is_blast(attacker: CairnFighter, way: Attack) -> bool:
    """Whether an attack may have several targets: a blast, or any attack of a detachment (CA-15, CA-17)."""
    return way.blast or attacker.detachment


def why_no_target(fight: CairnFight, attacker: CairnFighter, target: CairnFighter) -> Refused | None:
    """Why a fighter may not be attacked now; None where it may."""
    if target.hidden and target.side != attacker.side:
        return Refused(say(_("Nobody here is called “{id}”."), id=target.id))
    if target.id == attacker.id:
        return Refused(say(_("Nobody attacks themselves.")), rule="CA-04")
    if target.fate in OUT:
        return Refused(say(_("{target} is out of the fight."), target=target.name), rule="CA-04")
    if target.id in fight.struck and fight.winner is None:
        words = say(_("The attacks of this turn on {target} have been rolled already."), target=target.name)
        return Refused(words, rule="CA-06")
    return None


def way_of(attacker: CairnFighter, key: str | None) -> Attack:
    """The attack of this key. Raises `Refused` where it is not at hand or used up (CA-14)."""
    way = attacker.attack(key)
    if way is None:
        known = ", ".join(each.key for each in attacker.attacks)
        words = say(_("“{weapon}” is not at hand: choose one of {known}."), weapon=key, known=known)
        raise Refused(words, path="weapon")
    if not attacker.has_left(way):
        raise Refused(say(_("{item} is used up."), item=way.name), rule="CA-14", path="weapon")
    return way


def declare(fight: CairnFight, attacker: CairnFighter, order: orders.Attack) -> Rule[None]:
    """Declare an attack; a claimed advantage is for the Game Master to grant (CA-06, CA-13)."""
    way = way_of(attacker, order.weapon)
    centre = centre_of(fight, attacker, way, order)
    ground: dict[str, Hampered] = {}
    if centre is not None:
        ground = blast(fight, attacker, way, centre)
        wanted = tuple(ground)
    else:
        wanted = targets_of(fight, attacker, way, order)
        for id_ in wanted:
            if on_map(fight, attacker, fight.fighters[id_]):
                ground[id_] = aim(
                    fight, attacker, way, fight.fighters[id_], "target" if id_ == order.target else "targets"
                )
    impaired, enhanced = order.impaired, order.enhanced
    if order.claimed and enhanced:
        granted = yield from ask_advantage(attacker, fight.fighters[wanted[0]] if centre is None else None, impaired)
        impaired, enhanced = granted == "impaired", granted == "enhanced"
    declared = {
        "weapon": way.key, "targets": wanted,
        "impaired": impaired, "enhanced": enhanced, "far": order.far and way.ranged,
        "unclear": order.unclear and centre is None and is_blast(attacker, way),
    }  # fmt: skip
    if ground:
        declared["ground"] = ground
    facts: dict[str, Any] = {"actor": attacker.id, "weapon": way.name}
    if centre is not None:
        assert fight.map is not None
        declared["at"] = centre
        kind, facts = "declared_blast", {**facts, "at": fight.map.name(centre)}
    else:
        kind, facts = "declared", {**facts, "target": wanted[0], "more": len(wanted) - 1}
    yield Tell(kind, "CA-06", facts, attacker.to(declared=declared, acted=True, hidden=False))


def targets_of(fight: CairnFight, attacker: CairnFighter, way: Attack, order: orders.Attack) -> tuple[str, ...]:
    """Whom an order names as targets. Raises `Refused` where one of them may not be attacked."""
    first = (order.target,) if order.target else ()
    wanted = tuple(dict.fromkeys((*first, *order.targets))) if order.targets else first
    if not wanted:
        raise Refused(say(_("Choose a target.")), rule="CA-04", path="target")
    for id_ in wanted:
        path = "target" if id_ == order.target else "targets"
        if (refusal := why_no_target(fight, attacker, fighter_of(fight, id_, path))) is not None:
            refusal.path = path
            raise refusal
    if len(wanted) > 1 and not is_blast(attacker, way):
        raise Refused(say(_("Only a blast has several targets.")), rule="CA-15", path="targets")
    return wanted


def centre_of(fight: CairnFight, attacker: CairnFighter, way: Attack, order: orders.Attack) -> Cell | None:
    """The cell around which a blast on the map strikes: the one named, or its target's. None for other attacks."""
    if order.at is not None:
        if not way.blast:
            raise Refused(say(_("Only a blast strikes around a cell.")), rule="CA-15", path="at")
        if fight.map is None:
            raise Refused(say(_("This fight has no map.")), rule="CA-15", path="at")
        if attacker.at is None:
            raise Refused(say(_("{name} is not on the map."), name=attacker.name), rule="CA-15", path="at")
        if attacker.player and order.at in fight.map.shroud:
            words = say(_("The players are not shown the cell {cell}."), cell=fight.map.name(order.at))
            raise Refused(words, rule="CA-15", path="at")
        return order.at
    if fight.map is None or not way.blast or attacker.at is None or order.target is None:
        return None
    target = fighter_of(fight, order.target)
    if target.at is None:
        return None
    if (refusal := why_no_target(fight, attacker, target)) is not None:
        refusal.path = "target"
        raise refusal
    return target.at


def blast(fight: CairnFight, attacker: CairnFighter, way: Attack, centre: Cell) -> dict[str, Hampered]:
    """Whom a blast around a cell catches and what hampers it there. Raises `Refused` where it cannot be (CA-15).

    Whom attacks of this turn have struck already it passes over (CA-06).
    """
    assert attacker.at is not None
    ground = judge_blast(fight, way, attacker.at, centre)
    if ground.no is not None:
        ground.no.path = "at"
        raise ground.no
    rolled = fight.struck if fight.winner is None else ()
    caught = struck_by(fight, attacker, way, centre)
    return {id_: hampered for id_, hampered in caught.items() if id_ not in rolled}


def aim(fight: CairnFight, attacker: CairnFighter, way: Attack, target: CairnFighter, path: str) -> Hampered:
    """What hampers an attack on one target on the map. Raises `Refused` where the ground forbids it."""
    assert attacker.at is not None
    ground = judge(fight, way, attacker.at, target)
    if ground.no is not None:
        ground.no.path = path
        raise ground.no
    return ground.hampered


def ask_advantage(attacker: CairnFighter, target: CairnFighter | None, impaired: bool) -> Rule[str]:
    """Ask the Game Master what a claimed advantage is worth (CA-13)."""
    if target is None:
        words = say(_("{actor} claims a decisive advantage. Is the attack enhanced?"), actor=attacker.name)
    else:
        words = say(
            _("{actor} claims a decisive advantage over {target}. Is the attack enhanced?"),
            actor=attacker.name, target=target.name,
        )  # fmt: skip
    options = (
        Option("enhanced", say(_("Enhanced, d12")), level="d12", default=not impaired),
        Option("normal", say(_("An ordinary attack")), default=impaired),
        Option("impaired", say(_("Impaired, d4")), level="d4"),
    )
    return (yield from ask(GM, "advantage", words, options, "CA-13"))
