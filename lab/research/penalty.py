"""The penalty: the luck of every roll for every line.

Luck is a function of the content of a line, of the time, of the rolls so far and of the number that is rolled, whose
mean over the numbers is zero. Any such function is a valid penalty, because all of this is known before the roll.
"""

import numpy as np

from knobel.engines.shared.arrays import Array
from research.board import Board
from research.lagrangian import IMPOSSIBLE, Prices, solve_line


def line_luck(board: Board, prices: Prices) -> Array:
    """Return the luck of every roll by the line values of `lagrangian`.

    Shape (classes, rolls, contents, numbers), for the content before the roll. The mean over the numbers is zero.
    """
    luck = np.zeros((len(board.classes), board.cells, *board.counts.shape))
    paid = board.counts @ np.swapaxes(prices.pair, 1, 2)
    for k, lines in enumerate(board.classes):
        values, _ = solve_line(board, prices, k)
        is_open = board.size < lines.length
        for t in range(board.cells):
            leave = values[t + 1, is_open, None]
            enter = values[t + 1][board.next[is_open]] - prices.entry[k, t] - paid[t, is_open]
            value = np.maximum(leave, enter)
            # A line that cannot be filled any more, or not have been filled so far, is never met.
            luck[k, t, is_open] = np.where(value > IMPOSSIBLE / 2, value - (value @ board.chances)[:, None], 0)
    return luck


class Penalty:
    """The luck by the line values of a Lagrangian relaxation."""

    def __init__(self, board: Board, prices: Prices) -> None:
        self.board = board
        self.base = line_luck(board, prices)

    def luck(self, rolls: Array) -> Array:
        """Return the luck of given rolls (number indices) in every content of a line: (classes, rolls, contents)."""
        met: Array = self.base[:, np.arange(len(rolls)), :, rolls].swapaxes(0, 1)
        return met
