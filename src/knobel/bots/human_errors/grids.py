"""People on a grid: numbers that fit those of a line at first sight, lines that are misjudged, and neat entries."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import fsum
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from knobel.games.grid import LINES, LINES_AT, SIZE, Grid, numbers

OWN_DOUBT = 0.2
"""Error of an action on its own, as a share of the largest error of a line."""
DOUBT = (0.0, 0.7, 1.0, 0.7, 0.0, 0.0)
"""Error of a line, by how many numbers it has: empty ones are all alike, and of a nearly full one it is seen."""
BESIDE: Mapping[str, float] = MappingProxyType({"row": 0.8, "col": 0.5})
"""Preference for numbers beside a number, in points, by line."""
LOWER, FARTHER = 0.08, 0.04
"""Dislike of cells farther down and farther to the right, in points a cell."""
MANY_FREE = 8
"""Number of free cells with which nobody spoils a good line."""
NEARLY_FULL = SIZE - 1


class Attention(NamedTuple):
    """How much a person looks at columns and at diagonals; at rows always."""

    columns: float
    diagonals: float

    def to(self, line: str) -> float:
        return {"row": 1.0, "col": self.columns}.get(line[:3], self.diagonals)


ATTENTION: Mapping[str, Attention] = MappingProxyType(
    {
        "beginner": Attention(0.7, 0.0),
        "casual": Attention(0.7, 0.0),
        "intermediate": Attention(0.8, 0.1),
        "advanced": Attention(0.9, 0.4),
        "expert": Attention(1.0, 0.8),
    }
)
"""By level."""
AHEAD: Mapping[str, float] = MappingProxyType(
    {"beginner": 0.2, "casual": 0.4, "intermediate": 0.7, "advanced": 0.9, "expert": 1.0}
)
"""How much a person looks at what comes later, by level."""


def misjudged(
    grid: Grid, cells: Mapping[str, int], actions: Sequence[str], rng: Random, lines: Sequence[str] = tuple(LINES)
) -> dict[str, float]:
    """Return the errors of actions for an error of 1 point a line of two numbers.

    A line is misjudged in the same way for all of its cells. Empty lines are not, so that no number strays into them.

    :param cells: the cell of each action.
    :param lines: the lines that count.
    """
    error = {line: rng.gauss(0, 1) * DOUBT[SIZE - numbers(grid, line).count(0)] for line in lines}
    found = {}
    for action in actions:
        through = [line for line in LINES_AT[cells[action]] if line in error] if action in cells else []
        found[action] = fsum(error[line] for line in through) + OWN_DOUBT * rng.gauss(0, 1)
    return found


def nearly_full(grid: Grid, cell: int) -> list[tuple[int, ...]]:
    """Return the numbers of the lines through a cell that lack only this one."""
    held = [tuple(number for number in numbers(grid, line) if number) for line in LINES_AT[cell]]
    return [each for each in held if len(each) == NEARLY_FULL]


def seen(grid: Grid, cell: int, number: int, level: str, promise: Callable[[tuple[int, ...]], float]) -> float:
    """Return the change of the promise of the lines through a cell at first sight, if a number is entered.

    :param promise: of the numbers of a line, sorted.
    """
    look, total = ATTENTION[level], 0.0
    for line in LINES_AT[cell]:
        held = sorted(filter(None, numbers(grid, line)))
        change = promise(tuple(sorted((*held, number)))) - promise(tuple(held))
        total += change * look.to(line)
    return total


def neat(grid: Grid, cells: Mapping[str, int]) -> dict[str, float]:
    """Return how neat actions are, in points: people write beside what is there, from the top left corner.

    :param cells: the cell of each action that writes a number.
    """
    return {
        action: _beside(grid, cell) - LOWER * (cell // SIZE) - FARTHER * (cell % SIZE) for action, cell in cells.items()
    }


def _beside(grid: Grid, cell: int) -> float:
    """Return the worth of the numbers beside a cell, in its row and in its column."""
    found = 0.0
    for line in LINES_AT[cell]:
        place = LINES[line].index(cell)
        if any(grid[each] for each in LINES[line][max(place - 1, 0) : place + 2]):
            found += BESIDE.get(line[:3], 0.0)
    return found


def kinds(held: Sequence[int]) -> tuple[int, ...]:
    """Return how often the numbers of a line occur, the most frequent first."""
    return tuple(sorted(Counter(held).values(), reverse=True))
