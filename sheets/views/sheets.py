"""Pages of sheets: making one, one sheet, its reasons, its history; copying, deleting, bringing back."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from rules.errors import BadInput
from sheets.door import MemberRequest, change_for, log_in_first, sheet_for
from sheets.forms import SeenForm
from sheets.history import lines_of
from sheets.once import id_of
from sheets.services.fields import restore_change
from sheets.services.sheets import copy_sheet, delete_sheet, restore_sheet
from sheets.templatetags.words import words
from sheets.views.answers import answer, context_of, draw, page_of, whole_page
from sheets.views.campaigns import see_other

CHANGES_A_PAGE = 50


@log_in_first
@require_safe
def sheet(request: MemberRequest, public_id: str) -> HttpResponse:
    """A character's whole sheet."""
    return whole_page(request, page_of(request, sheet_for(request.user, public_id)))


@log_in_first
@require_safe
def sheet_why(request: MemberRequest, public_id: str) -> HttpResponse:
    """The derived values with the reasons of one of them open."""
    page = page_of(request, sheet_for(request.user, public_id))
    if not request.htmx:
        return whole_page(request, page)
    return HttpResponse(draw(request, f"{page.face.template}#derived", context_of(page)))


@log_in_first
@require_safe
def history(request: MemberRequest, public_id: str) -> HttpResponse:
    """Every change of the sheet, newest first."""
    page = page_of(request, sheet_for(request.user, public_id))
    changes = Paginator(page.sheet.changes.select_related("by"), CHANGES_A_PAGE).get_page(request.GET.get("page"))
    context = {**context_of(page), "changes": changes, "lines": lines_of(page, changes)}
    return render(request, "sheets/history.html", context)


@log_in_first
@require_POST
def history_restore(request: MemberRequest, public_id: str) -> HttpResponse:
    """Put back what stood there before a change."""
    at = sheet_for(request.user, public_id)
    seen = SeenForm(request.POST).seen
    number = request.POST.get("change", "")
    version = int(number) if number.isdecimal() and len(number) < 10 else -1
    change = change_for(at, version, request.POST.get("field", "").replace("\x00", ""))
    try:
        clash = restore_change(at.sheet, request.user, change, seen, gettext_noop("put back"))
    except BadInput as error:
        messages.error(request, words(error.words))
    else:
        if clash:
            messages.error(request, _("It has been changed again since. Look at the history and decide."))
        else:
            messages.success(request, _("Put back."))
    page = page_of(request, at)
    return answer(request, page) if request.htmx else see_other("sheet_history", public_id)


@log_in_first
@require_POST
def copy(request: MemberRequest, public_id: str) -> HttpResponse:
    """Another sheet that says the same; a Game Master's copy of an NPC is an NPC."""
    at = sheet_for(request.user, public_id)
    owner = None if at.sheet.is_npc else request.user
    name = _("%(name)s (copy)") % {"name": at.sheet.name[:180]}
    made = copy_sheet(at.sheet, owner, name, id_of(request.POST.get("token")))
    messages.success(request, _("This is the copy."))
    return see_other("sheet", made.public_id)


@log_in_first
@require_POST
def delete(request: MemberRequest, public_id: str) -> HttpResponse:
    """Put the sheet away."""
    at = sheet_for(request.user, public_id)
    delete_sheet(at.sheet)
    messages.success(request, _("“%(name)s” is deleted; it can be brought back below.") % {"name": at.sheet.name})
    return see_other("campaign", at.sheet.campaign.public_id)


@log_in_first
@require_POST
def restore(request: MemberRequest, public_id: str) -> HttpResponse:
    """Bring a deleted sheet back."""
    at = sheet_for(request.user, public_id, deleted=True)
    restore_sheet(at.sheet)
    messages.success(request, _("“%(name)s” is back.") % {"name": at.sheet.name})
    return see_other("sheet", public_id)
