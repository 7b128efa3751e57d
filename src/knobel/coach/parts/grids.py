"""Parts of losses that the games with grids share: lines, the order of filling, and points taken immediately."""

from collections.abc import Sequence
from typing import Any

from knobel.coach.parts import ThemedPoints
from knobel.core import Game
from knobel.games.grid import LINES, SIZE, Grid, numbers

MIN_NUMBERS, MAX_NUMBERS = 3, 18
"""Numbers on a sheet between which the order of filling is recognized."""
ORDERLY = 0.8
"""Minimum share of the numbers in the lines filled so far, and of their cells filled, of a sheet filled in order."""
NEARLY_FULL = SIZE - 2
"""Minimum number of numbers in a line that lacks only one or two cells."""
ORDERS = tuple(
    order
    for kind in ("row", "col")
    for lines in [[f"{kind}{number}" for number in range(1, SIZE + 1)]]
    for order in (lines, lines[::-1])
)
"""The four orders in which people fill a grid line by line: from above, from below, from the left, from the right."""


def line_themes(held: Sequence[int]) -> tuple[str, ...]:
    """Return the themes of a part of a line of numbers in which combinations count, by the numbers that it holds."""
    if len(held) < 2:
        return ("crossings",)
    distinct = len(set(held)) == len(held)
    if distinct:
        content = "straights" if max(held) - min(held) < SIZE else "weak_lines"
    else:
        content = "equal_numbers" if len(set(held)) <= 2 else "weak_lines"
    return (content, "last_cells") if len(held) >= NEARLY_FULL else (content,)


def continues_order(grid: Grid, cell: int, other: int) -> bool:
    """True if a number in a cell goes on filling the grid line by line, and one in the other cell does not."""
    count = len(grid) - grid.count(0)
    if not MIN_NUMBERS <= count <= MAX_NUMBERS:
        return False
    for order in ORDERS:
        place = next(i for i, line in enumerate(order) if cell in LINES[line])
        before = [number for line in order[:place] for number in numbers(grid, line)]
        begun = [number for number in numbers(grid, order[place]) if number]
        filled = len(before) - before.count(0)
        if (
            other not in LINES[order[place]]
            and filled >= ORDERLY * len(before)
            and filled + len(begun) >= ORDERLY * count
        ):
            return True
    return False


def points_now(game: Game[Any], view: Any, seat: int, better: str, played: str, loss: float) -> ThemedPoints:
    """Yield the part of taking more points immediately; negative where the better action brings more."""
    now, other = (game.preview(view, seat, action).gain for action in (played, better))
    if now != other:
        yield "points_now", loss if now > other else -loss
