"""Values of sheets played alone: after an entry, and with rows that can no longer be filled."""

import numpy as np

from knobel.engines.kniffeliger import lookup
from knobel.engines.shared.arrays import Array
from knobel.games.kniffeliger import ROWS, Sheet

ALL_ROWS = (1 << len(ROWS)) - 1
"""All rows, as a bit mask."""


def row_masks(sheet: Sheet) -> tuple[int, int]:
    """Return the rows that are not open, and the frozen rows, as bit masks."""
    filled = frozen = 0
    for i, (row, points) in enumerate(zip(ROWS, sheet.points, strict=True)):
        filled |= (points is not None or row in sheet.crossed) << i
        frozen |= (row in sheet.frozen) << i
    return filled, frozen


def fillable(sheet: Sheet) -> list[int]:
    """Return the numbers of the rows that can be filled, in order."""
    filled, frozen = row_masks(sheet)
    return [i for i in range(len(ROWS)) if not (filled | frozen) >> i & 1]


class SheetValues:
    """Values of sheets under the options of a game."""

    def __init__(self, *, five_is_full_house: bool) -> None:
        """Load the solution.

        :raises FileNotFoundError: if the solution is missing.
        :raises StaleData: if it was made for other rules or arrays.
        """
        self.expected, self.deviations = lookup.load_solution(five_is_full_house=five_is_full_house)
        self.points = lookup.points(five_is_full_house=five_is_full_house).astype(float)

    def fill_unreachable(self, filled: int, turns: int) -> int:
        """Return the filled rows together with the open rows that the remaining turns cannot reach."""
        while len(ROWS) - filled.bit_count() > turns:
            open_ = [filled | 1 << i for i in range(len(ROWS)) if not filled >> i & 1]
            filled = max(open_, key=lambda more: float(self.expected[more]))
        return filled

    def solo_moments(self, filled: int, turns: int) -> tuple[float, float]:
        """Return mean and variance of the points still to come on a sheet with these rows filled and none frozen."""
        filled = self.fill_unreachable(filled, turns)
        return float(self.expected[filled]), float(self.deviations[filled]) ** 2

    def after_entry(self, sheet: Sheet, turns: int, *, total: int) -> tuple[Array, Array]:
        """Return the mean (252, rows) and the variance (rows) of the final score after each entry.

        The entries are each roll in each row that can be filled.

        :param turns: the number of turns left after the entry.
        :param total: the points that already count: those on the sheet, or 0.
        """
        filled, _ = row_masks(sheet)
        rows = fillable(sheet)
        after = [self.fill_unreachable(filled | 1 << i, turns) for i in rows]
        return total + self.points[:, rows] + self.expected[after], np.square(self.deviations[after])

    def row_value(self, sheet: Sheet, row: str) -> float:
        """Return the points that an open row still adds."""
        filled, _ = row_masks(sheet)
        return float(self.expected[filled] - self.expected[filled | 1 << ROWS.index(row)])
