"""The page on which maps are drawn, whether a campaign keeps them or they lie under an encounter.

Each stroke is one submit. It is answered with the map as it is afterwards, or with a sentence and the map as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from encounters.mapping.cells import cell_in_words, who_is_in
from encounters.mapping.toolbox import FIRST, GROUPS, LIGHTS, TOOLS, sides_of
from encounters.models import Encounter
from encounters.services import laying, maps
from encounters.services.drawing import EASELS, Canvas, Easel, NoMap
from encounters.services.submitting import Stale, Submit
from encounters.views.build import gm_seat
from encounters.views.submits import fresh_key, go, sentence_of, stale_sentence, submit_of, version_of
from rules.errors import BadInput, RulesError
from sheets.door import MemberRequest, log_in_first, seat_for
from sheets.once import id_of, new_token
from sheets.templatetags.words import named, words

PAGE = "encounters/maps/editor.html"
#: What the form keeps of what was typed, with what it begins with.
TYPED = {"tool": FIRST, "cells": "", "side": "around", "height": "1", "bright": "4", "dim": "8", "name": ""}


@log_in_first
@require_safe
def editor(request: MemberRequest, public_id: str, easel: str) -> HttpResponse:
    """The page; for a page that is open already the map, where it has changed since the version that it shows."""
    at = EASELS[easel]
    try:
        canvas = at.canvas(request.user, public_id)
    except NoMap:
        return _without(request, public_id)
    if request.htmx and version_of(request.GET.get("version")) == canvas.version:
        return HttpResponse(status=204)
    return _page(request, at, canvas, request.GET)


@log_in_first
@require_POST
def draw(request: MemberRequest, public_id: str, easel: str) -> HttpResponse:
    """One stroke."""
    at = EASELS[easel]
    return _written(request, at, public_id, lambda submit: at.draw(submit, request.POST), gettext("Drawn."))


@log_in_first
@require_POST
def undo(request: MemberRequest, public_id: str, easel: str) -> HttpResponse:
    """Take back the last stroke."""
    return _written(request, EASELS[easel], public_id, EASELS[easel].undo, gettext("Undone."))


@log_in_first
@require_POST
def redo(request: MemberRequest, public_id: str, easel: str) -> HttpResponse:
    """Draw again what was taken back."""
    return _written(request, EASELS[easel], public_id, EASELS[easel].redo, gettext("Redone."))


@log_in_first
@require_safe
def about(request: MemberRequest, public_id: str, easel: str) -> HttpResponse:
    """A cell in words: what lies there, whether players are shown it, who stands there."""
    canvas = EASELS[easel].canvas(request.user, public_id)
    cell = canvas.battle.named(request.GET.get("cell", ""))
    if cell is None:
        raise Http404
    said = [words(each) for each in cell_in_words(canvas.battle, cell)]
    if cell in canvas.battle.shroud:
        said.append(gettext("not shown to the players"))
    if canvas.board is not None:
        names = {ref: each.name for ref, each in canvas.board.fight.fighters.items()}
        said += [named(name) for name in who_is_in(canvas.board.fight, cell, names)]
    return HttpResponse(
        ", ".join(said), content_type="text/plain; charset=utf-8", headers={"Cache-Control": "no-store"}
    )


@log_in_first
@require_POST
def keep(request: MemberRequest, public_id: str) -> HttpResponse:
    """Keep the map of an encounter as one of the campaign's."""
    encounter = gm_seat(request, public_id).encounter
    canvas = EASELS["encounter"].canvas(request.user, public_id)
    seat = seat_for(request.user, encounter.campaign)
    name = encounter.name
    try:
        made = maps.create_map(
            seat, name, canvas.battle, picture=encounter.picture, public_id=id_of(request.POST.get("token"))
        )
    except RulesError as error:
        messages.error(request, words(error.words))
        return go(request, reverse("encounter_map", args=[public_id]))
    messages.success(request, gettext("The campaign keeps this map now: “%(name)s”.") % {"name": name})
    return go(request, reverse("map_editor", args=[made.public_id]))


@log_in_first
@require_POST
def lay(request: MemberRequest, public_id: str) -> HttpResponse:
    """Lay another of the campaign's maps under a fight that runs, or take its map away."""
    gm_seat(request, public_id)
    wanted = request.POST.get("map", "")
    kept = maps.map_for(request.user, wanted).map if wanted else None
    try:
        laying.lay_in_fight(submit_of(request, public_id), kept)
    except Stale:
        return _not_laid(request, public_id, 409, stale_sentence())
    except RulesError as error:
        return _not_laid(request, public_id, 422, sentence_of(error))
    messages.success(
        request, gettext("Another map lies on the table.") if kept is not None else gettext("There is no map any more.")
    )
    return go(request, reverse("encounter_map", args=[public_id]))


def _not_laid(request: MemberRequest, public_id: str, status: int, refused: str) -> HttpResponse:
    at = EASELS["encounter"]
    try:
        return _page(request, at, at.canvas(request.user, public_id), request.POST, status, refused=refused)
    except NoMap:
        return _without(request, public_id, status, refused)


def _without(request: MemberRequest, public_id: str, status: int = 200, refused: str = "") -> HttpResponse:
    """The page of a fight that has no map: one can be laid. An open page of the map that it had becomes this one."""
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    encounter = gm_seat(request, public_id).encounter
    context = {
        "encounter": encounter, "campaign": encounter.campaign, "maps": encounter.campaign.maps.filter(deleted_at=None),
        "version": encounter.version, "key": fresh_key(), "refused": refused,
    }  # fmt: skip
    return render(request, "encounters/maps/without.html", context, status=status)


def _written(
    request: MemberRequest, at: Easel, public_id: str, do: Callable[[Submit], object], said: str
) -> HttpResponse:
    """Carry out a submit, and show the map after it or why it was not carried out."""
    at.canvas(request.user, public_id)  # the door
    refused, wrong, status = "", "", 200
    try:
        do(submit_of(request, public_id))
    except Stale:
        refused, status = stale_sentence(), 409
    except BadInput as error:
        refused, wrong, status = " ".join(words(each.words) for each in error.errors[:3]), error.errors[0].path, 422
    except RulesError as error:
        refused, wrong, status = sentence_of(error), error.path, 422
    if not refused and not request.htmx:
        return go(request, reverse(at.page, args=[public_id]))
    canvas = at.canvas(request.user, public_id)
    return _page(request, at, canvas, request.POST, status, refused=refused, wrong=wrong, said="" if refused else said)


def _page(request: MemberRequest, at: Easel, canvas: Canvas, sent: Any, status: int = 200, **said: str) -> HttpResponse:
    """The whole page, or for htmx what a stroke changes of it."""
    public_id, kept = canvas.owner.public_id, canvas.encounter is None
    typed = {name: str(sent.get(name, usual))[:300] for name, usual in TYPED.items()}
    if typed["tool"] not in TOOLS:
        typed["tool"] = FIRST
    zoom = sent.get("zoom", "")
    context = {
        "canvas": canvas, "ground": canvas.ground, "picture": canvas.picture, "campaign": canvas.campaign, "kept": kept,
        "groups": GROUPS, "lights": LIGHTS, "sides": sides_of(canvas.battle.drawn.kind), "typed": typed,
        "zoom": zoom if zoom in ("1", "2", "3", "4") else "1", "key": fresh_key(), "token": new_token(),
        "version": canvas.version, **said,
        "urls": {name: reverse(f"{at.part}_{name}", args=[public_id]) for name in ("draw", "undo", "redo", "about")},
        "here": reverse(at.page, args=[public_id]), "maps": canvas.campaign.maps.filter(deleted_at=None),
        "is_running": canvas.encounter is not None and canvas.encounter.status == Encounter.Status.RUNNING,
    }  # fmt: skip
    template = f"{PAGE}#changed" if request.htmx else PAGE
    return render(request, template, context, status=status)
