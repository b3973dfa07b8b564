"""The pages tell the truth: links lead somewhere, settings are listed, examples give what they show."""

import ast
import json
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.dice import Dice, Sealed
from rules.effects import Roll
from rules.scenario import play_scenario

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(r"^```sh\n([^`]*?)^```\n```(json|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def links(page: Path) -> Iterator[str]:
    """Where a page's links and pictures lead inside the project."""
    text = re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text()))
    for link in [*re.findall(r"\]\(([^)\s]+)\)", text), *re.findall(r'src="([^"]+)"', text)]:
        if "://" not in link:
            yield link


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives a page's headings."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text()), re.MULTILINE)
    letters = (
        "".join(c for c in text.lower() if c in " -_" or unicodedata.category(c)[0] in "LN") for text in headings
    )
    return {each.replace(" ", "-") for each in letters}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_inside_the_project_lead_somewhere(page: Path) -> None:
    for link in links(page):
        path, _hash, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{named(page)}: {link}"
        assert not anchor or anchor in anchors(target), f"{named(page)}: {link}"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_page_is_linked_from_another(page: Path) -> None:
    if page.name == "README.md" and page.parent == ROOT:
        return
    linked = {
        (other.parent / link.partition("#")[0]).resolve() for other in PAGES if other != page for link in links(other)
    }
    assert page in linked


def read_from_the_environment() -> set[str]:
    """The variables that the settings read."""
    found = set()
    for node in ast.walk(ast.parse((ROOT / "config" / "settings.py").read_text())):
        if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
            continue
        if ast.unparse(node.func) in {"os.environ.get", "os.getenv", "listed", "switched_on"}:
            found.add(node.args[0].value)
    return found


def test_the_table_of_settings_lists_what_the_settings_read_and_nothing_else() -> None:
    _before, _heading, section = (ROOT / "README.md").read_text().partition("## Settings")
    listed = set(re.findall(r"^\| `([A-Z_]+)`", section.partition("\n## ")[0], re.MULTILINE))
    assert len(listed) > 5
    assert listed == read_from_the_environment()


def contains(whole: Any, part: Any) -> bool:
    """Whether the shown part is in the whole: objects may have further keys, and so may those in lists."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(key in whole and contains(whole[key], part[key]) for key in part)
    if isinstance(part, list):
        return isinstance(whole, list) and len(whole) == len(part) and all(map(contains, whole, part))
    if isinstance(part, float):
        return whole == pytest.approx(part)
    return bool(whole == part)


def run(command: str, data: Path) -> str:
    """What a command of the README prints, run as this Python runs."""
    command = command.replace("uv run manage.py", f"{sys.executable} manage.py")
    command = command.replace("uv run python", sys.executable)
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env={**os.environ, "FRAY_DATA": str(data)}, capture_output=True, text=True,
        timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


README_EXAMPLES = EXAMPLE.findall((ROOT / "README.md").read_text())


@pytest.mark.parametrize("example", README_EXAMPLES, ids=lambda example: example[0].strip()[-40:])
def test_an_example_of_the_readme_prints_what_it_shows(example: tuple[str, str, str], tmp_path: Path) -> None:
    command, _kind, shown = example
    assert contains(json.loads(run(command, tmp_path)), json.loads(shown))


def test_the_readme_has_an_example_of_each_command() -> None:
    commands = " ".join(command for command, _kind, _shown in README_EXAMPLES)
    for name in ("schema", "derive", "play", "odds", "forecast", "import_sheet", "-m benchmarks"):
        assert f" {name} " in commands


def test_the_scenarios_that_are_shown_can_be_played() -> None:
    shown = [text for kind, text in FENCE.findall((ROOT / "docs" / "scenario.md").read_text()) if kind == "json"]
    documents = [json.loads(text) for text in shown] + [
        json.loads(path.read_text()) for path in sorted((ROOT / "docs" / "examples").glob("*.json"))
    ]
    scenarios = [document for document in documents if "system" in document]
    assert len(scenarios) >= 3
    for scenario in scenarios:
        assert play_scenario(scenario)["waiting"] is None


def test_the_dice_are_rolled_again_as_the_page_shows(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "dice.md").read_text()
    (program,) = (text for kind, text in FENCE.findall(page) if kind == "python")
    (tmp_path / "rolls.py").write_text(program)
    ((command, _kind, shown),) = EXAMPLE.findall(page)
    assert run(command.replace("python3 rolls.py", f"{sys.executable} {tmp_path / 'rolls.py'}"), tmp_path) == shown


def test_the_dice_of_an_ended_encounter_come_from_its_seed(tmp_path: Path) -> None:
    """The page's program, and the engine's own source of faces, on dice of many sizes."""
    page = (ROOT / "docs" / "dice.md").read_text()
    (program,) = (text for kind, text in FENCE.findall(page) if kind == "python")
    (tmp_path / "rolls.py").write_text(program)
    sealed = Sealed("5eed" * 16)
    dice = ["d20", "3d6", "d8+d8", "d100", "12d10", "d7"]
    faces = [list(sealed.roll(Roll(Dice.read(each), "attack", "anna"))) for each in dice]
    out = run(f"{sys.executable} {tmp_path / 'rolls.py'} {sealed.seal} {sealed.seed} {' '.join(dice)}", tmp_path)
    assert out.splitlines() == [
        "seal fits", *(f"{number} {each} {faces[number]}" for number, each in enumerate(dice))
    ]  # fmt: skip
