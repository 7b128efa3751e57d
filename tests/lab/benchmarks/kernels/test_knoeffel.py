"""Random compiled games of Knöffel, replayed move by move by the rules."""

from random import Random

import numpy as np
import pytest

from benchmarks.kernels.playouts.knoeffel import random_playouts
from knobel import make
from knobel.core import Chance, Decide, Move, Over, Roll
from knobel.engines.knoeffel.lookup import shipped_rules
from knobel.engines.shared.five_dice import five_dice
from knobel.engines.shared.rng import generator
from knobel.games.knoeffel import FIELDS, Knoeffel
from tests.lab.learning.knoeffel.test_selfplay import events

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_random_games_keep_to_the_rules(columns: int) -> None:
    scores, trace = np.empty(150), np.empty((150, columns * len(FIELDS), 9), np.int16)
    random_playouts(generator(1), shipped_rules(), five_dice(), columns, scores, trace)
    rules = Knoeffel(columns=columns)
    for score, one in zip(scores, trace, strict=True):
        state = rules.start(1)
        for event in events(one):
            state = rules.apply(state, event)
        assert rules.turn(state) == Over((int(score),))


def at_random(game: Knoeffel, rng: Random) -> int:
    """Return the score of a game of random legal actions."""
    state = game.start(1)
    while True:
        match game.turn(state):
            case Over((score,)):
                return score
            case Chance(dice):
                state = game.apply(state, Roll(tuple(rng.randint(1, 6) for _ in range(dice))))
            case Decide():
                state = game.apply(state, Move(0, rng.choice(game.legal(state, 0))))


def test_as_random_as_the_random_bot() -> None:
    game, rng = make("knoeffel"), Random(1)
    assert isinstance(game, Knoeffel)
    slow = np.array([at_random(game, rng) for _ in range(100)])
    fast = np.empty(20_000)
    random_playouts(generator(3), shipped_rules(), five_dice(), 2, fast, np.empty((0, 26, 9), np.int16))
    assert abs(slow.mean() - fast.mean()) < 4 * slow.std() / len(slow) ** 0.5
