"""Attributes and pools of a GCS file, as it worked them out; worked out here where it did not."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sheets.importing.gcs_entries import Entry, Feature
from sheets.importing.loose import each, number, part, text

#: Keys of the first version of the format: the attribute itself, or what was bought.
_FIRST = {"st": "ST", "dx": "DX", "iq": "IQ", "ht": "HT", "hp": "HP_adj", "fp": "FP_adj", "will": "will_adj",
          "per": "per_adj", "basic_speed": "speed_adj", "basic_move": "move_adj"}  # fmt: skip
_FIRST_DAMAGE = {"hp": "hp_damage", "fp": "fp_damage"}
_MAIN = ("st", "dx", "iq", "ht")


@dataclass(slots=True)
class Attributes:
    """Values by the ids of the file ("st", "basic_speed" …); `now` are the pools as they stand."""

    values: dict[str, float] = field(default_factory=dict)
    now: dict[str, int] = field(default_factory=dict)
    striking: int = 0
    lifting: int = 0
    sm: int = 0

    def whole(self, name: str) -> int:
        return math.floor(self.values.get(name, 10))

    @property
    def striking_st(self) -> int:
        return max(0, self.whole("st") + self.striking)


def read_attributes(document: Entry, features: Iterable[Feature]) -> Attributes:
    """The attributes with what traits and things add to them."""
    bonuses = _bonuses(features)
    found = Attributes()
    stored = {text(entry, "attr_id").casefold(): entry for entry in each(document, "attributes")}
    for name in (*_MAIN, "will", "per", "hp", "fp", "basic_speed", "basic_move"):
        value = number(part(stored.get(name, {}), "calc"), "value")
        if value is None:
            value = _bought(document, stored, name, found.values) + bonuses.get((name, ""), 0)
        found.values[name] = value
    if stored and "fp" not in stored:
        found.values["fp"] = 0  # golems and the dead do not tire
    for pool in ("hp", "fp"):
        if (now := _now(document, stored, pool, found.values[pool])) is not None:
            found.now[pool] = math.floor(now)
    calc = part(document, "calc")
    found.striking = int(_or(number(calc, "striking_st_bonus"), bonuses.get(("st", "striking_only"), 0)))
    found.lifting = int(_or(number(calc, "lifting_st_bonus"), bonuses.get(("st", "lifting_only"), 0)))
    found.sm = int(_or(number(part(document, "profile"), "SM"), 0) + bonuses.get(("sm", ""), 0))
    return found


def _bonuses(features: Iterable[Feature]) -> dict[tuple[str, str], float]:
    total: dict[tuple[str, str], float] = {}
    for feature in features:
        if feature.kind == "attribute_bonus":
            limitation = text(feature.data, "limitation").casefold()
            key = text(feature.data, "attribute").casefold(), "" if limitation == "none" else limitation
            total[key] = total.get(key, 0) + feature.amount
    return total


def _bought(document: Entry, stored: Mapping[str, Entry], name: str, so_far: Mapping[str, float]) -> float:
    """What an attribute comes to by what was bought, above what it starts from."""
    if name not in stored and name in _MAIN:
        return _or(number(document, _FIRST[name]), 10)
    adjusted = number(stored[name], "adj") if name in stored else number(document, _FIRST[name])
    return _start(name, so_far) + (adjusted or 0)


def _start(name: str, so_far: Mapping[str, float]) -> float:
    match name:
        case "will" | "per":
            return so_far["iq"]
        case "hp":
            return so_far["st"]
        case "fp":
            return so_far["ht"]
        case "basic_speed":
            return (so_far["dx"] + so_far["ht"]) / 4
        case "basic_move":
            return math.floor(so_far["basic_speed"])
        case _:
            return 10


def _now(document: Entry, stored: Mapping[str, Entry], pool: str, most: float) -> float | None:
    entry: Mapping[str, Any] = stored.get(pool, {})
    if (current := number(part(entry, "calc"), "current")) is not None:
        return current
    damage = number(entry, "damage") if pool in stored else number(document, _FIRST_DAMAGE[pool])
    return None if damage is None else most - damage


def _or(value: float | None, otherwise: float) -> float:
    return otherwise if value is None else value
