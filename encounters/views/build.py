"""The page on which a Game Master prepares an encounter: its line-up, and the sources that fill it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import reswap, retarget

from encounters.door import Seat, seat_at
from encounters.forms import CombatantForm, JoiningForm
from encounters.lineup import creatures_found, lineup_of, members_of, sources_of
from encounters.models import Encounter
from encounters.services import build, turn
from encounters.services.build import Begun, Built
from encounters.services.submitting import Stale
from encounters.views.submits import fresh_key, go, page_of, sentence_of, stale_sentence, submit_of
from rules.errors import BadInput, RulesError
from rules.system import commands_by_name
from sheets.door import MemberRequest, log_in_first
from sheets.templatetags.words import named

TEMPLATE = "encounters/build/build.html"


def gm_seat(request: MemberRequest, public_id: str) -> Seat:
    """A Game Master's seat at the encounter.

    Raises:
        Http404: there is no such encounter for this user.
        PermissionDenied: they are no Game Master.
    """
    seat = seat_at(request.user, public_id)
    if not seat.is_gm:
        raise PermissionDenied(gettext("Only the Game Master does this."))
    return seat


@log_in_first
@require_GET
def build_page(request: MemberRequest, public_id: str) -> HttpResponse:
    """The page itself; the line-up alone for a part of a page."""
    seat = gm_seat(request, public_id)
    if seat.encounter.status != Encounter.Status.DRAFT:
        return go(request, page_of(public_id))
    return _page(request, seat)


@log_in_first
@require_GET
def creatures(request: MemberRequest, public_id: str) -> HttpResponse:
    """The creatures that a search finds."""
    seat = gm_seat(request, public_id)
    text = request.GET.get("q", "")[:100]
    found, more = creatures_found(seat, text)
    context = {"encounter": seat.encounter, "found": found, "more": more, "q": text}
    return render(request, f"{TEMPLATE}#found", context)


@log_in_first
@require_POST
def add_party(request: MemberRequest, public_id: str) -> HttpResponse:
    """The whole party in one click."""
    return _write(
        request, public_id, lambda: build.add_party(submit_of(request, public_id)), gettext("Came in: %(names)s.")
    )


@log_in_first
@require_POST
def add_sheet(request: MemberRequest, public_id: str, sheet: str) -> HttpResponse:
    """One sheet of the campaign."""
    form = JoiningForm(request.POST, side=gm_seat(request, public_id).encounter.campaign.rules.party)
    if not form.is_valid():
        return _not_fitting(request, public_id, form, f"s-{sheet}")
    return _write(
        request, public_id, lambda: build.add_sheet(submit_of(request, public_id), sheet, form.joining),
        gettext("Came in: %(names)s."), where=f"s-{sheet}",
    )  # fmt: skip


@log_in_first
@require_POST
def add_creature(request: MemberRequest, public_id: str, key: str) -> HttpResponse:
    """Creatures of one kind."""
    form = JoiningForm(request.POST)
    if not form.is_valid():
        return _not_fitting(request, public_id, form, f"k-{key}")
    return _write(
        request, public_id, lambda: build.add_creatures(submit_of(request, public_id), key, form.joining),
        gettext("Came in: %(names)s."), where=f"k-{key}",
    )  # fmt: skip


@log_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def edit_combatant(request: MemberRequest, public_id: str, ref: str) -> HttpResponse:
    """The form of one combatant, and what comes of it."""
    seat = gm_seat(request, public_id)
    if "close" in request.GET:
        return HttpResponse()
    combatant = build.combatant_in(seat.encounter, ref)
    sides = list(dict.fromkeys(seat.encounter.combatants.values_list("side", flat=True)))
    form = CombatantForm(seat.encounter.campaign.rules, combatant, members_of(seat), sides, request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _form(request, seat, form, 200 if request.method != "POST" else 422)
    try:
        return _write(
            request, public_id,
            lambda: build.edit_combatant(submit_of(request, public_id), ref, form.values, form.sheet),
            gettext("Changed: %(names)s."), close=True,
        )  # fmt: skip
    except BadInput as error:
        form.complain(error)
        return _form(request, seat, form, 422)


@log_in_first
@require_POST
def set_flag(request: MemberRequest, public_id: str, ref: str) -> HttpResponse:
    """Hide or show a combatant, or make it a leader or none, in one click."""
    seat = gm_seat(request, public_id)
    on = request.POST.get("on") == "1"
    values: dict[str, Any] = {}
    sheet: dict[str, Any] = {}
    if request.POST.get("flag") == "hidden":
        values["hidden"] = on
    elif request.POST.get("flag") == "leader" and "leader" in seat.encounter.campaign.rules.sheet.model_fields:
        sheet["leader"] = on
    else:
        raise Http404
    return _write(
        request,
        public_id,
        lambda: build.edit_combatant(submit_of(request, public_id), ref, values, sheet),
        gettext("Changed: %(names)s."),
    )


@log_in_first
@require_POST
def refresh_combatant(request: MemberRequest, public_id: str, ref: str) -> HttpResponse:
    """Copy its sheet again."""
    return _write(
        request,
        public_id,
        lambda: build.refresh_combatant(submit_of(request, public_id), ref),
        gettext("Copied again: %(names)s."),
    )


@log_in_first
@require_POST
def remove_combatant(request: MemberRequest, public_id: str, ref: str) -> HttpResponse:
    """Take a combatant out."""
    return _write(
        request, public_id, lambda: build.remove_combatant(submit_of(request, public_id), ref),
        gettext("Taken out: %(names)s."), close=True,
    )  # fmt: skip


@log_in_first
@require_POST
def start(request: MemberRequest, public_id: str) -> HttpResponse:
    """Start the fight, with the DEX saves of the first round or without."""
    gm_seat(request, public_id)
    try:
        turn.start(submit_of(request, public_id), waive=bool(request.POST.get("waive")))
    except Stale:
        return _stale(request, public_id)
    except RulesError as error:
        return _page(request, seat_at(request.user, public_id), 422, refused=sentence_of(error))
    return go(request, page_of(public_id))


def _write(
    request: MemberRequest, public_id: str, write: Callable[[], Built], sentence: str, **after: Any
) -> HttpResponse:
    """Carry out a submit and show the line-up after it, or why it was not carried out.

    `after`: with `close` the form of a combatant is put away; `where` names the sentence that is cleared.
    """
    try:
        built = write()
    except Begun:
        return go(request, page_of(public_id))
    except Stale:
        return _stale(request, public_id)
    except BadInput:
        raise
    except RulesError as error:
        return _page(request, gm_seat(request, public_id), 422, refused=sentence_of(error))
    if not request.htmx:
        return go(request, reverse("encounter_build", args=[public_id]))
    said = sentence % {"names": _listed(built)} if built.names else ""
    return _page(request, built.seat, said=said, **after)


def _listed(built: Built) -> str:
    names = [named(each) for each in built.names]
    if len(names) <= 4:
        return ", ".join(names)
    more = len(names) - 3
    return ngettext("%(names)s and %(n)d more", "%(names)s and %(n)d more", more) % {
        "names": ", ".join(names[:3]),
        "n": more,
    }


def _stale(request: MemberRequest, public_id: str) -> HttpResponse:
    seat = gm_seat(request, public_id)
    if seat.encounter.status != Encounter.Status.DRAFT:
        return go(request, page_of(public_id))
    return _page(request, seat, 409, refused=stale_sentence())


def _page(
    request: MemberRequest, seat: Seat, status: int = 200, *, refused: str = "", said: str = "", **after: Any
) -> HttpResponse:
    """The whole page, or for htmx the line-up with what changes beside it."""
    rules = seat.encounter.campaign.rules
    context: dict[str, Any] = {
        "encounter": seat.encounter, "campaign": seat.encounter.campaign, "lineup": lineup_of(seat),
        "sources": sources_of(seat), "key": fresh_key(), "refused": refused, "said": said, **after,
        "has_leaders": "leader" in rules.sheet.model_fields,
        "may_waive": "waive" in commands_by_name(rules.commands)["begin"].model_fields,
    }  # fmt: skip
    if request.htmx:
        return render(request, f"{TEMPLATE}#changed", context, status=status)
    found, more = creatures_found(seat, "")
    return render(request, TEMPLATE, {**context, "found": found, "more": more, "q": ""}, status=status)


def _form(request: MemberRequest, seat: Seat, form: CombatantForm, status: int) -> HttpResponse:
    context = {"encounter": seat.encounter, "form": form, "combatant": form.combatant, "key": fresh_key()}
    if not request.htmx:
        return render(request, "encounters/build/combatant.html", context, status=status)
    response = render(request, "encounters/build/combatant.html#form", context, status=status)
    response["HX-Reswap"] = "innerHTML show:top"
    return retarget(response, "#editing")


def _not_fitting(request: MemberRequest, public_id: str, form: JoiningForm, where: str) -> HttpResponse:
    """A sentence beside the field that does not fit; the rest of the page stays as it is."""
    seat = gm_seat(request, public_id)
    sentences = [str(each) for errors in form.errors.values() for each in errors]
    if not request.htmx:
        return _page(request, seat, 422, refused=" ".join(sentences))
    response = render(request, f"{TEMPLATE}#not_fitting", {"sentences": sentences}, status=422)
    return reswap(retarget(response, f"#error-{where}"), "innerHTML")
