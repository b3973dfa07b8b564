"""A whole fight of ten rounds on hexes, as it was written down: every number of it was worked out by hand.

Anna: ST, DX, HT 12, so HP 12, Basic Speed 6, Dodge 9; Broadsword-16, so Parry 11; Shield-14, so Block 10; DB 2;
Shortsword-14; DR 2 on the torso. 23 lb of 29: no encumbrance.
The orc: ST 13, DX and HT 11, so HP 13, Basic Speed 5.5, Move 5, Dodge 8; a maul of 12 lb, 2d+3 crushing, at 13.
The archer: ST 10, DX 13, HT 10, so HP 10, Basic Speed 5.75, Dodge 8; a bow, 1d impaling, at 13.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.scenario import play_scenario

SCENARIO = json.loads((Path(__file__).parent / "recorded_fight.json").read_text(encoding="utf-8"))

#: (kind, roll, level) of everything that was rolled against a level, in order, with the reason of each level.
ROLLS = [
    # Round 1. Parry 11 + 2 DB + 1 retreat; the maul weighs 4 times the cheap sword: 3 + 2 in 6.
    ("hit", 12, 13), ("parried", 12, 14),
    # Round 2. 13 + 2 aimed − 3 for 6 yards; Dodge 9 + 2 DB + 3 drop.
    ("hit", 9, 12), ("dodged", 13, 14),
    # The orc meets one who lies: Block 10 + 2 DB − 3.
    ("hit", 12, 13), ("blocked", 9, 9),
    # Round 3. On the run 13 − 4 = 9; run around it comes from the shield's side: 10 + 2 DB − 2 side − 2 kneeling.
    ("hit", 8, 9), ("failed_block", 9, 8),
    # Round 4. 13 − 1 for 3 yards. From behind there is no defence; 9 of 12 HP at once: HT 12.
    ("missed", 14, 12), ("hit", 10, 13), ("succeeded", 11, 12),
    # Round 5. At −3 HP Anna holds on by HT 12. 14 − 4 shock; an unbalanced maul that has struck does not parry.
    # 9 of 13 HP at once: HT 11, failed by 1.
    ("succeeded", 11, 12), ("hit", 9, 10), ("failed_dodge", 12, 8), ("failed", 12, 11),
    # From her right side no shield counts; Dodge 9, halved and rounded up to 5, − 2 = 3; but a 4 always succeeds.
    ("hit", 11, 12), ("dodged", 4, 3),
    ("succeeded", 10, 11),
    # Round 6. The orc has 4 of 13 HP: (3 + 5.5) / 2 = 4.25, so 5, − 3 lying. 13 HP at once; 17 fails badly.
    ("succeeded", 12, 12), ("hit", 10, 14), ("failed_dodge", 9, 2), ("failed", 17, 11),
    ("hit", 9, 12),
    # Round 7. One yard: no penalty.
    ("succeeded", 10, 12), ("missed", 16, 13),
    # Round 8. Twice deceptive: 14 − 4, Dodge 8 − 2 + 3 retreat. 6 of 10 HP at once: HT 10.
    ("succeeded", 9, 12), ("hit", 9, 10), ("failed_dodge", 10, 9), ("succeeded", 9, 10),
    # Round 9. The feint: 4 under 14 against 1 under 13, the archer's DX.
    ("succeeded", 11, 12), ("succeeded", 10, 14), ("succeeded", 12, 13),
    # Round 10. Dodge 8 − 3 for the feint. 12 HP at once: HT 10, failed by 2; then at −8 HP it faints.
    ("succeeded", 6, 12), ("hit", 11, 14), ("failed_dodge", 9, 5), ("failed", 12, 10), ("failed", 11, 10),
]  # fmt: skip

#: (whom, damage rolled, DR, injury, HP left).
WOUNDS = [
    ("anna", 8, 2, 6, 6),  # 5 + 3
    ("anna", 11, 2, 9, -3),  # 8 + 3
    ("orc", 6, 0, 9, 4),  # (4 + 2) × 1.5
    ("orc", 9, 0, 13, -9),  # Strong: (5 + 2 + 2) × 1.5 = 13.5
    ("anna", 3, 2, 2, -5),  # (3 − 2) × 2
    ("archer", 4, 0, 6, 4),  # (2 + 2) × 1.5
    ("archer", 8, 0, 12, -8),  # (6 + 2) × 1.5
]


@pytest.fixture(scope="module")
def played() -> dict[str, Any]:
    return play_scenario(SCENARIO)


def of_kind(played: dict[str, Any], *kinds: str) -> list[dict[str, Any]]:
    return [event for event in played["events"] if event["kind"] in kinds]


@pytest.mark.rule("DF-04", "DF-50", "DF-52")
def test_every_roll_of_the_fight_has_the_level_worked_out_by_hand(played: dict[str, Any]) -> None:
    rolled = [event for event in played["events"] if "level" in event["facts"]]
    assert [(each["kind"], each["facts"]["roll"], each["facts"]["level"]) for each in rolled] == ROLLS


@pytest.mark.rule("DF-51")
def test_every_wound_of_the_fight_is_the_one_worked_out_by_hand(played: dict[str, Any]) -> None:
    wounds = [each["facts"] for each in of_kind(played, "wounded")]
    found = [(each["target"], each["rolled"], each["dr"], each["injury"], each["hp"]) for each in wounds]
    assert found == WOUNDS


@pytest.mark.rule("DF-34")
def test_the_cheap_sword_breaks_on_the_maul_and_has_parried(played: dict[str, Any]) -> None:
    kinds = [event["kind"] for event in played["events"]]
    assert kinds.index("broke_by_roll") == kinds.index("parried") + 1
    (broke,) = of_kind(played, "broke_by_roll")
    assert (broke["facts"]["roll"], broke["facts"]["chance"]) == (2, 5)
    assert tuple(played["fighters"]["anna"]["broken"]) == (0,)


@pytest.mark.rule("DF-12", "DF-13")
def test_the_same_place_behind_is_a_side_first_and_leaves_no_defence_a_turn_later(played: dict[str, Any]) -> None:
    kinds = [event["kind"] for event in played["events"]]
    assert kinds.index("failed_block") < kinds.index("behind_leaves_none")
    assert kinds.count("behind_leaves_none") == 1


@pytest.mark.rule("DF-02")
def test_all_out_attack_leaves_no_defence_against_the_archer(played: dict[str, Any]) -> None:
    assert len(of_kind(played, "all_out_attack_leaves_none")) == 1


@pytest.mark.rule("DF-37", "DF-38")
def test_who_retreats_and_drops_stands_and_lies_where_it_should(played: dict[str, Any]) -> None:
    """Anna steps back from (3, 4) to (2, 4); the archer from (4, 1) to (5, 0), and Anna follows into its cell."""
    went = [change for event in of_kind(played, "went") for change in event["changes"] if change[1] == "at"]
    moves = [(who, tuple(old), tuple(new)) for who, _field, old, new in went]
    assert ("anna", (3, 4), (2, 4)) in moves
    assert moves[-2:] == [("archer", (4, 1), (5, 0)), ("anna", (3, 2), (4, 1))]
    (dropped,) = of_kind(played, "dropped")
    assert ["anna", "posture", "standing", "lying"] in [list(change) for change in dropped["changes"]]


@pytest.mark.rule("DF-52", "DF-53")
def test_it_ends_in_the_tenth_round_with_the_party_on_its_feet(played: dict[str, Any]) -> None:
    assert (played["round"], played["winner"], played["waiting"]) == (10, "party", None)
    assert played["order"] == ["anna", "archer", "orc"]
    fates = {id_: (state["fate"], state["hp"]) for id_, state in played["fighters"].items()}
    assert fates == {"anna": ("", -5), "orc": ("unconscious", -9), "archer": ("unconscious", -8)}
