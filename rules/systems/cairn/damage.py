"""What damage does: Armor, HP, STR, critical damage, death (CA-04, CA-05, CA-07 to CA-10, CA-17, CA-18)."""

from __future__ import annotations

from rules.effects import GM, Ask, Option, Rule, Tell
from rules.fight import Change
from rules.systems.cairn.fighter import CairnFight, CairnFighter
from rules.systems.cairn.orders import Harm
from rules.systems.cairn.saves import save
from rules.words import gettext_noop as _
from rules.words import say

STR_SAVE = _("STR save against critical damage")

DEAD_OR_WOUNDED = (
    Option("dead", say(_("Dead")), default=True),
    Option("wounded", say(_("Critical damage, still alive"))),
)
ROUTED_OR_WEAKENED = (
    Option("routed", say(_("It is routed")), default=True),
    Option("weakened", say(_("It is badly weakened"))),
)

ROUNDS_PER_MINUTE = 6
HOUR = 60 * ROUNDS_PER_MINUTE


def harm(
    fight: CairnFight, target: CairnFighter, rolled: int, *, by: str | None, ignores_armor: bool = False
) -> Rule[None]:
    """Take Armor from the roll, the rest from HP, what HP cannot take from STR (CA-04, CA-05, CA-07)."""
    armor = 0 if ignores_armor else target.armor
    damage = rolled - armor if rolled > armor else 0
    protection = 0 if target.encumbered else target.hp
    hp_lost = damage if damage < protection else protection
    str_lost = damage - hp_lost
    strength = target.str - str_lost if str_lost < target.str else 0
    facts = {"actor": by, "target": target.id, "rolled": rolled}
    vitals = {
        "armor": armor, "damage": damage, "hp_lost": hp_lost, "str_lost": str_lost,
        "hp": protection - hp_lost, "str": strength,
    }  # fmt: skip
    kind = "wounded" if str_lost else "harmed" if damage else "absorbed"
    changes: tuple[Change, ...] = ()
    if hp_lost:
        changes = (Change(target.id, "hp", target.hp, target.hp - hp_lost),)
    if strength < target.str:
        changes = (*changes, Change(target.id, "str", target.str, strength))
    yield Tell(kind, "CA-07" if str_lost else "CA-04", facts, changes, target.id, vitals)
    if str_lost:
        yield from lost_strength(fight, target)
    elif hp_lost and hp_lost == protection and target.player and fight.settings.scars:
        scars = target.to(scars=(*target.scars, hp_lost))
        yield Tell("scarred", "CA-20", {"target": target.id}, scars, target.id, {"row": hp_lost})


def lost_strength(fight: CairnFight, target: CairnFighter) -> Rule[None]:
    """STR was lost: dead at 0 with no save, else a save against the new STR (CA-07, CA-08, CA-09, CA-17)."""
    if target.fate == "dead":
        return
    if target.str <= 0:
        yield from die(target, "CA-07")
    elif not (yield from save(target, "str", "CA-07", STR_SAVE)):
        yield from critical_damage(fight, target)


def critical_damage(fight: CairnFight, target: CairnFighter) -> Rule[None]:
    """A failed STR save. For a creature or a detachment the Game Master decides what it means."""
    if target.player:
        yield from fall(fight, target)
    elif target.detachment:
        words = say(_("{target} takes critical damage. What becomes of the detachment?"), target=target.name)
        routed = yield Ask(GM, "detachment_critical", words, ROUTED_OR_WEAKENED, "CA-17")
        if routed == "routed":
            yield Tell(
                "routed", "CA-17", {"target": target.id}, target.to(fate="fled", declared=None, at=None, facing=None)
            )
        else:
            yield Tell("weakened", "CA-17", {"target": target.id}, target.to(weakened=True))
    elif (yield from creature_dies(fight, target)):
        yield from die(target, "CA-09", "slain")
    else:
        yield from fall(fight, target)


def creature_dies(fight: CairnFight, target: CairnFighter) -> Rule[bool]:
    """Whether a creature's failed save is its death: its description, the table's setting, or the Game Master says."""
    decided: str = target.sheet.critical if target.sheet.critical != "ask" else fight.settings.npc_critical
    if decided == "ask":
        words = say(_("{target} fails its STR save. Is it dead?"), target=target.name)
        decided = yield Ask(GM, "creature_critical", words, DEAD_OR_WOUNDED, "CA-09")
    return decided == "dead"


def fall(fight: CairnFight, target: CairnFighter) -> Rule[None]:
    """Critical damage: it can only crawl, and dies within an hour unless helped (CA-08)."""
    if target.fate == "critical":
        yield Tell("still_down", "CA-08", {"target": target.id})
        return
    changes = target.to(fate="critical", dies_in=fight.round + HOUR, declared=None)
    yield Tell("fell", "CA-08", {"target": target.id}, changes)


def die(target: CairnFighter, rule: str, kind: str = "died") -> Rule[None]:
    """The fighter is dead, or the detachment destroyed. A dead character's player makes a new one (CA-19)."""
    if target.detachment:
        kind, rule = "destroyed", "CA-17"
    yield Tell(kind, rule, {"target": target.id}, target.to(fate="dead", dies_in=None, declared=None))
    if target.player:
        yield Tell("needs_replacement", "CA-19", {"target": target.id})


def lose_ability(fight: CairnFight, target: CairnFighter, order: Harm) -> Rule[None]:
    """An ability is lost directly: STR 0 dead, DEX 0 paralysed, WIL 0 delirious (CA-18)."""
    ability = order.ability or "str"
    was: int = getattr(target, ability)
    now = max(0, was - order.amount)
    facts = {"target": target.id, "ability": ability, "note": order.note}
    vitals = {"lost": was - now, "left": now}
    yield Tell("lost_ability", "CA-18", facts, target.to(**{ability: now}), target.id, vitals)
    if now == 0 and was > 0 and target.fate != "dead":
        if ability == "str":
            yield from die(target, "CA-18")
        else:
            kind = "paralysed" if ability == "dex" else "delirious"
            yield Tell(kind, "CA-18", {"target": target.id}, target.to(declared=None))


def clocks(fight: CairnFight) -> Rule[None]:
    """Whoever has had critical damage for an hour without help dies (CA-08)."""
    for fighter in fight.fighters.values():
        if fighter.fate == "critical" and fighter.dies_in is not None and fight.round >= fighter.dies_in:
            yield from die(fighter, "CA-08", "bled_out")
