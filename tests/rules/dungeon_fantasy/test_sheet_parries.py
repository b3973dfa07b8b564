"""Parries as the sheet shows them, before circumstances (DF-21 to DF-29)."""

from typing import Any

import pytest

from rules.systems.dungeon_fantasy.derived import parries_of
from rules.systems.dungeon_fantasy.ways import Parry
from tests.rules.dungeon_fantasy.heroes import derived, mode, owner, pack, shield, skills, trait, values, weapon

RAPIER = weapon("rapier", mode("Rapier", "thr+1 imp", fencing=True))
STAFF = weapon("staff", mode("Staff", "sw+2 cr", parry=2, hands=2), place="both")
WHIP = weapon("whip", mode("Whip", "sw-2 cr", parry=-2, unbalanced=True))


def parry(*gear: dict[str, Any], **sheet: Any) -> dict[str, int]:
    shown: dict[str, int] = values(*gear, **sheet)["parry"]
    return shown


def ways(*gear: dict[str, Any], **sheet: Any) -> dict[str, Parry]:
    return {each.key: each for each in parries_of(*owner(*gear, **sheet))}


@pytest.mark.rule("DF-21")
class TestWeapons:
    @pytest.mark.parametrize("name", ["Broadsword", "Меч", "меч", "Sword"])
    def test_sword_17_parries_at_11_in_either_language(self, name: str) -> None:
        """3 + 8.5 = 11.5."""
        assert parry(weapon("blade"), skills=[{"name": name, "level": 17}])["blade"] == 11

    def test_the_weapons_modifier_counts(self) -> None:
        """3 + 6 + 2, and 3 + 6 − 2."""
        assert parry(STAFF, skills=skills(Staff=12))["staff"] == 11
        assert parry(WHIP, skills=skills(Whip=12))["whip"] == 7

    def test_what_cannot_parry_is_not_listed(self) -> None:
        assert "trap" not in parry(weapon("trap", mode(parry=None)))

    def test_the_best_default_serves_the_untrained(self) -> None:
        """Shortsword-14 at −2 is 12, DX 10 at −5 only 5: 3 + 6."""
        sword = weapon("blade", mode(defaults=["DX-5", "Shortsword-2"]))
        assert parry(sword, skills=skills(Shortsword=14))["blade"] == 9

    def test_who_knows_nothing_at_all_uses_dx_at_minus_5(self) -> None:
        """DX 10 − 5 = 5: 3 + 2."""
        assert parry(weapon("blade"))["blade"] == 5

    def test_a_skill_that_is_only_a_default_is_none_to_default_from(self) -> None:
        sword = weapon("blade", mode(defaults=["Shortsword-2"]))
        known = [{"name": "Shortsword", "level": 14, "points": 0}]
        assert parry(sword, skills=known)["blade"] == 5

    def test_missing_st_lowers_the_skill_and_so_the_parry(self) -> None:
        """ST 10 with a weapon of ST 12: 17 − 2 = 15, 3 + 7."""
        assert parry(weapon("blade", mode(st=12)), skills=skills(Broadsword=17))["blade"] == 10

    def test_a_level_that_the_weapon_gives_is_taken_as_it_is(self) -> None:
        assert parry(weapon("blade", mode(level=18, st=14)))["blade"] == 12

    def test_what_lies_in_the_pack_parries_nothing(self) -> None:
        assert "blade" not in ways(weapon("blade", place="pack"), skills=skills(Broadsword=17))

    def test_two_of_a_kind_have_two_keys(self) -> None:
        assert {"blade", "blade_2"} <= parry(weapon(), weapon(place="left")).keys()

    def test_a_knife_parries_by_either_of_its_skills(self) -> None:
        """Knife-14: 3 + 7 − 1; Main-Gauche-12: 3 + 6."""
        knife = weapon("knife", mode("Knife", "thr imp", parry=-1), mode("Main-Gauche", "thr imp", fencing=True))
        shown = parry(knife, skills=[*skills(Knife=14), {"name": "Main-Gauche", "level": 12}])
        assert (shown["knife"], shown["knife.main_gauche"]) == (9, 9)

    def test_a_sword_held_in_both_hands_is_used_by_its_modes_for_two(self) -> None:
        sword = weapon("bastard", mode(), mode("Two-Handed Sword", "sw+2 cut", hands=2), place="both")
        shown = ways(sword, skills=skills(Broadsword=17, **{"Two-Handed_Sword": 13}))
        assert [(each.skill, each.level, each.hands) for each in shown.values()] == [("Two-Handed Sword", 9, 2)]


class TestTraining:
    def test_combat_reflexes_and_enhanced_parry_add_to_it(self) -> None:
        traits = [trait("combat_reflexes"), trait("enhanced_parry", level=2)]
        assert parry(weapon("blade"), skills=skills(Broadsword=17), traits=traits)["blade"] == 14

    @pytest.mark.parametrize("name", ["Rapier", "rapier", "Рапира"])
    def test_enhanced_parry_counts_for_what_it_names(self, name: str) -> None:
        traits = [trait("enhanced_parry", specialty=name)]
        shown = parry(RAPIER, weapon("blade", place="left"), skills=skills(Rapier=16, Broadsword=20), traits=traits)
        assert (shown["rapier"], shown["blade"]) == (12, 11)

    def test_enhanced_parry_of_bare_hands_counts_without_a_weapon(self) -> None:
        traits = [trait("enhanced_parry", specialty="Bare Hands")]
        shown = parry(weapon("blade"), skills=skills(Broadsword=14), dx=12, traits=traits)
        assert (shown["blade"], shown["dx"]) == (10, 10)

    def test_a_bonus_for_another_weapon_stays_visible(self) -> None:
        bonus = {"to": "parry", "amount": 1, "source": "lesson", "skill": "Rapier"}
        steps = derived(weapon("blade"), skills=skills(Broadsword=17), bonuses=[bonus])["why"]["parry.blade"]
        assert (steps[-1]["operand"], steps[-1]["ignored"], steps[-1]["total"]) == (1, True, 11)


@pytest.mark.rule("DF-24")
class TestTheOffHand:
    def test_it_takes_4_from_the_skill_and_2_from_the_parry(self) -> None:
        assert parry(weapon("blade", place="left"), skills=skills(Broadsword=16))["blade"] == 9

    def test_for_a_left_hander_the_right_is_the_wrong_one(self) -> None:
        assert parry(weapon("blade"), skills=skills(Broadsword=16), handedness="left")["blade"] == 9

    def test_ambidexterity_takes_it_away(self) -> None:
        traits = [trait("ambidexterity")]
        assert parry(weapon("blade", place="left"), skills=skills(Broadsword=16), traits=traits)["blade"] == 11

    def test_parries_by_main_gauche_never_suffer_from_it_but_attacks_do(self) -> None:
        dagger = weapon("dagger", mode("Main-Gauche", "thr imp", fencing=True, name="stab"), place="left")
        shown = values(dagger, skills=[{"name": "Main-Gauche", "level": 14}])
        assert shown["parry"]["dagger"] == 10
        assert shown["attacks"]["dagger.stab"]["level"] == 10


@pytest.mark.rule("DF-25")
class TestFencing:
    def test_a_load_is_a_penalty_on_the_parry_itself(self) -> None:
        """Rapier-16 parries at 11; a light load makes it 10, where a broadsword does not mind."""
        gear = (RAPIER, weapon("blade", place="left"), pack(30))
        shown = parry(*gear, skills=skills(Rapier=16, Broadsword=20))
        assert (shown["rapier"], shown["blade"]) == (10, 11)

    @pytest.mark.rule("DF-37")
    def test_it_retreats_well(self) -> None:
        shown = ways(RAPIER, weapon("blade", place="left"))
        assert (shown["rapier"].retreats_well, shown["blade"].retreats_well) == (True, False)


@pytest.mark.rule("DF-23")
@pytest.mark.parametrize(
    ("gear", "key", "traits", "costs"),
    [
        (weapon("blade"), "blade", [], 4),
        (RAPIER, "rapier", [], 2),
        (weapon("blade"), "blade", [trait("weapon_master")], 2),
        (weapon("blade"), "blade", [trait("weapon_master", specialty="Rapier")], 4),
        (weapon("blade"), "blade", [trait("trained_by_a_master")], 2),
        (RAPIER, "rapier", [trait("weapon_master", specialty="Rapier")], 1),
        (weapon("blade"), "dx", [trait("weapon_master")], 4),
        (weapon("blade"), "dx", [trait("trained_by_a_master")], 2),
    ],
)
def test_what_each_parry_after_the_first_costs(
    gear: dict[str, Any], key: str, traits: list[dict[str, Any]], costs: int
) -> None:
    assert ways(gear, traits=traits)[key].repeated == costs


@pytest.mark.rule("DF-28")
class TestBareHands:
    def test_dx_and_the_skills_of_one_hand(self) -> None:
        """DX 13: 9; Boxing-15: 10; Judo-14: 10; Karate-17: 11."""
        shown = parry(dx=13, skills=skills(Boxing=15, Judo=14, Karate=17))
        assert [shown[key] for key in ("dx", "boxing", "judo", "karate")] == [9, 10, 10, 11]

    def test_judo_and_karate_suffer_from_a_load(self) -> None:
        shown = parry(pack(30), dx=13, skills=skills(Boxing=15, Judo=14, Karate=17))
        assert [shown[key] for key in ("dx", "boxing", "judo", "karate")] == [9, 10, 9, 10]

    def test_wrestlers_need_both_hands(self) -> None:
        known = skills(Wrestling=15, Sumo_Wrestling=13)
        assert {"wrestling": 10, "sumo_wrestling": 9}.items() <= parry(skills=known).items()
        assert not {"wrestling", "sumo_wrestling"} & ways(weapon("blade"), skills=known).keys()

    def test_without_a_free_hand_there_is_none(self) -> None:
        assert ways(weapon("blade"), shield(), skills=skills(Karate=17)).keys() == {"blade"}
        assert ways(STAFF).keys() == {"staff"}

    def test_each_free_hand_is_counted_apart(self) -> None:
        shown = ways(skills=skills(Karate=17))
        assert (shown["karate"].thing, shown["karate.left"].thing) == ("right_hand", "left_hand")

    def test_who_has_one_arm_has_one_hand(self) -> None:
        assert "dx.left" not in parry(traits=[trait("one_arm")])

    def test_no_bare_hand_is_the_wrong_one(self) -> None:
        assert parry(weapon("blade"), skills=skills(Karate=17))["karate"] == 11


@pytest.mark.rule("DF-29")
class TestBeasts:
    BITE = {"name": "bite", "damage": "thr cut", "level": 14}

    def test_natural_creatures_without_hands_parry_nothing(self) -> None:
        attacks = [{**self.BITE, "parries": True}]
        assert parry(natural=True, traits=[trait("no_manipulators")], attacks=attacks) == {}

    def test_a_monster_parries_with_a_limb_that_may(self) -> None:
        """3 + 14 ÷ 2; the tail is no such limb."""
        attacks = [{**self.BITE, "name": "claws", "parries": True}, {**self.BITE, "name": "tail"}]
        assert parry(traits=[trait("no_manipulators")], attacks=attacks) == {"claws": 10}

    def test_a_limb_may_count_as_a_weapon(self) -> None:
        attacks = [{**self.BITE, "parries": True, "as_weapon": True}]
        assert not ways(attacks=attacks)["bite"].unarmed

    def test_an_ape_has_hands(self) -> None:
        assert parry(natural=True)["dx"] == 8


@pytest.mark.rule("DF-22")
def test_missiles_are_parried_by_who_has_learned_it() -> None:
    """Parry Missile Weapons-15: 3 + 7."""
    learned = [{"name": "Парирование снарядов", "level": 15}]
    shown = ways(weapon("blade"), skills=learned)["parry_missile_weapons"]
    assert (shown.level, shown.missiles, shown.thing) == (10, True, "blade")
    assert "parry_missile_weapons" not in ways(weapon("blade"))


@pytest.mark.rule("DF-34")
@pytest.mark.parametrize(
    ("more", "fragility"),
    [({}, 0), ({"quality": "cheap"}, 2), ({"quality": "fine"}, -1), ({"quality": "very_fine"}, -2),
     ({"improvised": True}, 2)],
)  # fmt: skip
def test_how_easily_it_breaks(more: dict[str, Any], fragility: int) -> None:
    assert ways(weapon("blade", **more))["blade"].fragility == fragility


def test_things_that_were_moved_or_broken_are_where_they_are_now() -> None:
    sheet, gear = owner(weapon("blade"), weapon("axe", mode("Axe/Mace"), place="pack"))
    keys = [each.key for each in parries_of(sheet, gear, {"0": "dropped", "1": "right"})]
    assert keys == ["axe", "dx"]


def test_the_same_owner_is_worked_out_once() -> None:
    sheet, gear = owner(weapon("blade"))
    assert parries_of(sheet, gear) is parries_of(sheet, gear)
    assert parries_of(sheet, gear, {"0": "pack"}) is not parries_of(sheet, gear)


@pytest.mark.rule("DF-21")
class TestAllThatIsLikely:
    """A sheet shows more than what the hands hold at this moment."""

    def test_a_weapon_at_the_belt_is_shown_as_if_drawn(self) -> None:
        """Knife-14: 3 + 7; the broadsword in the hand stays as it is."""
        knife = weapon("knife", mode("Knife", "sw-2 cut"), place="worn")
        shown = parry(weapon("blade"), knife, skills=skills(Broadsword=16, Knife=14))
        assert (shown["blade"], shown["knife"]) == (11, 10)
        assert "knife" not in ways(weapon("blade"), knife)

    def test_so_is_one_in_the_pack_but_none_that_was_left_behind(self) -> None:
        known = skills(Knife=14)
        assert parry(weapon("knife", mode("Knife"), place="pack"), skills=known)["knife"] == 10
        assert "knife" not in parry(weapon("knife", mode("Knife"), place="elsewhere"), skills=known)

    def test_a_weapon_of_two_grips_has_both(self) -> None:
        """Broadsword-16 with one hand 11, Two-Handed Sword-14 with both 10."""
        long = weapon("long", mode("Broadsword"), mode("Two-Handed Sword", hands=2))
        shown = parry(long, skills=skills(Broadsword=16, **{"Two-Handed Sword": 14}))
        assert (shown["long"], shown["long.two_handed_sword"]) == (11, 10)

    def test_bare_hands_are_shown_though_they_are_full_now(self) -> None:
        """Karate-17: 3 + 8."""
        shown = parry(weapon("blade"), shield(), skills=skills(Karate=17))
        assert shown["karate"] == 11
        assert "karate.left" not in shown
