"""The encounters of a campaign: the list, a new one, its settings, playing it again, putting it away."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from encounters.forms import EncounterForm
from encounters.listing import listed_for
from encounters.models import Encounter
from encounters.services import build
from encounters.services.submitting import Stale
from encounters.views.build import gm_seat
from encounters.views.submits import fresh_key, go, page_of, stale_sentence, submit_of
from sheets.door import MemberRequest, campaign_for, log_in_first
from sheets.faces import face_of
from sheets.forms import ColumnForm
from sheets.models import Campaign
from sheets.once import id_of, new_token
from sheets.views.campaigns import rules_with


@log_in_first
@require_safe
def encounters(request: MemberRequest, public_id: str) -> HttpResponse:
    """The list: a part of the campaign's page, or a page by itself."""
    seat = campaign_for(request.user, public_id)
    context = {"campaign": seat.campaign, "seat": seat, "listed": listed_for(seat)}
    part = "list" if request.htmx else "list_page"
    return render(request, f"encounters/build/{part}.html", context)


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: MemberRequest, public_id: str) -> HttpResponse:
    """A new encounter, with the campaign's settings to start from."""
    seat = campaign_for(request.user, public_id)
    seat.require_gm()
    campaign, sent = seat.campaign, request.POST or None
    about = EncounterForm(sent)
    rules = _rules_form(campaign, campaign.settings, sent)
    if request.method == "POST" and about.is_valid() and rules.is_valid():
        token = id_of(request.POST.get("token"))
        made = build.create_encounter(campaign, **about.cleaned_data, settings=rules.cleaned_data, public_id=token)
        return go(request, reverse("encounter_build", args=[made.public_id]))
    context = {
        "campaign": campaign, "about": about, "rules": rules_with(campaign, rules),
        "token": request.POST.get("token") or new_token(),
    }  # fmt: skip
    return render(request, "encounters/build/new.html", context, status=422 if sent else 200)


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: MemberRequest, public_id: str) -> HttpResponse:
    """An encounter's name, what is shown of the foes' health, and while it is a draft the system's settings."""
    encounter = gm_seat(request, public_id).encounter
    is_draft = encounter.status == Encounter.Status.DRAFT
    sent, status, refused = request.POST or None, 422 if request.POST else 200, ""
    about = EncounterForm(sent, initial={"name": encounter.name, "health": encounter.health})
    rules = _rules_form(encounter.campaign, encounter.settings, sent) if is_draft else None
    if request.method == "POST" and about.is_valid() and (rules is None or rules.is_valid()):
        try:
            build.describe(
                submit_of(request, public_id), **about.cleaned_data, settings=rules.cleaned_data if rules else None
            )
        except Stale:
            encounter, status, refused = gm_seat(request, public_id).encounter, 409, stale_sentence()
        else:
            return go(request, page_of(public_id) if rules is None else reverse("encounter_build", args=[public_id]))
    context = {
        "encounter": encounter, "campaign": encounter.campaign, "about": about, "refused": refused,
        "rules": rules_with(encounter.campaign, rules) if rules else [], "key": fresh_key(), "token": new_token(),
    }  # fmt: skip
    return render(request, "encounters/build/settings.html", context, status=status)


@log_in_first
@require_POST
def again(request: MemberRequest, public_id: str) -> HttpResponse:
    """A fresh draft with the same combatants."""
    seat = gm_seat(request, public_id)
    name = gettext("%(name)s, again") % {"name": seat.encounter.name[:180]}
    made = build.play_again(seat, name, id_of(request.POST.get("token")))
    return go(request, reverse("encounter_build", args=[made.public_id]))


@log_in_first
@require_POST
def delete(request: MemberRequest, public_id: str) -> HttpResponse:
    """Put an encounter away."""
    encounter = gm_seat(request, public_id).encounter
    try:
        build.delete_encounter(submit_of(request, public_id))
    except Stale:
        messages.error(request, stale_sentence())
        return go(request, reverse("encounter_settings", args=[public_id]))
    messages.success(request, gettext("“%(name)s” is put away.") % {"name": encounter.name})
    return go(request, reverse("campaign", args=[encounter.campaign.public_id]))


def _rules_form(campaign: Campaign, settings: dict[str, object], sent: object) -> ColumnForm:
    system = campaign.rules
    return ColumnForm(system.settings, face_of(system.slug), data=sent, initial=settings, prefix="rule")
