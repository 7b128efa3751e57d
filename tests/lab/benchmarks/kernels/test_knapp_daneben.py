"""The compiled games are games of the rules module."""

from collections import Counter

import numpy as np
import pytest

from benchmarks.kernels.playouts.knapp_daneben import random_playouts
from knobel.core import Move, Over, Roll
from knobel.engines.knapp_daneben.lookup import rules
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.rng import generator
from knobel.games.grid import CELLS
from knobel.games.knapp_daneben import COLOURS, KnappDaneben

pytestmark = pytest.mark.slow

OTHER_LAYOUT = "kkkkkbbbbbgggggyyyyyrrrrr"


def play(own: int, games: int, seed: int, **options: str) -> tuple[Array, list[int], list[int], list[int]]:
    scores = np.empty(games, np.int32)
    rolls, cells, others = (np.empty(25, np.int64) for _ in range(3))
    random_playouts(generator(seed), rules(**options), own, scores, rolls, cells, others)
    return scores, rolls.tolist(), cells.tolist(), others.tolist()


@pytest.mark.parametrize("options", [{}, {"layout": OTHER_LAYOUT}])
@pytest.mark.parametrize("own", range(5))
def test_games_replay_under_the_rules(own: int, options: dict[str, str]) -> None:
    game = KnappDaneben(colours=COLOURS[own:] + COLOURS[:own], **options)
    for seed in range(4):
        scores, rolls, cells, others = play(own, 2, seed, **options)
        state = game.start(1)
        for roll, cell, other in zip(rolls, cells, others, strict=True):
            state = game.apply(state, Roll(tuple(int(face) + 1 for face in rules().rolls[roll])))
            state = game.apply(state, Move(0, CELLS[cell] + COLOURS[other]))
        assert game.turn(state) == Over((scores[-1],))


def test_actions_are_equally_likely() -> None:
    """In the first round 20 actions use the five circles of the player's own colour and 20 the others."""
    first: Counter[tuple[int, int]] = Counter()
    for seed in range(4000):
        _, _, cells, others = play(2, 1, seed)
        first[cells[0], others[0]] += 1
    assert len(first) == 40
    assert all(abs(n - 100) < 50 for n in first.values())
