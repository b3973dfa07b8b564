"""Advantages and disadvantages of a GCS file: those that the rules know, the others by name, and what they add."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import Any

from rules.systems.dungeon_fantasy.gear import Location
from rules.systems.dungeon_fantasy.locations import PLACES
from rules.systems.dungeon_fantasy.sheet import TraitKey
from rules.words import Words, say
from rules.words import gettext_noop as _
from sheets.importing.gcs_entries import Entry, Feature, features_of, level_of, modifiers, name_of
from sheets.importing.gcs_shields import DEFENCES, added
from sheets.importing.loose import clamped, part, text, texts

#: How names of known traits begin, in the order in which they are tried.
_KNOWN: tuple[tuple[str, TraitKey], ...] = (
    (r"combat reflexes|боевые рефлексы", "combat_reflexes"),
    (r"enhanced dodge|улучшенное уклонение", "enhanced_dodge"),
    (r"enhanced parry|улучшенное парирование", "enhanced_parry"),
    (r"enhanced block|улучшенн(ый блок|ое блокирование)", "enhanced_block"),
    (r"weapon master|мастер оружия", "weapon_master"),
    (r"trained by a master|обучен мастером", "trained_by_a_master"),
    (r"ambidexterity|амбидекстрия|обоерук", "ambidexterity"),
    (r"peripheral vision|периферийное зрение", "peripheral_vision"),
    (r"(360|all[- ]round vision|круговое зрение)", "all_round_vision"),
    (r"night vision|ночное зрение", "night_vision"),
    (r"dark vision|видит в темноте", "dark_vision"),
    (r"blindness|слепота", "blindness"),
    (r"(flexibility \()?double[- ]jointed", "double_jointed"),
    (r"flexibility|гуттаперчев", "flexibility"),
    (r"high pain threshold|высокий болевой порог", "high_pain_threshold"),
    (r"low pain threshold|низкий болевой порог", "low_pain_threshold"),
    (r"hard to kill|живуч", "hard_to_kill"),
    (r"hard to subdue", "hard_to_subdue"),
    (r"extra attack|дополнительная атака", "extra_attack"),
    (r"acute hearing|острый слух", "acute_hearing"),
    (r"one arm\b|однорук", "one_arm"),
    (r"no manipulators|нет манипуляторов", "no_manipulators"),
    (r"(no legs|legless)|без ног", "no_legs"),
    (r"flight|полёт|полет", "flight"),
)
_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), key) for pattern, key in _KNOWN)
_LIMITED = frozenset({"enhanced_parry", "enhanced_block", "weapon_master"})
#: What the known traits add to each defence, per level.
_STANDARD: dict[str, frozenset[str]] = {
    "combat_reflexes": frozenset(DEFENCES), "enhanced_dodge": frozenset({"dodge"}),
    "enhanced_parry": frozenset({"parry"}), "enhanced_block": frozenset({"block"}),
}  # fmt: skip
_BEAST = re.compile(r"(wild|domestic(ated)?) animal|дикое животное|домашнее животное", re.IGNORECASE)
_BODY: tuple[Location, ...] = ("skull", "face", "neck", "torso", "groin", "arm", "hand", "leg", "foot")
#: Places on the body by the names that files have for them.
_LOCATIONS: dict[str, tuple[Location, ...]] = {
    **{name: (name,) for name in PLACES},
    "eyes": ("eye",), "chest": ("torso",), "abdomen": ("torso",), "arms": ("arm",), "hands": ("hand",),
    "legs": ("leg",), "feet": ("foot",), "all": tuple(PLACES),
    "full_suit": ("neck", "torso", "vitals", "groin", "arm", "hand", "leg", "foot"),
}  # fmt: skip


def key_of(name: str) -> TraitKey:
    """The trait that the rules know by this name; "other" where they know none."""
    return next((key for pattern, key in _PATTERNS if pattern.match(name)), "other")


def read_trait(entry: Entry) -> dict[str, Any]:
    """A trait as the sheet has it, with its modifiers in brackets where it is none that the rules know."""
    name, level = name_of(entry), int(clamped(level_of(entry), 0, 20))
    key = key_of(name)
    if key != "other":
        limited = {"specialty": _specialty(name, entry)} if key in _LIMITED else {}
        return {"key": key, "name": name, "level": _level(key, name, level), **limited}
    said = [text(modifier, "name") for modifier in modifiers(entry)]
    more = f" ({', '.join(each for each in said if each)})" if any(said) else ""
    return {"name": f"{name}{more}"[:200], "level": level}


def _level(key: TraitKey, name: str, level: int) -> int:
    """The level: of attacks it may stand in the name, “Extra Attack 2”."""
    written = re.search(r"\s(\d{1,2})$", name)
    return int(written[1]) if written and level == 1 and key != "all_round_vision" else level


def _specialty(name: str, entry: Entry) -> str:
    """What a trait is limited to: in its name's brackets, or said by a modifier; empty for all."""
    found = re.search(r"\(([^)]*)\)", name)
    said = found[1] if found else ", ".join(text(modifier, "name") for modifier in modifiers(entry))
    said = re.sub(r"^\s*one (melee )?weapon( skill)?\s*[:,]?\s*", "", said, flags=re.IGNORECASE)
    return said.strip("() ")[:200]


def read_bonuses(entries: Iterable[Entry], warnings: list[Words]) -> Iterator[dict[str, Any]]:
    """What traits that the rules do not know add to defences; situational bonuses are warned of."""
    for entry in entries:
        features = list(features_of(entry))
        key, name = key_of(name_of(entry)), name_of(entry)
        if key in _STANDARD:
            _compare(entry, key, features, warnings)
        else:
            for to in DEFENCES:
                if amount := int(clamped(added(features, to), -10, 10)):
                    yield {"to": to, "amount": amount, "source": name}
            yield from _for_weapons(name, features)
        warn_of_conditions(name, features, warnings)


def _for_weapons(name: str, features: Iterable[Feature]) -> Iterator[dict[str, Any]]:
    """What a trait adds to parries or blocks with the weapons or the skill that it names."""
    for feature in features:
        to = {"weapon_parry_bonus": "parry", "weapon_block_bonus": "block"}.get(feature.kind)
        limited = text(part(feature.data, "name"), "qualifier", 100)
        amount = int(clamped(feature.amount, -10, 10))
        if to and amount and limited:
            yield {"to": to, "amount": amount, "source": name, "skill": limited}


def _compare(entry: Entry, key: TraitKey, features: Sequence[Feature], warnings: list[Words]) -> None:
    """Say where the file counts something else than the rules for a trait that they know."""
    trait = read_trait(entry)
    level = 1 if key == "combat_reflexes" else trait["level"]
    for to in DEFENCES:
        theirs, ours = int(added(features, to)), level if to in _STANDARD[key] else 0
        if theirs != ours and (theirs or not trait.get("specialty")):
            words = _("The file counts {theirs} to {what} for “{name}”; the rules here count {ours}.")
            figures = {"theirs": f"{theirs:+d}", "ours": f"{ours:+d}"}
            warnings.append(say(words, what=DEFENCE_NAMES[to], name=name_of(entry), **figures))


DEFENCE_NAMES = {"dodge": say(_("dodge")), "parry": say(_("parry")), "block": say(_("block"))}
_DEFENDS = re.compile(r"dodge|parry|parries|block|defen[cs]e|уклон|парир|блок|защит", re.IGNORECASE)


def warn_of_conditions(name: str, features: Iterable[Feature], warnings: list[Words]) -> None:
    """Say which bonuses to defences hold only in some situations, and so are not counted."""
    for feature in features:
        situation = text(feature.data, "situation")
        if feature.kind == "conditional_modifier" and _DEFENDS.search(situation):
            words = _("“{name}”: {amount} {situation}: only in some situations, so it is not counted.")
            warnings.append(say(words, name=name, amount=f"{feature.amount:+g}", situation=situation))


def natural_dr(entries: Iterable[Entry], warnings: list[Words]) -> int:
    """The DR that covers the whole body; what covers more of some places is warned of."""
    total: dict[Location, float] = {}
    for entry in entries:
        for feature in features_of(entry):
            against = text(feature.data, "specialization").casefold()
            if feature.kind == "dr_bonus" and against in {"", "all"}:
                for location in locations_of(feature):
                    total[location] = total.get(location, 0) + feature.amount
    everywhere = min(total.get(location, 0) for location in _BODY)
    more = sorted(location for location in _BODY if total.get(location, 0) > everywhere)
    if more:
        where = reduce(lambda some, more: say(_("{some}, {more}"), some=some, more=more), map(_place, more))
        warnings.append(say(_("Natural DR that covers only some places was left out: {where}."), where=where))
    return int(clamped(everywhere, 0, 100))


def _place(location: Location) -> Words:
    return say(PLACES[location].name)


def locations_of(feature: Feature) -> set[Location]:
    """The places on the body that a feature names, by our names for them."""
    written = {*texts(feature.data, "locations"), *texts(feature.data, "location")}
    return {location for each in written for location in _LOCATIONS.get(each.casefold(), ())}


def is_beast(entries: Iterable[Entry]) -> bool:
    """Whether the file calls it a beast of nature."""
    return any(_BEAST.search(name_of(entry)) for entry in entries)
