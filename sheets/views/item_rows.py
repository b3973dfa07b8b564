"""Saving what a thing has several of: the modes of a weapon, the DR of an armour by location."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from rules.errors import BadInput
from rules.records import read_gear
from sheets.columns import Column, columns_of, with_row
from sheets.door import MemberRequest, item_for, log_in_first, sheet_for
from sheets.forms import SeenForm
from sheets.page import item_cell
from sheets.services.items import edit_item
from sheets.templatetags.words import language
from sheets.views.answers import CELL, answer, draw, page_of
from sheets.views.campaigns import see_other


@log_in_first
@require_POST
def item_rows(request: MemberRequest, public_id: str, thing: str, column: str) -> HttpResponse:
    """Add, change or remove one row of a thing's column, or write all its numbers; it is saved as a whole."""
    at = sheet_for(request.user, public_id)
    found = item_for(at, thing)
    model = read_gear(at.sheet.campaign.rules, found.data, "")
    kind = columns_of(type(model)).get(column)
    if kind is None or kind.kind not in {"rows", "pairs"}:
        raise Http404
    now = model.model_dump(mode="json")[column]
    new = sent_pairs(request, kind) if kind.row is None else with_row(kind, now, request.POST, language())
    status, said = 200, dict[str, Any]()
    try:
        found, clash = edit_item(at.sheet, request.user, found, column, new, SeenForm(request.POST).seen)
    except BadInput as error:
        status, said = 422, {"error": error.errors[0], "rows": new}
    else:
        if clash:
            status, said = 409, {"clash": clash}
    if not request.htmx and status == 200:
        return see_other("sheet", public_id)
    page = page_of(request, at)
    model = read_gear(page.system, found.data, "")
    first = draw(request, CELL, {"cell": item_cell(page.at, found, kind, getattr(model, column), **said)})
    return answer(request, page, first, status) if request.htmx else HttpResponse(first, status=status)


def sent_pairs(request: HttpRequest, column: Column) -> dict[str, str]:
    """The numbers that were filled in, by option."""
    return {option: text for option in column.options if (text := request.POST.get(option, "").strip())}
