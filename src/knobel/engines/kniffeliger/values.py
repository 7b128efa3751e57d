"""Values of sheets played alone: after an entry, with rows that can no longer be filled, and during a turn."""

from functools import lru_cache
from typing import Any, NamedTuple

from knobel.dice import FACES, Dice
from knobel.engines.shared.memory import Memory
from knobel.games.kniffeliger import ROWS, Sheet

ALL_ROWS = (1 << len(ROWS)) - 1
"""All rows, as a bit mask."""
CACHED_SHEETS = 512
"""Number of sheets whose values are cached; one action leaves most sheets unchanged."""
KEEPS, ROLLS, MOST_PARTS = 462, 252, 32
"""The numbers of keeps, of rolls, and of the parts of a roll of five different dice (`engines.shared.five_dice`)."""
FIRST_ROLL = KEEPS - ROLLS
"""The number of the first keep that is a roll."""


class TurnArrays(NamedTuple):
    """The arrays of a turn, which kernels fill.

    - `entries` (252, rows): the value of entering each roll in each row; `FORBIDDEN` where it cannot be filled.
    - `second`, `third` (462): the value of throwing the dice outside each keep for the second and for the third roll;
      for all five dice that of entering them.
    - `held` (32): scratch space, a value for each part of a roll.
    """

    entries: Any
    second: Any
    third: Any
    held: Any


class RestOfTurn(NamedTuple):
    """Values of the choices in the rest of a turn: before the first roll, and those in `arrays`."""

    start: float
    arrays: TurnArrays

    def keeps(self, rolls: int) -> Any:
        """Return the value of throwing the dice outside each keep after one or two rolls."""
        return (self.arrays.second, self.arrays.third)[rolls - 1]


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

    def __init__(self, memory: Memory, *, five_is_full_house: bool) -> None:
        """Load the solution."""
        self.memory = memory
        self.tables = memory.arguments["tables"][five_is_full_house]
        self.expected: list[float] = self.tables.expected.tolist()
        self.deviations: list[float] = self.tables.deviations.tolist()
        keeps = self.tables.dice.faces.tolist()
        self.keep_number: dict[Dice, int] = {
            tuple(face for face, count in zip(FACES, counts, strict=True) for _ in range(count)): number
            for number, counts in enumerate(keeps)
        }
        """The number of each keep, with the rolls last (`engines.shared.five_dice`)."""
        self.final_score = lru_cache(CACHED_SHEETS)(self._final_score)
        self._scratch = self.new_turn()

    def fill_unreachable(self, filled: int, turns: int) -> int:
        """Return the filled rows together with the open rows that the remaining turns cannot reach."""
        while len(ROWS) - filled.bit_count() > turns:
            open_ = [filled | 1 << i for i in range(len(ROWS)) if not filled >> i & 1]
            filled = max(open_, key=self.expected.__getitem__)
        return filled

    def solo_moments(self, filled: int, turns: int) -> tuple[float, float]:
        """Return mean and variance of the points still to come on a sheet with these rows filled and none frozen."""
        filled = self.fill_unreachable(filled, turns)
        return self.expected[filled], self.deviations[filled] ** 2

    def after_entry(self, sheet: Sheet, turns: int) -> Any:
        """Return for kernels the rows that are filled or unreachable after an entry in each row, as bit masks.

        :param turns: the number of turns left after the entry.
        :returns: (rows) integers, -1 for rows that cannot be filled.
        """
        filled, _ = row_masks(sheet)
        after = [-1] * len(ROWS)
        for i in fillable(sheet):
            after[i] = self.fill_unreachable(filled | 1 << i, turns)
        return self.memory.integers(after)

    def new_turn(self) -> TurnArrays:
        """Return arrays for a turn."""
        zeros = self.memory.zeros
        return TurnArrays(
            zeros("float64", ROLLS, len(ROWS)),
            zeros("float64", KEEPS),
            zeros("float64", KEEPS),
            zeros("float64", MOST_PARTS),
        )

    def rest_of_turn(self, sheet: Sheet, turns: int, less: float) -> RestOfTurn:
        """Return the turn of a sheet with a row that can be filled, valued by its final score.

        :param turns: the number of turns left after this one.
        :param less: is subtracted from the final score.
        """
        arrays = self.new_turn()
        return RestOfTurn(self._value_turn(sheet, turns, float(sheet.total), less, arrays), arrays)

    def _value_turn(self, sheet: Sheet, turns: int, total: float, less: float, arrays: TurnArrays) -> float:
        value: float = self.memory.kernels.value_turn(self.tables, self.after_entry(sheet, turns), total, less, arrays)
        return value

    def _final_score(self, sheet: Sheet, turns: int) -> tuple[float, float]:
        """Return the mean and the variance of the final score of a sheet with this number of turns left."""
        filled, frozen = row_masks(sheet)
        if not turns or filled == ALL_ROWS:
            return float(sheet.total), 0.0
        if filled | frozen == ALL_ROWS:
            mean, variance = self.solo_moments(filled, turns - 1)
            return sheet.total + mean, variance
        mean, variance = self.solo_moments(filled, turns)
        if frozen & ~filled:
            mean = self._value_turn(sheet, turns - 1, 0.0, 0.0, self._scratch)
        return sheet.total + mean, variance

    def row_value(self, sheet: Sheet, row: str) -> float:
        """Return the points that an open row still adds."""
        filled, _ = row_masks(sheet)
        return self.expected[filled] - self.expected[filled | 1 << ROWS.index(row)]
