"""One turn of Knöffel looked ahead in NumPy, on the shipped values: what to keep and to enter, and what that is worth.

What the end of a turn is worth is a *utility* of what the sheet then has: the mean and the variance of what it still
scores. For the highest score the utility is the mean; for the highest chance to win, see `knobel.engines.shared.chances`.
"""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from knobel.engines.knoeffel.values import CLASS, FILLED, NEVER, USED, Worth
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.turn import turn

Utility: TypeAlias = Callable[[Array, Array], Array]
"""From means and variances of what a sheet scores from a turn on, that turn included, to what they are worth."""


def mean_only(mean: Array, _variance: Array) -> Array:
    """The utility of who plays for points."""
    return mean


class Policy:
    """The best that values know to do in one turn. An *outcome* is a way to score in a field, see `Worth.outcomes`."""

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.outcomes = worth.outcomes

    def ends(self, sheets: Array) -> tuple[Array, Array]:
        """What sheets (sheets, columns, 3) score from a turn on that ends with each outcome: mean and variance.

        :returns: two of shape (sheets, columns, outcomes, 2), at last without and with a free roll to pay.
        """
        means, variances = self.worth.after(sheets)
        field, rank = self.outcomes.field, self.outcomes.rank
        return means[:, :, field, rank] + self.outcomes.points[:, None], variances[:, :, field, rank]

    def turn(self, ends: Array) -> tuple[Array, Array, Array, Array]:
        """A turn from its last roll to before its first.

        :param ends: (2, outcomes, ...) what each outcome is worth in its best column, without and with a free roll.
        :returns: what each keep is worth (210, ...) before the second, the third and the free roll; and the turn (...).
        """
        rules = turn()
        entered, paid = (self.enter(end) for end in ends)
        free = rules.throw(paid)
        third = rules.throw(rules.choose(free, entered))
        second = rules.throw(rules.choose(third, entered))
        first = rules.throw(rules.choose(second, entered))
        return second, third, free, first[0]

    def enter(self, worth: Array) -> Array:
        """What each roll is worth (252, ...) in its best field, from what each outcome is worth (outcomes, ...)."""
        of = self.outcomes.of
        best = worth[of[:, 0]]
        for field in range(1, of.shape[1]):
            np.maximum(best, worth[of[:, field]], out=best)
        return best

    def values(self, sheets: Array) -> Array:
        """What sheets still to be played score when the next turn is looked ahead."""
        means, _ = self.ends(sheets)
        return self.turn(np.moveaxis(means.max(axis=1), (2, 0), (0, 2)).copy())[3]

    def deeper(self, sheet: Array) -> Array:
        """How far a turn looked ahead moves what comes after each entry (columns, fields, ranks, 2) on a sheet."""
        means = self.worth.after(sheet[None])[0][0]
        moved = np.zeros(means.shape)
        asked = means > NEVER
        # The rank of a score matters in upper fields alone.
        asked[:, self.worth.column.upper :, 1:] = False
        column, field, rank, free = np.nonzero(asked)
        sheets = np.repeat(sheet[None], len(column), axis=0)
        here = np.arange(len(column))
        sheets[here, column, CLASS] = self.worth.kinds(sheet[None])[0][column, field, rank]
        sheets[here, column, FILLED] |= 1 << field
        sheets[here, column, USED] += free
        # What is left after the last entry of all is known, and no turn is.
        if (sheets[0, :, FILLED] == (1 << self.outcomes.of.shape[1]) - 1).all():
            return moved
        # Different entries can leave the same sheet.
        different, of = np.unique(sheets.reshape(len(sheets), -1), axis=0, return_inverse=True)
        values = self.values(different.reshape(-1, *sheet.shape))[of.reshape(-1)]
        moved[column, field, rank, free] = values - means[column, field, rank, free]
        moved[:, self.worth.column.upper :] = moved[:, self.worth.column.upper :, :1]
        return moved


def last_turn(policy: Policy, sheet: Array, scored: float, scores: Array) -> Array:
    """The chance that each of some scores beats a sheet on its last turn, if that is played to beat it; a tie is half.

    :param sheet: (1, 3) the column with the field that is open; `scored` what the sheet has beyond what `ends` tells.
    """
    means, _ = policy.ends(sheet[None])
    totals = np.rint(scored + means[0].max(axis=0)).T
    # Scores between the same two totals beat the same ones.
    possible = np.unique(totals)
    place = np.searchsorted(possible, scores) + np.searchsorted(possible, scores, "right")
    _, first, of = np.unique(place, return_index=True, return_inverse=True)
    beaten: Array = 1 - policy.turn((np.sign(totals[..., None] - scores[first]) + 1) / 2)[3]
    return beaten[of]
