"""What greedy play of five dice compares, in whole numbers, so that equals are equal.

To enter a roll is worth what that gains at once. To throw some dice again is worth the gain of the best entry after
this one throw, on average. All worths are multiplied by `OUTCOMES`, the number of ways in which five dice fall.
"""

from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, compiled, inlined

OUTCOMES = 6**5


@compiled
def shares(dice: Any) -> Array:
    """(462) By what the sum over all throws that complete each keep is to be multiplied: 6^(its dice)."""
    keeps = dice.faces.shape[0]
    result = np.ones(keeps, np.int64)
    for keep in range(keeps):
        for face in range(dice.faces.shape[1]):
            for _ in range(dice.faces[keep, face]):
                result[keep] *= 6
    return result


@inlined
def throw(add: Array, worth: Array) -> None:
    """Write into the first 210 of `worth` (462) the sums over all throws that complete each keep; the others, whole
    rolls, are given."""
    smaller = np.uint64(len(add))
    for i in range(smaller):
        keep = smaller - np.uint64(1) - i
        total = worth[add[keep, 0]] + worth[add[keep, 1]] + worth[add[keep, 2]]
        worth[keep] = total + worth[add[keep, 3]] + worth[add[keep, 4]] + worth[add[keep, 5]]
