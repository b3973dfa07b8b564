"""What staff may do for encounters: bring back those that were put away."""

from django.contrib import admin

from encounters.models import CampaignMap, Encounter
from sheets.admin import RestoringAdmin

admin.site.register(Encounter, RestoringAdmin)
admin.site.register(CampaignMap, RestoringAdmin)
