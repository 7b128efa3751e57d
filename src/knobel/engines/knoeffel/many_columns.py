"""Correction to the composed value of three or more free columns of Knöffel: a linear function with learned weights.

There is one set of weights for every number of columns that are not full and every number of open fields in them. Full
columns do not count. The features are, for each field, the number of columns in which it is open, and its square; sums
of squares and products of the open fields, upper and all, of each column; and sums and products of the bonus in sight,
its uncertainty and the free rolls used.
"""

import numpy as np

from knobel.engines.knoeffel.column_pairs import FIELD_COUNT
from knobel.engines.shared.arrays import Array

MIN_COLUMNS, MAX_COLUMNS = 3, 6
"""The numbers of columns, not full, for which there are weights."""
TERM_COUNT = 7
"""Number of terms that are added over the columns: the bonus in sight, its uncertainty and the free rolls used."""
FEATURE_COUNT = 1 + 2 * FIELD_COUNT + 4 + TERM_COUNT + 3
SHAPE = (MAX_COLUMNS - MIN_COLUMNS + 1, MAX_COLUMNS * FIELD_COUNT + 1, FEATURE_COUNT)
"""Shape of the weights: by number of columns, from `MIN_COLUMNS`, and number of open fields."""
PLAY_SHARES = {3: 1.0, 4: 0.6, 5: 0.5, 6: 0.5}
"""Share of the learned correction by which choices are made, by number of columns; the shipped weights contain it.

All of it would prefer choices that are overestimated: play with four columns would score 4 points less, with six 40.
"""


def unshared(weights: Array) -> Array:
    """Return the whole learned correction (`SHAPE`), given the part of it by which choices are made."""
    shares = np.array([PLAY_SHARES[MIN_COLUMNS + i] for i in range(len(weights))])
    whole: Array = weights / shares[:, None, None]
    return whole
