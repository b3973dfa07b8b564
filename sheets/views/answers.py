"""How a sheet's page answers: the part that was asked for, and beside it whatever else has changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from sheets.door import MemberRequest, SheetSeat, sheet_for
from sheets.once import new_token
from sheets.page import SheetPage
from sheets.views.campaigns import see_other

CELL = "sheets/parts/cell.html"


def page_of(request: MemberRequest, at: SheetSeat) -> SheetPage:
    """The page of the sheet as it is now, with the reasons open that were open."""
    fresh = sheet_for(request.user, at.sheet.public_id) if request.method == "POST" else at
    return SheetPage(fresh, request.POST.get("why", request.GET.get("why")))


def context_of(page: SheetPage) -> dict[str, Any]:
    """The names that a sheet's templates use."""
    return {
        "page": page, "sheet": page.sheet, "seat": page.at.seat, "campaign": page.sheet.campaign,
        "system": page.system, "cells": page.cells, "layout": page.layout, "token": new_token(),
    }  # fmt: skip


def whole_page(request: MemberRequest, page: SheetPage, status: int = 200) -> HttpResponse:
    return render(request, "sheets/sheet.html", context_of(page), status=status)


def answer(
    request: MemberRequest, page: SheetPage, first: str = "", status: int = 200,
    also: tuple[str, ...] = (), extra: Mapping[str, Any] | None = None,
) -> HttpResponse:  # fmt: skip
    """The asked part (already drawn), then out of band: what any change may alter, and the cells in `also`.

    Without htmx: on to the sheet's page.
    """
    if not request.htmx:
        return see_other("sheet", page.sheet.public_id)
    context = {**context_of(page), "oob": True, **(extra or {})}
    parts = [first]
    parts += [draw(request, f"{page.face.template}#{name}", context) for name in page.face.parts]
    parts += [draw(request, f"sheets/sheet.html#{name}", context) for name in ("saved", "heading", "death")]
    parts += [draw(request, CELL, {**context, "cell": page.cells[name]}) for name in also]
    if said := list(get_messages(request)):
        parts.append(draw(request, "components/messages.html", {"messages": said, "oob": True}))
    return HttpResponse("\n".join(parts), status=status)


def draw(request: MemberRequest, template: str, context: Mapping[str, Any]) -> str:
    return render_to_string(template, dict(context), request)
