"""Who plays what with which things."""

from sheets.models.campaign import Campaign, Membership
from sheets.models.equipment import Creature, Equipment
from sheets.models.people import User
from sheets.models.sheet import Item, Sheet, SheetChange

__all__ = ["Campaign", "Creature", "Equipment", "Item", "Membership", "Sheet", "SheetChange", "User"]
