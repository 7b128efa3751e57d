"""Compiled games of Knöffel, random and greedy, replayed move by move by the rules.

Greedy choices are compared with their definition: an action that throws dice is worth the expected gain of the best
entry after that throw; any other action is worth its gain.
"""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from knobel import make
from knobel.bench.playouts.knoeffel.greedy import greedy_playouts
from knobel.bench.playouts.knoeffel.random import random_playouts
from knobel.core import Chance, Decide, Move, Over, Roll
from knobel.engines.knoeffel.lookup import shipped_rules
from knobel.engines.shared.five_dice import five_dice
from knobel.engines.shared.rng import generator
from knobel.games.combinations import ROLLS
from knobel.games.knoeffel import FIELDS, Knoeffel, State
from tests.engines.knoeffel.test_selfplay import events

pytestmark = pytest.mark.slow

COMPARED = 7
"""Throws are so frequent that only one in this many choices is compared with the slow definition."""


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


class Worth:
    """Values of actions for a greedy player, multiplied by 6^5."""

    def __init__(self, game: Knoeffel) -> None:
        self.game = game
        self.known: dict[State, int] = {}

    def of(self, state: State, action: str) -> int:
        if "." in action:
            return 6**5 * self.game.preview(state, state.seat, action).gain
        thrown = self.game.apply(state, Move(state.seat, action))
        outcomes = self.game.outcomes(thrown).items()
        worth = 6**5 * sum(p * self.best_entry(self.game.apply(thrown, roll)) for roll, p in outcomes)
        assert worth.denominator == 1
        return int(worth)

    def best_entry(self, state: State) -> int:
        """Return the gain of the best entry of the dice on the table. Of the earlier rolls only a free one matters."""
        state = replace(state, rolls=max(state.rolls, ROLLS))
        if state not in self.known:
            previews = (self.game.preview(state, state.seat, action) for action in self.game.legal(state, state.seat))
            self.known[state] = max(preview.gain for preview in previews if preview.writes is not None)
        return self.known[state]


@pytest.mark.parametrize("columns", [1, 2])
def test_greedy_games_choose_what_is_worth_most(columns: int) -> None:
    scores, trace = np.empty(1), np.empty((1, columns * len(FIELDS), 9), np.int16)
    greedy_playouts(generator(1), shipped_rules(), five_dice(), columns, scores, trace)
    game = Knoeffel(columns=columns)
    state, worth = game.start(1), Worth(game)
    moves = compared = 0
    for event in events(trace[0]):
        if isinstance(event, Move):
            moves += 1
            if moves % COMPARED == 0:
                worths = {action: worth.of(state, action) for action in game.legal(state, 0)}
                assert worths[event.action] == max(worths.values()), (state, event)
                compared += 1
        state = game.apply(state, event)
    assert game.turn(state) == Over((int(scores[0]),))
    assert compared
