"""Knapp Daneben!: each player adds their own die to another one and writes the sum in a circle of either colour.

Colours are one letter each: `k` black, `b` blue, `g` green, `y` yellow, `r` red; dice are always listed in this order.
An action is the circle and the other die's colour: `c3g` writes own + green in c3. A *box* lies between two
neighbouring circles and is ticked when they hold sums that differ by exactly one. Boxes are named by
their line: the boxes of `row1` from left to right, those of `col1` from top to bottom.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar

from knobel.core import BadSetup, Illegal, Option, Preview, Reason
from knobel.games.grid import CELL, CELLS, EMPTY, LINES, LINES_AT, SIZE, Grid, numbers, rows
from knobel.games.simultaneous import Rounds, Simultaneous
from knobel.games.tuples import put

ROUNDS = 25
COLOURS = "kbgyr"
LATIN_SQUARE = "".join(COLOURS[(2 * row + column) % 5] for row in range(SIZE) for column in range(SIZE))
TICK_POINTS = (0, 1, 3, 6, 10)
"""By the number of ticks in a row or column."""
NUMBER_POINTS = {2: 4, 3: 2, 4: 2, 10: 2, 11: 2, 12: 4}
BOX_LINES = tuple(line for line in LINES if line.startswith(("row", "col")))


def check_layout(value: Any) -> str:
    """Return a layout in canonical form, 25 letters row by row.

    :raises BadSetup: if it is not an arrangement of five circles of each colour.
    """
    text = str(value).replace("/", "").replace(" ", "").lower()
    if sorted(text) != sorted(COLOURS * SIZE):
        raise BadSetup(f"option layout needs 25 letters, five each of {', '.join(COLOURS)}, row by row; got {value!r}")
    return text


def check_colours(value: Any) -> str:
    """Return the seats' colours in canonical form, one letter for each seat.

    :raises BadSetup: if they are not the five colours in some order.
    """
    text = str(value).lower()
    if sorted(text) != sorted(COLOURS):
        raise BadSetup(f"option colours needs the five letters {', '.join(COLOURS)} in the seats' order; got {value!r}")
    return text


@lru_cache(maxsize=4096)
def ticked(values: tuple[int, ...]) -> tuple[bool, ...]:
    """Return for each of the four boxes between five numbers (0: none yet) whether it is ticked."""
    return tuple(bool(a and b) and abs(a - b) == 1 for a, b in pairwise(values))


def ticks(grid: Grid, line: str) -> list[bool]:
    """Return for each of the four boxes of a row or column whether it is ticked."""
    return list(ticked(numbers(grid, line)))


def line_points(grid: Grid, line: str) -> int:
    """Return the points of a row's or column's ticks."""
    return TICK_POINTS[sum(ticked(numbers(grid, line)))]


def number_points(grid: Grid) -> int:
    """Return the points of the rare numbers on the grid."""
    return sum(NUMBER_POINTS.get(number, 0) for number in grid)


class KnappDaneben(Simultaneous[Grid]):
    """The rules of Knapp Daneben!. A sheet is a grid; the roll's dice are black, blue, green, yellow, red."""

    name = "knapp_daneben"
    titles: ClassVar[Mapping[str, str]] = {"de": "Knapp Daneben!", "en": "Knapp Daneben!", "it": "Knapp Daneben!"}
    max_seats: ClassVar[int] = 5
    ordered_dice = True
    dice_count = 5
    seat_letters: ClassVar[str | None] = "colours"
    option_list: ClassVar[tuple[Option, ...]] = (
        Option("layout", (LATIN_SQUARE,), check_layout),
        Option("colours", (COLOURS,), check_colours),
    )

    def blank(self) -> Grid:
        return EMPTY

    def colour(self, seat: int) -> str:
        """Return the colour of a seat."""
        return str(self.options["colours"][seat])

    def entries(self, sheet: Grid, seat: int, state: Rounds[Grid]) -> tuple[str, ...]:
        own = self.colour(seat)
        return tuple(
            CELLS[cell] + other
            for cell, (number, circle) in enumerate(zip(sheet, self.options["layout"], strict=True))
            if not number
            for other in COLOURS
            if other != own and circle in (own, other)
        )

    def refuse(self, sheet: Grid, seat: int, action: str, state: Rounds[Grid]) -> Illegal:
        cell, other, own = action[:-1], action[-1:], self.colour(seat)
        if cell not in CELL or other not in COLOURS:
            return Illegal(
                Reason.UNKNOWN_ACTION, f"{action!r} is no action: a cell and the other die's colour, such as c3g"
            )
        if sheet[CELL[cell]]:
            return Illegal(Reason.CELL_TAKEN, f"{cell} already holds a {sheet[CELL[cell]]}")
        if other == own:
            return Illegal(Reason.DIE_OWN, f"{other} is your own colour: add another die to it")
        circle = self.options["layout"][CELL[cell]]
        return Illegal(Reason.CELL_COLOUR, f"{cell} is {circle}: {own} + {other} goes in a {own} or {other} circle")

    def sum_of(self, seat: int, action: str, state: Rounds[Grid]) -> int:
        """Return the sum that an action writes."""
        return state.dice[COLOURS.index(self.colour(seat))] + state.dice[COLOURS.index(action[-1])]

    def enter(self, sheet: Grid, seat: int, action: str, state: Rounds[Grid]) -> Grid:
        return put(sheet, CELL[action[:-1]], self.sum_of(seat, action, state))

    def last_roll_comes(self, sheets: tuple[Grid, ...]) -> bool:
        return sheets[0].count(0) == 1

    def total(self, sheet: Grid) -> int:
        return sum(line_points(sheet, line) for line in BOX_LINES) + number_points(sheet)

    def effects(self, sheet: Grid, seat: int, action: str, state: Rounds[Grid]) -> Preview:
        after = self.enter(sheet, seat, action, state)
        number = self.sum_of(seat, action, state)
        # Only the row and the column of the circle change.
        crossing = (line for line in LINES_AT[CELL[action[:-1]]] if line in BOX_LINES)
        gain = sum(line_points(after, line) - line_points(sheet, line) for line in crossing)
        return Preview(gain + NUMBER_POINTS.get(number, 0), writes=number)

    def describe(self, sheet: Grid, seat: int) -> Mapping[str, Any]:
        return {
            "colour": self.colour(seat),
            "grid": rows(sheet),
            "ticks": {line: ticks(sheet, line) for line in BOX_LINES},
            "lines": {line: line_points(sheet, line) for line in BOX_LINES},
            "numbers": number_points(sheet),
            "total": self.total(sheet),
        }

    def info(self, state: Rounds[Grid]) -> Mapping[str, Any]:
        return {**super().info(state), "rounds": ROUNDS, "layout": self.options["layout"]}
