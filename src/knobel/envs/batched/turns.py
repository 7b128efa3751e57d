"""Common steps of Knöffel and Kniffeliger: five dice, some of which are kept."""

from functools import cache
from typing import NamedTuple

import numpy as np

from knobel.encodings.turns import KEEPS as KEPT
from knobel.encodings.turns import pad_dice
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.compiled import Int, inlined
from knobel.engines.shared.five_dice import FIRST_ROLL, KEEPS, ROLLS, five_dice

KEEP_COUNT = len(KEPT)
"""Number of ways to keep fewer than five dice, in the order of their actions."""
NO_ROLL = len(ROLLS)
"""The index that stands for no roll."""


class DiceArrays(NamedTuple):
    """`add` is that of `engines.shared.five_dice`. By roll, from 0, and last by `NO_ROLL`: `faces` (253, 5), and which
    of the keeps are parts of it, `parts` (253, 210)."""

    add: Array
    faces: Array
    parts: Array
    kept: Array


@inlined
def write_keep_mask(dice: DiceArrays, roll: Int, mask: Array) -> None:
    """Write the keeps that a roll allows into their part (210) of a mask."""
    parts = dice.parts[roll]
    # Indices that are plainly not negative let the compiler copy many at a time.
    for keep in range(KEEP_COUNT):
        mask[keep] = parts[keep]


@cache
def dice_arrays() -> DiceArrays:
    """Return the arrays, created once."""
    assert KEEPS[:FIRST_ROLL] == KEPT, "actions and kernels number keeps alike"
    lattice, parts = five_dice(), np.zeros((len(ROLLS) + 1, FIRST_ROLL), np.int8)
    for roll in range(len(ROLLS)):
        # The last part of a roll is the roll itself.
        parts[roll, lattice.part[lattice.part_start[roll] : lattice.part_start[roll + 1] - 1]] = 1
    return DiceArrays(
        lattice.add,
        faces=read_only([*map(pad_dice, ROLLS), pad_dice(())], np.int8),
        parts=read_only(parts, np.int8),
        kept=read_only([*map(pad_dice, KEPT)], np.int8),
    )
