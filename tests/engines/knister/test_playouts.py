"""The compiled games are games of the rules module."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import pytest

from knobel.bench.playouts.knister.greedy import greedy_playouts
from knobel.bench.playouts.knister.random import random_playouts
from knobel.core import Move, Over, Roll
from knobel.engines.knister.lookup import points
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.grid import SUMS, grid
from knobel.engines.shared.rng import generator
from knobel.games.grid import CELLS
from knobel.games.knister import Knister

pytestmark = pytest.mark.slow

Playouts: TypeAlias = Callable[..., Any]
PLAYOUTS: list[Playouts] = [random_playouts, greedy_playouts]


def play(playouts: Playouts, games: int, seed: int) -> tuple[Array, Array, Array]:
    scores, cells, sums = np.empty(games, np.int32), np.empty(25, np.int64), np.empty(25, np.int64)
    playouts(generator(seed), grid(), points(), scores, cells, sums)
    return scores, cells, sums


def dice(total: int) -> tuple[int, int]:
    return (max(1, total - 6), total - max(1, total - 6))


@pytest.mark.parametrize("playouts", PLAYOUTS)
def test_games_replay_under_the_rules(playouts: Playouts) -> None:
    game = Knister()
    for seed in range(20):
        scores, cells, sums = play(playouts, 3, seed)
        state = game.start(1)
        for cell, total in zip(cells, sums, strict=True):
            state = game.apply(state, Roll(dice(SUMS[total])))
            action = CELLS[cell]
            if playouts is greedy_playouts:
                gains = {move: game.preview(state, 0, move).gain for move in game.legal(state, 0)}
                assert gains[action] == max(gains.values())
            state = game.apply(state, Move(0, action))
        assert game.turn(state) == Over((scores[-1],))


def test_random_play_scores_what_is_known() -> None:
    scores, _, _ = play(random_playouts, 400_000, 1)
    assert scores.mean() == pytest.approx(19.95, abs=5 * scores.std() / 400_000**0.5)


@pytest.mark.parametrize("playouts", PLAYOUTS)
def test_same_seed_same_games(playouts: Playouts) -> None:
    one, two = play(playouts, 50, 5), play(playouts, 50, 5)
    assert all((a == b).all() for a, b in zip(one, two, strict=True))
    assert (play(playouts, 50, 6)[0] != one[0]).any()
