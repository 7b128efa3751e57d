"""Follow the instructions for a new game on a copy of the project, then play that game in all programs."""

import json
import re
from typing import Any

import pytest

from tests.recipes import Copy

COPIED = (
    "src", "tests", "lab", "docs", "web", "tools", "requirements", "pyproject.toml", "README.md",
)  # fmt: skip
NAMED = "kniffel and not kniffeliger"
OWN_FILES = {
    "src/knobel/games/kniffel.py",
    "web/src/games/kniffel/Sheet.svelte",
    "docs/games/kniffel.md",
}
MAX_LINES_ELSEWHERE = {"src/knobel/games/__init__.py": 1, "docs/notation.md": 2}


class GameCopy(Copy):
    """A copy of the project with the game."""

    def test(self, *places: str, only: str = NAMED) -> int:
        """Run tests in the copy and return the number of passed ones."""
        out = self.run("python", "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *places, "-k", only)
        passed = re.search(r"(\d+) passed", out)
        return int(passed[1]) if passed else 0


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> GameCopy:
    return GameCopy(tmp_path_factory.mktemp("knobel"), "docs/adding-a-game.md", COPIED)


def test_the_recipe_is_short(copy: GameCopy) -> None:
    assert copy.written == OWN_FILES
    assert copy.lines_elsewhere == MAX_LINES_ELSEWHERE
    for name in ("kniffel.jsonl", "kniffel.outcome.json"):
        assert (copy.folder / "tests" / "golden" / "records" / name).exists()


def test_its_state_needs_no_particular_fields(copy: GameCopy) -> None:
    """The tests of every game use only the required attributes of a state, and no other fields."""
    source = (copy.folder / "src" / "knobel" / "games" / "kniffel.py").read_text(encoding="utf-8")
    assert "sheets" not in source.partition("class State")[2].partition("class Kniffel")[0]


@pytest.mark.slow
def test_the_tests_of_every_game_include_it(copy: GameCopy) -> None:
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
def test_it_is_played_in_the_arena(copy: GameCopy) -> None:
    out = copy.run("python", "-m", "knobel", *["arena", "kniffel", "--bots", "random,strong", "--games", "4", "--json"])
    result: dict[str, Any] = json.loads(out)
    assert result["bots"][1]["difference"] > 50


@pytest.mark.slow
def test_it_is_measured(copy: GameCopy) -> None:
    out = copy.run("python", "-m", "benchmarks.kernels", "--games", "kniffel", "--quick")
    figures: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
    (measured,) = [line for line in figures if line.get("game") == "kniffel"]
    assert measured["decisions"]["master"]["decisions"] > 0


@pytest.mark.slow
def test_it_is_played_in_the_browser(copy: GameCopy) -> None:
    copy.run("python", "tools/build_page.py")
    assert copy.test("tests/browser/test_games.py", only=f"one_person and {NAMED}") == 1
