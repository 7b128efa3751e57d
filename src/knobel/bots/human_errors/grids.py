"""What people misjudge on a grid: lines that are not nearly full."""

from collections.abc import Mapping, Sequence
from math import fsum, sqrt
from random import Random

from knobel.games.grid import LINES, LINES_AT, SIZE, Grid, numbers

OWN_DOUBT = 0.3
"""Error of an action on its own, as a share of the error of an empty line."""
MANY_FREE = 8
"""Number of free cells with which nobody spoils a good line."""
NEARLY_FULL = SIZE - 1


def misjudged(
    grid: Grid, cells: Mapping[str, int], actions: Sequence[str], rng: Random, lines: Sequence[str] = tuple(LINES)
) -> dict[str, float]:
    """Return the errors of actions for an error of 1 point a line of which nothing is known.

    A line is misjudged in the same way for all of its cells, the less the more of it is filled.

    :param cells: the cell of each action.
    :param lines: the lines that count.
    """
    error = {line: rng.gauss(0, 1) * sqrt(max(numbers(grid, line).count(0) - 1, 0) / NEARLY_FULL) for line in lines}
    found = {}
    for action in actions:
        through = [line for line in LINES_AT[cells[action]] if line in error] if action in cells else []
        found[action] = fsum(error[line] for line in through) + OWN_DOUBT * rng.gauss(0, 1)
    return found


def nearly_full(grid: Grid, cell: int) -> list[tuple[int, ...]]:
    """Return the numbers of the lines through a cell that lack only this one."""
    held = [tuple(number for number in numbers(grid, line) if number) for line in LINES_AT[cell]]
    return [each for each in held if len(each) == NEARLY_FULL]
