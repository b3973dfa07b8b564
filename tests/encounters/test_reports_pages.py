"""Every address of reports, by everybody: who sees what, and that no secret is sent."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from encounters.models import Encounter, Report
from encounters.services import report_making
from tests.encounters.report_table import SECRETS, Table, scripted_fight, sure_fight, table

pytestmark = pytest.mark.django_db

EVERYBODY = ("gm", "owner", "player", "spectator", "stranger", "anonymous")


@pytest.fixture
def at() -> Table:
    made = table()
    scripted_fight(made)
    return made


@pytest.fixture
def forecast(at: Table) -> Report:
    return made(at.ask("gm", "forecast", fights="100", seed="PlantedSeed"))


@pytest.fixture
def summary(at: Table) -> Report:
    return made(at.ask("owner", "summary"))


def made(report: Report) -> Report:
    report_making.make(report.pk)
    report.refresh_from_db()
    assert report.status == Report.Status.DONE, report.error
    return report


def as_(at: Table, who: str, **headers: Any) -> Client:
    client = Client(headers=headers)
    if who != "anonymous":
        client.force_login(at.people[who])
    return client


def statuses(at: Table, method: str, address: str, data: dict[str, Any] | None = None) -> dict[str, int]:
    return {who: getattr(as_(at, who), method)(address, data or {}).status_code for who in EVERYBODY}


def no_secrets(response: Any) -> None:
    text = response.content.decode()
    for secret in SECRETS:
        assert secret not in text


def test_the_list_is_for_every_seat(at: Table) -> None:
    address = reverse("encounter_reports", args=[at.encounter.public_id])
    assert statuses(at, "get", address) == {
        "gm": 200, "owner": 200, "player": 200, "spectator": 200, "stranger": 404, "anonymous": 302,
    }  # fmt: skip


@pytest.mark.parametrize("who", ["owner", "player", "spectator"])
def test_others_are_not_told_that_there_are_forecasts(at: Table, forecast: Report, who: str) -> None:
    page = as_(at, who).get(reverse("encounter_reports", args=[at.encounter.public_id]))
    no_secrets(page)
    assert forecast.public_id not in page.content.decode()
    assert "forecast" not in page.content.decode().lower()


def test_the_game_master_finds_the_forecast_in_the_list_with_its_likeliest_outcome(at: Table, forecast: Report) -> None:
    page = as_(at, "gm").get(reverse("encounter_reports", args=[at.encounter.public_id])).content.decode()
    assert reverse("report", args=[forecast.public_id]) in page
    assert "100 fights" in page


def test_a_forecast_is_for_the_game_master_alone(at: Table, forecast: Report) -> None:
    assert statuses(at, "get", reverse("report", args=[forecast.public_id])) == {
        "gm": 200, "owner": 404, "player": 404, "spectator": 404, "stranger": 404, "anonymous": 302,
    }  # fmt: skip


def test_a_summary_is_for_every_seat(at: Table, summary: Report) -> None:
    assert statuses(at, "get", reverse("report", args=[summary.public_id])) == {
        "gm": 200, "owner": 200, "player": 200, "spectator": 200, "stranger": 404, "anonymous": 302,
    }  # fmt: skip


@pytest.mark.parametrize("who", ["owner", "player", "spectator"])
@pytest.mark.parametrize("part", [False, True])
def test_a_summary_sends_others_nothing_of_the_hidden(at: Table, summary: Report, who: str, part: bool) -> None:
    headers = {"HX-Request": "true", "HX-Target": "report"} if part else {}
    page = as_(at, who, **headers).get(reverse("report", args=[summary.public_id]))
    no_secrets(page)
    assert "Торвальд" in page.content.decode()
    assert "—" in page.content.decode()


def test_the_game_master_sees_the_hidden_in_the_summary(at: Table, summary: Report) -> None:
    page = as_(at, "gm").get(reverse("report", args=[summary.public_id])).content.decode()
    assert "Skulking Assassin" in page
    assert "A dash stands for" not in page


@pytest.mark.parametrize("who", ["owner", "player", "spectator", "stranger"])
def test_while_the_encounter_is_prepared_its_reports_do_not_exist_for_others(who: str) -> None:
    at = table()
    sure_fight(at)
    report = at.ask("gm", "forecast", fights="100")
    for name, key in (("encounter_reports", at.encounter.public_id), ("report", report.public_id)):
        assert as_(at, who).get(reverse(name, args=[key])).status_code == 404


def new(at: Table, kind: str) -> str:
    return reverse("report_new", args=[at.encounter.public_id, kind])


def test_only_the_game_master_asks_for_a_forecast(at: Table) -> None:
    assert statuses(at, "post", new(at, "forecast"), {"forecast-fights": "100"}) == {
        "gm": 303, "owner": 404, "player": 404, "spectator": 404, "stranger": 404, "anonymous": 302,
    }  # fmt: skip
    assert [report.by_id for report in Report.objects.all()] == [at.people["gm"].pk]


def test_everybody_who_plays_asks_for_a_summary(at: Table) -> None:
    assert statuses(at, "post", new(at, "summary")) == {
        "gm": 303, "owner": 303, "player": 303, "spectator": 403, "stranger": 404, "anonymous": 302,
    }  # fmt: skip
    assert Report.objects.count() == 3


def test_an_unknown_kind_is_not_there(at: Table) -> None:
    assert as_(at, "gm").post(new(at, "horoscope")).status_code == 404


@pytest.mark.parametrize(
    ("fights", "sentence"),
    [
        ("99", "From 100 to 20,000 fights."),
        ("20001", "From 100 to 20,000 fights."),
        ("many", "Write a whole number."),
        ("-500", "Write a whole number."),
        ("12.5", "Write a whole number."),
        ("9" * 20, "From 100 to 20,000 fights."),
        ("", "This field is required."),
    ],
)
def test_a_number_of_fights_that_cannot_be_is_refused_beside_its_field(at: Table, fights: str, sentence: str) -> None:
    page = as_(at, "gm").post(new(at, "forecast"), {"forecast-fights": fights, "forecast-seed": "my seed"})
    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert "my seed" in page.content.decode()  # nothing else is lost
    assert not Report.objects.exists()


def test_a_fight_with_nothing_to_forecast_is_refused_with_a_sentence(at: Table) -> None:
    Encounter.objects.update(status="ended")
    page = as_(at, "gm").post(new(at, "forecast"), {"forecast-fights": "100"})
    assert page.status_code == 422
    assert "nothing left to forecast" in page.content.decode()


def test_the_same_form_sent_twice_makes_one_report(at: Table) -> None:
    client = as_(at, "owner")
    token = client.get(reverse("encounter_reports", args=[at.encounter.public_id])).context["token"]
    first, second = (client.post(new(at, "summary"), {"token": token}) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Report.objects.count() == 1


@pytest.mark.parametrize("name", ["report_cancel", "report_delete"])
@pytest.mark.parametrize(
    ("who", "status"),
    [("gm", 303), ("owner", 303), ("player", 403), ("spectator", 403), ("stranger", 404), ("anonymous", 302)],
)
def test_cancelling_and_deleting_is_for_who_asked_and_the_game_master(
    at: Table, name: str, who: str, status: int
) -> None:
    report = at.ask("owner", "summary")
    assert as_(at, who).post(reverse(name, args=[report.public_id])).status_code == status
    is_untouched = Report.objects.filter(pk=report.pk, status="queued").exists()
    assert is_untouched == (status != 303)


@pytest.mark.parametrize("name", ["report_cancel", "report_delete", "report_again"])
def test_a_forecast_cannot_be_touched_by_those_for_whom_it_does_not_exist(
    at: Table, forecast: Report, name: str
) -> None:
    for who in ("owner", "player", "spectator", "stranger"):
        assert as_(at, who).post(reverse(name, args=[forecast.public_id])).status_code == 404
    assert Report.objects.count() == 1


def test_asking_again_is_for_those_who_may_ask(at: Table, summary: Report) -> None:
    assert statuses(at, "post", reverse("report_again", args=[summary.public_id])) == {
        "gm": 303, "owner": 303, "player": 303, "spectator": 403, "stranger": 404, "anonymous": 302,
    }  # fmt: skip


def test_writes_are_posts(at: Table, summary: Report) -> None:
    for name in ("report_cancel", "report_delete", "report_again"):
        assert as_(at, "gm").get(reverse(name, args=[summary.public_id])).status_code == 405
    assert as_(at, "gm").post(reverse("report", args=[summary.public_id])).status_code == 405


def test_a_deleted_report_is_gone(at: Table, summary: Report) -> None:
    as_(at, "owner").post(reverse("report_delete", args=[summary.public_id]))
    assert as_(at, "gm").get(reverse("report", args=[summary.public_id])).status_code == 404


def part_of(at: Table, who: str, report: Report) -> str:
    client = as_(at, who, **{"HX-Request": "true", "HX-Target": "report"})
    return str(client.get(reverse("report", args=[report.public_id])).content.decode())


def test_an_unfinished_report_polls_and_a_finished_one_stops(at: Table) -> None:
    report = at.ask("gm", "forecast", fights="100")
    waiting = part_of(at, "gm", report)
    assert 'hx-trigger="every 1s"' in waiting
    assert "hx-swap-oob" not in waiting
    assert "<html" not in waiting
    made(report)
    done = part_of(at, "gm", report)
    assert "hx-trigger" not in done
    assert 'id="buttons" class="row" hx-swap-oob="true"' in done
    assert "Cancel" not in done


def test_partial_figures_say_that_they_are(at: Table, forecast: Report) -> None:
    Report.objects.update(status="running", progress=50)
    assert "Figures so far: 50 of 100 fights." in part_of(at, "gm", forecast)
    Report.objects.update(status="cancelled")
    assert "Partial figures: cancelled after 50 of 100 fights." in part_of(at, "gm", forecast)
    Report.objects.update(status="done")
    assert "Partial figures: the time was up after 50 of 100 fights." in part_of(at, "gm", forecast)
    Report.objects.update(progress=100)
    assert "artial figures" not in part_of(at, "gm", forecast)


def test_a_failure_shows_its_reason_and_can_be_tried_again(at: Table) -> None:
    report = at.ask("gm", "forecast", fights="100")
    Report.objects.update(
        status="failed", error={"msgid": "It was begun {times} times.", "facts": {"times": 5}}, result=None
    )
    page = as_(at, "gm").get(reverse("report", args=[report.public_id])).content.decode()
    assert "It was begun 5 times." in page
    assert "Try again" in page


def test_the_charts_come_with_their_words_and_with_a_table(at: Table, forecast: Report) -> None:
    page = as_(at, "gm").get(reverse("report", args=[forecast.public_id])).content.decode()
    assert page.count('<svg class="chart') == page.count("<desc") > 8
    assert page.count("<details open>") == 5
    assert "style=" not in page.split("<main")[1]
    assert "PlantedSeed" in page


def test_a_name_with_markup_stays_a_name(at: Table) -> None:
    at.encounter.combatants.filter(ref="wolf").update(name="<b>&'\"🐺" + "x" * 190)
    Encounter.objects.filter(pk=at.encounter.pk).update(status="draft", state={})
    report = made(at.ask("gm", "forecast", fights="100"))
    page = as_(at, "gm").get(reverse("report", args=[report.public_id])).content.decode()
    assert "<b>&" not in page
    assert "&lt;b&gt;&amp;&#x27;&quot;🐺" in page


def test_russian_shares_have_a_space_before_the_sign(at: Table, forecast: Report) -> None:
    page = as_(at, "gm", accept_language="ru").get(reverse("report", args=[forecast.public_id])).content.decode()
    assert "\u00a0%" in page


def test_who_comes_back_to_the_address_of_a_form_is_led_to_the_reports(at: Table) -> None:
    """After a refused form the page has this address, and the language switch returns to it."""
    address = new(at, "summary")
    assert statuses(at, "get", address) == {
        "gm": 303, "owner": 303, "player": 303, "spectator": 303, "stranger": 404, "anonymous": 302,
    }  # fmt: skip
    assert as_(at, "gm").get(address)["Location"] == reverse("encounter_reports", args=[at.encounter.public_id])
