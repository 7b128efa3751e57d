"""Knöffel in NumPy, compared with the compiled kernels and the rules: turns, two columns, and their learned values."""

from random import Random

import numpy as np
import pytest

from knobel.engines.knoeffel.lookup import CLASS, FILLED, USED
from knobel.engines.shared.five_dice import FORBIDDEN, KEEPS, five_dice
from knobel.engines.shared.simd import LANES
from knobel.games.knoeffel import FIELDS
from knobel_lab.learning.knoeffel.fitting import fit, fit_overestimates, play_games
from knobel_lab.learning.knoeffel.search import Search
from knobel_lab.learning.knoeffel.shipped_data import solved_tables
from knobel_lab.learning.knoeffel.values import SheetValues, shipped_values
from tests.lab.learning.knoeffel.turn_kernel import value_before_turn


@pytest.fixture(scope="module")
def exact() -> SheetValues:
    """Return the composed values without learned weights, as before packing."""
    return SheetValues(solved_tables())


@pytest.fixture(scope="module")
def composed() -> SheetValues:
    """Return the composed values without learned weights, as packed; solving them would take longer than any test."""
    tables = shipped_values(five_is_full_house=False).tables
    return SheetValues(tables._replace(weights=None, more_weights=None, overestimates=None))


def sheets(of: SheetValues, games: int) -> np.ndarray:
    """Return sheets that occur in games, some before every turn."""
    _, seen = play_games(Search(of), games, np.random.default_rng(2))
    return seen.reshape(-1, 2, 3)


@pytest.mark.slow
def test_a_turn_is_that_of_the_kernel(exact: SheetValues) -> None:
    seen = sheets(exact, 4)[::5]
    keeps = np.empty((3, len(KEEPS), LANES))
    slow = [value_before_turn(solved_tables(), five_dice(), sheet, keeps) for sheet in seen]
    assert Search(exact).points_to_come(seen) == pytest.approx(np.array(slow), abs=1e-9)


def test_the_worth_after_an_entry_is_that_of_the_sheet_then() -> None:
    known = shipped_values(five_is_full_house=False)
    rng = Random(1)
    for sheet in sheets(known, 3):
        means, kinds = known.after_entry(sheet[None])[0][0], known.classes_after(sheet[None])[0]
        for column, field, rank, free in rng.sample(list(np.argwhere(means > FORBIDDEN)), 4):
            after = sheet.copy()
            after[column] = sheet[column, FILLED] | 1 << field, kinds[column, field, rank], sheet[column, USED] + free
            assert means[column, field, rank, free] == pytest.approx(known.sheets(after[None])[0][0], abs=1e-3)


@pytest.mark.slow
def test_learned_values_agree_with_a_turn_of_look_ahead(exact: SheetValues) -> None:
    seen = sheets(exact, 20)
    early = seen[(seen[..., FILLED] != (1 << len(FIELDS)) - 1).all(axis=1)]
    weights = fit(exact, games=300, seed=3)
    learned = exact.with_weights(weights)
    off = [np.abs(Search(of).points_to_come(early) - of.sheets(early)[0]).mean() for of in (exact, learned)]
    assert off[1] < 0.8 * off[0]


def test_learning_is_the_same_for_the_same_seed(composed: SheetValues) -> None:
    weights = fit(composed, games=5, seed=3)
    assert (weights == fit(composed, games=5, seed=3)).all()
    assert (weights != fit(composed, games=5, seed=4)).any()


def test_deeper_is_a_turn_ahead_of_every_entry(composed: SheetValues) -> None:
    search = Search(composed)
    for sheet in sheets(composed, 1)[3:24:7]:
        moved, means = search.deepening_change(sheet), composed.after_entry(sheet[None])[0][0]
        for column, field, rank, free in ((0, 11, 0, 0), (1, 12, 0, 1), (1, 5, 2, 0)):
            if means[column, field, rank, free] > FORBIDDEN:
                after = sheet.copy()
                after[column, CLASS] = composed.classes_after(sheet[None])[0, column, field, rank]
                after[column, FILLED] |= 1 << field
                after[column, USED] += free
                ahead = search.points_to_come(after[None])[0]
                assert means[column, field, rank, free] + moved[column, field, rank, free] == pytest.approx(ahead)


def test_the_overestimate_after_an_entry_is_that_of_the_sheet_then() -> None:
    known, rng = shipped_values(five_is_full_house=False), Random(1)
    assert known.overestimates is not None
    for sheet in sheets(known, 2)[:40:3]:
        found, kinds = known.overestimates_after_entry(sheet[None])[0], known.classes_after(sheet[None])[0]
        possible = np.argwhere(known.after_entry(sheet[None])[0][0] > FORBIDDEN)
        for column, field, rank, free in rng.sample(list(possible), 4):
            after = sheet.copy()
            after[column] = sheet[column, FILLED] | 1 << field, kinds[column, field, rank], sheet[column, USED] + free
            sight = known.bonus_in_sight(after[None], known.columns(after[None])[0])
            expected = known.overestimates.sheets(after[None, :, FILLED], sight, after[None, :, USED])[0]
            assert found[column, field, rank, free] == pytest.approx(expected, abs=1e-4)


@pytest.mark.slow
def test_the_overestimate_is_the_difference_of_one_turn_and_two() -> None:
    known = shipped_values(five_is_full_house=False)
    weights = fit_overestimates(known, games=2, seed=3)
    assert (weights == fit_overestimates(known, games=2, seed=3)).all()
    # With one open field in each column the values are exact, so with one more a turn of look-ahead is too.
    assert np.abs(weights[:4]).max() < 0.05
    empty = np.zeros((2, 3), np.int64)
    unknown = Search(known.with_overestimates(np.zeros_like(weights)))
    two_turns = unknown.points_of_choices(empty)
    assert two_turns < Search(known).points_to_come(empty[None])[0]
    assert Search(known).points_of_choices(empty) == pytest.approx(547.6, abs=1)
