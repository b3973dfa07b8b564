"""Parries, reaches, weights and ranges as people write them."""

from __future__ import annotations

import pytest

from sheets.importing.notation import Parrying, parrying, pounds, ranges, strength, whole_reach


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("0", Parrying(0)), ("-1", Parrying(-1)), ("−2U", Parrying(-2, unbalanced=True)), ("+2", Parrying(2)),
        ("+2U", Parrying(2, unbalanced=True)), ("0F", Parrying(0, fencing=True)), ("0FU", Parrying(0, True, True)),
        ("12F", Parrying(12, fencing=True)), ("F", Parrying(0, fencing=True)), ("-1f", Parrying(-1, fencing=True)),
        ("No", Parrying(None)), ("no", Parrying(None)), ("Нет", Parrying(None)), ("Nein", Parrying(None)),
        ("—", Parrying(None)), ("-", Parrying(None)), ("", Parrying(None)),
    ],
)  # fmt: skip
def test_parries(written: str, meant: Parrying) -> None:
    assert parrying(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [("11", (11, 1)), ("11†", (11, 2)), ("13‡", (13, 2)), ("10R", (10, 1)), ("", (0, 1)), ("–", (0, 1))],
)
def test_the_st_that_a_weapon_takes_and_the_hands(written: str, meant: tuple[int, int]) -> None:
    assert strength(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [("3 lb", 3), ("0.5 lb", 0.5), ("1,5 кг", 3), ("8 oz", 0.5), ("1,000 lb", 1000), ("2", 2), ("2 #", 2),
     ("a lot", None), ("3 hogsheads", None)],
)  # fmt: skip
def test_weights_in_pounds(written: str, meant: float | None) -> None:
    """A kilogram is two pounds, as the game counts it."""
    assert pounds(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [("10/100", (10, 100, False)), ("200", (0, 200, False)), ("x15/x20", (15, 20, True)),
     ("×0.8/×1.5", (0.8, 1.5, True)), ("1,000/4,200 yd", (1000, 4200, False)),
     ("5-60", (0, 60, False)), ("spec.", (0, 0, False))],
)  # fmt: skip
def test_ranges(written: str, meant: tuple[float, float, bool]) -> None:
    assert ranges(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("C", "C"),
        ("С, 1", "C,1"),
        ("1-2*", "1-2*"),
        ("1–3", "1-3"),
        ("C,1-5", "C,1-5"),
        ("Special", "1"),
        ("", "1"),
        ("2 yards", "2"),
    ],
)
def test_reaches(written: str, meant: str) -> None:
    assert whole_reach(written) == meant
