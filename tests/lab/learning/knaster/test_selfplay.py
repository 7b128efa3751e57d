"""The compiled games equal the games of the engine."""

import numpy as np
import pytest

from knobel.core import Chance, Move, Over, Roll
from knobel.engines.engine import Aim
from knobel.engines.knaster.engine import KnasterEngine, best_action
from knobel.engines.shared.grid import SUMS, grid
from knobel.engines.shared.rng import generator, random_below
from knobel_lab.learning.knaster.selfplay import solo_games, table_games
from tests.engines.knaster.reference import GAME, dice

pytestmark = pytest.mark.slow

GAMES = 3


def scores(engine: KnasterEngine, seed: int, aims: tuple[Aim, ...]) -> list[tuple[int, ...]]:
    rng, found = generator(seed), []
    for _ in range(GAMES):
        state = GAME.start(len(aims))
        while not isinstance(turn := GAME.turn(state), Over):
            if isinstance(turn, Chance):
                state = GAME.apply(state, Roll(dice(SUMS[grid().rolls[random_below(rng, 36)]])))
                continue
            seat = turn.seats[0]
            worth = engine.evaluate(GAME.view(state, seat), seat, "quick", aims[seat])
            state = GAME.apply(state, Move(seat, best_action(worth)))
        found.append(turn.scores)
    return found


def test_alone(engine: KnasterEngine) -> None:
    search = engine.rollouts["quick"].search
    played, luck, decisions = solo_games(search, 5, GAMES)
    assert [(score,) for score in played.tolist()] == scores(engine, 5, ("points",))
    assert GAMES * 26 <= decisions <= GAMES * 51
    # With arbitrary values a score is mostly luck, whose mean is zero.
    played, luck, _ = solo_games(search, 6, 400)
    assert abs(luck.mean()) < 4 * luck.std() / len(luck) ** 0.5
    assert np.var(played - luck) != np.var(played)


def test_together(engine: KnasterEngine) -> None:
    played = table_games(engine.rollouts["quick"], 7, GAMES, (5, 0))
    assert [tuple(row) for row in played.tolist()] == scores(engine, 7, ("win", "points"))
