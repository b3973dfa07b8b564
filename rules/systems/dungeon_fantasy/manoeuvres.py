"""What a fighter may choose to do with its turn, and what each manoeuvre does but for attacks (DF-53)."""

from __future__ import annotations

from rules.effects import Rule, Tell
from rules.errors import Refused
from rules.fight import Change
from rules.systems.dungeon_fantasy import orders
from rules.systems.dungeon_fantasy.fighter import DfFight, DfFighter, Kind, Manoeuvre, Posture
from rules.systems.dungeon_fantasy.gear import HANDS
from rules.systems.dungeon_fantasy.ground import cells_of
from rules.systems.dungeon_fantasy.kit import BROKEN, LEGS, move_of
from rules.systems.dungeon_fantasy.strikes import why_no_target
from rules.systems.dungeon_fantasy.turn import why_not_begun, why_not_its_turn
from rules.table import fighter_of
from rules.words import gettext_noop as _
from rules.words import say

MOST_EVALUATED = 3
UPRIGHT: frozenset[Posture] = frozenset({"standing", "crouching"})


def may(fight: DfFight, actor: DfFighter, manoeuvre: Manoeuvre) -> Refused | None:
    """Why a fighter may not choose a manoeuvre now; None where it may."""
    if (refusal := why_not_its_turn(fight, actor)) is not None:
        return refusal
    if actor.stunned and manoeuvre != "do_nothing":
        return Refused(say(_("The stunned do nothing.")), rule="DF-52", path="actor")
    if actor.manoeuvre and not _goes_over(fight, actor, manoeuvre):
        words = say(_("{actor} has chosen what to do in this turn."), actor=actor.name)
        return Refused(words, rule="DF-53", path="actor")
    if manoeuvre in ("change_posture", "do_nothing") and actor.moved and not actor.stunned:
        words = say(_("{actor} has moved, and this manoeuvre allows no movement."), actor=actor.name)
        return Refused(words, rule="DF-53", path="actor")
    return None


def _goes_over(fight: DfFight, actor: DfFighter, manoeuvre: Manoeuvre) -> bool:
    """Whether one manoeuvre may still become another: a Move one with an attack, or half of it an All-Out Attack."""
    if actor.manoeuvre != "move" or actor.sprinted:
        return False
    if manoeuvre == "all_out_attack":
        return fight.map is not None and actor.moved <= cells_of(fight.map, move_of(actor) // 2)
    return manoeuvre == "move_and_attack"


def chosen(actor: DfFighter, manoeuvre: Manoeuvre, kind: Kind = "") -> tuple[Change, ...]:
    """The changes by which a fighter has chosen; whoever does something shows itself."""
    return actor.to(manoeuvre=manoeuvre, kind=kind, hidden=False)


def all_out_defence(fight: DfFight, actor: DfFighter, order: orders.AllOutDefence) -> Rule[None]:
    """+2 to one defence, or two tries at each attack, until its next turn (DF-02)."""
    yield Tell(f"defends_{order.kind}", "DF-53", {"actor": actor.id}, chosen(actor, "all_out_defence", order.kind))


def move(fight: DfFight, actor: DfFighter, order: orders.Move) -> Rule[None]:
    """Move: on a map by what is then gone."""
    changes = (*chosen(actor, "move"), *actor.to(sprinted=order.sprint))
    yield Tell("moves", "DF-53", {"actor": actor.id, "note": order.note}, changes)


def evaluate(fight: DfFight, actor: DfFighter, order: orders.Evaluate) -> Rule[None]:
    """Study a foe: +1 to the next attack on it, and one more each further turn, to +3."""
    target = foe_of(fight, actor, order.target)
    before = actor.evaluated
    bonus = min(MOST_EVALUATED, int(before["bonus"]) + 1) if before and before["target"] == target.id else 1
    changes = (*chosen(actor, "evaluate"), *actor.to(evaluated={"target": target.id, "bonus": bonus}))
    yield Tell("evaluated", "DF-53", {"actor": actor.id, "target": target.id, "bonus": bonus}, changes)


def aim(fight: DfFight, actor: DfFighter, order: orders.Aim) -> Rule[None]:
    """Aim at a foe with a weapon that shoots or is thrown."""
    target = foe_of(fight, actor, order.target)
    way = next((each for each in actor.kit.ways if each.range is not None), None)
    if order.weapon is not None:
        way = actor.way(order.weapon)
    if way is None or way.range is None:
        raise Refused(say(_("Only a ranged weapon is aimed.")), rule="DF-53", path="weapon")
    before = actor.aimed
    goes_on = before is not None and before["target"] == target.id and before["thing"] == way.thing
    turns = int(before["turns"]) + 1 if goes_on and before is not None else 1
    aimed = {"target": target.id, "thing": way.thing, "turns": turns}
    facts = {"actor": actor.id, "target": target.id, "weapon": way.name, "turns": turns}
    yield Tell("aimed", "DF-53", facts, (*chosen(actor, "aim"), *actor.to(aimed=aimed)))


def ready(fight: DfFight, actor: DfFighter, order: orders.Ready) -> Rule[None]:
    """Bring a thing to hand, change the grip, put it away."""
    if order.item >= len(actor.gear):
        raise Refused(say(_("There is no such thing in the gear.")), rule="DF-53", path="item")
    if (refusal := why_not_ready(actor, order.item, order.place)) is not None:
        raise refusal
    moved = {key: where for key, where in actor.moved_gear.items() if key != f"{order.item}"}
    if actor.gear[order.item].place != order.place:
        moved[f"{order.item}"] = order.place
    kind = "put_away" if order.place == "pack" else "laid_down" if order.place == "dropped" else "readied"
    facts = {"actor": actor.id, "item": actor.gear[order.item].name}
    yield Tell(kind, "DF-53", facts, (*chosen(actor, "ready"), *actor.to(moved_gear=moved)))


def why_not_ready(actor: DfFighter, place: int, to: str) -> Refused | None:
    """Why a thing cannot be brought there; None where it can."""
    item, at = actor.gear[place], actor.kit.places.get(f"{place}", actor.gear[place].place)
    if at == "elsewhere":
        return Refused(say(_("{item} is not at hand."), item=item.name), rule="DF-53", path="item")
    if at == BROKEN:
        return Refused(say(_("{item} is broken."), item=item.name), rule="DF-34", path="item")
    if at == to:
        return Refused(say(_("{item} is there already."), item=item.name), rule="DF-53", path="place")
    if to not in HANDS:
        return None
    wanted = {"right", "left"} if to == "both" else {to}
    if not wanted.isdisjoint(actor.crippled):
        return Refused(say(_("That arm is crippled.")), rule="DF-54", path="place")
    for other in range(len(actor.gear)):
        held = actor.kit.places.get(f"{other}", actor.gear[other].place)
        if other != place and held in HANDS and (held == "both" or to == "both" or held == to):
            words = say(_("There is something in that hand: {item}."), item=actor.gear[other].name)
            return Refused(words, rule="DF-53", path="place")
    return None


def change_posture(fight: DfFight, actor: DfFighter, order: orders.ChangePosture) -> Rule[None]:
    """Stand up, kneel, sit, lie down."""
    if (refusal := why_no_posture(actor, order.posture)) is not None:
        raise refusal
    changes = (*chosen(actor, "change_posture"), *actor.to(posture=order.posture))
    yield Tell(f"posture_{order.posture}", "DF-55", {"actor": actor.id}, changes)


def why_no_posture(actor: DfFighter, posture: Posture) -> Refused | None:
    """Why it cannot take a posture; None where it can. From the ground one kneels or sits before one stands."""
    if posture == actor.posture:
        return Refused(say(_("That changes nothing.")), rule="DF-53", path="posture")
    if posture in UPRIGHT and not LEGS.isdisjoint(actor.crippled):
        return Refused(say(_("Nobody stands on a crippled leg.")), rule="DF-54", path="posture")
    if posture in UPRIGHT and actor.posture == "lying":
        words = say(_("Who lies kneels or sits before standing up."))
        return Refused(words, rule="DF-53", path="posture")
    return None


def wait(fight: DfFight, actor: DfFighter, order: orders.Wait) -> Rule[None]:
    """Wait for something, to act when it happens."""
    changes = (*actor.to(manoeuvre="wait", kind=""), *actor.to(waiting=order.note or "…"))
    yield Tell("waits", "DF-53", {"actor": actor.id, "note": order.note}, changes)


def interrupt(fight: DfFight, actor: DfFighter) -> Rule[None]:
    """What it has waited for happens: it acts now, in the turn of another, which goes on afterwards."""
    if (refusal := why_no_interrupt(fight, actor)) is not None:
        raise refusal
    changes = (
        *fight.to(turn=actor.id, interrupted=fight.turn),
        *actor.to(waiting=None, manoeuvre="", kind="", step_left=not actor.moved),
    )
    yield Tell("cuts_in", "DF-53", {"actor": actor.id}, changes)


def why_no_interrupt(fight: DfFight, actor: DfFighter) -> Refused | None:
    """Why a fighter cannot cut in now; None where it can."""
    if (refusal := why_not_begun(fight)) is not None:
        return refusal
    if not actor.is_standing or actor.stunned:
        return Refused(say(_("{actor} cannot act."), actor=actor.name), rule="DF-52", path="actor")
    if actor.waiting is None:
        return Refused(say(_("{actor} has not waited for anything."), actor=actor.name), rule="DF-53", path="actor")
    if fight.turn == actor.id or fight.interrupted is not None:
        return Refused(say(_("Nobody cuts in now.")), rule="DF-53", path="actor")
    return None


def do_nothing(fight: DfFight, actor: DfFighter, order: orders.DoNothing) -> Rule[None]:
    """Do nothing."""
    yield Tell("does_nothing", "DF-53", {"actor": actor.id}, actor.to(manoeuvre="do_nothing", kind=""))


def anything_else(fight: DfFight, actor: DfFighter, order: orders.Act) -> Rule[None]:
    """Anything else that takes a turn: it counts as Ready."""
    yield Tell("acted", "DF-53", {"actor": actor.id, "note": order.note}, chosen(actor, "ready"))


def foe_of(fight: DfFight, actor: DfFighter, id_: str) -> DfFighter:
    """The fighter that an order is about. Raises `Refused` where it may not be attacked at all."""
    target = fighter_of(fight, id_)
    if (refusal := why_no_target(actor, target)) is not None:
        raise refusal
    return target
