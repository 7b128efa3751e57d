"""The options of Knöffel that change the rules of one column, and what jokers score under them."""

from itertools import product
from typing import NamedTuple

import numpy as np

from knobel.dice import FACES
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.five_dice import FORBIDDEN
from knobel.games.combinations import DICE
from knobel.games.joker import EXTRA_POINTS, joker_points, may_enter
from knobel.games.knoeffel import FIELDS, KNOEFFEL_POINTS, Knoeffel, field_points

FREE, MISSED, SCORED = range(3)
"""States of a Knöffel field: free, filled with 0, filled with points."""
NO_JOKER: Array = read_only(np.zeros((0, 2, 2, len(FACES), len(FIELDS))), np.float32)
"""The table of a variant without jokers, see `joker_table`."""


class Variant(NamedTuple):
    """The options of `knobel.games.knoeffel` on which the values of a column depend."""

    five_is_full_house: bool = False
    knoeffel_points: int = KNOEFFEL_POINTS
    joker: str = "none"
    with_free_rolls: bool = True

    @property
    def ships(self) -> bool:
        """True if the shipped tables have its values: without free rolls, those of columns in which all are used."""
        return self.knoeffel_points == KNOEFFEL_POINTS and self.joker == "none"

    def points(self, field: str, dice: tuple[int, ...]) -> int:
        """Return the points of five dice in a field, if they are no joker."""
        return field_points(
            field, dice, five_is_full_house=self.five_is_full_house, knoeffel_points=self.knoeffel_points
        )


def variant_of(game: Knoeffel) -> Variant:
    """Return the variant of a game."""
    options = game.options
    return Variant(options["five_is_full_house"], game.knoeffel_points, options["joker"], game.with_free_rolls)


def joker_table(variant: Variant) -> Array:
    """Return what five equal dice score, extra points included, and `FORBIDDEN` where they must not be entered.

    :returns: (3, 2, 2, 6, fields) by the state of the Knöffel field, whether the upper field of their face is filled,
        whether a lower field is free, the face and the field entered; (0, 2, 2, 6, fields) without jokers.
    """
    if variant.joker == "none":
        return NO_JOKER
    table = np.full((SCORED + 1, *NO_JOKER.shape[1:]), FORBIDDEN, np.float32)
    kinds = product((FREE, MISSED, SCORED), (False, True), (False, True), FACES, enumerate(FIELDS))
    for state, filled, free, face, (number, field) in kinds:
        forced = variant.joker == "forced" and state != FREE
        if forced and not may_enter(field, face, upper_filled=filled, lower_free=free):
            continue
        points = joker_points(field, upper_filled=filled) if state != FREE else None
        if points is None:
            points = variant.points(field, (face,) * DICE)
        table[state, int(filled), int(free), face - 1, number] = points + EXTRA_POINTS * (state == SCORED)
    return table
