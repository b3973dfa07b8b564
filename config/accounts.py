"""What happens around logging in and signing up that is our own."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from sheets.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Carries the member's language: from the page they sign up on, to every device they log in from."""

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user.language = get_language() or settings.LANGUAGE_CODE
        saved: User = super().save_user(request, user, form, commit=commit)
        return saved

    def post_login(self, request: HttpRequest, user: User, **details: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **details)
        if user.language in dict(settings.LANGUAGES):
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                user.language,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                secure=settings.LANGUAGE_COOKIE_SECURE,
                httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
                samesite="Lax",
            )
        return response
