"""Morale: opponents flee rather than die to the last (CA-12)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.effects import Rule, Tell
from rules.systems.cairn.fighter import CairnFight, CairnFighter
from rules.systems.cairn.saves import save
from rules.words import gettext_noop as _

WIL_SAVE = _("WIL save for morale")


def check_morale(fight: CairnFight, struck: Iterable[CairnFighter]) -> Rule[None]:
    """Whoever has just had a first loss, or has lost half its number, saves or flees.

    Only a blow that fells one of `struck` is such an occasion; who fled before counts as lost then. Both at
    once call for one save. A lone opponent saves when its HP are brought to 0.
    """
    if fight.winner is not None or not fight.begun:
        return
    for side in dict.fromkeys([each.side for each in struck if not each.is_standing or each.hp <= 0]):
        if side != fight.party() and (due := _due(fight, side)) and afraid(fight, side):
            done = (*fight.morale.get(side, ()), *due)
            yield Tell("morale_due", "CA-12", {"side": side}, fight.to(morale={**fight.morale, side: done}))
            yield from morale(fight, side)


def _due(fight: CairnFight, side: str) -> list[str]:
    members = [each for each in fight.side(side) if not each.player and not each.hidden]
    lost = sum([not each.is_standing for each in members])
    if len(members) == 1:
        new = [] if lost or not members[0].hp <= 0 < members[0].sheet.hp else ["alone"]
    else:
        new = (["first"] if lost else []) + (["half"] if lost and 2 * lost >= len(members) else [])
    done = fight.morale.get(side, ())
    return [each for each in new if each not in done]


def afraid(fight: CairnFight, side: str) -> list[CairnFighter]:
    """Those of a side who make morale saves: never player characters, and nobody without a mind."""
    return [
        each for each in fight.side(side)
        if each.is_standing and not each.player and not each.hidden and not each.sheet.mindless
    ]  # fmt: skip


def morale(fight: CairnFight, side: str) -> Rule[None]:
    """The side saves against WIL: once on the WIL of a leader who stands, else each for itself."""
    those = afraid(fight, side)
    leader = next((each for each in those if each.leader), None)
    if leader is not None and fight.settings.leader_wil:
        if not (yield from save(leader, "wil", "CA-12", WIL_SAVE, {"leader": leader.id})):
            yield from flee(those)
        return
    for each in those:
        if not (yield from save(each, "wil", "CA-12", WIL_SAVE)):
            yield from flee([each])


def flee(those: list[CairnFighter]) -> Rule[None]:
    """They flee and are out of the fight."""
    for each in those:
        yield Tell("fled", "CA-12", {"target": each.id}, each.to(fate="fled", declared=None, at=None, facing=None))
