"""A bound on optimal play by Lagrangian relaxation: every line is filled independently and pays for its rolls.

The lines of a board compete for the rolls. If the constraints between lines only have to hold on average, each at a
price, the game decomposes into one small Markov decision process for each line, whose state is its content: at every
roll it enters the number, or leaves it. The sum of their values and of the prices times the available amounts bounds
the expected score of optimal play from above, for any prices (Hawkins, "A Lagrangian decomposition approach to weakly
coupled dynamic optimization problems", 2003; Adelman and Mersereau, "Relaxations of weakly coupled stochastic dynamic
programs", Operations Research 56(3), 2008). The constraints are:

- every roll enters as many lines of a class as cover each cell: one row and one column;
- two rolls share at most one line. Therefore the entries of a number that the lines already hold when a roll enters
  them are, in all lines together, at most as many as were rolled.

Without the second, rows and columns would be filled independently of each other. The prices depend on the time and on
the numbers, and the bound is minimised over them by gradient descent.
"""

from typing import NamedTuple

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled
from research.board import Board

IMPOSSIBLE = -1e6
"""The value of a line that cannot be filled any more."""


class Prices(NamedTuple):
    """The prices of the constraints. Those of pairs are not negative.

    - `entry` (classes, rolls, numbers): of entering a number in a line of a class.
    - `pair` (rolls, numbers, numbers): of entering a number in a line, for each entry of another (or the same) number
      in the line.
    """

    entry: Array
    pair: Array


@compiled
def line_values(
    following: Array,
    size: Array,
    counts: Array,
    chances: Array,
    length: Int,
    points: Array,
    entry: Array,
    pair: Array,
    heat: Float,
    values: Array,
    entered: Array,
) -> None:
    """Compute the value of every content of a line after every roll, by backward induction.

    With `heat` the maximum of entering and leaving is smoothed (soft maximum, which is never below the maximum).
    `values` (rolls + 1, contents), by number of rolls so far, and `entered` (rolls, contents, numbers), the share of
    entering, receive the result.
    """
    rolls, numbers = entry.shape
    contents = len(size)
    for m in range(contents):
        values[rolls, m] = points[m] if size[m] == length else IMPOSSIBLE
    for t in range(rolls - 1, -1, -1):
        for m in range(contents):
            if size[m] > length:
                break
            if size[m] == length:
                values[t, m] = points[m]
                continue
            if size[m] > t or length - size[m] > rolls - t:
                values[t, m] = IMPOSSIBLE
                continue
            may_leave = length - size[m] < rolls - t
            mean = 0.0
            for d in range(numbers):
                enter = values[t + 1, following[m, d]] - entry[t, d]
                for e in range(numbers):
                    enter -= pair[t, d, e] * counts[m, e]
                share, value = 1.0, enter
                if may_leave:
                    leave = values[t + 1, m]
                    if heat > 0:
                        share = 1 / (1 + np.exp(min((leave - enter) / heat, 500.0)))
                        value = max(enter, leave) + heat * np.log1p(np.exp(-abs(leave - enter) / heat))
                    else:
                        share = 1.0 if enter > leave else 0.0
                        value = max(enter, leave)
                entered[t, m, d] = share
                mean += chances[d] * value
            values[t, m] = mean


@compiled
def line_use(
    following: Array,
    size: Array,
    counts: Array,
    chances: Array,
    length: Int,
    entered: Array,
    entry: Array,
    pair: Array,
) -> None:
    """Compute the expected use of a line: its entries and pairs, with the shapes of the prices."""
    rolls, numbers = entry.shape
    reached = np.zeros((rolls + 1, len(size)))
    reached[0, 0] = 1
    for t in range(rolls):
        for m in range(len(size)):
            here = reached[t, m]
            if size[m] >= length:
                break
            if here == 0:
                continue
            for d in range(numbers):
                share = here * chances[d] * entered[t, m, d]
                reached[t + 1, following[m, d]] += share
                reached[t + 1, m] += here * chances[d] - share
                entry[t, d] += share
                for e in range(numbers):
                    pair[t, d, e] += share * counts[m, e]


def available(board: Board) -> Prices:
    """Return the expected amounts that the constraints allow."""
    entry = np.array([np.tile(lines.cover * board.chances, (board.cells, 1)) for lines in board.classes])
    pair = np.arange(board.cells)[:, None, None] * np.multiply.outer(board.chances, board.chances)[None]
    return Prices(entry, pair)


def solve_line(board: Board, prices: Prices, k: int, heat: float = 0) -> tuple[Array, Array]:
    """Return `values` and `entered` of a line of a class, see `line_values`."""
    values = np.full((board.cells + 1, len(board.size)), IMPOSSIBLE)
    entered = np.zeros((board.cells, *board.counts.shape))
    lines = board.classes[k]
    line_values(
        board.next,
        board.size,
        board.counts,
        board.chances,
        lines.length,
        lines.points,
        prices.entry[k],
        prices.pair,
        heat,
        values,
        entered,
    )
    return values, entered


def bound(board: Board, prices: Prices, heat: float = 0) -> tuple[float, Prices]:
    """Return the bound for prices, and its gradient. Without `heat` it is exact."""
    there = available(board)
    total = float(sum((amount * price).sum() for amount, price in zip(there, prices, strict=True)))
    gradient = Prices(*(amount.copy() for amount in there))
    for k, lines in enumerate(board.classes):
        values, entered = solve_line(board, prices, k, heat)
        number = len(lines.cells)
        total += number * float(values[0, 0])
        entry, pair = np.zeros_like(prices.entry[k]), np.zeros_like(prices.pair)
        line_use(board.next, board.size, board.counts, board.chances, lines.length, entered, entry, pair)
        gradient.entry[k] -= number * entry
        gradient.pair[:] -= number * pair
        if not lines.cover:
            gradient.entry[k] = 0
    return total, gradient


def minimise(board: Board, steps: int = 600) -> tuple[float, Prices]:
    """Return the lowest bound found, and its prices."""
    there = available(board)
    prices = Prices(*(np.zeros_like(amount) for amount in there))
    scale = board.chances[None, None], np.multiply.outer(board.chances, board.chances)[None]
    means = [Prices(*(np.zeros_like(amount) for amount in there)) for _ in range(2)]
    for step in range(steps):
        left = 1 - step / steps
        _, gradient = bound(board, prices, heat=0.01 + 0.5 * left**2)
        for part in range(2):
            # Adam (Kingma and Ba, 2015), on gradients for each occurrence of the numbers.
            slope = gradient[part] / scale[part]
            for mean, value, keep in zip(means, (slope, slope * slope), (0.9, 0.99), strict=True):
                mean[part][:] = keep * mean[part] + (1 - keep) * value
            change = means[0][part] / (1 - 0.9 ** (step + 1))
            change /= np.sqrt(means[1][part] / (1 - 0.99 ** (step + 1))) + 1e-3
            prices[part][:] -= 0.05 * left * change
        np.maximum(prices.pair, 0, out=prices.pair)
    return bound(board, prices)[0], prices
