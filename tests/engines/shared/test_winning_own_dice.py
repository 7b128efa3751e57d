"""The parts of the probability of winning with normal scores, compared with their definitions."""

from math import erf, sqrt

import numpy as np
import pytest

from knobel.engines.shared.winning_own_dice import MAX_TIE_VALUES, normal_cdf, tie_values


def test_the_normal_distribution_function() -> None:
    steps = np.linspace(-6, 6, 101)
    assert normal_cdf(steps) == pytest.approx([(1 + erf(step / sqrt(2))) / 2 for step in steps.tolist()], abs=1e-4)


@pytest.mark.parametrize("opponents", range(1, 2 * MAX_TIE_VALUES))
def test_a_shared_first_place_is_divided_among_all_who_share_it(opponents: int) -> None:
    values, factors = tie_values(opponents)
    for tied in range(opponents + 1):
        assert factors @ values**tied == pytest.approx(1 / (tied + 1), abs=1e-12)
