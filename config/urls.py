"""Addresses of the whole site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from config import views

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # one throttled door

urlpatterns = [
    path("", views.home, name="home"),
    path("language/", views.set_language, name="set_language"),
    path("theme/", views.set_theme, name="set_theme"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("", include("sheets.urls")),
    path("", include("encounters.urls")),
]
