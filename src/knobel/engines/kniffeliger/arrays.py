"""Kniffeliger for kernels: what every roll scores in every row, and what action dice come of it."""

from dataclasses import replace
from functools import cache

import numpy as np

from knobel.core import Move, Roll
from knobel.dice import FACES
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.five_dice import ROLLS
from knobel.games.kniffeliger import ROWS, Kniffeliger, Stage, row_points

RANK = read_only(np.zeros((len(ROLLS), len(ROWS))), np.uint8)
"""(252, 14) Zeros: what may follow an entry does not depend on its points (see `engines.shared.turn_lanes`)."""


@cache
def points(*, five_is_full_house: bool = False) -> Array:
    """(252, 14) The points of each roll in each row, made once."""
    return read_only(
        [[row_points(row, dice, five_is_full_house=five_is_full_house) for row in ROWS] for dice in ROLLS], np.float32
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
