"""The probability of winning with normal scores, compared with random samples."""

import numpy as np
import pytest

from knobel.engines.shared.winning_own_dice import BeatAllProbability, beat_probability


def test_chance_to_win_of_normal_scores() -> None:
    grid = np.arange(0, 400)
    chance = BeatAllProbability(
        0, 2, lambda tie: [beat_probability(grid, 200, 400, tie), beat_probability(grid, 190, 900, tie)]
    )
    rng = np.random.default_rng(1)
    for mean, deviation in ((210, 15), (180, 30), (230, 0.0)):
        mine = mean + deviation * rng.standard_normal(200_000)
        theirs = np.maximum(200 + 20 * rng.standard_normal(200_000), 190 + 30 * rng.standard_normal(200_000))
        assert float(chance(np.array(mean), np.array(deviation**2))) == pytest.approx((mine > theirs).mean(), abs=0.01)


@pytest.mark.parametrize("opponents", range(1, 8))
def test_a_shared_first_place_is_divided_among_all_who_share_it(opponents: int) -> None:
    grid = np.arange(100)
    chance = BeatAllProbability(
        0, opponents, lambda tie: [beat_probability(grid, 50, 0.0, tie) for _ in range(opponents)]
    )
    shares = chance(np.array([49.0, 50.0, 51.0]), np.zeros(3))
    assert shares == pytest.approx([0, 1 / (opponents + 1), 1], abs=1e-9)


def test_ties_of_random_scores_are_divided() -> None:
    rng = np.random.default_rng(2)
    scores = np.rint(50 + 4 * rng.standard_normal((3, 400_000)))
    grid = np.arange(100)
    chance = BeatAllProbability(0, 3, lambda tie: [beat_probability(grid, 50, 4**2, tie)] * 3)
    for own in (50, 51, 53):
        share = np.mean((scores <= own).all(axis=0) / (1 + (scores == own).sum(axis=0)))
        assert float(chance(np.array(own), np.array(0.0))) == pytest.approx(share, abs=0.01)
