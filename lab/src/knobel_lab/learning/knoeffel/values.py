"""Values of sheets of Knöffel, composed of the table values of single columns, in NumPy, vectorized over sheets.

Functions take several sheets (sheets, columns, 3), with the columns that are still to be played. The value of a sheet
beyond the sum of its columns is a sum over pairs of columns; `knobel.engines.knoeffel.solve` describes its source. Two
pairs may count on the same entry, so with more than two columns each pair gains less (`pair_gain_share`). A learned
correction is added, see `knobel.engines.knoeffel.column_pairs` and `knobel.engines.knoeffel.many_columns`.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from knobel.engines.knoeffel.column_pairs import (
    FULL_COLUMN,
    OPEN_FIELDS,
    VARIANCE_REDUCTION,
)
from knobel.engines.knoeffel.lookup import CLASS, FILLED, USED
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.games.knoeffel import FIELDS, KNOEFFEL
from knobel_lab.learning.knoeffel.column_tables import Tables, load_tables
from knobel_lab.learning.knoeffel.many_column_weights import ManyColumnWeights
from knobel_lab.learning.knoeffel.pair_weights import PairWeights, bonus_in_sight

BASE3_DIGITS: Array = (1 - OPEN_FIELDS).astype(np.int64) @ 3 ** np.arange(len(FIELDS))
"""(2^13) The filled fields of one column as base-3 digits; the digits of two columns can be added."""


def filled_fields(sheets: Array) -> Array:
    """Return the filled fields of columns (..., 3), without the bit that says that a Knöffel scored."""
    fields: Array = sheets[..., FILLED] & FULL_COLUMN
    return fields


def pair_gain_share(open_columns: Array) -> Array:
    """Return the share of the gain of pairs that counts: 1 over the root of the number of open columns minus one.

    Among powers of that number this one played best: three columns score 6 points more than without it, four 18, six
    50.
    """
    share: Array = 1 / np.sqrt(np.maximum(open_columns - 1, 1))
    return share


class _EnteredColumns(NamedTuple):
    """The column in which each entry was made: arrays of shape (sheets, columns, fields, ranks, 2).

    `filled` (sheets, columns, fields) are its filled fields, `sight` is its bonus in sight. `closed`: the entry is not
    allowed.
    """

    filled: Array
    values: Array
    variances: Array
    sight: Array
    closed: Array


class SheetValues:
    """Values and variances of sheets under one option."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.rules = tables.rules
        self.weights = None if tables.weights is None else PairWeights(tables.weights)
        self.more_weights = None if tables.more_weights is None else ManyColumnWeights(tables.more_weights)
        self.overestimates = None if tables.overestimates is None else PairWeights(tables.overestimates)
        self.one_column = tables.two_columns[BASE3_DIGITS + BASE3_DIGITS[-1]]
        self.first = self.rules.class_start[:-1].astype(np.int64)
        self.classes = np.diff(self.rules.class_start.astype(np.int64))
        self.scored_after = np.zeros((self.rules.points.shape[1], self.rules.class_after.shape[2]), np.int64)
        """(fields, ranks) The bit that an entry sets because a Knöffel scored."""
        if self.rules.scored:
            self.scored_after[KNOEFFEL, 1] = self.rules.scored

    def with_weights(self, weights: Array) -> "SheetValues":
        """Return the same values with learned weights of two columns."""
        return SheetValues(self.tables._replace(weights=weights))

    def with_more_weights(self, weights: Array | None) -> "SheetValues":
        """Return the same values with learned weights of more columns."""
        return SheetValues(self.tables._replace(more_weights=weights))

    def with_overestimates(self, weights: Array) -> "SheetValues":
        """Return the same values with a learned overestimate of two columns."""
        return SheetValues(self.tables._replace(overestimates=weights))

    def _index(self, filled: Array, kind: Array, used: Array) -> tuple[Array, Array]:
        upper = filled & ((1 << self.rules.upper) - 1)
        block = len(self.rules.free_points) * self.first[upper] + used * self.classes[upper]
        return filled >> self.rules.upper, block + kind

    def columns(self, sheets: Array) -> tuple[Array, Array]:
        """Return the values and the variances of columns (..., 3)."""
        place = self._index(sheets[..., FILLED], sheets[..., CLASS], sheets[..., USED])
        return self._moments(place)

    def _moments(self, place: tuple[Array, Array]) -> tuple[Array, Array]:
        return self.tables.values[place], np.square(self.tables.deviations[place])

    def pair_gain(self, a: Array, b: Array) -> Array:
        """Return the value of two columns with these filled fields beyond the sum of their values."""
        gain: Array = (
            self.tables.two_columns[BASE3_DIGITS[a] + BASE3_DIGITS[b]] - self.one_column[a] - self.one_column[b]
        )
        return gain

    def sheets(self, sheets: Array) -> tuple[Array, Array]:
        """Return the values and the variances of whole sheets (sheets, columns, 3)."""
        values, variances = self.columns(sheets)
        totals = values.sum(axis=-1) + self.learned_correction(sheets, values)
        filled = filled_fields(sheets)
        share = pair_gain_share((filled != FULL_COLUMN).sum(axis=1))
        for a in range(sheets.shape[1]):
            for b in range(a):
                totals = totals + share * self.pair_gain(filled[:, a], filled[:, b])
        return totals, variances.sum(axis=-1) * self.variance_factor(sheets)

    def learned_correction(self, sheets: Array, values: Array) -> Array:
        """Return the learned correction to the composed value of sheets (sheets, columns, 3).

        :param values: (sheets, columns) the values of the columns.
        """
        filled, used = filled_fields(sheets), sheets[..., USED]
        result = np.zeros(len(sheets))
        if sheets.shape[1] < 2:
            return result
        sight = self.bonus_in_sight(sheets, values)
        if sheets.shape[1] == 2:
            return self.weights.sheets(filled, sight, used) if self.weights else result
        if self.more_weights:
            result = self.more_weights.sheets(filled, sight, used)
        two = (filled != FULL_COLUMN).sum(axis=1) == 2
        if self.weights and two.any():
            # The open columns, in order.
            place = np.argsort(filled[two] == FULL_COLUMN, axis=1, kind="stable")[:, :2]
            rows = np.flatnonzero(two)[:, None]
            result[two] = self.weights.sheets(filled[rows, place], sight[rows, place], used[rows, place])
        return result

    def bonus_in_sight(self, sheets: Array, values: Array) -> Array:
        """Return the values of columns (..., 3) minus their values with the bonus lost, in bonuses."""
        lost = self._index(sheets[..., FILLED], np.zeros_like(sheets[..., CLASS]), sheets[..., USED])
        return bonus_in_sight(values, self.tables.values[lost])

    @staticmethod
    def variance_factor(sheets: Array) -> Array:
        """Return the factor from the sum of the columns' variances to the variance of the sheet."""
        if sheets.shape[1] < 2:
            return np.ones(len(sheets))
        factor: Array = 1 - VARIANCE_REDUCTION * OPEN_FIELDS[filled_fields(sheets)].mean(axis=(1, 2))
        return factor

    def classes_after(self, sheets: Array) -> Array:
        """Return the class (sheets, columns, fields, ranks) of a column after each score in each of its fields."""
        filled, kind = sheets[..., FILLED], sheets[..., CLASS]
        lower = (*kind.shape, self.rules.lower, self.rules.class_after.shape[2])
        after = self.rules.class_after[self.first[filled & ((1 << self.rules.upper) - 1)] + kind]
        return np.concatenate((after, np.broadcast_to(kind[..., None, None], lower)), axis=2)

    def after_entry(self, sheets: Array) -> tuple[Array, Array]:
        """Return the values of sheets after each entry, and their variances.

        :returns: two arrays of shape (sheets, columns, fields, ranks, 2): the entry of a score in a field of a column,
            without and with a free roll to pay; `FORBIDDEN` where that is not allowed. The score itself is not
            included.
        """
        filled = filled_fields(sheets)
        entered = self._entered_columns(sheets)
        now, spread = self.columns(sheets)
        extra = self._learned(sheets, now, entered)
        rest = (now.sum(axis=-1, keepdims=True) - now)[..., None]
        if sheets.shape[1] > 1:
            rest = rest + self._gains(filled, entered.filled)
        values = entered.values + rest[..., None, None] + extra
        variances = entered.variances + (spread.sum(axis=-1, keepdims=True) - spread)[..., None, None, None]
        variances *= self.variance_factor(sheets)[:, None, None, None, None]
        values[np.broadcast_to(entered.closed, values.shape)] = FORBIDDEN
        return values, variances

    def overestimates_after_entry(self, sheets: Array) -> Array:
        """Return by how much the values of sheets of two columns are too high after each entry, see `after_entry`."""
        assert self.overestimates is not None, "the overestimate is known"
        sight = self.bonus_in_sight(sheets, self.columns(sheets)[0])
        entered = self._entered_columns(sheets)
        return self.overestimates.after_entry(filled_fields(sheets), sight, sheets[..., USED], entered.sight)

    def _entered_columns(self, sheets: Array) -> _EnteredColumns:
        """Return the column in which each entry was made, alone."""
        filled, used = filled_fields(sheets), sheets[..., USED]
        new = filled[..., None] | 1 << np.arange(self.rules.points.shape[1])
        scored = (sheets[..., FILLED] - filled)[..., None, None] | self.scored_after[
            :, : None if self.rules.scored else 1
        ]
        kinds = self.classes_after(sheets)[..., None]
        free = used[..., None] + np.arange(2)
        levels = len(self.rules.free_points)
        rows, blocks = self._index(
            (new[..., None] | scored)[..., None], kinds, np.minimum(free, levels - 1)[:, :, None, None, :]
        )
        values, variances = self._moments((rows, blocks))
        closed = (new == filled[..., None])[..., None, None] | (free >= levels)[:, :, None, None, :]
        sight = bonus_in_sight(values, self.tables.values[rows, blocks - kinds])
        return _EnteredColumns(new, values, variances, sight, closed)

    def _learned(self, sheets: Array, now: Array, entered: _EnteredColumns) -> Array:
        """Return the correction by the learned weights after each entry."""
        if sheets.shape[1] < 2:
            return np.zeros(1)
        filled, used = filled_fields(sheets), sheets[..., USED]
        now_in_sight = self.bonus_in_sight(sheets, now)
        if sheets.shape[1] == 2:
            return self.weights.after_entry(filled, now_in_sight, used, entered.sight) if self.weights else np.zeros(1)
        if not self.more_weights:
            return np.zeros(1)
        extra = self.more_weights.after_entry(filled, now_in_sight, used, entered.sight)
        for column in range(sheets.shape[1]):
            last = OPEN_FIELDS[filled[:, column]].sum(axis=1) <= 1
            if last.any():
                without = sheets[last].copy()
                without[:, column, FILLED] = FULL_COLUMN
                rest = self.learned_correction(without, now[last])
                extra[last, column] = rest[:, None, None, None]
        return extra

    def _gains(self, filled: Array, new: Array) -> Array:
        """Return the gain of pairs of columns (sheets, columns, fields) after each entry."""
        columns = filled.shape[1]
        pair = np.zeros((len(filled), columns, columns))
        gains = np.zeros(new.shape)
        for a in range(columns):
            for b in range(columns):
                if a != b:
                    gains[:, a] += self.pair_gain(new[:, a], filled[:, b, None])
                    pair[:, a, b] = self.pair_gain(filled[:, a], filled[:, b])
        mine = pair.sum(axis=2)
        others = pair.sum(axis=(1, 2))[:, None] / 2 - mine
        gains += others[..., None]
        return gains * pair_gain_share((filled != FULL_COLUMN).sum(axis=1)[:, None, None] - (new == FULL_COLUMN))


@cache
def shipped_values(*, five_is_full_house: bool) -> SheetValues:
    """Return the values of sheets from the shipped tables.

    :raises FileNotFoundError: if there is no trained data.
    :raises StaleData: if it was made for other rules or arrays.
    """
    return SheetValues(load_tables(five_is_full_house=five_is_full_house))
