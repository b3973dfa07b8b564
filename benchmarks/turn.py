"""A combat turn over HTTP: orders to attack, pressed on the play page, against the least that a write can cost.

Every press goes through the whole of Django as the site is set up (WSGI application, middleware, session and
user from the database, CSRF check; `DEBUG` off), on a database file of its own, and is answered with the
changed parts of the page. Before each press the floor is asked (see `benchmarks.floor`). A round is pressed again
and again from the same state with the same dice, so that each press has a best time of many; a figure is the mean
of these over the round, to the same mean of the floor. Times are processor time of the serving thread, so that
what else the machine does weighs on neither; nothing here waits for a disk. Questions are answered between.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.measure import Figure

if TYPE_CHECKING:
    from benchmarks.browser import PlayPage
    from benchmarks.site import Fought

ROUNDS = 30
#: Rounds of a hundred combatants, and of orders of which there are but few.
ROUNDS_OF_MANY = 8
LONG, SHORT = 10_000, 100


class Pressed(NamedTuple):
    """The best seconds of each press of a round, and of the floor beside it."""

    presses: list[float]
    floors: list[float]
    answer_bytes: int

    @property
    def turn(self) -> float:
        return sum(self.presses) / len(self.presses)

    @property
    def floor(self) -> float:
        return sum(self.floors) / len(self.floors)

    @property
    def detail(self) -> str:
        return (
            f"{self.turn * 1e3:.2f} ms an attack of {len(self.presses)}, the dearest "
            f"{max(self.presses) * 1e3:.2f} ms; floor {self.floor * 1e3:.2f} ms; {self.answer_bytes} bytes an answer"
        )


def _round(fought: Fought, pages: list[PlayPage]) -> Pressed:
    """All attacks of round 1 that these seats give, from the fight as it was set up: also those that end a turn."""
    fought.restore()
    pressed = Pressed([], [], 0)
    sizes = []
    for page in pages:
        page.open()
        number = 0
        while page.form.get("do") == ["attack"] and fought.round == 1:
            pressed.floors.append(fought.floor())
            answer = page.press(number)
            pressed.presses.append(answer.took)
            sizes.append(len(answer.text.encode()))
            number += 1
            page.settle()
    return pressed._replace(answer_bytes=sum(sizes) // len(sizes))


def _best(rounds: list[Pressed]) -> Pressed:
    assert len({len(each.presses) for each in rounds}) == 1, "the same dice give the same round"
    return Pressed(
        [min(same) for same in zip(*(each.presses for each in rounds), strict=True)],
        [min(same) for same in zip(*(each.floors for each in rounds), strict=True)],
        rounds[0].answer_bytes,
    )


@cache
def _fight(combatants: int, entries: int = 0) -> Fought:
    from benchmarks.site import site

    return site().fight(f"{combatants} with {entries}", combatants, entries)


def _turn(name: str, target: float, combatants: int, seats: tuple[str, ...], rounds: int) -> Figure:
    fought = _fight(combatants)
    pages = [fought.page(seat) for seat in seats]
    _round(fought, pages)
    best = _best([_round(fought, pages) for _number in range(rounds)])
    return Figure(name, best.turn / best.floor, target, detail=best.detail)


def turn_of_8() -> Figure:
    """A Game Master's attack with 8 combatants to the floor; the mean of a round."""
    return _turn("turn_of_8", 3, 8, ("gm",), ROUNDS)


def turn_of_100() -> Figure:
    """A Game Master's attack with 100 combatants to the floor; the mean of a round."""
    return _turn("turn_of_100", 6, 100, ("gm",), ROUNDS_OF_MANY)


def player_of_8() -> Figure:
    """A player's attack with 8 combatants to the floor."""
    return _turn("player_of_8", 3, 8, ("anna", "torvald"), ROUNDS)


def player_of_100() -> Figure:
    """A player's attack with 100 combatants to the floor."""
    return _turn("player_of_100", 6, 100, ("anna", "torvald"), ROUNDS)


def long_log() -> Figure:
    """A Game Master's attack with 10,000 entries in the log to the same one with 100."""
    fights = [_fight(8, entries) for entries in (LONG, SHORT)]
    pages = [[fought.page("gm")] for fought in fights]
    rounds: list[list[Pressed]] = [[], []]
    for number in range(ROUNDS + 1):
        for at, fought in enumerate(fights):
            pressed = _round(fought, pages[at])
            if number:
                rounds[at].append(pressed)
    long, short = (_best(each) for each in rounds)
    detail = f"{long.turn * 1e3:.2f} ms with {LONG} entries, {short.turn * 1e3:.2f} ms with {SHORT}"
    return Figure("long_log", long.turn / short.turn, 1.15, detail=detail)
