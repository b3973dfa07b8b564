"""The commands schema, derive, play, odds and forecast: JSON in, JSON out, 2 for bad input."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.rules.stage import SWORD, foe, hero

ROOT = Path(__file__).parents[2]
SCENARIO: dict[str, Any] = {"system": "cairn", "fighters": [hero("анна", SWORD), foe("goblin")]}


class Run:
    """What a command printed, and its exit code."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *words: str, stdin: bytes = b"") -> None:
        out = io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        self.code = 0
        try:
            call_command(*words, stdout=out)
        except SystemExit as stop:
            self.code = int(stop.code or 0)
        self.text = out.getvalue()

    def document(self) -> Any:
        return json.loads(self.text)

    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.text.splitlines()]

    def errors(self) -> list[str]:
        assert self.code == 2
        (errors,) = self.document().values()
        assert all(set(error) == {"path", "message", "rule"} for error in errors)
        return [error["path"] for error in errors]


def written(path: Path, document: Any) -> str:
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return str(path)


def test_play_reads_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run = Run(monkeypatch, "play", written(tmp_path / "fight.json", SCENARIO))
    assert run.code == 0
    assert list(run.document()["fighters"]) == ["анна", "goblin"]
    assert "анна" in run.text


@pytest.mark.parametrize("words", [["play"], ["play", "-"]])
def test_or_standard_input(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    assert Run(monkeypatch, *words, stdin=json.dumps(SCENARIO).encode()).code == 0


def test_with_lines_every_line_has_its_answer_and_one_bad_line_spoils_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    good = json.dumps(SCENARIO).encode()
    run = Run(monkeypatch, "play", "--lines", stdin=b"\n".join([good, b"{", b"", b"\xff", good]))
    assert run.code == 2
    assert [next(iter(line)) for line in run.lines()] == ["waiting", "errors", "errors", "waiting"]


def test_the_file_may_come_after_the_switch(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hit protection 3 where a sheet names none."""
    file = written(tmp_path / "sheets.jsonl", {"sheet": {}})
    run = Run(monkeypatch, "derive", "cairn", "--lines", file)
    assert [line["values"]["hp_usable"] for line in run.lines()] == [3]


def test_with_lines_and_no_bad_one_the_exit_code_is_0(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(monkeypatch, "derive", "cairn", "--lines", stdin=b'{"sheet": {"hp": 5}}\r\n{"gear": []}\n')
    assert run.code == 0
    assert [line["values"]["hp_usable"] for line in run.lines()] == [5, 3]


def test_derive_prints_values_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    document = Run(monkeypatch, "derive", "cairn", stdin=b'{"sheet": {"armor": 1}}').document()
    assert document["values"]["armor"] == 1
    assert document["why"]["armor"][0] == {
        "label": "Natural armor", "op": "=", "operand": 1, "total": 1, "rule": "CA-20", "ignored": False,
    }  # fmt: skip


def test_schema_prints_the_schemas(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(Run(monkeypatch, "schema", "cairn").document()) == {
        "system", "sheet", "gear", "settings", "state", "commands",
    }  # fmt: skip


def test_odds_prints_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    attack = {"do": "attack", "actor": "анна", "target": "goblin"}
    run = Run(monkeypatch, "odds", stdin=json.dumps({**SCENARIO, "commands": [attack]}).encode())
    assert run.document()["measures"]["damage_mean"] == pytest.approx(4.5)


def test_forecast_prints_the_same_for_the_same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["forecast", "--fights", "30", "--seed", "x"]
    runs = [Run(monkeypatch, *words, stdin=json.dumps(SCENARIO).encode()).document() for _time in range(2)]
    assert runs[0] == runs[1]
    assert (runs[0]["fights"], runs[0]["complete"]) == (30, True)


@pytest.mark.parametrize(
    ("stdin", "path"),
    [
        (b"", ""),
        (b"{", ""),
        (b"\xff\xfe", ""),
        (b'{"system": NaN}', ""),
        (b'{"system": -Infinity}', ""),
        (b"1" * 5000, ""),
        (b"[" * 100_000, ""),
        (b'{"a":' * 60 + b"1" + b"}" * 60, ""),
        (b"[]", ""),
        (b'{"system": "\\ud800"}', "system"),
        (b'{"system": "cairn", "fighters": 5}', "fighters"),
        (b'{"system": "cairn", "fighters": [{"id": "a", "side": "b", "sheet": {"hp": 1e999}}]}', "fighters.0.sheet.hp"),
    ],
)
def test_bad_input_is_told_and_no_traceback(monkeypatch: pytest.MonkeyPatch, stdin: bytes, path: str) -> None:
    for words in (["play"], ["odds"], ["forecast", "--fights", "1"]):
        assert Run(monkeypatch, *words, stdin=stdin).errors() == [path]


@pytest.mark.parametrize("words", [["schema", "chess"], ["derive", "chess"]])
def test_an_unknown_system_is_told(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    assert Run(monkeypatch, *words, stdin=b"{}").errors() == ["system"]


@pytest.mark.parametrize("name", ["no/such/file.json", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_told(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for words in (["play", name], ["play", name, "--lines"], ["derive", "cairn", name]):
        assert Run(monkeypatch, *words).errors() == ["file"]


@pytest.mark.parametrize("fights", ["0", "-5", "many", "1e9", "100001"])
def test_a_number_of_fights_that_will_not_do_is_told(monkeypatch: pytest.MonkeyPatch, fights: str) -> None:
    run = Run(monkeypatch, "forecast", f"--fights={fights}", stdin=json.dumps(SCENARIO).encode())
    assert run.errors() == ["fights"]


def test_a_byte_order_mark_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Run(monkeypatch, "derive", "cairn", stdin=b"\xef\xbb\xbf{}").code == 0


def test_the_output_is_utf8_whatever_the_terminal_speaks(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "play", written(tmp_path / "fight.json", SCENARIO)],
        cwd=ROOT, capture_output=True, check=False, env={"PYTHONIOENCODING": "ascii", "PATH": "", "DEBUG": "1"},
    )  # fmt: skip
    assert "анна" in json.loads(done.stdout.decode("utf-8"))["fighters"], done.stderr
