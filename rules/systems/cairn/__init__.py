"""Cairn 2e: combat, whole (CA-01 to CA-20), sheets with slots, creatures and equipment.

Rules after the core rules of Cairn 2e; wording and code are our own. Cairn is by Yochai Gal,
CC BY-SA 4.0; names and figures of its equipment and creatures are used under that licence.
"""

from __future__ import annotations

from rules.system import System
from rules.systems.cairn import orders, tables
from rules.systems.cairn.actions import actions, gm_actions
from rules.systems.cairn.after import sheet_after
from rules.systems.cairn.derived import derive
from rules.systems.cairn.fighter import (
    CairnCorrection,
    CairnFight,
    CairnFighter,
    cairn_fighter,
    health_words,
    tags,
    vitals,
)  # fmt: skip
from rules.systems.cairn.gear import KINDS
from rules.systems.cairn.outcome import outcome, tally
from rules.systems.cairn.perform import perform, settle
from rules.systems.cairn.policy import answer, choose
from rules.systems.cairn.preview import is_dead, pending, preview
from rules.systems.cairn.quick import quick
from rules.systems.cairn.rulebook import RULEBOOK
from rules.systems.cairn.sentences import SENTENCES
from rules.systems.cairn.sheet import CairnSheet
from rules.systems.cairn.tactics import TACTICS
from rules.systems.cairn.turn import acting
from rules.words import gettext_noop as _


def _is_standing(fighter: CairnFighter) -> bool:
    return fighter.is_standing


def _resources(fighter: CairnFighter) -> dict[str, int]:
    return {"hp": fighter.hp, "str": fighter.str}


SYSTEM = System(
    slug="cairn",
    name=_("Cairn"),
    edition=_("Cairn 2e"),
    licence=_("Cairn is by Yochai Gal, CC BY-SA 4.0."),
    party="party",
    sheet=CairnSheet,
    gear=KINDS,
    settings=orders.CairnSettings,
    commands=orders.COMMANDS,
    correction=CairnCorrection,
    equipment=tables.equipment,
    creatures=tables.creatures,
    quick=quick,
    derive=derive,
    fight=CairnFight,
    fighter=cairn_fighter,
    sheet_after=sheet_after,
    actions=actions,
    gm_actions=gm_actions,
    perform=perform,
    settle=settle,
    outcome=outcome,
    # Nobody rolls to hit (CA-04).
    measures={"past_defence": _("Gets past the Armor"), "down": _("Puts out of the fight")},
    choose=choose,
    answer=answer,
    is_standing=_is_standing,
    acting=acting,
    vitals=vitals,
    tags=tags,
    health_words=health_words,
    resources=_resources,
    tally=tally,
    sentences=SENTENCES,
    rulebook=RULEBOOK,
    tactics=TACTICS,
    preview=preview,
    pending=pending,
    is_dead=is_dead,
)
