"""The page that imports a sheet: what is in the file, what was left out, in which hand things are; then the sheet."""

from __future__ import annotations

import html
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from rules.registry import system_of
from sheets.models import Campaign, Membership, Sheet, User
from sheets.services.campaigns import create_campaign
from tests.sheets.importing.reading import content


@pytest.fixture
def campaign(db: None) -> Campaign:
    made = create_campaign(User.objects.create(username="marta"), system_of("dungeon_fantasy"), "The Fens")
    anna = User.objects.create(username="anna")
    Membership.objects.create(campaign=made, user=anna, role=Membership.Role.PLAYER)
    return made


def client_of(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client


def address(campaign: Campaign) -> str:
    return reverse("sheet_import", args=[campaign.public_id])


def looked_at(campaign: Campaign, name: str, who: str = "anna") -> str:
    """The page that shows what is in one of the files."""
    response = client_of(who).post(address(campaign), {"file": SimpleUploadedFile(f"{name}.gcs", content(name))})
    assert response.status_code == 200
    return response.text


def hidden(page: str) -> dict[str, list[str]]:
    """The hidden fields of the form that would write the sheet, and the choices as they stand."""
    form = page[page.index('name="confirm"') :]
    fields: dict[str, list[str]] = {"confirm": ["1"]}
    for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form):
        fields.setdefault(name, []).append(html.unescape(value))
    for name, options in re.findall(r'<select name="([\w-]+)".*?>(.*?)</select>', form, re.DOTALL):
        fields[name] = re.findall(r'value="(\w+)" selected', options)
    return fields


def test_a_character_of_gcs_is_looked_at_before_anything_is_written(campaign: Campaign) -> None:
    page = looked_at(campaign, "halla_v5")
    for part in ("Halla Reed", "Combat Reflexes", "Medium Shield", "here it is kept apart", "10 / 9 / 8 / 7 / 6"):
        assert part in page
    assert Sheet.objects.count() == 0


def test_confirmed_it_is_the_players_own_character_with_things_in_their_hands(campaign: Campaign) -> None:
    fields = hidden(looked_at(campaign, "halla_v5"))
    response = client_of("anna").post(address(campaign), fields)
    made = Sheet.objects.get()
    assert (response.status_code, response["Location"]) == (303, reverse("sheet", args=[made.public_id]))
    assert (made.name, made.is_npc, made.owner and made.owner.username) == ("Halla Reed", False, "anna")
    assert {item["name"]: item.get("place") for item in made.gear()}["Broadsword"] == "right"
    client_of("anna").post(address(campaign), fields)
    assert Sheet.objects.count() == 1  # the same form twice makes one


def test_the_hands_that_are_chosen_count(campaign: Campaign) -> None:
    """Rapier (the fourth thing) in the right hand instead of the broadsword (the first)."""
    fields = hidden(looked_at(campaign, "halla_v5"))
    assert (fields["place-0"], fields["place-1"], fields["place-3"]) == (["right"], ["left"], ["pack"])
    client_of("anna").post(address(campaign), fields | {"place-0": ["worn"], "place-3": ["right"]})
    places = {item["name"]: item.get("place", "pack") for item in Sheet.objects.get().gear()}
    assert (places["Broadsword"], places["Rapier"], places["Medium Shield"]) == ("worn", "right", "left")


def test_two_things_in_one_hand_are_refused_beside_the_thing_and_nothing_is_lost(campaign: Campaign) -> None:
    fields = hidden(looked_at(campaign, "halla_v5")) | {"place-3": ["both"]}
    response = client_of("anna").post(address(campaign), fields)
    assert response.status_code == 422
    assert 'id="id_place-3_error"><p>That hand holds “Broadsword” already.' in response.text
    assert (Sheet.objects.count(), "here it is kept apart" in response.text) == (0, True)
    kept = hidden(response.text)
    assert (kept["place-3"], kept["text"], kept["said"]) == (["both"], fields["text"], fields["said"])


def test_a_place_that_was_not_offered_is_refused(campaign: Campaign) -> None:
    fields = hidden(looked_at(campaign, "halla_v5")) | {"place-0": ["teeth"]}
    assert client_of("anna").post(address(campaign), fields).status_code == 422
    assert Sheet.objects.count() == 0


def test_the_game_master_makes_an_npc_of_it(campaign: Campaign) -> None:
    fields = hidden(looked_at(campaign, "osk_v4", "marta")) | {"npc": ["1"]}
    client_of("marta").post(address(campaign), fields)
    assert (Sheet.objects.get().name, Sheet.objects.get().is_npc) == ("Оск Косой", True)


def test_a_campaign_of_another_system_refuses_with_a_sentence(campaign: Campaign) -> None:
    other = create_campaign(User.objects.get(username="marta"), system_of("cairn"), "The Wood")
    sent = SimpleUploadedFile("halla.gcs", content("halla_v5"))
    response = client_of("marta").post(address(other), {"file": sent})
    assert response.status_code == 422
    assert "This sheet is for Dungeon Fantasy, and the campaign plays Cairn." in html.unescape(response.text)
    assert Sheet.objects.count() == 0


def test_a_file_that_cannot_be_read_is_refused_beside_the_field_and_what_was_typed_stays(campaign: Campaign) -> None:
    sent = SimpleUploadedFile("x.gcs", b"<?xml?>")
    response = client_of("anna").post(address(campaign), {"file": sent, "text": "kept"})
    assert response.status_code == 422
    assert 'id="id_file_error"><p>This is XML' in response.text
    assert ">\nkept</textarea>" in response.text


def test_the_sentences_are_in_the_readers_language(campaign: Campaign) -> None:
    client = client_of("anna")
    sent = SimpleUploadedFile("halla.gcs", content("halla_v5"))
    page = client.post(address(campaign), {"file": sent}, headers={"accept-language": "ru"}).text
    assert "Заклинания (1) записаны в заметки" in page
    assert "правая рука" in page


def test_a_character_of_gcs_goes_over_a_sheet_after_a_look_at_the_difference(campaign: Campaign) -> None:
    client = client_of("anna")
    client.post(address(campaign), hidden(looked_at(campaign, "halla_v5")))
    sheet = Sheet.objects.get()
    over = reverse("sheet_import_over", args=[sheet.public_id])
    page = client.post(over, {"file": SimpleUploadedFile("osk.gcs", content("osk_v4"))}).text
    for part in ("<del>Halla Reed</del>", "Оск Косой", "The file calls it an animal"):
        assert part in page
    assert client.post(over, hidden(page)).status_code == 303
    sheet.refresh_from_db()
    assert (sheet.name, sheet.data["st"], sheet.gear()[0]["name"]) == ("Оск Косой", 14, "Great Axe")


def test_a_file_with_hundreds_of_sentences_can_still_be_confirmed(campaign: Campaign) -> None:
    document = json.loads(content("halla_v5"))
    feature = {"type": "conditional_modifier", "situation": "to Dodge at night", "amount": 1}
    document["traits"] = [{"name": f"Quirk {number}", "features": [feature] * 10} for number in range(150)]
    page = client_of("anna").post(address(campaign), {"text": json.dumps(document)}).text
    assert client_of("anna").post(address(campaign), hidden(page)).status_code == 303
