"""Logging in and signing up; the language and the theme that are remembered."""

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client
from django.urls import reverse

PASSWORD = "lantern-42-moss"
pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return get_user_model().objects.create_user("anna", "anna@example.org", PASSWORD)


def log_in(client: Client, login: str, password: str = PASSWORD):
    return client.post(reverse("account_login"), {"login": login, "password": password})


def test_a_stranger_signs_up_with_a_name_and_a_password_alone(client: Client) -> None:
    answer = client.post(
        reverse("account_signup"), {"username": "torvald", "password1": PASSWORD, "password2": PASSWORD}
    )
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(get_user_model().objects.get(username="torvald").pk)


@pytest.mark.parametrize("login", ["anna", "anna@example.org"])
def test_one_logs_in_by_name_or_by_address(client: Client, anna, login: str) -> None:
    assert log_in(client, login).status_code == 302
    assert "_auth_user_id" in client.session


def test_wrong_passwords_are_throttled_even_when_the_right_one_follows(client: Client, anna) -> None:
    for _ in range(6):
        log_in(client, "anna", "wrong")
    log_in(client, "anna")
    assert "_auth_user_id" not in client.session


def test_the_administration_has_no_second_unthrottled_door(client: Client) -> None:
    answer = client.get("/admin/login/?next=/admin/")
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))


def test_a_forgotten_password_is_reset_by_the_mailed_link(client: Client, anna) -> None:
    client.post(reverse("account_reset_password"), {"email": "anna@example.org"})
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    page = client.get(link, follow=True)
    address = page.redirect_chain[-1][0]
    client.post(address, {"password1": "another-moss-77", "password2": "another-moss-77"})
    anna.refresh_from_db()
    assert anna.check_password("another-moss-77")


def test_a_strangers_language_is_kept_by_the_browser(client: Client) -> None:
    answer = client.post(reverse("set_language"), {"language": "ru", "next": "/"})
    assert answer.status_code == 302
    assert '<html lang="ru"' in client.get("/").content.decode()


def test_a_members_language_follows_them_to_another_browser(client: Client, anna) -> None:
    client.force_login(anna)
    client.post(reverse("set_language"), {"language": "ru", "next": "/"})
    elsewhere = Client()
    log_in(elsewhere, "anna")
    assert '<html lang="ru"' in elsewhere.get(reverse("account_email")).content.decode()


def test_a_language_nobody_offers_changes_nothing(client: Client, anna) -> None:
    client.force_login(anna)
    client.post(reverse("set_language"), {"language": "xx", "next": "/"})
    anna.refresh_from_db()
    assert anna.language == ""


@pytest.mark.parametrize(
    ("back", "goes_to"), [("/accounts/login/", "/accounts/login/"), ("https://evil.example/", "/")]
)
def test_the_theme_is_remembered_and_leads_back_to_this_site_only(client: Client, back: str, goes_to: str) -> None:
    answer = client.post(reverse("set_theme"), {"theme": "dark", "next": back})
    assert (answer.status_code, answer["Location"]) == (303, goes_to)
    assert 'data-theme="dark"' in client.get("/accounts/login/").content.decode()


def test_a_forged_theme_cookie_is_not_repeated(client: Client) -> None:
    client.cookies["theme"] = "purple"
    assert "data-theme" not in client.get("/accounts/login/").content.decode()


@pytest.mark.parametrize("page", ["account_login", "account_signup", "account_reset_password", "home"])
def test_the_pages_of_the_entrance_have_no_inline_code(client: Client, page: str) -> None:
    content = client.get(reverse(page)).content.decode()
    assert " style=" not in content
    assert "<style" not in content
    assert "<script>" not in content
    assert " onclick=" not in content


def test_a_missing_page_says_so_in_the_sites_own_words(client: Client) -> None:
    answer = client.get("/no/such/page/")
    assert answer.status_code == 404
    assert "There is nothing here" in answer.content.decode()


def test_a_form_without_its_token_is_refused_in_the_sites_own_words() -> None:
    answer = Client(enforce_csrf_checks=True).post(reverse("set_theme"), {"theme": "dark"})
    assert answer.status_code == 403
    assert "The page is out of date" in answer.content.decode()


def test_the_failure_page_can_be_drawn_without_a_request() -> None:
    from django.template.loader import render_to_string

    assert "Something went wrong" in render_to_string("500.html")
