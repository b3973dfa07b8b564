"""Blocks with shields and cloaks (DF-11, DF-12, DF-19, DF-20)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.systems.dungeon_fantasy.choices import Added, Choice, Mod, Mods, No, Shared, choice_of
from rules.systems.dungeon_fantasy.dodging import ONLY_DIVING
from rules.systems.dungeon_fantasy.fighter import Blow, DfFight
from rules.systems.dungeon_fantasy.modifiers import INCREASED
from rules.systems.dungeon_fantasy.retreating import PLAIN, granted, why_no_retreat
from rules.systems.dungeon_fantasy.ways import Block
from rules.words import gettext_noop as _
from rules.words import say

WINDS_AROUND = Mod(say(_("A flail winds around the edge")), -2, "DF-19")

BLOCKED = No("DF-19", say(_("One block a turn: it has been used.")))
WEAPON_SIDE = No("DF-11", say(_("A shield does not block what comes from the weapon side.")))
FROM_BEHIND = No("DF-12", say(_("Nobody blocks what comes from behind.")))


def block_choices(fight: DfFight, blow: Blow, shared: Shared, no_guard: No | None) -> Iterator[Choice]:
    """Every block against a blow, the impossible ones with what forbids them."""
    target = blow.target
    blocks = target.kit.blocks
    if not blocks:
        return
    common: Mods = (WINDS_AROUND,) if blow.way.flail else ()
    if (mod := granted(blow, well=False)) is not None:
        common = (*common, mod)
    if target.manoeuvre == "all_out_defence" and target.kind == "block":
        common = (*common, INCREASED)
    no_retreat = why_no_retreat(fight, blow)
    for block in blocks:
        no = no_guard or why_no_block(blow, block)
        yield _choice(block, shared, common, no, "")
        yield _choice(block, shared, (*common, PLAIN), no or no_retreat, "retreat")


def _choice(block: Block, shared: Shared, own: Mods, no: No | None, added: Added) -> Choice:
    label = say(_("Block and retreat: {item}") if added else _("Block: {item}"), item=block.name)
    key = f"block:{block.key}+retreat" if added else f"block:{block.key}"
    return choice_of(key, "block", label, block.level, block.why, shared, own, no, block=block, added=added)


def why_no_block(blow: Blow, block: Block) -> No | None:
    """Why a shield cannot block a blow; missiles it can (DF-19)."""
    target = blow.target
    if blow.area:
        return ONLY_DIVING
    if target.blocked:
        return BLOCKED
    if blow.arc == "back":
        return FROM_BEHIND
    return None if blow.arc in ("front", block.hand) or block.hand == "both" else WEAPON_SIDE
