"""What lies under the shroud, and who hides, is nowhere in what players, spectators and strangers are sent.

Most of it is shown by playing the same fight twice: once with everything there, once with nothing there. To whom it is
not shown, both must look the same, to the letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction

from encounters.door import seat_at
from encounters.models import CampaignMap, Combatant, Entry
from encounters.reports import kind_of
from encounters.services import report_making, reports
from tests.encounters.mapped_table import COVERED, HALF_SHOWN, LURKER, MappedTable, in_hexes
from tests.encounters.play_table import SECRET_NAME, SECRET_NOTE

pytestmark = pytest.mark.django_db

#: How the kinds of things that lie only under the shroud are drawn and called.
KINDS = [
    "k-wall", "k-thicket", "e-door", "shroud", 'class="lamp"', 'class="height"', "a wall", "a thicket", "closed door",
    "a lamp", "height +3",
]  # fmt: skip
CELLS = [f"{letter}{number}" for letter in "ABCDEFGHIJ" for number in range(1, 7)]
UNDER = [cell for cell in CELLS if cell[0] in "HIJ"]
BARE: dict[str, Any] = {**HALF_SHOWN, "walls": [], "borders": [], "heights": [], "lamps": [],
                        "terrain": HALF_SHOWN["terrain"][:1]}  # fmt: skip

BOMB = {"kind": "weapon", "name": "Bomb", "damage": "d12", "blast": True, "ranged": True}
BOW = {"kind": "weapon", "name": "Bow", "damage": "d6", "ranged": True}


class Armed(MappedTable):
    """Anna has a bow and bombs. With `empty`, nobody hides, nobody lurks, and nothing lies under the shroud."""

    def __init__(self, document: dict[str, Any] | None = None, *, empty: bool = False, hexes: bool = False) -> None:
        self.empty = empty
        document = document or (BARE if empty else HALF_SHOWN)
        super().__init__(in_hexes(document) if hexes else document)

    def lay(self, document: dict[str, Any]) -> None:
        super().lay(document)
        self.anna.brought["gear"] = [BOW, BOMB]
        self.anna.save(update_fields=["brought"])

    def bring(self, name: str, *where: Any, **what: Any) -> Combatant:
        if self.empty and name in (SECRET_NAME, LURKER):
            return Combatant(encounter=self.encounter, name=name)  # has an id, and is nowhere
        return super().bring(name, *where, **what)

    def put(self, one: Combatant, col: int, row: int) -> None:
        if one.pk is not None:
            super().put(one, col, row)

    def order(self, who: str, **order: Any) -> Any:
        is_of_nobody = self.empty and order.get("note") == SECRET_NOTE
        return None if is_of_nobody else super().order(who, **order)

    def plain(self, text: str) -> str:
        """A text with what is chance in it called by its name: ids, keys, times, tokens against forgery."""
        for one, name in ((self.anna, "ANNA"), (self.torvald, "TORVALD"), (self.goblins[0], "GOBLIN"),
                          (self.lurker, "SOMEBODY"), (self.hidden, "SOMEBODY")):  # fmt: skip
            text = text.replace(one.ref, name)
        text = text.replace(self.encounter.public_id, "HERE").replace(self.campaign.public_id, "CAMPAIGN")
        text = re.sub(r'(name="(?:key|csrfmiddlewaretoken)" value=")[^"]*', r"\1", text)
        text = re.sub(r'(data-key=")[^"]*', r"\1", text)
        text = re.sub(r'X-CSRFToken": ?"\w+', "", text)
        text = re.sub(r"X-CSRFToken&quot;: ?&quot;\w+", "", text)
        text = re.sub(r"<code>[0-9a-f]{64}</code>", "SEAL", text)
        text = re.sub(r'value="\w{10}:[\w-]{43}"', "TICKET", text)
        text = re.sub(r"p-\d{20}", "p-", text)
        text = re.sub(r"\d{4}-\d\d-\d\dT\d\d(:|%3A)\d\d(:|%3A)[\d.]+(\+|%2B)00(:|%3A)00", "TIME", text)
        return re.sub(r'<script[^>]*nonce="[^"]*"', "<script", text)


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is written here is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def told(play: Callable[[Armed], list[str]], **how: Any) -> list[list[str]]:
    """What a story comes to with everything there, and with nothing there."""
    found = []
    for empty in (False, True):
        with undone():
            table = Armed(empty=empty, **how)
            found.append([table.plain(each) for each in play(table)])
    return found


def is_the_same(play: Callable[[Armed], list[str]], **how: Any) -> None:
    full, empty = told(play, **how)
    assert len(full) == len(empty)
    for one, other in zip(full, empty, strict=True):
        assert one == other


def secrets_of(table: MappedTable) -> list[str]:
    return [LURKER, SECRET_NAME, SECRET_NOTE, table.lurker.ref, table.hidden.ref, *KINDS]


def unsaid(table: MappedTable, text: str, *known: str) -> None:
    found = [each for each in secrets_of(table) if each in text and each not in known]
    assert found == []
    assert not re.search(r"\b(I2|E5)\b", without_keys(text))


def without_keys(text: str) -> str:
    """A text without keys and tokens: they are chance, and may spell any cell."""
    return re.sub(r'X-CSRFToken.*?"|value="[^"]{40,}"|name="key" value="[^"]*"|data-key="[^"]*"', "", text)


# Everything that can be read


@pytest.mark.parametrize("who", ["anna", "torvald", "watcher"])
@pytest.mark.parametrize("hexes", [False, True])
def test_pages_parts_and_details_are_as_if_nothing_were_there(who: str, hexes: bool) -> None:
    def read(table: Armed) -> list[str]:
        found = [table.get(who).text, table.get(who, "parts/", htmx=True, version="").text]
        found += [table.get(who, "version/").text, table.get(who, "log/", before="2100-01-01T00:00:00Z").text]
        refs = [each.ref for each in (table.anna, table.torvald, table.goblins[0], table.lurker, table.hidden)]
        answers = [table.get(who, f"combatant/{ref}/", htmx=True) for ref in refs]
        return [*found, *(each.text if each.status_code == 200 else str(each.status_code) for each in answers)]

    is_the_same(read, hexes=hexes)


@pytest.mark.parametrize("who", ["anna", "watcher"])
@pytest.mark.parametrize("hexes", [False, True])
def test_every_cell_and_every_measure_is_as_if_nothing_were_there(who: str, hexes: bool) -> None:
    def read(table: Armed) -> list[str]:
        browser, found = table.browser(who), []
        for cell in CELLS:
            found.append(browser.get(f"{table.page}map/cell/", {"map_cell": cell, "map_pick": table.anna.ref}).text)
            for tool in ("go", "ruler", "burst", "cone", "line"):
                asked = {"map_pick": table.anna.ref, "map_cell": cell, "map_from": "", "map_tool": tool}
                asked |= {"map_from": "F2", "map_size": "6"} if tool in ("ruler", "cone", "line") else {"map_size": "3"}
                found.append(browser.get(f"{table.page}map/look/", asked, headers={"HX-Request": "true"}).text)
        return found

    is_the_same(read, hexes=hexes)


@pytest.mark.parametrize("hexes", [False, True])
def test_forms_and_odds_are_as_if_nothing_were_there(hexes: bool) -> None:
    def read(table: Armed) -> list[str]:
        browser, found = table.browser("anna"), []
        asked: list[dict[str, str]] = [
            {"do": do} for do in ("attack", "help", "retreat", "go", "move", "use", "act", "wait")
        ]
        goblin = table.goblins[0].ref
        asked += [{"do": "attack", "weapon": weapon, "target": goblin} for weapon in ("bow", "bomb", "unarmed")]
        asked += [{"do": "attack", "weapon": "bomb", "at": cell} for cell in CELLS]
        asked += [{"do": "attack", "weapon": "bow", "target": ref} for ref in (table.lurker.ref, table.hidden.ref)]
        for each in asked:
            for what in ("act/", "odds/"):
                query = {"actor": table.anna.ref, **each}
                answer = browser.get(f"{table.page}{what}", query, headers={"HX-Request": "true"})
                found += [str(answer.status_code), answer.text]
        return found

    is_the_same(read, hexes=hexes)


@pytest.mark.parametrize("who", ["anna", "torvald", "watcher", "stranger"])
def test_nothing_that_anybody_reads_holds_a_word_of_it(who: str) -> None:
    """As the comparison, but by name: what is in no page at all could be the same in both by mistake."""
    table = Armed()
    CampaignMap.objects.create(campaign=table.campaign, name="Lair of Zathrak", map_text=table.encounter.map_text)
    answers = [
        table.get(who), table.get(who, "parts/", htmx=True, version=""), table.get(who, "export/"),
        table.get(who, "act/", htmx=True, actor=table.anna.ref, do="attack"), table.get(who, "extra/", htmx=True),
        table.get(who, "map/look/", htmx=True, map_cell="F3", map_tool="burst", map_size="20"),
        table.browser(who).get(f"/c/{table.campaign.public_id}/"),
        table.browser(who).get(f"/c/{table.campaign.public_id}/encounters/"),
    ]  # fmt: skip
    for each in answers:
        unsaid(table, each.text)
        assert "Zathrak" not in each.text
    assert answers[2].status_code in (403, 404)
    gm = table.get("gm").text
    for secret in (LURKER, SECRET_NAME, "k-wall", "k-thicket", "e-door", "shroud", 'class="lamp"', 'class="height"'):
        assert secret in gm, "a secret that nobody is ever sent would prove nothing"


@pytest.mark.parametrize("who", ["anna", "watcher"])
def test_a_summary_is_as_if_nothing_were_there(who: str) -> None:
    """After a round in which the lurker went about under the shroud, and somebody wrote a report of it."""

    def play(table: Armed) -> list[str]:
        table.order("gm", do="end_turn")
        if not table.empty:
            table.order("gm", do="go", actor=table.lurker.ref, to=[9, 1])
            table.order("gm", do="harm", target=table.lurker.ref, amount=2)
        table.order("gm", do="go", actor=table.goblins[0].ref, to=[3, 1])
        table.order("gm", do="harm", target=table.goblins[0].ref, amount=1)
        seat = seat_at(table.people["gm"], table.encounter.public_id)
        kind = kind_of("summary")
        assert kind is not None
        made = reports.ask_for(seat, kind, {}, "one-report")
        report_making.make(made.pk)
        page = table.browser(who).get(f"/r/{made.public_id}/")
        assert page.status_code == 200
        assert "Goblin 1" in page.text
        return [page.text.replace(made.public_id, "REPORT")]

    is_the_same(play)


# Orders


@pytest.mark.parametrize("hexes", [False, True])
def test_nobody_goes_under_the_shroud_and_is_told_so_in_the_same_words_everywhere(hexes: bool) -> None:
    def play(table: Armed) -> list[str]:
        found = []
        for cell in UNDER:
            answer = table.go("anna", table.anna, cell)
            assert answer.status_code == 422, cell
            found.append(answer.text)
        assert table.cell(table.anna) == "A1"
        return found

    is_the_same(play, hexes=hexes)


def test_whom_one_does_not_see_one_cannot_attack_help_or_catch() -> None:
    def play(table: Armed) -> list[str]:
        found = []
        for ref in (table.lurker.ref, table.hidden.ref):
            shots: list[dict[str, Any]] = [{"target": ref, "weapon": way} for way in ("bow", "bomb")]
            for sent in (*shots, {"targets": ref}):
                answer = table.post("anna", "order", do="attack", actor=table.anna.ref, place="act", **sent)
                assert answer.status_code == 422
                found.append(answer.text)
            answer = table.post("anna", "order", do="help", actor=table.anna.ref, target=ref, place="act")
            assert answer.status_code == 422
            found.append(answer.text)
        return found

    is_the_same(play)


def test_a_bomb_thrown_where_one_sees_nothing_is_answered_alike_whatever_is_there() -> None:
    """I3 is a wall, where no bomb can burst, I4 a thicket; at I2 and H2 it catches the lurker."""

    def play(table: Armed) -> list[str]:
        found = []
        for cell in UNDER:
            with undone():
                answer = table.post(
                    "anna", "order", do="attack", actor=table.anna.ref, weapon="bomb", at=cell, place="act"
                )
                found += [cell, str(answer.status_code), answer.text]
        return found

    is_the_same(play)


def test_a_bomb_that_catches_somebody_unseen_is_rolled_and_told_as_if_it_caught_nobody() -> None:
    def play(table: Armed) -> list[str]:
        found = []
        table.post("anna", "order", do="attack", actor=table.anna.ref, weapon="bomb", at="H1", place="act")
        found.append(table.get("torvald").text)
        table.post("torvald", "order", do="wait", actor=table.torvald.ref, place="act")
        found += [table.get(who).text for who in ("anna", "torvald", "watcher")]
        return [re.sub(r'<span class="dice".*?</span></span>|d12 — \d+', "", each) for each in found]

    is_the_same(play)


#: A gallery: the shroud lies between the heroes and a goblin at J3.
GALLERY: dict[str, Any] = {"grid": "square", "size": [10, 6], "shroud": [each for each in COVERED if each[0] < 9]}


@pytest.mark.parametrize(
    ("behind", "what"),
    [({"walls": [[8, row] for row in range(6)]}, "wall"),
     ({"borders": [{"kind": "door", "between": [[[7, row], [8, row]] for row in range(6)]}]}, "door"),
     ({"terrain": [{"kind": "thicket", "cells": [[8, row] for row in range(6)]}]}, "thicket"),
     ({"terrain": [{"kind": "fog", "cells": [[8, row] for row in range(6)]}]}, "fog")],
)  # fmt: skip
def test_a_shot_across_what_is_not_shown_tells_nobody_what_lies_there(behind: dict[str, Any], what: str) -> None:
    table = Armed(GALLERY | behind)
    table.order("gm", do="place", target=table.goblins[0].ref, at=[9, 2])
    asked: dict[str, Any] = {
        "do": "attack", "actor": table.anna.ref, "target": table.goblins[0].ref, "weapon": "bow"
    }  # fmt: skip
    texts = [table.get("anna", "odds/", htmx=True, **asked).text, table.get("anna", "act/", htmx=True, **asked).text]
    texts.append(table.get("anna", "map/look/", htmx=True, map_pick=table.anna.ref, map_cell="B1").text)
    shot = table.post("anna", "order", place="act", **asked)
    assert shot.status_code == (422 if what in ("wall", "door") else 200)
    texts += [shot.text, table.get("anna").text, table.get("torvald").text]
    texts.append(table.get("torvald", f"combatant/{table.anna.ref}/", htmx=True).text)
    table.post("torvald", "order", do="wait", actor=table.torvald.ref, place="act")
    texts += [table.get(who).text for who in ("anna", "torvald", "watcher")]
    for each in texts:
        assert what not in each
        assert not re.search(r"\b[HI][1-6]\b", each)


# Coming and going


def _goes(table: MappedTable, one: Combatant, *cell: int) -> Any:
    return table.order("gm", do="place", target=one.ref, at=list(cell))


def _foes_turn(table: MappedTable) -> None:
    table.order("gm", do="end_turn")


@pytest.mark.parametrize("who", ["anna", "torvald", "watcher"])
def test_who_walks_out_of_the_shroud_appears_and_nobody_is_told_from_where(who: str) -> None:
    table = Armed()
    _foes_turn(table)
    table.get(who)
    version = table.version(who)
    table.order("gm", do="go", actor=table.lurker.ref, to=[6, 1])
    parts = table.get(who, "parts/", htmx=True, version=version, after=_before_last())
    assert f"<b>{LURKER}</b> comes into sight at G2." in parts.text
    assert 'data-at="G2"' in parts.text
    for text in (parts.text, table.get(who).text):
        unsaid(table, text, LURKER, table.lurker.ref)
    assert "I2" in table.get("gm").text


@pytest.mark.parametrize("who", ["anna", "torvald", "watcher"])
def test_who_walks_under_the_shroud_vanishes_from_map_order_and_forms(who: str) -> None:
    table = Armed()
    goblin = table.goblins[0]
    _foes_turn(table)
    assert goblin.ref in table.get(who).text
    version = table.version(who)
    table.order("gm", do="go", actor=goblin.ref, to=[7, 2])
    parts = table.get(who, "parts/", htmx=True, version=version, after=_before_last())
    assert "goes out of sight" in parts.text
    assert not re.search(r"\bH3\b", without_keys(parts.text))
    page = table.get(who)
    for text in (parts.text, page.text):
        assert goblin.ref not in text
        assert 'data-at="H3"' not in text
    assert table.get(who, f"combatant/{goblin.ref}/", htmx=True).status_code == 404
    unsaid(table, parts.text)


def test_steps_under_the_shroud_are_noticed_by_nobody() -> None:
    def play(table: Armed) -> list[str]:
        _foes_turn(table)
        found = [table.get("anna").text]
        if not table.empty:
            table.order("gm", do="go", actor=table.lurker.ref, to=[9, 1])
            _goes(table, table.lurker, 7, 5)
            table.order("gm", do="redraw", strokes=[{"tool": "paint", "kind": "fog", "cells": [[8, 0]]}])
            table.post("gm", "undo")
        return [*found, *(table.get(who).text for who in ("anna", "torvald", "watcher"))]

    is_the_same(play)


def test_to_be_hidden_in_the_open_and_to_be_covered_up_look_alike() -> None:
    """The goblin at E2 goes out of sight either way, and with it whatever the page said of it."""
    for act in ("hide", "cover"):
        with undone():
            table = Armed()
            table.get("anna")
            version = table.version("anna")
            if act == "hide":
                table.order("gm", do="reveal", target=table.goblins[0].ref, hidden=True)
            else:
                table.show("cover", "E2", "E2")
            parts = table.get("anna", "parts/", htmx=True, version=version, after=_before_last())
            assert table.goblins[0].ref not in parts.text.replace(f"row-{table.goblins[0].ref}", "")
            page = table.get("anna").text
            assert table.goblins[0].ref not in page
            assert "Goblin 1" not in page[page.index("map-card") : page.index("</section>", page.index("map-card"))]


def test_undoing_what_came_out_of_the_shroud_hides_it_again_with_its_name() -> None:
    table = Armed()
    _foes_turn(table)
    table.order("gm", do="go", actor=table.lurker.ref, to=[6, 1])
    assert LURKER in table.get("anna").text
    table.post("gm", "undo")
    for who in ("anna", "watcher"):
        unsaid(table, table.get(who).text)
    assert LURKER in table.get("gm").text


@pytest.mark.parametrize("hexes", [False, True])
def test_who_runs_into_somebody_hidden_is_stopped_and_not_told_by_whom(hexes: bool) -> None:
    """One who hides stands at B1, in Anna's way along the strip A1 to D1."""
    strip = {"grid": "square", "size": [10, 6], "walls": [[col, 1] for col in range(3)], "shroud": COVERED}
    table = Armed(strip, hexes=hexes)
    _goes(table, table.hidden, 1, 0)
    answer = table.go("anna", table.anna, "D1")
    assert answer.status_code == 200
    assert "is stopped by somebody unseen" in answer.text
    assert table.cell(table.anna) == "A1"
    for who in ("anna", "torvald", "watcher"):
        text = table.get(who).text + (answer.text if who == "anna" else "")
        assert SECRET_NAME not in text
        assert table.hidden.ref not in text
    assert f"<b>{SECRET_NAME}</b>" in table.get("gm").text


def _before_last() -> str:
    """The time of the entry before the newest: what the page knew."""
    return str(Entry.objects.order_by("-seq")[1].at.isoformat())
