"""Compiled games of Knaster, alone and at a table, to measure the strength of values and a search."""

from typing import Any

import numpy as np

from knobel.engines.knaster.lookup import NO_OPPONENT
from knobel.engines.knaster.playouts import RolloutState
from knobel.engines.knaster.search import SearchState, list_moves, search_moves
from knobel.engines.knaster.sheet import CELLS, FREE, SHEET, SUMS, clear_sheet, copy_sheet, score
from knobel.engines.knaster.values import evaluate, prepare
from knobel.engines.knaster.winning import evaluate_moves, evaluate_wins, is_race
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Int, compiled
from knobel.engines.shared.rng import generator, random_below


def solo_games(search: SearchState, seed: int, games: int) -> tuple[Array, Array, int]:
    """Return the scores of games played alone, the luck of the rolls of each game, and the number of decisions.

    The luck of a game is the excess of its rolls over their expectation, by the values. Its expectation is zero for any
    values, so scores minus luck have the same mean with less noise: the luck is a control variate.
    """
    scores, luck = np.zeros(games, np.int32), np.zeros(games)
    decisions = play_solo_games(search, generator(seed), scores, luck)
    return scores, luck, int(decisions)


def table_games(rollouts: RolloutState, seed: int, games: int, wins: tuple[int, ...]) -> Array:
    """Return the scores (games, seats) of games at a table on the same dice.

    :param wins: the number of moves that each seat compares by the probability of winning; 0 if it plays for points.
    """
    scores = np.zeros((games, len(wins)), np.int32)
    play_table_games(rollouts, generator(seed), np.array(wins), scores)
    return scores


@compiled
def play_solo_games(search: Any, rng: Array, scores: Array, luck: Array) -> Int:
    """Play games alone, see `solo_games`; `scores` (games) and `luck` (games) receive the results."""
    search, rng = borrow((search, rng))
    tables, scratch, moves = search.tables, search.scratch, search.moves
    out = np.empty((SUMS, 2 * CELLS), np.float32)
    sheet = np.empty(SHEET, np.int64)
    decisions = 0
    for game in range(len(scores)):
        clear_sheet(sheet)
        chance = 0.0
        over = False
        while not over:
            over = sheet[FREE] == 0
            m = 0 if over else NO_OPPONENT
            prepare(tables, scratch, sheet, m)
            total = np.int64(tables.rolls[random_below(rng, len(tables.rolls))])
            for other in range(SUMS):
                k = evaluate(tables, scratch, sheet, m, other, out[other])
                if k >= 0:
                    chance += ((other == total) - tables.chances[other]) * out[other, k]
            list_moves(search, sheet, m, total)
            if m and moves.size[0] > 1:
                search_moves(search, np.int64(NO_OPPONENT))
            copy_sheet(moves.sheets[moves.value[: moves.size[0]].argmax()], sheet)
            decisions += 1
        scores[game] = score(tables, sheet)
        luck[game] = chance
    return decisions


@compiled
def play_table_games(rollouts: Any, rng: Array, wins: Array, scores: Array) -> None:
    """Play games at a table, see `table_games`; `scores` (games, seats) receives the results."""
    rollouts, rng, wins = borrow((rollouts, rng, wins))
    tables, moves = rollouts.search.tables, rollouts.search.moves
    games, seats = scores.shape
    sheets, after = np.empty((seats, SHEET), np.int64), np.empty((seats, SHEET), np.int64)
    others = np.empty((seats - 1, SHEET), np.int64)
    for game in range(games):
        for seat in range(seats):
            clear_sheet(sheets[seat])
        last, over = False, False
        while not over:
            over = last
            total = np.int64(tables.rolls[random_below(rng, len(tables.rolls))])
            for seat in range(seats):
                m = 0 if last else NO_OPPONENT
                n = 0
                for other in range(seats):
                    if other != seat:
                        copy_sheet(sheets[other], others[n])
                        m = min(m, sheets[other, FREE])
                        n += 1
                evaluate_moves(rollouts, sheets[seat], m, total)
                # Before the race, points decide.
                if wins[seat] and (m == 0 or is_race(sheets[seat, FREE], m)):
                    evaluate_wins(rollouts, sheets[seat, FREE], others, m, total, wins[seat])
                copy_sheet(moves.sheets[moves.value[: moves.size[0]].argmax()], after[seat])
            for seat in range(seats):
                copy_sheet(after[seat], sheets[seat])
                last |= sheets[seat, FREE] == 0
        for seat in range(seats):
            scores[game, seat] = score(tables, sheets[seat])
