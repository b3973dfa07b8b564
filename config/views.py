"""The start page, and the visitor's choice of language and theme."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views import i18n
from django.views.decorators.http import require_POST, require_safe

THEMES = ("auto", "light", "dark")
YEAR_S = 365 * 24 * 3600


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, for a stranger; a member goes straight on to their campaigns."""
    if request.user.is_authenticated:
        try:
            return redirect("campaign_list")
        except NoReverseMatch:
            pass
    return render(request, "home.html")


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Switches the language here and, for a member, on every device they log in from later."""
    response = i18n.set_language(request)
    chosen = request.POST.get("language", "")
    if request.user.is_authenticated and chosen in dict(settings.LANGUAGES):
        request.user.language = chosen
        request.user.save(update_fields=["language"])
    return response


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Remembers light, dark or auto in a cookie and goes back to the page it was asked from."""
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = reverse("home")
    response = HttpResponseRedirect(back, status=303)
    chosen = request.POST.get("theme")
    if chosen in THEMES:
        response.set_cookie("theme", chosen, max_age=YEAR_S, secure=settings.HTTPS, httponly=True, samesite="Lax")
    return response
