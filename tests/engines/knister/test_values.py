"""Values, search and the exact endgame of Knister, compared with slow versions of their definitions."""

import numpy as np
import pytest

from knobel.engines.knister.endgame import best_searched, evaluate_entries, exact_value
from knobel.engines.knister.lookup import Tables
from knobel.engines.knister.search import Search, expected_points
from knobel.engines.shared.grid import SUMS, symmetries
from knobel.games.grid import EMPTY
from knobel.games.tuples import put
from knobel_lab.learning.knister.selfplay import play
from tests.engines.knister.conftest import worthless
from tests.engines.knister.reference import CHANCES, TOTAL, entered, points_to_come, some_sheet, to_sheets, value


@pytest.mark.parametrize("filled", [0, 3, 9, 14, 20, 23, 24])
def test_worth_is_the_sum_of_the_tables(random_values: Tables, filled: int) -> None:
    sheet = some_sheet(filled, filled)
    for total in (2, 7, 11):
        for cell, worth in entered(random_values, sheet, total).items():
            after = put(sheet, cell, total)
            slow = TOTAL(after) - TOTAL(sheet) + value(random_values, after, filled + 1)
            assert worth == pytest.approx(slow, abs=1e-3)


def test_values_are_the_same_for_equivalent_sheets(random_values: Tables) -> None:
    sheet = some_sheet(8, 11)
    total, cell = 9, sheet.index(0)
    worth = entered(random_values, sheet, total)[cell]
    for moved, _ in symmetries():
        image = list(EMPTY)
        for place in range(25):
            image[moved[place]] = sheet[place]
        mirrored = tuple(14 - number if number else 0 for number in image)
        assert entered(random_values, tuple(image), total)[moved[cell]] == pytest.approx(worth, abs=1e-3)
        assert entered(random_values, mirrored, 14 - total)[moved[cell]] == pytest.approx(worth, abs=1e-3)


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_exact_values(left: int) -> None:
    search = Search.of(exact=4)
    for seed in range(4):
        sheet = some_sheet(seed, 25 - left)
        found = exact_value(worthless(), search.endgame, to_sheets([sheet])[0])
        assert found == pytest.approx(points_to_come(sheet), abs=1e-4)


@pytest.mark.slow
def test_looking_ahead_over_all_rolls_is_exact_at_the_end() -> None:
    """With zero values, a search at full width over as many rolls as there are free cells solves a position."""
    search = Search.of(((25,), (25, 25), (25, 25, 25)))
    for left in (2, 3):
        sheet = some_sheet(left, 25 - left)
        found = expected_points(worthless(), search, left - 1, left, to_sheets([sheet])[0])
        assert found == pytest.approx(points_to_come(sheet), abs=1e-4)


def test_one_roll_ahead_is_the_mean_of_the_best(random_values: Tables) -> None:
    sheet = some_sheet(5, 12)
    found = expected_points(random_values, Search.of(((25,),)), 0, 1, to_sheets([sheet])[0])
    mean = sum(p * max(entered(random_values, sheet, total).values()) for total, p in CHANCES.items())
    assert found == pytest.approx(mean, abs=1e-3)


@pytest.mark.slow
def test_a_narrow_beam_drops_actions_of_low_value(random_values: Tables) -> None:
    """Two rolls ahead: the best two entries now, and after each the best one of the next roll."""
    sheet, total = some_sheet(6, 18), 8
    worth = entered(random_values, sheet, total)
    best = sorted(worth, key=worth.__getitem__, reverse=True)[:2]

    def after(cell: int) -> float:
        then = put(sheet, cell, total)
        mean = 0.0
        for roll, p in CHANCES.items():
            values = entered(random_values, then, roll)
            last = put(then, max(values, key=values.__getitem__), roll)
            tail = sum(q * max(entered(random_values, last, other).values()) for other, q in CHANCES.items())
            mean += p * (TOTAL(last) - TOTAL(then) + tail)
        return TOTAL(then) - TOTAL(sheet) + mean

    search, record = Search.of(((2,), (2, 1))), to_sheets([sheet])[0]
    evaluate_entries(random_values, search, record, SUMS.index(total))
    scratch = search.scratch[0]
    free = record["free"][: record["left"]].tolist()
    assert {cell for cell, searched in zip(free, scratch["searched"], strict=False) if searched} == set(best)
    for cell, found in zip(free, scratch["values"].tolist(), strict=False):
        assert found == pytest.approx(after(cell) if cell in best else worth[cell], abs=1e-3)
    assert free[best_searched(scratch, len(free))] == max(best, key=after)


@pytest.mark.slow
def test_whole_games_are_the_same_for_the_same_seed(random_values: Tables) -> None:
    search = Search.of(((4,),), exact=2)
    scores, luck = play(random_values, search, 3, 5)
    again, _ = play(random_values, search, 3, 5)
    assert scores.tolist() == again.tolist() != play(random_values, search, 4, 5)[0].tolist()
    assert np.isfinite(luck).all()
