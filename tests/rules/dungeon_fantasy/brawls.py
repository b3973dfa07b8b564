"""Fighters and stages for the tests of whole orders: what they bring is plain, and said here."""

from __future__ import annotations

from typing import Any

from tests.rules.stage import Stage

BLADE = {
    "kind": "weapon", "name": "blade", "place": "right", "weight_lb": 3,
    "modes": [{"name": "swung", "skill": "Broadsword", "damage": "sw+1 cut"}],
}  # fmt: skip
SPEAR = {
    "kind": "weapon", "name": "spear", "place": "right", "weight_lb": 4,
    "modes": [{"name": "thrust", "skill": "Spear", "damage": "thr+2 imp", "reach": "1,2"}],
    "shots": [{"name": "thrown", "skill": "Thrown Weapon", "damage": "thr+3 imp", "accuracy": 2, "half": 10, "most": 15,
               "thrown": True}],
}  # fmt: skip
CLUB = {
    "kind": "weapon", "name": "club", "place": "right", "weight_lb": 3,
    "modes": [{"name": "swung", "skill": "Broadsword", "damage": "sw+1 cr"}],
}  # fmt: skip
BOW = {
    "kind": "weapon", "name": "bow", "place": "both", "weight_lb": 2,
    "shots": [{"name": "shot", "skill": "Bow", "damage": "thr+2 imp", "accuracy": 2, "half": 20, "most": 200,
               "bulk": -7, "hands": 2}],
}  # fmt: skip


def brawler(id_: str, *gear: dict[str, Any], side: str | None = None, skill: int = 12, **more: Any) -> dict[str, Any]:
    """Somebody of ST, DX, IQ, HT 10 (HP 10, Basic Speed 5, Dodge 8) with every weapon skill at one level."""
    where = {key: more.pop(key) for key in ("at", "facing", "hidden", "player") if key in more}
    skills = [{"name": name, "level": skill} for name in ("Broadsword", "Spear", "Bow", "Thrown Weapon")]
    sheet = {"skills": skills, **more}
    return {"id": id_, "side": side or id_, "sheet": sheet, "gear": list(gear), **where}


def stage(*fighters: dict[str, Any], ground: dict[str, Any] | None = None, **settings: Any) -> Stage:
    """A fight that nobody has begun: it opens with the turn of whoever is ordered first."""
    return Stage(*fighters, system="dungeon_fantasy", ground=ground, **settings)


def pair(
    *gear: dict[str, Any], foe: dict[str, Any] | None = None, ground: dict[str, Any] | None = None, **more: Any
) -> Stage:
    """Anna with a blade, or what is given, against an orc who has nothing in hand."""
    return stage(brawler("anna", *(gear or (BLADE,)), **more), foe or brawler("orc"), ground=ground)


HEXES = {"grid": "hex", "size": [14, 10], "scale": [1, "m"]}


def level(one: Stage, order: dict[str, Any]) -> int:
    """The level of an attack as it is previewed."""
    from rules.scenario import read_command

    shown = one.fight.system.preview(one.fight, read_command(one.fight.system, order))
    assert shown is not None
    return int(shown.why.total)
