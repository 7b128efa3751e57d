"""Values of small boards learned by self-play, with the features and the method of the shipped values of Knister.

The value of a position is the points of its full lines plus a sum of tables (an n-tuple network, as in
`knobel.engines.knister.values`), for every number of free cells: for each open line, by its content; and for each free
cell and each two lines that cross in it, by both contents. They are learned by TD(0) with expected backups over all
numbers (as in the second part of `knobel_lab.learning.knister.learn`), from games played greedily by the values. The
shipped learner is made for the board of the game; the learner in this module is simpler, with a step size that depends
only on the time.
"""

from typing import NamedTuple

import numpy as np

from knobel.engines.shared.compiled import Array, Float, compiled
from knobel.engines.shared.rng import generator, random_below
from research.board import Board
from research.exact import Sheet, previous, read_lines, sheet, table

RATES = 0.3, 0.01
"""The part of the error that a step removes, at the beginning and at the end."""
PROBE = 1e-3
"""A step that shows how much a step changes a value: weights that occur several times count more often."""


class Weights(NamedTuple):
    """The learned tables, and the lines through each cell.

    `line` (free cells, kinds, contents); `pair` (free cells, kinds, kinds, contents, contents), for lines in the order
    of their numbers; `at` (cells, most lines; padded with -1).
    """

    line: Array
    pair: Array
    at: Array


def untrained(board: Board) -> Weights:
    """Return weights of zero."""
    lines = [cells for lines in board.classes for cells in lines.cells]
    through = [[i for i, cells in enumerate(lines) if cell in cells] for cell in range(board.cells)]
    most = max(map(len, through))
    opened = int((board.size < max(lines.length for lines in board.classes)).sum())
    kinds = len(board.classes)
    return Weights(
        np.zeros((board.cells + 1, kinds, opened)),
        np.zeros((board.cells + 1, kinds, kinds, opened, opened)),
        np.array([numbers + [-1] * (most - len(numbers)) for numbers in through]),
    )


@compiled
def value(sheet: Sheet, weights: Weights, digits: Array, contents: Array, step: Float) -> Float:
    """Return the value of a position, whose points are included. All its weights change by `step`."""
    total = read_lines(sheet, digits, contents)
    free = 0
    for digit in digits:
        free += digit == 0
    for line in range(len(contents)):
        m, kind = contents[line], sheet.kinds[line]
        if sheet.size[m] < sheet.lengths[line]:
            weights.line[free, kind, m] += step
            total += weights.line[free, kind, m]
    for cell in range(len(digits)):
        if digits[cell]:
            continue
        for i in range(weights.at.shape[1]):
            for j in range(i):
                a, b = weights.at[cell, j], weights.at[cell, i]
                if b >= 0:
                    kinds = sheet.kinds[a], sheet.kinds[b]
                    weights.pair[free, kinds[0], kinds[1], contents[a], contents[b]] += step
                    total += weights.pair[free, kinds[0], kinds[1], contents[a], contents[b]]
    return total


@compiled
def learn_games(
    sheet: Sheet, weights: Weights, rolls: Array, rng: Array, games: int, first: float, last: float
) -> None:
    """Learn from games, by steps that each remove a part of the error, from `first` to `last`.

    `rolls` are equally likely (number indices). The first entries of every other game are random, as in the last part
    of the training of the shipped values: positions that are never met would keep values of zero.
    """
    cells, numbers = len(sheet.power), len(sheet.chances)
    digits, contents = np.zeros(cells, np.int64), np.zeros(len(sheet.cells), np.int64)
    for game in range(games):
        rate = first * (last / first) ** (game / games)
        digits[:] = 0
        beginning = random_below(rng, 2 * cells) if game % 2 else 0
        for entered in range(cells):
            rolled = rolls[random_below(rng, len(rolls))]
            mean, choice = 0.0, -1
            for d in range(numbers):
                best = -1e9
                for cell in range(cells):
                    if digits[cell] == 0:
                        digits[cell] = d + 1
                        after = value(sheet, weights, digits, contents, 0.0)
                        digits[cell] = 0
                        if after > best:
                            best = after
                            if d == rolled:
                                choice = cell
                mean += sheet.chances[d] * best
            if entered:
                old = value(sheet, weights, digits, contents, 0.0)
                value(sheet, weights, digits, contents, PROBE)
                slope = (value(sheet, weights, digits, contents, 0.0) - old) / PROBE
                if slope > 0:
                    value(sheet, weights, digits, contents, rate * (mean - old) / slope - PROBE)
            while entered < beginning:
                choice = random_below(rng, cells)
                if digits[choice] == 0:
                    break
            digits[choice] = rolled + 1


@compiled
def value_positions(sheet: Sheet, weights: Weights, values: Array) -> None:
    """Compute the value of every position."""
    numbers = len(sheet.chances)
    digits = np.full(len(sheet.power), numbers)
    contents = np.zeros(len(sheet.cells), np.int64)
    for position in range(len(values) - 1, -1, -1):
        values[position] = value(sheet, weights, digits, contents, 0.0)
        previous(digits, numbers)


def learned_values(board: Board, games: int, seed: int = 1) -> Array:
    """Return the learned value of every position."""
    rules, weights, values = sheet(board), untrained(board), table(board)
    learn_games(rules, weights, board.rolls, generator(seed), games, *RATES)
    value_positions(rules, weights, values)
    return values
