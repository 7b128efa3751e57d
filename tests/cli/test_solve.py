"""`knobel solve`."""

import json
import re

import pytest

from tests.cli.conftest import Run, fails


@pytest.mark.parametrize(
    ("game", "value", "states"),
    [pytest.param("knoeffel", 258.900010, 958_976, marks=pytest.mark.slow), ("kniffeliger", 244.949178, 2**14)],
)
def test_solve_as_json(run: Run, game: str, value: float, states: int) -> None:
    solution = json.loads(run("solve", game, "--json").out)
    assert list(solution) == ["game", "value", "states", "seconds", "compile_seconds"]
    assert (solution["game"], solution["states"]) == (game, states)
    assert solution["value"] == pytest.approx(value, abs=1e-6)
    assert solution["seconds"] > 0 <= solution["compile_seconds"]


@pytest.mark.slow
def test_solve_with_options(run: Run) -> None:
    options = ["free_rolls=none", "knoeffel_points=50", "joker=free"]
    args = [part for option in options for part in ("--option", option)]
    assert run("solve", "knoeffel", *args).out.startswith("254.5896")
    fails(run("solve", "knoeffel", "--option", "joker=always"), "option joker cannot be 'always'")


def test_solve_in_words(run: Run) -> None:
    assert re.match(r"244\.949178 points, 16,384 states, \d+\.\d\d s ", run("solve", "kniffeliger").out)
