"""Whom the players are not shown, followed from change to change: the hidden, and those under the map's shroud."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.fight import MAP, PRESENT, Change, Fight

#: What of a fighter says whether it is seen.
_TELLING = ("hidden", "at", "player")


@dataclass(slots=True)
class _Trace:
    hidden: bool
    at: tuple[int, int] | None
    player: bool


class Unseen:
    """The fighters that players are not shown. It starts with a fight as it is and follows what changes in it."""

    __slots__ = ("_shroud", "_traces")

    def __init__(self, fight: Fight) -> None:
        self._traces = {id_: _Trace(each.hidden, each.at, each.player) for id_, each in fight.fighters.items()}
        self._shroud: set[tuple[int, int]] = set(fight.map.shroud) if fight.map is not None else set()

    def __contains__(self, who: Any) -> bool:
        trace = self._traces.get(who)
        return trace is not None and (trace.hidden or (not trace.player and trace.at in self._shroud))

    def follow(self, change: Change) -> bool:
        """Take a change in; whether anybody came into sight by it, or out of it."""
        if change.who is None:
            return change.field == MAP and self._redraw(change.new)
        before = self._is_shown(change.who)
        if change.field == PRESENT:
            self._traces.pop(change.who, None)
            if change.new is not None:
                state = change.new["state"]
                at = state.get("at")
                self._traces[change.who] = _Trace(state["hidden"], tuple(at) if at else None, state["player"])
        elif change.field in _TELLING and change.who in self._traces:
            value = tuple(change.new) if change.field == "at" and change.new else change.new
            setattr(self._traces[change.who], change.field, value)
        return before != self._is_shown(change.who)

    def _is_shown(self, who: str) -> bool:
        return who in self._traces and who not in self

    def _redraw(self, patch: Any) -> bool:
        before = {who for who in self._traces if who in self}
        if "whole" in patch:
            covered = (patch["whole"] or {}).get("shroud", ())
            self._shroud = {(cell[0], cell[1]) for cell in covered}
        for col, row, _kinds, _height, covered in patch.get("cells", ()):
            (self._shroud.add if covered else self._shroud.discard)((col, row))
        return before != {who for who in self._traces if who in self}
