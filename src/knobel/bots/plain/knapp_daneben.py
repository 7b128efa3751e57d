"""Values of Knapp Daneben!'s actions: the points of the numbers, and the expected points of rows and columns.

The boxes of a line are treated as independent: each will be ticked with a probability that depends on the numbers
beside it.
"""

from itertools import pairwise
from math import fsum
from typing import Any

from knobel.bots.plain.lines import CHANCES
from knobel.games.grid import CELL, LINES, Grid
from knobel.games.knapp_daneben import BOX_LINES, TICK_POINTS, number_points
from knobel.games.simultaneous import Rounds

ONE_NUMBER, NO_NUMBER = 0.4, 0.35
"""Probability that a box will be ticked with a 7 on one side and nothing on the other, and with nothing on both sides.

Found by playing alone.
"""
LIKELY = CHANCES[6] + CHANCES[8]
CELLS_OF_LINES = tuple(LINES[line] for line in BOX_LINES)
WITH_NEIGHBOUR = tuple(
    ONE_NUMBER * ((CHANCES[number - 1] + (CHANCES[number + 1] if number < 12 else 0.0)) / LIKELY) ** 0.5
    if number
    else NO_NUMBER
    for number in range(13)
)
"""Probability that a box with this number on one side will be ticked; 0: with none on either side."""


def evaluate(game: Any, view: Rounds[Grid], seat: int) -> dict[str, float]:
    """Return the value of the sheet after each action."""
    sheet = view.sheets[seat]
    known: dict[tuple[int, int], float] = {}
    values = {}
    for action in game.legal(view, seat):
        entry = CELL[action[:-1]], game.sum_of(seat, action, view)
        if entry not in known:
            known[entry] = value(game.enter(sheet, seat, action, view))
        values[action] = known[entry]
    return values


def value(grid: Grid) -> float:
    """Return the estimated final score of a sheet."""
    return number_points(grid) + fsum(expected_points([grid[cell] for cell in cells]) for cells in CELLS_OF_LINES)


def expected_points(numbers: list[int]) -> float:
    """Return the expected points of a row or column."""
    chances = [1.0, 0.0, 0.0, 0.0, 0.0]
    for first, second in pairwise(numbers):
        ticked = float(abs(first - second) == 1) if first and second else WITH_NEIGHBOUR[first or second]
        for ticks in range(len(chances) - 1, -1, -1):
            one_less = chances[ticks - 1] if ticks else 0.0
            chances[ticks] = chances[ticks] * (1 - ticked) + one_less * ticked
    return fsum(chance * points for chance, points in zip(chances, TICK_POINTS, strict=True))
