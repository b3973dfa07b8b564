"""The one door to campaigns and sheets: every row is reached through it, with the seat of who asks.

A stranger is told that there is nothing here (404); a member in the wrong seat is refused with a sentence
(403); a visitor who has not logged in is asked to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from sheets.models import Campaign, Item, Membership, Sheet, SheetChange, User
from sheets.models.sheet import SheetQuerySet


class MemberRequest(HttpRequest):
    """A request of somebody who has logged in."""

    user: User
    htmx: HtmxDetails


@dataclass(frozen=True, slots=True)
class Seat:
    """Who asks, and what they may do at this campaign's table."""

    campaign: Campaign
    membership: Membership
    user: User

    @property
    def is_gm(self) -> bool:
        return self.membership.role == Membership.Role.GM

    @property
    def is_player(self) -> bool:
        return self.membership.role == Membership.Role.PLAYER

    @property
    def is_spectator(self) -> bool:
        return self.membership.role == Membership.Role.SPECTATOR

    def owns(self, sheet: Sheet) -> bool:
        """Whether it is this seat's own character. NPCs belong to the table's Game Masters."""
        return not sheet.is_npc and sheet.owner_id == self.user.pk and not self.is_spectator

    def may_see_sheet(self, sheet: Sheet) -> bool:
        """Whether the whole sheet is for this seat's eyes; others see the name of a character at most."""
        return sheet.campaign_id == self.campaign.pk and (self.is_gm or self.owns(sheet))

    def may_edit_sheet(self, sheet: Sheet) -> bool:
        """Game Masters write on every sheet, a player on their own."""
        return self.may_see_sheet(sheet)

    def may_see_name_of(self, sheet: Sheet) -> bool:
        """Whether this seat may know that the sheet exists, and its name."""
        return sheet.campaign_id == self.campaign.pk and (self.is_gm or not sheet.is_npc)

    def sheets(self) -> SheetQuerySet:
        """The living sheets whose names this seat may know, with their owners."""
        every = Sheet.objects.living().filter(campaign=self.campaign).select_related("owner")
        return every if self.is_gm else every.filter(is_npc=False)

    def deleted_sheets(self) -> SheetQuerySet:
        """The deleted sheets that this seat may bring back."""
        gone = Sheet.objects.filter(campaign=self.campaign, deleted_at__isnull=False)
        if self.is_gm:
            return gone
        return gone.none() if self.is_spectator else gone.filter(is_npc=False, owner=self.user)

    def require_gm(self) -> None:
        """Refuses everybody but a Game Master."""
        if not self.is_gm:
            raise PermissionDenied(_("Only a Game Master of this campaign may do this."))

    def require_player(self) -> None:
        """Refuses spectators."""
        if self.is_spectator:
            raise PermissionDenied(_("Spectators watch; ask a Game Master for a player's invitation to take part."))


@dataclass(frozen=True, slots=True)
class SheetSeat:
    """A sheet that the seat may see and write on."""

    sheet: Sheet
    seat: Seat


def seat_for(user: User | AnonymousUser, campaign: Campaign) -> Seat:
    """The user's seat at the campaign's table.

    Raises:
        Http404: they have none.
    """
    membership = None
    if isinstance(user, User) and user.is_authenticated and campaign.deleted_at is None:
        membership = Membership.objects.filter(campaign=campaign, user=user).first()
    if membership is None or not isinstance(user, User):
        raise Http404
    return Seat(campaign, membership, user)


def campaign_for(user: User | AnonymousUser, public_id: str) -> Seat:
    """The seat at the campaign with this public id.

    Raises:
        Http404: there is no such campaign, or none for this user.
    """
    if not isinstance(user, User):
        raise Http404
    found = (
        Membership.objects.select_related("campaign")
        .filter(campaign__public_id=public_id, campaign__deleted_at=None, user=user)
        .first()
    )
    if found is None:
        raise Http404
    return Seat(found.campaign, found, user)


def sheet_for(user: User | AnonymousUser, public_id: str, *, deleted: bool = False) -> SheetSeat:
    """The sheet with this public id, for somebody who may see and edit it whole.

    `deleted` asks for a deleted one instead, to bring it back.

    Raises:
        Http404: there is none that this user may know of.
        PermissionDenied: they know its name only.
    """
    rows = Sheet.objects.select_related("campaign", "owner")
    rows = rows.filter(deleted_at__isnull=False) if deleted else rows.living()
    sheet = rows.filter(public_id=public_id).first()
    if sheet is None:
        raise Http404
    seat = seat_for(user, sheet.campaign)
    if not seat.may_see_sheet(sheet):
        if deleted or not seat.may_see_name_of(sheet):
            raise Http404
        raise PermissionDenied(_("Only its player and the Game Masters may open this sheet."))
    return SheetSeat(sheet, seat)


def member_for(seat: Seat, public_id: str) -> Membership:
    """Another seat of the same table.

    Raises:
        Http404: there is none.
    """
    found = seat.campaign.memberships.select_related("user", "campaign").filter(public_id=public_id).first()
    if found is None:
        raise Http404
    return found


def item_for(at: SheetSeat, public_id: str) -> Item:
    """A thing on the sheet.

    Raises:
        Http404: it is not there, or no longer.
    """
    found = at.sheet.items.filter(public_id=public_id).first()
    if found is None:
        raise Http404
    return found


def change_for(at: SheetSeat, version: int, field: str) -> SheetChange:
    """A change in the sheet's history.

    Raises:
        Http404: there is none.
    """
    found = at.sheet.changes.filter(version=version, field=field).first()
    if found is None:
        raise Http404
    return found


def invitation(link: str) -> Campaign:
    """The campaign that an invitation link leads to; whoever holds the link may read its name.

    Raises:
        Http404: the link opens nothing, or nothing any more.
    """
    found = Campaign.objects.invited_by(link).first()
    if found is None:
        raise Http404
    return found


type Page[**P] = Callable[Concatenate[MemberRequest, P], HttpResponseBase]


def log_in_first[**P](page: Page[P]) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Asks a visitor to log in and brings them back; a part of a page asks the whole page to."""

    @wraps(page)
    def ask(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.user.is_authenticated:
            return page(_as_member(request), *args, **kwargs)
        if not request.headers.get("HX-Request"):
            back = request.get_full_path() if request.method in {"GET", "HEAD"} else reverse("home")
            return redirect_to_login(back)
        to = f"{reverse('account_login')}?{urlencode({'next': _shown_page(request)})}"
        return HttpResponse(status=204, headers={"HX-Redirect": to})

    return ask


def _as_member(request: Any) -> MemberRequest:
    member: MemberRequest = request
    return member


def _shown_page(request: HttpRequest) -> str:
    htmx = getattr(request, "htmx", None)
    return (htmx.current_url_abs_path if htmx else None) or reverse("home")
