"""Exact values of all states of one column of Knöffel.

The value of a state is the expected number of points that optimal play still scores in the column. It is computed by
backward induction over the filled fields, the class of the upper total and the free rolls used
(`knobel.engines.knoeffel.lookup.Rules`). Each state takes an exact look-ahead of one turn, about 15,000 additions and
comparisons. The cost of a free roll is the decrease in the value of the column with one more free roll used.

With `columns="sequential"` optimal play of the whole game is optimal play of each column separately. The state of the
game is the state of the open column and the number of untouched columns; dice, fields and free rolls do not pass
between columns; and scores add up. The value of the game is therefore the number of columns times the value of an empty
column.

Values are in double precision. Single precision is a quarter faster but has an error of 0.0006 points.
"""

from functools import cache
from typing import Any

import numpy as np

from knobel.core import Game
from knobel.engines.knoeffel.induction import solve
from knobel.engines.knoeffel.lookup import Rules, shipped_rules, variant_rules
from knobel.engines.knoeffel.variants import variant_of
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import five_dice
from knobel.games.knoeffel import Knoeffel


def solve_column(rules: Rules) -> Array:
    """Return the value of every state of a column, float64, of shape `rules.shape`."""
    values = np.zeros(rules.shape)
    solve(rules, five_dice(), values)
    return values


@cache
def column_values(*, five_is_full_house: bool = False) -> Array:
    """Return the value of every state of a column of Knöffel, solved once."""
    values = solve_column(shipped_rules(five_is_full_house=five_is_full_house))
    values.flags.writeable = False
    return values


def solution(game: Game[Any]) -> Array:
    """Solve a column under the options of a game and return the value of every state, the empty column first."""
    assert isinstance(game, Knoeffel), "this is about Knöffel only"
    return solve_column(variant_rules(variant_of(game)))
