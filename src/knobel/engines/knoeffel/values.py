"""What sheets of Knöffel are worth, read from the data that `knobel.engines.knoeffel.solve.export` makes.

A *sheet* is (columns, 3): of every column that is still to be played the filled fields, the class of its upper total
and the free rolls used, as `knobel.engines.knoeffel.arrays.Column` numbers them. Functions take many sheets (sheets, columns,
3) at a time. What a sheet is worth beyond the sum of its columns is added up over pairs of columns; see
`knobel.engines.knoeffel.solve` on where that comes from.
"""

from collections.abc import Mapping
from copy import copy
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from knobel.engines.knoeffel.arrays import Column, knoeffel
from knobel.engines.knoeffel.pairs import OPEN, PairWeights, in_sight
from knobel.engines.shared import weights
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import five_dice
from knobel.engines.shared.stamps import fingerprint, load, save
from knobel.games.knoeffel import FIELDS

FILLED, CLASS, USED = range(3)
NEVER = -1e9
"""The worth of what is not allowed, below all others."""
VALUE_STEP, TOGETHER_STEP, SPREAD_STEP = 1 / 250, 1 / 100, 1 / 5
"""How finely the three tables are kept; policies on them are worth the same to less than 0.001 points."""
DIGITS = np.array([sum(3**i for i in range(len(FIELDS)) if filled >> i & 1) for filled in range(1 << len(FIELDS))])
"""The filled fields of one column as base-3 digits, which those of two columns add up to."""
STEADIER = 0.28
"""How much less two columns with all fields free vary in all than apart, in variance; measured over games."""
NAMES = {False: "plain", True: "five_is_full_house"}


def stamp() -> str:
    """Says for which rules and arrays the data is."""
    return fingerprint(*(knoeffel(five_is_full_house=option) for option in NAMES), five_dice())


def pack(table: Array, step: float, kind: type[np.unsignedinteger]) -> Array:
    """A table in whole steps, as differences along both axes, which compress well."""
    steps = np.rint(table / step).astype(kind)
    return np.diff(np.diff(steps, axis=0, prepend=kind(0)), axis=1, prepend=kind(0))


def unpack(packed: Array, step: float) -> Array:
    """The table that `pack` packed, to half a step."""
    steps = np.cumsum(np.cumsum(packed, axis=1, dtype=packed.dtype), axis=0, dtype=packed.dtype)
    return steps.astype(np.float32) * np.float32(step)


def write(path: Path, tables: Mapping[bool, tuple[Array, Array]], together: Array, weights: Array) -> None:
    """Write the data.

    :param weights: (27, features) as in `knobel.engines.knoeffel.pairs`.

    :param tables: by the option `five_is_full_house` the values and the standard deviations of all states of a column.
    :param together: (3^13) the values of the simpler game with two columns, without the option.
    """
    arrays = {"together": pack(together.reshape(3**6, 3**7), TOGETHER_STEP, np.uint16), "weights": weights}
    for option, (values, spreads) in tables.items():
        arrays[f"values_{NAMES[option]}"] = pack(values, VALUE_STEP, np.uint16)
        arrays[f"spreads_{NAMES[option]}"] = pack(spreads, SPREAD_STEP, np.uint8)
    save(path, stamp(), arrays, compress=True)


class Outcomes(NamedTuple):
    """The different ways to score in a field: `field`, `rank` (as in `knobel.engines.knoeffel.arrays.Column`) and `points`
    (outcomes); and `of` (252, fields), which of them each roll is."""

    field: Array
    rank: Array
    points: Array
    of: Array


def different_outcomes(column: Column) -> Outcomes:
    """The outcomes in a column."""
    points = column.points.astype(np.int64)
    field = np.broadcast_to(np.arange(points.shape[1]), points.shape)
    ways = np.stack((field, column.rank, points), axis=-1).reshape(-1, 3)
    different, of = np.unique(ways, axis=0, return_inverse=True)
    field_of, rank_of, points_of = different.T
    return Outcomes(field_of, rank_of, points_of, of.reshape(points.shape))


class Worth:
    """What sheets are worth under one option, and by how much that varies."""

    def __init__(
        self, column: Column, values: Array, spreads: Array, together: Array, weights: PairWeights | None = None
    ) -> None:
        """`values` and `spreads` (standard deviations) of shape `column.shape`, `together` (3^13)."""
        self.column = column
        self.values = values
        self.variances = np.square(spreads)
        self.together = together
        self.weights = weights
        self.alone = together[DIGITS + len(together) // 2]
        self.first = column.class_start[:-1].astype(np.int64)
        self.classes = np.diff(column.class_start.astype(np.int64))
        self.class_after = column.class_after.astype(np.int64)
        self.outcomes = different_outcomes(column)

    def learned(self, weights: Array) -> "Worth":
        """The same with learned weights."""
        more = copy(self)
        more.weights = PairWeights(weights)
        return more

    def _place(self, filled: Array, kind: Array, used: Array) -> tuple[Array, Array]:
        upper = filled & ((1 << self.column.upper) - 1)
        block = len(self.column.free_points) * self.first[upper] + used * self.classes[upper]
        return filled >> self.column.upper, block + kind

    def columns(self, sheets: Array) -> tuple[Array, Array]:
        """The values and the variances of columns (..., 3)."""
        place = self._place(sheets[..., FILLED], sheets[..., CLASS], sheets[..., USED])
        return self.values[place], self.variances[place]

    def gain(self, a: Array, b: Array) -> Array:
        """What two columns with these filled fields are worth beyond their sum."""
        gain: Array = self.together[DIGITS[a] + DIGITS[b]] - self.alone[a] - self.alone[b]
        return gain

    def sheets(self, sheets: Array) -> tuple[Array, Array]:
        """What whole sheets (sheets, columns, 3) are worth, and the variance."""
        values, variances = self.columns(sheets)
        worth = values.sum(axis=-1)
        if self.weights and sheets.shape[1] == 2:
            worth = worth + self.weights.sheets(sheets[..., FILLED], self.sight(sheets, values), sheets[..., USED])
        for a in range(sheets.shape[1]):
            for b in range(a):
                worth = worth + self.gain(sheets[:, a, FILLED], sheets[:, b, FILLED])
        return worth, variances.sum(axis=-1) * self.steadier(sheets)

    def sight(self, sheets: Array, values: Array) -> Array:
        """What columns (..., 3) are worth more than with their bonus lost, in bonuses."""
        lost = self._place(sheets[..., FILLED], np.zeros_like(sheets[..., CLASS]), sheets[..., USED])
        return in_sight(values, self.values[lost])

    @staticmethod
    def steadier(sheets: Array) -> Array:
        """By which factor sheets vary less than their columns do apart."""
        if sheets.shape[1] < 2:
            return np.ones(len(sheets))
        factor: Array = 1 - STEADIER * OPEN[sheets[..., FILLED]].mean(axis=(1, 2))
        return factor

    def kinds(self, sheets: Array) -> Array:
        """The class (sheets, columns, fields, ranks) of a column after each score in each of its fields."""
        filled, kind = sheets[..., FILLED], sheets[..., CLASS]
        lower = (*kind.shape, self.column.lower, self.class_after.shape[2])
        after = self.class_after[self.first[filled & ((1 << self.column.upper) - 1)] + kind]
        return np.concatenate((after, np.broadcast_to(kind[..., None, None], lower)), axis=2)

    def after(self, sheets: Array) -> tuple[Array, Array]:
        """What sheets are worth after each entry, and the variance.

        :returns: two of shape (sheets, columns, fields, ranks, 2): the entry of a score in a field of a column, without
            and with a free roll to pay; `NEVER` where that is not allowed. The score itself is not counted.
        """
        filled, used = sheets[..., FILLED], sheets[..., USED]
        new = filled[..., None] | 1 << np.arange(self.column.points.shape[1])
        kinds = self.kinds(sheets)[..., None]
        free = used[..., None] + np.arange(2)
        levels = len(self.column.free_points)
        place = self._place(new[..., None, None], kinds, np.minimum(free, levels - 1)[:, :, None, None, :])
        values, variances = self.values[place], self.variances[place]

        now, spread = self.columns(sheets)
        extra = self._learned(sheets, now, values, place, kinds)
        rest = (now.sum(axis=-1, keepdims=True) - now)[..., None]
        if sheets.shape[1] > 1:
            rest = rest + self._gains(filled, new)
        values = values + rest[..., None, None] + extra
        variances = variances + (spread.sum(axis=-1, keepdims=True) - spread)[..., None, None, None]
        variances *= self.steadier(sheets)[:, None, None, None, None]
        closed = (new == filled[..., None])[..., None, None] | (free >= levels)[:, :, None, None, :]
        values[np.broadcast_to(closed, values.shape)] = NEVER
        return values, variances

    def _learned(self, sheets: Array, now: Array, values: Array, place: tuple[Array, Array], kinds: Array) -> Array:
        """What the learned weights add after each entry."""
        if not self.weights or sheets.shape[1] != 2:
            return np.zeros(1)
        filled, block = place
        sight = in_sight(values, self.values[filled, block - kinds])
        return self.weights.after(sheets[..., FILLED], self.sight(sheets, now), sheets[..., USED], sight)

    def _gains(self, filled: Array, new: Array) -> Array:
        """What pairs of columns gain (sheets, columns, fields) after each entry."""
        columns = filled.shape[1]
        pair = np.zeros((len(filled), columns, columns))
        gains = np.zeros(new.shape)
        for a in range(columns):
            for b in range(columns):
                if a != b:
                    gains[:, a] += self.gain(new[:, a], filled[:, b, None])
                    pair[:, a, b] = self.gain(filled[:, a], filled[:, b])
        mine = pair.sum(axis=2)
        others = pair.sum(axis=(1, 2))[:, None] / 2 - mine
        gains += others[..., None]
        return gains


@cache
def worth(*, five_is_full_house: bool = False) -> Worth:
    """The shipped data.

    :raises FileNotFoundError: if there is none.
    :raises Stale: if it was made for other rules or arrays.
    """
    arrays, _ = load(weights.path("knoeffel"), stamp())
    name = NAMES[five_is_full_house]
    return Worth(
        knoeffel(five_is_full_house=five_is_full_house),
        unpack(arrays[f"values_{name}"], VALUE_STEP),
        unpack(arrays[f"spreads_{name}"], SPREAD_STEP),
        unpack(arrays["together"], TOGETHER_STEP).reshape(-1),
        PairWeights(arrays["weights"]),
    )
