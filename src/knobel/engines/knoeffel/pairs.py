"""What two free columns of Knöffel are worth beyond what is composed of them: a linear sum of learned weights.

There is one set of weights for every number of open fields. The features of two columns tell which fields are open in
them, which pairs of open fields lie one in each, which are open in or beside a column whose bonus is in doubt, and what
the bonus in sight and the free rolls used come to.
"""

import numpy as np

from knobel.engines.shared.arrays import Array
from knobel.games.combinations import UPPER
from knobel.games.knoeffel import BONUS_POINTS, FIELDS

COUNT = len(FIELDS)
PAIRS = np.triu_indices(COUNT)
"""The fields of each feature that is a pair of open fields, one in each column."""
BONUS_AND_FREE_ROLLS = 8
"""How many features tell what bonus and free rolls come to."""
DOUBTS = 2 * COUNT
"""How many features tell which fields are open beside a bonus in doubt, and with one."""
FEATURES = 1 + COUNT + len(PAIRS[0]) + DOUBTS + BONUS_AND_FREE_ROLLS
OPEN: Array = 1.0 - (np.arange(1 << COUNT)[:, None] >> np.arange(COUNT) & 1)
"""(2^13, 13) Which fields are open."""


def bonus_and_free_rolls(
    sight: tuple[Array, Array], upper: tuple[Array, Array], used: tuple[Array, Array], count: tuple[Array, Array]
) -> list[Array]:
    """The features of bonus and free rolls of two columns.

    :param sight: what each column is worth more than if its bonus were lost, in bonuses; `upper`: its open upper
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


def doubt(sight: Array) -> Array:
    """How much columns' bonuses are in doubt: 0 when they are lost or earned for sure."""
    in_doubt: Array = sight * (1 - sight)
    return in_doubt


class PairWeights:
    """Learned weights (2 * 13 + 1, FEATURES), by how many fields are open in both columns."""

    def __init__(self, weights: Array) -> None:
        self.weights = weights
        ends = np.cumsum((1, COUNT, len(PAIRS[0]), COUNT, COUNT))
        _, self.lines, pairs, self.beside, self.within, self.bonus_and_free_rolls = np.split(weights, ends, axis=1)
        self.pairs = np.zeros((len(weights), COUNT, COUNT))
        self.pairs[:, PAIRS[0], PAIRS[1]] = pairs
        self.pairs[:, PAIRS[1], PAIRS[0]] = pairs
        # A column without open fields leaves nothing to choose.
        self.something: Array = OPEN.sum(axis=1) > 0

    @staticmethod
    def features(filled: Array, sight: Array, used: Array) -> Array:
        """The features (sheets, FEATURES) of sheets of two columns; all three (sheets, 2)."""
        a, b = OPEN[filled[:, 0]], OPEN[filled[:, 1]]
        cross = a[:, :, None] * b[:, None, :]
        both = cross + cross.swapaxes(1, 2)
        both[:, np.arange(COUNT), np.arange(COUNT)] /= 2
        mine, other = doubt(sight).T[..., None]
        doubts = mine * b + other * a, mine * a + other * b
        upper = a[:, : len(UPPER)].sum(axis=1), b[:, : len(UPPER)].sum(axis=1)
        of = bonus_and_free_rolls(tuple(sight.T), upper, tuple(used.T), (a.sum(axis=1), b.sum(axis=1)))
        return np.column_stack((np.ones(len(a)), a + b, both[:, PAIRS[0], PAIRS[1]], *doubts, *of))

    def sheets(self, filled: Array, sight: Array, used: Array) -> Array:
        """What sheets of two columns (sheets, 2) are worth beyond what is composed."""
        features = self.features(filled, sight, used)
        worth = (features * self.weights[OPEN[filled].sum(axis=(1, 2)).astype(np.intp)]).sum(axis=1)
        return np.where(self.something[filled].all(axis=1), worth, 0.0)

    def after(self, filled: Array, sight: Array, used: Array, sight_after: Array) -> Array:
        """The same after each entry in either column (sheets, 2, fields, ranks, 2); see `Worth.after`.

        :param sight_after: (sheets, 2, fields, ranks, 2) that of the column entered.
        """
        open_ = OPEN[filled]
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
        mine = upper[:, :, None] - (np.arange(COUNT) < len(UPPER))

        def wide(x: Array) -> Array:
            return x[:, :, None, None, None] if x.ndim == 2 else x[:, :, :, None, None]

        of = bonus_and_free_rolls(
            (sight_after, wide(sight[:, ::-1])),
            (wide(mine), wide(upper[:, ::-1])),
            (wide(used) + np.arange(2), wide(used[:, ::-1])),
            (wide(count - 1), wide(count[:, ::-1])),
        )
        beside, within = ((open_ * weights[:, None]).sum(axis=2) for weights in (self.beside[left], self.within[left]))
        entered_beside = wide(beside[:, :, None] - self.beside[left][:, None])
        entered_within = wide(within[:, :, None] - self.within[left][:, None])
        doubts = doubt(sight_after) * (wide(beside[:, ::-1]) + entered_within) + wide(doubt(sight[:, ::-1])) * (
            entered_beside + wide(within[:, ::-1])
        )
        worth = (
            wide(by_field)
            + doubts
            + sum((weights[:, i, None, None, None, None] * feature for i, feature in enumerate(of)), np.zeros(1))
        )
        new = filled[..., None] | 1 << np.arange(COUNT)
        something = self.something[new] & self.something[filled[:, ::-1]][..., None]
        result: Array = np.where(wide(something), worth, 0.0)
        return result


def in_sight(values: Array, lost: Array) -> Array:
    """What columns are worth more than with their bonus lost, in bonuses."""
    sight: Array = (values - lost) / BONUS_POINTS
    return sight
