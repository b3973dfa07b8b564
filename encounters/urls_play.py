"""Addresses of the play page."""

from django.urls import path

from encounters.views import live, mapping, odds, play, submit

urlpatterns = [
    path("e/<slug:public_id>/", play.encounter, name="encounter"),
    path("e/<slug:public_id>/parts/", play.parts, name="encounter_parts"),
    path("e/<slug:public_id>/version/", play.version, name="encounter_version"),
    path("e/<slug:public_id>/live/", live.live, name="encounter_live"),
    path("e/<slug:public_id>/map/look/", mapping.look, name="encounter_map_look"),
    path("e/<slug:public_id>/map/cell/", mapping.cell, name="encounter_map_cell"),
    path("e/<slug:public_id>/map/show/", mapping.draw, name="encounter_map_show"),
    path("e/<slug:public_id>/act/", play.act, name="encounter_act"),
    path("e/<slug:public_id>/odds/", odds.odds, name="encounter_odds"),
    path("e/<slug:public_id>/extra/", play.extra, name="encounter_extra"),
    path("e/<slug:public_id>/combatant/<slug:ref>/", play.combatant, name="encounter_combatant"),
    path("e/<slug:public_id>/log/", play.log, name="encounter_log"),
    path("e/<slug:public_id>/order/", submit.give_order, name="encounter_order"),
    path("e/<slug:public_id>/answer/", submit.give_answer, name="encounter_answer"),
    path("e/<slug:public_id>/take-back/", submit.take_back, name="encounter_take_back"),
    path("e/<slug:public_id>/undo/", submit.undo, name="encounter_undo"),
    path("e/<slug:public_id>/redo/", submit.redo, name="encounter_redo"),
    path("e/<slug:public_id>/end/", submit.end, name="encounter_end"),
]
