"""Blocks and the Defence Bonus as the sheet shows them (DF-07, DF-08, DF-19)."""

from typing import Any

import pytest

from rules.systems.dungeon_fantasy.cover import cover_of, dr_at
from rules.systems.dungeon_fantasy.ways import Cover
from tests.rules.dungeon_fantasy.heroes import derived, owner, shield, skills, trait, values, weapon

CLOAK = {"make": "cloak", "db": 1}
RING = {"kind": "gear", "name": "ring", "place": "worn", "magic_db": 1}


def block(*gear: dict[str, Any], **sheet: Any) -> dict[str, int]:
    shown: dict[str, int] = values(*gear, **sheet)["block"]
    return shown


@pytest.mark.rule("DF-19")
class TestBlock:
    @pytest.mark.parametrize("name", ["Shield", "Щит", "Shield (Shield)"])
    def test_shield_15_blocks_at_10(self, name: str) -> None:
        """3 + 7.5 = 10.5, and the Defence Bonus is kept apart."""
        assert block(shield(db=3), skills=[{"name": name, "level": 15}]) == {"shield": 10}

    def test_a_cloak_blocks_by_its_own_skill(self) -> None:
        assert block(shield("cape", **CLOAK), skills=skills(Cloak=12, Shield=14)) == {"cape": 9}

    def test_a_buckler_is_another_speciality_at_minus_2(self) -> None:
        """Shield (Shield)-16 is 14 with a buckler; who is trained with bucklers has all of it."""
        buckler = shield("buckler", make="buckler", modes=[
            {"skill": "Shield (Buckler)", "defaults": ["DX-4", "Shield-2"], "damage": "thr cr"}
        ])  # fmt: skip
        assert block(buckler, skills=[{"name": "Shield (Shield)", "level": 16}]) == {"buckler": 10}
        assert block(buckler, skills=[{"name": "Щит (баклер)", "level": 16}]) == {"buckler": 11}

    def test_the_untrained_block_by_dx_at_minus_4(self) -> None:
        """12 − 4 = 8: 3 + 4."""
        assert block(shield(), dx=12) == {"shield": 7}

    def test_no_hand_is_the_wrong_one_for_it(self) -> None:
        assert block(shield(place="right"), skills=skills(Shield=15)) == {"shield": 10}

    def test_combat_reflexes_enhanced_block_and_its_limits(self) -> None:
        traits = [trait("combat_reflexes"), trait("enhanced_block", specialty="Shield")]
        shown = block(shield(), shield("cape", "right", **CLOAK), skills=skills(Shield=15, Cloak=15), traits=traits)
        assert shown == {"shield": 12, "cape": 11}

    def test_on_the_back_it_blocks_nothing(self) -> None:
        assert block(shield(place="pack"), skills=skills(Shield=15)) == {}


class TestDefenceBonus:
    @pytest.mark.rule("DF-07")
    @pytest.mark.parametrize(("place", "bonus"), [("left", 2), ("right", 2), ("worn", 0), ("pack", 0)])
    def test_a_ready_shield_gives_its_own(self, place: str, bonus: int) -> None:
        assert values(shield(place=place, db=2))["defence_bonus"] == bonus

    @pytest.mark.rule("DF-07")
    def test_it_is_in_no_other_value(self) -> None:
        bare, with_it = (values(shield(db=db), weapon("blade"), skills=skills(Shield=15)) for db in (0, 3))
        assert [bare[name] for name in ("dodge", "parry", "block")] == [
            with_it[name] for name in ("dodge", "parry", "block")
        ]

    @pytest.mark.rule("DF-08")
    def test_the_best_magic_comes_on_top_and_the_rest_is_shown_as_ignored(self) -> None:
        """2 of the shield, 3 of the spell; 1 of the ring and 2 of the amulet lose."""
        amulet = {**RING, "name": "amulet", "magic_db": 2}
        spell = {"to": "magic_db", "amount": 3, "source": "shield spell"}
        shown = derived(shield(db=2), RING, amulet, bonuses=[spell])
        assert shown["values"]["defence_bonus"] == 5
        steps = [(step["operand"], step["ignored"]) for step in shown["why"]["defence_bonus"]]
        assert steps == [(2, False), (3, False), (2, True), (1, True)]

    @pytest.mark.rule("DF-08")
    def test_magic_in_the_pack_does_nothing(self) -> None:
        assert values({**RING, "place": "pack"})["defence_bonus"] == 0

    def test_of_two_shields_the_better_counts(self) -> None:
        shown = derived(shield("small", db=1), shield("large", "right", db=3))
        assert shown["values"]["defence_bonus"] == 3
        assert [step["ignored"] for step in shown["why"]["defence_bonus"]] == [False, True]

    @pytest.mark.rule("DF-07", "DF-08")
    def test_a_fight_gets_it_by_its_parts(self) -> None:
        sheet, gear = owner(shield(db=2, magic_db=1))
        assert cover_of(sheet, gear) == Cover(2, "left", 1)
        assert cover_of(sheet, gear, {"0": "dropped"}) == Cover(0, "none", 0)

    @pytest.mark.rule("DF-07")
    def test_on_the_other_side_counts_what_the_other_hand_bears(self) -> None:
        """A small shield on the right, a large one on the left."""
        cover = cover_of(*owner(shield("small", "right", db=1), shield("large", "left", db=3)))
        assert [cover.against(arc) for arc in ("front", "left", "right", "back")] == [3, 3, 1, 0]

    @pytest.mark.rule("DF-19")
    def test_a_lifted_body_blocks_by_dx_or_wrestling_and_gives_no_bonus(self) -> None:
        """DX 10: 3 + 5. Wrestling 14: 3 + 7."""
        body = shield("goblin", "both", make="body")
        assert (values(body)["block"], values(body)["defence_bonus"]) == ({"goblin": 8}, 0)
        assert values(body, skills=[{"name": "Wrestling", "level": 14}])["block"] == {"goblin": 10}


class TestDR:
    MAIL = {"kind": "armor", "name": "mail", "dr": {"torso": 4}, "crushing": 2}

    @pytest.mark.rule("DF-51")
    def test_what_is_worn_adds_to_what_is_natural(self) -> None:
        sheet, gear = owner(self.MAIL, {"kind": "armor", "name": "cloth", "dr": {"torso": 1}}, dr=1)
        assert (dr_at(sheet, gear, {}, "torso"), dr_at(sheet, gear, {}, "arm")) == (6, 1)

    def test_mail_is_worse_against_crushing_blows(self) -> None:
        sheet, gear = owner(self.MAIL)
        assert (dr_at(sheet, gear, {}, "torso", "cut"), dr_at(sheet, gear, {}, "torso", "cr")) == (4, 2)

    def test_armour_in_the_pack_protects_nobody(self) -> None:
        sheet, gear = owner({**self.MAIL, "place": "pack"})
        assert dr_at(sheet, gear, {}, "torso") == 0
