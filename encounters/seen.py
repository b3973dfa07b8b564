"""What this process last sent to whom, so that a page is sent only the rows that look otherwise since."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock

from encounters.door import Seat
from encounters.projection import Row, View

#: How many pages are remembered; who is forgotten is sent every row.
MOST = 500

type Page = tuple[str, int, int]

_rows: OrderedDict[Page, tuple[Mapping[str, Row], str]] = OrderedDict()
_turn = Lock()


def remember(view: View, ground: str = "") -> None:
    """Keep the rows of a view that is being sent, and what the ground of its map looks like."""
    page = (view.encounter.public_id, view.seat.user_id, view.version)
    rows = {row.ref: row for row in view.rows}
    with _turn:  # pages are drawn in many threads
        _rows[page] = rows, ground
        _rows.move_to_end(page)
        while len(_rows) > MOST:
            _rows.popitem(last=False)


def rows_sent(seat: Seat, version: int) -> Mapping[str, Row] | None:
    """The rows that the same seat was sent as of an earlier version."""
    sent = _rows.get((seat.encounter.public_id, seat.user_id, version))
    return sent[0] if sent is not None else None


def ground_sent(seat: Seat, version: int) -> str:
    """What the ground of the map looked like that the same seat was sent as of an earlier version; empty if unknown."""
    sent = _rows.get((seat.encounter.public_id, seat.user_id, version))
    return sent[1] if sent is not None else ""


def changed_rows(view: View, before: Mapping[str, Row] | None) -> list[Row] | None:
    """The rows that look otherwise than before; None where rows came, went or moved."""
    if before is None or list(before) != [row.ref for row in view.rows]:
        return None
    return [row for row in view.rows if row.looks != before[row.ref].looks]
