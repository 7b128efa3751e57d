"""The 5x5 grid: cells `a1` (top left) to `e5` (bottom right), and its twelve lines.

A grid is a tuple of 25 numbers, row by row; 0 is an empty cell. A cell is its index 0-24.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import TypeAlias

SIZE = 5
CELLS = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in "abcde")
"""The names of the cells by index."""
CELL = {name: index for index, name in enumerate(CELLS)}

SUMS = range(2, 13)
"""The numbers that cells hold: the sums of two dice."""

Grid: TypeAlias = tuple[int, ...]

EMPTY: Grid = (0,) * SIZE * SIZE

LINES: dict[str, tuple[int, ...]] = (
    {f"row{r + 1}": tuple(SIZE * r + c for c in range(SIZE)) for r in range(SIZE)}
    | {f"col{c + 1}": tuple(SIZE * r + c for r in range(SIZE)) for c in range(SIZE)}
    | {
        "diag": tuple(SIZE * i + i for i in range(SIZE)),
        "anti": tuple(SIZE * (SIZE - 1 - i) + i for i in range(SIZE)),
    }
)
"""The cells of each line: `diag` runs from a1 to e5, `anti` from e1 to a5 (cells listed from a5)."""
DIAGONALS = ("diag", "anti")
LINES_AT = tuple(tuple(name for name, cells in LINES.items() if cell in cells) for cell in range(SIZE * SIZE))
"""The names of the lines through each cell."""
_READ = {line: itemgetter(*cells) for line, cells in LINES.items()}


def numbers(grid: Grid, line: str) -> tuple[int, ...]:
    """Return the numbers on a line."""
    values: tuple[int, ...] = _READ[line](grid)
    return values


def fits_straight(numbers: Sequence[int]) -> bool:
    """True if numbers can all be part of a straight."""
    return not numbers or (len(set(numbers)) == len(numbers) and max(numbers) - min(numbers) < SIZE)


def rows(grid: Grid) -> list[list[int]]:
    """Return the grid as a list of rows."""
    return [list(grid[start : start + SIZE]) for start in range(0, SIZE * SIZE, SIZE)]
