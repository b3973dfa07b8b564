"""Pages of reports: the list of an encounter's reports, asking for one, one report."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from encounters.door import Seat, seat_at
from encounters.reports.kind import Kind
from encounters.reports.reach import kind_for, kinds_to_ask, report_for, reports_at
from encounters.reports.state import state_of
from encounters.services import reports
from rules.errors import RulesError
from sheets.door import MemberRequest, log_in_first
from sheets.once import id_of, new_token
from sheets.templatetags.words import words
from sheets.views.campaigns import see_other

LIST, PAGE = "encounters/reports/list.html", "encounters/reports/report.html"


@log_in_first
@require_safe
def encounter_reports(request: MemberRequest, public_id: str) -> HttpResponse:
    """The reports of an encounter, and the forms that ask for more."""
    return _list(request, seat_at(request.user, public_id))


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def report_new(request: MemberRequest, public_id: str, kind: str) -> HttpResponse:
    """Ask for a report. Whoever only comes back to the address of a refused form finds the list with its forms."""
    seat = seat_at(request.user, public_id)
    wanted = kind_for(seat, kind)
    if request.method != "POST":
        return see_other("encounter_reports", public_id)
    form = wanted.form(request.POST, prefix=wanted.slug)
    if not form.is_valid():
        return _list(request, seat, wanted, form, status=422)
    try:
        report = reports.ask_for(seat, wanted, form.cleaned_data, id_of(request.POST.get("token")))
    except RulesError as error:
        form.add_error(None, words(error.words))
        return _list(request, seat, wanted, form, status=422)
    return see_other("report", report.public_id)


@log_in_first
@require_safe
def report(request: MemberRequest, public_id: str) -> HttpResponse:
    """One report; to its own polling, the part that changes."""
    state = state_of(report_for(request.user, public_id))
    asked_by_part = request.htmx and request.htmx.target == "report"
    context = {"state": state, "report": state.report, "encounter": state.seat.encounter, "token": new_token()}
    context |= {"figures": state.figures(), "oob": asked_by_part and not state.is_unfinished}
    return render(request, f"{PAGE}#live" if asked_by_part else PAGE, context)


@log_in_first
@require_POST
def report_cancel(request: MemberRequest, public_id: str) -> HttpResponse:
    """Stop the making of a report."""
    at = report_for(request.user, public_id)
    reports.cancel(at.seat, at.report)
    return see_other("report", public_id)


@log_in_first
@require_POST
def report_again(request: MemberRequest, public_id: str) -> HttpResponse:
    """Ask for the same report once more."""
    at = report_for(request.user, public_id)
    try:
        again = reports.ask_again(at.seat, at.report, at.kind, id_of(request.POST.get("token")))
    except RulesError as error:
        messages.error(request, words(error.words))
        return see_other("report", public_id)
    return see_other("report", again.public_id)


@log_in_first
@require_POST
def report_delete(request: MemberRequest, public_id: str) -> HttpResponse:
    """Delete a report."""
    at = report_for(request.user, public_id)
    reports.delete(at.seat, at.report)
    messages.success(request, _("The report is deleted."))
    return see_other("encounter_reports", at.seat.encounter.public_id)


def _list(
    request: MemberRequest, seat: Seat, wanted: Kind | None = None, form: forms.Form | None = None, status: int = 200
) -> HttpResponse:
    """The list; with the form that was refused, where one was."""
    asks: list[tuple[Kind, Any]] = [
        (kind, form if kind is wanted else kind.form(prefix=kind.slug)) for kind in kinds_to_ask(seat)
    ]
    context = {"seat": seat, "encounter": seat.encounter, "asks": asks, "token": new_token()}
    return render(request, LIST, {**context, "states": [state_of(each) for each in reports_at(seat)]}, status=status)
