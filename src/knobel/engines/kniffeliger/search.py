"""Look-ahead for the rest of a turn: the values of keeping dice, where saved dice stay saved."""

from functools import lru_cache
from typing import NamedTuple

from knobel.dice import Dice
from knobel.engines.kniffeliger.values import ALL_ROWS, SheetValues, row_masks
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import KEEP_NUMBER
from knobel.engines.shared.turn import turn
from knobel.games.kniffeliger import Sheet

CACHED_SHEETS = 512
"""Number of sheets whose values are cached; one action leaves most sheets unchanged."""


class RestOfTurn(NamedTuple):
    """Values of the choices in the rest of a turn.

    - `entries` (252, rows): entering each roll in each row that can be filled.
    - `best` (252): entering each roll in the best of these rows.
    - `second`, `third` (210): throwing the dice outside each keep for the second and for the third roll.
    """

    entries: Array
    best: Array
    second: Array
    third: Array

    def before(self, rolls: int, saved: Dice = ()) -> float:
        """Return the value of the turn when the dice that are not saved are thrown next, after this number of rolls."""
        if rolls:
            return float((self.second, self.third)[rolls - 1][KEEP_NUMBER[saved]])
        rules = turn()
        return float(rules.value_keeps(rules.best_keeps(self.second, self.best))[KEEP_NUMBER[()]])


def look_ahead(entries: Array) -> RestOfTurn:
    """Compute the turn by backward induction from the values of entries (252, rows), with at least one row."""
    rules, best = turn(), entries.max(axis=1)
    third = rules.value_keeps(best)
    return RestOfTurn(entries, best, rules.value_keeps_saving(third, best), third)


@lru_cache(CACHED_SHEETS)
def final_score(values: SheetValues, sheet: Sheet, turns: int) -> tuple[float, float]:
    """Return the mean and the variance of the final score of a sheet with this number of turns left."""
    filled, frozen = row_masks(sheet)
    if not turns or filled == ALL_ROWS:
        return sheet.total, 0.0
    if filled | frozen == ALL_ROWS:
        mean, variance = values.solo_moments(filled, turns - 1)
        return sheet.total + mean, variance
    mean, variance = values.solo_moments(filled, turns)
    if frozen & ~filled:
        entries, _ = values.after_entry(sheet, turns - 1, total=0)
        mean = look_ahead(entries).before(rolls=0)
    return sheet.total + mean, variance
