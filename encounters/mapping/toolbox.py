"""The toolbox of the page on which maps are drawn: what there is to draw with, in groups, by its names."""

from __future__ import annotations

from dataclasses import dataclass

from encounters.mapping.strokes import AROUND, BORDERS, GROUND, SIDES, VEILS
from rules.grid.field import GridKind
from rules.words import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Tool:
    """Something to draw with: what a form sends, its name, and the class of its sample."""

    value: str
    name: str
    sample: str


@dataclass(frozen=True, slots=True)
class Group:
    """Tools that stand together. `key` says which numbers they take along."""

    key: str
    title: str
    tools: tuple[Tool, ...]


_NAMES = {
    "edge:wall": _("Wall"), "edge:door": _("Door"), "edge:open_door": _("Open door"), "edge:window": _("Window"),
    "edge:arrow_slit": _("Arrow slit"), "edge:bars": _("Bars"), "edge:low_wall": _("Low wall"),
    "edge:obstacle": _("Obstacle"), "edge:curtain": _("Curtain"),
    "paint:wall": _("Solid rock"), "paint:difficult": _("Difficult"), "paint:very_difficult": _("Very difficult"),
    "paint:obstacle": _("Obstacle"), "paint:low_wall": _("Low wall"), "paint:thicket": _("Thicket"),
    "paint:cover": _("Cover"), "paint:chasm": _("Chasm"), "paint:narrow": _("Narrow"), "paint:tight": _("Very narrow"),
    "paint:darkness": _("Darkness"), "paint:dim_light": _("Dim light"), "paint:fog": _("Fog"),
    "paint:smoke": _("Smoke"), "paint:foliage": _("Foliage"),
}  # fmt: skip
assert {f"edge:{kind}" for kind in BORDERS} | {f"paint:{kind}" for kind in (*GROUND, *VEILS)} == set(_NAMES)


def _tools(prefix: str, kinds: tuple[str, ...]) -> tuple[Tool, ...]:
    letter = "e" if prefix == "edge" else "k"
    return tuple(Tool(f"{prefix}:{kind}", _NAMES[f"{prefix}:{kind}"], f"{letter}-{kind}") for kind in kinds)


GROUPS: tuple[Group, ...] = (
    Group("edge", _("Between cells"), (*_tools("edge", BORDERS), Tool("edge:open", _("Nothing"), "none"))),
    Group("paint", _("Ground"), (*_tools("paint", GROUND), Tool("erase", _("Eraser"), "none"))),
    Group("veil", _("What hides"), _tools("paint", VEILS)),
    Group("raise", _("Height"), (Tool("raise", _("Height"), "height"),)),
    Group("lamp", _("Lamps"), (Tool("lamp", _("Lamp"), "lamp"), Tool("lamp:out", _("No lamp"), "none"))),
    Group("zone", _("Zones"), (Tool("zone", _("Zone"), "zone-edge"), Tool("zone:out", _("No zone"), "none"))),
    Group("shroud", _("What players see"), (Tool("cover", _("Cover up"), "shroud"), Tool("show", _("Show"), "none"))),
)
TOOLS = frozenset(tool.value for group in GROUPS for tool in group.tools)
FIRST = "edge:wall"

#: The light of the place: what a form sends, and its name.
LIGHTS = (("light:bright", _("bright")), ("light:dim", _("dim")), ("light:dark", _("dark")))

_SIDE_NAMES = {
    AROUND: _("all around"), "n": _("north"), "e": _("east"), "s": _("south"), "w": _("west"),
    "ne": _("north-east"), "se": _("south-east"), "sw": _("south-west"), "nw": _("north-west"),
}  # fmt: skip


def sides_of(kind: GridKind) -> list[tuple[str, str]]:
    """On which side of the named cells a border is drawn."""
    return [(key, _SIDE_NAMES[key]) for key in (AROUND, *SIDES[kind])]
