"""How far Knapp Daneben! games deviate from what learned values expect of them.

Sheets and `tables` are those of `engines.knapp_daneben.values`.
"""

from typing import Any

import numpy as np

from knobel.engines.knapp_daneben.values import blank, choose, features, learn_game, put
from knobel.engines.shared.compiled import Array, Float, Int, compiled
from knobel.engines.shared.rng import below

CELLS = 25
COLOURS = 5
LINES = 10


@compiled
def learn_variances(
    tables: Any, variances: Any, traces: Any, scratch: Any, rng: Array, games: Int, decay: Float, rate: Float
) -> None:
    """Play games greedily on the values, each with a random colour, and learn what the variance of the points still to
    come is: `variances` are tables like those of the values.

    Errors of the value from one sheet to the next are independent, so their squares add up (Sato, Kimura and Kobayashi,
    "TD algorithm for the variance of return", 2001).
    """
    sums = np.empty(CELLS, np.int64)
    codes, free_count = np.empty(LINES, np.int64), np.empty(COLOURS, np.int64)
    for _ in range(games):
        own = below(rng, COLOURS)
        blank(tables, own, sums, codes, free_count)
        before = 0.0
        for filled in range(1, CELLS + 1):
            faces = tables.rolls[below(rng, len(tables.rolls))]
            cell, total, value = choose(tables, own, sums, codes, free_count, filled, faces, scratch)
            gain = put(tables, own, sums, codes, free_count, cell, total)
            traces.gain[filled] = (value - before) ** 2
            before = value - gain
            features(variances, traces, own, sums, codes, free_count, filled)
        learn_game(variances, traces, decay, rate)


@compiled
def follow(tables: Any, scratch: Any, rng: Array, expected: Array) -> None:
    """Play games greedily on the values with all colours on the same dice.

    `expected` (games, 26, 5) receives the points that each sheet was expected to end with, by the cells filled; those
    with 25 are the final ones.
    """
    sums = np.empty((COLOURS, CELLS), np.int64)
    codes, free_count = np.empty((COLOURS, LINES), np.int64), np.empty((COLOURS, COLOURS), np.int64)
    score = np.empty(COLOURS)
    for game in range(len(expected)):
        score[:] = 0
        for own in range(COLOURS):
            blank(tables, own, sums[own], codes[own], free_count[own])
        for filled in range(1, CELLS + 1):
            faces = tables.rolls[below(rng, len(tables.rolls))]
            for own in range(COLOURS):
                cell, total, value = choose(tables, own, sums[own], codes[own], free_count[own], filled, faces, scratch)
                expected[game, filled, own] = score[own] + value
                score[own] += put(tables, own, sums[own], codes[own], free_count[own], cell, total)
