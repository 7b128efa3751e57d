"""What sheets are worth when they are played alone: after an entry, and with rows that can no longer be reached."""

import numpy as np

from knobel.engines.kniffeliger import tables
from knobel.engines.shared.arrays import Array
from knobel.games.kniffeliger import ROWS, Sheet

FULL = (1 << len(ROWS)) - 1
"""All rows, as a bit mask."""


def masks(sheet: Sheet) -> tuple[int, int]:
    """The rows that are not open any more, and the frozen ones, as bit masks."""
    filled = frozen = 0
    for i, (row, points) in enumerate(zip(ROWS, sheet.points, strict=True)):
        filled |= (points is not None or row in sheet.crossed) << i
        frozen |= (row in sheet.frozen) << i
    return filled, frozen


def fillable(sheet: Sheet) -> list[int]:
    """The rows that an entry may go into, by their numbers, in order."""
    filled, frozen = masks(sheet)
    return [i for i in range(len(ROWS)) if not (filled | frozen) >> i & 1]


class Values:
    """What sheets are worth under the options of a game."""

    def __init__(self, *, five_is_full_house: bool) -> None:
        """
        :raises FileNotFoundError: if the solution is missing.
        :raises Stale: if it was made for other rules or arrays.
        """
        self.expected, self.spreads = tables.solved(five_is_full_house=five_is_full_house)
        self.points = tables.points(five_is_full_house=five_is_full_house).astype(float)

    def fitting(self, filled: int, turns: int) -> int:
        """The filled rows, and the open ones that the turns left do not reach."""
        while len(ROWS) - filled.bit_count() > turns:
            open_ = [filled | 1 << i for i in range(len(ROWS)) if not filled >> i & 1]
            filled = max(open_, key=lambda more: float(self.expected[more]))
        return filled

    def alone(self, filled: int, turns: int) -> tuple[float, float]:
        """The mean and the variance of the points still to come on a sheet with these rows filled, none frozen."""
        filled = self.fitting(filled, turns)
        return float(self.expected[filled]), float(self.spreads[filled]) ** 2

    def after_entry(self, sheet: Sheet, turns: int, *, total: int) -> tuple[Array, Array]:
        """The mean (252, rows) and the variance (rows) of what a sheet comes to after each roll in each row that an
        entry may go into, so many turns being left afterwards.

        :param total: what counts already: the points on the sheet, or none of them.
        """
        filled, _ = masks(sheet)
        rows = fillable(sheet)
        after = [self.fitting(filled | 1 << i, turns) for i in rows]
        return total + self.points[:, rows] + self.expected[after], np.square(self.spreads[after])

    def row(self, sheet: Sheet, row: str) -> float:
        """What an open row still brings."""
        filled, _ = masks(sheet)
        return float(self.expected[filled] - self.expected[filled | 1 << ROWS.index(row)])
