"""Tags of the page shell: the chosen theme, and form fields with their help and errors."""

from typing import Any

from django import template
from django.forms import BoundField, CheckboxInput

register = template.Library()


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """`light` or `dark` where the visitor chose one; empty where the system decides."""
    request = context.get("request")
    chosen = request.COOKIES.get("theme", "") if request else ""
    return chosen if chosen in {"light", "dark"} else ""


@register.inclusion_tag("components/field.html")
def field(bound: BoundField, label: str = "", placeholder: bool = True) -> dict[str, Any]:
    """One field of a form: its label, control, help and the sentence about what is wrong with it.

    `label` replaces the form's own; without `placeholder` the control has none, where it would only
    repeat the label.
    """
    if not placeholder:
        bound.field.widget.attrs.pop("placeholder", None)
    return {
        "field": bound,
        "label": label or bound.label,
        "is_check": isinstance(bound.field.widget, CheckboxInput),
    }
