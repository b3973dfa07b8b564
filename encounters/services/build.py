"""Preparing an encounter: who takes part, and how its table plays it. Everything here is for Game Masters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from encounters import live
from encounters.door import Seat, seat_at
from encounters.mapping.pictures import forget_shown
from encounters.models import Combatant, Encounter, Entry
from encounters.services.pictures import drop_unused, pictures_laid
from encounters.services.places import take_off_misplaced
from encounters.services.recruits import Joining, brought_by, check_room, from_creature, from_sheet, hidden_last
from encounters.services.submitting import Stale, Submit
from rules.border import read
from rules.errors import Refused
from rules.words import Name, gettext_noop, say
from sheets.models import Campaign, Creature, Sheet

#: How long a repeated submit is recognised. Its version alone keeps it from landing twice.
REMEMBERED_S = 3600


class Begun(Exception):
    """The fight has begun: there is nothing to prepare any more. Nothing was written."""


@dataclass(slots=True)
class Built:
    """The encounter after a submit, and the names of those it was about. `repeated`: the key had come before."""

    seat: Seat
    names: list[Name] = field(default_factory=list)
    repeated: bool = False

    @property
    def encounter(self) -> Encounter:
        return self.seat.encounter


@transaction.atomic
def create_encounter(
    campaign: Campaign, name: str, health: str, settings: Mapping[str, Any], public_id: str | None = None
) -> Encounter:
    """A new draft. The same `public_id` again gives the same encounter.

    Raises:
        BadInput: the settings do not fit; their paths begin with `settings`.
    """
    if public_id:  # the same form sent twice at once waits here
        Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if public_id and (made := campaign.encounters.filter(public_id=public_id, deleted_at=None).first()):
        return made
    fitting = read(campaign.rules.settings, settings, "settings").model_dump(mode="json")
    encounter = Encounter(campaign=campaign, name=name, health=health, settings=fitting)
    if public_id and not Encounter.objects.filter(public_id=public_id).exists():
        encounter.public_id = public_id
    encounter.save()
    return encounter


def describe(submit: Submit, name: str, health: str, settings: Mapping[str, Any] | None = None) -> Built:
    """Rename an encounter and decide what players see of the foes' health; a draft's settings change too.

    Raises:
        Stale, PermissionDenied: as for every submit.
        BadInput: the settings do not fit.
    """

    def write(seat: Seat) -> list[Name]:
        encounter = seat.encounter
        encounter.name, encounter.health = name, health
        if settings is not None and encounter.status == Encounter.Status.DRAFT:
            encounter.settings = read(encounter.campaign.rules.settings, settings, "settings").model_dump(mode="json")
        encounter.save(update_fields=["name", "health", "settings"])
        return []

    return prepare(submit, write, drafts_only=False)


def delete_encounter(submit: Submit) -> None:
    """Put an encounter away with its log; staff can bring it back, though not a picture that nothing else uses.

    Raises:
        Stale, PermissionDenied: as for every submit.
    """

    def write(seat: Seat) -> list[Name]:
        seat.encounter.deleted_at = timezone.now()
        seat.encounter.save(update_fields=["deleted_at"])
        drop_unused(seat.encounter.picture, *pictures_laid(seat.encounter))
        forget_shown(seat.encounter.public_id)
        return []

    prepare(submit, write, drafts_only=False)


@transaction.atomic
def play_again(seat: Seat, name: str, public_id: str | None = None) -> Encounter:
    """A fresh draft with the same combatants, as they came into the first. The same `public_id` gives the same one.

    Raises:
        PermissionDenied: only Game Masters prepare encounters.
    """
    _only_gm(seat)
    old = seat.encounter
    made = create_encounter(old.campaign, name, old.health, old.settings, public_id)
    if made.combatants.exists():
        return made
    made.map_text, made.picture = old.map_text, old.picture
    made.save(update_fields=["map_text", "picture"])
    gone = {
        entry.command.get("id")
        for entry in old.entries.filter(kind=Entry.Kind.COMMAND, undone=True)
        if entry.command.get("do") == "join"
    }
    for each in old.combatants.exclude(ref__in=gone):
        Combatant.objects.create(
            encounter=made, sheet_id=each.sheet_id, owner_id=each.owner_id, name=each.name, side=each.side,
            player=each.player, hidden=each.hidden, brought=deepcopy(each.brought), sheet_version=each.sheet_version,
            at=each.at, facing=each.facing,
        )  # fmt: skip
    take_off_misplaced(made)  # another map may have been laid since they were put down
    return made


def add_party(submit: Submit) -> Built:
    """Bring in every living player character that is not in yet, each with a copy of its sheet as it is now.

    Raises:
        Stale, Begun, PermissionDenied: as for every submit.
        Refused: everybody is in already, or there is no room.
    """

    def write(seat: Seat) -> list[Name]:
        sheets = list(party_not_in(seat.encounter).filter(is_dead=False))
        if not sheets:
            raise Refused(say(gettext_noop("Every player character of the campaign is in already.")))
        party = Joining(side=seat.encounter.campaign.rules.party)
        return _bring(
            seat, [each for sheet in sheets for each in from_sheet(seat.encounter, sheet, seat.memberships, party)]
        )

    return prepare(submit, write)


def add_sheet(submit: Submit, sheet: str, joining: Joining) -> Built:
    """Bring in one sheet: a player character once, an NPC as often as wanted.

    Raises:
        Stale, Begun, PermissionDenied: as for every submit.
        Http404: the campaign has no such sheet.
        Refused: it is in already, or there is no room.
    """

    def write(seat: Seat) -> list[Name]:
        return _bring(seat, sheet_recruits(seat, sheet, joining))

    return prepare(submit, write)


def add_creatures(submit: Submit, key: str, joining: Joining) -> Built:
    """Bring in creatures of one kind from the tables.

    Raises:
        Stale, Begun, PermissionDenied: as for every submit.
        Http404: the tables have no such creature.
        Refused: there is no room.
    """

    def write(seat: Seat) -> list[Name]:
        return _bring(seat, creature_recruits(seat, key, joining))

    return prepare(submit, write)


def edit_combatant(submit: Submit, ref: str, values: Mapping[str, Any], sheet: Mapping[str, Any]) -> Built:
    """Change a combatant's columns (`values`) and fields of the sheet that it brought (`sheet`).

    Raises:
        Stale, Begun, PermissionDenied, Http404: as for every submit.
        BadInput: a field does not fit; nothing is written.
    """

    def write(seat: Seat) -> list[Name]:
        combatant = combatant_in(seat.encounter, ref)
        was_hidden = combatant.hidden
        for name, value in values.items():
            setattr(combatant, name, value)
        whole = {**combatant.brought.get("sheet", {}), **sheet}
        fitting = read(seat.encounter.campaign.rules.sheet, whole)
        combatant.brought = {**combatant.brought, "sheet": fitting.model_dump(mode="json", exclude_defaults=True)}
        combatant.save()
        if "hidden" in values and values["hidden"] != was_hidden:
            hidden_last(seat.encounter)
            combatant.refresh_from_db(fields=["name"])
        return [combatant.name]

    return prepare(submit, write)


def refresh_combatant(submit: Submit, ref: str) -> Built:
    """Copy a combatant's sheet again, as it is now.

    Raises:
        Stale, Begun, PermissionDenied, Http404: as for every submit.
        Refused: its sheet is there no more.
    """

    def write(seat: Seat) -> list[Name]:
        combatant = combatant_in(seat.encounter, ref)
        sheets = living_sheets(seat.encounter).filter(pk=combatant.sheet_id)
        sheet = sheets.first()
        if sheet is None:
            raise Refused(say(gettext_noop("Its sheet is there no more.")))
        combatant.brought, combatant.sheet_version = brought_by(sheet), sheet.version
        combatant.save(update_fields=["brought", "sheet_version"])
        return [combatant.name]

    return prepare(submit, write)


def remove_combatant(submit: Submit, ref: str) -> Built:
    """Take a combatant out of the draft.

    Raises:
        Stale, Begun, PermissionDenied, Http404: as for every submit.
    """

    def write(seat: Seat) -> list[Name]:
        combatant = combatant_in(seat.encounter, ref)
        name: Name = combatant.name
        combatant.delete()
        return [name]

    return prepare(submit, write)


def combatant_in(encounter: Encounter, ref: str) -> Combatant:
    """The combatant with this ref. Raises `Http404` where there is none."""
    combatant = encounter.combatants.select_related("sheet").filter(ref=ref).first()
    if combatant is None:
        raise Http404
    return combatant


def living_sheets(encounter: Encounter) -> Any:
    """The sheets of the encounter's campaign with what a copy of them needs, in three queries."""
    living = Sheet.objects.living().filter(campaign=encounter.campaign_id)
    return living.select_related("campaign", "owner").prefetch_related("items")


def party_not_in(encounter: Encounter) -> Any:
    """The player characters that are not in the encounter yet."""
    here = encounter.combatants.filter(sheet__isnull=False).values("sheet_id")
    return living_sheets(encounter).filter(is_npc=False).exclude(pk__in=here)


def sheet_recruits(seat: Seat, public_id: str, joining: Joining) -> list[Combatant]:
    """The combatants that one sheet gives. Raises `Http404`, or `Refused` where a character is in already."""
    sheet = living_sheets(seat.encounter).filter(public_id=public_id).first()
    if sheet is None:
        raise Http404
    if not sheet.is_npc and seat.encounter.combatants.filter(sheet=sheet).exists():
        raise Refused(say(gettext_noop("{name} is in already."), name=sheet.name))
    return from_sheet(seat.encounter, sheet, seat.memberships, joining)


def creature_recruits(seat: Seat, key: str, joining: Joining) -> list[Combatant]:
    """The combatants that a row of the creature tables gives. Raises `Http404` where there is no such row."""
    creature = Creature.objects.of_system(seat.encounter.campaign.system).filter(key=key).first()
    if creature is None:
        raise Http404
    return from_creature(seat.encounter, creature, joining)


def _bring(seat: Seat, recruits: list[Combatant]) -> list[Name]:
    check_room(seat.encounter.combatants.count(), len(recruits))
    came = [each.pk for each in Combatant.objects.bulk_create(recruits)]
    hidden_last(seat.encounter)
    return list(seat.encounter.combatants.filter(pk__in=came).values_list("name", flat=True))


def _only_gm(seat: Seat) -> None:
    if not seat.is_gm:
        raise PermissionDenied(_("Only the Game Master does this."))


def prepare(submit: Submit, write: Callable[[Seat], list[Name]], *, drafts_only: bool = True) -> Built:
    """Lock the encounter, compare the version, write, raise the version, and tell open pages."""
    with transaction.atomic():
        seat = seat_at(submit.user, submit.encounter, lock=True)
        _only_gm(seat)
        encounter = seat.encounter
        token = f"build:{encounter.pk}:{submit.key}"
        if submit.version != encounter.version:
            if submit.key and cache.get(token) is not None:
                return Built(seat, repeated=True)
            raise Stale
        if drafts_only and encounter.status != Encounter.Status.DRAFT:
            raise Begun
        names = write(seat)
        encounter.version += 1
        encounter.shown += 1
        encounter.save(update_fields=["version", "shown"])
        cache.set(token, encounter.version, REMEMBERED_S)
        transaction.on_commit(lambda: live.publish(encounter))
    return Built(seat, names)
