"""The learned correction of more free columns (`knobel.engines.knoeffel.many_columns`) in NumPy, over many sheets."""

import numpy as np

from knobel.engines.knoeffel.column_pairs import FIELD_COUNT, OPEN_FIELDS
from knobel.engines.knoeffel.many_columns import MIN_COLUMNS
from knobel.engines.shared.arrays import Array
from knobel.games.combinations import UPPER
from knobel_lab.learning.knoeffel.pair_weights import bonus_doubt

IS_UPPER: Array = (np.arange(FIELD_COUNT) < len(UPPER)).astype(float)


def column_terms(sight: Array, used: Array, upper: Array, count: Array) -> list[Array]:
    """Return the terms of columns that are added over a sheet, from arrays of a common shape.

    :param sight: the value of a column minus its value if the bonus is lost, in bonuses; `used`: its free rolls used;
        `upper`: its open upper fields; `count`: its open fields.
    """
    doubt = bonus_doubt(sight)
    return [sight, doubt, sight * upper, doubt * upper, used + 0.0 * sight, used * count + 0.0 * sight, doubt * count]


def term_features(sums: list[Array]) -> list[Array]:
    """Return the features of the sums of `column_terms`."""
    doubt, used = sums[1], sums[4]
    return [*sums, doubt * doubt, used * used, doubt * used]


class ManyColumnWeights:
    """Learned weights of `SHAPE`."""

    def __init__(self, weights: Array) -> None:
        self.weights = weights

    @staticmethod
    def features(filled: Array, sight: Array, used: Array) -> Array:
        """Return the features (sheets, FEATURES) of sheets; all arguments have shape (sheets, columns)."""
        open_ = OPEN_FIELDS[filled]
        count, upper = open_.sum(axis=2), (open_ * IS_UPPER).sum(axis=2)
        fields, is_open = open_.sum(axis=1), count > 0
        terms = [np.where(is_open, term, 0).sum(axis=1) for term in column_terms(sight, used, upper, count)]
        shape = [
            (count * count).sum(axis=1),
            (upper * upper).sum(axis=1),
            (upper * count).sum(axis=1),
            upper.sum(axis=1) ** 2,
        ]
        return np.column_stack((np.ones(len(filled)), fields, fields * fields, *shape, *term_features(terms)))

    def at(self, columns: Array, left: Array) -> Array:
        """Return the weights (sheets, FEATURES) for numbers of columns that are not full and of open fields.

        They are 0 for fewer than `MIN_COLUMNS` columns.
        """
        known = columns >= MIN_COLUMNS
        found = self.weights[np.where(known, columns - MIN_COLUMNS, 0), np.where(known, left, 0)]
        return np.where(known[:, None], found, 0.0)

    def sheets(self, filled: Array, sight: Array, used: Array) -> Array:
        """Return the correction to the composed value of sheets (sheets, columns)."""
        count = OPEN_FIELDS[filled].sum(axis=2).astype(np.intp)
        weights = self.at((count > 0).sum(axis=1), count.sum(axis=1))
        values: Array = (self.features(filled, sight, used) * weights).sum(axis=1)
        return values

    def after_entry(self, filled: Array, sight: Array, used: Array, sight_after: Array) -> Array:
        """Return the correction after each entry that leaves its column open (sheets, columns, fields, ranks, 2); see
        `SheetValues.after_entry`.

        :param sight_after: (sheets, columns, fields, ranks, 2) the bonus in sight of the column entered.
        """
        open_ = OPEN_FIELDS[filled]
        count, upper = open_.sum(axis=2), (open_ * IS_UPPER).sum(axis=2)
        fields, is_open = open_.sum(axis=1), count > 0
        left = np.maximum(count.sum(axis=1).astype(np.intp) - 1, 0)
        weights = self.at(is_open.sum(axis=1), left)
        ends = np.cumsum((1, FIELD_COUNT, FIELD_COUNT, 4))
        one, line, square, shape, rest = np.split(weights, ends, axis=1)

        entered = count[..., None] - 1
        entered_upper = upper[..., None] - IS_UPPER
        fewer = fields - 1
        by_field = one + (line * fields + square * fields * fields).sum(axis=1, keepdims=True)
        by_field = by_field - line + square * (fewer * fewer - fields * fields)
        by_entry = by_field[:, None] + sum(
            shape[:, i, None, None] * total
            for i, total in enumerate(
                (
                    _replaced(count * count, entered * entered),
                    _replaced(upper * upper, entered_upper * entered_upper),
                    _replaced(upper * count, entered_upper * entered),
                    (upper.sum(axis=1)[:, None, None] - IS_UPPER) ** 2,
                )
            )
        )

        def wide(x: Array) -> Array:
            return x[..., None, None, None] if x.ndim == 2 else x[..., None, None]

        now = [np.where(is_open, term, 0) for term in column_terms(sight, used, upper, count)]
        then = column_terms(sight_after, wide(used) + np.arange(2), wide(entered_upper), wide(entered + 0 * IS_UPPER))
        sums = [wide(term.sum(axis=1, keepdims=True) - term) + after for term, after in zip(now, then, strict=True)]
        result: Array = wide(by_entry) + sum(
            rest[:, i, None, None, None, None] * feature for i, feature in enumerate(term_features(sums))
        )
        return result


def _replaced(terms: Array, after: Array) -> Array:
    """Return the sum of the terms of a sheet (sheets, columns) with that of one column replaced.

    :param after: (sheets, columns, fields) the new term.
    """
    sums: Array = (terms.sum(axis=1, keepdims=True) - terms)[..., None] + after
    return sums
