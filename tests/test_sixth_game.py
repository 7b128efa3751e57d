"""Follow the instructions for a new game on a copy of the project, then play that game in all programs."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
RECIPE = ROOT / "docs" / "adding-a-game.md"
STEP = re.compile(r"`(?P<path>[^`\n]+)`:\n\n```(?P<kind>\w+)\n(?P<text>.*?)```", re.DOTALL)
COPIED = (
    "src", "tests", "lab", "docs", "web", "tools", "requirements", "pyproject.toml", "README.md",
)  # fmt: skip
FOLDERS = "src", "lab/src", "lab", "."
IGNORED_FOLDERS = shutil.ignore_patterns("node_modules", "page", "__pycache__")
NAMED = "kniffel and not kniffeliger"
OWN_FILES = {
    "src/knobel/games/kniffel.py",
    "web/src/games/kniffel/Sheet.svelte",
    "docs/games/kniffel.md",
}
MAX_LINES_ELSEWHERE = {"src/knobel/games/__init__.py": 1, "docs/notation.md": 2}


def changed(text: str, difference: str) -> str:
    """Apply a difference without line numbers: lines that stay, lines to remove (-) and lines to add (+)."""
    lines = [(line[:1], line[1:]) for line in difference.splitlines()]
    before = "".join(f"{line}\n" for sign, line in lines if sign in " -")
    after = "".join(f"{line}\n" for sign, line in lines if sign in " +")
    assert text.count(before) == 1, before
    return text.replace(before, after)


class Copy:
    """A copy of the project in which the instructions were followed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=IGNORED_FOLDERS)
            else:
                shutil.copy(source, folder / name)
        (folder / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
        self.written: set[str] = set()
        self.lines_elsewhere: dict[str, int] = {}
        for step in STEP.finditer(RECIPE.read_text(encoding="utf-8")):
            self.follow(step["path"], step["kind"], step["text"])

    def follow(self, path: str, kind: str, text: str) -> None:
        file = self.folder / path
        if kind == "sh":
            for command in text.splitlines():
                self.run(*command.split())
        elif kind == "diff":
            file.write_text(changed(file.read_text(encoding="utf-8"), text), encoding="utf-8")
            self.lines_elsewhere[path] = sum(line.startswith("+") for line in text.splitlines())
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            self.written.add(path)

    def run(self, *command: str) -> str:
        """Run a command and return its output; `python` is the current interpreter."""
        # Coverage of the copy would not count for this project.
        here = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
        environment = here | {"PYTHONPATH": os.pathsep.join(str(self.folder / name) for name in FOLDERS)}
        words = [sys.executable if word == "python" else word for word in command]
        done = subprocess.run(
            words, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=600, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def test(self, *places: str, only: str = NAMED) -> int:
        """Run tests in the copy and return the number of passed ones."""
        out = self.run("python", "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *places, "-k", only)
        passed = re.search(r"(\d+) passed", out)
        return int(passed[1]) if passed else 0


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("knobel"))


def test_the_recipe_is_short(copy: Copy) -> None:
    assert copy.written == OWN_FILES
    assert copy.lines_elsewhere == MAX_LINES_ELSEWHERE
    for name in ("kniffel.jsonl", "kniffel.outcome.json"):
        assert (copy.folder / "tests" / "golden" / "records" / name).exists()


def test_its_state_needs_no_particular_fields(copy: Copy) -> None:
    """The tests of every game use only the required attributes of a state, and no other fields."""
    source = (copy.folder / "src" / "knobel" / "games" / "kniffel.py").read_text(encoding="utf-8")
    assert "sheets" not in source.partition("class State")[2].partition("class Kniffel")[0]


@pytest.mark.slow
def test_the_tests_of_every_game_include_it(copy: Copy) -> None:
    places = [
        "games",
        "golden",
        "engines/test_contract.py",
        "cli/test_play.py",
        "bots",
        "coach",
    ]
    assert copy.test(*(f"tests/{place}" for place in places)) > 20


@pytest.mark.slow
def test_it_is_played_in_the_arena(copy: Copy) -> None:
    out = copy.run("python", "-m", "knobel", *["arena", "kniffel", "--bots", "random,strong", "--games", "4", "--json"])
    result: dict[str, Any] = json.loads(out)
    assert result["bots"][1]["difference"] > 50


@pytest.mark.slow
def test_it_is_measured(copy: Copy) -> None:
    out = copy.run("python", "-m", "benchmarks.kernels", "--games", "kniffel", "--quick")
    figures: dict[str, Any] = json.loads(out.splitlines()[-1])["kniffel"]
    assert figures["random"] is figures["solve"] is None
    assert figures["decisions"]["master"]["decisions"] > 0


@pytest.mark.slow
def test_it_is_played_in_the_browser(copy: Copy) -> None:
    copy.run("python", "tools/build_page.py")
    assert copy.test("tests/browser/test_games.py", only=f"one_person and {NAMED}") == 1
