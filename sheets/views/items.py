"""Things on a sheet: finding them in the tables, adding, changing, moving, removing."""

from __future__ import annotations

from typing import Literal

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.errors import BadInput
from rules.records import read_gear
from sheets.columns import Column, columns_of
from sheets.door import MemberRequest, SheetSeat, item_for, log_in_first, sheet_for
from sheets.faces import face_of
from sheets.forms import SeenForm
from sheets.models import Equipment, Item
from sheets.once import id_of, new_token
from sheets.page import Tile, item_cell, item_cells
from sheets.services.items import add_from_table, add_item, edit_item, move_item, remove_item
from sheets.templatetags.words import language, words
from sheets.views.answers import CELL, answer, context_of, draw, page_of
from sheets.views.campaigns import see_other

MOST_FOUND = 12


@log_in_first
@require_safe
def item_find(request: MemberRequest, public_id: str) -> HttpResponse:
    """Rows of the equipment tables by name, and the offer to make a thing of one's own."""
    at = sheet_for(request.user, public_id)
    text = request.GET.get("q", "").strip()[:200]
    system, face = at.sheet.campaign.rules, face_of(at.sheet.campaign.system)
    rows = Equipment.objects.of_system(system.slug).matching(text).by_name()[:MOST_FOUND] if text else ()
    context = {
        "sheet": at.sheet, "text": text, "token": new_token(),
        "found": [
            (row, face.marks(thing), face.burden(thing)) for row in rows for thing in [read_gear(system, row.data, "")]
        ],
        "kinds": [(kind, face.choice("kind", kind)) for kind in system.gear],
    }  # fmt: skip
    return render(request, "sheets/parts/found.html", context)


@log_in_first
@require_POST
def item_add(request: MemberRequest, public_id: str) -> HttpResponse:
    """Put a row of the tables on the sheet, or a thing of one's own by its kind and name."""
    at = sheet_for(request.user, public_id)
    token, key = id_of(request.POST.get("token")), request.POST.get("key", "")
    try:
        if key:
            row = Equipment.objects.of_system(at.sheet.campaign.system).keyed(key)
            if row is None:
                raise Http404
            add_from_table(at.sheet, request.user, row, token)
        else:
            own = {"kind": request.POST.get("kind"), "name": request.POST.get("name", "").replace("\x00", "")}
            add_item(at.sheet, request.user, own, token)
    except BadInput as error:
        messages.error(request, words(error.words))
        return after(request, at, status=422)
    return after(request, at)


def after(request: MemberRequest, at: SheetSeat, status: int = 200, **extra: object) -> HttpResponse:
    """The adder, empty again, and all that a thing may have changed."""
    page = page_of(request, at)
    first = draw(request, "sheets/parts/adder.html", {**context_of(page), "refocus": True}) if request.htmx else ""
    return answer(request, page, first, status, extra=extra)


def model_of(at: SheetSeat, item: Item) -> object:
    """The thing as its kind reads it.

    Raises:
        Http404: it can no longer be read.
    """
    try:
        return read_gear(at.sheet.campaign.rules, item.data, "")
    except BadInput:
        raise Http404 from None


@log_in_first
@require_safe
def item(request: MemberRequest, public_id: str, thing: str) -> HttpResponse:
    """All columns of one thing."""
    at = sheet_for(request.user, public_id)
    found = item_for(at, thing)
    return editor(request, at, found)


def editor(request: MemberRequest, at: SheetSeat, found: Item) -> HttpResponse:
    """The thing's columns to write in: in the dialog, or as a page of its own."""
    model = read_gear(at.sheet.campaign.rules, found.data, "")
    tile = Tile(found, model, face_of(at.sheet.campaign.system).marks(model))
    context = {
        "tile": tile, "item": found, "item_cells": item_cells(at, found, model), "sheet": at.sheet,
        "seat": at.seat, "campaign": at.sheet.campaign, "system": at.sheet.campaign.rules,
    }  # fmt: skip
    return render(request, "sheets/item.html#editor" if request.htmx else "sheets/item.html", context)


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def item_column(request: MemberRequest, public_id: str, thing: str, column: str) -> HttpResponse:
    """Save one column of a thing, or fetch it as it is."""
    at = sheet_for(request.user, public_id)
    found = item_for(at, thing)
    model = read_gear(at.sheet.campaign.rules, found.data, "")
    kind = columns_of(type(model)).get(column)
    if kind is None or column in {"key", "kind"}:
        raise Http404
    if request.method != "POST":
        return HttpResponse(draw(request, CELL, {"cell": item_cell(at, found, kind, getattr(model, column))}))
    return save_column(request, at, found, kind, getattr(model, column))


def save_column(request: MemberRequest, at: SheetSeat, found: Item, column: Column, now: object) -> HttpResponse:
    """Write the column, and answer with it: saved, refused (422) or changed by others (409)."""
    raw = request.POST.get("value")
    status, said = 200, {}
    try:
        found, clash = edit_item(
            at.sheet, request.user, found, column.name, column.typed(raw, now, language()), SeenForm(request.POST).seen
        )
    except BadInput as error:
        status, said = 422, {"error": error.errors[0], "shown": raw or ""}
    else:
        if clash:
            status, said = 409, {"clash": clash, "shown": raw or ""}
    if not request.htmx and status == 200:
        return see_other("sheet", at.sheet.public_id)
    page = page_of(request, at)
    model = read_gear(page.system, found.data, "")
    first = draw(request, CELL, {"cell": item_cell(page.at, found, column, getattr(model, column.name), **said)})
    return answer(request, page, first, status) if request.htmx else HttpResponse(first, status=status)


@log_in_first
@require_POST
def item_move(request: MemberRequest, public_id: str, thing: str, to: Literal["up", "down"]) -> HttpResponse:
    """Let a thing change places with its neighbour."""
    at = sheet_for(request.user, public_id)
    move_item(at.sheet, request.user, item_for(at, thing), to)
    return answer(request, page_of(request, at))


@log_in_first
@require_POST
def item_remove(request: MemberRequest, public_id: str, thing: str) -> HttpResponse:
    """Take a thing off the sheet. What is gone already stays gone."""
    at = sheet_for(request.user, public_id)
    removed = remove_item(at.sheet, request.user, thing)
    if removed is None and not request.htmx:
        messages.info(request, _("This is not on the sheet any more."))
    response = after(request, at, removed=removed)
    response["HX-Trigger"] = "thing-gone"
    return response
