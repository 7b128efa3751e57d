"""Values for greedy play of five dice, as integers so that equal values compare as equal.

The value of entering a roll is its immediate gain. The value of throwing some dice again is the mean gain of the best
entry after this one throw. All values are multiplied by `OUTCOMES`, the number of ordered throws of five dice.
"""

from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, compiled, inlined

OUTCOMES = 6**5


@compiled
def shares(dice: Any) -> Array:
    """(462) The factor of the sum over all throws that complete each keep: 6 to the number of its dice."""
    keeps = dice.faces.shape[0]
    result = np.ones(keeps, np.int64)
    for keep in range(keeps):
        for face in range(dice.faces.shape[1]):
            for _ in range(dice.faces[keep, face]):
                result[keep] *= 6
    return result


@inlined
def throw(add: Array, worth: Array) -> None:
    """Write to the first 210 of `worth` (462) the sums over all throws that complete each keep.

    The other elements, for whole rolls, are inputs.
    """
    smaller = np.uint64(len(add))
    for i in range(smaller):
        keep = smaller - np.uint64(1) - i
        total = worth[add[keep, 0]] + worth[add[keep, 1]] + worth[add[keep, 2]]
        worth[keep] = total + worth[add[keep, 3]] + worth[add[keep, 4]] + worth[add[keep, 5]]
