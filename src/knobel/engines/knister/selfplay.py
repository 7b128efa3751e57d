"""Compiled games of Knister, with the luck of the dice as a control variate."""

from typing import Any

import numpy as np

from knobel.engines.knister.endgame import chosen, look
from knobel.engines.knister.tables import SHEET, SUM_COUNT, Search, Tables
from knobel.engines.knister.values import best, clear, enter, evaluate, prepare
from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Array, compiled
from knobel.engines.shared.rng import below, generator


@compiled
def play_games(tables: Any, search: Any, sheet: Any, rng: Array, scores: Array, luck: Array) -> None:
    """Play `len(scores)` games alone; see `play`."""
    tables, search = borrowed(tables), borrowed(search)
    scratch = search.scratch[0]
    by_sum = np.empty(SUM_COUNT, np.float32)
    for game in range(len(scores)):
        clear(sheet)
        score, better = 0, 0.0
        while sheet.left:
            prepare(tables, scratch, sheet)
            mean = 0.0
            for total in range(SUM_COUNT):
                evaluate(tables, scratch, sheet, total)
                by_sum[total] = scratch.worth[best(scratch.worth, sheet.left)]
                mean += tables.grid.chances[total] * by_sum[total]
            total = tables.grid.rolls[below(rng, len(tables.grid.rolls))]
            better += by_sum[total] - mean
            look(tables, search, sheet, total)
            score += enter(tables, sheet, chosen(scratch, sheet.left), total)
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
