"""Good placements of known rolls under a penalty that is a sum over lines, by simulated annealing.

Their score less the penalty is a lower estimate of the maximum that `relaxation` bounds from above: no better
relaxation for the same penalty gives a bound below its mean.
"""

from math import comb

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.engines.shared.rng import generator, random_below
from research.exact import Sheet, sheet
from research.relaxation import Relaxation

MOVES = 1_500_000
"""Swaps of two cells that are tried from each beginning."""
BEGINNINGS = 2
HEATS = 3.0, 0.05
"""Temperatures at the beginning and at the end."""
FINE = 1 << 30
"""A probability is compared with one of so many equal numbers."""


@nested
def line_value(values: Array, cells: Array, length: Int, roll_at: Array, binomials: Array) -> Float:
    """Return the value of the rolls in these cells, from values in lexicographic order of the sets."""
    rolls = np.empty(length, np.int64)
    for i in range(length):
        j, roll = i, roll_at[cells[i]]
        while j > 0 and rolls[j - 1] > roll:
            rolls[j] = rolls[j - 1]
            j -= 1
        rolls[j] = roll
    place, n = binomials[len(roll_at), length] - 1, len(roll_at)
    for i in range(length):
        place -= binomials[n - 1 - rolls[i], length - i]
    return float(values[place])


@compiled
def anneal(
    rules: Sheet, values: Array, through: Array, binomials: Array, rng: Array, roll_at: Array, moves: Int, heats: Array
) -> Float:
    """Return the highest sum of the values of lines that swaps of two cells find.

    :param values: (classes, sets of rolls) as in `relaxation.Sets`.
    :param through: (cells, lines) which lines lie in which cells.
    :param roll_at: (cells) the first placement, which changes.
    """
    n, lines = through.shape
    now, then = np.zeros(lines), np.zeros(lines)
    for line in range(lines):
        kind, length = rules.kinds[line], rules.lengths[line]
        now[line] = line_value(values[kind], rules.cells[line], length, roll_at, binomials)
    total = best = now.sum()
    for move in range(moves):
        heat = heats[0] * (heats[1] / heats[0]) ** (move / moves)
        a, b = random_below(rng, n), random_below(rng, n)
        roll_at[a], roll_at[b] = roll_at[b], roll_at[a]
        change = 0.0
        for line in range(lines):
            if through[a, line] != through[b, line]:
                kind, length = rules.kinds[line], rules.lengths[line]
                then[line] = line_value(values[kind], rules.cells[line], length, roll_at, binomials)
                change += then[line] - now[line]
        if change < 0 and random_below(rng, FINE) >= FINE * np.exp(change / heat):
            roll_at[a], roll_at[b] = roll_at[b], roll_at[a]
            continue
        for line in range(lines):
            if through[a, line] != through[b, line]:
                now[line] = then[line]
        total += change
        best = max(best, total)
    return best


def good_placement(relaxation: Relaxation, moves: int = MOVES, seed: int = 1) -> float:
    """Return the score less the penalty of a good placement of the rolls that `relaxation` was last given."""
    board, values = relaxation.board, relaxation.sets.values
    rules, rng = sheet(board), generator(seed)
    through = np.array(
        [[cell in cells for lines in board.classes for cells in lines.cells] for cell in range(board.cells)]
    )
    binomials = np.array([[comb(n, k) for k in range(board.cells + 1)] for n in range(board.cells + 1)])
    found = [
        anneal(
            rules,
            values,
            through,
            binomials,
            rng,
            np.random.default_rng(i).permutation(board.cells),
            moves,
            np.array(HEATS),
        )
        for i in range(BEGINNINGS)
    ]
    return float(max(found))
