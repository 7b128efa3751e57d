"""Compiled greedy games of Knöffel and Kniffeliger, each choice compared with its definition by the rules alone.

An action that throws dice is worth the gain of the best entry after that one throw, on average; any other what it
gains.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from knobel.bench.playouts.kniffeliger import greedy as kniffeliger_greedy
from knobel.bench.playouts.kniffeliger.table import kniffeliger_table
from knobel.bench.playouts.knoeffel import greedy as knoeffel_greedy
from knobel.core import Event, Game, Move, Over
from knobel.engines.knoeffel.arrays import knoeffel
from knobel.engines.shared.five_dice import five_dice
from knobel.engines.shared.rng import generator
from knobel.games.combinations import ROLLS
from knobel.games.kniffeliger import Kniffeliger
from knobel.games.knoeffel import FIELDS, Knoeffel
from tests.solve_dice.test_knoeffel_play import events
from tests.solve_dice.test_random_playouts import kniffeliger_event


class Worth:
    """What actions are worth to a greedy player, multiplied by 6^5."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.known: dict[Any, int] = {}

    def of(self, state: Any, action: str) -> int:
        if action != "roll" and (action[0] not in "kf" or action[:2] in ("kn", "fh", "fr")):
            return 6**5 * self.game.preview(state, state.seat, action).gain
        thrown = self.game.apply(state, Move(state.seat, action))
        outcomes = self.game.outcomes(thrown).items()
        worth = 6**5 * sum(p * self.best_entry(self.game.apply(thrown, roll)) for roll, p in outcomes)
        assert worth.denominator == 1
        return int(worth)

    def best_entry(self, state: Any) -> int:
        """The gain of the best entry, dice being on the table. How they came to lie there does not matter, but for a
        free roll."""
        if isinstance(self.game, Knoeffel):
            state = replace(state, rolls=max(state.rolls, ROLLS))
        else:
            state = replace(state, rolls=1, saved=())
        if state not in self.known:
            previews = (self.game.preview(state, state.seat, action) for action in self.game.legal(state, state.seat))
            self.known[state] = max(preview.gain for preview in previews if preview.writes is not None)
        return self.known[state]


def whatever(event: Event) -> Callable[[Any], Event]:
    """The event in any position."""
    return lambda _: event


def replay(game: Game[Any], seats: int, moves: Iterable[Callable[[Any], Event]]) -> tuple[Any, Counter[str]]:
    """The final position of a game whose choices are greedy, and the kinds of actions in it.

    Dice are thrown so often that only some of these choices are compared with the slow definition.
    """
    state, worth, seen = game.start(seats), Worth(game), Counter[str]()
    for event_in in moves:
        event = event_in(state)
        if isinstance(event, Move):
            seen["all"] += 1
        if isinstance(event, Move) and (seen["all"] % 7 == 0 or event.action[:2] in ("st", "sw", "sh", "ro", "en")):
            worths = {action: worth.of(state, action) for action in game.legal(state, state.seat)}
            assert worths[event.action] == max(worths.values()), (state, event)
            seen[event.action.partition(".")[0]] += 1
        state = game.apply(state, event)
    return state, seen


@pytest.mark.parametrize(("columns", "games"), [(1, 1), (2, 1)])
def test_knoeffel(columns: int, games: int) -> None:
    scores, trace = np.empty(games), np.empty((games, columns * len(FIELDS), 9), np.int16)
    knoeffel_greedy.greedy_playouts(generator(1), knoeffel(), five_dice(), columns, scores, trace)
    rules = Knoeffel(columns=columns)
    for score, one in zip(scores, trace, strict=True):
        state, seen = replay(rules, 1, map(whatever, events(one)))
        assert rules.turn(state) == Over((int(score),))
        assert seen


def test_kniffeliger() -> None:
    scores, trace, ends = np.empty((2, 2), np.int64), np.empty((2, 2000, 3), np.int16), np.empty((2, 1), np.int64)
    kniffeliger_greedy.greedy_playouts(generator(2), kniffeliger_table(), scores, trace, ends)
    rules = Kniffeliger()
    seen = Counter[str]()
    for totals, one, end in zip(scores, trace, ends[:, 0], strict=True):
        moves = [partial(kniffeliger_event, kind=kind, a=a, b=b) for kind, a, b in one[:end].tolist()]
        state, kinds = replay(rules, 2, moves)
        assert rules.turn(state) == Over(tuple(totals.tolist()))
        seen += kinds
    assert seen["steal"] or seen["swap"] or seen["shift"]


def test_more_seats() -> None:
    """Without the definition, which is slow: games of many are legal and end."""
    scores, trace, ends = np.empty((20, 5), np.int64), np.empty((20, 4000, 3), np.int16), np.empty((20, 1), np.int64)
    kniffeliger_greedy.greedy_playouts(generator(3), kniffeliger_table(), scores, trace, ends)
    rules = Kniffeliger()
    for totals, one, end in zip(scores, trace, ends[:, 0], strict=True):
        state = rules.start(5)
        for kind, a, b in one[:end].tolist():
            state = rules.apply(state, kniffeliger_event(state, kind, a, b))
        assert rules.turn(state) == Over(tuple(totals.tolist()))
