"""Values of sheets of Knöffel, composed of the table values of single columns.

Functions take several sheets (sheets, columns, 3), with the columns that are still to be played. The value of a sheet
beyond the sum of its columns is a sum over pairs of columns; `knobel.engines.knoeffel.solve` describes its source. Two
pairs may count on the same entry, so with more than two columns each pair gains less (`pair_gain_share`). A learned
correction is added, see `knobel.engines.knoeffel.column_pairs` and `knobel.engines.knoeffel.many_columns`.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from knobel.engines.knoeffel.column_pairs import OPEN_FIELDS, PairWeights, bonus_in_sight
from knobel.engines.knoeffel.lookup import CLASS, FILLED, USED, Rules, Tables
from knobel.engines.knoeffel.many_columns import ManyColumnWeights
from knobel.engines.knoeffel.variant_tables import MAX_VARIANTS, variant_tables
from knobel.engines.knoeffel.variants import Variant
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.games.joker import EXTRA_POINTS
from knobel.games.knoeffel import FIELDS, KNOEFFEL, KNOEFFEL_POINTS, Column, Knoeffel, upper_sum

FULL_COLUMN = (1 << len(FIELDS)) - 1
"""The filled fields of a full column."""
BASE3_DIGITS: Array = (1 - OPEN_FIELDS).astype(np.int64) @ 3 ** np.arange(len(FIELDS))
"""(2^13) The filled fields of one column as base-3 digits; the digits of two columns can be added."""
VARIANCE_REDUCTION = 0.28
"""Relative reduction of the total variance of two columns with all fields free, measured over games."""


KNOEFFEL_PROBABILITY = 0.03
"""Estimated probability that one turn ends with a Knöffel, used only for the option `knoeffel="player"`."""


class SheetOptions(NamedTuple):
    """The options of the rules that concern the columns of a player together.

    `free_roll_fields`: with `shared_free_rolls`, each column has a free-roll field. `without_free_rolls`: there are
    none, which is as if all were used.
    """

    sequential: bool = False
    one_knoeffel: bool = False
    shared_free_rolls: bool = False
    free_roll_fields: bool = False
    without_free_rolls: bool = False
    knoeffel_points: int = KNOEFFEL_POINTS


def sheet_options(game: Knoeffel) -> SheetOptions:
    """Return the options of a game that concern the columns of a player together."""
    return SheetOptions(
        game.options["columns"] == "sequential",
        game.one_knoeffel,
        game.shared_free_rolls,
        game.shared_free_rolls and not game.one_free_roll_field,
        not game.with_free_rolls,
        game.knoeffel_points,
    )


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


@lru_cache(MAX_VARIANTS)
def variant_values(variant: Variant) -> SheetValues:
    """Return the values of sheets of a variant.

    :raises FileNotFoundError: if there is no trained data.
    :raises StaleData: if it was made for other rules or arrays.
    """
    return SheetValues(variant_tables(variant))


def shipped_values(*, five_is_full_house: bool) -> SheetValues:
    """Return the values of sheets from the shipped tables; see `variant_values`."""
    return variant_values(Variant(five_is_full_house))


class ExpectedResult:
    """The expected result of one player's columns.

    `where` lists the columns open to entries, and `open` (columns, 3) is the sheet of these columns. `rest` and
    `rest_variance` are the mean and the variance of the other columns and of all points entered. `mean` and `variance`
    are those of the final score. `turns` is the number of turns left.

    The tables assume that columns are independent, so two options are estimated. With `shared_free_rolls` all free
    rolls are given to the column with the most free fields, `payer`; it does not matter which free-roll field they are
    charged to, because each costs 5 points. With `one_knoeffel` the Knöffel fields that cannot
    score any more are discounted, see `discount`.
    """

    def __init__(self, sheet_values: SheetValues, columns: Sequence[Column], options: SheetOptions) -> None:
        numbers = np.array([column_numbers(sheet_values.rules, column) for column in columns])
        self.options = options
        self.free_fields = [column.points.count(None) for column in columns]
        self.payer: int | None = None
        if options.without_free_rolls:
            numbers[:, USED] = len(sheet_values.rules.free_points) - 1
        if options.shared_free_rolls:
            used = sum(column.free_rolls_used for column in columns)
            self.payer = max(range(len(columns)), key=self.free_fields.__getitem__)
            numbers[:, USED] = len(sheet_values.rules.free_points) - 1
            numbers[self.payer, USED] = used
        self.payer_numbers = None if self.payer is None else numbers[self.payer]
        self.knoeffel_open = [column.points[KNOEFFEL] is None for column in columns]
        self.knoeffel_scored = any(column.points[KNOEFFEL] for column in columns)
        where = [i for i, column in enumerate(columns) if not column.full]
        self.where = where[:1] if options.sequential else where
        self.open = numbers[self.where]
        values, variances = sheet_values.columns(numbers[[i for i in range(len(columns)) if i not in self.where]])
        self.rest = float(values.sum()) + sum(points or 0 for column in columns for points in column.points)
        self.rest += EXTRA_POINTS * sum(column.extra_jokers for column in columns)
        if options.free_roll_fields:
            # The payer's value contains one field, charged with all free rolls that were used.
            self.rest += (len(columns) - 1) * float(sheet_values.rules.free_points[0])
        self.rest_variance = float(variances.sum())
        self.turns = sum(column.points.count(None) for column in columns)
        open_value, open_variance = sheet_values.sheets(self.open[None])
        self.mean = self.rest + float(open_value[0]) - self.discount()
        self.variance = self.rest_variance + float(open_variance[0])

    @property
    def estimated(self) -> bool:
        """True if the columns depend on each other in a way that the tables do not describe."""
        if self.turns <= 1:
            return False
        alone = self.turns == sum(self.free_fields[i] for i in self.where[:1])
        hopeless = self.options.one_knoeffel and self.discount() > 0
        return hopeless or (self.options.shared_free_rolls and not alone)

    def discount(self, entered: int | None = None, *, is_knoeffel_field: bool = False, scores: bool = False) -> float:
        """Return the estimated points of Knöffel fields that cannot score because a player scores only one Knöffel.

        :param entered: the column in which a field is filled first, or None for the sheet as it is.
        :param is_knoeffel_field: True if that field is the Knöffel field.
        :param scores: True if that entry is a Knöffel.
        """
        if not self.options.one_knoeffel:
            return 0.0
        hoped = [
            self.options.knoeffel_points * (1 - (1 - KNOEFFEL_PROBABILITY) ** (free - (i == entered)))
            for i, (free, is_open) in enumerate(zip(self.free_fields, self.knoeffel_open, strict=True))
            if is_open and not (i == entered and is_knoeffel_field)
        ]
        return sum(hoped) - (0.0 if self.knoeffel_scored or scores else max(hoped, default=0.0))


@lru_cache(maxsize=1024)
def expected_result(sheet_values: SheetValues, columns: tuple[Column, ...], options: SheetOptions) -> ExpectedResult:
    """Return the expected result of one player's columns, cached because they do not change during a turn."""
    return ExpectedResult(sheet_values, columns, options)


def column_numbers(rules: Rules, column: Column) -> tuple[int, int, int]:
    """Return a column of a sheet as numbers."""
    filled = sum(1 << i for i, points in enumerate(column.points) if points is not None)
    kind = rules.upper_class(filled, upper_sum(column))
    return filled | (rules.scored if column.points[KNOEFFEL] else 0), kind, column.free_rolls_used
