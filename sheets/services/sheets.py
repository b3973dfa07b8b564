"""New sheets, from every source; copies; deleting and bringing back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone
from pydantic import BaseModel

from rules.border import read
from rules.records import read_many_gear
from rules.system import System
from rules.words import name_in
from sheets.models import Campaign, Creature, Item, Sheet, User
from sheets.services.fields import Heading
from sheets.services.items import as_stored

_READY = Path(__file__).resolve().parent.parent / "ready"


@transaction.atomic
def create_sheet(
    campaign: Campaign,
    owner: User | None,
    name: str,
    sheet: Mapping[str, Any],
    gear: Sequence[Any] = (),
    public_id: str | None = None,
) -> Sheet:
    """A new sheet: its owner's character, or an NPC of the table where it has no owner.

    The same `public_id` again gives the same sheet.

    Raises:
        BadInput: the name, the sheet or a thing does not fit.
    """
    if public_id:  # the same form sent twice at once waits here
        Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if public_id and (made := Sheet.objects.filter(campaign=campaign, owner=owner, public_id=public_id).first()):
        return made
    system = campaign.rules
    heading = read(Heading, {"name": name})
    data = with_maxima(read(system.sheet, sheet).model_dump(mode="json"), system.sheet)
    things = read_many_gear(system, list(gear))
    made = Sheet(campaign=campaign, owner=owner, is_npc=owner is None, name=str(heading.name), data=data)
    if public_id and not Sheet.objects.filter(public_id=public_id).exists():
        made.public_id = public_id
    made.save()
    Item.objects.bulk_create(Item(sheet=made, position=at, data=as_stored(each)) for at, each in enumerate(things))
    return made


def with_maxima(data: dict[str, Any], model: type[BaseModel]) -> dict[str, Any]:
    """The fields with every maximum that was left out written down, so that later losses do not lower it.

    Where the present value may be left out as well, the maximum follows from something else and stays out.
    """
    given = {name for name, info in model.model_fields.items() if info.default is not None}
    missing = {name: data[base] for name in data
               if (base := name.removesuffix("_max")) != name and base in given and data[name] is None}  # fmt: skip
    return {**data, **missing}


def create_quick(
    campaign: Campaign, owner: User | None, seed: str, language: str, public_id: str | None = None
) -> Sheet:
    """A character rolled by the system's own method; the same seed rolls the same one."""
    rolled = campaign.rules.quick(seed, language)
    return create_sheet(campaign, owner, rolled["name"], rolled["sheet"], rolled["gear"], public_id)


def create_ready(
    campaign: Campaign, owner: User | None, hero: Mapping[str, Any], language: str, public_id: str | None = None
) -> Sheet:
    """A copy of a ready-made hero."""
    sheet = {k: name_in(v, language) if isinstance(v, dict) else v for k, v in hero["sheet"].items()}
    return create_sheet(campaign, owner, name_in(hero["name"], language), sheet, hero["gear"], public_id)


def create_from_creature(campaign: Campaign, creature: Creature, language: str, public_id: str | None = None) -> Sheet:
    """An NPC with a creature's values."""
    name = name_in(creature.name, language)
    return create_sheet(campaign, None, name, creature.data["sheet"], creature.data["gear"], public_id)


@cache
def ready_heroes(system: str) -> Sequence[Mapping[str, Any]]:
    """The ready-made heroes of a system: {"key", "name", "about", "sheet", "gear"}; none where it has none."""
    path = _READY / f"{system}.json"
    return tuple(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else ()


def ready_hero(system: System, key: str) -> Mapping[str, Any] | None:
    """One ready-made hero."""
    return next((hero for hero in ready_heroes(system.slug) if hero["key"] == key), None)


def copy_sheet(sheet: Sheet, owner: User | None, name: str, public_id: str | None = None) -> Sheet:
    """Another sheet that says the same and shares nothing with it."""
    return create_sheet(sheet.campaign, owner, name[:200], sheet.data, sheet.gear(), public_id)


def delete_sheet(sheet: Sheet) -> None:
    """Put a sheet away; it can be brought back."""
    Sheet.objects.living().filter(pk=sheet.pk).update(deleted_at=timezone.now())


def restore_sheet(sheet: Sheet) -> None:
    """Bring a deleted sheet back."""
    Sheet.objects.filter(pk=sheet.pk).update(deleted_at=None)
