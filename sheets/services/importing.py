"""Sheets made of files that were read: where things are said to be, what follows, and the sheet itself."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.describe import derive_document
from rules.errors import BadInput, RulesError
from rules.registry import system_of
from rules.words import gettext_noop as _
from rules.words import say
from sheets.importing.imported import Imported
from sheets.models import Campaign, Sheet, User
from sheets.models.ids import public_id_from
from sheets.services.sheets import create_sheet

_HANDS = {"right": ("right",), "left": ("left",), "both": ("right", "left")}


def values_of(imported: Imported) -> dict[str, Any]:
    """What follows from the sheet and its things."""
    document = {"sheet": imported.sheet, "gear": imported.gear}
    return dict(derive_document(system_of(imported.system), document)["values"])


def fitting(imported: Imported, campaign: Campaign) -> Imported:
    """The file's sheet, if it is of the campaign's system.

    Raises:
        BadInput: it is of another one.
    """
    if imported.system != campaign.system:
        theirs, ours = system_of(imported.system).name, campaign.rules.name
        words = say(_("This sheet is for {theirs}, and the campaign plays {ours}."), theirs=theirs, ours=ours)
        raise BadInput([RulesError(words, path="system")])
    return imported


def placed(imported: Imported, places: Mapping[int, str]) -> Imported:
    """The sheet with things where somebody says they are, by their places in the gear.

    Raises:
        BadInput: two things are in one hand; the path names the later one, "gear.3".
    """
    gear = [{**item, "place": places[at]} if at in places else item for at, item in enumerate(imported.gear)]
    held: dict[str, int] = {}
    errors = []
    for at, item in enumerate(gear):
        for hand in _HANDS.get(item.get("place", ""), ()):
            if held.setdefault(hand, at) != at:
                words = say(_("That hand holds “{item}” already."), item=gear[held[hand]]["name"])
                errors.append(RulesError(words, path=f"gear.{at}"))
                break
    if errors:
        raise BadInput(errors)
    return replace(imported, gear=gear)


def create_imported(campaign: Campaign, owner: User | None, imported: Imported, public_id: str | None = None) -> Sheet:
    """A new sheet of what was read. The same `public_id` again gives the same sheet."""
    return create_sheet(campaign, owner, imported.name, imported.sheet, imported.gear, public_id)


def key_of(campaign: Campaign, content: bytes) -> str:
    """The id of the sheet that this content makes in this campaign: the same file again makes no second one."""
    return public_id_from(hashlib.sha256(campaign.public_id.encode() + b"\n" + content).digest())
