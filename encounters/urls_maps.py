"""Addresses of maps: kept by campaigns, under encounters, and the pictures under them."""

from django.urls import path

from encounters.views import editor, maps, pictures, placing

KEPT, LAID = {"easel": "map"}, {"easel": "encounter"}

urlpatterns = [
    path("c/<slug:public_id>/maps/", maps.campaign_maps, name="campaign_maps"),
    path("c/<slug:public_id>/maps/new/", maps.new, name="map_new"),
    path("c/<slug:public_id>/maps/import/", maps.import_map, name="map_import"),
    path("m/<slug:public_id>/", editor.editor, KEPT, name="map_editor"),
    path("m/<slug:public_id>/draw/", editor.draw, KEPT, name="map_draw"),
    path("m/<slug:public_id>/undo/", editor.undo, KEPT, name="map_undo"),
    path("m/<slug:public_id>/redo/", editor.redo, KEPT, name="map_redo"),
    path("m/<slug:public_id>/about/", editor.about, KEPT, name="map_about"),
    path("m/<slug:public_id>/settings/", maps.settings, name="map_settings"),
    path("m/<slug:public_id>/export/", maps.export, name="map_export"),
    path("m/<slug:public_id>/copy/", maps.copy, name="map_copy"),
    path("m/<slug:public_id>/delete/", maps.delete, name="map_delete"),
    path("e/<slug:public_id>/map/", editor.editor, LAID, name="encounter_map"),
    path("e/<slug:public_id>/map/draw/", editor.draw, LAID, name="encounter_map_draw"),
    path("e/<slug:public_id>/map/undo/", editor.undo, LAID, name="encounter_map_undo"),
    path("e/<slug:public_id>/map/redo/", editor.redo, LAID, name="encounter_map_redo"),
    path("e/<slug:public_id>/map/about/", editor.about, LAID, name="encounter_map_about"),
    path("e/<slug:public_id>/map/lay/", editor.lay, name="encounter_map_lay"),
    path("e/<slug:public_id>/map/keep/", editor.keep, name="encounter_map_keep"),
    path("e/<slug:public_id>/build/map/", placing.page, name="build_map"),
    path("e/<slug:public_id>/build/map/lay/", placing.lay, name="build_map_lay"),
    path("e/<slug:public_id>/build/map/put/", placing.put, name="build_map_put"),
    path("e/<slug:public_id>/build/map/side/", placing.put_side, name="build_map_side"),
    path("e/<slug:public_id>/build/map/lift/", placing.lift_all, name="build_map_lift"),
    path("media/maps/<slug:name>.webp", pictures.picture, name="map_picture"),
]
