"""The maps that a campaign keeps: made, drawn on, copied, put away. Everything here is for Game Masters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.http import Http404
from django.utils import timezone
from PIL import Image

from encounters.board import map_text, read_map_text
from encounters.mapping.pictures import forget_shown
from encounters.models import CampaignMap, MapPicture
from encounters.services import edits
from encounters.services.build import REMEMBERED_S
from encounters.services.pictures import drop_unused, keep_picture
from encounters.services.submitting import Stale
from rules.drawing import Stroke, patch_of
from rules.errors import Refused
from rules.maps import BattleMap
from rules.words import gettext_noop, say
from sheets.door import Seat, seat_for
from sheets.models import Campaign

MOST_MAPS = 200


@dataclass(frozen=True, slots=True)
class MapSubmit:
    """What every write on a map brings: who, which map, the version they saw, a key that makes a repeat harmless."""

    user: Any
    map: str
    version: int
    key: str


@dataclass(frozen=True, slots=True)
class MapSeat:
    """A Game Master at a map of their campaign."""

    map: CampaignMap
    seat: Seat


def map_for(user: Any, public_id: str, *, lock: bool = False) -> MapSeat:
    """The map with this public id, for a Game Master of its campaign; with `lock` its row stays ours until commit.

    Raises:
        Http404: there is none, or none for this user. Players do not know which maps there are.
    """
    rows = CampaignMap.objects.select_related("campaign", "picture")
    if lock:
        rows = rows.select_for_update(of=("self",))
    found = rows.filter(public_id=public_id, deleted_at=None, campaign__deleted_at=None).first()
    if found is None:
        raise Http404
    seat = seat_for(user, found.campaign)
    if not seat.is_gm:
        raise Http404
    return MapSeat(found, seat)


def battle_of(kept: CampaignMap) -> BattleMap:
    """The map itself."""
    battle = read_map_text(kept.map_text)
    assert battle is not None
    return battle


@transaction.atomic
def create_map(
    seat: Seat, name: str, battle: BattleMap, *, picture: Image.Image | MapPicture | None = None, public_id: str = ""
) -> CampaignMap:
    """Keep a new map. The same `public_id` again gives the same map.

    Raises:
        PermissionDenied: only Game Masters keep maps.
        Refused: the campaign has as many maps, or pictures, as it may have.
    """
    seat.require_gm()
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=seat.campaign.pk)
    if public_id and (made := campaign.maps.filter(public_id=public_id, deleted_at=None).first()):
        return made
    if campaign.maps.filter(deleted_at=None).count() >= MOST_MAPS:
        raise Refused(say(gettext_noop("A campaign keeps at most {most} maps."), most=MOST_MAPS), path="name")
    kept = CampaignMap(campaign=campaign, name=name, map_text=map_text(battle))
    if public_id and not CampaignMap.objects.filter(public_id=public_id).exists():
        kept.public_id = public_id
    if isinstance(picture, Image.Image):
        picture = keep_picture(campaign, seat.user, picture)
    kept.picture = picture
    kept.save()
    return kept


def duplicate(at: MapSeat, name: str, public_id: str = "") -> CampaignMap:
    """A second map like the first, over the same picture.

    Raises:
        Refused: as for a new map.
    """
    return create_map(at.seat, name, battle_of(at.map), picture=at.map.picture, public_id=public_id)


def draw(submit: MapSubmit, strokes: Iterable[Stroke]) -> CampaignMap:
    """Draw on a map.

    Raises:
        Stale, Http404: as for every submit.
        RulesError: a stroke leaves the map, or nothing changes by it.
    """

    def write(at: MapSeat) -> None:
        before = battle_of(at.map)
        patch = patch_of(before, strokes)
        if not patch:
            raise Refused(say(gettext_noop("That changes nothing.")), path="cells")
        at.map.map_text = map_text(edits.note(at.map, before, patch, submit.user))

    return _write(submit, write)


def undo(submit: MapSubmit) -> CampaignMap:
    """Take back what was drawn last.

    Raises:
        Stale, Http404: as for every submit.
        Refused: there is nothing to take back.
    """
    return _write(submit, lambda at: _turn(at.map, edits.undoable(at.map)))


def redo(submit: MapSubmit) -> CampaignMap:
    """Draw again what was taken back.

    Raises:
        Stale, Http404: as for every submit.
        Refused: there is nothing to draw again.
    """
    return _write(submit, lambda at: _turn(at.map, edits.redoable(at.map)))


def describe(submit: MapSubmit, name: str, *, picture: Image.Image | None = None, bare: bool = False) -> CampaignMap:
    """Rename a map, lay another picture under it, or with `bare` take its picture away.

    Raises:
        Stale, Http404: as for every submit.
        Refused: the campaign has as many pictures as it may have.
    """

    def write(at: MapSeat) -> None:
        old = at.map.picture
        at.map.name = name
        if picture is not None:
            at.map.picture = keep_picture(at.seat.campaign, submit.user, picture)
        elif bare:
            at.map.picture = None
        at.map.save(update_fields=["name", "picture"])
        if old != at.map.picture:
            drop_unused(old)

    return _write(submit, write)


def put_away(submit: MapSubmit) -> CampaignMap:
    """Put a map away; staff can bring it back, though not a picture that nothing else uses.

    Raises:
        Stale, Http404: as for every submit.
    """

    def write(at: MapSeat) -> None:
        at.map.deleted_at = timezone.now()
        at.map.save(update_fields=["deleted_at"])
        drop_unused(at.map.picture)
        forget_shown(at.map.public_id)

    return _write(submit, write)


def _turn(kept: CampaignMap, edit: Any) -> None:
    if edit is None:
        raise Refused(say(gettext_noop("There is nothing to undo or redo here.")))
    kept.map_text = map_text(edits.turn(edit, battle_of(kept)))


def _write(submit: MapSubmit, write: Callable[[MapSeat], None]) -> CampaignMap:
    """Lock the map, compare the version, write, and raise the version. The same submit again writes nothing."""
    with transaction.atomic():
        at = map_for(submit.user, submit.map, lock=True)
        kept, token = at.map, f"map:{at.map.pk}:{submit.key}"
        if submit.version != kept.version:
            if submit.key and cache.get(token) is not None:
                return kept
            raise Stale
        write(at)
        kept.version += 1
        kept.changed_at = timezone.now()
        kept.save(update_fields=["version", "changed_at", "map_text"])
        cache.set(token, kept.version, REMEMBERED_S)
    return kept
