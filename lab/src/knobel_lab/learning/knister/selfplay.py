"""Compiled games of Knister, with the luck of the dice as a control variate."""

from typing import Any

import numpy as np

from knobel.engines.knister.endgame import best_searched, evaluate_entries
from knobel.engines.knister.lookup import SUM_COUNT, Tables
from knobel.engines.knister.search import Search
from knobel.engines.knister.values import SHEET, argmax, clear_sheet, enter, evaluate, prepare
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.rng import generator, random_below


@compiled
def play_games(tables: Any, search: Any, sheet: Any, rng: Array, scores: Array, luck: Array) -> None:
    """Play `len(scores)` games alone; see `play`."""
    tables, search = borrow(tables), borrow(search)
    scratch = search.scratch[0]
    by_sum = np.empty(SUM_COUNT, np.float32)
    for game in range(len(scores)):
        clear_sheet(sheet)
        score, better = 0, 0.0
        while sheet.left:
            prepare(tables, scratch, sheet)
            mean = 0.0
            for total in range(SUM_COUNT):
                evaluate(tables, scratch, sheet, total)
                by_sum[total] = scratch.values[argmax(scratch.values, sheet.left)]
                mean += tables.grid.chances[total] * by_sum[total]
            total = tables.grid.rolls[random_below(rng, len(tables.grid.rolls))]
            better += by_sum[total] - mean
            evaluate_entries(tables, search, sheet, total)
            score += enter(tables, sheet, best_searched(scratch, sheet.left), total)
        scores[game] = score
        luck[game] = better


def play(tables: Tables, search: Search, seed: int, games: int) -> tuple[Array, Array]:
    """Return the scores of games that a search plays alone, and the luck of the rolls of each game.

    The luck is the excess of the rolls over their expectation, by the values. Its expectation is zero for any values,
    so `scores - luck` estimates the same mean with less noise.
    """
    scores, luck = np.zeros(games, np.int32), np.zeros(games)
    play_games(tables, search, np.zeros(1, SHEET)[0], generator(seed), scores, luck)
    return scores, luck
