"""What of a fight goes back to the sheet."""

from __future__ import annotations

from typing import Any

from rules.systems.cairn.fighter import CairnFighter


def sheet_after(fighter: CairnFighter) -> dict[str, Any]:
    """The sheet's fields that the fight has changed, with their maxima kept (CA-20)."""
    return {
        "hp": fighter.hp, "str": fighter.str, "dex": fighter.dex, "wil": fighter.wil, "scars": list(fighter.scars),
        "hp_max": fighter.most("hp"), "str_max": fighter.most("str"),
        "dex_max": fighter.most("dex"), "wil_max": fighter.most("wil"),
    }  # fmt: skip
