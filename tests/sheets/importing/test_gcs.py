"""Characters of GCS as sheets: three files of our own, one for each data version, worked out by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sheets.importing.formats import read_file
from sheets.importing.imported import Imported
from tests.sheets.importing.reading import content, imported, sentences, thing, values


def changed(name: str, change: dict[str, Any]) -> Imported:
    """One of the files with other values at its top."""
    return read_file(json.dumps(json.loads(content(name)) | change).encode())


class TestDataVersion5:
    """Halla Reed: ST 12, DX 13, HT 11, Combat Reflexes, broadsword, medium shield counted in by the file."""

    def test_attributes_and_pools_are_read_and_what_follows_from_them_is_left_to_follow(self) -> None:
        read = imported("halla_v5")
        assert (read.format, read.system, read.name) == ("gcs-5", "dungeon_fantasy", "Halla Reed")
        sheet = read.sheet
        assert [sheet[name] for name in ("st", "dx", "iq", "ht", "per", "fp_max", "hp")] == [12, 13, 10, 11, 12, 12, 9]
        assert [sheet[name] for name in ("will", "hp_max", "basic_speed", "basic_move", "fp")] == [None] * 5

    @pytest.mark.rule("DF-16")
    def test_dodge_is_worked_out_for_every_load_without_the_shield(self) -> None:
        """3 + (13 + 11) / 4 + 1 for Combat Reflexes = 10; the file says 12, with the shield's 2."""
        assert values(imported("halla_v5"))["dodge_by_encumbrance"] == [10, 9, 8, 7, 6]

    @pytest.mark.rule("DF-07")
    def test_the_bonus_of_a_shield_is_kept_apart_and_said(self) -> None:
        """Broadsword-15: 3 + 7 + 1 = 11. Shield-14: 3 + 7 + 1 = 11. The file says 13 for both."""
        read = imported("halla_v5")
        found = values(read)
        assert (found["parry"]["broadsword"], found["block"], found["defence_bonus"]) == (11, {"medium_shield": 11}, 2)
        assert thing(read, "Medium Shield")["db"] == 2
        assert "Defence Bonus of “Medium Shield” (2) in every defence; here it is kept apart" in sentences(read)
        assert read.sheet["bonuses"] == []

    @pytest.mark.rule("DF-25")
    def test_a_fencing_parry_is_hampered_by_the_load_once(self) -> None:
        """Rapier-14, light load (39.75 lb, Basic Lift 29): 3 + 7 + 1 − 1 = 10. The file's 13 has it taken off."""
        read = imported("halla_v5")
        gear = [{**item, "place": "right" if item["name"] == "Rapier" else "worn"} for item in read.gear]
        gear[-1]["place"] = "elsewhere"
        found = values(Imported(read.system, read.name, read.sheet, gear))
        assert (found["carried_lb"], found["encumbrance"], found["parry"]["rapier"]) == (39.75, 1, 10)

    def test_a_skill_that_loads_hamper_is_written_down_without_the_load(self) -> None:
        """Stealth is 12 in the file, DX+0 = 13 without the light load."""
        skills = {skill["name"]: skill["level"] for skill in imported("halla_v5").sheet["skills"]}
        assert skills == {"Broadsword": 15, "Rapier": 14, "Shield (Shield)": 14, "Stealth": 13, "Feint": 16}

    def test_what_is_switched_off_does_not_count_and_containers_are_no_traits(self) -> None:
        read = imported("halla_v5")
        assert [trait["name"] for trait in read.sheet["traits"]] == ["Combat Reflexes", "Skin (bark)", "Spit Venom"]
        assert thing(read, "Broadsword")["quality"] == "fine"  # its modifier “Cheap” is switched off

    def test_damage_goes_by_st_with_what_the_file_adds(self) -> None:
        """Swing of ST 12 is 1d+2; the file has 1d+4, so swing +2, though the weapon's own is +1."""
        swung, thrust = thing(imported("halla_v5"), "Broadsword")["modes"]
        assert (swung["damage"], thrust["damage"], swung["defaults"]) == ("sw+2 cut", "thr+1 cr", ["DX-5", "Rapier-4"])

    def test_hands_weights_and_places_are_those_of_the_equipment(self) -> None:
        places = {item["name"]: item.get("place") for item in imported("halla_v5").gear}
        assert places == {
            "Broadsword": "right", "Medium Shield": "left", "Mail Shirt": None, "Rapier": None, "Longbow": "worn",
            "Chest": "elsewhere",
        }  # fmt: skip
        assert "“Longbow” is ready, but no hand is free for it" in sentences(imported("halla_v5"))

    def test_a_bow_has_its_ranges_by_st_and_takes_both_hands(self) -> None:
        (shot,) = thing(imported("halla_v5"), "Longbow")["shots"]
        assert (shot["half"], shot["most"], shot["by_st"], shot["hands"], shot["st"]) == (15, 20, True, 2, 11)
        assert (shot["accuracy"], shot["bulk"], shot["damage"]) == (3, -8, "thr+2 imp")

    def test_armour_covers_what_it_covers_and_what_is_only_against_some_blows_is_said(self) -> None:
        read = imported("halla_v5")
        mail = thing(read, "Mail Shirt")
        assert (mail["kind"], mail["dr"], mail["flexible"], mail["weight_lb"]) == (
            "armor", {"torso": 4, "vitals": 4}, True, 16,
        )  # fmt: skip
        assert "“Mail Shirt”: DR -2 counts only for crushing and was left out." in sentences(read)
        assert read.sheet["dr"] == 0
        assert "Natural DR that covers only some places was left out: skull, torso." in sentences(read)

    def test_what_has_no_place_on_the_sheet_stands_in_the_notes(self) -> None:
        read = imported("halla_v5")
        assert read.sheet["notes"].splitlines() == ["Light 11", "Spit Venom, 13, 1d tox, 10", "Owes the ferryman."]
        assert "The spells (1) stand in the notes" in sentences(read)

    def test_common_attacks_of_the_body_are_read_with_whether_they_parry(self) -> None:
        """Punch at DX 13: 3 + 6 + 1 = 10."""
        read = imported("halla_v5")
        assert [(each["name"], each["parries"]) for each in read.sheet["attacks"]] == [("Bite", False), ("Punch", True)]
        assert values(read)["parry"]["punch"] == 10

    def test_another_table_of_damage_is_said(self) -> None:
        read = changed("halla_v5", {"settings": {"damage_progression": "no_school_grognard_damage"}})
        assert "another table of damage: no school grognard damage" in sentences(read)


class TestDataVersion4:
    """Оск Косой, left-handed: ST 14, Basic Speed bought to 6.5, Enhanced Dodge 2, a great axe and a bag."""

    def test_bought_speed_and_traits_by_level_count(self) -> None:
        """3 + 6.5 + 2 = 11.5, rounded down: 11."""
        read = imported("osk_v4")
        assert (read.format, read.sheet["basic_speed"], read.sheet["sm"]) == ("gcs-4", 6.5, 1)
        assert values(read)["dodge_by_encumbrance"] == [11, 10, 9, 8, 7]

    def test_an_enchanted_weapon_keeps_the_files_level_and_a_charm_counts_for_every_parry(self) -> None:
        """Axe/Mace-14 and 2 for the enchantment: 3 + 8 + 1 for the charm = 12. Talons at DX 12 − 2: 3 + 5 + 1 = 9."""
        read = imported("osk_v4")
        assert thing(read, "Great Axe")["modes"][0]["level"] == 16
        assert {"great_axe": 12, "talons_slash": 9}.items() <= values(read)["parry"].items()
        assert read.sheet["bonuses"] == [{"to": "parry", "amount": 1, "source": "Lucky Charm", "skill": ""}]

    def test_a_weapon_for_two_hands_is_in_both_and_further_ones_are_asked_about(self) -> None:
        read = imported("osk_v4")
        assert read.sheet["handedness"] == "left"
        assert (thing(read, "Great Axe")["place"], thing(read, "Garrote")["place"]) == ("both", "worn")
        assert [read.gear[at]["name"] for at in read.hands] == [
            "Great Axe",
            "Large Knife",
            "Garrote",
            "Small Shield, Light",
        ]

    def test_no_in_any_language_parries_nothing(self) -> None:
        assert thing(imported("osk_v4"), "Garrote")["modes"][0]["parry"] is None

    def test_a_skill_misspelt_among_the_defaults_leaves_the_others(self) -> None:
        """“Knive” is no skill: DX − 4 = 8, parry 3 + 4 − 1 + 1 = 7."""
        read = imported("osk_v4")
        gear = [{**item, "place": "left" if item["name"] == "Large Knife" else "worn"} for item in read.gear]
        assert values(Imported(read.system, read.name, read.sheet, gear))["parry"]["large_knife"] == 7

    def test_what_can_be_thrown_is_thrown(self) -> None:
        (thrown,) = thing(imported("osk_v4"), "Large Knife")["shots"]
        assert (thrown["thrown"], thrown["half"], thrown["most"], thrown["by_st"]) == (True, 0.8, 1.5, True)

    def test_a_container_that_lightens_what_is_in_it_does_so_here(self) -> None:
        """The bag weighs 2 lb, and with 10 lb in it 7 lb: half of the shield's weight counts."""
        read = imported("osk_v4")
        assert (thing(read, "Small Shield, Light")["weight_lb"], values(read)["carried_lb"]) == (5, 8 + 2 * 1 + 2 + 5)

    def test_a_bonus_that_the_file_only_names_is_the_shields_bonus_all_the_same(self) -> None:
        shield = thing(imported("osk_v4"), "Small Shield, Light")
        assert (shield["kind"], shield.get("db", 1), shield.get("place", "pack")) == ("shield", 1, "pack")
        assert "in every defence" not in sentences(imported("osk_v4"))

    def test_who_has_no_fatigue_points_never_tires(self) -> None:
        assert imported("osk_v4").sheet["fp_max"] == 0

    @pytest.mark.rule("DF-29")
    def test_an_animal_is_pointed_out(self) -> None:
        assert "The file calls it an animal" in sentences(imported("osk_v4"))

    def test_a_skill_that_the_file_did_not_work_out_is_worked_out_by_its_points(self) -> None:
        """Two-Handed Sword, average, 4 points: DX 12 + 1 = 13."""
        skills = {skill["name"]: skill["level"] for skill in imported("osk_v4").sheet["skills"]}
        assert skills == {"Axe/Mace": 14, "Two-Handed Sword": 13}


class TestDataVersion2:
    """Mirek: nothing is worked out in the file. DX 10 + 2 + 1 by race = 13, HT 10, Staff by points."""

    def test_attributes_are_worked_out_with_what_a_race_brings(self) -> None:
        """Will 11 + 1, HP 11 + 1, Basic Move 5 − 1; hurt by 10 of 12 HP."""
        read = imported("mirek_v2")
        names = ("st", "dx", "iq", "ht", "will", "hp_max", "hp", "basic_move")
        assert [read.sheet[name] for name in names] == [11, 13, 11, 10, 12, 12, 2, 4]
        assert (read.format, read.sheet["basic_speed"]) == ("gcs-2", None)

    @pytest.mark.rule("DF-16")
    def test_who_is_badly_hurt_dodges_at_half(self) -> None:
        """3 + 5.75 = 8.75; 2 of 12 HP: half, rounded up, 5."""
        assert values(imported("mirek_v2"))["dodge_by_encumbrance"] == [5, 4, 3, 2, 1]

    def test_a_trait_limited_by_its_modifier_counts_for_that_weapon(self) -> None:
        """Staff, average, 4 points: 14. 3 + 7 + 2 for the staff + 1 for Enhanced Parry (Staff) = 13."""
        read = imported("mirek_v2")
        assert read.sheet["traits"][1]["specialty"] == "Staff"
        assert values(read)["parry"]["quarterstaff"] == 13

    def test_old_keys_for_armour_weapons_and_skills_are_known(self) -> None:
        read = imported("mirek_v2")
        assert thing(read, "Leather Cap")["dr"] == {"skull": 1}
        (shot,) = thing(read, "Sling")["shots"]
        assert (shot["skill"], shot["half"], shot["most"], shot["bulk"]) == ("Sling", 6, 10, -4)
        assert {skill["name"]: skill["level"] for skill in read.sheet["skills"]} == {"Staff": 14, "Sling": 11}


def test_the_keys_of_data_version_1_are_known() -> None:
    """HP 12 + 2, hurt by 3; Basic Speed (11 + 12) / 4 + 0.25 = 6, so that Basic Move is 6 + 1 and Dodge 9."""
    document = {"type": "character", "version": 1, "profile": {"name": "Vesna"}, "ST": 12, "DX": 11, "IQ": 10, "HT": 12,
                "HP_adj": 2, "hp_damage": 3, "will_adj": 1, "speed_adj": 0.25, "move_adj": 1}  # fmt: skip
    read = read_file(json.dumps(document).encode())
    names = ("st", "dx", "ht", "hp_max", "hp", "will", "basic_speed", "basic_move")
    assert [read.sheet[name] for name in names] == [12, 11, 12, 14, 11, 11, 6, 7]
    assert (read.format, values(read)["dodge_by_encumbrance"][0]) == ("gcs-1", 9)


def test_an_unknown_version_is_read_as_far_as_it_goes_and_said() -> None:
    read = changed("halla_v5", {"version": 9})
    assert (read.format, read.name, read.sheet["dx"]) == ("gcs", "Halla Reed", 13)
    assert "data version 9, which is not known" in sentences(read)


def test_what_does_not_fit_is_cut_to_what_does_and_said() -> None:
    read = changed("halla_v5", {"attributes": [{"attr_id": "st", "calc": {"value": 1e30}}], "profile": {"SM": -40}})
    assert (read.sheet["st"], read.sheet["sm"], read.name) == (200, -10, "?")
    assert "ST is 1e+09 in the file, and 200 here" in sentences(read)


def test_a_file_that_counts_a_known_trait_otherwise_is_contradicted() -> None:
    """Combat Reflexes adds 1 to every defence; this file has it add 3 to dodge."""
    trait = {"name": "Combat Reflexes", "features": [{"type": "attribute_bonus", "attribute": "dodge", "amount": 3}]}
    read = changed("halla_v5", {"traits": [trait]})
    assert values(read)["dodge_by_encumbrance"][0] == 10
    assert "The file counts +3 to dodge for “Combat Reflexes”; the rules here count +1." in sentences(read)


def test_a_bonus_in_some_situations_is_named_and_not_counted() -> None:
    features = [{"type": "conditional_modifier", "situation": "to Dodge when flying", "amount": 2}]
    read = changed("halla_v5", {"traits": [{"name": "Swift", "features": features}]})
    assert values(read)["dodge_by_encumbrance"][0] == 9
    assert "“Swift”: +2 to Dodge when flying: only in some situations" in sentences(read)


@pytest.mark.rule("DF-08")
def test_what_an_enchanted_thing_adds_to_every_defence_is_magical_defence_bonus() -> None:
    """A cloak of deflection: not in dodge, parry and block, but in the bonus beside them."""
    features = [{"type": "attribute_bonus", "attribute": to, "amount": 2} for to in ("dodge", "parry", "block")]
    ring = {"description": "Ring", "equipped": True, "features": features}
    read = changed("halla_v5", {"equipment": [ring]})
    found = values(read)
    assert (found["dodge_by_encumbrance"][0], found["defence_bonus"]) == (10, 2)
    assert read.sheet["bonuses"] == []


def test_what_an_enchanted_thing_adds_to_one_defence_is_a_bonus_to_it_while_it_is_worn() -> None:
    boots = {"description": "Boots", "features": [{"type": "attribute_bonus", "attribute": "dodge", "amount": 1}]}
    worn = changed("halla_v5", {"equipment": [boots | {"equipped": True}]})
    packed = changed("halla_v5", {"equipment": [boots]})
    assert worn.sheet["bonuses"] == [{"to": "dodge", "amount": 1, "source": "Boots", "skill": ""}]
    assert packed.sheet["bonuses"] == []


def shield(name: str, **more: Any) -> Imported:
    weapon = {"block": "0", "usage": "Bash", "damage": {"type": "cr", "st": "thr"}}
    thing = {"description": name, "equipped": True, "weapons": [weapon]}
    return changed("halla_v5", {"equipment": [thing | more]})


@pytest.mark.rule("DF-07")
@pytest.mark.parametrize("note", ["DB 2", "DB: 2; DR 4", "Gives a Defense Bonus of 2.", "+2 DB", "БЗ 2"])
def test_a_bonus_that_is_only_noted_is_the_shields(note: str) -> None:
    read = shield("Kite Shield", local_notes=note)
    assert (thing(read, "Kite Shield")["db"], values(read)["defence_bonus"]) == (2, 2)


@pytest.mark.parametrize(
    ("name", "make", "bonus"),
    [
        ("Heavy Cloak", "cloak", 2),
        ("Medium Buckler", "buckler", 2),
        ("Large Shield, Light", "shield", 3),
        ("Door", None, 0),
    ],
)
def test_a_bonus_that_is_not_stated_is_that_of_the_table(name: str, make: str | None, bonus: int) -> None:
    read = shield(name)
    item = thing(read, name)
    if make is None:
        assert item["kind"] == "weapon"
        return
    assert (item["kind"], item.get("make", "shield"), item.get("db", 1)) == ("shield", make, bonus)
    assert f"does not state the Defence Bonus of “{name}”: {bonus} was taken" in sentences(read)


@pytest.mark.rule("DF-08")
def test_an_enchanted_shield_has_its_own_bonus_and_the_magical_one() -> None:
    def all_three(amount: int) -> list[dict[str, Any]]:
        return [{"type": "attribute_bonus", "attribute": to, "amount": amount} for to in ("dodge", "parry", "block")]

    read = shield("Small Shield", features=all_three(1), modifiers=[{"name": "Deflect", "features": all_three(3)}])
    item = thing(read, "Small Shield")
    assert (item.get("db", 1), item["magic_db"], values(read)["defence_bonus"]) == (1, 3, 4)
    assert values(read)["dodge_by_encumbrance"][0] == 10
    assert "Defence Bonus of “Small Shield” (4) in every defence" in sentences(read)


def test_a_trait_that_the_file_does_not_count_is_counted_and_that_is_said() -> None:
    read = changed("halla_v5", {"traits": [{"name": "Combat Reflexes"}]})
    assert values(read)["dodge_by_encumbrance"][0] == 10
    assert "The file counts +0 to dodge for “Combat Reflexes”; the rules here count +1." in sentences(read)


def test_a_bonus_to_parries_with_one_skill_is_for_that_skill() -> None:
    """Broadsword-15: 3 + 7 + 2 = 12. The punch at DX 13 stays 3 + 6 = 9."""
    feature = {"type": "weapon_parry_bonus", "selection_type": "weapons_with_required_skill", "amount": 2,
               "name": {"compare": "is", "qualifier": "Broadsword"}}  # fmt: skip
    document = json.loads(content("halla_v5"))
    document["traits"] = [{"name": "Sword Lore", "features": [feature]}, document["traits"][1]]
    read = read_file(json.dumps(document).encode())
    assert {"broadsword": 12, "punch": 9}.items() <= values(read)["parry"].items()


def test_a_skill_without_points_is_no_more_than_its_default() -> None:
    """Rapier at DX − 5 without points: the weapon has the level that the file gives it, 13 and 1 for the load."""
    skills = [{"name": "Rapier", "points": 0, "calc": {"level": 8}}]
    read = changed("halla_v5", {"skills": skills})
    assert (read.sheet["skills"][0]["points"], thing(read, "Rapier")["modes"][0]["level"]) == (0, 14)


def test_the_same_file_is_read_the_same() -> None:
    assert imported("osk_v4") == imported("osk_v4")
