"""Playing Knister to win, before the end, compared with slow versions of its definitions."""

import random
from collections.abc import Sequence

import numpy as np
import pytest

from knobel.engines.engine import NOT_CONSIDERED
from knobel.engines.knister.engine import MAX_OPPONENTS, KnisterEngine
from knobel.engines.knister.kernels import memory
from knobel.engines.knister.lookup import Tables
from knobel.engines.knister.search import Search
from knobel.engines.knister.winning import MAX_LOSS, win_probabilities
from knobel.engines.shared.arrays import read_only
from knobel.engines.shared.grid import OPEN_MULTISETS, SUMS
from knobel.engines.shared.winning_shared_dice import win_probability
from knobel.games.grid import Grid
from knobel.games.tuples import put
from knobel_lab.learning.knister.variance import measure_variances
from tests.engines.knister.reference import CHANCES, GAME, TOTAL, entered, some_sheet, to_sheets

pytestmark = pytest.mark.slow  # compiles for fifteen seconds


def chances(tables: Tables, search: Search, sheets: Sequence[Grid], total: int) -> dict[int, float]:
    """Return the probabilities by cell, with points by values alone."""
    points = entered(tables, sheets[0], total)
    found = np.empty(len(points))
    copies = read_only(np.ones(len(sheets) - 1), np.int64)
    values = np.array(list(points.values()))
    win_probabilities(tables, search, to_sheets(sheets), copies, SUMS.index(total), values, found)
    return {cell: chance for cell, chance in zip(points, found.tolist(), strict=True) if chance != NOT_CONSIDERED}


def deviation(tables: Tables, sheet: Grid) -> float:
    """Return the standard deviation by the tables of variances."""
    lines, filled = to_sheets([sheet])[0]["lines"], 25 - sheet.count(0)
    kinds, mirror = tables.crossings.line_kind, tables.grid.mirror
    parts = [tables.variances[filled, kinds[k], min(i, mirror[i])] for k, i in enumerate(lines) if i < OPEN_MULTISETS]
    return float(max(sum(parts), 0) ** 0.5)


def test_chances_by_distributions(random_values: Tables) -> None:
    rng = np.random.default_rng(3)
    tables = random_values._replace(variances=rng.uniform(0, 9, random_values.variances.shape).astype(np.float32))
    sheets, total = [some_sheet(seed, 12) for seed in range(3)], 6

    def best(sheet: Grid, total: int) -> tuple[Grid, float]:
        options = entered(tables, sheet, total)
        cell = max(options, key=options.__getitem__)
        return put(sheet, cell, total), options[cell]

    others = [best(sheet, total)[0] for sheet in sheets[1:]]
    points = entered(tables, sheets[0], total)
    found = chances(tables, Search.of(), sheets, total)
    assert set(found) == {cell for cell, value in points.items() if value >= max(points.values()) - MAX_LOSS}
    like = [best(sheets[0], total)[0], *others]
    together = np.cov([[best(sheet, roll)[1] for roll in CHANCES] for sheet in like], aweights=list(CHANCES.values()))
    alike = together[0, 1:] / np.sqrt(together[0, 0] * together.diagonal()[1:])
    rho = float(np.mean(np.maximum(0.1 + 0.5 * alike + 0.35 * alike**16, 0)))
    for cell, chance in found.items():
        after = put(sheets[0], cell, total)
        mean = sum(p * best(after, roll)[1] for roll, p in CHANCES.items())
        expected = 0.0
        for roll, p in CHANCES.items():
            mine, worth = best(after, roll)
            theirs = [best(other, roll) for other in others]
            expected += p * win_probability(
                TOTAL(sheets[0]) + points[cell] + worth - mean,
                deviation(tables, mine),
                np.array([TOTAL(other) + value for other, (_, value) in zip(others, theirs, strict=True)]),
                np.array([deviation(tables, sheet) for sheet, _ in theirs]),
                2,
                rho,
            )
        assert chance == pytest.approx(expected, abs=3e-3)


def test_many_seats_are_compared_with_the_best(random_values: Tables) -> None:
    sheets, total = [some_sheet(seed, 22) for seed in range(60)], 7
    engine = KnisterEngine(GAME, memory(random_values))
    found = engine._select_opponents(engine.searches["quick"], dict.fromkeys(sheets, SUMS.index(total)))
    worth = {sheet: TOTAL(sheet) + max(entered(random_values, sheet, total).values()) for sheet in sheets}
    assert list(found) == sorted(sheets, key=worth.__getitem__)[-MAX_OPPONENTS:]


@pytest.mark.slow
def test_variances_are_those_of_games_played(random_values: Tables) -> None:
    measured = random_values._replace(variances=measure_variances(random_values, 2_000))
    rng = random.Random(1)
    errors, expected = [], []
    for _ in range(100):
        sheet, predictions = some_sheet(0, 0), []
        while 0 in sheet:
            total = rng.randint(1, 6) + rng.randint(1, 6)
            values = entered(measured, sheet, total)
            cell = max(values, key=values.__getitem__)
            predictions.append(TOTAL(sheet) + values[cell])
            sheet = put(sheet, cell, total)
            if sheet.count(0) == 12:
                expected.append(deviation(measured, sheet) ** 2)
        errors.append((TOTAL(sheet) - predictions[12]) ** 2)
    assert np.mean(expected) == pytest.approx(np.mean(errors), rel=0.3)
