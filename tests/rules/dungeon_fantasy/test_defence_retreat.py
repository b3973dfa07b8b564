"""Options added to a defence: retreat, Dodge and Drop, Dive for Cover (DF-36 to DF-39)."""

from typing import Any

import pytest

from rules.dice import Scripted
from rules.play import play
from rules.systems.dungeon_fantasy.bearing import blow_arc
from rules.systems.dungeon_fantasy.fighter import DfFighter
from rules.systems.dungeon_fantasy.retreating import land, reset_for_turn, stands_for
from tests.rules.dungeon_fantasy.duels import Duel, bow, broadsword, fighter, rapier, shield, weapon

SKILLS = {"Broadsword": 14, "Shield": 12}


def anna(**state: Any) -> DfFighter:
    """Dodge 8, parry 10, block 9; no DB."""
    return fighter("anna", broadsword(), shield(0), skills=SKILLS, state=state)


def archers(**state: Any) -> Duel:
    """Anna shot at by one archer, with another and an orc about."""
    others = fighter("second", bow()), fighter("orc", broadsword())
    return Duel(anna(**state), fighter("archer", bow()), *others)


def met(at: tuple[int, int] = (6, 5), **state: Any) -> Duel:
    """Anna at (5, 5) looking east at an orc next to her, on a map of axial hexes."""
    orc = fighter("orc", broadsword(), state={"at": at, "facing": 3, **state})
    return Duel(anna(at=(5, 5), facing=0), orc, ground={})


@pytest.mark.rule("DF-37")
class TestRetreat:
    def test_it_gives_3_to_a_dodge_and_1_to_a_block_and_an_ordinary_parry(self) -> None:
        duel = Duel(anna())
        assert duel.level("dodge+retreat") == 11
        assert duel.level("parry:broadsword+retreat") == 11
        assert duel.level("block:shield+retreat") == 10

    @pytest.mark.parametrize("skill", ["Main-Gauche", "Rapier", "Saber", "Smallsword"])
    def test_it_gives_3_to_a_parry_with_a_fencing_skill(self, skill: str) -> None:
        """Skill 14: 10 + 3."""
        blade = weapon("blade", skill, 2, "thr imp", fencing=True)
        assert Duel(fighter("anna", blade, skills={skill: 14})).level("parry:blade+retreat") == 13

    @pytest.mark.parametrize(("skill", "level"), [("Boxing", 13), ("Judo", 13), ("Karate", 13), ("Wrestling", 11)])
    def test_and_to_boxing_judo_and_karate(self, skill: str, level: int) -> None:
        duel = Duel(fighter("anna", skills={skill: 14}), fighter("orc"))
        assert duel.level(f"parry:{skill.lower()}+retreat") == level

    @pytest.mark.parametrize(
        "state",
        [
            {"posture": "sitting"}, {"posture": "kneeling"}, {"stunned": True}, {"manoeuvre": "move_and_attack"},
            {"manoeuvre": "move", "sprinted": True},
        ],
    )  # fmt: skip
    def test_who_cannot_step_back(self, state: dict[str, Any]) -> None:
        duel = Duel(anna(**state))
        assert duel.why_not("dodge+retreat") == "DF-37"
        assert duel.why_not("dodge") is None

    @pytest.mark.parametrize("state", [{"posture": "lying"}, {"manoeuvre": "move"}, {"posture": "crouching"}])
    def test_who_can(self, state: dict[str, Any]) -> None:
        assert Duel(anna(**state)).why_not("dodge+retreat") is None

    def test_who_lies_rolls_away_and_lies_still(self) -> None:
        duel = Duel(anna(posture="lying"))
        assert duel.level("dodge+retreat") == 8
        duel.defend("dodge+retreat", dice=[1, 1, 2])
        assert duel.anna.posture == "lying"

    def test_only_from_melee_attacks(self) -> None:
        assert archers().why_not("dodge+retreat") == "DF-37"

    def test_the_bonus_stays_for_every_defence_against_that_enemy_until_ones_own_turn(self) -> None:
        duel = Duel(anna(), None, fighter("wolf"))
        wolf = duel.fight.fighters["wolf"]
        duel.defend("dodge+retreat", dice=[1, 1, 2])
        assert (duel.level("dodge"), duel.level("parry:broadsword"), duel.level("block:shield")) == (11, 11, 10)
        assert (duel.level("dodge", wolf), duel.level("parry:broadsword", wolf)) == (8, 10)
        duel.fight.apply(reset_for_turn(duel.anna))
        assert duel.level("dodge") == 8


@pytest.mark.rule("DF-36")
def test_one_option_a_turn_against_one_enemy() -> None:
    duel = Duel(anna(), None, fighter("wolf"))
    duel.defend("dodge+retreat", dice=[1, 1, 2])
    for attacker in ("orc", "wolf"):
        assert duel.why_not("dodge+retreat", duel.fight.fighters[attacker]) == "DF-36"
    assert duel.why_not("block:shield+retreat") == "DF-36"
    duel.fight.apply(reset_for_turn(duel.anna))
    assert duel.why_not("dodge+retreat") is None


@pytest.mark.rule("DF-36")
def test_it_is_used_up_by_a_failed_defence_too() -> None:
    duel = Duel(anna())
    assert duel.defend("dodge+retreat", dice=[6, 6, 6]) == ["retreated", "failed_dodge"]
    assert duel.why_not("dodge+retreat") == "DF-36"


@pytest.mark.rule("DF-37")
class TestWhere:
    def test_into_a_hex_farther_away_turning_by_one_side_at_most(self) -> None:
        """The orc in the east: west is straight away, then the two beside it; the facings 0, 5 and 1."""
        duel = met()
        duel.defend("dodge+retreat")
        asked = duel.asked()
        assert (asked.who, asked.question, asked.default) == ("anna", "retreat_to", "4,5:0")
        assert {option.key.partition(":")[0] for option in asked.options} == {"4,5", "5,4", "4,6"}
        assert {option.key.partition(":")[2] for option in asked.options} == {"0", "1", "5"}

    def test_the_step_is_made_at_once_whatever_the_roll(self) -> None:
        duel = met()
        kinds = duel.defend("dodge+retreat", "4,6:1", dice=[6, 6, 6])
        assert kinds == ["retreated", "went", "failed_dodge"]
        assert (duel.anna.at, duel.anna.facing) == ((4, 6), 1)

    def test_not_into_an_occupied_hex_nor_through_a_wall(self) -> None:
        duel = met()
        friend = fighter("ben", state={"at": (4, 5), "facing": 0})
        duel.fight.fighters["ben"] = friend
        duel.defend("dodge+retreat")
        assert {option.key.partition(":")[0] for option in duel.asked().options} == {"5,4", "4,6"}
        walled = Duel(anna(at=(5, 5), facing=0), duel.orc, friend, ground={"walls": [[5, 4]]})
        walled.defend("dodge+retreat")
        assert {option.key.partition(":")[0] for option in walled.asked().options} == {"4,6"}

    def test_over_the_fallen(self) -> None:
        duel = met()
        duel.fight.fighters["ben"] = fighter("ben", state={"at": (4, 5), "facing": 0, "fate": "dead"})
        duel.defend("dodge+retreat")
        assert duel.asked().default == "4,5:0"

    def test_with_no_free_hex_there_is_no_retreat(self) -> None:
        duel = Duel(anna(at=(5, 5), facing=0), met().orc, ground={"walls": [[4, 5], [5, 4], [4, 6]]})
        assert duel.why_not("dodge+retreat") == "DF-37"

    def test_the_edge_of_the_map_stops_it(self) -> None:
        orc = fighter("orc", broadsword(), state={"at": (1, 0), "facing": 3})
        duel = Duel(anna(at=(0, 0), facing=0), orc, ground={"size": [3, 1]})
        assert duel.why_not("dodge+retreat") == "DF-37"

    def test_an_unseen_foe_there_is_not_given_away(self) -> None:
        duel = met()
        duel.fight.fighters["ghost"] = fighter("ghost", state={"at": (4, 5), "facing": 0, "hidden": True})
        duel.defend("dodge+retreat")
        assert duel.asked().default == "4,5:0"

    def test_for_the_attack_one_stands_where_one_stood(self) -> None:
        """Anna goes south-west and turns: for the orc she stands in (5, 5) and looks east until its turn is over."""
        duel = met()
        duel.defend("dodge+retreat", "4,6:1", dice=[1, 1, 2])
        assert stands_for(duel.fight, duel.anna, duel.orc) == ((5, 5), 0)
        assert blow_arc(duel.fight, duel.orc, duel.anna) == "front"
        duel.fight.turn = "anna"
        assert stands_for(duel.fight, duel.anna, duel.orc) == ((4, 6), 1)

    def test_for_others_one_stands_where_one_has_gone(self) -> None:
        duel = met()
        duel.fight.fighters["wolf"] = wolf = fighter("wolf", state={"at": (6, 6), "facing": 3})
        duel.defend("dodge+retreat", "4,6:1", dice=[1, 1, 2])
        assert stands_for(duel.fight, duel.anna, wolf) == ((4, 6), 1)


@pytest.mark.rule("DF-37")
class TestFollowing:
    def test_the_attacker_may_follow_with_the_step_it_has_left(self) -> None:
        duel = met(step_left=True)
        kinds = duel.defend("dodge+retreat", "4,5:0", "5,5", dice=[1, 1, 2])
        assert kinds == ["retreated", "went", "dodged", "followed", "went"]
        assert (duel.orc.at, duel.orc.facing, duel.orc.step_left) == ((5, 5), 3, False)
        assert stands_for(duel.fight, duel.anna, duel.orc) == ((4, 5), 0)
        assert duel.level("dodge") == 11

    def test_it_may_stay(self) -> None:
        duel = met(step_left=True)
        duel.defend("dodge+retreat", "4,5:0", dice=[1, 1, 2])
        assert (duel.asked().who, duel.asked().question, duel.asked().default) == ("orc", "follow", "stay")
        duel = met(step_left=True)
        duel.defend("dodge+retreat", "4,5:0", "stay", dice=[1, 1, 2])
        assert (duel.orc.at, duel.orc.step_left) == ((6, 5), True)

    def test_without_a_step_nobody_is_asked(self) -> None:
        duel = met(step_left=False)
        duel.defend("dodge+retreat", "4,5:0", dice=[1, 1, 2])
        assert duel.last.waiting is None

    def test_without_a_retreat_nobody_is_asked(self) -> None:
        duel = met(step_left=True)
        duel.defend("dodge", dice=[1, 1, 2])
        assert duel.last.waiting is None


@pytest.mark.rule("DF-38")
class TestDodgeAndDrop:
    def test_3_more_and_one_lies(self) -> None:
        duel = archers()
        assert duel.level("dodge+drop") == 11
        assert duel.defend("dodge+drop", dice=[3, 4, 4]) == ["dropped", "dodged"]
        assert duel.anna.posture == "lying"

    def test_against_later_shots_of_the_same_enemy_too_as_if_one_still_stood(self) -> None:
        duel = archers()
        duel.defend("dodge+drop", dice=[3, 4, 4])
        assert duel.level("dodge") == 11
        assert duel.level("block:shield") == 9

    def test_against_others_one_lies(self) -> None:
        """8 − 3."""
        duel = archers()
        duel.defend("dodge+drop", dice=[3, 4, 4])
        assert duel.level("dodge", duel.fight.fighters["second"]) == 5
        assert duel.level("dodge", duel.fight.fighters["orc"]) == 5

    def test_not_from_melee_attacks(self) -> None:
        assert Duel(anna()).why_not("dodge+drop") == "DF-38"

    def test_who_lies_cannot_drop(self) -> None:
        assert archers(posture="lying").why_not("dodge+drop") == "DF-38"

    def test_it_is_no_default(self) -> None:
        duel = archers()
        duel.defend()
        assert duel.asked().default == "block:shield"

    def test_it_is_the_option_of_the_turn(self) -> None:
        duel = archers()
        duel.defend("dodge+drop", dice=[3, 4, 4])
        assert duel.why_not("dodge+retreat", duel.fight.fighters["orc"]) == "DF-36"
        duel.fight.apply(reset_for_turn(duel.anna))
        assert duel.level("dodge") == 5


@pytest.mark.rule("DF-39")
class TestDiveForCover:
    def duel(self, **state: Any) -> Duel:
        """Anna behind a shield of DB 2 in the way of a dragon's breath."""
        diver = fighter("anna", broadsword(), shield(2), skills=SKILLS, state={"at": (5, 5), "facing": 0, **state})
        return Duel(diver, fighter("dragon", state={"at": (7, 5), "facing": 3}), ground={})

    def test_3_more_and_db_does_not_count(self) -> None:
        duel = self.duel()
        assert (duel.level("dodge+retreat", area=True), duel.level("dodge+drop", area=True)) == (11, 11)

    def test_nothing_else_helps(self) -> None:
        duel = self.duel()
        for key in ("dodge", "dodge+acrobatic", "parry:broadsword", "block:shield", "block:shield+retreat"):
            assert duel.why_not(key, area=True) == "DF-39"

    def test_a_success_moves_one_step_away(self) -> None:
        duel = self.duel()
        kinds = duel.defend("dodge+retreat", "4,5:0", area=True, dice=[3, 4, 4])
        assert kinds == ["dived", "dodged", "landed", "went"]
        assert (duel.anna.at, duel.anna.posture) == ((4, 5), "standing")
        assert duel.is_saved

    def test_who_drops_lies_there(self) -> None:
        duel = self.duel()
        duel.defend("dodge+drop", "4,5:0", area=True, dice=[3, 4, 4])
        assert (duel.anna.at, duel.anna.posture) == ((4, 5), "lying")

    def test_who_fails_is_struck_first_and_moves_then(self) -> None:
        duel = self.duel()
        assert duel.defend("dodge+drop", area=True, dice=[4, 4, 4]) == ["dived", "failed_dodge"]
        assert (duel.anna.at, duel.anna.posture, duel.is_saved) == ((5, 5), "standing", False)
        played = play(duel.fight, land(duel.fight, duel.blow(area=True)), Scripted([]), ["4,5:0"])
        assert [event.kind for event in played.events] == ["landed_prone", "went"]
        assert (duel.anna.at, duel.anna.posture) == ((4, 5), "lying")

    def test_who_is_out_of_the_fight_by_then_does_not_move(self) -> None:
        duel = self.duel()
        duel.defend("dodge+retreat", area=True, dice=[4, 4, 4])
        duel.anna.fate = "unconscious"
        played = play(duel.fight, land(duel.fight, duel.blow(area=True)), Scripted([]))
        assert [event.kind for event in played.events] == ["dive_lost"]
        assert duel.anna.at == (5, 5)

    def test_it_is_the_option_of_the_turn_and_nothing_is_left_then(self) -> None:
        duel = self.duel()
        duel.defend("dodge+retreat", "4,5:0", area=True, dice=[3, 4, 4])
        assert duel.defend(area=True) == ["no_defence_left"]

    def test_who_kneels_can_only_drop(self) -> None:
        duel = self.duel(posture="kneeling")
        assert duel.why_not("dodge+retreat", area=True) == "DF-37"
        duel.defend(area=True)
        assert duel.asked().default == "dodge+drop"

    def test_without_a_map_too(self) -> None:
        duel = Duel(anna(), fighter("dragon"))
        assert duel.defend("dodge+retreat", area=True, dice=[3, 4, 4]) == ["dived", "dodged", "landed"]


@pytest.mark.rule("DF-25", "DF-37")
def test_a_fencing_parry_gains_3_from_an_earlier_retreat() -> None:
    """Rapier-14: 10; after a dodge with a retreat 13 against that enemy, and no less than that for its next blow."""
    duel = Duel(fighter("anna", rapier(), skills={"Rapier": 14}))
    duel.defend("dodge+retreat", dice=[1, 1, 2])
    assert duel.level("parry:rapier") == 13
