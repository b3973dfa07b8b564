"""Addresses of this application's pages."""

from django.urls import URLPattern, URLResolver

from encounters import urls_build, urls_maps, urls_play, urls_reports

urlpatterns: list[URLPattern | URLResolver] = [
    *urls_build.urlpatterns,
    *urls_play.urlpatterns,
    *urls_maps.urlpatterns,
    *urls_reports.urlpatterns,
]
