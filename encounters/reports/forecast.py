"""The forecast of an encounter: how it would end, played out many times from where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from encounters.board import map_text, read_map_text, set_up
from encounters.door import Seat
from encounters.lineup import side_name
from encounters.models import Encounter, Report
from encounters.reports.charts import Chart, Share, bars, columns, shares_of
from encounters.reports.figures import number, percent, percent_between, percents
from encounters.reports.kind import Kind, Part
from encounters.reports.options import ForecastOptions
from rules.errors import Refused
from rules.fight import Fight
from rules.forecast import forecast
from rules.records import fight_from
from rules.words import gettext_noop, name_in, say
from sheets.templatetags.words import language, words

#: How many fights go by between two looks at the clock.
EVERY = 10
MINI_TALL = 64


def prepare(seat: Seat, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with the fight as it stands now: later moves at the table do not change this forecast.

    An order that still waits for an answer has not happened yet. Hidden combatants take part.
    """
    board = set_up(seat.encounter, partly=False)
    fight = board.fight
    if seat.encounter.status == Encounter.Status.ENDED or fight.winner is not None:
        raise Refused(say(gettext_noop("The fight is decided: there is nothing left to forecast.")))
    if len({each.side for each in fight.fighters.values()}) < 2:
        raise Refused(say(gettext_noop("A forecast needs combatants on two sides.")))
    state = fight.state()
    records = [board.combatants[ref].record() for ref in fight.fighters]
    start = {"settings": seat.encounter.settings, "state": state, "records": records, "map": map_text(fight.map)}
    return {**options, "start": start}


def make(report: Report) -> Iterator[Part]:
    """Play the fights; the figures so far after each few of them."""
    options = report.options
    system, start = report.encounter.campaign.rules, options["start"]
    fight = fight_from(system, start["settings"], start["state"], start["records"])
    fight.map = read_map_text(start.get("map", ""))
    about = _about(fight)
    fights = options["fights"]
    for figures in forecast(fight, fights, options["seed"], every=EVERY):
        yield Part(figures.done, fights, lambda figures=figures: {**figures.as_json(), **about})  # type: ignore[misc]


def _about(fight: Fight) -> dict[str, Any]:
    """Who is who, and what each still has, at the start of the simulated fights."""
    system = fight.system
    labels: dict[str, str] = {}
    who = {}
    for ref, fighter in fight.fighters.items():
        labels |= {vital.key: vital.label for vital in system.vitals(fighter)}
        who[ref] = {
            "name": fighter.name, "side": fighter.side, "player": fighter.player,
            "hidden": fight.is_unseen(fighter),
            "has": dict(system.resources(fighter)),
        }  # fmt: skip
    return {"from_round": fight.round, "party": system.party, "who": who, "labels": labels}


def draw(_seat: Seat, report: Report) -> dict[str, Any]:
    """Charts and tables of the figures."""
    result = report.result or {}
    fights = result["fights"]
    *won, drawn = _shares(result)
    sides = [
        {
            "name": side_name(side, result["party"]), "tone": _tone(result, side), "wins": number(each["wins"]),
            "share": each["share"], "low": each["low"], "high": each["high"],
            "share_text": text, "interval": percent_between(each["low"], each["high"]),
            "casualties": each["casualties"], "lost": number(each["casualties"]["mean"]),
        }
        for (side, each), text in zip(result["sides"].items(), won, strict=True)
    ]  # fmt: skip
    draws = result["draws"] / fights if fights else 0.0
    return {
        "fights": number(fights), "asked": number(result["asked"]), "seed": result["seed"],
        "is_running": result["from_round"] > 0, "from_round": result["from_round"],
        "hidden": [each["name"] for each in result["who"].values() if each["hidden"]],
        "sides": sides, "draws": number(result["draws"]), "draws_share": drawn, "has_draws": bool(draws),
        "wins_chart": _wins(sides, draws, drawn),
        "rounds_chart": _distribution("rounds", _("The fight ends in round"), result["rounds"]),
        "rounds_mean": number(result["rounds"]["mean"]),
        "rounds_rows": _rows(result["rounds"], tail=True),
        "lost_charts": [
            (side, _distribution(f"lost-{at}", _fallen(side["name"]), side["casualties"]), _rows(side["casualties"]))
            for at, side in enumerate(sides)
        ],
        "falls_chart": _falls(result),
        "combatants": [_combatant(at, ref, result) for at, ref in enumerate(result["who"])],
        "resources": [words(result["labels"].get(name, name)) for name in _resources(result)],
    }  # fmt: skip


def _shares(result: Mapping[str, Any]) -> list[str]:
    """How often each side wins, and last how often nobody does."""
    wins = [each["share"] for each in result["sides"].values()]
    return percents([*wins, result["draws"] / result["fights"] if result["fights"] else 0.0])


def _wins(sides: list[dict[str, Any]], draws: float, drawn: str) -> Chart:
    rows = [
        Share(
            side["name"], side["share"], side["tone"], side["low"], side["high"],
            value=f"{side['share_text']} ({side['interval']})",
        )
        for side in sides
    ]  # fmt: skip
    if draws:
        rows.append(Share(_("Nobody"), draws, "none", value=drawn))
    return bars("wins", _("Who wins"), rows)


def _falls(result: Mapping[str, Any]) -> Chart:
    rows = [
        Share(name_in(each["name"], language()), result["fighters"][ref]["falls"], _tone(result, each["side"]))
        for ref, each in result["who"].items()
    ]
    return bars("falls", _("Who falls"), rows)


def _fallen(side: str) -> str:
    return _("{side}: how many fall").format(side=side)


def _distribution(key: str, title: str, figures: Mapping[str, Any]) -> Chart:
    return columns(key, title, shares_of(figures["distribution"]))


def _rows(figures: Mapping[str, Any], *, tail: bool = False) -> list[tuple[str, str]]:
    shares = shares_of(figures["distribution"], most=12 if tail else 40, tail=tail)
    return _in_words(shares)


def _in_words(shares: Sequence[tuple[str, float]]) -> list[tuple[str, str]]:
    texts = percents([share for _label, share in shares])
    return [(label, text) for (label, _share), text in zip(shares, texts, strict=True)]


def _combatant(at: int, ref: str, result: Mapping[str, Any]) -> dict[str, Any]:
    """One combatant: the chance that it falls, and for each resource what is left of it."""
    who, figures = result["who"][ref], result["fighters"][ref]
    name = name_in(who["name"], language())
    left: list[dict[str, Any] | None] = []
    for resource in _resources(result):
        kept = figures["resources"].get(resource)
        if kept is None:
            left.append(None)
            continue
        label = words(result["labels"].get(resource, resource))
        has = who["has"].get(resource, 0)
        title = _("{name}: {resource} left").format(name=name, resource=label)
        shares = shares_of(kept["distribution"], most=6, tail=False)
        some = [(value, share) for value, share in shares if share]
        left.append(
            {
                "label": label, "has": has, "mean": number(kept["mean"]),
                "chart": columns(f"left-{at}-{resource}", title, shares, tall=MINI_TALL),
                "text": ", ".join(f"{value}: {text}" for value, text in _in_words(some)),
            }
        )  # fmt: skip
    return {
        "name": who["name"], "side": side_name(who["side"], result["party"]), "player": who["player"],
        "falls": percent(figures["falls"]), "left": left,
    }  # fmt: skip


def _resources(result: Mapping[str, Any]) -> list[str]:
    return list(dict.fromkeys(name for each in result["fighters"].values() for name in each["resources"]))


def _tone(result: Mapping[str, Any], side: str) -> str:
    """The colour of a side: that of the player characters, or that of their foes."""
    return "pc" if any(each["player"] for each in result["who"].values() if each["side"] == side) else "foe"


def headline(report: Report) -> str:
    """The likeliest outcome, and out of how many fights."""
    result = report.result or {}
    shares = zip(result["sides"].items(), _shares(result), strict=False)
    (side, _each), text = max(shares, key=lambda each: each[0][1]["share"])
    fights = ngettext("{fights} fight", "{fights} fights", result["fights"]).format(fights=number(result["fights"]))
    return f"{side_name(side, result['party'])}: {text} · {fights}"


def _is_gm(seat: Seat) -> bool:
    return seat.is_gm


KIND = Kind(
    slug="forecast",
    title=gettext_noop("Forecast of this encounter"),
    about=gettext_noop(
        "The fight is played out many times from where it stands, both sides by the book’s own choices: who wins, "
        "in which round, who falls and what is left. It knows everything, so it is for the Game Master alone."
    ),
    form=ForecastOptions,
    prepare=prepare,
    make=make,
    draw=draw,
    template="encounters/reports/forecast.html",
    headline=headline,
    may_see=_is_gm,
    may_ask=_is_gm,
)
