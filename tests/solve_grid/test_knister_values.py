"""The values, the search and the exact endgame of Knister against slow versions of their definitions."""

import random
from functools import cache

import numpy as np
import pytest

from knobel.engines.knister.learn import Work, tables
from knobel.engines.knister.player import KnisterPlayer, Search, Solver
from knobel.engines.knister.search import exact, expected
from knobel.engines.knister.values import evaluate, prepare
from knobel.engines.shared.grid import OPEN, SUMS, crossings, grid, multiset_index, symmetries
from knobel.games.grid import EMPTY, LINES, put
from knobel.games.knister import Knister

INDEX = multiset_index()
TOTAL = Knister().total


@pytest.fixture(scope="module")
def random_values():
    result = tables()
    rng = np.random.default_rng(1)
    result.line_values[:] = rng.normal(size=result.line_values.shape)
    # A short pattern instead of 65 million numbers; its length shares no factor with those of the table.
    pattern = rng.normal(size=10_007).astype(np.float32)
    np.copyto(result.pair_values, np.resize(pattern, result.pair_values.size))
    return result


def some_sheet(seed, filled):
    rng = random.Random(seed)
    sheet = EMPTY
    for cell in rng.sample(range(25), filled):
        sheet = put(sheet, cell, rng.randint(1, 6) + rng.randint(1, 6))
    return sheet


def position(sheet):
    lines = [INDEX[tuple(sorted(sheet[cell] for cell in cells if sheet[cell]))] for cells in LINES.values()]
    free = [cell for cell in range(25) if not sheet[cell]]
    return np.array(lines), np.array(free), len(free)


def slow_value(values, sheet, filled):
    """The sum of all tables, from the definition."""
    lines, free, _ = position(sheet)
    pairs, mirror = crossings(), grid().mirror
    value = 0.0
    for line, i in enumerate(lines):
        if i < OPEN:
            value += values.line_values[filled, pairs.line_kind[line], min(i, mirror[i])]
    for cell in free:
        for p in range(pairs.pairs[cell]):
            i, j = int(lines[pairs.first[cell, p]]), int(lines[pairs.second[cell, p]])
            kind = int(pairs.kind[cell, p])
            same = [(i, j), (int(mirror[i]), int(mirror[j]))]
            if pairs.symmetric[kind]:
                same += [(b, a) for a, b in same]
            table = int(values.stage[filled]) * len(pairs.symmetric) + kind
            value += values.pair_values[table * OPEN * OPEN + min(a * OPEN + b for a, b in same)]
    return value


def entered(values, sheet, total):
    """What `evaluate` says of every free cell."""
    lines, free, n = position(sheet)
    work, out = Work.empty(), np.zeros(25, np.float32)
    value = prepare(values, work, lines, free, n, 26 - n)
    evaluate(values, work, value, lines, free, n, 26 - n, SUMS.index(total), out)
    return dict(zip(free.tolist(), out[:n].tolist(), strict=True))


@pytest.mark.parametrize("filled", [0, 3, 9, 14, 20, 23, 24])
def test_evaluate_is_the_sum_of_the_tables(random_values, filled):
    sheet = some_sheet(filled, filled)
    for total in (2, 7, 11):
        for cell, value in entered(random_values, sheet, total).items():
            after = put(sheet, cell, total)
            slow = TOTAL(after) - TOTAL(sheet) + slow_value(random_values, after, filled + 1)
            assert value == pytest.approx(slow, abs=1e-3)


def test_values_are_the_same_for_equivalent_sheets(random_values):
    sheet = some_sheet(8, 11)
    value = slow_value(random_values, sheet, 11)
    for moved, _ in symmetries():
        image = list(EMPTY)
        for cell in range(25):
            image[moved[cell]] = sheet[cell]
        mirrored = [14 - number if number else 0 for number in image]
        assert slow_value(random_values, tuple(image), 11) == pytest.approx(value, abs=1e-4)
        assert slow_value(random_values, tuple(mirrored), 11) == pytest.approx(value, abs=1e-4)


@cache
def slow_exact(sheet):
    """The expected points to come by the rules alone."""
    if 0 not in sheet:
        return 0.0
    chances = dict(zip(SUMS, [min(total - 1, 13 - total) / 36 for total in SUMS], strict=True))
    return sum(
        p
        * max(
            TOTAL(after) - TOTAL(sheet) + slow_exact(after)
            for after in (put(sheet, cell, total) for cell in range(25) if not sheet[cell])
        )
        for total, p in chances.items()
    )


@pytest.mark.parametrize("free_cells", [1, 2, 3])
def test_exact_values(free_cells):
    solver = Solver.empty(4)
    for seed in range(4):
        sheet = some_sheet(seed, 25 - free_cells)
        lines, free, n = position(sheet)
        assert exact(tables(), solver, lines, free, n) == pytest.approx(slow_exact(sheet), abs=1e-4)


def test_looking_ahead_over_all_rolls_is_exact_at_the_end():
    """With nothing learned, two rolls looked ahead at full width solve a position with two free cells."""
    values = tables()
    player = KnisterPlayer(values, Search(((25,), (25, 25))))
    for seed in range(4):
        sheet = some_sheet(seed, 23)
        lines, free, n = position(sheet)
        value = expected(values, player.levels, 2, np.array([25, 25]), lines, free, n)
        assert value == pytest.approx(slow_exact(sheet), abs=1e-4)


def test_one_roll_ahead_is_the_mean_of_the_best(random_values):
    sheet = some_sheet(5, 12)
    lines, free, n = position(sheet)
    player = KnisterPlayer(random_values, Search(((25,),)))
    mean = sum(min(total - 1, 13 - total) / 36 * max(entered(random_values, sheet, total).values()) for total in SUMS)
    assert expected(random_values, player.levels, 1, np.array([25]), lines, free, n) == pytest.approx(mean, abs=1e-3)


def test_player_takes_the_best_placement_at_the_end():
    player = KnisterPlayer(tables(), Search(exact=3))
    for seed in range(5):
        sheet, total = some_sheet(seed, 22), 7
        gains = {
            cell: TOTAL(put(sheet, cell, total)) - TOTAL(sheet) + slow_exact(put(sheet, cell, total))
            for cell in range(25)
            if not sheet[cell]
        }
        assert gains[player.choose(sheet, total)] == pytest.approx(max(gains.values()), abs=1e-4)


def test_playing_alone_gives_the_same_for_the_same_seed(random_values):
    player = KnisterPlayer(random_values, Search(((4,),), exact=2))
    scores, luck = player.play(3, 5)
    again, _ = player.play(3, 5)
    assert scores.tolist() == again.tolist()
    assert np.isfinite(luck).all()
