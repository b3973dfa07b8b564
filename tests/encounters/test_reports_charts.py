"""Shares and numbers as people read them, and where charts put them."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from encounters.reports.charts import Share, bars, columns, shares_of
from encounters.reports.figures import number, percent, percent_between, percents


@pytest.mark.parametrize(
    ("share", "english", "russian"),
    [
        (0.63, "63%", "63\u00a0%"),
        (0.004, "0.4%", "0,4\u00a0%"),
        (0.0, "0%", "0\u00a0%"),
        (1.0, "100%", "100\u00a0%"),
        (0.995, "99.5%", "99,5\u00a0%"),
        (0.0003, "< 0.1%", "< 0,1\u00a0%"),
        (0.9999, "> 99.9%", "> 99,9\u00a0%"),
    ],
)
def test_a_share_is_never_rounded_to_never_or_always(share: float, english: str, russian: str) -> None:
    with override("en"):
        assert percent(share) == english
    with override("ru"):
        assert percent(share) == russian


def test_an_interval_has_its_sign_once() -> None:
    with override("en"):
        assert percent_between(0.5968, 0.6594) == "60–66%"
    with override("ru"):
        assert percent_between(0.5968, 0.6594) == "60–66\u00a0%"


def test_large_numbers_are_grouped_as_the_language_does() -> None:
    with override("en"):
        assert (number(20_000), number(3.44)) == ("20,000", "3.4")
    with override("ru"):
        assert (number(20_000), number(3.44)) == ("20\u00a0000", "3,4")


def test_values_between_the_first_and_last_have_their_place_even_at_nought() -> None:
    assert shares_of({"2": 3, "4": 1}) == [("2", 0.75), ("3", 0.0), ("4", 0.25)]


def test_a_long_tail_is_put_together() -> None:
    assert shares_of({"1": 5, "2": 3, "101": 2}, most=3) == [("1", 0.5), ("2", 0.3), ("3+", 0.2)]


def test_many_values_are_put_into_bands() -> None:
    assert shares_of({"0": 1, "5": 1, "9": 2}, most=5, tail=False) == [
        ("0–1", 0.25), ("2–3", 0.0), ("4–5", 0.25), ("6–7", 0.0), ("8–9", 0.5),
    ]  # fmt: skip


def test_the_last_band_ends_with_the_last_value() -> None:
    assert shares_of({"0": 1, "4": 1}, most=2, tail=False) == [("0–2", 0.5), ("3–4", 0.5)]
    assert shares_of({"-5": 1, "0": 1}, most=2, tail=False) == [("-5…-3", 0.5), ("-2…0", 0.5)]


def test_nothing_yet_is_no_chart() -> None:
    assert shares_of({}) == []


def test_a_bar_reaches_its_share_and_its_whiskers_their_bounds_whatever_the_language() -> None:
    with override("ru"):
        chart = bars("wins", "Who wins", [Share("Party", 0.625, "pc", 0.5, 0.75)])
    bar = chart.bars[0]
    assert (bar.width, bar.low, bar.high) == ("62.50%", "50.00%", "75.00%")
    assert chart.description == "Party: 62\u00a0% (50–75\u00a0%)"


def test_the_tallest_column_fills_the_height_and_the_others_keep_to_scale() -> None:
    chart = columns("rounds", "Rounds", [("1", 0.5), ("2", 0.25)], tall=144)
    assert [column.height for column in chart.columns] == ["100.0", "50.0"]


@pytest.mark.parametrize(
    ("shares", "written"),
    [
        # Each rounded by itself: 63 + 38 = 101, and 33 + 33 + 33 = 99.
        ((0.625, 0.375), ["63%", "37%"]),
        ((0.335, 0.335, 0.33), ["34%", "33%", "33%"]),
        # By itself 0.4 has a tenth and the others none: 60 + 39 + 0.4 = 99.4.
        ((0.603, 0.393, 0.004), ["60.3%", "39.3%", "0.4%"]),
        ((1.0, 0.0), ["100%", "0%"]),
        ((0.9996, 0.0004), ["> 99.9%", "< 0.1%"]),
        ((), []),
    ],
)
def test_shares_of_one_whole_add_up_as_they_are_read(shares: tuple[float, ...], written: list[str]) -> None:
    with override("en"):
        assert percents(shares) == written


def test_the_numbers_above_columns_add_up_too() -> None:
    """1 of 8 is 12.5 %: eight of them rounded apart make 104 or 96; four get the half that four others lose."""
    chart = columns("rounds", "Rounds", [(str(number), 1 / 8) for number in range(8)])
    assert sorted(each.value for each in chart.columns) == ["12"] * 4 + ["13"] * 4
    assert [each.value for each in columns("k", "T", [("1", 0.996), ("2", 0.004)]).columns] == [">99", "<1"]
