"""Playing Knister to win against slow versions of its definitions."""

import random
from functools import cache

import numpy as np
import pytest

from knobel.engines.knister.learn import spread, tables
from knobel.engines.knister.player import KnisterPlayer, Search, position
from knobel.engines.shared.grid import SUMS
from knobel.engines.shared.winning import win_chance
from knobel.games.grid import put
from knobel.games.knister import Knister
from tests.solve_grid.test_knister_values import entered, random_values, slow_exact, some_sheet

__all__ = ["random_values"]

TOTAL = Knister().total
CHANCES = {total: min(total - 1, 13 - total) / 36 for total in SUMS}


def placed(sheet, total):
    return [put(sheet, cell, total) for cell in range(25) if not sheet[cell]]


@cache
def for_points(sheet, total):
    """The sheet after the placement that expects most points, the first of equals."""
    return max(placed(sheet, total), key=lambda after: round(TOTAL(after) + slow_exact(after), 4))


@cache
def slow_chance(own, others):
    """How likely one wins at best before a roll, the others playing for points."""
    if 0 not in own:
        best = max(map(TOTAL, others))
        return float(TOTAL(own) > best) + (TOTAL(own) == best) / 2
    return sum(
        p * max(slow_chance(after, tuple(for_points(other, total) for other in others)) for after in placed(own, total))
        for total, p in CHANCES.items()
    )


@pytest.mark.parametrize(("left", "seats"), [(1, 2), (2, 4), (3, 3)])
def test_the_end_is_won_as_often_as_can_be(left, seats):
    player = KnisterPlayer(tables(), Search(exact=3, contest=2))
    for seed in range(2):
        sheets = tuple(some_sheet(10 * seed + seat, 25 - left) for seat in range(seats))
        for total in (5, 7):
            others = tuple(for_points(other, total) for other in sheets[1:])
            chances = player.chances(sheets, total)
            assert len(chances) == left
            for cell, chance in chances.items():
                assert chance == pytest.approx(slow_chance(put(sheets[0], cell, total), others), abs=2e-3)


def slow_spread(values, sheet):
    """The deviation that the tables of variances say."""
    lines, filled = position(sheet)[0], 25 - sheet.count(0)
    kinds, mirror = values.line_kind, values.mirror
    parts = [values.variances[filled, kinds[k], min(i, mirror[i])] for k, i in enumerate(lines) if i < values.open]
    return max(sum(parts), 0) ** 0.5


def test_chances_by_distributions(random_values):
    rng = np.random.default_rng(3)
    values = random_values._replace(
        variances=rng.uniform(0, 9, random_values.variances.shape).astype(np.float32), rho=np.full(26, 0.4)
    )
    player = KnisterPlayer(values, Search())
    sheets, total = [some_sheet(seed, 12) for seed in range(3)], 6

    def best(sheet, total):
        options = entered(values, sheet, total)
        cell = max(options, key=options.__getitem__)
        return put(sheet, cell, total), options[cell]

    others = [best(sheet, total)[0] for sheet in sheets[1:]]
    chances = player.chances(sheets, total)
    assert chances
    points = entered(values, sheets[0], total)
    for cell, chance in chances.items():
        after = put(sheets[0], cell, total)
        mean = sum(p * best(after, roll)[1] for roll, p in CHANCES.items())
        expected = 0.0
        for roll, p in CHANCES.items():
            mine, worth = best(after, roll)
            theirs = [best(other, roll) for other in others]
            expected += p * win_chance(
                TOTAL(sheets[0]) + points[cell] + worth - mean,
                slow_spread(values, mine),
                np.array([TOTAL(other) + value for other, (_, value) in zip(others, theirs, strict=True)]),
                np.array([slow_spread(values, sheet) for sheet, _ in theirs]),
                2,
                0.4,
            )
        assert chance == pytest.approx(expected, abs=3e-3)


def test_many_seats_are_compared_with_the_best():
    player = KnisterPlayer(tables(), Search(exact=2, contest=1))
    sheets = [some_sheet(seed, 22) for seed in range(60)]
    weakest = min(sheets, key=TOTAL)
    chances = player.chances([weakest, *sheets, *sheets], 7)
    assert 0 <= min(chances.values()) <= max(chances.values()) < 0.5


def test_variances_are_those_of_games_played(random_values):
    games = 2_000
    variances, rho = spread(random_values, games)
    measured = random_values._replace(variances=variances)
    player, rng = KnisterPlayer(measured, Search()), random.Random(1)
    errors, expected = [], []
    for _ in range(100):
        sheet, predictions = some_sheet(0, 0), []
        while 0 in sheet:
            total = rng.randint(1, 6) + rng.randint(1, 6)
            values = player.values(sheet, total)
            cell = max(values, key=values.__getitem__)
            predictions.append(TOTAL(sheet) + values[cell])
            sheet = put(sheet, cell, total)
            if sheet.count(0) == 12:
                expected.append(slow_spread(measured, sheet) ** 2)
        errors.append((TOTAL(sheet) - predictions[12]) ** 2)
    assert np.mean(expected) == pytest.approx(np.mean(errors), rel=0.3)
    assert ((rho >= 0) & (rho <= 1)).all()
    assert rho[4] > rho[20]
