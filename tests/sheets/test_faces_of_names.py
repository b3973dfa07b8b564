"""What stands on a face and on a token: two letters of a name, or a letter and the number of one among several."""

from __future__ import annotations

import pytest

from sheets.templatetags.words import initials


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna", "A"), ("Anna Heather", "AH"), ("Tor the Grey", "TT"), ("«Ghost» of a king", "OA"), ("…", "…"),
        ("", ""), ("7", "7"),
    ],
)  # fmt: skip
def test_a_face_shows_the_first_letters_of_two_words(name: str, shown: str) -> None:
    assert initials(name) == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Goblin 1", "G1"), ("Goblin 12", "G12"), ("root goblin 3", "R3"), ("Guard 1066", "G106"), ("7 2", "72")],
)
def test_one_of_several_alike_shows_its_number(name: str, shown: str) -> None:
    assert initials(name) == shown
