"""Morale: opponents flee rather than die to the last (CA-12)."""

from __future__ import annotations

from rules.effects import Rule, Tell
from rules.systems.cairn.fighter import CairnFight, CairnFighter, party_of
from rules.systems.cairn.saves import save
from rules.words import gettext_noop as _


def check_morale(fight: CairnFight) -> Rule[None]:
    """Whoever has just had a first loss, or has lost half its number, saves or flees.

    Both at once call for one save. A lone opponent saves when its HP are at 0.
    """
    for side in fight.sides():
        if side != party_of(fight):
            due = _due(fight, side)
            if due:
                done = (*fight.morale.get(side, ()), *due)
                yield Tell("morale_due", "CA-12", {"side": side}, fight.to(morale={**fight.morale, side: done}))
                yield from morale(fight, side)


def _due(fight: CairnFight, side: str) -> list[str]:
    members = [each for each in fight.side(side) if not each.player and not each.hidden]
    done = fight.morale.get(side, ())
    if len(members) == 1:
        alone = members[0]
        return ["alone"] if alone.is_standing and alone.hp_usable <= 0 < alone.most("hp") and "alone" not in done else []
    lost = sum(not each.is_standing for each in members)
    due = []
    if lost >= 1 and "first" not in done:
        due.append("first")
    if 2 * lost >= len(members) and lost and "half" not in done:
        due.append("half")
    return due


def morale(fight: CairnFight, side: str) -> Rule[None]:
    """The side saves against WIL: once on the WIL of a leader who stands, else each for itself."""
    afraid = [
        each for each in fight.side(side)
        if each.is_standing and not each.player and not each.hidden and not each.sheet.mindless
    ]  # fmt: skip
    leader = next((each for each in afraid if each.leader), None)
    if leader is not None and fight.settings.leader_wil:  # type: ignore[attr-defined]
        facts = {"purpose": _("WIL save for morale"), "leader": leader.id}
        if not (yield from save(leader, "wil", "CA-12", **facts)):
            yield from flee(afraid)
        return
    for each in afraid:
        if not (yield from save(each, "wil", "CA-12", purpose=_("WIL save for morale"))):
            yield from flee([each])


def flee(those: list[CairnFighter]) -> Rule[None]:
    """They flee and are out of the fight."""
    for each in those:
        yield Tell("fled", "CA-12", {"target": each.id}, each.to(fate="fled", declared=None))
