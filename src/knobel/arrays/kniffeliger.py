"""Kniffeliger for kernels: what every roll scores in every row."""

from functools import cache

import numpy as np

from knobel.arrays import Array, read_only
from knobel.arrays.combinations import ROLLS
from knobel.games.kniffeliger import ROWS, row_points

RANK = read_only(np.zeros((len(ROLLS), len(ROWS))), np.uint8)
"""(252, 14) Zeros: what may follow an entry does not depend on its points (see `kernels.turn`)."""


@cache
def points(*, five_is_full_house: bool = False) -> Array:
    """(252, 14) The points of each roll in each row, made once."""
    return read_only(
        [[row_points(row, dice, five_is_full_house=five_is_full_house) for row in ROWS] for dice in ROLLS], np.float32
    )
