"""What every form of an encounter sends along: the version it saw, and a key that makes a repeat harmless."""

from __future__ import annotations

import hashlib
import secrets

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext

from encounters.services.submitting import Submit
from rules.errors import RulesError
from sheets.door import MemberRequest
from sheets.templatetags.words import words

#: The digits of the largest version that a database holds.
MOST_DIGITS = 10


def submit_of(request: MemberRequest, public_id: str) -> Submit:
    """The submit of a request.

    One page carries one key for all its forms, so the key is told apart by where and what was sent.
    """
    body = repr(sorted((name, request.POST.getlist(name)) for name in request.POST if name != "csrfmiddlewaretoken"))
    digest = hashlib.sha256(f"{request.path} {body}".encode()).hexdigest()[:40]
    return Submit(
        request.user, public_id, version_of(request.POST.get("version")), digest if request.POST.get("key") else ""
    )


def version_of(text: str | None) -> int:
    """A version as a page sends it. One that is missing or no number is one that nobody has seen: -1."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else -1


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
