"""The rest of a turn looked ahead: what keeping dice is worth, where a die once saved stays saved."""

from functools import lru_cache
from typing import NamedTuple

from knobel.dice import Dice
from knobel.engines.kniffeliger.values import FULL, Values, masks
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import KEEP
from knobel.engines.shared.turn import turn
from knobel.games.kniffeliger import Sheet

SHEETS = 512
"""How many sheets are kept valued: most stay as they are whatever one action changes."""


class RestOfTurn(NamedTuple):
    """What it is worth to enter each roll in each row that an entry may go into, `entries` (252, rows), in the best of
    them, `best` (252), and to throw the dice outside each keep for the second and for the third roll (210)."""

    entries: Array
    best: Array
    second: Array
    third: Array

    def before(self, rolls: int, saved: Dice = ()) -> float:
        """What the turn is worth when the dice that are not saved fall next, after so many rolls."""
        if rolls:
            return float((self.second, self.third)[rolls - 1][KEEP[saved]])
        rules = turn()
        return float(rules.throw(rules.choose(self.second, self.best))[KEEP[()]])


def look_ahead(entries: Array) -> RestOfTurn:
    """The turn backwards from what entries of rolls are worth (252, rows), one row at least."""
    rules, best = turn(), entries.max(axis=1)
    third = rules.throw(best)
    return RestOfTurn(entries, best, rules.throw_saving(third, best), third)


@lru_cache(SHEETS)
def final_score(values: Values, sheet: Sheet, turns: int) -> tuple[float, float]:
    """The mean and the variance of what a sheet scores in all when so many turns are left on it."""
    filled, frozen = masks(sheet)
    if not turns or filled == FULL:
        return sheet.total, 0.0
    if filled | frozen == FULL:
        mean, variance = values.alone(filled, turns - 1)
        return sheet.total + mean, variance
    mean, variance = values.alone(filled, turns)
    if frozen & ~filled:
        entries, _ = values.after_entry(sheet, turns - 1, total=0)
        mean = look_ahead(entries).before(rolls=0)
    return sheet.total + mean, variance
