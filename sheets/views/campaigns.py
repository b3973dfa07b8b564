"""Pages of campaigns: the list, one campaign, making and changing it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.errors import BadInput
from rules.registry import system_of
from sheets.door import MemberRequest, Seat, campaign_for, log_in_first
from sheets.faces import face_of
from sheets.forms import AboutForm, CampaignForm, ColumnForm
from sheets.models import Campaign, Membership
from sheets.once import id_of, new_token
from sheets.services.campaigns import create_campaign, delete_campaign, describe_campaign
from sheets.templatetags.rulebook import rules_named


def see_other(name: str, *args: str) -> HttpResponse:
    """On to a page after something was written."""
    return HttpResponseRedirect(reverse(name, args=args), status=303)


@log_in_first
@require_safe
def campaign_list(request: MemberRequest) -> HttpResponse:
    """The campaigns at whose table the member has a seat."""
    seats = Membership.objects.seats_of(request.user)
    return render(request, "sheets/campaign_list.html", {"seats": seats})


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def campaign_new(request: MemberRequest) -> HttpResponse:
    """A new campaign; its maker runs it."""
    form = CampaignForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        campaign = create_campaign(
            request.user, system_of(chosen["system"]), chosen["name"], chosen["about"],
            id_of(request.POST.get("token")),
        )  # fmt: skip
        return see_other("campaign", campaign.public_id)
    context = {"form": form, "token": request.POST.get("token") or new_token()}
    return render(request, "sheets/campaign_new.html", context, status=422 if form.errors else 200)


@log_in_first
@require_safe
def campaign(request: MemberRequest, public_id: str) -> HttpResponse:
    """One campaign: its sheets, encounters, reports and members."""
    seat = campaign_for(request.user, public_id)
    return render(request, "sheets/campaign.html", campaign_context(request, seat))


def campaign_context(request: MemberRequest, seat: Seat) -> dict[str, object]:
    """What this seat sees of its campaign."""
    sheets = list(seat.sheets())
    links = [
        (role, label, request.build_absolute_uri(reverse("join", args=(link,))))
        for role, label, link in (
            ("player", _("For players"), seat.campaign.player_link),
            ("spectator", _("For spectators"), seat.campaign.spectator_link),
        )
    ]
    return {
        "seat": seat,
        "campaign": seat.campaign,
        "system": seat.campaign.rules,
        "mine": [sheet for sheet in sheets if seat.owns(sheet)],
        "others": [sheet for sheet in sheets if not sheet.is_npc and not seat.owns(sheet)],
        "npcs": [sheet for sheet in sheets if sheet.is_npc],
        "deleted": list(seat.deleted_sheets()),
        "members": seat.campaign.memberships.select_related("user"),
        "links": links if seat.is_gm else [],
        "dice": Membership.Dice.choices,
    }


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def campaign_edit(request: MemberRequest, public_id: str) -> HttpResponse:
    """The campaign's name, description and the settings of its system."""
    seat = campaign_for(request.user, public_id)
    seat.require_gm()
    system, sent = seat.campaign.rules, request.POST or None
    about = AboutForm(sent, initial={"name": seat.campaign.name, "about": seat.campaign.about})
    rules = ColumnForm(system.settings, face_of(system.slug), data=sent, initial=seat.campaign.settings, prefix="rule")
    if request.method == "POST" and about.is_valid() and rules.is_valid():
        try:
            describe_campaign(seat.campaign, **about.cleaned_data, settings=rules.cleaned_data)
        except BadInput as error:
            rules.refuse(error, "settings.")
        else:
            messages.success(request, _("Saved."))
            return see_other("campaign", public_id)
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "system": system,
        "about": about,
        "rules": rules_with(seat.campaign, rules),
    }
    return render(request, "sheets/campaign_edit.html", context, status=422 if sent else 200)


def rules_with(campaign: Campaign, form: ColumnForm) -> list[dict[str, object]]:
    """Each setting's field with the rules that it is about."""
    return [
        {"field": form[name], "rules": rules_named(campaign.rules, column.about)}
        for name, column in form.columns.items()
    ]


@log_in_first
@require_POST
def campaign_delete(request: MemberRequest, public_id: str) -> HttpResponse:
    """Put the campaign away."""
    seat = campaign_for(request.user, public_id)
    seat.require_gm()
    delete_campaign(seat.campaign)
    messages.success(request, _("The campaign is deleted. The site’s staff can bring it back."))
    return see_other("campaign_list")
