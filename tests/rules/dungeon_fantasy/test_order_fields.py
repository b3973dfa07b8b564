"""What the form of an attack says: the damage in words, and why nobody is reached."""

from __future__ import annotations

from typing import get_args

import pytest

from rules.dice import Dice
from rules.scenario import read_command
from rules.systems.dungeon_fantasy.fields import damage_words
from rules.systems.dungeon_fantasy.ways import Damage, WoundKind
from tests.rules.dungeon_fantasy.brawls import BLADE, HEXES, brawler, pair, stage


@pytest.mark.parametrize("kind", get_args(WoundKind))
def test_damage_of_every_kind_is_written_with_its_dice_and_what_is_added(kind: WoundKind) -> None:
    written = "special" if kind == "other" else kind
    assert str(damage_words(Damage(Dice((6, 6)), 1, kind))) == f"2d+1 {written}"
    assert str(damage_words(Damage(Dice((6,)), 0, kind, divisor=2))) == f"1d (2) {written}"


def test_who_is_too_far_is_out_of_reach_for_the_weapon_in_the_hand_and_not_for_a_kick() -> None:
    one = pair(foe=brawler("orc", at=[5, 1]), ground=HEXES, at=[1, 1])
    attack = next(each for each in one.fight.system.actions(one.fight, one["anna"]) if each.do == "attack")
    assert str(attack.why).startswith("Out of reach for blade: 4 cells")


@pytest.mark.parametrize("do", ["attack", "all_out_attack", "feint"])
def test_a_form_starts_at_the_foe_in_reach_and_never_at_a_friend(do: str) -> None:
    anna = brawler("anna", BLADE, side="party", at=[1, 1])
    friend, foe = brawler("berta", side="party", at=[0, 1]), brawler("orc", at=[2, 1])
    for others, starts_at in (((friend, foe), "orc"), ((friend, foe | {"at": [6, 1]}), "")):
        one = stage(anna, *others, ground=HEXES)
        action = next(each for each in one.fight.system.actions(one.fight, one["anna"]) if each.do == do)
        assert next(each for each in action.fields if each.name == "target").initial == starts_at


@pytest.mark.rule("DF-50")
@pytest.mark.parametrize(("skill", "of_216"), [(12, 160), (2, 4), (30, 212)])
def test_the_preview_says_how_likely_the_attack_roll_alone_is_to_hit(skill: int, of_216: int) -> None:
    """Of 216 throws 160 are 12 or less; the 4 that show 3 or 4 always hit, the 4 that show 17 or 18 never do."""
    one = pair(skill=skill)
    order = read_command(one.fight.system, {"do": "attack", "actor": "anna", "target": "orc"})
    shown = one.fight.system.preview(one.fight, order)
    assert shown is not None
    assert shown.hit == pytest.approx(of_216 / 216)
