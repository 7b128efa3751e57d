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
"""By the option `five_is_full_house`, what its arrays are called in the data that ships."""


class Tables(NamedTuple):
    """What kernels know of the rules.

    `points` (252, 14): what each roll scores in each row. `rank` (252, 14): zeros, for what may follow an entry does
    not depend on its points (see `engines.shared.turn_lanes`). `dice`: the lattice of keeps.
    """

    points: Array
    rank: Array
    dice: FiveDice


class Solved(NamedTuple):
    """By the filled rows as a bit mask (2^14), row 0 the lowest bit: the points that optimal play alone still expects,
    `values`, and their standard deviations, `spreads`."""

    values: Array
    spreads: Array


@cache
def points(*, five_is_full_house: bool = False) -> Array:
    """(252, 14) The points of each roll in each row, made once."""
    return read_only(
        [[row_points(row, dice, five_is_full_house=five_is_full_house) for row in ROWS] for dice in ROLLS], np.float32
    )


@cache
def tables(*, five_is_full_house: bool = False) -> Tables:
    """The arrays for kernels, made once."""
    return Tables(
        points=points(five_is_full_house=five_is_full_house),
        rank=read_only(np.zeros((len(ROLLS), len(ROWS))), np.uint8),
        dice=five_dice(),
    )


@cache
def earns() -> Array:
    """(252) Whether an entry of each roll earns an action die, made once."""
    game = Kniffeliger()
    rolled = [game.apply(game.start(2), Roll(dice)) for dice in ROLLS]
    return read_only([game.apply(state, Move(0, ROWS[0])).stage is Stage.ACTION_DIE for state in rolled], np.bool_)


@cache
def action_die() -> Array:
    """(6, 5) How many action dice of each kind each face of the action die gives, made once."""
    game = Kniffeliger()
    due = replace(game.start(2), stage=Stage.ACTION_DIE)
    return read_only([game.apply(due, Roll((face,))).earned[0] for face in FACES], np.int64)


@cache
def stamp() -> str:
    """Says for which rules and arrays the data is."""
    return fingerprint(*(points(five_is_full_house=option) for option in NAMES), five_dice())


@cache
def solved(*, five_is_full_house: bool = False) -> Solved:
    """The shipped solution.

    :raises FileNotFoundError: if there is none.
    :raises Stale: if it was made for other rules or arrays.
    """
    arrays, _ = load(weights.path("kniffeliger"), stamp())
    name = NAMES[five_is_full_house]
    return Solved(arrays[f"values_{name}"], arrays[f"spreads_{name}"].astype(float))
