"""The play page and the parts of it that are asked for one by one."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from encounters.board import set_up
from encounters.door import seat_at
from encounters.journal import tail
from encounters.models import Encounter
from encounters.views.act import extra_for
from encounters.views.answers import PAGE, PARTS, changed, fresh, time_of
from encounters.views.detail import detail_for
from encounters.views.screen import Screen, link
from sheets.door import MemberRequest, log_in_first


@log_in_first
@require_safe
def encounter(request: MemberRequest, public_id: str) -> HttpResponse:
    """The play page; while the encounter is being prepared, its Game Master goes on to prepare it."""
    seat = seat_at(request.user, public_id)
    if seat.encounter.status == Encounter.Status.DRAFT and (build := link("encounter_build", public_id)):
        return redirect(build)
    return render(request, PAGE, {"screen": Screen(seat, set_up(seat.encounter, lean=True), request.GET)})


@log_in_first
@require_safe
def parts(request: MemberRequest, public_id: str) -> HttpResponse:
    """What has changed since the version that the page shows; nothing where it is up to date."""
    screen = fresh(request, public_id)
    if request.GET.get("version") == str(screen.view.version):
        return HttpResponse(status=204)
    return changed(screen)


@log_in_first
@require_safe
def version(request: MemberRequest, public_id: str) -> HttpResponse:
    """The version alone, for pages that have to ask for it again and again."""
    seat = seat_at(request.user, public_id)
    return HttpResponse(str(seat.version), content_type="text/plain", headers={"Cache-Control": "no-store"})


@log_in_first
@require_safe
def act(request: MemberRequest, public_id: str) -> HttpResponse:
    """The form of another order, or of another combatant."""
    seat = seat_at(request.user, public_id)
    screen = Screen(seat, set_up(seat.encounter, lean=True), request.GET)
    if not request.htmx:
        return render(request, PAGE, {"screen": screen})
    return render(request, f"{PARTS}#act", {"screen": screen})


@log_in_first
@require_safe
def extra(request: MemberRequest, public_id: str) -> HttpResponse:
    """The Game Master's own orders."""
    seat = seat_at(request.user, public_id)
    if not seat.is_gm:
        raise PermissionDenied(gettext("Only the Game Master does this."))
    board = set_up(seat.encounter, lean=True)
    context = {"screen": Screen(seat, board), "extra": extra_for(seat, board)}
    return render(request, f"{PARTS}#orders", context)


@log_in_first
@require_safe
def combatant(request: MemberRequest, public_id: str, ref: str) -> HttpResponse:
    """One combatant, with its reasons for who may see them and what the Game Master may do to it."""
    seat = seat_at(request.user, public_id)
    screen = Screen(seat, set_up(seat.encounter, lean=True))
    detail = detail_for(screen, ref)
    if detail is None:
        raise Http404
    if not request.htmx:
        return render(request, PAGE, {"screen": screen, "detail": detail})
    return render(request, f"{PARTS}#detail", {"screen": screen, "detail": detail})


@log_in_first
@require_safe
def log(request: MemberRequest, public_id: str) -> HttpResponse:
    """Older passages of the log."""
    seat = seat_at(request.user, public_id)
    before = time_of(request.GET.get("before"))
    if before is None:
        raise Http404
    board = set_up(seat.encounter, lean=True)
    passages, has_older = tail(seat, board, before)
    context = {"screen": Screen(seat, board), "passages": passages, "has_older": has_older}
    return render(request, f"{PARTS}#older", context)
