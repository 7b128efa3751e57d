"""The arrays that the exact solutions in C, the functions named after their games, get."""

from collections.abc import Callable

from knobel.arrays import Array
from knobel.arrays.combinations import five_dice
from knobel.arrays.kniffeliger import points
from knobel.arrays.knoeffel import knoeffel

LATTICE = ("add", "remove", "remove_start", "part", "part_start")
SAVING = ("part_chance", "larger", "larger_start")
COLUMN = ("points", "rank", "free_points", "class_start", "class_after", "bonus")


def knoeffel_rules() -> tuple[Array, ...]:
    """The arrays of Knöffel as C gets them."""
    return tuple(getattr(knoeffel(), name) for name in COLUMN) + tuple(getattr(five_dice(), name) for name in LATTICE)


def kniffeliger_rules() -> tuple[Array, ...]:
    """The arrays of a sheet of Kniffeliger as C gets them."""
    return points(), *(getattr(five_dice(), name) for name in LATTICE + SAVING)


SOLUTIONS: dict[str, Callable[[], tuple[Array, ...]]] = {"knoeffel": knoeffel_rules, "kniffeliger": kniffeliger_rules}
