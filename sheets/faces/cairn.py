"""How a Cairn sheet looks: abilities, ten slots, attacks (CA-20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from rules.system import Derived
from rules.systems.cairn.derived import SLOTS
from rules.systems.cairn.gear import Armor, Item, Weapon
from rules.systems.cairn.sheet import CairnSheet
from sheets.faces.face import Face, Fact, Text

_CRITICAL = {"ask": _("ask the Game Master"), "dead": _("death"), "wounded": _("critical damage")}


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of the inventory: numbered from 1, `rows` 2 where a bulky thing fills two."""

    number: int
    kind: Literal["item", "fatigue", "deprived", "empty"]
    rows: int = 1
    tile: Any = None

    @property
    def is_over(self) -> bool:
        """Whether it does not fit any more."""
        return self.number + self.rows - 1 > SLOTS


def _slots(sheet: CairnSheet, tiles: Sequence[Any]) -> Iterator[Slot]:
    number = 1
    for tile in tiles:
        if rows := tile.model.slots:
            yield Slot(number, "item", rows, tile)
            number += rows
    for _fatigue in range(sheet.fatigue):
        yield Slot(number, "fatigue")
        number += 1
    if sheet.deprived:
        yield Slot(number, "deprived")
        number += 1
    for free in range(number, SLOTS + 1):
        yield Slot(free, "empty")


def layout(sheet: CairnSheet, tiles: Sequence[Any], derived: Derived) -> Mapping[str, Any]:
    """The slots in order, what takes none, and whether the inventory is full."""
    return {
        "slots": list(_slots(sheet, tiles)),
        "petty": [tile for tile in tiles if not tile.model.slots and tile.model.place != "elsewhere"],
        "elsewhere": [tile for tile in tiles if tile.model.place == "elsewhere"],
        "slots_used": derived.values["slots_used"],
        "slots_most": SLOTS,
        "is_full": derived.values["slots_used"] >= SLOTS,
        "abilities": ("str", "dex", "wil"),
    }


def marks(item: Item) -> Sequence[Text]:
    """Damage die or Armor, and what is special about it."""
    found: list[Text] = []
    if isinstance(item, Weapon):
        found.append(item.damage)
        found += [word for flag, word in ((item.ranged, _("ranged")), (item.blast, _("blast")),
                                          (item.ignores_armor, _("ignores Armor"))) if flag]  # fmt: skip
    if isinstance(item, Armor) and item.armor:
        found.append(_("Armor %(armor)s") % {"armor": item.armor if item.part == "body" else f"+{item.armor}"})
    if item.uses is not None:
        found.append(ngettext("%(n)d use", "%(n)d uses", item.uses) % {"n": item.uses})
    return found


def facts(sheet: Mapping[str, Any]) -> Sequence[Fact]:
    """Abilities and HP."""
    return [(FACE.label(name), sheet[name]) for name in ("str", "dex", "wil", "hp") if name in sheet]


def creature_facts(sheet: Mapping[str, Any]) -> Sequence[Fact]:
    """HP, Armor, abilities."""
    return [(FACE.label(name), sheet.get(name, 0)) for name in ("hp", "armor", "str", "dex", "wil")]


def burden(item: Item) -> Text:
    """The slots it takes."""
    if item.place == "elsewhere":
        return "—"
    return ngettext("%(n)d slot", "%(n)d slots", item.slots) % {"n": item.slots} if item.slots else _("no slot")


FACE = Face(
    template="sheets/systems/cairn.html",
    parts=("derived", "hpnow", "ways", "things"),
    essentials=("str", "dex", "wil", "hp", "background"),
    layout=layout,
    marks=marks,
    facts=facts,
    creature_facts=creature_facts,
    burden_label=_("Slots"),
    burden=burden,
    adders={"attacks": _("Add an attack")},
    labels={
        "str": pgettext_lazy("ability", "STR"), "dex": pgettext_lazy("ability", "DEX"),
        "wil": pgettext_lazy("ability", "WIL"), "hp": _("HP"),
        "str_max": _("maximum STR"), "dex_max": _("maximum DEX"), "wil_max": _("maximum WIL"),
        "hp_max": _("maximum HP"),
        "background": _("Background"), "fatigue": _("Fatigue"), "deprived": _("Deprived"),
        "armor": _("Armor"), "attacks": _("Attacks of its own"), "detachment": _("Detachment: many as one"),
        "leader": _("Leader: its side may use its WIL"), "mindless": _("Mindless: makes no morale save"),
        "critical": _("A failed STR save is"), "scars": _("Scars"), "gold": _("Gold"), "notes": _("Notes"),
        # gear
        "kind": _("Kind"), "name": _("Name"), "bulky": _("Bulky: takes two slots"), "petty": _("Petty: takes no slot"),
        "place": _("Where"), "uses": _("Uses"), "cost": _("Cost"), "note": _("Note"), "damage": _("Damage"),
        "ranged": _("Ranged"), "blast": _("Blast"), "ignores_armor": _("Ignores Armor"), "part": _("Worn as"),
        # derived values
        "hp_usable": _("HP that protect"), "slots_used": _("Slots"), "attack_dice": _("Attack"),
        # settings
        "first_round": _("First round"), "npc_critical": _("A creature's failed STR save is"),
        "both": _("Impaired and enhanced at once"), "leader_wil": _("Morale uses the leader's WIL"),
        "move_ft": _("A move on the map, in feet"), "reach_ft": _("A blow reaches, in feet"),
        "clear_ft": _("A shot is sure up to, in feet"), "blast_ft": _("A blast around its centre, in feet"),
    },
    state={
        "fate": _("What became of it"), "acted": _("Has acted this round"), "late": _("Loses the first turn"),
        "moved": _("Has moved, in cells"), "weakened": _("Weakened"), "dies_in": _("Dies in round"),
        "leader": _("Leader"),
    },
    questions={
        "advantage": _("is the attack enhanced?"),
        "action": _("does it take a save?"), "help": _("do the means fit?"),
        "safe_place": _("is there a safe place to go?"), "creature_critical": _("is it dead?"),
        "detachment_critical": _("what becomes of the detachment?"),
    },
    choices={
        "fate": {"": _("fights on"), "critical": _("critical damage"), "stable": _("stabilised"), "dead": _("dead"),
                 "fled": _("fled"), "retreated": _("retreated")},
        "critical": _CRITICAL,
        "npc_critical": _CRITICAL,
        "place": {"ready": _("ready: in the hand or worn"), "pack": _("in the pack"), "elsewhere": _("elsewhere")},
        "part": {"body": _("body armour"), "shield": _("shield"), "helmet": _("helmet"),
                 "gambeson": _("gambeson"), "other": _("something else")},
        "kind": {"weapon": _("weapon"), "armor": _("armour"), "gear": _("gear")},
        "first_round": {"save": _("each makes a DEX save to act"), "waive": _("everybody acts, no save")},
        "both": {"cancel": _("cancel each other"), "impaired": _("impaired"), "enhanced": _("enhanced")},
    },
)  # fmt: skip
