"""Addresses of making, preparing and putting away encounters."""

from django.urls import path

from encounters.views import after, build, campaign, joining, scenario

urlpatterns = [
    path("c/<slug:public_id>/encounters/", campaign.encounters, name="campaign_encounters"),
    path("c/<slug:public_id>/encounters/new/", campaign.new, name="encounter_new"),
    path("c/<slug:public_id>/encounters/import/", scenario.import_page, name="encounter_import"),
    path("e/<slug:public_id>/settings/", campaign.settings, name="encounter_settings"),
    path("e/<slug:public_id>/again/", campaign.again, name="encounter_again"),
    path("e/<slug:public_id>/delete/", campaign.delete, name="encounter_delete"),
    path("e/<slug:public_id>/build/", build.build_page, name="encounter_build"),
    path("e/<slug:public_id>/build/creatures/", build.creatures, name="build_creatures"),
    path("e/<slug:public_id>/build/party/", build.add_party, name="build_party"),
    path("e/<slug:public_id>/build/sheet/<slug:sheet>/", build.add_sheet, name="build_sheet"),
    path("e/<slug:public_id>/build/creature/<slug:key>/", build.add_creature, name="build_creature"),
    path("e/<slug:public_id>/build/start/", build.start, name="build_start"),
    path("e/<slug:public_id>/build/<slug:ref>/edit/", build.edit_combatant, name="build_edit"),
    path("e/<slug:public_id>/build/<slug:ref>/flag/", build.set_flag, name="build_flag"),
    path("e/<slug:public_id>/build/<slug:ref>/refresh/", build.refresh_combatant, name="build_refresh"),
    path("e/<slug:public_id>/build/<slug:ref>/remove/", build.remove_combatant, name="build_remove"),
    path("e/<slug:public_id>/bring-in/", joining.bring_in, name="combatant_add"),
    path("e/<slug:public_id>/send-back/", after.send_back, name="encounter_send_back"),
    path("e/<slug:public_id>/export/", scenario.export, name="encounter_export"),
]
