"""The rules evaluated over their finite domains, as read-only NumPy arrays for the kernels."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]


def read_only(values: Any, dtype: Any) -> Array:
    """Return the values as a contiguous, read-only array."""
    array = np.ascontiguousarray(values, dtype)
    array.flags.writeable = False
    return array
