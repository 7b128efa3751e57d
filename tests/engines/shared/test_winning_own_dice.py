"""The probability of winning with normal scores, compared with random samples."""

import numpy as np
import pytest

from knobel.engines.shared.winning_own_dice import BeatAllProbability, beat_probability


def test_chance_to_win_of_normal_scores() -> None:
    grid = np.arange(0, 400)
    chance = BeatAllProbability(0, [beat_probability(grid, 200, 400), beat_probability(grid, 190, 900)])
    rng = np.random.default_rng(1)
    for mean, deviation in ((210, 15), (180, 30), (230, 0.0)):
        mine = mean + deviation * rng.standard_normal(200_000)
        theirs = np.maximum(200 + 20 * rng.standard_normal(200_000), 190 + 30 * rng.standard_normal(200_000))
        assert float(chance(np.array(mean), np.array(deviation**2))) == pytest.approx((mine > theirs).mean(), abs=0.01)
