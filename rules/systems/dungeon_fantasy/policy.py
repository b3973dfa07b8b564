"""What a bot would do: for opponents left to the app, for forecasts and for odds. It never stands for ever."""

from __future__ import annotations

from functools import lru_cache

from rules.effects import Ask
from rules.system import Command
from rules.systems.dungeon_fantasy import orders
from rules.systems.dungeon_fantasy.fighter import DfFight, DfFighter, Posture
from rules.systems.dungeon_fantasy.gear import HANDS, Weapon
from rules.systems.dungeon_fantasy.kit import LEGS
from rules.systems.dungeon_fantasy.manoeuvres import UPRIGHT, why_not_ready
from rules.systems.dungeon_fantasy.marching import march
from rules.systems.dungeon_fantasy.strikes import Strike, ground_of, is_near_enough, level_of
from rules.systems.dungeon_fantasy.striking import why_no_strike
from rules.systems.dungeon_fantasy.turn import acting, can_fight
from rules.systems.dungeon_fantasy.ways import Way

#: A level from which a bot gives up 2 for a worse defence of its target (DF-54).
SURE = 14


def choose(fight: DfFight) -> Command | None:
    """The next order of whoever's turn it is; None where nobody is left to fight."""
    if not fight.begun:
        return orders.Begin(do="begin") if can_fight(fight) else None
    if fight.winner is not None or not can_fight(fight):
        return None
    ids = acting(fight)
    if not ids:
        return orders.PassTurn(do="pass_turn")
    actor = fight.fighters[ids[0]]
    if actor.stunned:
        return orders.DoNothing(do="do_nothing", actor=actor.id)
    foes = [each for each in can_fight(fight) if each.side != actor.side]
    if actor.manoeuvre:
        return (strike(fight, actor, foes) if actor.attacks_left else None) or end_turn(actor.id)
    return get_up(actor) or arm(actor) or fall_to(fight, actor, foes)


def answer(question: Ask) -> str:
    """The likeliest defence, and the book's own choice in everything else."""
    return question.default


def fall_to(fight: DfFight, actor: DfFighter, foes: list[DfFighter]) -> Command:
    """Attack whom it can from where it is; else come nearer; else let the turn go by."""
    return strike(fight, actor, foes) or (march(fight, actor, foes) if foes else None) or end_turn(actor.id)


def get_up(actor: DfFighter) -> Command | None:
    """From the ground to the knees, and on to the feet, before anything else."""
    if actor.moved or actor.posture in UPRIGHT:
        return None
    posture: Posture = "kneeling" if actor.posture == "lying" else "standing"
    if posture == "standing" and not LEGS.isdisjoint(actor.crippled):
        return None
    return orders.ChangePosture(do="change_posture", actor=actor.id, posture=posture)


def arm(actor: DfFighter) -> Command | None:
    """Take a weapon to hand where it has none in it and could."""
    if any(way.place is not None for way in actor.kit.ways):
        return None
    better = actor.sheet.handedness
    for place, item in enumerate(actor.gear):
        if isinstance(item, Weapon) and (item.modes or item.shots):
            hands = max([each.hands for each in item.modes] + [each.hands for each in item.shots])
            to = "both" if hands == 2 else better
            if actor.place_of(place) not in HANDS and why_not_ready(actor, place, to) is None:
                return orders.Ready(do="ready", actor=actor.id, item=place, place=to)
    return None


def strike(fight: DfFight, actor: DfFighter, foes: list[DfFighter]) -> Command | None:
    """Attack the weakest foe that it reaches, with what promises most; None where it reaches nobody."""
    best: tuple[float, DfFighter, Way] | None = None
    for foe in foes:
        for way in actor.kit.ways:
            if is_near_enough(fight, way, actor.at, foe.at) and why_no_strike(fight, actor, foe, way) is None:
                promise = worth(fight, actor, foe, way)
                if best is None or promise > best[0]:
                    best = promise, foe, way
    if best is None:
        return None
    _promise, foe, way = best
    return attack_order(actor.id, foe.id, way.key, deceptive(fight, actor, foe, way))


def plain(fight: DfFight, actor: DfFighter, foe: DfFighter, way: Way) -> Strike:
    """An ordinary attack from where it stands."""
    return Strike(way, ground=ground_of(fight, actor, foe, way))


def worth(fight: DfFight, actor: DfFighter, foe: DfFighter, way: Way) -> float:
    """How much an attack promises: its mean damage by the chance to hit, more against those with few HP left."""
    mean = 3.5 * len(way.damage.dice) + way.damage.add - foe.kit.dr["torso"] / way.damage.divisor
    sure = min(16, max(3, level_of(actor, foe, plain(fight, actor, foe, way)))) / 16
    return max(0.1, mean) * sure * (1.5 if foe.hp * 2 <= foe.hp_most else 1)


def deceptive(fight: DfFight, actor: DfFighter, foe: DfFighter, way: Way) -> int:
    """How much of its skill a bot spends on deception: what it has above 14."""
    if way.range is not None:
        return 0
    return min(5, max(0, (level_of(actor, foe, plain(fight, actor, foe, way)) - SURE) // 2))


@lru_cache(maxsize=4096)
def attack_order(actor: str, target: str, weapon: str, deceptive: int) -> orders.Attack:
    """The order to attack; simulated fights give the same ones again and again."""
    return orders.Attack(do="attack", actor=actor, target=target, weapon=weapon, deceptive=deceptive)


@lru_cache(maxsize=512)
def end_turn(actor: str) -> orders.EndTurn:
    return orders.EndTurn(do="end_turn", actor=actor)
