"""Defences within whole orders: ambushes, areas, several attacks, what the page shows (DF-01, DF-10, DF-37, DF-39)."""

from typing import Any

import pytest

from tests.rules.dungeon_fantasy.brawls import HEXES, brawler, pair
from tests.rules.stage import Stage

SWORD = {
    "kind": "weapon", "name": "sword", "place": "right", "weight_lb": 3,
    "modes": [{"name": "swung", "skill": "Broadsword", "damage": "sw cut"}],
}  # fmt: skip
SKILLS = {"skills": [{"name": "Broadsword", "level": 14}]}
GROUND = {"grid": "hex", "size": [12, 12], "scale": [1, "m"]}


def stage(*, ground: bool = False, **orc: Any) -> Stage:
    """Anna (Dodge 8, Parry 10) and a quicker orc (Broadsword-14), next to each other in a row, its turn."""
    anna = {"id": "anna", "side": "party", "player": True, "sheet": SKILLS, "gear": [SWORD]}
    foe = {"id": "orc", "side": "foes", "sheet": {**SKILLS, "basic_speed": 6}, "gear": [SWORD]}
    if ground:
        anna |= {"at": [2, 2], "facing": 0}
        foe |= {"at": [3, 2], "facing": 3}
    made = Stage(anna, foe, system="dungeon_fantasy", ground=GROUND if ground else None).order("begin")
    for name, value in orc.items():
        setattr(made["orc"], name, value)
    return made


@pytest.mark.rule("DF-01")
def test_a_blow_that_is_parried_does_nothing() -> None:
    played = stage().order("attack", "orc", target="anna", dice=[3, 3, 3, 3, 3, 4], answers=["parry:sword"])
    assert played.kinds()[:2] == ["hit", "parried"]
    assert played["anna"].hp == 10


@pytest.mark.rule("DF-10")
class TestAmbush:
    def test_the_first_blow_of_a_hidden_attacker_allows_no_defence(self) -> None:
        """1d at ST 10: 4, cutting 6: a major wound, and the HT roll of 3 withstands it."""
        played = stage(hidden=True).order("attack", "orc", target="anna", dice=[3, 3, 3, 4, 1, 1, 1])
        assert "unseen_leaves_none" in played.kinds()
        assert played["anna"].alert == ("orc",)
        assert played["anna"].hp == 4

    def test_a_miss_alerts_as_well(self) -> None:
        played = stage(hidden=True).order("attack", "orc", target="anna", dice=[5, 5, 6])
        assert played["anna"].alert == ("orc",)

    def test_who_vanishes_before_ones_eyes_is_expected(self) -> None:
        played = stage().order("do_nothing", "orc").order("reveal", None, target="orc", hidden=True)
        assert played["anna"].alert == ("orc",)

    def test_who_goes_from_the_light_into_the_dark_is_expected_there(self) -> None:
        """A lamp lights the orc; two hexes on it stands in the dark, as Anna does."""
        dark = {**HEXES, "light": "dark", "lamps": [{"at": [5, 4], "bright": 1, "dim": 1}]}
        played = pair(foe=brawler("orc", at=[5, 4], facing=3), ground=dark, at=[2, 4], facing=0)
        played.order("go", "orc", to=[4, 4])
        assert played["anna"].alert == ()
        played.order("go", "orc", to=[3, 4])
        assert played["anna"].alert == ("orc",)


@pytest.mark.rule("DF-37")
class TestSeveralAttacks:
    def test_a_retreat_does_not_take_one_out_of_the_reach_of_the_next(self) -> None:
        """All-Out Attack (Double): Anna steps back to two hexes; the second blow reaches her where she was."""
        played = stage(ground=True, step_left=False).order(
            "all_out_attack", "orc", kind="double", target="anna",
            dice=[3, 3, 3, 1, 1, 2], answers=["dodge+retreat", "1,2:0"],
        )  # fmt: skip
        assert played["anna"].at == (1, 2)
        played.order("attack", "orc", target="anna", dice=[3, 3, 3, 4, 4, 3], answers=["dodge"])
        assert played.kinds()[:2] == ["hit", "dodged"]
        assert played.one("dodged")["level"] == 11


@pytest.mark.rule("DF-39")
class TestAreas:
    def test_who_fails_to_dive_is_struck_and_moves_after_it(self) -> None:
        """Dodge 8 + 3 against 12; 1d: 2, cutting 3."""
        played = stage(ground=True).order(
            "attack", "orc", target="anna", area=True, dice=[3, 3, 3, 4, 4, 4, 2], answers=["dodge+retreat", "1,2:0"]
        )
        kinds = [kind for kind in played.kinds() if kind in ("dived", "failed_dodge", "wounded", "landed", "went")]
        assert kinds == ["dived", "failed_dodge", "wounded", "landed", "went"]
        assert (played["anna"].hp, played["anna"].at) == (7, (1, 2))
