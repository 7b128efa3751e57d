"""The look-ahead that decides, in kernels, agrees with the one in NumPy by which the values were learned."""

from random import Random

import numpy as np
import pytest

from knobel.core import Game
from knobel.engines.knoeffel.engine import Sheet, engine
from knobel.engines.knoeffel.lookup import shipped_rules
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.games.knoeffel import Column, Knoeffel, upper_sum
from knobel_lab.learning.knoeffel.search import shipped_search
from tests.games.cases import walk

FORBIDDEN_FROM = FORBIDDEN / 2


def sheets_of_games(game: Game[object], number: int) -> list[Sheet]:
    """Return sheets with a free field, of random games."""
    rng, found = Random(1), list[Sheet]()
    while len(found) < number:
        for state, *_ in walk(game, 1, rng.randrange(1000)):
            [sheet] = state.sheets
            if rng.random() < 0.03 and not all(column.full for column in sheet):
                found.append(sheet)
    return found[:number]


def numbers_of(column: Column) -> tuple[int, int, int]:
    """Return a column as numbers, see `knoeffel.lookup`."""
    filled = sum(1 << i for i, points in enumerate(column.points) if points is not None)
    return filled, shipped_rules().upper_class(filled, upper_sum(column)), column.free_rolls_used


def means_in_numpy(sheet: Sheet, *, deep: bool) -> Array:
    """Return the means of the final score after each end of a turn."""
    search = shipped_search(five_is_full_house=False)
    numbers = np.array([numbers_of(column) for column in sheet])
    full = np.array([column.full for column in sheet])
    rest = search.sheet_values.columns(numbers[full])[0].sum() + sum(sum(filter(None, c.points)) for c in sheet)
    means = search.turn_end_moments(numbers[~full][None])[0][0]
    if deep:
        means = means + search.deepening_change(numbers[~full])[:, search.outcomes.field, search.outcomes.rank]
    return np.asarray(rest + means)


@pytest.mark.parametrize("columns", [1, 2, pytest.param(3, marks=pytest.mark.slow), 4])
def test_ends_of_turns_have_the_values_of_the_learner(columns: int) -> None:
    thinking = engine(Knoeffel(columns=columns))
    for i, sheet in enumerate(sheets_of_games(thinking.game, 8)):
        found = np.array(thinking.turn(sheet, "master" if i % 2 else "strong").means.tolist())
        expected = means_in_numpy(sheet, deep=i % 2 == 1)
        allowed = expected > FORBIDDEN_FROM
        assert ((found > FORBIDDEN_FROM) == allowed).all()
        assert found[allowed] == pytest.approx(expected[allowed], abs=1e-3)
