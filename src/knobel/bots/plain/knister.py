"""Values of Knister's actions: the sum of the values of all lines, each valued independently."""

from math import fsum
from typing import Any

from knobel.bots.plain.lines import LINES_THROUGH, numbers_by_line, offers, with_number, worth_of_lines
from knobel.games.grid import CELL, DIAGONALS, LINES, SIZE, Grid
from knobel.games.knister import DIAGONAL_FACTOR, POINTS, combination
from knobel.games.simultaneous import Rounds

SHARE = 0.2
"""Share of the rolls that a line could use (`lines.offers`); found by playing alone."""
FACTORS = tuple(DIAGONAL_FACTOR if line in DIAGONALS else 1 for line in LINES)

_worth = worth_of_lines(lambda numbers: float(POINTS[combination(numbers)]))


def evaluate(game: Any, view: Rounds[Grid], seat: int) -> dict[str, float]:
    """Return by how much each action raises the value of the lines."""
    grid, total = view.sheets[seat], sum(view.dice)
    left = grid.count(0) - 1
    lines = numbers_by_line(grid)
    gains = []
    for numbers, factor in zip(lines, FACTORS, strict=True):
        free = SIZE - len(numbers)
        gain = 0.0
        if free:
            after = _worth(with_number(numbers, total), offers(free - 1, left, SHARE))
            gain = factor * (after - _worth(numbers, offers(free, left, SHARE)))
        gains.append(gain)
    return {action: fsum(gains[line] for line in LINES_THROUGH[CELL[action]]) for action in game.legal(view, seat)}
