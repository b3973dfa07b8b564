"""Play, its log, and the reports made of it."""

from encounters.models.encounter import Combatant, Encounter, Entry
from encounters.models.report import Report

__all__ = ["Combatant", "Encounter", "Entry", "Report"]
