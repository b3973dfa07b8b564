"""Addresses of reports."""

from django.urls import URLPattern, path

from encounters.views import reports

urlpatterns: list[URLPattern] = [
    path("e/<slug:public_id>/reports/", reports.encounter_reports, name="encounter_reports"),
    path("e/<slug:public_id>/reports/new/<slug:kind>/", reports.report_new, name="report_new"),
    path("r/<slug:public_id>/", reports.report, name="report"),
    path("r/<slug:public_id>/cancel/", reports.report_cancel, name="report_cancel"),
    path("r/<slug:public_id>/again/", reports.report_again, name="report_again"),
    path("r/<slug:public_id>/delete/", reports.report_delete, name="report_delete"),
]
