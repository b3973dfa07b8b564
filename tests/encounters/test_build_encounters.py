"""The encounters of a campaign: making, describing, listing and putting away; and who may do what."""

from __future__ import annotations

import pytest
from django.urls import reverse

from encounters.models import Encounter
from tests.encounters.build_table import SEATS, Table, lay_table, text_of, with_fighters

pytestmark = pytest.mark.django_db

RULES = {
    "rule-first_round": "save", "rule-npc_critical": "ask", "rule-both": "cancel", "rule-leader_wil": "on",
    "rule-move_ft": "40", "rule-reach_ft": "5", "rule-clear_ft": "120", "rule-blast_ft": "10",
}  # fmt: skip
SECRETS = ("Secret", "Тайная")


@pytest.fixture
def table() -> Table:
    return lay_table()


def test_a_new_encounter_starts_from_the_campaigns_settings_and_keeps_its_own(table: Table) -> None:
    table.campaign.settings = {**table.campaign.settings, "first_round": "waive"}
    table.campaign.save()
    url = reverse("encounter_new", args=[table.campaign.public_id])
    page = text_of(table.get("gm", url))
    assert '<option value="waive" selected>' in page
    assert "CA-02" in page, "the rule of a setting stands beside it"
    sent = {"name": "Засада у брода", "health": "numbers", **RULES, "rule-scars": "on"}
    response = table.post("gm", url, sent)
    made = Encounter.objects.get(name="Засада у брода")
    assert (response.status_code, response["Location"]) == (303, reverse("encounter_build", args=[made.public_id]))
    assert made.health == "numbers"
    assert (made.settings["first_round"], made.settings["scars"]) == ("save", True)
    table.campaign.refresh_from_db()
    assert table.campaign.settings["first_round"] == "waive"


def test_the_same_form_sent_twice_makes_one_encounter(table: Table) -> None:
    url = reverse("encounter_new", args=[table.campaign.public_id])
    token = table.get("gm", url).context["token"]
    sent = {"name": "Once", "health": "words", **RULES, "token": token}
    first, second = table.post("gm", url, sent), table.post("gm", url, sent)
    assert first["Location"] == second["Location"]
    assert Encounter.objects.filter(name="Once").count() == 1


def test_a_form_that_does_not_fit_says_so_beside_the_field(table: Table) -> None:
    url = reverse("encounter_new", args=[table.campaign.public_id])
    refused = table.post("gm", url, {"name": "", "health": "loud", **RULES, "rule-both": "thrice"})
    assert refused.status_code == 422
    assert set(refused.context["about"].errors) == {"name", "health"}
    assert Encounter.objects.count() == 1


def test_an_encounter_is_renamed_and_its_rules_change_only_while_it_is_a_draft(table: Table) -> None:
    with_fighters(table)
    url = table.url("encounter_settings")
    table.post("gm", url, {"name": "Новый брод", "health": "nothing", **RULES, "rule-both": "impaired"})
    assert (table.now().name, table.encounter.health, table.encounter.settings["both"]) == (
        "Новый брод",
        "nothing",
        "impaired",
    )
    table.start()
    assert "rule-both" not in text_of(table.get("gm", url))
    table.post("gm", url, {"name": "Бой", "health": "words", **RULES, "rule-both": "cancel"})
    assert (table.now().name, table.encounter.settings["both"]) == ("Бой", "impaired")


def test_stale_settings_and_stale_deleting_write_nothing(table: Table) -> None:
    stale = {"version": "77", "name": "x", "health": "words", **RULES}
    assert table.post("gm", table.url("encounter_settings"), stale).status_code == 409
    table.post("gm", table.url("encounter_delete"), {"version": "77"})
    assert (table.now().name, table.encounter.deleted_at) == ("Secret Ford", None)


def test_an_encounter_that_is_put_away_is_gone_for_everybody(table: Table) -> None:
    assert table.post("gm", table.url("encounter_delete")).status_code == 303
    assert table.now().deleted_at is not None
    assert table.get("gm", table.url("encounter_build")).status_code == 404
    assert "Secret Ford" not in text_of(
        table.get("gm", reverse("campaign_encounters", args=[table.campaign.public_id]))
    )


def test_drafts_are_the_game_masters_alone_and_others_see_the_rest(table: Table) -> None:
    url = reverse("campaign_encounters", args=[table.campaign.public_id])
    assert "Secret Ford" in text_of(table.get("gm", url, **{"HX-Request": "true"}))
    for who in ("anna", "watcher"):
        page = text_of(table.get(who, url))
        assert "Secret Ford" not in page
        assert table.encounter.public_id not in page
        assert "No encounters yet" in page
    with_fighters(table).start()
    page = text_of(table.get("anna", url))
    assert "Secret Ford" in page
    for forbidden in ("settings", "again", "export"):
        assert f"/{forbidden}/" not in page


def test_the_list_takes_as_many_queries_for_ten_as_for_one(table: Table, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    url = reverse("campaign_encounters", args=[table.campaign.public_id])
    for number in range(9):
        Encounter.objects.create(campaign=table.campaign, name=f"E{number}")
    table.get("gm", url)
    with django_assert_num_queries(5):  # session, user; seat; encounters, reports
        assert text_of(table.get("gm", url, **{"HX-Request": "true"})).count('class="pill info') == 10


BUILDING = [
    ("encounter_build", (), "get"), ("build_creatures", (), "get"), ("encounter_settings", (), "get"),
    ("encounter_export", (), "get"), ("build_edit", ("ref",), "get"),
    ("build_party", (), "post"), ("build_sheet", ("sheet",), "post"), ("build_creature", ("wolf",), "post"),
    ("build_flag", ("ref",), "post"), ("build_refresh", ("ref",), "post"), ("build_remove", ("ref",), "post"),
    ("build_edit", ("ref",), "post"), ("build_start", (), "post"), ("encounter_settings", (), "post"),
    ("encounter_again", (), "post"), ("encounter_delete", (), "post"),
]  # fmt: skip


def send(table: Table, who: str | None, name: str, args: tuple[str, ...], method: str) -> int:
    known = {"ref": table.named("Анна Вереск").ref, "sheet": table.combatants()[0].sheet.public_id}  # type: ignore[union-attr]
    url = table.url(name, *(known.get(each, each) for each in args))
    sent = {"flag": "hidden", "on": "1", "name": "x", "health": "words", **RULES}
    response = table.get(who, url) if method == "get" else table.post(who, url, sent)
    for secret in SECRETS:
        assert who == "gm" or secret not in text_of(response)
    assert who == "gm" or response["Location"].startswith("/accounts/login/") if response.status_code == 302 else True
    return int(response.status_code)


@pytest.mark.parametrize(("name", "args", "method"), BUILDING)
@pytest.mark.parametrize("who", SEATS)
def test_a_draft_exists_for_game_masters_only(
    table: Table, who: str | None, name: str, args: tuple[str, ...], method: str
) -> None:
    with_fighters(table)
    before, version = [each.brought for each in table.combatants()], table.now().version
    status = send(table, who, name, args, method)
    if who == "gm":
        assert status in (200, 303, 422)
        return
    assert status == (302 if who is None else 404)
    assert ([each.brought for each in table.combatants()], table.now().version) == (before, version)


@pytest.mark.parametrize(("name", "args", "method"), BUILDING)
@pytest.mark.parametrize("who", ["anna", "torvald", "watcher", "stranger", None])
def test_of_a_running_fight_nobody_else_gets_what_is_the_game_masters(
    table: Table, who: str | None, name: str, args: tuple[str, ...], method: str
) -> None:  # fmt: skip
    with_fighters(table).start()
    version = table.now().version
    status = send(table, who, name, args, method)
    assert status == {"stranger": 404, None: 302}.get(who, 403)
    assert table.now().version == version


@pytest.mark.parametrize(
    ("who", "status"), [("gm", 200), ("anna", 403), ("watcher", 403), ("stranger", 404), (None, 302)]
)
@pytest.mark.parametrize("name", ["encounter_new", "encounter_import"])
def test_only_game_masters_make_encounters(table: Table, name: str, who: str | None, status: int) -> None:
    url = reverse(name, args=[table.campaign.public_id])
    assert table.get(who, url).status_code == status
    if who != "gm":
        assert table.post(who, url, {"name": "x", "health": "words", **RULES, "text": "{}"}).status_code == status
    assert Encounter.objects.count() == 1


@pytest.mark.parametrize(
    ("who", "status"), [("gm", 200), ("anna", 200), ("watcher", 200), ("stranger", 404), (None, 302)]
)
def test_every_seat_sees_the_list_of_encounters(table: Table, who: str | None, status: int) -> None:
    assert table.get(who, reverse("campaign_encounters", args=[table.campaign.public_id])).status_code == status


def test_what_writes_takes_no_get(table: Table) -> None:
    with_fighters(table)
    for name, args, method in BUILDING:
        if method == "post" and name not in ("build_edit", "encounter_settings"):
            known = {"ref": table.combatants()[0].ref, "sheet": "x"}
            assert table.get("gm", table.url(name, *(known.get(each, each) for each in args))).status_code == 405


def test_a_sheet_of_another_campaign_does_not_come_in(table: Table) -> None:
    from rules.registry import system_of
    from sheets.services.campaigns import create_campaign
    from sheets.services.sheets import create_sheet

    elsewhere = create_campaign(table.users["gm"], system_of("cairn"), "Elsewhere")
    other = create_sheet(elsewhere, table.users["gm"], "Чужой", {})
    assert table.post("gm", table.url("build_sheet", other.public_id)).status_code == 404
    assert not table.combatants()
