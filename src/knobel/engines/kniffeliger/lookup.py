"""Lookup tables of Kniffeliger as read-only arrays: the rules, and the solution that ships."""

from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

from knobel.core import Move, Roll
from knobel.dice import FACES
from knobel.engines.shared import weights
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.data_files import fingerprint, load
from knobel.engines.shared.five_dice import ROLLS, FiveDice, five_dice
from knobel.engines.shared.winning_own_dice import RANGE_SD, normal_cdf
from knobel.games.kniffeliger import KNIFFELIGER_POINTS, ROWS, Kniffeliger, Stage, row_points

OPTION_NAMES = {False: "plain", True: "five_is_full_house"}
"""Suffix of array names in the shipped data, by the option `five_is_full_house`."""
MOST_POINTS = KNIFFELIGER_POINTS
"""The highest score of a roll in a row."""
CDF_RANGE, CDF_STEPS = float(RANGE_SD + 1), 200
"""Up to which number the normal distribution function is tabulated, and the steps from one number to the next."""


class Tables(NamedTuple):
    """The rules as arrays for kernels.

    - `points` (252, 14): the score of each roll in each row.
    - `rank` (252, 14): zeros, because the value after an entry does not depend on its points (see
      `engines.shared.turn_simd`).
    - `dice`: the lattice of keeps.
    """

    points: Array
    rank: Array
    dice: FiveDice


class SolvedTables(NamedTuple):
    """Input of the engine's kernels: the rules, and the solution as in `Solution`.

    - `points` (252, 14): the score of each roll in each row.
    - `earns` (252): 1 where an entry of the roll earns an action die.
    - `cdf`: the standard normal distribution function from -`CDF_RANGE` to `CDF_RANGE`, in `CDF_STEPS`.
    - `dice`: the lattice of keeps.
    """

    points: Array
    earns: Array
    expected: Array
    deviations: Array
    cdf: Array
    dice: FiveDice


class Solution(NamedTuple):
    """The solution, by the bit mask of filled rows (2^14), row 0 the lowest bit.

    `values` are the points that optimal play alone still expects, `deviations` their standard deviations.
    """

    values: Array
    deviations: Array


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
def earns_action_die() -> Array:
    """(252) True where an entry of the roll earns an action die, computed once."""
    game = Kniffeliger()
    rolled = [game.apply(game.start(2), Roll(dice)) for dice in ROLLS]
    return read_only([game.apply(state, Move(0, ROWS[0])).stage is Stage.ACTION_DIE for state in rolled], np.bool_)


@cache
def action_die_faces() -> Array:
    """(6, 5) The number of action dice of each kind for each face of the action die, computed once."""
    game = Kniffeliger()
    due = replace(game.start(2), stage=Stage.ACTION_DIE)
    return read_only([game.apply(due, Roll((face,))).earned[0] for face in FACES], np.int64)


@cache
def stamp() -> str:
    """Return a hash that identifies the rules and arrays of the data."""
    return fingerprint(*(points(five_is_full_house=option) for option in OPTION_NAMES), five_dice())


@cache
def load_solution(*, five_is_full_house: bool = False) -> Solution:
    """Return the shipped solution.

    :raises FileNotFoundError: if there is none.
    """
    arrays, _ = load(weights.path("kniffeliger"), stamp())
    name = OPTION_NAMES[five_is_full_house]
    return Solution(arrays[f"values_{name}"], arrays[f"spreads_{name}"].astype(float))


@cache
def cdf() -> Array:
    """The normal distribution function for kernels, computed once."""
    numbers = np.linspace(-CDF_RANGE, CDF_RANGE, int(2 * CDF_RANGE * CDF_STEPS) + 1)
    return read_only(normal_cdf(numbers), np.float64)


@cache
def solved_tables(*, five_is_full_house: bool = False) -> SolvedTables:
    """Return the arrays for the kernels of the engine, computed once."""
    solution = load_solution(five_is_full_house=five_is_full_house)
    return SolvedTables(
        points=points(five_is_full_house=five_is_full_house),
        earns=read_only(earns_action_die(), np.int8),
        expected=read_only(solution.values, np.float64),
        deviations=read_only(solution.deviations, np.float64),
        cdf=cdf(),
        dice=five_dice(),
    )
