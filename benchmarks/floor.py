"""The least that a page with a write does: who asks, one row updated, one inserted, a short page.

Its address is added to those of the site; everything before the view (middleware, session, user) is the same.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path
from django.views.decorators.http import require_POST

from encounters.models import Encounter, Entry
from sheets.door import log_in_first

PAGE = engines["django"].from_string("<!doctype html><title>Floor</title><p>{{ user }}: {{ seq }}</p>")


@log_in_first
@require_POST
def floor(request: HttpRequest) -> HttpResponse:
    """Count one up in an encounter and write one bare entry into its log."""
    encounter, seq = int(request.POST["encounter"]), int(request.POST["seq"])
    with transaction.atomic():
        Encounter.objects.filter(pk=encounter).update(version=F("version") + 1)
        Entry.objects.create(encounter_id=encounter, seq=seq, by=request.user)
    return HttpResponse(PAGE.render({"seq": seq}, request))


urlpatterns = [path("floor/", floor, name="floor"), path("", include("config.urls"))]
