"""Compiled games of Kniffeliger with action dice, random and greedy, replayed move by move by the rules.

For a greedy player an action that throws dice is worth the expected gain of the best entry after that throw; any other
action is worth its gain.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from knobel.bench.playouts.kniffeliger.greedy import greedy_playouts
from knobel.bench.playouts.kniffeliger.random import random_playouts
from knobel.bench.playouts.kniffeliger.table import kniffeliger_table
from knobel.core import Chance, Decide, Move, Over, Roll
from knobel.engines.shared.rng import generator
from knobel.games.kniffeliger import Kniffeliger, State
from tests.engines.kniffeliger.traces import event

pytestmark = pytest.mark.slow

GAME = Kniffeliger()


@pytest.mark.parametrize("seats", [2, 3, 8])
@pytest.mark.parametrize("kernel", [random_playouts, greedy_playouts])
def test_games_are_legal_and_end_with_their_scores(seats: int, kernel: Callable[..., None]) -> None:
    games = 60 // seats
    scores = np.empty((games, seats), np.int64)
    trace, ends = np.empty((games, 4000, 3), np.int16), np.empty((games, 1), np.int64)
    kernel(generator(2), kniffeliger_table(), scores, trace, ends)
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


class Worth:
    """Values of actions for a greedy player, multiplied by 6^5."""

    def __init__(self) -> None:
        self.known: dict[State, int] = {}

    def of(self, state: State, action: str) -> int:
        if action != "roll" and (action[0] != "k" or action == "kn"):
            return 6**5 * GAME.preview(state, state.seat, action).gain
        thrown = GAME.apply(state, Move(state.seat, action))
        outcomes = GAME.outcomes(thrown).items()
        worth = 6**5 * sum(p * self.best_entry(GAME.apply(thrown, roll)) for roll, p in outcomes)
        assert worth.denominator == 1
        return int(worth)

    def best_entry(self, state: State) -> int:
        """Return the gain of the best entry of the dice on the table, whatever was rolled before."""
        state = replace(state, rolls=1, saved=())
        if state not in self.known:
            previews = (GAME.preview(state, state.seat, action) for action in GAME.legal(state, state.seat))
            self.known[state] = max(preview.gain for preview in previews if preview.writes is not None)
        return self.known[state]


def test_greedy_choices_by_their_definition() -> None:
    """Throws are so frequent that only some of these choices are compared with the slow definition."""
    scores, trace, ends = np.empty((1, 2), np.int64), np.empty((1, 2000, 3), np.int16), np.empty((1, 1), np.int64)
    greedy_playouts(generator(2), kniffeliger_table(), scores, trace, ends)
    seen = Counter[str]()
    for one, end in zip(trace, ends[:, 0], strict=True):
        state, worth = GAME.start(2), Worth()
        for kind, a, b in one[:end].tolist():
            happened = event(state, kind, a, b)
            if isinstance(happened, Move):
                seen["all"] += 1
                if seen["all"] % 9 == 0 or happened.action[:2] in ("st", "sw", "sh", "ro", "en"):
                    worths = {action: worth.of(state, action) for action in GAME.legal(state, state.seat)}
                    assert worths[happened.action] == max(worths.values()), (state, happened)
                    seen[happened.action.partition(".")[0]] += 1
            state = GAME.apply(state, happened)
    assert seen["steal"] or seen["swap"] or seen["shift"]
