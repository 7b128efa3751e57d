"""Knister in single steps."""

from typing import Any, NamedTuple

import numpy as np

from knobel.core import Game
from knobel.encodings import encoding
from knobel.engines.knister.lookup import points
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Int, compiled, inlined
from knobel.engines.shared.grid import SUMS, grid
from knobel.envs.batched.batch import BatchArrays, GameBatch, Results, check_legal
from knobel.envs.batched.rounds import Rounds, end_after_final_round, reset_rounds, roll_two_dice
from knobel.games.grid import CELLS, LINES

CELL_COUNT, LINE_COUNT, LEAST_SUM = len(CELLS), len(LINES), SUMS[0]


class Rules(NamedTuple):
    """`next`, `at` and `at_count` of `engines.shared.grid`, and the `points` of `engines.knister.lookup`."""

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
def reset_game(games: Games, i: Int) -> None:
    """Begin a game."""
    reset_rounds(games.results, games.rounds, i)
    games.lines[i] = 0
    games.results.masks[i] = 1
    roll_two_dice(games.results.rng, games.rounds, i)


@inlined
def apply_action(games: Games, rules: Rules, i: Int, cell: Int) -> None:
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
    if not end_after_final_round(results, rounds, i):
        roll_two_dice(results.rng, rounds, i)
        rounds.final[i] = rounds.round[i] == CELL_COUNT


@compiled
def step_games(games: Games, rules: Rules, selected: Array, actions: Array) -> None:
    """Go one step on in these games."""
    games, rules = borrow(games), borrow(rules)
    for i in range(len(selected)):
        if selected[i] and games.results.over[i]:
            reset_game(games, i)
        elif selected[i] and check_legal(games.results, i, actions[i]):
            apply_action(games, rules, i, actions[i])


def game_batch(game: Game[Any], count: int) -> GameBatch:
    game_encoding, arrays = encoding(game, 1), grid()
    rows = BatchArrays(game_encoding, count)
    games = Games(rows.results, rows.fields(Rounds), lines=rows.hidden(LINE_COUNT, dtype=np.int16))
    rules = Rules(arrays.next, arrays.at, arrays.at_count, points())
    return GameBatch(game_encoding, rows, games, rules, step_games, game_batch)
