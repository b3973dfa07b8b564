"""Sheets as files: out, and in again after a look at the difference."""

from __future__ import annotations

import json

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rules.errors import BadInput, RulesError
from rules.words import gettext_noop, say
from sheets.columns import columns_of
from sheets.door import MemberRequest, Seat, SheetSeat, campaign_for, log_in_first, sheet_for
from sheets.faces import face_of
from sheets.forms import ImportForm, SeenForm
from sheets.history import say as say_value
from sheets.once import id_of, new_token
from sheets.services.fields import Heading
from sheets.services.sheets import create_sheet
from sheets.services.transfer import Imported, differences, export_sheet, import_over, read_file
from sheets.templatetags.words import named
from sheets.views.campaigns import see_other


@log_in_first
@require_safe
def sheet_export(request: MemberRequest, public_id: str) -> HttpResponse:
    """The sheet as a file."""
    at = sheet_for(request.user, public_id)
    content = json.dumps(export_sheet(at.sheet), ensure_ascii=False, indent=2)
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{slugify(at.sheet.name)[:60] or "sheet"}.json"'
    return response


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def sheet_import(request: MemberRequest, public_id: str) -> HttpResponse:
    """A new sheet from a file: read it, look at it, then write it."""
    seat = campaign_for(request.user, public_id)
    seat.require_player()
    if request.method != "POST":
        return ask(request, seat)
    try:
        imported = fitting(read_file(ImportForm(request.POST, request.FILES).content()), seat)
    except BadInput as error:
        return ask(request, seat, refused=error)
    if "confirm" not in request.POST:
        return look(request, seat, imported)
    owner = None if seat.is_gm and request.POST.get("npc") else request.user
    made = create_sheet(
        seat.campaign, owner, imported.name, imported.sheet, imported.gear, id_of(request.POST.get("token"))
    )
    return see_other("sheet", made.public_id)


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def sheet_import_over(request: MemberRequest, public_id: str) -> HttpResponse:
    """A file over a sheet that exists: read it, look at the difference, then write it."""
    at = sheet_for(request.user, public_id)
    if request.method != "POST":
        return ask(request, at.seat, at)
    try:
        imported = fitting(read_file(ImportForm(request.POST, request.FILES).content()), at.seat)
        if "confirm" not in request.POST:
            return look(request, at.seat, imported, at)
        if SeenForm(request.POST).seen != at.sheet.version:
            messages.warning(request, _("The sheet was changed meanwhile; this is the difference now."))
            return look(request, at.seat, imported, at, status=409)
        import_over(at.sheet, request.user, imported, gettext_noop("from a file"))
    except BadInput as error:
        return ask(request, at.seat, at, refused=error)
    messages.success(request, _("The sheet says what the file says. The history can put each change back."))
    return see_other("sheet", public_id)


def fitting(imported: Imported, seat: Seat) -> Imported:
    """The file's sheet, if it is of the campaign's system.

    Raises:
        BadInput: it is of another one.
    """
    if imported.system.slug != seat.campaign.system:
        words = say(
            gettext_noop("This sheet is for {theirs}, and the campaign plays {ours}."),
            theirs=imported.system.name, ours=seat.campaign.rules.name,
        )  # fmt: skip
        raise BadInput([RulesError(words, path="system")])
    return imported


def ask(
    request: MemberRequest, seat: Seat, at: SheetSeat | None = None, refused: BadInput | None = None
) -> HttpResponse:
    """Ask for the file; with all that is wrong with the one that was sent."""
    form = ImportForm(initial={"text": request.POST.get("text", "")})
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "sheet": at.sheet if at else None,
        "form": form,
        "refused": refused,
    }
    return render(request, "sheets/import.html", context, status=422 if refused else 200)


def look(
    request: MemberRequest, seat: Seat, imported: Imported, at: SheetSeat | None = None, status: int = 200
) -> HttpResponse:
    """Show what would be written."""
    face, columns = face_of(imported.system.slug), {**columns_of(Heading), **columns_of(imported.system.sheet)}
    if at:
        found = [(d, columns[d.field]) for d in differences(at.sheet, imported) if d.field != "gear"]
        lines = [(face.label(d.field), say_value(face, column, d.old), say_value(face, column, d.new))
                 for d, column in found]  # fmt: skip
    else:
        written = {"name": imported.name, **imported.sheet}
        lines = [(face.label(name), "", say_value(face, columns[name], value)) for name, value in written.items()
                 if value not in (None, "", [], False)]  # fmt: skip
    old = [named(entry["name"]) for entry in at.sheet.gear()] if at else []
    context = {
        "seat": seat, "campaign": seat.campaign, "sheet": at.sheet if at else None,
        "imported": imported, "lines": lines,
        "gear_old": old, "gear_new": [named(entry["name"]) for entry in imported.gear],
        "document": json.dumps(imported.as_document(), ensure_ascii=False), "token": new_token(),
    }  # fmt: skip
    return render(request, "sheets/import_look.html", context, status=status)
