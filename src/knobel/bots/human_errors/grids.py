"""Sight and misjudgement of people on a grid: numbers that fit those of a line, and lines that are not nearly full."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import fsum, sqrt
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from knobel.games.grid import LINES, LINES_AT, SIZE, Grid, numbers

OWN_DOUBT = 0.3
"""Error of an action on its own, as a share of the error of an empty line."""
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
        "beginner": Attention(0.1, 0.0),
        "casual": Attention(0.3, 0.0),
        "intermediate": Attention(0.5, 0.1),
        "advanced": Attention(0.8, 0.4),
        "expert": Attention(1.0, 0.8),
    }
)
"""By level."""


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


def kinds(held: Sequence[int]) -> tuple[int, ...]:
    """Return how often the numbers of a line occur, the most frequent first."""
    return tuple(sorted(Counter(held).values(), reverse=True))
