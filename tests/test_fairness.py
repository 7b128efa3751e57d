"""The statistical tests of rolls agree with published values and with simulated dice."""

from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean, pstdev

import pytest

from knobel.core import Roll
from knobel.fairness import chi_squared_p, fairness, runs_of


@pytest.mark.parametrize(("value", "p"), [(1.145, 0.95), (4.351, 0.5), (11.070, 0.05), (15.086, 0.01), (20.515, 0.001)])
def test_published_quantiles_of_chi_squared(value: float, p: float) -> None:
    assert chi_squared_p(value) == pytest.approx(p, rel=2e-3)


def test_runs_are_as_many_as_shuffling_gives() -> None:
    rng, kinds = Random(1), [True] * 14 + [False] * 11
    counts = []
    for _ in range(4000):
        rng.shuffle(kinds)
        counts.append(1 + sum(a != b for a, b in pairwise(kinds)))
    mean, deviation = runs_of(14, 11)
    assert fmean(counts) == pytest.approx(mean, abs=5 * deviation / sqrt(len(counts)))
    assert pstdev(counts) == pytest.approx(deviation, rel=0.06)


def test_fair_dice_look_fair_and_others_do_not() -> None:
    rng = Random(2)
    fair = [fairness(Roll(tuple(rng.choices(range(1, 7), k=2))) for _ in range(200)) for _ in range(300)]
    for ps in ([found.faces_p for found in fair], [found.runs_p for found in fair]):
        # Uniform within five standard deviations for 300 values.
        assert sum(p is not None and p < 0.1 for p in ps) == pytest.approx(30, abs=5 * sqrt(27))
    loaded = fairness(Roll(tuple(rng.choices(range(1, 7), [1, 1, 1, 1, 1, 3], k=2))) for _ in range(200))
    assert loaded.faces_p is not None
    assert loaded.faces_p < 1e-6
    in_turn = fairness(Roll((face,)) for face in (1, 6) * 20)
    assert (in_turn.runs, in_turn.expected_runs) == (40, 21)
    assert in_turn.runs_p is not None
    assert in_turn.runs_p < 1e-6


def test_too_few_rolls_give_no_p_value() -> None:
    for rolls in ([], [Roll((3, 4))], [Roll((1, 6, 6))] * 9):
        found = fairness(rolls)
        assert found.faces_p is found.runs_p is None
