"""What a submit is answered with: the changed parts, or a sentence beside the form that was refused."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext

from encounters.board import Board, set_up
from encounters.door import seat_at
from encounters.journal import news, news_of
from encounters.models import Entry
from encounters.seen import changed_rows, ground_sent, rows_sent
from encounters.services.submitting import Done, Stale, Submit
from encounters.views.map_screen import CHOSEN
from encounters.views.orders import SET
from encounters.views.screen import Changed, Screen
from encounters.views.submits import submit_of, version_of
from rules.errors import RulesError
from sheets.door import MemberRequest
from sheets.templatetags.words import words

PAGE = "encounters/play/play.html"
PARTS = "encounters/play/parts.html"

#: The places of a page where a sentence may be shown.
PLACES = ("flow", "ask", "declared", "act", "extra", "detail", "map")


def answer(request: MemberRequest, public_id: str, do: Callable[[Submit], Done]) -> HttpResponse:
    """Carry out a submit; answer with what has changed, or with why nothing has."""
    submit = submit_of(request, public_id)
    try:
        done = do(submit)
    except Stale:
        return stale(request, public_id)
    except RulesError as error:
        return refused(request, public_id, words(error.words), error.rule, 422, error.path)
    except PermissionDenied as error:
        return refused(request, public_id, str(error), None, 403)
    if not request.htmx:
        response = redirect("encounter", public_id)
        response.status_code = 303
        return response
    after = time_of(request.headers.get("X-After"))
    before = "" if done.repeated else ground_sent(done.seat, submit.version)
    told = (
        news_of(done.seat, done.board, done.entry, after)
        if after is not None and not done.repeated
        else news(done.seat, done.board, after)
    )
    screen = Changed(
        done.seat, done.board, chosen(request, done.board), before=done.before, news=told, ground_before=before
    )
    screen.is_moved = done.repeated or done.entry is None or moves(done.entry.about or done.entry)
    screen.said = {"where": place_of(request)}
    return changed(screen)


def chosen(request: HttpRequest, board: Board) -> dict[str, str]:
    """What is chosen after a submit: who has gone somewhere on the map stays it while it can still act."""
    kept = {name: request.POST.get(name, "") for name in CHOSEN}
    actor = request.POST.get("actor", "")
    if place_of(request) == "map" and actor:
        kept["map_cell"] = ""
        kept |= {"actor": actor, "map_pick": actor} if actor in board.fight.system.acting(board.fight) else {}
    return kept


def changed(screen: Changed, status: int = 200) -> HttpResponse:
    """The parts that look otherwise, to be swapped out of band, with the version they are of."""
    rows = changed_rows(screen.view, screen.before)
    context = {"screen": screen, "oob": True, "rows": rows, "news": screen.news, "said": screen.said}
    # Drawn without the request: forms swapped in by htmx send the token as a header.
    headers = {"X-Version": str(screen.view.version), "X-Map-Frame": screen.frame}
    return HttpResponse(render_to_string(PARTS, context), status=status, headers=headers)


def moves(entry: Entry) -> bool:
    """Whether an entry changed anything of the fight itself: the round, whose turn it is, who has won."""
    return not entry.events or any(who is None for event in entry.events for who, *_ in event["changes"])


def fresh(request: HttpRequest, public_id: str) -> Changed:
    """What a page that shows `version` and knows the log up to `after` has to be told, with its forms as they are."""
    seat = seat_at(request.user, public_id)
    board = set_up(seat.encounter, lean=True)
    sent = request.GET if request.method == "GET" else request.POST
    after = time_of(sent.get("after") or request.headers.get("X-After"))
    screen = Changed(seat, board, sent, news=news(seat, board, after))
    version = version_of(sent.get("version"))
    screen.before, screen.ground_before = rows_sent(seat, version), ground_sent(seat, version)
    return screen


def refused(
    request: MemberRequest, public_id: str, sentence: str, rule: str | None, status: int, path: str | None = None
) -> HttpResponse:
    """A sentence beside the form, or beside the field of a correction that it is about; what was typed stays."""
    seat = seat_at(request.user, public_id)
    said = {"where": place_of(request), "sentence": sentence, "rule": rule}
    if path and path.startswith(SET) and path in request.POST and said["where"] == "detail":
        said["field"] = path.removeprefix(SET)
    if request.htmx:
        context = {"said": said, "system": seat.encounter.campaign.system, "oob": True}
        return render(request, f"{PARTS}#said", context, status=status)
    screen = Screen(seat, set_up(seat.encounter, lean=True), request.POST, said)
    return render(request, PAGE, {"screen": screen}, status=status)


def stale(request: MemberRequest, public_id: str) -> HttpResponse:
    """The board as it is now, and what happened meanwhile; the choices of the form stay as they were."""
    screen = fresh(request, public_id)
    said = {
        "where": place_of(request),
        "sentence": gettext(
            "The board has changed since you looked. Nothing of yours was done: look again, and decide."
        ),
        "meanwhile": [] if screen.news is None or screen.news.whole else screen.news.new[:3],
    }
    if request.htmx:
        screen.said, screen.before = said, None
        return changed(screen, 409)
    return render(request, PAGE, {"screen": Screen(screen.seat, screen.board, request.POST, said)}, status=409)


def place_of(request: HttpRequest) -> str:
    """Beside which form a sentence belongs."""
    place = request.POST.get("place", "")
    return place if place in PLACES else "flow"


def time_of(token: str | None) -> datetime | None:
    """The time of a passage's token; None for anything else."""
    try:
        found = parse_datetime((token or "")[:40])
        return found.astimezone(UTC) if found is not None and found.tzinfo is not None else None
    except (ValueError, OverflowError):  # a time at the edge of the calendar is none in another zone
        return None


__all__ = ["PAGE", "PARTS", "answer", "changed", "fresh", "refused", "stale", "time_of"]
