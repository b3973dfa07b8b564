"""Charts as places in an SVG: across in per cent, down in pixels, so that text keeps its size at any width."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from encounters.reports.figures import apportioned, percent, percent_between, percents

BAR_STEP = 46
COLUMNS_TALL = 150
COLUMNS_TOP = 20
COLUMNS_FOOT = 24
LABEL_AT_MOST = 34


class Bar(NamedTuple):
    """A bar across. `value` stands at its end in words; `low` and `high` are its whiskers, in per cent."""

    label: str
    value: str
    width: str
    tone: str
    low: str | None = None
    high: str | None = None
    text_y: int = 0
    y: int = 0
    middle: int = 0


class Column(NamedTuple):
    """A column with its label below and its share above."""

    label: str
    value: str
    share: float
    x: str = ""
    width: str = ""
    centre: str = ""
    y: str = ""
    height: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with what it says to those who do not see it. `key` names it on its page."""

    key: str
    title: str
    description: str
    height: int
    bars: list[Bar] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    base: int = 0


class Share(NamedTuple):
    """One row of a chart of shares; `low` and `high` bound it where it is an estimate."""

    label: str
    share: float
    tone: str = ""
    low: float | None = None
    high: float | None = None
    value: str = ""

    @property
    def text(self) -> str:
        if self.value:
            return self.value
        if self.low is None or self.high is None:
            return percent(self.share)
        return f"{percent(self.share)} ({percent_between(self.low, self.high)})"


def bars(key: str, title: str, rows: Sequence[Share]) -> Chart:
    """Bars one below the other, each with its label and value above it."""
    drawn = []
    for number, row in enumerate(rows):
        top = number * BAR_STEP
        drawn.append(
            Bar(
                label=shortened(row.label), value=row.text, width=_at(row.share), tone=row.tone,
                low=None if row.low is None else _at(row.low), high=None if row.high is None else _at(row.high),
                text_y=top + 15, y=top + 23, middle=top + 30,
            )
        )  # fmt: skip
    described = "; ".join(f"{row.label}: {row.text}" for row in rows)
    return Chart(key, title, described, BAR_STEP * len(rows), bars=drawn)


def columns(key: str, title: str, shares: Sequence[tuple[str, float]], tall: int = COLUMNS_TALL) -> Chart:
    """Columns side by side; the tallest one fills the height."""
    most = max((share for _label, share in shares), default=0.0) or 1.0
    step = 100 / max(1, len(shares))
    # A few columns are not drawn as slabs across the whole width.
    step = min(step, 16.0)
    room = tall - COLUMNS_TOP - COLUMNS_FOOT
    drawn = []
    written = zip(shares, _whole([share for _label, share in shares]), strict=True)
    for number, ((label, share), value) in enumerate(written):
        high = room * share / most
        drawn.append(
            Column(
                label=label, value=value, share=share,
                x=f"{number * step + step * 0.1:.2f}%", width=f"{step * 0.8:.2f}%",
                centre=f"{(number + 0.5) * step:.2f}%", y=f"{tall - COLUMNS_FOOT - high:.1f}", height=f"{high:.1f}",
            )
        )  # fmt: skip
    texts = percents([share for _label, share in shares])
    described = "; ".join(f"{label}: {text}" for (label, _share), text in zip(shares, texts, strict=True))
    return Chart(key, title, described, tall, columns=drawn, base=tall - COLUMNS_FOOT)


def shares_of(distribution: Mapping[str, int], most: int = 12, *, tail: bool = True) -> list[tuple[str, float]]:
    """A distribution as labelled shares, at most `most` of them, every value between the first and last included.

    What does not fit is put together: with `tail` into a last one ("9+"), else into bands ("0–4", "-9…-5").
    """
    counts = {int(value): count for value, count in distribution.items()}
    total = sum(counts.values())
    if not total:
        return []
    first, last = min(counts), max(counts)
    if last - first < most:
        return [(str(value), counts.get(value, 0) / total) for value in range(first, last + 1)]
    if tail:
        end = first + most - 1
        shares = [(str(value), counts.get(value, 0) / total) for value in range(first, end)]
        return [*shares, (f"{end}+", sum(count for value, count in counts.items() if value >= end) / total)]
    band = -(-(last - first + 1) // most)
    starts = range(first, last + 1, band)
    return [
        (_band(start, min(start + band - 1, last)), _between(counts, start, start + band) / total) for start in starts
    ]


def _band(start: int, end: int) -> str:
    if start == end:
        return str(start)
    return f"{start}…{end}" if start < 0 else f"{start}–{end}"


def _between(counts: Mapping[int, int], start: int, end: int) -> int:
    return sum(count for value, count in counts.items() if start <= value < end)


def shortened(label: str) -> str:
    """A label that fits a chart; the table beside it has the whole name."""
    return label if len(label) <= LABEL_AT_MOST else f"{label[: LABEL_AT_MOST - 1].rstrip()}…"


def _at(share: float) -> str:
    return f"{min(1.0, max(0.0, share)) * 100:.2f}%"


def _whole(shares: Sequence[float]) -> list[str]:
    """Shares of one whole in per cent without decimals; what is close to never or always says so."""
    parts = apportioned([0 if 0 < share < 0.01 else share for share in shares], 100)
    return [
        "<1" if 0 < share < 0.01 else ">99" if 0.99 < share < 1 else str(part)
        for share, part in zip(shares, parts, strict=True)
    ]
