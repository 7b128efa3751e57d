"""Correction to the composed value of two free columns of Knöffel: a linear function with learned weights.

There is one set of weights for every number of open fields. The features of two columns are the open fields, the pairs
of open fields with one in each column, the open fields in or beside a column whose bonus is in doubt, and products of
the bonus in sight, the free rolls used and the numbers of open fields.
"""

import numpy as np

from knobel.engines.shared.arrays import Array
from knobel.games.knoeffel import FIELDS

FIELD_COUNT = len(FIELDS)
PAIRS = np.triu_indices(FIELD_COUNT)
"""The fields of each feature that is a pair of open fields, one in each column."""
BONUS_FEATURES = 8
"""Number of features about the bonus and free rolls."""
DOUBT_FEATURES = 2 * FIELD_COUNT
"""Number of features about open fields beside a bonus in doubt, and in the same column as one."""
FEATURE_COUNT = 1 + FIELD_COUNT + len(PAIRS[0]) + DOUBT_FEATURES + BONUS_FEATURES
FULL_COLUMN = (1 << FIELD_COUNT) - 1
"""The filled fields of a full column."""
VARIANCE_REDUCTION = 0.28
"""Relative reduction of the total variance of two columns with all fields free, measured over games."""
OPEN_FIELDS: Array = 1.0 - (np.arange(1 << FIELD_COUNT)[:, None] >> np.arange(FIELD_COUNT) & 1)
"""(2^13, 13) 1 for each open field, 0 for each filled one."""
