"""Preparing an encounter: who comes in, under which name, and what is refused."""

from __future__ import annotations

import pytest

from encounters.models import Combatant, Encounter
from sheets.models import Campaign, Creature
from sheets.services.play import apply_to_sheet
from tests.encounters.build_table import Table, lay_table, sheet_of, text_of, with_fighters

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return lay_table()


@pytest.fixture
def full(table: Table) -> Table:
    return with_fighters(table)


def test_the_whole_party_comes_in_with_one_click_and_each_brings_a_copy(table: Table) -> None:
    assert table.post("gm", table.url("build_party")).status_code == 303
    anna, torvald = table.named("Анна Вереск"), table.named("Торвальд")
    assert len(table.combatants()) == 2, "the NPC is not of the party"
    assert (anna.owner, anna.side, anna.player, anna.hidden) == (table.users["anna"], "party", True, False)
    assert anna.brought["sheet"]["hp"] == 5
    assert [each["name"] for each in anna.brought["gear"]] == ["Sword", "Bandages"]
    assert torvald.sheet_version == sheet_of("Торвальд").version
    apply_to_sheet(sheet_of("Анна Вереск"), table.users["anna"], {"hp": 1})
    assert table.named("Анна Вереск").brought["sheet"]["hp"] == 5, "a copy does not follow its sheet"


def test_the_party_comes_in_once(table: Table) -> None:
    table.post("gm", table.url("build_party"))
    again = table.post("gm", table.url("build_party"), htmx=True)
    assert again.status_code == 422
    assert "Every player character of the campaign is in already." in text_of(again)
    assert len(table.combatants()) == 2


def test_a_character_comes_in_once_and_an_npc_as_often_as_wanted(table: Table) -> None:
    anna, chief = sheet_of("Анна Вереск").public_id, sheet_of("Secret Chief").public_id
    assert table.post("gm", table.url("build_sheet", anna)).status_code == 303
    assert table.post("gm", table.url("build_sheet", anna)).status_code == 422
    table.post("gm", table.url("build_sheet", chief), {"count": "2", "side": "foes"})
    chiefs = [each for each in table.combatants() if not each.player]
    assert [(each.name, each.side, each.owner) for each in chiefs] == [
        ("Secret Chief 1", "foes", None), ("Secret Chief 2", "foes", None),
    ]  # fmt: skip


def test_creatures_are_numbered_in_every_language_and_the_numbers_go_on(table: Table) -> None:
    url = table.url("build_creature", "goblin")
    table.post("gm", url, {"count": "3"})
    assert [each.name for each in table.combatants()] == [{"en": f"Goblin {n}", "ru": f"Гоблин {n}"} for n in (1, 2, 3)]
    table.post("gm", table.url("build_remove", table.combatants()[0].ref))
    table.post("gm", url, {"count": "1"})
    assert [each.name["ru"] for each in table.combatants()] == ["Гоблин 2", "Гоблин 3", "Гоблин 4"]


def test_a_single_creature_has_no_number_until_there_are_more(table: Table) -> None:
    url = table.url("build_creature", "wolf")
    table.post("gm", url, {"count": "1"})
    table.post("gm", url, {"count": "2"})
    assert [each.name["en"] for each in table.combatants()] == ["Wolf", "Wolf 2", "Wolf 3"]


@pytest.mark.parametrize("count", ["0", "51", "−2", "many", "1e3", "9" * 50])
def test_a_count_that_does_not_fit_is_said_beside_its_field(table: Table, count: str) -> None:
    refused = table.post("gm", table.url("build_creature", "goblin"), {"count": count}, htmx=True)
    assert refused.status_code == 422
    assert refused["HX-Retarget"] == "#error-k-goblin"
    assert text_of(refused).strip() == "From 1 to 50 at once."
    assert not table.combatants()


def test_a_count_may_be_typed_with_full_width_digits(table: Table) -> None:
    table.post("gm", table.url("build_creature", "goblin"), {"count": " ３ "})
    assert len(table.combatants()) == 3


def test_an_encounter_holds_two_hundred_combatants_and_says_how_many_more_fit(table: Table) -> None:
    url = table.url("build_creature", "goblin")
    for _ in range(3):
        table.post("gm", url, {"count": "50"})
    table.post("gm", url, {"count": "49"})
    refused = table.post("gm", url, {"count": "2"}, htmx=True)
    assert refused.status_code == 422
    assert "An encounter holds at most 200 combatants: 199 are in, so 1 more fit." in text_of(refused)
    assert len(table.combatants()) == 199


def test_there_may_be_a_third_side_and_it_needs_a_name(table: Table) -> None:
    url = table.url("build_creature", "wolf")
    refused = table.post("gm", url, {"side": "-", "other_side": " "}, htmx=True)
    assert (refused.status_code, text_of(refused).strip()) == (422, "Give the other side a name.")
    table.post("gm", url, {"side": "-", "other_side": "Лес & Co", "hidden": "1"})
    (wolf,) = table.combatants()
    assert (wolf.side, wolf.hidden) == ("Лес & Co", True)
    assert "Лес &amp; Co" in text_of(table.get("gm", table.url("encounter_build")))


def test_creatures_are_found_by_a_part_of_their_name_in_either_language(table: Table) -> None:
    url = table.url("build_creatures")
    for words in ("gob", "ГОБ"):
        found = text_of(table.get("gm", f"{url}?q={words}"))
        assert "Goblin" in found
        assert "Wolf" not in found
    assert "No creature is called" in text_of(table.get("gm", f"{url}?q=%3Cb%3E"))
    assert "<b>”" not in text_of(table.get("gm", f"{url}?q=%3Cb%3E"))


def form_of(table: Table, ref: str, **changed: str) -> dict[str, str]:
    """The fields of a combatant's form as they stand, with some of them changed."""
    form = table.get("gm", table.url("build_edit", ref), **{"HX-Request": "true"}).context["form"]
    values = {name: form[name].value() for name in form.fields}
    sent = {
        name: "on" if value is True else str(value)
        for name, value in values.items()
        if value is not None and value is not False
    }
    return sent | changed


def test_everything_of_a_combatant_can_be_changed(full: Table) -> None:
    goblin = full.named("Goblin 1")
    sent = form_of(full, goblin.ref, **{
        "name.en": "Old Goblin", "name.ru": "Старый гоблин", "side": "party", "owner": str(full.users["torvald"].pk),
        "hidden": "on", "sheet.hp": "９", "sheet.leader": "on", "sheet.attacks.0.damage": "d8+d8",
    })  # fmt: skip
    answer = full.post("gm", full.url("build_edit", goblin.ref), sent, htmx=True)
    assert answer.status_code == 200
    assert "Old Goblin" in text_of(answer)
    goblin.refresh_from_db()
    assert goblin.name == {"en": "Old Goblin", "ru": "Старый гоблин"}
    assert (goblin.side, goblin.owner, goblin.hidden) == ("party", full.users["torvald"], True)
    assert (goblin.brought["sheet"]["hp"], goblin.brought["sheet"]["leader"]) == (9, True)
    assert goblin.brought["sheet"]["attacks"][0]["damage"] == "d8+d8"
    assert goblin.brought["sheet"]["attacks"][0]["name"] == {"en": "spear", "ru": "копьё"}


def test_every_field_that_does_not_fit_has_its_sentence_and_nothing_is_written(full: Table) -> None:
    goblin = full.named("Goblin 1")
    sent = form_of(full, goblin.ref, **{"sheet.hp": "500", "sheet.str": "−1", "sheet.attacks.0.damage": "d7x"})
    refused = full.post("gm", full.url("build_edit", goblin.ref), sent, htmx=True)
    assert refused.status_code == 422
    form = refused.context["form"]
    assert form.errors == {
        "sheet.hp": ["At most 99."], "sheet.str": ["At least 0."],
        "sheet.attacks.0.damage": ["“d7x” is no dice: write d6, 3d6 or d8+d8."],
    }  # fmt: skip
    assert 'value="500"' in text_of(refused), "what was typed stays"
    goblin.refresh_from_db()
    assert goblin.brought["sheet"]["hp"] == 4


def test_nobody_but_a_member_who_plays_can_be_made_to_play_it(full: Table) -> None:
    goblin = full.named("Goblin 1")
    for outsider in ("watcher", "stranger"):
        sent = form_of(full, goblin.ref, owner=str(full.users[outsider].pk))
        assert full.post("gm", full.url("build_edit", goblin.ref), sent, htmx=True).status_code == 422
    goblin.refresh_from_db()
    assert goblin.owner is None


def test_names_with_markup_and_of_any_length_do_no_harm(full: Table) -> None:
    anna = full.named("Анна Вереск")
    name = "<script>'&🐺" + "я" * 180
    full.post("gm", full.url("build_edit", anna.ref), form_of(full, anna.ref, name=name))
    page = text_of(full.get("gm", full.url("encounter_build")))
    assert "<script>'" not in page
    assert "&lt;script&gt;" in page
    sent = form_of(full, anna.ref, name="я" * 201)
    assert full.post("gm", full.url("build_edit", anna.ref), sent, htmx=True).status_code == 422


def test_hiding_and_leading_are_one_click_each(full: Table) -> None:
    goblin = full.named("Goblin 1")
    for flag in ("hidden", "leader"):
        assert (
            full.post("gm", full.url("build_flag", goblin.ref), {"flag": flag, "on": "1"}, htmx=True).status_code == 200
        )
    goblin.refresh_from_db()
    assert goblin.hidden
    assert goblin.brought["sheet"]["leader"] is True
    full.post("gm", full.url("build_flag", goblin.ref), {"flag": "leader", "on": "0"})
    goblin.refresh_from_db()
    assert "leader" not in goblin.brought["sheet"]
    assert full.post("gm", full.url("build_flag", goblin.ref), {"flag": "player", "on": "1"}).status_code == 404


def test_a_sheet_that_has_changed_since_can_be_copied_again(full: Table) -> None:
    apply_to_sheet(sheet_of("Анна Вереск"), full.users["anna"], {"hp": 2})
    page = text_of(full.get("gm", full.url("encounter_build")))
    assert page.count("The sheet has changed since") == 1
    full.post("gm", full.url("build_refresh", full.named("Анна Вереск").ref))
    assert full.named("Анна Вереск").brought["sheet"]["hp"] == 2
    assert "The sheet has changed since" not in text_of(full.get("gm", full.url("encounter_build")))


def test_a_double_click_lands_once_and_is_answered_like_the_first(table: Table) -> None:
    url = table.url("build_creature", "goblin")
    sent = {"version": 1, "key": "same", "count": "2"}
    first = table.client("gm").post(url, sent, headers={"HX-Request": "true"})
    second = table.client("gm").post(url, sent, headers={"HX-Request": "true"})
    assert (first.status_code, second.status_code) == (200, 200)
    assert len(table.combatants()) == 2
    assert table.now().version == 2


def test_the_same_key_for_something_else_is_no_repeat(table: Table) -> None:
    table.client("gm").post(table.url("build_creature", "goblin"), {"version": 1, "key": "same"})
    other = table.client("gm").post(table.url("build_creature", "wolf"), {"version": 1, "key": "same"})
    assert other.status_code == 409
    assert len(table.combatants()) == 1


@pytest.mark.parametrize("version", ["1", "", "x", "-1", "99999999999999999999"])
def test_a_submit_on_an_older_page_writes_nothing_and_shows_how_it_stands(full: Table, version: str) -> None:
    stale = full.post("gm", full.url("build_remove", full.named("Goblin 1").ref), {"version": version}, htmx=True)
    assert stale.status_code == 409
    assert "Nothing of yours was written." in text_of(stale)
    assert f'name="version" value="{full.now().version}"' in text_of(stale)
    assert len(full.combatants()) == 5


def test_starting_leads_to_the_fight_and_can_spare_the_saves(full: Table) -> None:
    response = full.post("gm", full.url("build_start"), {"waive": "1"})
    assert (response.status_code, response["Location"]) == (303, full.url("encounter"))
    assert full.now().status == Encounter.Status.RUNNING
    assert full.encounter.entries.get().command == {"do": "begin", "waive": True}


@pytest.mark.parametrize(("system", "is_offered"), [("cairn", True), ("dungeon_fantasy", False)])
def test_only_a_system_with_saves_at_the_start_offers_to_spare_them(system: str, is_offered: bool) -> None:
    played = lay_table()
    Campaign.objects.filter(pk=played.campaign.pk).update(system=system)
    Creature.objects.create(system=system, key="shade", name="Shade", data={"sheet": {}, "gear": []})
    played.post("gm", played.url("build_creature", "shade"), {"count": "1"})
    page = text_of(played.get("gm", played.url("encounter_build")))
    assert "Start the fight" in page
    assert ('name="waive"' in page) is is_offered


def test_starting_with_nobody_is_refused_with_the_rule(table: Table) -> None:
    refused = table.post("gm", table.url("build_start"), htmx=True)
    assert refused.status_code == 422
    assert "Nobody is here to fight. (CA-01)" in text_of(refused)
    assert table.now().status == Encounter.Status.DRAFT


def test_once_it_has_begun_there_is_nothing_to_prepare(full: Table) -> None:
    full.start()
    assert full.get("gm", full.url("encounter_build")).status_code == 303
    late = full.post("gm", full.url("build_creature", "wolf"), htmx=True)
    assert (late.status_code, late["HX-Redirect"]) == (204, full.url("encounter"))
    assert len(full.combatants()) == 5


def test_playing_again_makes_a_fresh_draft_with_the_same_combatants(full: Table) -> None:
    full.start()
    full.order("gm", "harm", target=full.named("Анна Вереск").ref, amount=4)
    response = full.post("gm", full.url("encounter_again"))
    assert response.status_code == 303
    again = Encounter.objects.exclude(pk=full.encounter.pk).get()
    assert (again.status, again.name, again.state) == (Encounter.Status.DRAFT, "Secret Ford, again", {})

    def brought(encounter: Encounter) -> list[tuple[object, ...]]:
        return [(each.name, each.side, each.owner_id, each.hidden, each.brought) for each in encounter.combatants.all()]

    assert brought(again) == brought(full.encounter)
    assert not {each.ref for each in again.combatants.all()} & {each.ref for each in full.combatants()}


def test_the_page_asks_the_database_as_often_for_many_as_for_few(full: Table, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    full.get("gm", full.url("encounter_build"))
    # session, user; encounter, seats; combatants, members; those here, sheets; creatures, their number
    with django_assert_num_queries(10):
        full.get("gm", full.url("encounter_build"))
    for _ in range(3):
        full.post("gm", full.url("build_creature", "goblin"), {"count": "50"})
    with django_assert_num_queries(10):
        page = full.get("gm", full.url("encounter_build"))
    assert text_of(page).count('id="c-') == 155


def test_what_a_combatant_has_is_seen_at_a_glance(full: Table) -> None:
    page = text_of(full.get("gm", full.url("encounter_build")))
    for shown in ("5 combatants", "1 hidden", "Goblin 1", "spear", "anna"):
        assert shown in page
    assert Combatant.objects.count() == 5


def names_of(table: Table, *, hidden: bool) -> list[str]:
    return [each.name["en"] for each in table.combatants() if each.hidden == hidden]


def test_the_numbers_of_those_the_players_see_betray_no_hidden_ones(table: Table) -> None:
    """Two goblins hide; the first that is seen is called as if it were the only one, then 1, 2, 3."""
    table.post("gm", table.url("build_creature", "goblin"), {"count": "2", "hidden": "1"})
    assert names_of(table, hidden=True) == ["Goblin 1", "Goblin 2"]
    table.post("gm", table.url("build_creature", "goblin"), {"count": "1"})
    assert names_of(table, hidden=False) == ["Goblin"]
    assert names_of(table, hidden=True) == ["Goblin 2", "Goblin 3"]
    table.post("gm", table.url("build_creature", "goblin"), {"count": "2"})
    assert names_of(table, hidden=False) == ["Goblin 1", "Goblin 2", "Goblin 3"]
    assert names_of(table, hidden=True) == ["Goblin 4", "Goblin 5"]
    assert table.named("Гоблин 5").hidden


def test_who_is_hidden_in_the_draft_gets_a_number_after_the_others(table: Table) -> None:
    table.post("gm", table.url("build_creature", "goblin"), {"count": "3"})
    first = table.combatants()[0]
    said = table.post("gm", table.url("build_flag", first.ref), {"flag": "hidden", "on": "1"}, htmx=True)
    assert "Changed: Goblin 3." in text_of(said)
    assert (names_of(table, hidden=False), names_of(table, hidden=True)) == (["Goblin 1", "Goblin 2"], ["Goblin 3"])
