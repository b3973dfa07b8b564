"""Orders and answers as forms send them, read by the shape of the system's own commands."""

from __future__ import annotations

from typing import Any, get_args

from django.http import QueryDict

from encounters.board import APP
from rules.errors import BadDice, BadInput, RulesError
from rules.fight import Fight
from rules.numbers import read_number
from rules.system import Command, System
from rules.words import gettext_noop as _
from rules.words import say
from sheets.columns import columns_of

#: What the names of a correction's fields begin with.
SET = "set."
#: Said by a correction that sends every field: a switch that is not sent is off.
WHOLE = "set_whole"
#: The most dice that one person types the faces of.
MOST_FACES = 100


def command_named(system: System, do: str) -> type[Command] | None:
    """The system's command of this name."""
    return next((kind for kind in system.commands if do in get_args(kind.model_fields["do"].annotation)), None)


def order_from(fight: Fight, sent: QueryDict) -> dict[str, Any]:
    """The order that a form sends; what is left empty is left out. The rules judge the rest.

    Raises:
        BadInput: a cell is named that the map does not have, or none where there has to be one.
    """
    system = fight.system
    do = sent.get("do", "")[:60]
    order: dict[str, Any] = {"do": do}
    kind = command_named(system, do)
    if kind is None:
        return order
    for name, column in columns_of(kind).items():
        if name in ("do", "claimed"):
            continue
        text = sent.get(name, "").replace("\x00", "").strip()
        if name == "set":
            order[name] = corrected(system, sent)
        elif column.kind == "flag":
            order |= {name: True} if sent.get(name) else {}
        elif column.kind in ("other", "rows"):
            order |= {name: values} if (values := [each for each in sent.getlist(name) if each]) else {}
        elif column.kind == "numbers" and (text or kind.model_fields[name].is_required()):
            order[name] = cell_from(fight, text, name)
        elif text:
            order[name] = text
    return order


def cell_from(fight: Fight, text: str, path: str) -> tuple[int, int]:
    """The cell of a name like C7.

    Raises:
        BadInput: none is named, there is no map, or it has no such cell.
    """
    if not text:
        raise BadInput([RulesError(say(_("Choose a cell.")), path=path)])
    cell = fight.map.named(text) if fight.map is not None else None
    if cell is None:
        raise BadInput([RulesError(say(_("The map has no cell “{name}”."), name=text[:20]), path=path)])
    return cell


def corrected(system: System, sent: QueryDict) -> dict[str, Any]:
    """The state that a correction sets."""
    found = {}
    for name, column in columns_of(system.correction).items():
        raw = sent.get(SET + name)
        if raw is not None or (column.kind == "flag" and WHOLE in sent):
            found[name] = column.typed(raw)
    return found


def answer_from(sent: QueryDict) -> str | tuple[int, ...]:
    """The answer that a form sends: an option's key, `APP`, or the faces that were typed.

    Raises:
        BadDice: a face is no number.
    """
    typed = sent.getlist("face")[:MOST_FACES]
    if not typed or sent.get("answer") == APP:
        return sent.get("answer", "")[:200]
    faces = []
    for each in typed:
        try:
            faces.append(int(read_number(each)))
        except ValueError:
            raise BadDice(say(_("Write what each die shows.")), path="faces") from None
    return tuple(faces)
