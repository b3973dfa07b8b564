"""The rulebook and the tables of a system, for everybody to read."""

from __future__ import annotations

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.errors import BadInput
from rules.records import read_gear
from rules.registry import system_of
from rules.system import System
from sheets.faces import face_of
from sheets.models import Creature, Equipment


def system_for(slug: str) -> System:
    """The system at an address.

    Raises:
        Http404: there is none.
    """
    try:
        return system_of(slug)
    except BadInput:
        raise Http404 from None


@require_safe
def rulebook(request: HttpRequest, slug: str) -> HttpResponse:
    """Every rule of the system by its ID."""
    system = system_for(slug)
    sections = [(name, list(rules)) for name, rules in groupby(system.rulebook, key=lambda rule: rule.section)]
    return render(request, "sheets/rulebook.html", {"system": system, "sections": sections})


@require_safe
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Equipment by kind, and creatures, by name where one is sought."""
    system, face = system_for(slug), face_of(slug)
    text = request.GET.get("q", "").strip()[:100]
    kinds: dict[str, list[object]] = {kind: [] for kind in system.gear}
    for row in Equipment.objects.of_system(slug).matching(text):
        thing = read_gear(system, row.data, "")
        kinds.setdefault(row.kind, []).append((row, face.marks(thing), face.burden(thing)))
    creatures = Creature.objects.of_system(slug).matching(text).by_name()
    context = {
        "system": system, "face": face, "text": text, "creatures": creatures,
        "kinds": [(face.choice("kind", kind), rows) for kind, rows in kinds.items() if rows],
    }  # fmt: skip
    part = "#rows" if getattr(request, "htmx", None) else ""
    return render(request, f"sheets/tables.html{part}", context)
