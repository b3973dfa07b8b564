"""Dice terms, exact distributions, and the sources of faces."""

import hashlib
import hmac
from collections import Counter

import pytest

from rules.dice import (
    Chance,
    Dice,
    Recorded,
    Scripted,
    Sealed,
    TooManyOutcomes,
    branches,
    check_faces,
    highest,
)
from rules.effects import Roll
from rules.errors import BadDice


def roll(*sides: int) -> Roll:
    return Roll(Dice(sides), "attack", "anna")


@pytest.mark.parametrize(
    ("text", "sides", "shown"),
    [
        ("d8", (8,), "d8"),
        ("3d6", (6, 6, 6), "3d6"),
        ("d8+d8", (8, 8), "2d8"),
        (" 1D6 + 2d4 ", (6, 4, 4), "d6+2d4"),
        ("2к6", (6, 6), "2d6"),
    ],
)
def test_a_dice_term_is_read_and_shown(text: str, sides: tuple[int, ...], shown: str) -> None:
    assert Dice.read(text) == sides
    assert str(Dice.read(text)) == shown


@pytest.mark.parametrize("text", ["", "8", "d", "d0", "d1", "0d6", "d6-1", "d6+", "101d6", "d1001", "99d6+99d6", "ｄ6"])
def test_what_is_no_dice_term_is_refused(text: str) -> None:
    with pytest.raises(BadDice):
        Dice.read(text)


def test_3d6_has_56_combinations_of_which_1_2_3_is_six_in_216() -> None:
    found = {branch.faces: branch.p for branch in branches(Dice((6, 6, 6)), None)}
    assert len(found) == 56
    assert found[1, 2, 3] == 6 / 216
    assert found[1, 1, 1] == 1 / 216
    assert sum(found.values()) == pytest.approx(1, abs=1e-12)


def test_classes_group_the_faces() -> None:
    """The highest of two d4: 1, 3, 5, 7 in 16."""
    found = {max(branch.faces): branch.p for branch in branches(Dice((4, 4)), highest)}
    assert found == {1: 1 / 16, 2: 3 / 16, 3: 5 / 16, 4: 7 / 16}


def test_dice_of_too_many_outcomes_are_not_gone_through() -> None:
    with pytest.raises(TooManyOutcomes):
        branches(Dice([6] * 20), None)


class TestSealed:
    def test_a_face_is_read_off_the_hmac_of_seed_and_number(self) -> None:
        """Worked out here by hashlib alone: the first word of each digest, as a face of a d20."""
        sealed = Sealed("a secret")
        expected = []
        for number in range(5):
            digest = hmac.new(b"a secret", f"{number}.0".encode(), hashlib.sha256).digest()
            expected.append(int.from_bytes(digest[:4], "big") % 20 + 1)
        assert [sealed.roll(roll(20))[0] for _number in range(5)] == expected

    def test_known_faces(self) -> None:
        """SHA-256 of "0.0" under the key "fray" begins with the words that these faces are the remainders of."""
        digest = hmac.new(b"fray", b"0.0", "sha256").digest()
        words = [int.from_bytes(digest[at : at + 4], "big") for at in (0, 4, 8)]
        assert Sealed("fray").roll(roll(6, 8, 12)) == (words[0] % 6 + 1, words[1] % 8 + 1, words[2] % 12 + 1)
        assert Sealed("fray").roll(roll(6, 8, 12)) == KNOWN

    def test_it_goes_on_from_any_number(self) -> None:
        first = Sealed("s")
        faces = [first.roll(roll(6, 6)) for _number in range(4)]
        assert Sealed("s", counter=2).roll(roll(6, 6)) == faces[2]
        assert first.counter == 4

    def test_more_dice_than_a_digest_has_words_take_the_next_block(self) -> None:
        second = hmac.new(b"s", b"0.1", "sha256").digest()
        faces = Sealed("s").roll(roll(*[6] * 9))
        assert faces[8] == int.from_bytes(second[:4], "big") % 6 + 1

    def test_the_seal_is_the_sha256_of_the_seed(self) -> None:
        assert Sealed("fray").seal == hashlib.sha256(b"fray").hexdigest()

    def test_faces_are_even(self) -> None:
        """6,000 rolls of a d6: each face 1,000 times, give or take 4.5 standard deviations (28.9 each)."""
        sealed = Sealed("even")
        counts = Counter(sealed.roll(roll(6))[0] for _number in range(6000))
        assert set(counts) == set(range(1, 7))
        assert all(abs(count - 1000) < 130 for count in counts.values())


KNOWN = (4, 2, 12)


class TestScripted:
    def test_faces_come_in_order(self) -> None:
        source = Scripted([3, 1, 2])
        assert source.roll(roll(6)) == (3,)
        assert source.roll(roll(6, 6)) == (1, 2)
        source.finish()

    def test_too_few_names_the_roll(self) -> None:
        source = Scripted([3])
        source.roll(roll(6))
        with pytest.raises(BadDice, match=r"Roll 2 .attack of anna. needs 2d6"):
            source.roll(roll(6, 6))

    def test_too_many_are_counted(self) -> None:
        source = Scripted([3, 4, 5])
        source.roll(roll(6))
        with pytest.raises(BadDice, match="2 faces are left over after roll 1"):
            source.finish()

    @pytest.mark.parametrize("face", [0, 7, -1, True, 2.0, "3"])
    def test_an_impossible_face_names_the_roll(self, face: object) -> None:
        with pytest.raises(BadDice, match="Roll 1: d6 cannot show"):
            Scripted([face]).roll(roll(6))  # type: ignore[list-item]


def test_recorded_faces_come_first_and_then_those_of_the_other_source() -> None:
    source = Recorded([[5]], Scripted([2]))
    assert [source.roll(roll(6)), source.roll(roll(6))] == [(5,), (2,)]


def test_recorded_faces_that_do_not_fit_the_roll_are_refused() -> None:
    with pytest.raises(BadDice):
        Recorded([[5, 5]], Scripted([])).roll(roll(6))


@pytest.mark.parametrize("faces", [(), (1, 2), (9,)])
def test_typed_faces_have_to_fit_the_dice(faces: tuple[int, ...]) -> None:
    with pytest.raises(BadDice) as bad:
        check_faces(roll(8), faces)
    assert bad.value.path == "faces"


def test_chance_rolls_the_same_for_the_same_seed_and_only_what_the_dice_show() -> None:
    one, two = Chance("x"), Chance("x")
    rolls = [one.roll(roll(4, 12)) for _number in range(200)]
    assert rolls == [two.roll(roll(4, 12)) for _number in range(200)]
    assert {face for first, _second in rolls for face in [first]} == {1, 2, 3, 4}
    assert all(1 <= second <= 12 for _first, second in rolls)


def test_dice_that_are_never_added_are_written_apart() -> None:
    assert str(Dice.apart((8, 8))) == "d8+d8"
    assert Dice.apart((8, 8)) == Dice((8, 8))
