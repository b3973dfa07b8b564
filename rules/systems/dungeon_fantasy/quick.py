"""A quick character: one of five templates, its attributes a little up or down, one of its kits, a name."""

from __future__ import annotations

import random
from typing import Any

from rules.systems.dungeon_fantasy import tables


def quick(seed: str, language: str) -> dict[str, Any]:
    """A rolled character: {"name", "sheet", "gear"}; the same seed gives the same one."""
    chance = random.Random(seed)
    lists = tables.quick_characters()
    template = chance.choice(lists["templates"])
    name = f"{chance.choice(lists['given'])[language]} {chance.choice(lists['family'])[language]}"
    raised, lowered = chance.sample(sorted(template["attributes"]), 2)
    attributes = dict(template["attributes"])
    attributes[raised] += 1
    attributes[lowered] -= 1
    skills = [{**skill, "level": skill["level"] + chance.choice((-1, 0, 0, 1))} for skill in template["skills"]]
    return {
        "name": name,
        "sheet": {
            **attributes, "concept": template["name"][language],
            "traits": [dict(trait) for trait in template["traits"]],
            "skills": skills,
        },
        "gear": [dict(thing) for thing in chance.choice(template["kits"])],
    }  # fmt: skip
