"""The compiled games are games of the rules module."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from knobel.bench.playouts.knapp_daneben.greedy import greedy_playouts
from knobel.bench.playouts.knapp_daneben.random import random_playouts
from knobel.core import Move, Over, Roll
from knobel.engines.knapp_daneben.lookup import rules
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.rng import generator
from knobel.games.grid import CELLS
from knobel.games.knapp_daneben import COLOURS, KnappDaneben

pytestmark = pytest.mark.slow

OTHER_LAYOUT = "kkkkkbbbbbgggggyyyyyrrrrr"


def play(
    own: int, games: int, seed: int, playouts: Any = random_playouts, **options: str
) -> tuple[Array, list[int], list[int], list[int]]:
    scores = np.empty(games, np.int32)
    rolls, cells, others = (np.empty(25, np.int64) for _ in range(3))
    playouts(generator(seed), rules(**options), own, scores, rolls, cells, others)
    return scores, rolls.tolist(), cells.tolist(), others.tolist()


@pytest.mark.parametrize("options", [{}, {"layout": OTHER_LAYOUT}])
@pytest.mark.parametrize("own", range(5))
@pytest.mark.parametrize("playouts", [random_playouts, greedy_playouts])
def test_games_replay_under_the_rules(playouts: Any, own: int, options: dict[str, str]) -> None:
    game = KnappDaneben(colours=COLOURS[own:] + COLOURS[:own], **options)
    for seed in range(4):
        scores, rolls, cells, others = play(own, 2, seed, playouts, **options)
        state = game.start(1)
        for roll, cell, other in zip(rolls, cells, others, strict=True):
            state = game.apply(state, Roll(tuple(int(face) + 1 for face in rules().rolls[roll])))
            action = CELLS[cell] + COLOURS[other]
            if playouts is greedy_playouts:
                gains = {move: game.preview(state, 0, move).gain for move in game.legal(state, 0)}
                assert gains[action] == max(gains.values())
            state = game.apply(state, Move(0, action))
        assert game.turn(state) == Over((scores[-1],))


def test_equals_are_equally_likely() -> None:
    """On the empty sheet a greedy player writes the sum that scores most, in any circle that takes it."""
    shares: Counter[int] = Counter()
    for seed in range(3000):
        _, rolls, cells, _ = play(2, 1, seed, greedy_playouts)
        faces = rules().rolls[rolls[0]].tolist()
        if sorted(faces) == sorted(set(faces)) and faces[2] in (0, 5):
            # Only one other die gives the best sum: ten circles take it.
            shares[cells[0] in np.flatnonzero(rules().colour == 2)] += 1
    assert abs(shares[True] - shares[False]) < 4 * shares.total() ** 0.5


def test_actions_are_equally_likely() -> None:
    """In the first round 20 actions use the five circles of the player's own colour and 20 the others."""
    first: Counter[tuple[int, int]] = Counter()
    for seed in range(4000):
        _, _, cells, others = play(2, 1, seed)
        first[cells[0], others[0]] += 1
    assert len(first) == 40
    assert all(abs(n - 100) < 50 for n in first.values())
