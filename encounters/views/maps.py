"""The maps that a campaign keeps: the list, a new one, its settings, its file, a copy, putting it away."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from encounters.forms_maps import MapFileForm, MapSettingsForm, NewMapForm
from encounters.mapping.ground import Ground, ground_of
from encounters.mapping.pictures import picture_url
from encounters.models import CampaignMap
from encounters.services import maps
from encounters.services.maps import MapSubmit, battle_of, map_for
from encounters.services.submitting import Stale
from encounters.views.submits import fresh_key, go, stale_sentence, submit_of
from rules.errors import RulesError
from rules.maps import BattleMap, write_map
from rules.words import Words
from sheets.door import MemberRequest, campaign_for, log_in_first
from sheets.once import id_of, new_token
from sheets.templatetags.words import words


@dataclass(frozen=True, slots=True)
class Shown:
    """A map in the list, with its small drawing."""

    map: CampaignMap
    battle: BattleMap
    ground: Ground | None
    picture: str | None
    #: Copying it from this list, however often it is sent, makes one copy.
    token: str

    @property
    def size(self) -> tuple[int, int]:
        return self.battle.drawn.size or (0, 0)

    @property
    def cell(self) -> Words:
        """What a cell measures."""
        return self.battle.length(1)


@log_in_first
@require_safe
def campaign_maps(request: MemberRequest, public_id: str) -> HttpResponse:
    """The list, for Game Masters."""
    seat = campaign_for(request.user, public_id)
    seat.require_gm()
    rows = seat.campaign.maps.filter(deleted_at=None).select_related("picture")
    shown = [
        Shown(
            each, battle_of(each), ground_of(each.map_text, shown_only=False),
            picture_url(each, battle_of(each), for_gm=True), new_token(),
        )
        for each in rows
    ]  # fmt: skip
    return render(request, "encounters/maps/list.html", {"campaign": seat.campaign, "maps": shown, "key": fresh_key()})


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: MemberRequest, public_id: str) -> HttpResponse:
    """A new map: empty, or over a picture."""
    seat = campaign_for(request.user, public_id)
    seat.require_gm()
    form = NewMapForm(seat.campaign.system, request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data, token = form.cleaned_data, id_of(request.POST.get("token"))
        try:
            made = maps.create_map(seat, data["name"], form.battle, picture=data["picture"], public_id=token)
        except RulesError as error:
            form.add_error(error.path or None, words(error.words))
        else:
            return go(request, reverse("map_editor", args=[made.public_id]))
    context = {
        "campaign": seat.campaign, "form": form, "token": request.POST.get("token") or new_token(),
    }  # fmt: skip
    return render(request, "encounters/maps/new.html", context, status=422 if request.method == "POST" else 200)


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def import_map(request: MemberRequest, public_id: str) -> HttpResponse:
    """A map out of a file."""
    seat = campaign_for(request.user, public_id)
    seat.require_gm()
    form = MapFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        token = id_of(request.POST.get("token"))
        try:
            made = maps.create_map(seat, form.cleaned_data["name"], form.battle, public_id=token)
        except RulesError as error:
            form.add_error("name", words(error.words))
        else:
            return go(request, reverse("map_editor", args=[made.public_id]))
    context = {
        "campaign": seat.campaign, "form": form, "token": request.POST.get("token") or new_token(),
    }  # fmt: skip
    return render(request, "encounters/maps/import.html", context, status=422 if request.method == "POST" else 200)


@log_in_first
@require_safe
def export(request: MemberRequest, public_id: str) -> HttpResponse:
    """The map as a file, as scenarios hold it."""
    kept = map_for(request.user, public_id).map
    response = JsonResponse(write_map(battle_of(kept)), json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="fray-map-{kept.public_id}.json"'
    return response


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: MemberRequest, public_id: str) -> HttpResponse:
    """A map's name and picture."""
    kept, status, refused = map_for(request.user, public_id).map, 422 if request.method == "POST" else 200, ""
    form = MapSettingsForm(request.POST or None, request.FILES or None, initial={"name": kept.name})
    if request.method == "POST" and form.is_valid():
        try:
            maps.describe(map_submit(request, public_id), **form.cleaned_data)
        except Stale:
            kept, status, refused = map_for(request.user, public_id).map, 409, stale_sentence()
        except RulesError as error:
            form.add_error(error.path or None, words(error.words))
        else:
            return go(request, reverse("map_editor", args=[public_id]))
    context = {
        "map": kept, "campaign": kept.campaign, "form": form, "refused": refused, "key": fresh_key(),
        "picture": picture_url(kept, battle_of(kept), for_gm=True),
    }  # fmt: skip
    return render(request, "encounters/maps/settings.html", context, status=status)


@log_in_first
@require_POST
def copy(request: MemberRequest, public_id: str) -> HttpResponse:
    """A second map like the first."""
    at = map_for(request.user, public_id)
    name = gettext("%(name)s, a copy") % {"name": at.map.name[:180]}
    try:
        maps.duplicate(at, name, id_of(request.POST.get("token")))
    except RulesError as error:
        messages.error(request, words(error.words))
    return go(request, reverse("campaign_maps", args=[at.map.campaign.public_id]))


@log_in_first
@require_POST
def delete(request: MemberRequest, public_id: str) -> HttpResponse:
    """Put a map away."""
    kept = map_for(request.user, public_id).map
    try:
        maps.put_away(map_submit(request, public_id))
    except Stale:
        messages.error(request, stale_sentence())
    else:
        messages.success(request, gettext("“%(name)s” is put away.") % {"name": kept.name})
    return go(request, reverse("campaign_maps", args=[kept.campaign.public_id]))


def map_submit(request: MemberRequest, public_id: str) -> MapSubmit:
    """The submit of a request about a map."""
    submit = submit_of(request, public_id)
    return MapSubmit(submit.user, public_id, submit.version, submit.key)
