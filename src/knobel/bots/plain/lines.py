"""Expected values of lines of five cells, for grids in which the sums of two dice are entered.

Each line is valued independently: it is offered some of the coming rolls, and accepts or declines each. The lines
compete for every roll, so a line is offered only a share of them.
"""

from collections.abc import Callable
from functools import cache
from math import fsum
from typing import TypeAlias

from knobel.games.grid import LINES, SIZE, SUMS, Grid

CHANCES = tuple((6 - abs(7 - total)) / 36 if total in SUMS else 0.0 for total in range(13))
"""The probability of each sum of two dice, by sum."""
LINE_CELLS = tuple(LINES.values())
LINES_THROUGH = tuple(
    tuple(line for line, cells in enumerate(LINE_CELLS) if cell in cells) for cell in range(SIZE * SIZE)
)
"""The numbers of the lines through each cell."""

Worth: TypeAlias = Callable[[tuple[int, ...], int], float]
"""Returns the value of a line from its numbers, in ascending order, and the number of rolls offered to it."""


def worth_of_lines(worth: Callable[[tuple[int, ...]], float]) -> Worth:
    """Return the expected worth of a line that is filled as well as possible from the rolls offered to it.

    :param worth: the worth of five numbers.
    """

    @cache
    def expected(numbers: tuple[int, ...], offered: int) -> float:
        free = SIZE - len(numbers)
        if not free:
            return worth(numbers)
        if offered <= free:
            return fsum(CHANCES[total] * expected(with_number(numbers, total), free - 1) for total in SUMS)
        declined = expected(numbers, offered - 1)
        return fsum(
            CHANCES[total] * max(expected(with_number(numbers, total), offered - 1), declined) for total in SUMS
        )

    return expected


def with_number(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the numbers of a line with one more, in ascending order."""
    return tuple(sorted((*numbers, number)))


def offers(free: int, left: int, share: float) -> int:
    """Return the number of rolls offered to a line with `free` cells, if `left` cells of the grid will be filled.

    :param share: the share of the other rolls that the line could use.
    """
    return free + round(share * (left - free)) if free else 0


def numbers_by_line(grid: Grid) -> list[tuple[int, ...]]:
    """Return the numbers in each line, in ascending order."""
    return [tuple(sorted(grid[cell] for cell in cells if grid[cell])) for cells in LINE_CELLS]
