"""Dungeon Fantasy (GURPS 4e family): combat on hexes with facing (DF-01 to DF-55), characters, gear, opponents.

Rules after the chapter on defence and the published combat rules; wording and code are our own.
"""

from __future__ import annotations

from rules.system import System
from rules.systems.dungeon_fantasy import orders, tables
from rules.systems.dungeon_fantasy.actions import actions, gm_actions
from rules.systems.dungeon_fantasy.after import sheet_after
from rules.systems.dungeon_fantasy.derived import derive
from rules.systems.dungeon_fantasy.fighter import DfFight
from rules.systems.dungeon_fantasy.gear import KINDS
from rules.systems.dungeon_fantasy.making import DfCorrection, df_fighter
from rules.systems.dungeon_fantasy.outcome import outcome, tally
from rules.systems.dungeon_fantasy.perform import perform, settle
from rules.systems.dungeon_fantasy.policy import answer, choose
from rules.systems.dungeon_fantasy.preview import pending, preview
from rules.systems.dungeon_fantasy.quick import quick
from rules.systems.dungeon_fantasy.rulebook import RULEBOOK
from rules.systems.dungeon_fantasy.sentences import SENTENCES
from rules.systems.dungeon_fantasy.settings import DfSettings
from rules.systems.dungeon_fantasy.sheet import DfSheet
from rules.systems.dungeon_fantasy.showing import health_words, is_dead, is_standing, resources, tags, vitals
from rules.systems.dungeon_fantasy.tactics import TACTICS
from rules.systems.dungeon_fantasy.turn import acting
from rules.words import gettext_noop as _

SYSTEM = System(
    slug="dungeon_fantasy",
    name=_("Dungeon Fantasy"),
    edition=_("Dungeon Fantasy (GURPS 4e family)"),
    licence=_("Rules after the books of Steve Jackson Games, in our own words; names are theirs."),
    party="party",
    sheet=DfSheet,
    gear=KINDS,
    settings=DfSettings,
    commands=orders.COMMANDS,
    correction=DfCorrection,
    equipment=tables.equipment,
    creatures=tables.creatures,
    quick=quick,
    derive=derive,
    fight=DfFight,
    fighter=df_fighter,
    sheet_after=sheet_after,
    actions=actions,
    gm_actions=gm_actions,
    perform=perform,
    settle=settle,
    outcome=outcome,
    measures={
        "hit": _("Hits, before the defence"),
        "past_defence": _("Gets past the defence"),
        "down": _("Puts out of the fight"),
    },
    choose=choose,
    answer=answer,
    is_standing=is_standing,
    acting=acting,
    vitals=vitals,
    tags=tags,
    health_words=health_words,
    resources=resources,
    tally=tally,
    sentences=SENTENCES,
    rulebook=RULEBOOK,
    tactics=TACTICS,
    preview=preview,
    pending=pending,
    is_dead=is_dead,
)
