"""Sheets as files: out, and in again after a look at them."""

from __future__ import annotations

import json

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rules.errors import BadInput
from rules.registry import system_of
from rules.words import gettext_noop
from sheets.columns import columns_of
from sheets.door import MemberRequest, Seat, SheetSeat, campaign_for, log_in_first, sheet_for
from sheets.faces import Face, face_of
from sheets.faces.face import Text
from sheets.forms import HandsForm, ImportForm, SeenForm
from sheets.history import say as say_value
from sheets.importing.formats import read_file
from sheets.importing.imported import Imported
from sheets.once import id_of, new_token
from sheets.page import OWN_LABELS
from sheets.services.fields import Heading
from sheets.services.importing import create_imported, fitting, placed, values_of
from sheets.services.transfer import differences, export_sheet, import_over
from sheets.templatetags.words import named, words
from sheets.views.campaigns import see_other

#: As many sentences about a file as a page shows, and says again.
MOST_SAID = 200


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
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if request.method != "POST":
        return ask(request, seat, form)
    try:
        imported = fitting(read_file(form.content()), seat.campaign)
    except BadInput as error:
        return ask(request, seat, form, refused=error)
    confirmed = "confirm" in request.POST
    hands = HandsForm(imported.gear, imported.hands, request.POST if confirmed else None)
    if not confirmed or not hands.is_valid():
        return look(request, seat, imported, hands=hands)
    try:
        imported = placed(imported, hands.places)
    except BadInput as error:
        hands.refuse(error)
        return look(request, seat, imported, hands=hands)
    owner = None if seat.is_gm and request.POST.get("npc") else request.user
    made = create_imported(seat.campaign, owner, imported, id_of(request.POST.get("token")))
    return see_other("sheet", made.public_id)


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def sheet_import_over(request: MemberRequest, public_id: str) -> HttpResponse:
    """A file over a sheet that exists: read it, look at the difference, then write it."""
    at = sheet_for(request.user, public_id)
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if request.method != "POST":
        return ask(request, at.seat, form, at)
    try:
        imported = fitting(read_file(form.content()), at.seat.campaign)
        if "confirm" not in request.POST:
            return look(request, at.seat, imported, at)
        if SeenForm(request.POST).seen != at.sheet.version:
            messages.warning(request, _("The sheet was changed meanwhile; this is the difference now."))
            return look(request, at.seat, imported, at, status=409)
        import_over(at.sheet, request.user, imported, gettext_noop("from a file"))
    except BadInput as error:
        return ask(request, at.seat, form, at, refused=error)
    messages.success(request, _("The sheet says what the file says. The history can put each change back."))
    return see_other("sheet", public_id)


def ask(
    request: MemberRequest,
    seat: Seat,
    form: ImportForm,
    at: SheetSeat | None = None,
    refused: BadInput | None = None,
) -> HttpResponse:
    """Ask for the file; with all that is wrong with the one that was sent."""
    if refused:
        form.refuse(refused)
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "sheet": at.sheet if at else None,
        "form": form,
        "refused": refused,
    }
    return render(request, "sheets/import.html", context, status=422 if refused else 200)


def look(
    request: MemberRequest,
    seat: Seat,
    imported: Imported,
    at: SheetSeat | None = None,
    status: int = 200,
    hands: HandsForm | None = None,
) -> HttpResponse:
    """Show what would be written, what was left out, and what follows."""
    if hands is not None and hands.errors:
        status = 422
    context = {
        "seat": seat, "campaign": seat.campaign, "sheet": at.sheet if at else None,
        "imported": imported, "lines": lines_of(imported, at), "values": lines_of_values(imported), "hands": hands,
        "warnings": ([words(each) for each in imported.warnings] or request.POST.getlist("said"))[:MOST_SAID],
        "gear_old": [named(entry["name"]) for entry in at.sheet.gear()] if at else [],
        "gear_new": [named(entry["name"]) for entry in imported.gear],
        "document": json.dumps(imported.as_document(), ensure_ascii=False), "token": new_token(),
    }  # fmt: skip
    return render(request, "sheets/import_look.html", context, status=status)


def lines_of(imported: Imported, at: SheetSeat | None) -> list[tuple[Text, str, str]]:
    """The fields that would be written: label, what they say now, what they would say."""
    face = face_of(imported.system)
    columns = {**columns_of(Heading), **columns_of(system_of(imported.system).sheet)}
    if at:
        found = [(d, columns[d.field]) for d in differences(at.sheet, imported) if d.field != "gear"]
        return [(_label(face, d.field), say_value(face, column, d.old), say_value(face, column, d.new))
                for d, column in found]  # fmt: skip
    written = {"name": imported.name, **imported.sheet}
    return [(_label(face, name), "", say_value(face, columns[name], value)) for name, value in written.items()
            if value not in (None, "", [], False)]  # fmt: skip


def _label(face: Face, name: str) -> Text:
    return OWN_LABELS.get(name) or face.label(name)


def lines_of_values(imported: Imported) -> list[tuple[Text, str]]:
    """What follows from the sheet, in words: single values, rows of them, and those by weapon."""
    face = face_of(imported.system)
    lines = []
    for name, value in values_of(imported).items():
        if isinstance(value, dict):
            value = ", ".join(
                f"{key.replace('_', ' ')} {each}" for key, each in value.items() if not isinstance(each, dict)
            )
        elif isinstance(value, list):
            value = " / ".join(str(each) for each in value)
        if value != "":
            lines.append((face.label(name), f"{value:g}" if isinstance(value, float) else str(value)))
    return lines
