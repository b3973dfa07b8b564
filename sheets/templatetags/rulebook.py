"""Rule IDs as links to what the rule says."""

from __future__ import annotations

import re
from functools import cache

from django import template
from django.urls import reverse
from django.utils.html import format_html

from rules.registry import system_of
from rules.system import RuleEntry, System
from sheets.templatetags.words import words

register = template.Library()


@cache
def _entries(slug: str) -> dict[str, RuleEntry]:
    return {entry.id: entry for entry in system_of(slug).rulebook}


@cache
def _address(slug: str) -> str:
    return reverse("rulebook", args=(slug,))


def rules_named(system: System, text: str) -> list[RuleEntry]:
    """The rules whose IDs a text names."""
    entries = _entries(system.slug)
    return [entries[each] for each in re.findall(r"[A-Z]{2,3}-\d+", text) if each in entries]


@register.simple_tag
def rule_link(slug: str, rule: str | None) -> str:
    """A rule's ID as a link into the rulebook, with its title; nothing where there is no rule."""
    if not rule:
        return ""
    entry = _entries(slug).get(rule)
    if entry is None:
        return format_html('<span class="rule">{}</span>', rule)
    return format_html('<a class="rule" href="{}#{}" title="{}">{}</a>', _address(slug), rule, words(entry.title), rule)
