"""One turn of Knöffel looked ahead to its end, in NumPy: what to keep and to enter, and what that is worth.

The end of a turn is worth a *utility* of what the final score then comes to: its mean and its variance. For the highest
score the utility is the mean; for the highest chance to win, see `knobel.engines.knoeffel.winning`.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np

from knobel.engines.knoeffel.tables import CLASS, FILLED, USED, outcomes
from knobel.engines.knoeffel.values import SheetOptions, Standing, Worth, shipped_worth, standing
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.engines.shared.turn import turn
from knobel.games.knoeffel import KNOEFFEL, Column

Utility: TypeAlias = Callable[[Array, Array], Array]
"""From means and variances of what a sheet scores from a turn on, that turn included, to what they are worth."""


def mean_only(mean: Array, _variance: Array) -> Array:
    """The utility of who plays for points."""
    return mean


class Plan(NamedTuple):
    """What can be done in a turn is worth, by one utility.

    `ends` (columns, outcomes, 2): ending it with an outcome in an open column, without and with a free roll to pay;
    `FORBIDDEN` where that is not allowed. `keeps` (three of 210): every keep of fewer than five dice before the second,
    the third and the free roll. `start`: the turn before its first roll.
    """

    ends: Array
    keeps: tuple[Array, Array, Array]
    start: float


class Search:
    """The best that values know to do in one turn. An *outcome* is a way to score in a field: `tables.Outcomes`."""

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.outcomes = outcomes(worth.rules)

    def ends(self, sheets: Array) -> tuple[Array, Array]:
        """What sheets (sheets, columns, 3) score from a turn on that ends with each outcome: mean and variance.

        :returns: two of shape (sheets, columns, outcomes, 2), at last without and with a free roll to pay.
        """
        means, variances = self.worth.after(sheets)
        field, rank = self.outcomes.field, self.outcomes.rank
        return means[:, :, field, rank] + self.outcomes.points[:, None], variances[:, :, field, rank]

    def ends_of(self, sheet: Standing) -> tuple[Array, Array]:
        """Return mean and variance of the final score after each end of the next turn, by all options of the rules.

        :returns: two of shape (open columns, outcomes, 2), at last without and with a free roll to pay.
        """
        means, variances = (end[0] for end in self.ends(sheet.open[None]))
        if sheet.payer is not None:
            self.share_free_rolls(sheet, means, variances)
        if sheet.options.one_knoeffel:
            self.limit_knoeffel(sheet, means)
        return sheet.rest + means, sheet.rest_variance + variances

    def share_free_rolls(self, sheet: Standing, means: Array, variances: Array) -> None:
        """Let the column that owns the free rolls pay for entries in the other ones, in place."""
        assert sheet.payer_numbers is not None, "there is a payer"
        before, after = sheet.payer_numbers, sheet.payer_numbers + (np.arange(3) == USED)
        if after[USED] == len(self.worth.rules.free_points):
            return
        price = np.subtract(*(self.worth.columns(numbers)[0] for numbers in (before, after)))
        for i, column in enumerate(sheet.where):
            if column != sheet.payer:
                means[i, :, 1] = np.where(means[i, :, 0] > FORBIDDEN / 2, means[i, :, 0] - price, FORBIDDEN)
                variances[i, :, 1] = variances[i, :, 0]

    def limit_knoeffel(self, sheet: Standing, means: Array) -> None:
        """Score one Knöffel a player only, in place."""
        is_field = self.outcomes.field == KNOEFFEL
        is_knoeffel = is_field & (self.outcomes.points > 0)
        for i, column in enumerate(sheet.where):
            discount = np.full(len(is_field), sheet.discount(column))
            discount[is_field] = sheet.discount(column, is_knoeffel_field=True)
            if sheet.knoeffel_scored:
                discount[is_knoeffel] += self.outcomes.points[is_knoeffel]
            else:
                discount[is_knoeffel] = sheet.discount(column, is_knoeffel_field=True, scores=True)
            means[i] -= discount[:, None]

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

    def plan(self, ends: Array) -> Plan:
        """What can be done in a turn is worth, from what its ends are: see `Plan`."""
        second, third, free, start = self.turn(np.moveaxis(ends.max(axis=0), 1, 0))
        return Plan(ends, (second, third, free), float(start))

    def values(self, sheets: Array) -> Array:
        """What sheets still to be played score when the next turn is looked ahead."""
        means, _ = self.ends(sheets)
        return self.turn(np.moveaxis(means.max(axis=1), (2, 0), (0, 2)).copy())[3]

    def deeper(self, sheet: Array) -> Array:
        """How far a turn looked ahead moves what comes after each entry (columns, fields, ranks, 2) on a sheet."""
        means = self.worth.after(sheet[None])[0][0]
        moved = np.zeros(means.shape)
        asked = means > FORBIDDEN
        # The rank of a score matters in upper fields alone.
        asked[:, self.worth.rules.upper :, 1:] = False
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
        moved[:, self.worth.rules.upper :] = moved[:, self.worth.rules.upper :, :1]
        return moved


@cache
def shipped_search(*, five_is_full_house: bool) -> Search:
    """What looks ahead on the tables that ship, made once.

    :raises FileNotFoundError: if there are none.
    :raises Stale: if they were made for other rules or arrays.
    """
    return Search(shipped_worth(five_is_full_house=five_is_full_house))


class Ahead(NamedTuple):
    """A turn on one player's columns looked ahead to its end: the `means` and the `variances` of the final scores that
    its ends lead to (columns, outcomes, 2), and what to do for the most `points`."""

    standing: Standing
    means: Array
    variances: Array
    points: Plan

    def by(self, search: Search, utility: Utility) -> Plan:
        """What to do for the most of another utility."""
        ends = utility(self.means, self.variances)
        return search.plan(np.where(self.means > FORBIDDEN / 2, ends, FORBIDDEN))


@lru_cache(maxsize=64)
def look_ahead(search: Search, columns: tuple[Column, ...], options: SheetOptions, *, deep: bool) -> Ahead:
    """The next turn on columns of which one at least is not full; they stay the same through a turn.

    :param deep: whether another turn is looked ahead after every entry.
    """
    sheet = standing(search.worth, columns, options)
    means, variances = search.ends_of(sheet)
    if deep:
        moved = search.deeper(sheet.open)
        for i, column in enumerate(sheet.where):
            if sheet.payer not in (None, column):
                moved[i, ..., 1] = moved[i, ..., 0]
        means = means + moved[:, search.outcomes.field, search.outcomes.rank]
    return Ahead(sheet, means, variances, search.plan(np.where(means > FORBIDDEN / 2, means, FORBIDDEN)))
