"""What circumstances add to every active defence, each with its rule (DF-06 to DF-08, DF-10 to DF-12, DF-15, DF-53 to
DF-55)."""

from __future__ import annotations

from typing import cast

from rules.systems.dungeon_fantasy.choices import Mod, Shared
from rules.systems.dungeon_fantasy.cover import defence_bonus as bonus_why
from rules.systems.dungeon_fantasy.fighter import Blow, DfFighter, Posture
from rules.words import gettext_noop as _
from rules.words import say

SIDE = Mod(say(_("Attack from the side")), -2, "DF-11")
BEHIND = Mod(say(_("Attack from behind")), -2, "DF-12")
UNSEEN = Mod(say(_("The attack is not seen")), -4, "DF-10")
STUNNED = Mod(say(_("Stunned")), -4, "DF-06")
POSTURES: dict[Posture, Mod] = {
    "kneeling": Mod(say(_("Kneeling")), -2, "DF-55"),
    "sitting": Mod(say(_("Sitting")), -2, "DF-55"),
    "lying": Mod(say(_("Lying")), -3, "DF-55"),
}
#: All-Out Defence for one of the three.
INCREASED = Mod(say(_("All-Out Defence (Increased)")), 2, "DF-53")
HIGHER, LOWER = say(_("Stands higher")), say(_("Stands lower"))
DECEPTIVE, FEINT = say(_("Deceptive Attack")), say(_("Feint"))
MUNDANE, MAGICAL = say(_("Defence Bonus")), say(_("Defence Bonus: magic"))


def shared_by_all(blow: Blow) -> Shared:
    """What counts for every defence against a blow."""
    mods = (*circumstances(blow), *defence_bonus(blow))
    return Shared(mods, sum([mod.amount for mod in mods if not mod.ignored]))


def circumstances(blow: Blow) -> list[Mod]:
    """What the blow and the state of its target add to every defence, the Defence Bonus apart."""
    target = blow.target
    found: list[Mod] = []
    if blow.arc != "front" and (mod := _of_arc(blow)) is not None:
        found.append(mod)
    if blow.sight != "seen":
        found.append(UNSEEN)
    if target.stunned:
        found.append(STUNNED)
    if (mod := POSTURES.get(posture_against(target, blow.attacker))) is not None:
        found.append(mod)
    if blow.height and not blow.ranged:
        found.append(Mod(HIGHER if blow.height > 0 else LOWER, blow.height, "DF-15"))
    if blow.deceptive:
        found.append(Mod(DECEPTIVE, -abs(blow.deceptive), "DF-54"))
    if blow.feint:
        found.append(Mod(FEINT, -abs(blow.feint), "DF-53"))
    return found


def _of_arc(blow: Blow) -> Mod | None:
    traits = blow.target.kit.traits
    if "all_round_vision" in traits:
        return None
    if blow.arc == "back":
        return BEHIND
    return None if "peripheral_vision" in traits else SIDE


def posture_against(target: DfFighter, attacker: DfFighter) -> Posture:
    """Its posture as this attacker meets it: against the one from whom it dropped it defends as before (DF-38)."""
    option = target.option
    if option is not None and option["kind"] == "drop" and option["against"] == attacker.id:
        return cast(Posture, option["posture"])
    return target.posture


def defence_bonus(blow: Blow) -> list[Mod]:
    """DB from the front and the side of the shield; magical DB from everywhere; none against areas (DF-07, DF-08)."""
    found: list[Mod] = []
    if blow.area:
        return found
    target = blow.target
    cover = target.kit.cover
    if mundane := cover.against(blow.arc):
        found.append(Mod(MUNDANE, mundane, "DF-07"))
    if cover.magical:
        found.append(Mod(MAGICAL, cover.magical, "DF-08"))
        found += [
            Mod(step.label, int(step.operand or 0), "DF-08", ignored=True)
            for step in bonus_why(target.sheet, target.gear, target.kit.places).steps
            if step.ignored and step.rule == "DF-08"
        ]
    return found
