"""The sheet and its derived values (CA-20)."""

from typing import Any

import pytest

from rules.describe import derive_document
from rules.errors import BadInput
from tests.rules.stage import AXE, BOW, CAIRN, SWORD, Stage, foe, hero

pytestmark = pytest.mark.rule("CA-20")


def worn(part: str, armor: int = 1, **more: Any) -> dict[str, Any]:
    return {"kind": "armor", "name": part, "part": part, "armor": armor, **more}


def derive(*gear: dict[str, Any], **sheet: Any) -> dict[str, Any]:
    return derive_document(CAIRN, {"sheet": sheet, "gear": list(gear)})


def values(*gear: dict[str, Any], **sheet: Any) -> dict[str, Any]:
    shown: dict[str, Any] = derive(*gear, **sheet)["values"]
    return shown


ROPE = {"kind": "gear", "name": "rope"}


class TestArmor:
    def test_body_armour_and_bonuses_add_up(self) -> None:
        assert values(worn("body", 1), worn("shield"))["armor"] == 2

    def test_it_is_never_more_than_3(self) -> None:
        assert values(worn("body", 3), worn("shield"), worn("helmet"), worn("gambeson"))["armor"] == 3

    def test_one_body_armour_counts_the_best_and_the_other_stays_visible(self) -> None:
        derived = derive(worn("body", 1), worn("body", 2))
        assert derived["values"]["armor"] == 2
        assert [(s["operand"], s["ignored"]) for s in derived["why"]["armor"]] == [(0, False), (2, False), (1, True)]

    def test_of_two_shields_one_counts(self) -> None:
        assert values(worn("shield"), worn("shield"))["armor"] == 1

    def test_what_is_in_the_pack_protects_nobody(self) -> None:
        assert values(worn("body", 2, place="pack"))["armor"] == 0

    def test_natural_armour_counts_as_well(self) -> None:
        assert values(worn("shield"), armor=1)["armor"] == 2

    @pytest.mark.rule("CA-04")
    def test_the_cap_is_a_step_with_its_rule(self) -> None:
        last = derive(worn("body", 3), worn("shield"))["why"]["armor"][-1]
        assert (last["op"], last["operand"], last["total"], last["rule"]) == ("min", 3, 3, "CA-04")


class TestSlots:
    def test_a_thing_takes_one_slot_a_bulky_one_two_a_petty_one_none(self) -> None:
        assert values(ROPE, {**ROPE, "bulky": True}, {**ROPE, "petty": True})["slots_used"] == 3

    def test_what_is_not_carried_takes_none(self) -> None:
        assert values({**ROPE, "place": "elsewhere"})["slots_used"] == 0

    def test_fatigue_and_deprivation_take_slots(self) -> None:
        assert values(ROPE, fatigue=2, deprived=True)["slots_used"] == 4

    def test_there_are_ten(self) -> None:
        shown = values(*[ROPE] * 7)
        assert (shown["slots_used"], shown["slots_free"]) == (7, 3)
        assert values(*[ROPE] * 12)["slots_free"] == 0


class TestAFullInventory:
    @pytest.mark.parametrize(("things", "usable"), [(9, 4), (10, 0), (11, 0)])
    def test_it_means_0_hp(self, things: int, usable: int) -> None:
        assert values(*[ROPE] * things, hp=4)["hp_usable"] == usable

    def test_damage_goes_straight_to_str_and_the_stored_hp_stay(self) -> None:
        stage = Stage(hero("anna", *[ROPE] * 10, hp=4), foe("goblin", SWORD)).begin().order("wait", "anna")
        stage.order("attack", "goblin", target="anna", dice=[3, 1])
        assert (stage["anna"].hp, stage["anna"].str) == (4, 7)
        assert stage.one("wounded")["hp"] == 0

    def test_the_page_shows_0_of_4(self) -> None:
        stage = Stage(hero("anna", *[ROPE] * 10, hp=4), foe("goblin"))
        (hp,) = [vital for vital in CAIRN.vitals(stage["anna"]) if vital.key == "hp"]
        assert (hp.value, hp.most) == (0, 4)

    def test_after_the_fight_the_sheet_keeps_its_hp(self) -> None:
        stage = Stage(hero("anna", *[ROPE] * 10, hp=4), foe("goblin"))
        assert CAIRN.sheet_after(stage["anna"])["hp"] == 4


class TestAttackDice:
    def test_ready_weapons_and_bare_hands(self) -> None:
        dice = values(SWORD, BOW, {**AXE, "place": "pack"})["attack_dice"]
        assert dice == {"sword": "d8", "bow": "d6", "unarmed": "d4"}

    def test_two_alike_have_keys_of_their_own(self) -> None:
        assert list(values(SWORD, SWORD)["attack_dice"]) == ["sword", "sword_2", "sword+sword_2", "unarmed"]

    def test_a_name_without_latin_letters_gives_a_number(self) -> None:
        assert list(values({**SWORD, "name": "Меч"})["attack_dice"]) == ["weapon_1", "unarmed"]

    def test_long_names_make_keys_that_an_order_can_name(self) -> None:
        stage = Stage(hero("anna", *[{**SWORD, "name": "x" * 200}] * 2), foe("goblin", hp=20)).begin()
        pair = stage["anna"].attacks[2].key
        stage.order("attack", "anna", target="goblin", weapon=pair, dice=[1, 2])

    def test_natural_attacks_come_first(self) -> None:
        bite = {"name": "bite", "damage": "d10"}
        assert next(iter(values(SWORD, attacks=[bite])["attack_dice"])) == "bite"


class TestComplaints:
    @pytest.mark.parametrize(
        ("sheet", "path"),
        [
            ({"str": 31}, "sheet.str"),
            ({"hp": -1}, "sheet.hp"),
            ({"armor": 4}, "sheet.armor"),
            ({"luck": 1}, "sheet.luck"),
        ],
    )
    def test_a_value_that_cannot_be_is_named_with_its_place(self, sheet: dict[str, Any], path: str) -> None:
        with pytest.raises(BadInput) as bad:
            derive(**sheet)
        assert [error.path for error in bad.value.errors] == [path]

    def test_all_complaints_come_at_once(self) -> None:
        with pytest.raises(BadInput) as bad:
            derive({"kind": "weapon", "name": "", "damage": "x"}, {"kind": "boat"}, str="ten")
        assert [error.path for error in bad.value.errors] == [
            "sheet.str",
            "gear.0.name",
            "gear.0.damage",
            "gear.1.kind",
        ]


def test_every_creature_and_every_thing_of_the_tables_can_be_read() -> None:
    for creature in CAIRN.creatures():
        derive_document(CAIRN, {"sheet": creature["sheet"], "gear": creature["gear"]})
    for rows in CAIRN.equipment().values():
        for row in rows:
            derive_document(CAIRN, {"gear": [{"item": row["key"]}]})


def test_a_quick_character_is_the_same_for_the_same_seed_and_can_be_read() -> None:
    for number in range(40):
        quick = CAIRN.quick(f"seed {number}", "ru")
        assert quick == CAIRN.quick(f"seed {number}", "ru")
        derive_document(CAIRN, {"sheet": quick["sheet"], "gear": quick["gear"]})
        assert all(3 <= quick["sheet"][ability] <= 18 for ability in ("str", "dex", "wil"))
        assert 1 <= quick["sheet"]["hp"] <= 6
