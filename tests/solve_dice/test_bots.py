"""The bots that play on solved sheets: legal under every option, and as strong as the values say."""

from random import Random
from typing import Any

import numpy as np
import pytest

from knobel import make
from knobel.bots import Bot, RandomBot
from knobel.bots.kniffeliger import KniffeligerSolver
from knobel.bots.knoeffel import KnoeffelSolver
from knobel.core import Chance, Game, Move, Over, Roll
from knobel.solve.knoeffel import column_values


def play(game: Game[Any], bots: list[Bot], rng: Random) -> tuple[int, ...]:
    """One game; every choice must be legal."""
    state = game.start(len(bots))
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            state = game.apply(state, Roll(tuple(rng.randint(1, 6) for _ in range(turn.dice))))
        else:
            seat = turn.seats[0]
            state = game.apply(state, Move(seat, bots[seat].choose(game, game.view(state, seat), seat, rng)))
    return turn.scores


@pytest.mark.parametrize("columns", [1, 2, 3, "sequential"])
@pytest.mark.parametrize("five_is_full_house", [False, True])
def test_knoeffel_under_every_option(columns: int | str, five_is_full_house: bool) -> None:
    game = make("knoeffel", columns=columns, five_is_full_house=five_is_full_house)
    scores = play(game, [KnoeffelSolver(), RandomBot()], Random(1))
    assert scores[0] > scores[1]


@pytest.mark.parametrize("cross_out", ["open", "filled", "any"])
@pytest.mark.parametrize("seats", [2, 3, 8])
def test_kniffeliger_under_every_option(cross_out: str, seats: int) -> None:
    game = make("kniffeliger", cross_out=cross_out, five_is_full_house=seats == 3)
    for seed in range(3):
        play(game, [KniffeligerSolver() for _ in range(seats)], Random(seed))


def test_sequential_columns_score_their_value() -> None:
    game = make("knoeffel", columns="sequential")
    rng = Random(2)
    scores = np.array([play(game, [KnoeffelSolver()], rng)[0] for _ in range(50)])
    assert abs(scores.mean() - 2 * column_values()[0, 0]) < 3 * scores.std() / len(scores) ** 0.5


def test_action_dice_win_games() -> None:
    game = make("kniffeliger")
    rng = Random(3)
    wins = 0.0
    for number in range(60):
        me = number % 2
        scores = play(game, [KniffeligerSolver(action_dice=seat == me) for seat in range(2)], rng)
        wins += (scores[me] > scores[1 - me]) + 0.5 * (scores[me] == scores[1 - me])
    assert wins / 60 > 0.8
