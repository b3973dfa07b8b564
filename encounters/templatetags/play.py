"""Drawing the play page: rules as links, sentences with their names, long lists of options, odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape as quoted
from typing import Any

from babel.numbers import format_percent
from django import template
from django.urls import NoReverseMatch
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, gettext_noop

from encounters.journal import Line
from encounters.views.act import Filled
from rules.effects import WHO, Option
from rules.system import Vital
from rules.words import Words
from sheets.templatetags.rulebook import rule_link
from sheets.templatetags.words import named, words

register = template.Library()

#: The sides that need no name of their own.
_SIDES = {"party": gettext_noop("The party"), "foes": gettext_noop("The foes")}


@register.simple_tag
def rule(slug: str, id_: str | None) -> str:
    """A rule's ID as a link into the rulebook; as a plain word where this site has none."""
    try:
        return rule_link(slug, id_) or ""
    except NoReverseMatch:
        return format_html('<span class="rule">{}</span>', id_)


@register.filter
def side(name: Any) -> str:
    """The name of a side; the two usual ones in the reader's language."""
    return gettext(_SIDES[name]) if isinstance(name, str) and name in _SIDES else named(name)


@register.filter
def sentence(line: Line) -> SafeString:
    """What happened, the names of who was there in bold."""
    return mark_safe(escape(gettext(line.words.msgid)).format_map(_Facts(_drawn(line.words.facts))))  # noqa: S308


class _Facts(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def _drawn(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts as safe text: everything typed by a person is escaped here."""
    drawn: dict[str, Any] = {}
    for key, value in facts.items():
        if key in WHO:
            drawn[key] = format_html("<b>{}</b>", named(value))
        elif key == "side":
            drawn[key] = format_html("<b>{}</b>", side(value))
        elif isinstance(value, Words | Mapping):
            drawn[key] = escape(words(value))
        else:
            drawn[key] = conditional_escape(value if value is not None else "")
    return drawn


@register.simple_tag
def option_list(filled: Filled) -> SafeString:
    """The options of a select, drawn at once: there may be hundreds. One need not be chosen, or must be first."""
    first = gettext("choose …") if filled.is_open else "–" if filled.may_be_empty else ""
    blank = f'<option value="">{quoted(first)}</option>' if first else ""
    drawn = (
        f'<option value="{quoted(each.key)}"{" selected" if each.key in filled.values else ""}'
        f"{'' if each.allowed else ' disabled'}>{quoted(labelled(each))}</option>"
        for each in filled.field.options
    )
    return mark_safe(blank + "".join(drawn))  # noqa: S308


@register.simple_tag
def check_list(filled: Filled) -> SafeString:
    """The options of a field that takes several, each to be pressed by itself."""
    drawn = (
        f'<label><input class="visually-hidden" type="checkbox" name="{quoted(filled.field.name)}"'
        f' value="{quoted(each.key)}"{" checked" if each.key in filled.values else ""}'
        f'{"" if each.allowed else " disabled"}><span class="btn">{quoted(labelled(each))}</span></label>'
        for each in filled.field.options
    )
    return mark_safe("".join(drawn))  # noqa: S308


@register.simple_tag
def actor_list(others: Sequence[tuple[str, Sequence[tuple[str, Any, bool]]]], chosen: str) -> SafeString:
    """The combatants whom one gives orders to, by side; a dot marks who still has to act."""
    drawn = []
    for name, rows in others:
        drawn.append(f'<optgroup label="{quoted(side(name))}">')
        drawn += (
            f'<option value="{quoted(ref)}"{" selected" if ref == chosen else ""}>'
            f"{'• ' if acting else ''}{quoted(named(each))}</option>"
            for ref, each, acting in rows
        )
        drawn.append("</optgroup>")
    return mark_safe("".join(drawn))  # noqa: S308


@register.filter
def labelled(option: Option) -> str:
    """An option with its level and, where it is forbidden, the reason."""
    text = words(option.label) if isinstance(option.label, Words) else side(option.label)
    if option.level is not None:
        text = f"{text} · {words(option.level) if isinstance(option.level, Words) else option.level}"
    return f"{text} — {words(option.why)}" if not option.allowed and option.why else text


@register.filter
def percent(p: float) -> str:
    """A probability in percent, with a tenth where it is no whole number."""
    return format_percent(round(p, 3), locale=(get_language() or "en").split("-")[0], decimal_quantization=False)


@register.filter
def hundredths(p: float) -> int:
    """A probability as a whole number of hundredths, for a bar."""
    return round(p * 100)


@register.filter
def at_bar(number: int, width: int = 14) -> int:
    """Where the bar of this place begins."""
    return number * width


@register.filter
def below(height: float, of: int = 40) -> str:
    """Where a bar of this height, in percent, begins from the top; as attributes write numbers."""
    return f"{of - of * height / 100:.1f}"


@register.filter
def high(height: float, of: int = 40) -> str:
    """How high a bar of this height, in percent, is drawn; as attributes write numbers."""
    return f"{of * height / 100:.1f}"


@register.filter
def meter(vital: Vital) -> SafeString:
    """A vital as a bar, low under a third of its maximum and high over two thirds. There are hundreds of them."""
    label, value, most = quoted(words(vital.label)), vital.value, vital.most
    end = max(1, most)  # which must lie beyond its beginning
    return mark_safe(  # noqa: S308
        f'<meter class="level" min="0" max="{end}" low="{most * 0.34:g}" high="{most * 0.67:g}" optimum="{end}"'
        f' value="{value}" aria-label="{label} {value}/{most}"></meter>'
    )


@register.filter
def words_or_text(label: Any) -> str:
    """A label of the rules, or one that is text already."""
    return words(label) if isinstance(label, Words | Mapping) else str(label)
