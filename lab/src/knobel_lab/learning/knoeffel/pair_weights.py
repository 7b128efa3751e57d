"""The learned correction of two free columns (`knobel.engines.knoeffel.column_pairs`) in NumPy, over many sheets."""

import numpy as np

from knobel.engines.knoeffel.column_pairs import FIELD_COUNT, OPEN_FIELDS, PAIRS
from knobel.engines.shared.arrays import Array
from knobel.games.combinations import UPPER
from knobel.games.knoeffel import BONUS_POINTS


def bonus_features(
    sight: tuple[Array, Array], upper: tuple[Array, Array], used: tuple[Array, Array], count: tuple[Array, Array]
) -> list[Array]:
    """Return the features of bonus and free rolls of two columns.

    :param sight: the value of each column minus its value if the bonus is lost, in bonuses; `upper`: its open upper
        fields; `used`: its free rolls used; `count`: its open fields.
    """
    (qa, qb), (xa, xb), (ua, ub), (na, nb) = sight, upper, used, count
    return [
        qa + qb,
        qa * qb,
        qa * xb + qb * xa,
        qa * xa + qb * xb,
        ua + ub,
        ua * ub,
        ua * nb + ub * na,
        ua * na + ub * nb,
    ]


def bonus_doubt(sight: Array) -> Array:
    """Return the uncertainty of each column's bonus: 0 if it is certainly lost or earned."""
    in_doubt: Array = sight * (1 - sight)
    return in_doubt


class PairWeights:
    """Learned weights (2 * 13 + 1, FEATURES), by the number of open fields in both columns."""

    def __init__(self, weights: Array) -> None:
        self.weights = weights
        ends = np.cumsum((1, FIELD_COUNT, len(PAIRS[0]), FIELD_COUNT, FIELD_COUNT))
        _, self.lines, pairs, self.beside, self.within, self.bonus_and_free_rolls = np.split(weights, ends, axis=1)
        self.pairs = np.zeros((len(weights), FIELD_COUNT, FIELD_COUNT))
        self.pairs[:, PAIRS[0], PAIRS[1]] = pairs
        self.pairs[:, PAIRS[1], PAIRS[0]] = pairs
        # A column without open fields leaves no choice between columns.
        self.has_open_fields: Array = OPEN_FIELDS.sum(axis=1) > 0

    @staticmethod
    def features(filled: Array, sight: Array, used: Array) -> Array:
        """Return the features (sheets, FEATURES) of sheets of two columns; all arguments have shape (sheets, 2)."""
        a, b = OPEN_FIELDS[filled[:, 0]], OPEN_FIELDS[filled[:, 1]]
        cross = a[:, :, None] * b[:, None, :]
        both = cross + cross.swapaxes(1, 2)
        both[:, np.arange(FIELD_COUNT), np.arange(FIELD_COUNT)] /= 2
        mine, other = bonus_doubt(sight).T[..., None]
        doubts = mine * b + other * a, mine * a + other * b
        upper = a[:, : len(UPPER)].sum(axis=1), b[:, : len(UPPER)].sum(axis=1)
        of = bonus_features(tuple(sight.T), upper, tuple(used.T), (a.sum(axis=1), b.sum(axis=1)))
        return np.column_stack((np.ones(len(a)), a + b, both[:, PAIRS[0], PAIRS[1]], *doubts, *of))

    def sheets(self, filled: Array, sight: Array, used: Array) -> Array:
        """Return the correction to the composed value of sheets of two columns (sheets, 2)."""
        features = self.features(filled, sight, used)
        values = (features * self.weights[OPEN_FIELDS[filled].sum(axis=(1, 2)).astype(np.intp)]).sum(axis=1)
        return np.where(self.has_open_fields[filled].all(axis=1), values, 0.0)

    def after_entry(self, filled: Array, sight: Array, used: Array, sight_after: Array) -> Array:
        """Return the correction after each entry in either column (sheets, 2, fields, ranks, 2); see
        `SheetValues.after_entry`.

        :param sight_after: (sheets, 2, fields, ranks, 2) the bonus in sight of the column entered.
        """
        open_ = OPEN_FIELDS[filled]
        count = open_.sum(axis=2)
        left = np.maximum(count.sum(axis=1).astype(np.intp) - 1, 0)
        lines, pairs, weights = self.lines[left], self.pairs[left], self.bonus_and_free_rolls[left]
        other = open_[:, ::-1]
        across = np.einsum("sij,scj->sci", pairs, other)
        fixed = (
            self.weights[left, 0] + (lines * open_.sum(axis=1)).sum(axis=1) + (across[:, 0] * open_[:, 0]).sum(axis=1)
        )
        by_field = fixed[:, None, None] - lines[:, None] - across

        upper = open_[..., : len(UPPER)].sum(axis=2)
        mine = upper[:, :, None] - (np.arange(FIELD_COUNT) < len(UPPER))

        def wide(x: Array) -> Array:
            return x[:, :, None, None, None] if x.ndim == 2 else x[:, :, :, None, None]

        of = bonus_features(
            (sight_after, wide(sight[:, ::-1])),
            (wide(mine), wide(upper[:, ::-1])),
            (wide(used) + np.arange(2), wide(used[:, ::-1])),
            (wide(count - 1), wide(count[:, ::-1])),
        )
        beside, within = ((open_ * weights[:, None]).sum(axis=2) for weights in (self.beside[left], self.within[left]))
        entered_beside = wide(beside[:, :, None] - self.beside[left][:, None])
        entered_within = wide(within[:, :, None] - self.within[left][:, None])
        doubts = bonus_doubt(sight_after) * (wide(beside[:, ::-1]) + entered_within) + wide(
            bonus_doubt(sight[:, ::-1])
        ) * (entered_beside + wide(within[:, ::-1]))
        values = (
            wide(by_field)
            + doubts
            + sum((weights[:, i, None, None, None, None] * feature for i, feature in enumerate(of)), np.zeros(1))
        )
        new = filled[..., None] | 1 << np.arange(FIELD_COUNT)
        has_open_fields = self.has_open_fields[new] & self.has_open_fields[filled[:, ::-1]][..., None]
        result: Array = np.where(wide(has_open_fields), values, 0.0)
        return result


def bonus_in_sight(values: Array, lost: Array) -> Array:
    """Return the value of columns minus their value with the bonus lost, in bonuses."""
    sight: Array = (values - lost) / BONUS_POINTS
    return sight
