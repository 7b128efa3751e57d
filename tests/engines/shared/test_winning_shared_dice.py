"""The probability of winning, compared with playouts."""

import numpy as np
import pytest

from knobel.engines.shared.winning_shared_dice import win_probability, win_probability_with_copies

CASES = [
    (70, 6, [68], [5], 0.3),
    (70, 6, [71], [0], 0.0),
    (70, 0, [69], [4], 0.5),
    (70, 6, [70, 66], [6, 6], 0.4),
    (66, 5, [70, 69, 68], [5, 5, 5], 0.7),
    (70, 8, [70, 66, 75], [2, 2, 2], 0.2),
    (70, 5, [70, 66], [6, 4], 0.4),
    (70, 5, [70, 72, 60], [0, 0, 0], 0.3),
    (70, 6, [72, 71], [0, 5], 0.0),
    (70, 2, [71, 71, 70], [0, 0, 0], 0.0),
    (70, 2, [70, 70, 70, 70], [2, 2, 2, 2], 0.3),
    (70, 2, [71, 71, 70], [0, 0, 1.5], 0.2),
    (90, 6, [70, 69, 68], [6, 6, 6], 0.4),
    *[(70, 6, [70] * n, [6] * n, 0.3) for n in (1, 3, 9, 40)],
]


@pytest.mark.parametrize(("own", "own_sd", "means", "sds", "rho"), CASES)
def test_win_chance_against_samples(own, own_sd, means, sds, rho):
    rng = np.random.default_rng(1)
    games = 100_000
    common = rho**0.5 * rng.normal(size=games)
    mine = np.rint(own + own_sd * (common + (1 - rho) ** 0.5 * rng.normal(size=games)))
    beaten, first = np.full(games, True), np.ones(games)
    for mean, sd in zip(means, sds, strict=True):
        theirs = np.rint(mean + sd * (common + (1 - rho) ** 0.5 * rng.normal(size=games)))
        beaten &= mine >= theirs
        first += mine == theirs
    share = np.mean(beaten / first)
    assert win_probability(own, own_sd, np.array(means, float), np.array(sds, float), len(means), rho) == pytest.approx(
        share, abs=0.008
    )


@pytest.mark.parametrize(
    ("own", "means", "share"),
    [
        (70, [], 1),
        (70, [69], 1),
        (70, [70], 0.5),
        (70, [71], 0),
        (70, [70, 60], 0.5),
        (70, [70, 71], 0),
        (70, [70, 70], 1 / 3),
        (70, [70, 60, 70, 70], 1 / 4),
        (9, [8, 2], 1),
    ],
)
@pytest.mark.parametrize("rho", [0.0, 0.4, 1.0])
def test_the_end_of_a_game_is_exact(own, means, share, rho):
    n = len(means)
    assert win_probability(float(own), 0.0, np.array(means, float), np.zeros(n), n, rho) == pytest.approx(
        share, abs=1e-6
    )


@pytest.mark.parametrize("sd", [0.0, 3.0])
def test_seats_with_the_same_sheet_share_a_tie(sd):
    two, alike = np.array([70.0, 69.0]), np.array([3, 1])
    found = win_probability_with_copies(70.0, 0.0, two, np.array([0.0, sd]), alike, 2, 0.0)
    beats_last = win_probability(70.0, 0.0, np.array([69.0]), np.array([sd]), 1, 0.0)
    assert found == pytest.approx(beats_last / 4, abs=0.02)
