"""The compiled games are games of the rules module."""

import numpy as np
import pytest

from benchmarks.kernels.playouts.knister import random_playouts
from knobel.core import Move, Over, Roll
from knobel.engines.knister.lookup import points
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.grid import SUMS, grid
from knobel.engines.shared.rng import generator
from knobel.games.grid import CELLS
from knobel.games.knister import Knister

pytestmark = pytest.mark.slow


def play(games: int, seed: int) -> tuple[Array, Array, Array]:
    scores, cells, sums = np.empty(games, np.int32), np.empty(25, np.int64), np.empty(25, np.int64)
    random_playouts(generator(seed), grid(), points(), scores, cells, sums)
    return scores, cells, sums


def dice(total: int) -> tuple[int, int]:
    return (max(1, total - 6), total - max(1, total - 6))


def test_games_replay_under_the_rules() -> None:
    game = Knister()
    for seed in range(20):
        scores, cells, sums = play(3, seed)
        state = game.start(1)
        for cell, total in zip(cells, sums, strict=True):
            state = game.apply(state, Roll(dice(SUMS[total])))
            state = game.apply(state, Move(0, CELLS[cell]))
        assert game.turn(state) == Over((scores[-1],))


def test_random_play_has_the_known_mean_score() -> None:
    scores, _, _ = play(400_000, 1)
    assert scores.mean() == pytest.approx(19.95, abs=5 * scores.std() / 400_000**0.5)


def test_same_seed_same_games() -> None:
    one, two = play(50, 5), play(50, 5)
    assert all((a == b).all() for a, b in zip(one, two, strict=True))
    assert (play(50, 6)[0] != one[0]).any()
