"""What every form of an encounter sends along: the version it saw, and a key that makes a repeat harmless."""

from __future__ import annotations

import hashlib
import secrets

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext

from encounters.services.turn import Submit
from rules.errors import RulesError
from sheets.door import MemberRequest
from sheets.templatetags.words import words


def submit_of(request: MemberRequest, public_id: str) -> Submit:
    """The submit of a request. A version that is missing or no number is one that nobody has seen.

    One page carries one key for all its forms, so the key is told apart by where and what was sent.
    """
    version = request.POST.get("version", "")
    body = repr(sorted((name, request.POST.getlist(name)) for name in request.POST if name != "csrfmiddlewaretoken"))
    digest = hashlib.sha256(f"{request.path} {body}".encode()).hexdigest()[:24]
    key = f"{request.POST['key'][:40]}.{digest}" if request.POST.get("key") else ""
    return Submit(request.user, public_id, int(version) if version.isascii() and version.isdecimal() else -1, key)


def fresh_key() -> str:
    """A key for the forms of one page."""
    return secrets.token_urlsafe(9)


def sentence_of(error: RulesError) -> str:
    """A refusal as a sentence in the reader's language, with its rule."""
    sentence = words(error.words)
    return f"{sentence} ({error.rule})" if error.rule else sentence


def stale_sentence() -> str:
    """What is said to somebody whose page was older than the encounter."""
    return gettext("Somebody has changed this meanwhile: here is how it stands now. Nothing of yours was written.")


def page_of(public_id: str) -> str:
    """The address of the encounter's own page."""
    try:
        return reverse("encounter", args=[public_id])
    except NoReverseMatch:
        return reverse("encounter_build", args=[public_id])


def go(request: MemberRequest, to: str) -> HttpResponse:
    """Send the browser to another page, with htmx or without."""
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Redirect": to})
    response = redirect(to)
    response.status_code = 303
    return response
