"""What a seat submits on the play page: orders, answers, undo and redo, the end."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from encounters.services import turn
from encounters.views.answers import answer
from encounters.views.orders import answer_from, order_from
from sheets.door import MemberRequest, log_in_first


@log_in_first
@require_POST
def give_order(request: MemberRequest, public_id: str) -> HttpResponse:
    """Give an order."""
    return answer(
        request, public_id, lambda submit: turn.give_order(submit, lambda fight: order_from(fight, request.POST))
    )


@log_in_first
@require_POST
def give_answer(request: MemberRequest, public_id: str) -> HttpResponse:
    """Answer what an order waits for."""
    return answer(request, public_id, lambda submit: turn.give_answer(submit, answer_from(request.POST)))


@log_in_first
@require_POST
def take_back(request: MemberRequest, public_id: str) -> HttpResponse:
    """Take back an order that waits."""
    return answer(request, public_id, turn.take_back)


@log_in_first
@require_POST
def undo(request: MemberRequest, public_id: str) -> HttpResponse:
    """Undo the newest order."""
    return answer(request, public_id, turn.undo)


@log_in_first
@require_POST
def redo(request: MemberRequest, public_id: str) -> HttpResponse:
    """Redo what was undone."""
    return answer(request, public_id, turn.redo)


@log_in_first
@require_POST
def end(request: MemberRequest, public_id: str) -> HttpResponse:
    """End the encounter."""
    return answer(request, public_id, turn.end)
