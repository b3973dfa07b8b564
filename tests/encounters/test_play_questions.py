"""What others are told while somebody is asked, and how a typed roll says which way it goes."""

from __future__ import annotations

import pytest

from encounters.models import Combatant
from encounters.services import turn
from rules.registry import system_of
from rules.system import System
from sheets.faces import face_of
from sheets.models import Membership
from tests.encounters.play_table import SECRET_NAME, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.mark.rule("CA-13")
@pytest.mark.parametrize("who", ["anna", "torvald", "watcher"])
def test_who_sees_both_sides_of_an_act_is_told_what_is_asked_about_it(table: Table, who: str) -> None:
    table.attack(enhanced="1")
    page = table.get(who).text
    assert "Waiting for the Game Master: is the attack enhanced?" in page
    assert "claims a decisive advantage" not in page


@pytest.mark.parametrize("who", ["torvald", "watcher"])
def test_what_is_asked_about_somebody_hidden_is_not_told_to_others(who: str) -> None:
    table = Table(began=False)
    Combatant.objects.filter(pk=table.hidden.pk).update(owner=table.people["anna"], side="party")
    turn.start(table.submit("gm"), waive=True)
    table.order("anna", do="act", actor=table.hidden.ref, note="I creep closer")
    assert "does it take a save?" in table.get("anna").text, "it is her own"
    page = table.get(who).text
    assert "Waiting for the Game Master…" in page
    assert "does it take a save?" not in page
    assert SECRET_NAME not in page


@pytest.mark.rule("CA-09")
def test_an_order_that_has_told_of_somebody_hidden_says_nothing_more(table: Table) -> None:
    """3 HP and STR 9: 9 damage leave STR 3, which the typed 20 fails; then the Game Master decides on its death."""
    Membership.objects.filter(user=table.people["gm"]).update(dice="typed")
    table.order("gm", do="harm", target=table.hidden.ref, amount=9)
    for asked in ("STR save", "is it dead?"):
        page = table.get("torvald").text
        assert "Waiting for the Game Master…" in page
        assert asked not in page
        if asked == "STR save":
            assert table.post("gm", "answer", face="20", place="ask").status_code == 200
    assert "fails its STR save. Is it dead?" in table.get("gm").text


@pytest.mark.rule("CA-07")
def test_a_save_with_typed_dice_says_that_low_is_good_and_others_what_is_rolled(table: Table) -> None:
    """Anna has 5 HP and STR 11: 8 damage leave STR 8, and 8 or less saves her."""
    Membership.objects.filter(user=table.people["anna"]).update(dice="typed")
    table.order("gm", do="harm", target=table.anna.ref, amount=8)
    assert "STR save against critical damage — d20 · 8 or less succeeds" in table.get("anna").text
    page = table.get("torvald").text
    assert "Waiting for <b>Anna</b>: STR save against critical damage" in page
    assert "8 or less" not in page


def test_every_kind_of_question_of_the_system_has_its_phrase() -> None:
    """Those of Cairn: advantage, death, detachments, help, retreat and what else one may try."""
    cairn: System = system_of("cairn")
    assert set(face_of(cairn.slug).questions) == {
        "action", "advantage", "creature_critical", "detachment_critical", "help", "safe_place",
    }  # fmt: skip
