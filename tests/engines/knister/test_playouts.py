"""Games of Knister played out to compare entries."""

import numpy as np
import pytest

from knobel.engines.knister import playouts
from knobel.engines.knister.endgame import evaluate_entries, exact_value
from knobel.engines.knister.lookup import Tables
from knobel.engines.knister.search import PlayoutPolicy, Search, expected_points
from knobel.engines.shared.grid import SUMS
from knobel.engines.shared.rng import generator
from knobel.games.grid import Grid
from knobel.games.tuples import put
from tests.engines.knister.conftest import worthless
from tests.engines.knister.reference import TOTAL, some_sheet, to_sheets

pytestmark = pytest.mark.slow  # compiles for fifteen seconds
WIDTHS = (25,), (4, 2)


def played_out(tables: Tables, sheet: Grid, runs: int, horizon: int) -> float:
    policy, (start, space) = PlayoutPolicy.empty(), to_sheets([sheet, sheet])
    return float(playouts.rollout(tables, policy, start, space, generator(1), np.zeros(runs), horizon))


def test_without_rolls_the_value_before_a_roll_is_used(random_values: Tables) -> None:
    sheet = some_sheet(5, 12)
    mean = expected_points(random_values, Search.of(((25,),)), 0, 1, to_sheets([sheet])[0])
    assert played_out(random_values, sheet, 3, 0) == pytest.approx(mean, abs=1e-4)


def test_the_last_roll_is_exact_in_every_game() -> None:
    """The luck of the roll is subtracted, and nothing else is left to chance."""
    sheet = some_sheet(3, 24)
    exact = exact_value(worthless(), Search.of(exact=4).endgame, to_sheets([sheet])[0])
    assert {round(played_out(worthless(), sheet, runs, 25) - exact, 4) for runs in (1, 2, 5)} == {0}


def test_a_value_that_is_exact_may_replace_the_rest_of_a_game() -> None:
    sheet = some_sheet(4, 22)
    cut, whole = (played_out(worthless(), sheet, 1, horizon) for horizon in (2, 25))
    assert cut == pytest.approx(whole, abs=1e-4)


def test_the_best_entries_are_compared_by_the_same_dice(random_values: Tables) -> None:
    sheet, total = some_sheet(4, 15), SUMS.index(8)
    free = to_sheets([sheet])[0]["free"]
    by_search, by_playouts = Search.of(WIDTHS), Search.of(WIDTHS, playouts=192)
    values = []
    for search in (by_search, by_playouts):
        evaluate_entries(random_values, search, to_sheets([sheet])[0], total)
        values.append(search.scratch[0]["values"].copy())
    searched = by_search.scratch[0]["searched"]
    top = max(value for value, counts in zip(values[0], searched, strict=True) if counts)
    near = [k for k in np.flatnonzero(searched) if values[0][k] >= top - playouts.MAX_LOSS]
    remaining = np.flatnonzero(by_playouts.scratch[0]["searched"]).tolist()
    assert set(remaining) <= set(near)
    assert len(near) > 1
    for k in near:
        after = put(sheet, int(free[k]), 8)
        means = [played_out(random_values, after, runs, playouts.HORIZON) for runs in (24, 48, 72, 96)]
        gain = TOTAL(after) - TOTAL(sheet)
        assert any(values[1][k] == pytest.approx(gain + mean, abs=1e-3) for mean in means)
    assert max(near, key=lambda k: values[1][k]) in remaining
    others = [k for k in range(10) if k not in near]
    change = sum(values[1][k] - values[0][k] for k in near) / len(near)
    assert [values[1][k] - values[0][k] for k in others] == pytest.approx([change] * len(others), abs=1e-3)
