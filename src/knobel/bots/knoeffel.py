"""A bot for Knöffel that plays on solved columns: optimally where one column is open at a time, and where columns are
free to choose on what they are worth together (`knobel.solve.knoeffel`)."""

from random import Random
from typing import Any

import numpy as np

from knobel.arrays.combinations import KEEPS, ROLL, five_dice
from knobel.arrays.knoeffel import knoeffel
from knobel.core import Game
from knobel.games.combinations import ROLLS as THROWS
from knobel.games.combinations import keep_text
from knobel.games.knoeffel import FIELDS, Column, Knoeffel, State, upper_sum
from knobel.kernels.knoeffel_play import decide
from knobel.solve.knoeffel import column_values, together_values


class KnoeffelSolver:
    """Plays for the highest expected score; it does not look at the other seats."""

    def choose(self, game: Game[Any], view: State, seat: int, rng: Random) -> str:
        assert isinstance(game, Knoeffel), "this bot plays Knöffel only"
        option = game.options["five_is_full_house"]
        arrays = knoeffel(five_is_full_house=option)
        columns = view.sheets[seat]
        open_ = [i for i, column in enumerate(columns) if not column.full]
        if game.options["columns"] == "sequential":
            open_ = open_[:1]
        together = together_values(five_is_full_house=option) if len(open_) > 1 else np.empty(0)
        keep, where, field = decide(
            arrays,
            five_dice(),
            column_values(five_is_full_house=option),
            together,
            np.array([self._numbers(columns[i]) for i in open_]),
            ROLL[view.dice],
            view.rolls,
        )
        if keep >= 0:
            return keep_text("f" if view.rolls == THROWS else "k", KEEPS[keep])
        return f"{FIELDS[field]}.{open_[where] + 1}"

    @staticmethod
    def _numbers(column: Column) -> tuple[int, int, int]:
        """A column as kernels know it."""
        filled = sum(1 << i for i, points in enumerate(column.points) if points is not None)
        return filled, knoeffel().upper_class(filled, upper_sum(column)), column.free_rolls_used
