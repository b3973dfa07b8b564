"""Play, its log, and the reports made of it."""

from encounters.models.encounter import Combatant, Encounter, Entry
from encounters.models.maps import CampaignMap, MapEdit, MapPicture
from encounters.models.report import Report

__all__ = ["CampaignMap", "Combatant", "Encounter", "Entry", "MapEdit", "MapPicture", "Report"]
