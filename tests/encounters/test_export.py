"""Encounters out to scenario files and in again: played again, they give the same events."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.urls import reverse

from encounters.board import set_up
from encounters.models import Encounter, Entry
from encounters.services import turn
from encounters.services.exporting import scenario_of
from rules.effects import Ask
from rules.scenario import play_scenario
from sheets.models import Membership
from tests.encounters.build_table import Table, lay_table, text_of, with_fighters

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return with_fighters(lay_table())


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def exported(table: Table) -> dict[str, Any]:
    """The file that a Game Master downloads."""
    response = table.get("gm", table.url("encounter_export"))
    assert response["Content-Disposition"] == f'attachment; filename="fray-{table.encounter.public_id}.json"'
    return json.loads(response.content)  # type: ignore[no-any-return]


def settle(table: Table) -> None:
    """Answer what waits with the book's own choice, until nothing waits."""
    while (played := set_up(table.now()).played) is not None:
        assert isinstance(played.waiting, Ask)
        table.answer("gm", played.waiting.default)


def play_some(table: Table, orders: int) -> None:
    """Play on by the policy, each order from whoever plays the combatant."""
    for _ in range(orders):
        settle(table)
        board = set_up(table.now())
        if board.fight.winner is not None:
            return
        command = board.fight.system.choose(board.fight)
        assert command is not None
        actor = board.combatants.get(command.actor or "")
        who = actor.owner.username if actor is not None and actor.owner is not None else "gm"
        table.order(who, **command.model_dump(mode="json", exclude={"claimed"}))
    settle(table)


def assert_same(table: Table) -> dict[str, Any]:
    document = exported(table)
    outcome = plain(play_scenario(document))
    assert outcome["events"] == plain(table.events())
    return outcome  # type: ignore[no-any-return]


def test_a_fight_of_many_orders_gives_the_same_events_and_the_same_state(table: Table) -> None:
    table.start(waive=False)
    play_some(table, 12)
    outcome = assert_same(table)
    assert len(outcome["events"]) > 10
    assert outcome["fighters"] == plain(table.now().state["fighters"])


def test_what_was_undone_is_not_in_it_and_what_was_redone_is(table: Table) -> None:
    table.start(waive=False)
    play_some(table, 3)
    for again in (turn.undo, turn.undo, turn.redo):
        again(table.submit())
    play_some(table, 3)
    turn.undo(table.submit())
    outcome = assert_same(table)
    assert outcome["fighters"] == plain(table.now().state["fighters"])


def test_typed_dice_are_in_it(table: Table) -> None:
    Membership.objects.filter(role=Membership.Role.PLAYER).update(dice=Membership.Dice.TYPED)
    table.start(waive=False)
    table.answer("anna", (3,))
    table.answer("torvald", (2,))
    assert exported(table)["dice"] == [3, 2]
    anna, goblin = table.named("Анна Вереск"), table.named("Goblin 1")
    table.order("anna", "attack", actor=anna.ref, target=goblin.ref)
    table.order("gm", "end_turn")
    table.answer("anna", (8,))
    settle(table)
    outcome = assert_same(table)
    assert {"target": goblin.ref, "rolled": 8}.items() <= next(e for e in outcome["events"] if e["kind"] == "wounded")[
        "facts"
    ].items()


def test_an_order_that_waits_for_a_question_is_exported_up_to_it(table: Table) -> None:
    table.start()
    anna = table.named("Анна Вереск")
    table.order("anna", "retreat", actor=anna.ref)
    waiting = Entry.objects.get(encounter=table.encounter, waiting__isnull=False).waiting
    outcome = assert_same(table)
    assert (
        (outcome["waiting"]["question"], outcome["waiting"]["who"])
        == (waiting["question"], waiting["who"])
        == ("safe_place", "gm")
    )
    table.answer("gm", "yes")
    assert exported(table)["commands"][-1]["answers"] == ["yes"]
    assert_same(table)


def test_an_order_that_waits_for_typed_dice_is_left_out_until_they_are_there(table: Table) -> None:
    Membership.objects.filter(user=table.users["anna"]).update(dice=Membership.Dice.TYPED)
    table.start(waive=False)
    assert exported(table)["commands"] == []
    assert play_scenario(exported(table))["events"] == []
    table.answer("anna", (3,))
    assert [each["do"] for each in exported(table)["commands"]] == ["begin"]


def test_the_hidden_the_joined_the_taken_out_and_the_corrected_come_along(table: Table) -> None:
    table.start()
    ooze, goblin = table.named("Secret Ooze"), table.named("Goblin 1")
    table.post("gm", table.url("combatant_add"), {"pick": "creature:wolf", "count:creature:wolf": "2", "hidden": "1"})
    table.order("gm", "reveal", target=ooze.ref)
    table.order("gm", "leave", target=goblin.ref)
    table.order("gm", "correct", target=table.named("Goblin 2").ref, set={"hp": 2}, note="a slip")
    play_some(table, 6)
    document = exported(table)
    started = {each["id"]: each for each in document["fighters"]}
    assert len(started) == 5, "who joined later comes by its order"
    assert started[ooze.ref]["hidden"] is True
    assert [each["do"] for each in document["commands"]].count("join") == 2
    outcome = assert_same(table)
    assert outcome["fighters"] == plain(table.now().state["fighters"])


def test_a_taking_out_that_was_undone_changes_no_order_of_anything(table: Table) -> None:
    table.start()
    table.order("gm", "leave", target=table.named("Goblin 1").ref)
    turn.undo(table.submit())
    play_some(table, 8)
    assert_same(table)


def test_a_draft_is_exported_without_orders(table: Table) -> None:
    document = exported(table)
    assert (document["commands"], document["dice"]) == ([], [])
    assert [each["name"] for each in document["fighters"]][:2] == ["Анна Вереск", "Торвальд"]


# Importing


def send(table: Table, text: str, **more: Any) -> Any:
    url = reverse("encounter_import", args=[table.campaign.public_id])
    return table.client("gm").post(url, {"text": text, "name": "Again", "played": "on", **more})


def imported() -> Encounter:
    return Encounter.objects.get(name="Again")


def test_an_export_comes_in_again_as_a_fight_that_goes_on_where_it_stood(table: Table) -> None:
    table.start(waive=False)
    play_some(table, 4)
    table.post("gm", table.url("combatant_add"), {"pick": "creature:wolf"})
    play_some(table, 3)
    document = exported(table)
    seen = send(table, json.dumps(document))
    assert seen.status_code == 200
    assert Encounter.objects.count() == 1, "a look writes nothing"
    assert send(table, json.dumps(document), confirmed="1").status_code == 303
    again = imported()
    assert again.status == Encounter.Status.RUNNING
    assert plain(again.state) == plain(table.now().state)
    assert scenario_of(again)["commands"] == document["commands"]
    assert plain(scenario_of(again)) == document
    first = table.encounter
    table.encounter = again
    assert_same(table)
    play_some(table, 3)
    assert_same(table)
    turn.undo(table.submit())
    assert text_of(table.get("gm", table.url("encounter")))
    table.encounter = first


def test_a_waiting_question_comes_in_and_can_be_answered(table: Table) -> None:
    table.start()
    table.order("anna", "retreat", actor=table.named("Анна Вереск").ref)
    send(table, json.dumps(exported(table)), confirmed="1")
    table.encounter = imported()
    board = set_up(table.now())
    assert board.played is not None
    assert isinstance(board.played.waiting, Ask)
    table.answer("gm", "no")
    assert_same(table)


def test_without_its_orders_it_comes_in_as_a_draft_that_can_be_started(table: Table) -> None:
    table.start()
    play_some(table, 3)
    send(table, json.dumps(exported(table)), confirmed="1", played="")
    again = imported()
    assert (again.status, again.entries.count(), again.combatants.count()) == (Encounter.Status.DRAFT, 0, 5)
    table.encounter = again
    table.start()


def test_a_starting_state_is_kept_by_a_draft_as_far_as_a_sheet_can_say_it(table: Table) -> None:
    fighter = {
        "id": "x",
        "name": "Hurt",
        "side": "foes",
        "sheet": {"hp": 6, "str": 12},
        "state": {"hp": 2, "fate": "critical"},
    }
    text = json.dumps({"system": "cairn", "fighters": [fighter]})
    assert "Hurt: as a draft it loses fate of its starting state." in text_of(send(table, text))
    send(table, text, confirmed="1")
    (hurt,) = imported().combatants.all()
    assert (hurt.brought["sheet"]["hp"], hurt.brought["sheet"]["hp_max"]) == (2, 6)


def test_ids_that_could_not_stand_in_an_address_are_replaced_everywhere(table: Table) -> None:
    document = {
        "system": "cairn", "dice": [4],
        "fighters": [
            {"id": "gm", "side": "party", "sheet": {}}, {"id": "Злой гоблин / <b>", "side": "foes", "sheet": {"hp": 9}},
        ],
        "commands": [{"do": "attack", "actor": "gm", "target": "Злой гоблин / <b>"}],
    }  # fmt: skip
    assert send(table, json.dumps(document), confirmed="1").status_code == 303
    again = imported()
    refs = [each.ref for each in again.combatants.all()]
    assert all(ref.isalnum() for ref in refs)
    assert again.entries.get().command["target"] == refs[1]
    assert [each.name for each in again.combatants.all()] == ["gm", "Злой гоблин / <b>"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "This is not JSON (line and column 1:2)."),
        ("[" * 100_000, "This is not JSON"),
        ("[]", "A scenario is an object with system, fighters and commands."),
        (
            '{"system": "chess", "fighters": []}',
            "system: This scenario is of the system “chess”; the campaign plays “cairn”.",
        ),
        ('{"system": "cairn"}', "fighters: This is missing."),
        ('{"system": "cairn", "fighters": 5, "commands": "x"}', "fighters: Give a list."),
        (
            '{"system": "cairn", "fighters": [{"id": "a", "side": "x", "sheet": {"hp": 500, "magic": 1}}]}',
            "fighters.0.sheet.hp: At most 99.",
        ),
        (
            '{"system": "cairn", "fighters": [{"id": "a", "side": "x"}], "commands": [{"do": "dance"}]}',
            "commands.0.do: There is no order “dance”",
        ),
        (
            '{"system": "cairn", "fighters": [{"id": "a", "side": "x"}], "commands": [{"do": "wait", "actor": "b"}]}',
            "commands.0.actor: Nobody here is called “b”.",
        ),
        (
            '{"system": "cairn", "fighters": [{"id": "a", "side": "x"}], "dice": [1], "commands": []}',
            "dice: 1 faces are left over after roll 0.",
        ),
    ],
)
@pytest.mark.parametrize("confirmed", [{}, {"confirmed": "1"}])
def test_what_is_wrong_with_a_file_is_said_with_its_place_and_nothing_is_written(
    table: Table, text: str, said: str, confirmed: dict[str, str]
) -> None:
    refused = send(table, text, **confirmed)
    assert refused.status_code == 422
    assert any(each.startswith(said) for each in refused.context["complaints"]), refused.context["complaints"]
    assert Encounter.objects.count() == 1


def test_every_complaint_is_made_at_once(table: Table) -> None:
    text = '{"system": "cairn", "fighters": [{"id": "a", "side": "x", "sheet": {"hp": 500, "magic": 1}}]}'
    assert len(send(table, text).context["complaints"]) == 2


def test_more_than_an_encounter_holds_does_not_come_in(table: Table) -> None:
    fighters = [{"id": f"f{number}", "side": "x"} for number in range(201)]
    refused = send(table, json.dumps({"system": "cairn", "fighters": fighters}))
    assert refused.context["complaints"] == ["fighters: An encounter holds at most 200 combatants."]


def test_the_same_confirmation_twice_makes_one_encounter(table: Table) -> None:
    token = send(table, json.dumps(exported(table))).context["token"]
    for _ in range(2):
        assert send(table, json.dumps(exported(table)), confirmed="1", token=token).status_code == 303
    assert Encounter.objects.filter(name="Again").count() == 1


def test_neither_file_nor_text_and_no_text_file_are_said(table: Table) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    assert "file" in send(table, "").context["form"].errors
    url = reverse("encounter_import", args=[table.campaign.public_id])
    binary = SimpleUploadedFile("x.json", b"\xff\xfe\x00")
    assert table.client("gm").post(url, {"file": binary}).context["form"].errors["file"] == ["This is not a text file."]
    good = SimpleUploadedFile("x.json", json.dumps(exported(table)).encode())
    assert "What it would become" in text_of(table.client("gm").post(url, {"file": good}))
