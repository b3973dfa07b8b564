"""What staff keep: people, the tables of equipment and creatures, and what was put away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from rules.border import read
from rules.errors import BadInput
from rules.records import read_gear, read_many_gear
from rules.registry import SYSTEMS, system_of
from sheets.models import Campaign, Creature, Equipment, Sheet, User
from sheets.services.items import as_stored
from sheets.templatetags.words import words

if TYPE_CHECKING:
    _ModelForm = forms.ModelForm[Any]
    _ModelAdmin = admin.ModelAdmin[Any]
else:
    _ModelForm, _ModelAdmin = forms.ModelForm, admin.ModelAdmin

admin.site.register(User, UserAdmin)


class RowForm(_ModelForm):
    """A row of a table: its name in each language, and its columns as the system reads them."""

    name_en = forms.CharField(label=_("Name in English"), max_length=200)
    name_ru = forms.CharField(label=_("Name in Russian"), max_length=200)
    system = forms.ChoiceField(label=_("System"), choices=[(each.slug, each.name) for each in SYSTEMS])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.instance.name if isinstance(self.instance.name, dict) else {}
        for language in ("en", "ru"):
            self.fields[f"name_{language}"].initial = name.get(language, "")

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        if not self.errors:
            self.instance.name = {"en": typed["name_en"], "ru": typed["name_ru"]}
            try:
                typed["data"] = self.read_data(typed)
            except BadInput as error:
                said = [
                    f"{each.path}: {words(each.words)}" if each.path else words(each.words) for each in error.errors
                ]
                raise ValidationError({"data": said}) from None
        return typed

    def read_data(self, typed: dict[str, Any]) -> dict[str, Any]:
        """The columns as they are stored.

        Raises:
            BadInput: they do not fit.
        """
        raise NotImplementedError


class EquipmentForm(RowForm):
    class Meta:
        model = Equipment
        fields = ("system", "kind", "key", "data")

    def read_data(self, typed: dict[str, Any]) -> dict[str, Any]:
        own = {"kind": typed["kind"], "key": typed["key"], "name": self.instance.name}
        columns = typed["data"] if isinstance(typed["data"], dict) else {}
        return as_stored(read_gear(system_of(typed["system"]), {**columns, **own}, ""))


class CreatureForm(RowForm):
    class Meta:
        model = Creature
        fields = ("system", "key", "data")

    def read_data(self, typed: dict[str, Any]) -> dict[str, Any]:
        system = system_of(typed["system"])
        columns = typed["data"] if isinstance(typed["data"], dict) else {}
        sheet = read(system.sheet, columns.get("sheet", {}), "sheet")
        gear = read_many_gear(system, columns.get("gear", []))
        return {
            "sheet": sheet.model_dump(mode="json", exclude_defaults=True),
            "gear": [as_stored(each) for each in gear],
        }


class RowAdmin(_ModelAdmin):
    """A table whose edited rows are marked, so that no update overwrites them."""

    search_fields = ("search", "key")

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.changed = obj.changed or not change or form.has_changed()
        super().save_model(request, obj, form, change)


@admin.register(Equipment)
class EquipmentAdmin(RowAdmin):
    form = EquipmentForm
    fields = ("system", "kind", "key", "name_en", "name_ru", "data")
    list_display = ("__str__", "key", "kind", "system", "changed")
    list_filter = ("system", "kind", "changed")


@admin.register(Creature)
class CreatureAdmin(RowAdmin):
    form = CreatureForm
    list_display = ("__str__", "key", "system", "changed")
    list_filter = ("system", "changed")
    fields = ("system", "key", "name_en", "name_ru", "data")


class RestoringAdmin(_ModelAdmin):
    """What people put away, for staff to bring back. Staff neither read nor change what is inside."""

    list_display = ("__str__", "public_id", "deleted_at")
    list_display_links = None
    search_fields = ("name", "public_id")
    actions = ("restore",)

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        return super().get_queryset(request).filter(deleted_at__isnull=False)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(description=_("Bring back"))
    def restore(self, request: HttpRequest, queryset: models.QuerySet[Any]) -> None:
        number = queryset.update(deleted_at=None)
        self.message_user(
            request, ngettext("%(number)d brought back.", "%(number)d brought back.", number) % {"number": number}
        )

    def change_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        raise PermissionDenied


admin.site.register(Campaign, RestoringAdmin)
admin.site.register(Sheet, RestoringAdmin)
