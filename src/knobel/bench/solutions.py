"""The arrays for exact solutions in C: the C function `GAME_solve` receives the result of `GAME_rules`."""

from knobel.engines.kniffeliger.lookup import points
from knobel.engines.knoeffel.lookup import shipped_rules
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import five_dice

LATTICE = ("add", "remove", "remove_start", "part", "part_start")
SAVING = ("part_chance", "larger", "larger_start")
RULES = ("points", "rank", "free_points", "class_start", "class_after", "bonus")


def knoeffel_rules() -> tuple[Array, ...]:
    """Return the arrays of Knöffel for C."""
    rules, dice = shipped_rules(), five_dice()
    return *(getattr(rules, name) for name in RULES), *(getattr(dice, name) for name in LATTICE)


def kniffeliger_rules() -> tuple[Array, ...]:
    """Return the arrays of a sheet of Kniffeliger for C."""
    return points(), *(getattr(five_dice(), name) for name in LATTICE + SAVING)
