"""Jokers, an option of Knöffel: five equal dice after the Knöffel field of the column was filled.

A joker scores the full points of the full house and the straights once the upper field of its face is filled. If the
Knöffel field holds points, it also earns `EXTRA_POINTS`. A free joker may be entered in any free field. A forced one
goes to the upper field of its face, then to any free lower field, and if all of those are filled to any upper one.
"""

from knobel.core import Option
from knobel.games.combinations import UPPER

JOKER = Option("joker", ("none", "free", "forced"))
EXTRA_POINTS = 100
JOKER_POINTS = {"fh": 25, "ss": 30, "ls": 40}


def joker_points(field: str, *, upper_filled: bool) -> int | None:
    """Return the points of a joker in a field; None if they are those of any five equal dice.

    :param upper_filled: True if the upper field of its face is filled.
    """
    return JOKER_POINTS.get(field) if upper_filled else None


def may_enter(field: str, face: int, *, upper_filled: bool, lower_free: bool) -> bool:
    """True if a forced joker of this face may be entered in a free field.

    :param lower_free: True if a lower field of the column is free.
    """
    if not upper_filled:
        return field == UPPER[face - 1]
    return not lower_free or field not in UPPER
