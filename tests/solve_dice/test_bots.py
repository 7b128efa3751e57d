"""What actions are worth to the bots of the dice games: legal under every option, and as good as the values say."""

from random import Random
from typing import Any

import numpy as np
import pytest

from knobel import make
from knobel.bots import kniffeliger, knoeffel
from knobel.core import Chance, Game, Move, Over, Roll
from knobel.engines.engine import Evaluator
from knobel.engines.kniffeliger.engine import KniffeligerEvaluator, Points
from knobel.engines.knoeffel.solve import column_values


class AtRandom:
    """Values all actions at random."""

    def evaluate(self, game: Game[Any], view: Any, seat: int, rng: Random) -> dict[str, float]:
        return {action: rng.random() for action in game.legal(view, seat)}


def play(game: Game[Any], evaluators: list[Evaluator], rng: Random) -> tuple[int, ...]:
    """One game by what actions are worth; every one of them must be legal."""
    state = game.start(len(evaluators))
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            state = game.apply(state, Roll(tuple(rng.randint(1, 6) for _ in range(turn.dice))))
        else:
            seat = turn.seats[0]
            values = evaluators[seat].evaluate(game, game.view(state, seat), seat, rng)
            assert values
            assert set(values) <= set(game.legal(state, seat))
            state = game.apply(state, Move(seat, max(values, key=values.__getitem__)))
    return turn.scores


@pytest.mark.parametrize("columns", [1, 2, 3, "sequential"])
@pytest.mark.parametrize("five_is_full_house", [False, True])
def test_knoeffel_under_every_option(columns: int | str, five_is_full_house: bool) -> None:
    game = make("knoeffel", columns=columns, five_is_full_house=five_is_full_house)
    players: list[Evaluator] = [knoeffel.evaluator("strong", "points"), AtRandom(), knoeffel.evaluator("master", "win")]
    scores = play(game, players, Random(1))
    assert min(scores[0], scores[2]) > scores[1]


@pytest.mark.parametrize("cross_out", ["open", "filled", "any"])
@pytest.mark.parametrize("seats", [2, 3, 8])
def test_kniffeliger_under_every_option(cross_out: str, seats: int) -> None:
    game = make("kniffeliger", cross_out=cross_out, five_is_full_house=seats == 3)
    players = [kniffeliger.evaluator("strong", "points"), kniffeliger.evaluator("master", "win"), AtRandom()]
    play(game, (players * 3)[:seats], Random(1))


def test_sequential_columns_score_their_value() -> None:
    game = make("knoeffel", columns="sequential")
    rng = Random(2)
    scores = np.array([play(game, [knoeffel.evaluator("strong", "points")], rng)[0] for _ in range(50)])
    assert abs(scores.mean() - 2 * column_values()[0, 0]) < 3 * scores.std() / len(scores) ** 0.5


def test_action_dice_win_games() -> None:
    game = make("kniffeliger")
    rng = Random(3)
    wins = 0.0
    for number in range(60):
        me = number % 2
        scores = play(game, [KniffeligerEvaluator(Points, action_dice=seat == me) for seat in range(2)], rng)
        wins += (scores[me] > scores[1 - me]) + 0.5 * (scores[me] == scores[1 - me])
    assert wins / 60 > 0.8
