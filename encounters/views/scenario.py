"""Encounters as files: a scenario out of one, and one out of a scenario."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from encounters.forms import ScenarioForm
from encounters.lineup import side_name
from encounters.mapping.ground import draw_ground
from encounters.models import Encounter
from encounters.services.exporting import scenario_of
from encounters.services.importing import Preview, import_scenario, preview
from encounters.views.build import gm_seat
from encounters.views.submits import go
from rules.errors import BadInput
from sheets.door import MemberRequest, campaign_for, log_in_first
from sheets.models import Campaign
from sheets.once import id_of, new_token
from sheets.templatetags.words import words


@log_in_first
@require_safe
def export(request: MemberRequest, public_id: str) -> HttpResponse:
    """The encounter as a scenario file, for a Game Master."""
    encounter = gm_seat(request, public_id).encounter
    response = JsonResponse(scenario_of(encounter), json_dumps_params={"ensure_ascii": False, "indent": 2})
    response["Content-Disposition"] = f'attachment; filename="fray-{encounter.public_id}.json"'
    return response


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def import_page(request: MemberRequest, public_id: str) -> HttpResponse:
    """Read a scenario, show what it would become, and make an encounter of it."""
    seat = campaign_for(request.user, public_id)
    seat.require_gm()
    if request.method != "POST":
        return _page(request, seat.campaign, ScenarioForm())
    form = ScenarioForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, seat.campaign, form, 422)
    data = form.cleaned_data
    try:
        if "confirmed" in request.POST:
            return go(request, _address(_made(request, seat.campaign, data)))
        seen = preview(seat.campaign, data["text"])
    except BadInput as error:
        complaints = [f"{each.path}: {words(each.words)}" if each.path else words(each.words) for each in error.errors]
        return _page(request, seat.campaign, form, 422, complaints=complaints)
    return _page(request, seat.campaign, form, seen=seen)


def _made(request: MemberRequest, campaign: Campaign, data: dict[str, Any]) -> Encounter:
    name = data["name"] or gettext("Imported encounter")
    token = id_of(request.POST.get("token"))
    return import_scenario(campaign, request.user, data["text"], name, played=data["played"], public_id=token)


def _address(encounter: Encounter) -> str:
    is_draft = encounter.status == Encounter.Status.DRAFT
    return reverse("encounter_build" if is_draft else "encounter", args=[encounter.public_id])


def _page(
    request: MemberRequest, campaign: Campaign, form: ScenarioForm, status: int = 200, *,
    complaints: list[str] | None = None, seen: Preview | None = None,
) -> HttpResponse:  # fmt: skip
    sides = [(side_name(key, campaign.rules.party), those) for key, those in seen.sides.items()] if seen else []
    battle = seen.fight.map if seen else None
    context = {
        "ground": draw_ground(battle) if battle is not None and battle.drawn.size is not None else None,
        "campaign": campaign, "form": form, "complaints": complaints, "seen": seen, "sides": sides,
        "token": request.POST.get("token") or new_token(),
        "text": form.cleaned_data["text"] if seen else "",
    }  # fmt: skip
    return render(request, "encounters/build/import.html", context, status=status)
