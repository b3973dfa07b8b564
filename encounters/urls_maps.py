"""Addresses of maps: kept by campaigns, under encounters, and the pictures under them."""

from django.urls import path

from encounters.views import pictures

urlpatterns = [
    path("media/maps/<slug:name>.webp", pictures.picture, name="map_picture"),
]
