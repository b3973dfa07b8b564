"""Saving a sheet field by field."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from rules.errors import BadInput
from sheets.columns import Column, columns_of, with_row
from sheets.door import MemberRequest, SheetSeat, log_in_first, sheet_for
from sheets.forms import SeenForm
from sheets.models import Sheet
from sheets.page import SheetPage
from sheets.services.changes import Clash
from sheets.services.fields import Own, edit_field, field_value
from sheets.templatetags.words import language
from sheets.views.answers import CELL, answer, draw, page_of, whole_page
from sheets.views.campaigns import see_other


def column_for(sheet: Sheet, field: str) -> Column:
    """A field of the sheet, or of every sheet."""
    column = {**columns_of(Own), **columns_of(sheet.campaign.rules.sheet)}.get(field)
    if column is None:
        raise Http404
    return column


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def sheet_field(request: MemberRequest, public_id: str, field: str) -> HttpResponse:
    """Save one field, or fetch it as it is."""
    at = sheet_for(request.user, public_id)
    column = column_for(at.sheet, field)
    if request.method != "POST":
        if not request.htmx:
            return see_other("sheet", public_id)
        page = page_of(request, at)
        return HttpResponse(draw(request, CELL, {"cell": page.cells[field]}))
    raw, seen = request.POST.get("value"), SeenForm(request.POST).seen
    value = column.typed(raw, field_value(at.sheet, field), language())
    try:
        _sheet, clash = edit_field(at.sheet, request.user, field, value, seen)
    except BadInput as error:
        return said_about(request, at, column, raw, error=error.errors[0])
    if clash:
        return said_about(request, at, column, raw, clash=clash)
    page = page_of(request, at)
    first = draw(request, CELL, {"cell": page.cells[field]}) if request.htmx else ""
    return answer(request, page, first, also=changed_beside(page, field, seen))


def said_about(
    request: MemberRequest, at: SheetSeat, column: Column, raw: str | None, *,
    error: object = None, clash: Clash | None = None, rows: Sequence[object] | None = None,
) -> HttpResponse:  # fmt: skip
    """The field with what was typed, and the sentence about it: refused (422) or changed by others (409)."""
    page = page_of(request, at)
    cell = page.cell(column, shown=raw or "", error=error, clash=clash, rows=rows)
    status = 409 if clash else 422
    if request.htmx:
        return HttpResponse(draw(request, CELL, {"cell": cell}), status=status)
    return whole_page(request, SheetPage(page.at, page.why_shown, {column.name: cell}), status)


def changed_beside(page: SheetPage, field: str, seen: int) -> tuple[str, ...]:
    """The fields that others changed since, and those that follow from this one; they are drawn anew."""
    later = {change.field for change in page.sheet.changes.since(seen)} - {field} | set(
        page.face.follows.get(field, ())
    )
    return tuple(name for name in page.cells if name in later)


@log_in_first
@require_POST
def sheet_rows(request: MemberRequest, public_id: str, field: str) -> HttpResponse:
    """Add, change or remove one row of a field that is a list; the field is saved as a whole."""
    at = sheet_for(request.user, public_id)
    column = column_for(at.sheet, field)
    if column.row is None:
        raise Http404
    seen = SeenForm(request.POST).seen
    rows = with_row(column, field_value(at.sheet, field), request.POST, language())
    try:
        _sheet, clash = edit_field(at.sheet, request.user, field, rows, seen)
    except BadInput as error:
        return said_about(request, at, column, "", error=error.errors[0], rows=rows)
    if clash:
        return said_about(request, at, column, "", clash=clash)
    page = page_of(request, at)
    return answer(request, page, draw(request, CELL, {"cell": page.cells[field]}))
