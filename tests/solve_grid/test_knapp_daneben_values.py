"""The values and the lookahead of Knapp Daneben! against slow versions of their definitions."""

import random
from itertools import product

import numpy as np
import pytest

from knobel.engines.knapp_daneben import values as kernels
from knobel.engines.knapp_daneben.arrays import knapp_daneben
from knobel.engines.knapp_daneben.learn import KnappDanebenLearner, Scratch, load_values, tables
from knobel.engines.knapp_daneben.spread import follow
from knobel.engines.shared.grid import SUMS
from knobel.engines.shared.rng import generator
from knobel.engines.shared.stamps import Stale, save
from knobel.engines.shared.training import train
from knobel.games.grid import EMPTY, put
from knobel.games.knapp_daneben import KnappDaneben, line_points

GAME = KnappDaneben()


@pytest.fixture(scope="module")
def random_values():
    result = tables()
    rng = np.random.default_rng(1)
    for values in result[-3:]:
        values[:] = rng.normal(size=values.shape)
    # Nothing is still to come on a full sheet.
    result.line_values[:, 0] = result.free_values[0] = 0
    return result


def some_sheet(seed, filled):
    rng = random.Random(seed)
    sheet = EMPTY
    for cell in rng.sample(range(25), filled):
        sheet = put(sheet, cell, rng.randint(1, 6) + rng.randint(1, 6))
    return sheet


def position(values, sheet, own):
    sums, codes, free_count = np.zeros(25, np.int64), np.zeros(10, np.int64), np.zeros(5, np.int64)
    kernels.blank(values, own, sums, codes, free_count)
    points = 0
    for cell, number in enumerate(sheet):
        if number:
            points += kernels.put(values, own, sums, codes, free_count, cell, SUMS.index(number))
    assert points == GAME.total(sheet)
    return sums, codes, free_count


def worth(values, sheet, own, filled):
    sums, codes, free_count = position(values, sheet, own)
    return kernels.value_of(values, own, sums, codes, free_count, filled)


def test_line_codes_are_what_the_rules_say(random_values):
    rng = random.Random(4)
    for _ in range(500):
        line = [rng.randint(0, 12) for _ in range(5)]
        code = sum(digit * 13**k for k, digit in enumerate(line))
        sheet = tuple(SUMS[digit] if digit < 11 else 0 for digit in line) + (0,) * 20
        assert random_values.line_points[code] == line_points(sheet, "row1")
        if 0 in sheet[:5]:
            assert random_values.line_slot[code] > 0
        else:
            assert random_values.line_slot[code] == 0
        turned = [10 - digit if digit < 11 else digit for digit in line]
        for other in (line[::-1], turned, turned[::-1]):
            image = sum(digit * 13**k for k, digit in enumerate(other))
            assert random_values.line_slot[image] == random_values.line_slot[code]


@pytest.mark.parametrize("filled", [0, 6, 15, 22, 24])
@pytest.mark.parametrize("own", [0, 3])
def test_evaluate_is_the_change_of_the_sheet(random_values, own, filled):
    sheet = some_sheet(filled, filled)
    sums, codes, free_count = position(random_values, sheet, own)
    scratch = Scratch.empty()
    before = codes.copy(), sums.copy(), free_count.copy()
    kernels.evaluate(random_values, own, sums, codes, free_count, filled + 1, *scratch[1:])
    assert all((a == b).all() for a, b in zip(before, (codes, sums, free_count), strict=True))
    colour = knapp_daneben().colour
    for circle, total in product(range(5), range(11)):
        found = {}
        for cell in range(25):
            if not sheet[cell] and colour[cell] == circle:
                after = put(sheet, cell, SUMS[total])
                found[cell] = GAME.total(after) - GAME.total(sheet) + worth(random_values, after, own, filled + 1)
                assert scratch.worth[cell, total] == pytest.approx(found[cell], abs=1e-3)
        if found:
            assert scratch.best[circle, total] == pytest.approx(max(found.values()), abs=1e-3)
            assert found[int(scratch.where[circle, total])] == pytest.approx(max(found.values()), abs=1e-3)
        else:
            assert scratch.best[circle, total] < -1e8


def test_mean_of_best_is_the_mean_over_all_rolls():
    rng = np.random.default_rng(2)
    source = rng.normal(size=(5, 11))
    # No free circle of one's own colour, or of another.
    for own, nothing in ((0, 1), (3, 3), (4, None)):
        best = source.copy()
        if nothing is not None:
            best[nothing] = -1e9
        mean = 0.0
        for faces in product(range(6), repeat=5):
            mean += max(
                max(best[own, faces[own] + faces[k]], best[k, faces[own] + faces[k]]) for k in range(5) if k != own
            )
        assert kernels.mean_of_best(own, best) == pytest.approx(mean / 6**5, abs=1e-6)


def test_learning_improves_resumes_and_exports(tmp_path):
    learner = KnappDanebenLearner(3)
    train(learner, tmp_path / "one.npz", 3_000, block=1_000)
    for games in (1_200, 3_000):
        again = KnappDanebenLearner(3)
        train(again, tmp_path / "two.npz", games, resume=True)
    assert all(np.array_equal(array, again.state()[name]) for name, array in learner.state().items())
    learner.export(tmp_path / "values.npz", 3_000)
    values, spread = load_values(tmp_path / "values.npz")
    for stored, learned in zip(values[-3:], learner.tables[-3:], strict=True):
        assert np.allclose(stored, learned, rtol=1e-3, atol=1e-4)
    assert 5 < spread.deviation[1] < 15
    assert spread.deviation[25] == 0
    assert ((spread.correlation >= 0) & (spread.correlation < 0.3)).all()


def test_data_of_other_rules_is_refused(tmp_path):
    save(tmp_path / "values.npz", "other rules", {})
    with pytest.raises(Stale):
        load_values(tmp_path / "values.npz")


def test_lines_look_alike_from_both_ends_and_with_all_dice_turned_over(random_values):
    rng = random.Random(5)
    axis, mirror = random_values.axis, random_values.axis_mirror
    for _ in range(500):
        line = [rng.randint(0, 12) for _ in range(5)]
        k = rng.randrange(5)
        line[k] = 11
        turned = [10 - digit if digit < 11 else digit for digit in line]
        code, back, over = (sum(x * 13**i for i, x in enumerate(each)) for each in (line, line[::-1], turned))
        assert axis[k, code] == axis[4 - k, back]
        assert mirror[axis[k, code]] == axis[k, over]


def test_spread_is_of_whole_games(random_values):
    expected = np.zeros((20, 26, 5))
    follow(random_values, Scratch.empty(), generator(1), expected)
    assert (expected[:, -1] % 1 == 0).all()
    assert (expected[:, -1] > 5).all()
