"""Where one may be struck: what that costs the attacker, and how it wounds there (DF-51, DF-54)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

from rules.systems.dungeon_fantasy.gear import Location
from rules.systems.dungeon_fantasy.ways import WoundKind
from rules.words import gettext_noop as _

#: As the order names a place; of arms, legs, hands and feet also which.
Limb = Literal["arm", "hand", "leg", "foot"]
LIMBS: frozenset[str] = frozenset({"arm", "hand", "leg", "foot"})


class Place(NamedTuple):
    """A hit location. `knockdown` is what its major wounds add to the HT roll; `shaken` where any wound calls for it.

    `extra_dr` is what bone adds; `cripples` the share of full HP, as a divisor, past which a limb is crippled.
    """

    name: str
    penalty: int
    knockdown: int = 0
    shaken: bool = False
    extra_dr: int = 0
    cripples: int = 0


PLACES: Mapping[Location, Place] = {
    "torso": Place(_("torso"), 0),
    "vitals": Place(_("vitals"), -3, -5, shaken=True),
    "skull": Place(_("skull"), -7, -10, shaken=True, extra_dr=2),
    "eye": Place(_("eye"), -9, -10, shaken=True),
    "face": Place(_("face"), -5, -5, shaken=True),
    "neck": Place(_("neck"), -5),
    "groin": Place(_("groin"), -3, -5),
    "arm": Place(_("arm"), -2, cripples=2),
    "leg": Place(_("leg"), -2, cripples=2),
    "hand": Place(_("hand"), -4, cripples=3),
    "foot": Place(_("foot"), -4, cripples=3),
}

#: A factor of wounding as a fraction.
type Factor = tuple[int, int]

_BY_KIND: Mapping[WoundKind, Factor] = {
    "cut": (3, 2), "imp": (2, 1), "pi-": (1, 2), "pi+": (3, 2), "pi++": (2, 1), "kb": (0, 1),
}  # fmt: skip
_PLAIN: Factor = (1, 1)
_PIERCING: frozenset[WoundKind] = frozenset({"imp", "pi-", "pi", "pi+", "pi++"})


@cache
def factor(kind: WoundKind, location: Location) -> Factor:
    """By how much what penetrates is multiplied there."""
    if kind == "kb":
        return _BY_KIND["kb"]
    if location in ("skull", "eye"):
        return _PLAIN if kind == "tox" else (4, 1)
    if location == "vitals" and kind in _PIERCING:
        return 3, 1
    if location == "neck" and kind in ("cr", "cut"):
        return (3, 2) if kind == "cr" else (2, 1)
    if location in LIMBS and kind in ("imp", "pi+", "pi++"):
        return _PLAIN
    if location == "face" and kind == "cor":
        return 3, 2
    return _BY_KIND.get(kind, _PLAIN)
