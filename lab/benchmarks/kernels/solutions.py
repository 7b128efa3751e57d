"""The arrays for exact solutions in C: the function `GAME_solve` receives the result of the function in `RULES`."""

from collections.abc import Callable, Mapping

from knobel.engines.kniffeliger.lookup import points
from knobel.engines.knoeffel.lookup import shipped_rules
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import five_dice

LATTICE = ("add", "remove", "remove_start", "part", "part_start")
SAVING = ("part_chance", "larger", "larger_start")
COLUMN = ("points", "rank", "free_points", "class_start", "class_after", "bonus")


def knoeffel_rules() -> tuple[Array, ...]:
    """Return the arrays of Knöffel for C."""
    rules, dice = shipped_rules(), five_dice()
    return *(getattr(rules, name) for name in COLUMN), *(getattr(dice, name) for name in LATTICE)


def kniffeliger_rules() -> tuple[Array, ...]:
    """Return the arrays of a sheet of Kniffeliger for C."""
    return points(), *(getattr(five_dice(), name) for name in LATTICE + SAVING)


RULES: Mapping[str, Callable[[], tuple[Array, ...]]] = {"knoeffel": knoeffel_rules, "kniffeliger": kniffeliger_rules}
