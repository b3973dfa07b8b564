"""What a fighter may do in its turn besides attacking (CA-03, CA-06, CA-08, CA-10, CA-11)."""

from __future__ import annotations

from typing import cast

from rules.effects import GM, Option, Rule, Tell, ask
from rules.errors import Refused
from rules.systems.cairn import orders
from rules.systems.cairn.derived import UNARMED
from rules.systems.cairn.fighter import CairnFight, CairnFighter
from rules.systems.cairn.ground import judge, on_map
from rules.systems.cairn.orders import Ability
from rules.systems.cairn.saves import save
from rules.table import fighter_of
from rules.words import gettext_noop as _
from rules.words import say

RETREAT_SAVE = _("DEX save to retreat")

MEANS = (
    Option("fits", say(_("Yes, no roll")), default=True),
    Option("dex", say(_("A DEX save first"))),
    Option("wil", say(_("A WIL save first"))),
    Option("no", say(_("No, it does not help"))),
)
SAFE_OR_NOT = (Option("yes", say(_("Yes, a DEX save"))), Option("no", say(_("No, there is nowhere to go"))))
SAVE_OR_NOT = (
    Option("none", say(_("It just happens")), default=True),
    Option("str", say(_("A STR save"))),
    Option("dex", say(_("A DEX save"))),
    Option("wil", say(_("A WIL save"))),
)


def help_up(fight: CairnFight, actor: CairnFighter, order: orders.Help) -> Rule[None]:
    """Stabilise a fighter with critical damage: no roll where the means fit and nothing else is at risk (CA-10)."""
    target = fighter_of(fight, order.target)
    if target.id == actor.id:
        raise Refused(say(_("Somebody else has to help.")), rule="CA-10", path="target")
    if target.fate != "critical":
        raise Refused(say(_("{target} needs no such help."), target=target.name), rule="CA-10", path="target")
    if (refusal := why_no_help(fight, actor, target)) is not None:
        raise refusal
    how = "fits"
    if order.claimed:
        how = yield from ask(
            GM, "help", say(_("{actor} helps {target}. Do the means fit?"), actor=actor.name, target=target.name),
            MEANS, "CA-10",
        )  # fmt: skip
    helped = how == "fits" or (how != "no" and (yield from save(actor, cast(Ability, how), "CA-10")))
    if helped:
        changes = (*actor.to(acted=True), *target.to(fate="stable", dies_in=None))
        yield Tell("stabilised", "CA-10", {"actor": actor.id, "target": target.id}, changes)
    else:
        yield Tell("help_failed", "CA-10", {"actor": actor.id, "target": target.id}, actor.to(acted=True))


def why_no_help(fight: CairnFight, actor: CairnFighter, target: CairnFighter) -> Refused | None:
    """Why the ground keeps a helper from one with critical damage; None where it does not."""
    if actor.at is None or not on_map(fight, target) or judge(fight, UNARMED, actor.at, target).no is None:
        return None
    words = say(_("{target} is out of reach for help: it is given hand to hand."), target=target.name)
    return Refused(words, rule="CA-10", path="target")


def retreat(fight: CairnFight, actor: CairnFighter, order: orders.Retreat) -> Rule[None]:
    """Leave the fight: a safe place to go, and a DEX save (CA-11). With nowhere to go no action is used."""
    if order.claimed:
        safe = yield from ask(
            GM, "safe_place", say(_("{actor} retreats. Is there a safe place to go?"), actor=actor.name),
            SAFE_OR_NOT, "CA-11",
        )  # fmt: skip
        if safe == "no":
            yield Tell("nowhere_to_go", "CA-11", {"actor": actor.id})
            return
    if (yield from save(actor, "dex", "CA-11", RETREAT_SAVE)):
        changes = actor.to(fate="retreated", acted=True, declared=None, at=None, facing=None)
        yield Tell("retreated", "CA-11", {"actor": actor.id}, changes)
    else:
        yield Tell("retreat_failed", "CA-11", {"actor": actor.id}, actor.to(acted=True))


def use(fight: CairnFight, actor: CairnFighter, order: orders.Use) -> Rule[None]:
    """Use a thing; what runs out loses a use (CA-03)."""
    if order.item >= len(actor.gear):
        raise Refused(say(_("There is no such thing in the inventory.")), rule="CA-03", path="item")
    if (refusal := why_not_usable(actor, order.item)) is not None:
        raise refusal
    left = actor.uses_left(order.item)
    changes = (*actor.to(acted=True), *actor.spend((order.item,) if left else ()))
    kind = "used" if left is None else "used_up" if left == 1 else "used_some"
    facts = {"actor": actor.id, "item": actor.gear[order.item].name, "note": order.note}
    yield Tell(kind, "CA-03", facts if left is None else {**facts, "left": left - 1}, changes)


def why_not_usable(actor: CairnFighter, place: int) -> Refused | None:
    """Why the thing at this place of the gear cannot be used; None where it can."""
    item = actor.gear[place]
    if item.place == "elsewhere":
        return Refused(say(_("{item} is not at hand."), item=item.name), rule="CA-03", path="item")
    if actor.uses_left(place) == 0:
        return Refused(say(_("{item} is used up."), item=item.name), rule="CA-03", path="item")
    return None


def anything_else(fight: CairnFight, actor: CairnFighter, order: orders.Act) -> Rule[None]:
    """Anything that circumstances allow; the Game Master may call for a save where it is uncertain (CA-03)."""
    ability: str = order.save or "none"
    if order.claimed:
        words = say(_("{actor}: {note}. How does it go?"), actor=actor.name, note=order.note or "…")
        ability = yield from ask(GM, "action", words, SAVE_OR_NOT, "CA-03")
    yield Tell("acted", "CA-03", {"actor": actor.id, "note": order.note}, actor.to(acted=True))
    if ability != "none":
        yield from save(actor, cast(Ability, ability), "CA-03", facts={"note": order.note})


def move(fight: CairnFight, actor: CairnFighter, order: orders.Move) -> Rule[None]:
    """Move a second time: on a map by what is then gone, which ends the action (CA-03)."""
    changes = actor.to(moves_on=True) if on_map(fight, actor) and fight.winner is None else actor.to(acted=True)
    yield Tell("moved", "CA-03", {"actor": actor.id, "note": order.note}, changes)


def wait(fight: CairnFight, actor: CairnFighter, order: orders.Wait) -> Rule[None]:
    """Let the turn go by (CA-03)."""
    yield Tell("waited", "CA-03", {"actor": actor.id}, actor.to(acted=True))


def withdraw(fight: CairnFight, actor: CairnFighter, order: orders.Withdraw) -> Rule[None]:
    """Take back an attack that is declared and not yet rolled (CA-06)."""
    if not actor.declared:
        raise Refused(say(_("No attack is declared.")), rule="CA-06", path="actor")
    yield Tell("withdrew", "CA-06", {"actor": actor.id}, actor.to(declared=None, acted=False))


def crawl(fight: CairnFight, actor: CairnFighter, order: orders.Crawl) -> Rule[None]:
    """Crawl, or do the simplest thing, with critical damage (CA-08)."""
    if actor.fate not in ("critical", "stable"):
        raise Refused(say(_("Only who has critical damage crawls.")), rule="CA-08", path="actor")
    yield Tell("crawled", "CA-08", {"actor": actor.id, "note": order.note})
