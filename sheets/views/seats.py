"""Sitting down at a table, leaving it, and what a seat may set."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rules.errors import Refused
from sheets.door import MemberRequest, Seat, campaign_for, invitation, log_in_first, member_for
from sheets.models import Membership
from sheets.services import seats
from sheets.templatetags.words import words
from sheets.views.campaigns import campaign_context, see_other


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, link: str) -> HttpResponse:
    """An invitation: what it is to, and the button that accepts it."""
    campaign = invitation(link)
    role = seats.role_offered(campaign, link)
    if request.method == "POST" and request.user.is_authenticated:
        seat = seats.accept_invitation(campaign, request.user, role)
        messages.success(request, _("You are at the table as %(role)s.") % {"role": seat.get_role_display()})
        return see_other("campaign", campaign.public_id)
    context = {"campaign": campaign, "system": campaign.rules, "role": role, "link": link}
    return render(request, "sheets/join.html", context)


@log_in_first
@require_POST
def rotate_link(request: MemberRequest, public_id: str, role: str) -> HttpResponse:
    """Replace an invitation link."""
    seat = campaign_for(request.user, public_id)
    seat.require_gm()
    if role not in {"player", "spectator"}:
        raise Http404
    seats.rotate_link(seat.campaign, cast(seats.Invited, role))
    messages.success(request, _("There is a new link; the old one opens nothing any more."))
    return see_other("campaign", public_id)


@log_in_first
@require_POST
def promote(request: MemberRequest, public_id: str, member: str) -> HttpResponse:
    """Make a member a Game Master."""
    seat = campaign_for(request.user, public_id)
    seat.require_gm()
    other = member_for(seat, member)
    seats.promote_to_gm(other)
    messages.success(request, _("%(name)s is a Game Master now.") % {"name": other.user.get_username()})
    return see_other("campaign", public_id)


@log_in_first
@require_POST
def remove(request: MemberRequest, public_id: str, member: str) -> HttpResponse:
    """Take a member from the table."""
    seat = campaign_for(request.user, public_id)
    seat.require_gm()
    other = member_for(seat, member)
    try:
        seats.remove_member(other)
    except Refused as error:
        return refused(request, seat, error)
    messages.success(
        request, _("%(name)s has left the table, and both links are new.") % {"name": other.user.get_username()}
    )
    return see_other("campaign", public_id)


def refused(request: MemberRequest, seat: Seat, error: Refused) -> HttpResponse:
    """The campaign's page with the sentence that says why not."""
    messages.error(request, words(error.words))
    return render(request, "sheets/campaign.html", campaign_context(request, seat), status=422)


@log_in_first
@require_POST
def leave(request: MemberRequest, public_id: str) -> HttpResponse:
    """Leave the table."""
    seat = campaign_for(request.user, public_id)
    try:
        seats.leave(seat.membership)
    except Refused as error:
        return refused(request, seat, error)
    messages.success(request, _("You have left “%(name)s”.") % {"name": seat.campaign.name})
    return see_other("campaign_list")


@log_in_first
@require_POST
def set_dice(request: MemberRequest, public_id: str) -> HttpResponse:
    """Whether the app rolls for this seat, or its dice are typed in."""
    seat = campaign_for(request.user, public_id)
    chosen = request.POST.get("dice")
    if chosen in Membership.Dice.values:
        seats.set_dice(seat.membership, Membership.Dice(chosen))
        messages.success(request, _("Saved."))
    return see_other("campaign", public_id)
