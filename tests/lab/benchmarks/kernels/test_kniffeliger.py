"""Random compiled games of Kniffeliger with action dice, replayed move by move by the rules."""

from random import Random

import numpy as np
import pytest

from benchmarks.kernels.playouts.kniffeliger import random_playouts
from benchmarks.kernels.playouts.kniffeliger_table import kniffeliger_table
from knobel.core import Chance, Decide, Move, Over, Roll
from knobel.engines.shared.rng import generator
from knobel.games.kniffeliger import Kniffeliger
from tests.lab.benchmarks.kernels.kniffeliger_traces import event

pytestmark = pytest.mark.slow

GAME = Kniffeliger()


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_games_are_legal_and_end_with_their_scores(seats: int) -> None:
    games = 60 // seats
    scores = np.empty((games, seats), np.int64)
    trace, ends = np.empty((games, 4000, 3), np.int16), np.empty((games, 1), np.int64)
    random_playouts(generator(2), kniffeliger_table(), scores, trace, ends)
    for totals, one, end in zip(scores, trace, ends[:, 0], strict=True):
        state = GAME.start(seats)
        for kind, a, b in one[:end].tolist():
            state = GAME.apply(state, event(state, kind, a, b))
        assert GAME.turn(state) == Over(tuple(totals.tolist()))


def at_random(rng: Random) -> tuple[int, ...]:
    """Return the scores of a game of random legal actions."""
    state = GAME.start(GAME.min_seats)
    while True:
        match GAME.turn(state):
            case Over(scores):
                return scores
            case Chance(dice):
                state = GAME.apply(state, Roll(tuple(rng.randint(1, 6) for _ in range(dice))))
            case Decide((seat,)):
                state = GAME.apply(state, Move(seat, rng.choice(GAME.legal(state, seat))))


def test_as_random_as_the_rules() -> None:
    rng = Random(1)
    slow = np.array([at_random(rng)[0] for _ in range(100)])
    fast = np.empty((20_000, GAME.min_seats), np.int64)
    no_trace, no_ends = np.empty((0, 0, 3), np.int16), np.empty((0, 1), np.int64)
    random_playouts(generator(3), kniffeliger_table(), fast, no_trace, no_ends)
    assert abs(slow.mean() - fast[:, 0].mean()) < 4 * slow.std() / len(slow) ** 0.5
