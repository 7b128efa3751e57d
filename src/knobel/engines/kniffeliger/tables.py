"""The rules of Kniffeliger as arrays, and the solution that ships."""

from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

from knobel.core import Move, Roll
from knobel.dice import FACES
from knobel.engines.shared import weights
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.five_dice import ROLLS, FiveDice, five_dice
from knobel.engines.shared.stamps import fingerprint, load
from knobel.games.kniffeliger import ROWS, Kniffeliger, Stage, row_points

NAMES = {False: "plain", True: "five_is_full_house"}
"""Suffix of array names in the shipped data, by the option `five_is_full_house`."""


class Tables(NamedTuple):
    """The rules as arrays for kernels.

    - `points` (252, 14): the score of each roll in each row.
    - `rank` (252, 14): zeros, because the value after an entry does not depend on its points (see
      `engines.shared.turn_lanes`).
    - `dice`: the lattice of keeps.
    """

    points: Array
    rank: Array
    dice: FiveDice


class Solved(NamedTuple):
    """The solution, by the bit mask of filled rows (2^14), row 0 the lowest bit.

    `values` are the points that optimal play alone still expects, `spreads` their standard deviations.
    """

    values: Array
    spreads: Array


@cache
def points(*, five_is_full_house: bool = False) -> Array:
    """(252, 14) The points of each roll in each row, computed once."""
    return read_only(
        [[row_points(row, dice, five_is_full_house=five_is_full_house) for row in ROWS] for dice in ROLLS], np.float32
    )


@cache
def tables(*, five_is_full_house: bool = False) -> Tables:
    """Return the arrays for kernels, computed once."""
    return Tables(
        points=points(five_is_full_house=five_is_full_house),
        rank=read_only(np.zeros((len(ROLLS), len(ROWS))), np.uint8),
        dice=five_dice(),
    )


@cache
def earns() -> Array:
    """(252) True where an entry of the roll earns an action die, computed once."""
    game = Kniffeliger()
    rolled = [game.apply(game.start(2), Roll(dice)) for dice in ROLLS]
    return read_only([game.apply(state, Move(0, ROWS[0])).stage is Stage.ACTION_DIE for state in rolled], np.bool_)


@cache
def action_die() -> Array:
    """(6, 5) The number of action dice of each kind for each face of the action die, computed once."""
    game = Kniffeliger()
    due = replace(game.start(2), stage=Stage.ACTION_DIE)
    return read_only([game.apply(due, Roll((face,))).earned[0] for face in FACES], np.int64)


@cache
def stamp() -> str:
    """Return a hash that identifies the rules and arrays of the data."""
    return fingerprint(*(points(five_is_full_house=option) for option in NAMES), five_dice())


@cache
def solved(*, five_is_full_house: bool = False) -> Solved:
    """Return the shipped solution.

    :raises FileNotFoundError: if there is none.
    :raises Stale: if it was made for other rules or arrays.
    """
    arrays, _ = load(weights.path("kniffeliger"), stamp())
    name = NAMES[five_is_full_house]
    return Solved(arrays[f"values_{name}"], arrays[f"spreads_{name}"].astype(float))
