"""Knister in single steps."""

from typing import Any, NamedTuple

import numpy as np

from knobel.core import Game
from knobel.encodings import encoding
from knobel.engines.knister.tables import points
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Int, compiled, inlined
from knobel.engines.shared.grid import SUMS, grid
from knobel.envs.steppers.rounds import Rounds, clear, roll_two
from knobel.envs.steppers.stepper import Results, Rows, Stepper, begin, end, legal, reward
from knobel.games.grid import CELLS, LINES

CELL_COUNT, LINE_COUNT, LEAST_SUM = len(CELLS), len(LINES), SUMS[0]


class Rules(NamedTuple):
    """`next`, `at` and `at_count` of `engines.shared.grid`, and the `points` of `engines.knister.tables`."""

    next: Array
    at: Array
    at_count: Array
    points: Array


class Games(NamedTuple):
    """A row a game; `lines` (games, 12) the multiset on each line."""

    results: Results
    rounds: Rounds
    lines: Array


@inlined
def start(games: Games, i: Int) -> None:
    """Begin a game."""
    begin(games.results, i)
    clear(games.rounds, i)
    games.lines[i] = 0
    games.results.masks[i] = 1
    roll_two(games.results.rng, games.rounds, i)


@inlined
def play(games: Games, rules: Rules, i: Int, cell: Int) -> None:
    """Enter the sum of the dice."""
    results, rounds = games.results, games.rounds
    total = rounds.dice[i, 0] + rounds.dice[i, 1]
    rounds.grids[i, cell] = total
    results.masks[i, cell] = 0
    for k in range(rules.at_count[cell]):
        line = rules.at[cell, k]
        now = rules.next[games.lines[i, line], total - LEAST_SUM]
        games.lines[i, line] = now
        rounds.points[i] += rules.points[line, now]
    reward(results, i, rounds.points[i])
    if rounds.final[i]:
        rounds.waiting[i] = 0
        end(results, i)
    else:
        roll_two(results.rng, rounds, i)
        rounds.final[i] = rounds.round[i] == CELL_COUNT


@compiled
def step(games: Games, rules: Rules, which: Array, actions: Array) -> None:
    """Go one step on in these games."""
    games, rules = borrowed(games), borrowed(rules)
    for i in range(len(which)):
        if which[i] and games.results.over[i]:
            start(games, i)
        elif which[i] and legal(games.results, i, actions[i]):
            play(games, rules, i, actions[i])


def stepper(game: Game[Any], count: int) -> Stepper:
    """Return `count` solo games of Knister."""
    numbers, arrays = encoding(game, 1), grid()
    rows = Rows(numbers, count)
    games = Games(rows.results, rows.fields(Rounds), lines=rows.hidden(LINE_COUNT, dtype=np.int16))
    return Stepper(numbers, rows, games, Rules(arrays.next, arrays.at, arrays.at_count, points()), step)
